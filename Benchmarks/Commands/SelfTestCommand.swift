import BenchmarkKit
import CollectionLayout
import Foundation

extension Command {
    static let selftest = Command(
        "selftest", "Measures the gate itself on this machine: false alarms, and what it detects.",
        synopsis: "[OPTION…]",
        options: [
            .value("trials", "N", "Trials of compare with nothing changed (default: 300; with --quick 10)."),
            .value("detections", "N", "Trials of compare at each of 1, 2, 5, 10 % more time (default: 40; 3)."),
            .value("ab-trials", "N", "Trials of ab with nothing changed, and with 5 % more time (default: 20; 1)."),
            .value("strategy", "ID", "The strategy that is compared with itself (default: packed-rtree)."),
            .value("dataset", "ID", "The dataset (default: photo-days)."),
            .value("size", "N", "The number of items (default: 1e5)."),
            .value("path", "FOLDER", "Where the outcomes go (default: results)."),
            .value("format", "FORMAT", "text or markdown (default: text)."),
            .flag("quick", "Few trials, of exact counts, too."),
            Resumption.option,
        ] + Console.options, isMeasuring: true,
        check: { options in
            try options.standAlone(of: "selftest")
            try Resumption.check(options)
            guard [.text, .markdown].contains(try OutputFormat(options)) else {
                throw UsageError("option '--format': got '\(options.value("format") ?? "")', expected text or markdown")
            }
            _ = try plan(options)
            for name in ["trials", "detections", "ab-trials"] { _ = try count(options, name, 0) }
        }
    ) { options, console in
        let former = try Resumption(options, of: "selftest")
        let options = former?.options ?? options
        let isQuick = options.has("quick")
        let plan = try plan(options)
        var test = SelfTest(plan: plan, strategy: plan.selection.strategies[0], console: console)

        let trials = try count(options, "trials", isQuick ? 10 : 300)
        let detections = try count(options, "detections", isQuick ? 3 : 40)
        let abTrials = try count(options, "ab-trials", isQuick ? 1 : 20)
        let progress = ProgressLine(
            total: trials + 4 * detections + 6 * abTrials + 20, isWanted: console.showsProgress)
        let path = former?.path ?? (options.value("path") ?? "results") + "/" + SelfTestReport.fileName(time: Date())
        let environment = Environment.ofThisBuild(seed: plan.selection.seed)
        var outcomes: [SelfTest.Outcome] = []
        let file: RowFile
        if let former {
            try former.expect(environment)
            (outcomes, test.former) = try SelfTestReport.read(path)
            try TextFile.write(
                ([SelfTestReport.columns] + outcomes.map(SelfTestReport.fields)).map(CSV.line).joined(), to: path)
            file = try RowFile(path: path, columns: SelfTestReport.columns)
        } else {
            try environment.write(besides: path)
            file = try RowFile(creating: path, columns: SelfTestReport.columns)
        }
        func emit(_ trial: [SelfTest.Outcome]) throws {
            outcomes += trial
            try file.append(trial.map(SelfTestReport.fields))
            if let last = trial.last { progress.begin("\(last.gate), \(last.injected)") }
        }
        for injection in [nil] + Injection.allCases.map(Optional.some) {
            try test.exact(trials: isQuick ? 1 : 5, injection, emit: emit)
            progress.advance(by: 5)
        }
        for burden in [0, 0.01, 0.02, 0.05, 0.1] {
            let count = burden == 0 ? trials : detections
            try test.compare(trials: count, burden: burden, emit: emit)
            progress.advance(by: count)
        }
        for burden in [0, 0.05] {
            try test.ab(trials: abTrials, burden: burden, emit: emit)
            progress.advance(by: 3 * abTrials)
        }
        progress.clear()
        let report = SelfTestReport(outcomes: outcomes)
        let format = try OutputFormat(options)
        console.print(
            format == .markdown ? report.table.markdown : report.table.text(width: console.width) + report.legend)
        console.note("\(outcomes.count) outcomes in \(path)")
        var line = report.resultLine
        line.exit = StepSummary.append(
            "### Self-test of the gate\n\n" + report.table.markdown, environment, exit: line.exit)
        console.print(line.text + "\n")
        return line.exit
    }

    /// What trials are made of.
    ///
    /// - Throws: `UsageError` where that is more than one dataset of one size: a trial of each would pass for several trials.
    private static func plan(_ options: ParsedOptions) throws -> Plan {
        let strategy = try strategy(options.value("strategy") ?? "packed-rtree")
        let arguments = [
            "--strategy", strategy.id, "--dataset", options.value("dataset") ?? "photo-days", "--size",
            options.value("size") ?? "1e5", "--trace", "fling", "--skip", "/update/", "--budget", "2400ms", "--quick",
        ]
        let plan = try Plan(
            Selection(OptionParser(Selection.options).parse(arguments), defaults: .selfTest))
        guard plan.groups.count == 1 else {
            let groups = plan.groups.map { "\($0.input.id) with \($0.n) items" }.joined(separator: ", ")
            throw UsageError("'selftest' takes one dataset of one size, got \(groups)")
        }
        return plan
    }

    /// The one strategy that a name stands for.
    private static func strategy(_ name: String) throws(UsageError) -> CacheStrategy {
        let chosen = try CacheStrategy.choose(name.split(separator: ",").map(String.init), default: [])
        guard chosen.count == 1 else {
            throw UsageError("option '--strategy': got '\(name)', expected one strategy, which is compared with itself")
        }
        return chosen[0]
    }

    private static func count(_ options: ParsedOptions, _ name: String, _ normal: Int) throws(UsageError) -> Int {
        try options.value(name, as: ArgumentValue.count(of: "trials", from: 0...1_000_000)) ?? normal
    }
}
