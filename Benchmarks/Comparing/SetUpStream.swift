import BenchmarkKit
import CollectionLayout
import Workloads

/// Log ratios of a strategy over a reference on the cases of a content, from pairs that are set up anew, in random order and in
/// other memory.
///
/// A unit is one pair, of which each case has the median of some ABBA blocks: where its memory lies makes a set-up some per cent
/// faster or slower than another one as long as it lives, which no number of its blocks tells. All rows read the same units, for
/// setting up may take longer than all their blocks.
final class SetUpStream {
    private let benches: [PairBench]
    private let content: Content
    private let reference: CacheStrategy
    private let candidate: CacheStrategy
    /// How long the blocks of a case take in a unit.
    private let budget: Duration
    private let plan: SamplingPlan
    private var random: SplitMix64
    /// What is allocated between the pairs, so that the next one does not get the places of a former one.
    private var gaps: [[UInt8]] = []
    private var pair: [any Subject] = []
    private var samplers: [Lane.Key: PairSampler] = [:]
    /// Rows that need no more units.
    private var decided: Set<Lane.Key> = []
    private lazy var stream = UnitStream { [unowned self] in try unit() }

    /// No more blocks of a case in a unit than this.
    private static let mostBlocks = 25

    /// - Parameters:
    ///   - benches: The cases that both take part in.
    ///   - budget: How long the blocks of a case take in a unit, about.
    ///   - seed: What orders and operations are drawn from.
    init(
        _ benches: [PairBench], of content: Content, _ reference: CacheStrategy, _ candidate: CacheStrategy,
        budget: Duration, seed: UInt64
    ) {
        self.benches = benches
        self.content = content
        self.reference = reference
        self.candidate = candidate
        self.budget = budget
        var plan = SamplingPlan()
        plan.seed = seed
        self.plan = plan
        random = SplitMix64(seed: seed)
    }

    /// A case's log ratios, candidate over reference, from the first unit on.
    func source(_ item: PairCase) -> SequentialComparison.Source {
        let key = key(item)
        let source = stream.source { $0[key]! }
        return { [self] count in
            defer { pair = [] }
            return try source(count)
        }
    }

    /// The samples of a case so far.
    func sampler(_ item: PairCase) -> PairSampler { samplers[key(item)]! }

    /// Measures no more of a case.
    func end(_ item: PairCase) { decided.insert(key(item)) }

    private func key(_ item: PairCase) -> Lane.Key { Lane.Key(item.place(candidate.id)) }

    private func unit() throws -> [Lane.Key: Double] {
        gaps += (0..<64).map { _ in Array(repeating: 0, count: Int.random(in: 1...4096, using: &random)) }
        pair = try setUp()
        var ratios: [Lane.Key: Double] = [:]
        for bench in benches where !decided.contains(key(bench.item)) {
            let sampler = try sampler(of: bench)
            let count = min(max(sampler.count(in: budget), 1), Self.mostBlocks)
            ratios[key(bench.item)] = Statistics.median(sampler.blocks(count))
            // Copies that queries were timed on would keep what the next case writes to.
            sampler.release()
        }
        return ratios
    }

    /// Prepares both. The former pair lives until they are, so that they do not get its memory.
    private func setUp() throws -> [any Subject] {
        let pair = [reference.subject(), candidate.subject()]
        for lane in order() { try pair[lane].prepare(content) }
        return pair
    }

    /// The sampler of a case, with candidates of the present pair.
    private func sampler(of bench: PairBench) throws -> PairSampler {
        var candidates: [Int: Candidate] = [:]
        for lane in order() { candidates[lane] = try bench.candidate(of: pair[lane], isReference: lane == 0) }
        if let sampler = samplers[key(bench.item)] {
            sampler.exchange(candidates[0]!, candidates[1]!)
            return sampler
        }
        let sampler = PairSampler(candidates[0]!, candidates[1]!, plan: plan)
        samplers[key(bench.item)] = sampler
        return sampler
    }

    /// Who comes first gets what memory the former pairs have left first.
    private func order() -> [Int] { Bool.random(using: &random) ? [0, 1] : [1, 0] }
}
