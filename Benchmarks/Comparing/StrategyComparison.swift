import BenchmarkKit
import CollectionLayout

/// Compares strategies with a reference on all cases of a plan.
struct StrategyComparison {
    let plan: Plan
    let reference: CacheStrategy
    let tolerance: Double
    /// The part of their time by which all candidates take longer, for tests of the harness itself.
    var burden = 0.0
    /// Whether the reference is a candidate, too: then it is compared with itself.
    var includesReference = false
    /// Whether the floors of the cases are measured as well.
    var includesFloors = false
    /// Tells a run from others of the same seed.
    var attempt = 0

    /// How many units the first look takes at least: more where the confidence of so many rows asks for more.
    static let leastFirstCount = 12

    private func cases(_ group: Plan.Group) -> [PairCase] {
        PairCase.all(group).filter { item in
            item.isCompared && item.strategies.contains { $0.id == reference.id } && !candidates(item).isEmpty
        }
    }

    private func candidates(_ item: PairCase) -> [CacheStrategy] {
        item.strategies.filter { includesReference || $0.id != reference.id }
    }

    private var cases: [PairCase] { plan.groups.flatMap(cases) }

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
        let rule = TimeRule(tolerance: tolerance, rows: max(count, 1))
        let comparison = SequentialComparison(rule: rule, firstCount: max(Self.leastFirstCount, rule.fewestUnits))
        // A row takes 4 first looks at most, and as much again for the confirmation; most end early.
        let budget = plan.selection.budget / (3 * max(count + cases.count, 1) * comparison.firstCount)
        for group in plan.groups {
            let cases = cases(group)
            guard !cases.isEmpty else { continue }
            let content = try group.input.make(group.n, plan.selection.seed)
            let controls = try cases.compactMap { item in
                let bench = try PairBench(item, content: content, selection: plan.selection)
                if bench == nil { progress?.advance(by: candidates(item).count) }
                return bench
            }
            let benches = controls.map { $0.adding(burden) }
            func stream(_ strategy: CacheStrategy, _ benches: [PairBench], _ number: Int) -> SetUpStream {
                SetUpStream(
                    benches, of: content, reference, strategy, budget: budget,
                    seed: plan.selection.seed &+ UInt64(3 * attempt + number) &* 0x9E37_79B9)
            }
            let nulls = stream(reference, controls, 0)
            let streams = Dictionary(
                uniqueKeysWithValues: group.strategies.map { strategy in
                    let own = benches.filter { bench in candidates(bench.item).contains { $0.id == strategy.id } }
                    return (strategy.id, (1...2).map { stream(strategy, own, $0) })
                })
            for (bench, control) in zip(benches, controls) {
                let item = bench.item
                progress?.begin("\(group.input.id), n = \(group.n): \(item.place("").title)")
                let null = RatioEstimate(try nulls.source(item)(comparison.firstCount), confidence: rule.confidence)
                let floor = includesFloors ? try control.floor(reference) : nil
                for (index, strategy) in candidates(item).enumerated() {
                    // A case has one row of the reference, however many are compared with it.
                    let tellsReference = index == 0 && !includesReference
                    try emit(
                        compare(
                            item, strategy, comparison, streams[strategy.id]!, null, floor,
                            tellsReference: tellsReference))
                    progress?.advance()
                }
            }
        }
        progress?.clear()
    }

    /// - Parameter streams: The measurement and its confirmation.
    private func compare(
        _ item: PairCase, _ strategy: CacheStrategy, _ comparison: SequentialComparison, _ streams: [SetUpStream],
        _ null: RatioEstimate, _ floor: Double?, tellsReference: Bool
    ) throws -> Comparison {
        let decision = try comparison.decide(streams[0].source(item), confirmedBy: streams[1].source(item))
        for stream in streams { stream.end(item) }
        let sampler = streams[0].sampler(item)
        return Comparison(
            place: item.place(strategy.id), decision: decision, null: null, tolerance: tolerance,
            median: Statistics.median(sampler.wall[1]),
            reference: tellsReference ? (item.place(reference.id), Statistics.median(sampler.wall[0])) : nil,
            cpuShare: sampler.cpuShare, isNullTripped: comparison.rule.verdict(of: null).isDifference, floor: floor)
    }
}
