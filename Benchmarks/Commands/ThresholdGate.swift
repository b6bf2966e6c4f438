import BenchmarkKit
import Foundation
import Workloads

/// Measures exact metrics and compares them with a file.
struct ThresholdGate {
    let options: ParsedOptions
    let console: Console
    let plan: Plan
    let path: String

    init(_ options: ParsedOptions, _ console: Console) throws {
        self.options = options
        self.console = console
        var selection = try Selection(options, metrics: options.list("metric").isEmpty ? Metric.gated : nil)
        let exact = Set(Metric.all.filter { $0.metric.metricClass == .exact }.map(\.metric.id))
        selection.metrics.formIntersection(exact)
        guard !selection.metrics.isEmpty else {
            throw UsageError(
                "option '--metric': only exact metrics have thresholds: \(exact.sorted().joined(separator: ", "))")
        }
        if !options.has("size"), !selection.isQuick { selection.sizes = [10_000, 100_000, 1_000_000] }
        if options.list("dataset").isEmpty, !options.has("frames") { selection.inputs = Dataset.all.map(Input.init) }
        plan = try Plan(selection)
        let folder = ReleaseBuild.packagePath + "/Benchmarks/Thresholds"
        path = options.value("path") ?? ThresholdFile.locate(in: folder) ?? "\(folder)/\(ThresholdFile.names()[0])"
    }

    func check() throws -> ExitCode {
        if options.has("dry-run") { return printPlan() }
        let file = try existing()
        let (rows, recorder) = try measure()
        let check = file.check(
            rows, isStrictAboutImprovements: options.has("strict-improvements"), isInScope: isInScope)
        let report = GateReport(check: check)
        console.print(report.text)
        if !report.notable.isEmpty {
            let patch = file.updating(with: rows, path: shortPath).patch
            if !patch.isEmpty { console.print("\nThe patch that accepts what was measured:\n\(patch)\n") }
            console.note("'swift run benchmarks thresholds update' writes what is measured to \(path)")
        }
        console.print(check.resultLine.text + "\n")
        try StepSummary.append("### Thresholds\n\n" + report.markdown, recorder.environment)
        return check.exitCode
    }

    func update() throws -> ExitCode {
        if options.has("dry-run") { return printPlan() }
        let former = FileManager.default.fileExists(atPath: path) ? try ThresholdFile(path: path) : ThresholdFile()
        let (rows, _) = try measure()
        let update = former.updating(with: rows, path: shortPath)
        try update.file.write(to: path)
        console.print(update.patch)
        console.note("\(path): \(update.added) added, \(update.changed) changed")
        var line = ResultLine()
        line.ok = rows.count { $0.value != nil }
        line.undecided = rows.count - line.ok
        line.exit = line.ok == 0 ? .inconclusive : .success
        console.print(line.text + "\n")
        return line.exit
    }

    func read() throws -> ExitCode {
        var table = Table(
            ["dataset", "n", "strategy", "case", "metric", "value"].map {
                Table.Column($0, ["n", "value"].contains($0) ? .right : .left)
            })
        let thresholds = try existing().thresholds.filter { isInScope($0.key) }
        for threshold in thresholds {
            let key = threshold.key
            table.append([
                key.dataset, String(key.n), key.strategy, CaseKey.title(phase: key.phase, trace: key.trace), key.metric,
                CSV.number(threshold.value),
            ])
        }
        console.print(table.text())
        return thresholds.isEmpty ? .missing : .success
    }

    private func existing() throws -> ThresholdFile {
        guard FileManager.default.fileExists(atPath: path) else {
            throw FileError(
                path: path, reason: "there are no thresholds; 'thresholds update' makes them", exitCode: .missing)
        }
        return try ThresholdFile(path: path)
    }

    private func printPlan() -> ExitCode {
        console.print(plan.paths.joined(separator: "\n") + "\n")
        return .success
    }

    /// The path from the package's folder on, so that `git apply` finds the file.
    private var shortPath: String {
        let root = ReleaseBuild.packagePath + "/"
        return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    }

    private func measure() throws -> (rows: [ResultRow], recorder: Recorder) {
        let recorder = Recorder(
            arguments: Array(CommandLine.arguments.dropFirst()), seed: plan.selection.seed,
            metrics: plan.selection.metrics)
        let files = options.values("results")
        if !files.isEmpty {
            let rows = try Command.merged(files).rows.filter {
                plan.selection.metrics.contains($0.key.metric) && $0.key.statistic != Scaling.statistic
            }
            return (rows + Scaling(rows: rows).exponents, recorder)
        }
        let progress = ProgressLine(total: plan.steps, isWanted: console.showsProgress)
        var rows: [ResultRow] = []
        try StrategySuite(plan: plan, recorder: recorder, progress: progress, console: console).run {
            rows += $0.rows
        }
        return (rows + Scaling(rows: rows).exponents, recorder)
    }

    /// Whether the plan measures what a threshold is about.
    private func isInScope(_ key: CaseKey) -> Bool {
        guard plan.selection.metrics.contains(key.metric),
            let group = group(key, key.n)
        else { return false }
        // An exponent needs the tenth of the items, too.
        if key.statistic == Scaling.statistic, self.group(key, key.n / 10) == nil { return false }
        if ["prepare", "first-query"].contains(key.phase) { return group.prepare.contains { $0.id == key.strategy } }
        return group.queries.contains { query in
            query.scroll.id == key.trace && query.phase == key.phase
                && query.strategies.contains { $0.id == key.strategy }
        }
    }

    private func group(_ key: CaseKey, _ n: Int) -> Plan.Group? {
        plan.groups.first { $0.input.id == key.dataset && $0.n == n }
    }
}
