import BenchmarkKit
import CollectionLayout

/// Trials of the whole gate with a known truth: nothing changed, or work was added on purpose.
struct SelfTest {
    /// What was tried and what the gate said.
    struct Outcome: Equatable {
        enum Answer: String, CaseIterable {
            /// A confirmed difference.
            case alarm
            /// No difference.
            case quiet
            /// The gate did not tell, or only for information.
            case undecided
        }

        /// `compare fling`, `ab fling`, `exact allocation`.
        let gate: String
        /// What was added: `0 %`, `5 %`, `an allocation`.
        let injected: String
        let trial: Int
        let answer: Answer
        /// The measured ratio; nil for exact metrics.
        let ratio: Double?
    }

    /// What tells a trial from others.
    struct Trial: Hashable {
        /// `compare`, `ab` or `exact`.
        let gate: String
        let injected: String
        let number: Int
    }

    let plan: Plan
    let strategy: CacheStrategy
    let console: Console
    /// Trials that were made before the run was interrupted.
    var former: Set<Trial> = []

    /// Trials of `compare`, of which `burden` is the truth; `emit` gets the outcomes of each trial: one for each case, and
    /// last one for the trial as a whole.
    func compare(trials: Int, burden: Double, emit: ([Outcome]) throws -> Void) throws {
        for trial in left(of: trials, "compare", Self.title(burden)) {
            var comparison = StrategyComparison(plan: plan, reference: strategy, tolerance: 0.01)
            comparison.burden = burden
            comparison.includesReference = true
            comparison.attempt = trial * 101 + Int(burden * 1000)
            try emit(rows("compare", burden, trial) { try comparison.run(emit: $0) })
        }
    }

    /// Trials of `ab` with this program on both sides.
    func ab(trials: Int, burden: Double, emit: ([Outcome]) throws -> Void) throws {
        for trial in left(of: trials, "ab", Self.title(burden)) {
            var comparison = BuildComparison(plan: plan, head: Executable.path, base: Executable.path, tolerance: 0.03)
            comparison.seed = UInt64(trial)
            if burden > 0 { comparison.headArguments = ["--burden", String(burden)] }
            try emit(rows("ab", burden, trial) { try comparison.run(emit: $0) })
        }
    }

    private func rows(
        _ gate: String, _ burden: Double, _ trial: Int, _ run: ((Comparison) throws -> Void) throws -> Void
    ) throws -> [Outcome] {
        let injected = Self.title(burden)
        var outcomes: [Outcome] = []
        try run { row in
            let isDifference = row.verdict.isDifference
            let answer: Outcome.Answer =
                isDifference && !row.isAdvisory ? .alarm : row.verdict == .same ? .quiet : .undecided
            outcomes.append(
                Outcome(
                    gate: "\(gate) \(row.place.title)", injected: injected, trial: trial, answer: answer,
                    ratio: row.decision.estimate.ratio))
        }
        let answers = Set(outcomes.map(\.answer))
        let whole: Outcome.Answer =
            answers.contains(.alarm) ? .alarm : answers.contains(.undecided) ? .undecided : .quiet
        return outcomes + [Outcome(gate: "\(gate) all", injected: injected, trial: trial, answer: whole, ratio: nil)]
    }

    /// Trials of the exact gate: what a run counts, with and without an addition, against thresholds of a run without.
    func exact(trials: Int, _ injection: Injection?, emit: ([Outcome]) throws -> Void) throws {
        let injected = injection?.title ?? "nothing"
        let trials = left(of: trials, "exact", injected)
        guard !trials.isEmpty else { return }
        let metrics: Set<String> =
            switch injection {
            case .allocation: [Metric.allocations.id]
            case .instructions: [Metric.instructions.id]
            case .node: [Metric.nodesVisited.id]
            case nil: Set([Metric.nodesVisited, .allocations, .instructions].map(\.id))
            }
        let thresholds = try ThresholdFile().updating(with: counted(metrics, nil), path: "").file
        for trial in trials {
            let check = thresholds.check(try counted(metrics, injection))
            let regressed = check.verdicts.contains { $0.verdict == .regressed || $0.verdict == .improved }
            let isMeasured = check.verdicts.contains { $0.verdict == .ok } || regressed
            let answer: Outcome.Answer = regressed ? .alarm : isMeasured ? .quiet : .undecided
            try emit([Outcome(gate: "exact", injected: injected, trial: trial, answer: answer, ratio: nil)])
        }
    }

    /// The trials that are still to be made.
    private func left(of trials: Int, _ gate: String, _ injected: String) -> [Int] {
        (0..<trials).filter { !former.contains(Trial(gate: gate, injected: injected, number: $0)) }
    }

    private static func title(_ burden: Double) -> String { Quantity.percent(burden, decimals: 0) }

    private func counted(_ metrics: Set<String>, _ injection: Injection?) throws -> [ResultRow] {
        var selection = plan.selection
        selection.metrics = metrics
        selection.injection = injection
        let recorder = Recorder(arguments: [], seed: selection.seed, metrics: metrics)
        var rows: [ResultRow] = []
        try StrategySuite(
            plan: try Plan(selection), recorder: recorder, progress: ProgressLine(total: 1, isWanted: false),
            console: console
        ).run { rows += $0.rows }
        return rows
    }
}
