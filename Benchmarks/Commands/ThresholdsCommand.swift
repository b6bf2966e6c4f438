import BenchmarkKit
import Foundation
import Workloads

extension Command {
    static let thresholds = Command(
        "thresholds", "Checks exact counters against Benchmarks/Thresholds, or updates the file there.",
        synopsis: "check|update [OPTION…]",
        options: Selection.options.filter { !["metric", "budget", "inject-lossy"].contains($0.name) } + [
            .value("path", "FILE.csv", "The threshold file (default: the most specific one for this platform)."),
            .flag("dry-run", "Print the cases that would be measured, and stop."),
            .flag("strict-improvements", "Fail where a value is better than its threshold."),
        ] + Console.options, isMeasuring: true,
        check: { options in
            guard options.positionals.count == 1 else { throw UsageError("'thresholds' takes 'check' or 'update'") }
            guard ["check", "update"].contains(options.positionals[0]) else {
                throw UsageError.unknown("action", options.positionals[0], of: ["check", "update"])
            }
            try Selection.check(options, metrics: Metric.gated)
        }
    ) { options, console in
        let gate = try ThresholdGate(options, console)
        return try options.positionals[0] == "check" ? gate.check() : gate.update()
    }
}

/// Measures the exact counters and compares them with a file.
struct ThresholdGate {
    let options: ParsedOptions
    let console: Console
    let plan: Plan
    let path: String

    init(_ options: ParsedOptions, _ console: Console) throws {
        self.options = options
        self.console = console
        var selection = try Selection(options, metrics: Metric.gated)
        if !options.has("size"), !selection.isQuick { selection.sizes = [10_000, 100_000, 1_000_000] }
        if options.list("dataset").isEmpty, !options.has("frames") { selection.inputs = Dataset.all.map(Input.init) }
        plan = try Plan(selection)
        let folder = ReleaseBuild.packagePath + "/Benchmarks/Thresholds"
        path = options.value("path") ?? ThresholdFile.locate(in: folder) ?? "\(folder)/\(ThresholdFile.names()[0])"
    }

    func check() throws -> ExitCode {
        if options.has("dry-run") { return printPlan() }
        guard FileManager.default.fileExists(atPath: path) else {
            throw FileError(
                path: path, reason: "there are no thresholds; 'thresholds update' makes them", exitCode: .missing)
        }
        let file = try ThresholdFile(path: path)
        let check = file.check(
            try measure(), isStrictAboutImprovements: options.has("strict-improvements"), isInScope: isInScope)
        let notable = check.verdicts.filter { $0.verdict != .ok }
        for verdict in notable {
            console.print("\(verdict.verdict.rawValue): \(verdict.key.path): \(Self.text(verdict))\n")
        }
        if notable.contains(where: { $0.verdict != .regressed && $0.verdict != .changed }) {
            console.note("'swift run benchmarks thresholds update' writes what is measured to \(path)")
        }
        console.print(check.resultLine.text + "\n")
        return check.exitCode
    }

    func update() throws -> ExitCode {
        if options.has("dry-run") { return printPlan() }
        let former = FileManager.default.fileExists(atPath: path) ? try ThresholdFile(path: path) : ThresholdFile()
        let rows = try measure()
        let update = former.updating(with: rows, path: path)
        try update.file.write(to: path)
        console.print(update.patch)
        console.note("\(path): \(update.added) added, \(update.changed) changed")
        let changed = update.added + update.changed
        console.print(
            ResultLine(
                regressed: 0, improved: 0, ok: rows.count - changed, undecided: 0, missing: changed, exit: .success
            ).text + "\n")
        return .success
    }

    private func printPlan() -> ExitCode {
        console.print(plan.paths.joined(separator: "\n") + "\n")
        return .success
    }

    private func measure() throws -> [ResultRow] {
        let progress = ProgressLine(total: plan.steps, isWanted: console.showsProgress)
        let recorder = Recorder(
            arguments: Array(CommandLine.arguments.dropFirst()), seed: plan.selection.seed,
            metrics: plan.selection.metrics)
        var rows: [ResultRow] = []
        try StrategySuite(plan: plan, recorder: recorder, progress: progress, console: console).run { rows += $0 }
        return rows
    }

    /// Whether the plan measures what a threshold is about.
    private func isInScope(_ key: CaseKey) -> Bool {
        guard let group = plan.groups.first(where: { $0.input.id == key.dataset && $0.n == key.n }) else {
            return false
        }
        if key.phase == "prepare" { return group.prepare.contains { $0.id == key.strategy } }
        return group.queries.contains { query in
            query.scroll.id == key.trace && query.phase == key.phase
                && query.strategies.contains { $0.id == key.strategy }
        }
    }

    private static func text(_ verdict: RowVerdict) -> String {
        func text(_ value: Double?) -> String { value.map(CSV.number) ?? "nothing" }
        let expected = "expected \(text(verdict.threshold?.value))"
        let change = verdict.ratio.map { " (\(Quantity.change(ofRatio: $0)))" } ?? ""
        let isChecksum = verdict.measured?.checksum != verdict.threshold?.checksum && verdict.verdict == .changed
        return "got \(text(verdict.measured?.value)), \(expected)\(change)" + (isChecksum ? "; other checksum" : "")
    }
}
