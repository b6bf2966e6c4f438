import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// Which thresholds a command line is about, and the file they are in.
struct ThresholdScope {
    let options: ParsedOptions
    let selection: Selection
    let path: String

    init(_ options: ParsedOptions) throws {
        self.options = options
        var selection = try Selection(options, defaults: .thresholds)
        let exact = Set(Metric.all.filter { $0.metric.metricClass == .exact }.map(\.metric.id))
        let all = Metric.all.map(\.metric.id)
        if let other = options.list("metric").first(where: { all.contains($0) && !exact.contains($0) }) {
            throw UsageError(
                "option '--metric': got '\(other)', but only exact metrics have thresholds: "
                    + exact.sorted().joined(separator: ", "))
        }
        selection.metrics.formIntersection(exact)
        self.selection = selection
        let folder = ReleaseBuild.packagePath + "/Benchmarks/Thresholds"
        path = options.value("path") ?? ThresholdFile.locate(in: folder) ?? "\(folder)/\(ThresholdFile.names()[0])"
    }

    /// Whether the thresholds are of a seed: those of the package are of the default one, what a file of one's own is of only its
    /// owner knows.
    static func hasSeed(_ seed: UInt64, _ options: ParsedOptions) -> Bool {
        seed == Dataset.defaultSeed || options.has("path")
    }

    /// What the seed of the package's thresholds is.
    static var ofSeed: String { "Benchmarks/Thresholds is of seed \(Dataset.defaultSeed)" }

    /// The file as it is.
    ///
    /// - Throws: `FileError` with exit code 5 where there is none.
    func file() throws -> ThresholdFile {
        guard !TextFile.isMissing(path) else {
            throw FileError(
                path: path, reason: "there are no thresholds; to make them: \(Self.updateCommand)", exitCode: .missing)
        }
        return try ThresholdFile(path: path)
    }

    /// Whether the options that were given choose a case. An option that was not given leaves out nothing, not even what no
    /// run measures by itself: thresholds and result files may be of frames of an app, and of any size.
    func isChosen(_ key: CaseKey) -> Bool {
        func isAmong(_ chosen: [String], _ option: String, _ name: String) -> Bool {
            !options.has(option) || chosen.contains(name)
        }
        let inputs = selection.inputs
        guard isAmong(inputs.map(\.id), "dataset", key.dataset), isAmong(inputs.map(\.id), "frames", key.dataset),
            isAmong(selection.strategies.map(\.id), "strategy", key.strategy),
            isAmong(Array(selection.metrics), "metric", key.metric),
            selection.filter.selects(Plan.path(of: key))
        else { return false }
        if options.has("size") || options.has("quick") {
            let sizes = inputs.first { $0.id == key.dataset }.map(selection.sizes) ?? selection.sizes
            guard sizes.contains(key.n) else { return false }
        }
        switch key.phase {
        case "query", "effects":
            return ["trace", "viewports"].allSatisfy { isAmong(selection.scrolls.map(\.id), $0, key.trace) }
        case "update": return isAmong(selection.edits.map(\.id), "edit", key.trace)
        default: return true
        }
    }

    /// The thresholds that the options choose, as a table.
    ///
    /// - Throws: ``InputError`` with exit code 5 where they choose none.
    func table() throws -> Table {
        let all = try file().thresholds
        let chosen = all.filter { isChosen($0.key) }
        guard !chosen.isEmpty else {
            throw InputError("\(path): no threshold matches: none of \(all.count)", exitCode: .missing)
        }
        var table = Table(
            ["dataset", "n", "strategy", "case", "metric", "statistic", "value"].map {
                Table.Column($0, ["n", "value"].contains($0) ? .right : .left)
            })
        for threshold in chosen {
            let key = threshold.key
            table.append([
                key.dataset, String(key.n), key.strategy, CaseKey.title(phase: key.phase, trace: key.trace), key.metric,
                key.statistic, CSV.number(threshold.value),
            ])
        }
        return table
    }

    /// What updates the same thresholds of the same cases: this command line with another action.
    static var updateCommand: String { updateCommand(Array(CommandLine.arguments.dropFirst())) }

    /// The command line of an update in place of the action of another one.
    static func updateCommand(_ arguments: [String]) -> String {
        // A value of an option may be called like an action: the action is what stands alone.
        for index in arguments.indices.dropFirst() {
            var changed = arguments
            changed[index] = "update"
            // An update judges nothing, and refuses to be told how.
            changed.removeAll { $0 == "--strict-improvements" }
            if let invocation = try? Invocation(changed), invocation.options.positionals == ["update"] {
                return "swift run benchmarks " + CommandLineText.joined(changed)
            }
        }
        return "swift run benchmarks thresholds update"
    }
}
