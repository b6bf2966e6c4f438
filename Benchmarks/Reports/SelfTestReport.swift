import BenchmarkKit
import Foundation

/// How often the gate raised an alarm, with bounds: where nothing changed, and where something did.
struct SelfTestReport {
    let outcomes: [SelfTest.Outcome]

    /// The outcomes of one gate with one truth.
    struct Line: Equatable {
        let gate: String
        let injected: String
        let trials: Int
        let alarms: Int
        let undecided: Int
        /// Clopper and Pearson's 95 % bounds of the rate of alarms.
        var bounds: ProportionInterval { .clopperPearson(alarms, of: trials) }
        /// Wilson's, which are narrower.
        var likely: ProportionInterval { .wilson(alarms, of: trials) }
        /// Whether nothing was changed.
        var isControl: Bool { injected == "0 %" || injected == "nothing" }
    }

    /// In the order in which they were first seen.
    var lines: [Line] {
        outcomes.grouped { [$0.gate, $0.injected] }.map { key, group in
            Line(
                gate: key[0], injected: key[1], trials: group.count, alarms: group.count { $0.answer == .alarm },
                undecided: group.count { $0.answer == .undecided })
        }
    }

    var table: Table {
        var table = Table([
            Table.Column("gate"), Table.Column("added", .right), Table.Column("trials", .right),
            Table.Column("alarms", .right), Table.Column("rate", .right), Table.Column("Clopper–Pearson 95 %", .right),
            Table.Column("Wilson 95 %", .right), Table.Column("undecided", .right),
        ])
        for line in lines {
            table.append([
                line.gate, line.injected, String(line.trials), String(line.alarms),
                Quantity.percent(Double(line.alarms) / Double(line.trials), decimals: 1), Self.range(line.bounds),
                Self.range(line.likely), String(line.undecided),
            ])
        }
        return table
    }

    let legend = """

        Alarms where nothing (0 %) was added are false; where something was, they are detections. A trial runs the whole
        gate: set-up from scratch, null control, looks, confirmation. 'all' is a trial as a whole: any of its cases.

        """

    /// False alarms are counted as regressed; 7 where they are more frequent than 1 % beyond doubt, 3 where an exact gate
    /// missed what was added.
    var resultLine: ResultLine {
        let controls = lines.filter { $0.isControl }
        let isBlind = lines.contains { !$0.isControl && $0.gate == "exact" && $0.alarms + $0.undecided < $0.trials }
        var line = ResultLine()
        line.regressed = controls.reduce(0) { $0 + ($1.gate.hasSuffix(" all") || $1.gate == "exact" ? $1.alarms : 0) }
        line.undecided = lines.reduce(0) { $0 + $1.undecided }
        line.ok = outcomes.count - line.undecided - line.regressed
        line.exit =
            isBlind ? .jobFailed : controls.contains { $0.bounds.lower > 0.01 } ? .inconclusive : .success
        return line
    }

    private static func range(_ interval: ProportionInterval) -> String {
        "\(Quantity.percent(interval.lower, decimals: 1)) … \(Quantity.percent(interval.upper, decimals: 1))"
    }

    /// The name of a file of outcomes: `selftest_20260131T235959Z.csv`.
    static func fileName(time: Date) -> String { "selftest_\(Timestamp.basic(time)).csv" }

    /// Whether a path names a file of outcomes, which stands among the result files of a folder.
    static func isNamed(_ path: String) -> Bool {
        URL(fileURLWithPath: path).lastPathComponent.wholeMatch(of: /selftest_[0-9]{8}T[0-9]{6}Z\.csv/) != nil
    }

    /// The outcomes as CSV.
    static let columns = ["gate", "added", "trial", "answer", "ratio"]

    static func fields(_ outcome: SelfTest.Outcome) -> [String] {
        [
            outcome.gate, outcome.injected, String(outcome.trial), outcome.answer.rawValue,
            outcome.ratio.map(CSV.number) ?? "",
        ]
    }

    /// The outcomes of a file's whole trials, and which they are: the last trial may have been cut off.
    ///
    /// - Throws: `FileError` or `CSVError` where it is no file of outcomes.
    static func read(_ path: String) throws -> (outcomes: [SelfTest.Outcome], trials: Set<SelfTest.Trial>) {
        var outcomes: [SelfTest.Outcome] = []
        var trials: Set<SelfTest.Trial> = []
        var whole = 0
        for record in try RowFile.records(path, columns: columns) {
            let outcome = SelfTest.Outcome(
                gate: record.text("gate"), injected: record.text("added"), trial: try record.integer("trial"),
                answer: try record.choice("answer"),
                ratio: record.text("ratio").isEmpty ? nil : try record.number("ratio"))
            outcomes.append(outcome)
            guard outcome.gate == "exact" || outcome.gate.hasSuffix(" all") else { continue }
            whole = outcomes.count
            let gate = outcome.gate.prefix { $0 != " " }
            trials.insert(SelfTest.Trial(gate: String(gate), injected: outcome.injected, number: outcome.trial))
        }
        return (Array(outcomes[..<whole]), trials)
    }
}
