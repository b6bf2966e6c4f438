import BenchmarkKit
import CollectionLayout

/// Compares strategies with a reference on all cases of a plan.
struct StrategyComparison {
    let plan: Plan
    let reference: CacheStrategy
    let tolerance: Double
    /// The part of work that is added to all candidates, for tests of the harness itself.
    var burden = 0.0
    /// Whether the reference is a candidate, too: then it is compared with itself.
    var includesReference = false
    /// Whether the floors of the cases are measured as well.
    var includesFloors = false
    /// Tells a run from others of the same seed.
    var attempt = 0

    /// A first look takes no more blocks than this.
    static let mostBlocks = 400

    private var cases: [PairCase] {
        plan.groups.flatMap(PairCase.all).filter { item in
            item.isCompared && item.strategies.contains { $0.id == reference.id } && !candidates(item).isEmpty
        }
    }

    private func candidates(_ item: PairCase) -> [CacheStrategy] {
        item.strategies.filter { includesReference || $0.id != reference.id }
    }

    /// How many rows there will be.
    var count: Int { cases.reduce(0) { $0 + candidates($1).count } }

    /// Why there are none.
    var nothingToCompare: any Error {
        if let skipped = plan.groups.flatMap(\.skipped).first {
            return InputError("there is nothing to compare: skipped \(skipped.reason)", exitCode: .inconclusive)
        }
        let absent = plan.selection.strategies.map(\.id).filter { id in
            !plan.groups.contains { $0.strategies.contains { $0.id == id } }
        }
        return UsageError(
            "there is nothing to compare: the options select no case "
                + (absent.isEmpty
                    ? "that \(reference.id) has in common with another strategy"
                    : "of \(absent.joined(separator: ", "))"))
    }

    /// Measures all rows but of edits that a content has not what it takes for; `emit` gets each.
    func run(progress: ProgressLine? = nil, emit: (Comparison) throws -> Void) throws {
        let cases = cases
        let rule = TimeRule(tolerance: tolerance, rows: max(count, 1))
        // A row takes 4 first looks at most, and as much again for the confirmation; most end early.
        let look = plan.selection.budget / (3 * max(count + cases.count, 1))
        var laidOut: (dataset: String, n: Int, content: Content)?
        for item in cases {
            let group = item.group
            if laidOut == nil || laidOut!.dataset != group.input.id || laidOut!.n != group.n {
                laidOut = (group.input.id, group.n, try group.input.make(group.n, plan.selection.seed))
            }
            let content = laidOut!.content
            guard let control = try PairBench(item, content: content, selection: plan.selection) else {
                progress?.advance(by: candidates(item).count)
                continue
            }
            progress?.begin("\(group.input.id), n = \(group.n): \(item.place("").title)")
            let bench = try control.adding(burden)
            let null = try nullControl(control, rule, look)
            let floor = includesFloors ? try control.floor(reference) : nil
            for (index, strategy) in candidates(item).enumerated() {
                // A case has one row of the reference, however many are compared with it.
                let tellsReference = index == 0 && !includesReference
                try emit(try compare(bench, strategy, rule, look, null, floor, tellsReference: tellsReference))
                progress?.advance()
            }
        }
        progress?.clear()
    }

    private func nullControl(_ bench: PairBench, _ rule: TimeRule, _ look: Duration) throws -> RatioEstimate {
        let sampler = try bench.sampler(reference, reference, attempt: 3 * attempt)
        return RatioEstimate(
            try sampler.blocks(blockCount(sampler, look, rule)), unit: .block, confidence: rule.confidence)
    }

    private func compare(
        _ bench: PairBench, _ strategy: CacheStrategy, _ rule: TimeRule, _ look: Duration, _ null: RatioEstimate,
        _ floor: Double?, tellsReference: Bool
    ) throws -> Comparison {
        var isConfirming = false
        var sampler = try bench.sampler(reference, strategy, attempt: 3 * attempt + 1)
        let first = sampler
        let comparison = SequentialComparison(
            rule: rule, unit: .block, firstCount: blockCount(sampler, look, rule))
        let decision = try comparison.decide {
            if isConfirming { sampler = try bench.sampler(reference, strategy, attempt: 3 * attempt + 2) }
            isConfirming = true
            return { [sampler] count in try sampler.blocks(count) }
        }
        let nullVerdict = rule.verdict(of: null)
        return Comparison(
            place: bench.item.place(strategy.id), decision: decision, null: null, tolerance: tolerance,
            median: Statistics.median(first.wall[1]),
            reference: tellsReference ? (bench.item.place(reference.id), Statistics.median(first.wall[0])) : nil,
            cpuShare: first.cpuShare, isNullTripped: nullVerdict.isDifference, floor: floor)
    }

    private func blockCount(_ sampler: PairSampler, _ look: Duration, _ rule: TimeRule) -> Int {
        max(rule.fewestUnits, min(sampler.count(in: look), Self.mostBlocks))
    }
}
