import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// Measures exact metrics and compares them with a file.
struct ThresholdGate {
    let scope: ThresholdScope
    let console: Console
    let plan: Plan

    private var options: ParsedOptions { scope.options }
    private var path: String { scope.path }

    init(_ scope: ThresholdScope, _ console: Console) throws {
        self.scope = scope
        self.console = console
        plan = try Plan(scope.selection)
        for reason in plan.omitted { console.warn("left out \(reason)") }
    }

    func check() throws -> ExitCode {
        if options.has("dry-run") {
            console.print(plan)
            return .success
        }
        let file = try scope.file()
        let (rows, recorder) = try measure()
        let check = file.check(
            rows, mustBeEqual: Metric.equal, isStrictAboutImprovements: options.has("strict-improvements"),
            isInScope: { isInScope($0) || isVoid($0) }, isSkipped: isSkipped)
        let report = GateReport(check: check)
        console.print(report.text)
        console.note("compared with \(path)")
        console.noteUnavailable(in: rows)
        if options.has("frames"), check.exitCode == .missing {
            func names(_ keys: some Sequence<CaseKey>) -> String {
                Set(keys.map { "\($0.dataset), n = \($0.n)" }).sorted().joined(separator: "; ")
            }
            let (expected, measured) = (names(file.thresholds.map(\.key)), names(rows.map(\.key)))
            if expected != measured {
                console.note("the thresholds are of \(expected), what was measured of \(measured)")
            }
        }
        if check.answersDiffer, let seed = rows.first?.seed {
            console.note(
                "not one answer is the expected one: \(path) may be of another seed than \(seed), or of other datasets")
        }
        if check.verdicts.isEmpty {
            Console.fail("the options select neither a threshold of \(path) nor a result")
        }
        if !report.notable.isEmpty {
            let patch = file.updating(with: rows, path: shortPath, isVoid: isVoid).patch
            if !patch.isEmpty {
                console.print("\nThe patch that accepts what was measured:\n\(patch)\n")
                console.note("to write what is measured to \(path): \(ThresholdScope.updateCommand)")
            }
        }
        var line = check.resultLine
        line.exit = StepSummary.append("### Thresholds\n\n" + report.markdown, recorder.environment, exit: line.exit)
        console.print(line.text + "\n")
        return line.exit
    }

    func update() throws -> ExitCode {
        if options.has("dry-run") {
            console.print(plan)
            return .success
        }
        let isNew = TextFile.isMissing(path)
        let former = isNew ? ThresholdFile() : try ThresholdFile(path: path)
        let (rows, _) = try measure()
        let measured = rows.count { $0.value != nil }
        var line = ResultLine(ok: measured, undecided: rows.count - measured)
        if line.ok == 0 {
            line.exit = .inconclusive
            Console.fail("nothing was measured: \(path) is not written")
        } else {
            let update = former.updating(with: rows, path: shortPath, isNew: isNew, isVoid: isVoid)
            try update.file.write(to: path)
            console.print(update.patch)
            console.noteUnavailable(in: rows)
            console.note("\(path): \(update.added) added, \(update.changed) changed, \(update.removed) removed")
        }
        console.print(line.text + "\n")
        return line.exit
    }

    /// The path from the package's folder on, so that `git apply` finds the file.
    private var shortPath: String {
        let root = ReleaseBuild.packagePath + "/"
        return String(path.hasPrefix(root) ? path.dropFirst(root.count) : path.drop { $0 == "/" })
    }

    private func measure() throws -> (rows: [ResultRow], recorder: Recorder) {
        var recorder = Recorder(
            arguments: Array(CommandLine.arguments.dropFirst()), seed: plan.selection.seed,
            metrics: plan.selection.metrics)
        let files = options.values("results")
        if !files.isEmpty {
            let (merged, environment) = try Command.merged(files, console)
            let all = merged.rows
            if let first = all.first {
                guard options.has("path") || first.environment == recorder.environment.id else {
                    throw InputError(
                        "\(files[0]): got results of \(first.environment), expected some of \(recorder.environment.id), as "
                            + "\(path) is; '--path' names another file")
                }
                console.note("what was measured is of \(first.environment), commit \(first.commit)")
                if first.commit != recorder.environment.commit {
                    console.warn("the results are of the commit \(first.commit), not of \(recorder.environment.commit)")
                }
                let arguments = recorder.environment.arguments
                recorder.environment = environment ?? recorder.environment
                recorder.environment.commit = first.commit
                recorder.environment.arguments = arguments
                guard ThresholdScope.hasSeed(first.seed, options) else {
                    throw InputError(
                        "\(files[0]): got seed \(first.seed): \(ThresholdScope.ofSeed); '--path' names another file")
                }
            }
            let rows = all.filter {
                plan.selection.metrics.contains($0.key.metric) && scope.isChosen($0.key)
                    && (!options.has("shard") || group($0.key, $0.key.n) != nil)
                    && Scaling.Exponent(rawValue: $0.key.statistic) == nil
            }
            return (rows + Scaling(rows: rows).exponents, recorder)
        }
        let progress = ProgressLine(total: plan.steps, isWanted: console.showsProgress)
        var rows: [ResultRow] = []
        do {
            try StrategySuite(plan: plan, recorder: recorder, progress: progress, console: console).run {
                rows += $0.rows
            }
        } catch let error as any ExitingError {
            progress.clear()
            throw Reported(error, rows, recorder.environment) { console.print($0.text + "\n") }
        }
        return (rows + Scaling(rows: rows).exponents, recorder)
    }

    /// Whether the plan measures what a threshold is about. Of frames of one's own that only result files have, nothing is planned:
    /// all are that the options choose.
    private func isInScope(_ key: CaseKey) -> Bool {
        guard plan.selection.metrics.contains(key.metric) else { return false }
        if options.has("results"), !options.has("shard"), Dataset.named(key.dataset) == nil {
            return scope.isChosen(key)
        }
        guard let group = group(key, key.n) else { return false }
        // An exponent needs the smaller sizes, too.
        guard Scaling.sizes(of: key).allSatisfy({ self.group(key, $0) != nil }) else { return false }
        return PairCase.all(group).contains { item in
            item.phase == key.phase && item.trace == key.trace
                && item.strategies.contains { $0.id == key.strategy }
        }
    }

    /// Whether a threshold is about a strategy that did not fit in memory, at its size or at one that its exponent needs.
    private func isSkipped(_ key: CaseKey) -> Bool {
        let selection = plan.selection
        guard selection.metrics.contains(key.metric), selection.filter.selects(Plan.path(of: key)),
            (selection.scrolls.map(\.id) + selection.edits.map(\.id) + [""]).contains(key.trace)
        else { return false }
        return Scaling.sizes(of: key).contains { isSkipped(key.strategy, group(key, $0)) }
    }

    private func isSkipped(_ strategy: String, _ group: Plan.Group?) -> Bool {
        group?.skipped.contains { $0.strategy.id == strategy } == true
    }

    /// Whether a threshold is about what would have been measured if it still existed. Nothing is told from a part of the
    /// cases, nor from result files, which may be parts.
    private func isVoid(_ key: CaseKey) -> Bool {
        let parts = ["filter", "skip", "shard", "results", "frames", "viewports"]
        guard key.suite == Plan.suite, !parts.contains(where: options.has) else { return false }
        /// Chosen, or gone from the list of which all were chosen.
        func isCovered(_ option: String, _ name: String, _ chosen: [String], of all: [String]) -> Bool {
            chosen.contains(name) || (options.list(option).isEmpty && !all.contains(name))
        }
        let selection = plan.selection
        let datasets = Dataset.every.map(\.id)
        guard isCovered("dataset", key.dataset, selection.inputs.map(\.id), of: datasets),
            isCovered("strategy", key.strategy, selection.strategies.map(\.id), of: CacheStrategy.all.map(\.id)),
            isCovered("trace", key.trace, selection.scrolls.map(\.id) + [""], of: Trace.all.map(\.id)),
            key.phase != "update" || isCovered("edit", key.trace, selection.edits.map(\.id), of: Edit.all.map(\.id)),
            isCovered("metric", key.metric, Array(selection.metrics), of: Metric.all.map(\.metric.id))
        else { return false }
        guard let input = selection.inputs.first(where: { $0.id == key.dataset }) else { return true }
        let sizes = selection.sizes(of: input)
        let hasOwnSizes = input.sizes != nil && !selection.choosesSizes
        return !isSkipped(key.strategy, group(key, key.n))
            && (hasOwnSizes || Scaling.sizes(of: key).allSatisfy(sizes.contains))
    }

    private func group(_ key: CaseKey, _ n: Int) -> Plan.Group? {
        plan.groups.first { $0.input.id == key.dataset && $0.n == n }
    }
}
