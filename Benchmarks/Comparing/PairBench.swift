import BenchmarkKit
import CollectionLayout
import Workloads

/// A case on which strategies are compared: prepare, the first query, the queries of a scroll, or an edit.
struct PairCase {
    enum Kind {
        case prepare
        case firstQuery
        case query(Plan.Query)
        case update(Plan.Update)
    }

    let group: Plan.Group
    let kind: Kind
    /// The strategies of the case, the reference first where it takes part.
    let strategies: [CacheStrategy]

    var phase: String {
        switch kind {
        case .prepare: "prepare"
        case .firstQuery: "first-query"
        case .query(let query): query.phase
        case .update: "update"
        }
    }

    var trace: String {
        switch kind {
        case .prepare, .firstQuery: ""
        case .query(let query): query.scroll.id
        case .update(let update): update.edit.id
        }
    }

    /// Whether strategies are compared on it; of the others what they do is counted.
    var isCompared: Bool {
        switch kind {
        case .prepare, .query: true
        case .firstQuery: false
        case .update(let update): update.isTimed
        }
    }

    func place(_ strategy: String) -> Recorder.Place {
        Recorder.Place(group: group, strategy: strategy, trace: trace, phase: phase)
    }

    /// Whether a content has what the edits of the case need, sections and room; other cases need nothing.
    func isPossible(in content: Content, seed: UInt64) throws -> Bool {
        guard case .update(let update) = kind else { return true }
        let changes = UpdateCase.cycle(update.edit, of: content, seed: seed)
        var follower = IncrementalCache()
        try follower.prepare(content)
        guard UpdateCase.viewport(changes.first, in: content, frame: follower.frame) != nil else { return false }
        return try changes.allSatisfy { edit in try LayoutError.ifItFits { try follower.apply(edit) } != nil }
    }

    /// The cases of a group, in order.
    static func all(_ group: Plan.Group) -> [PairCase] {
        [Kind.prepare, .firstQuery].map { PairCase(group: group, kind: $0, strategies: group.prepare) }
            + group.queries.map { PairCase(group: group, kind: .query($0), strategies: $0.strategies) }
            + group.updates.map { PairCase(group: group, kind: .update($0), strategies: $0.strategies) }
    }
}

/// Sets a pair of strategies up on a case: each time from scratch, in memory of their own.
struct PairBench {
    let content: Content
    /// What a candidate prepares: more than the content where more work is injected.
    let candidateContent: Content
    let item: PairCase
    let seed: UInt64
    let isQuick: Bool
    /// The part of work added to the candidate, for tests of the harness itself.
    let burden: Double

    init(_ item: PairCase, content: Content, selection: Selection, burden: Double = 0) throws {
        self.item = item
        self.content = content
        self.burden = burden
        seed = selection.seed
        isQuick = selection.isQuick
        let isLarger = burden > 0 && item.phase == "prepare"
        let count = Double(item.group.n) * (1 + burden)
        candidateContent = isLarger ? try item.group.input.make(Int(count.rounded()), selection.seed) : content
    }

    /// Prepares both and calibrates them. Attempts draw other orders and other operations.
    func sampler(_ reference: CacheStrategy, _ candidate: CacheStrategy, attempt: Int) throws -> PairSampler {
        var plan = SamplingPlan()
        plan.seed = seed &+ UInt64(attempt) &* 0x9E37_79B9
        return PairSampler(
            try self.candidate(reference, content), try self.candidate(candidate), plan: plan)
    }

    /// A prepared candidate with the work that is added to it.
    func candidate(_ strategy: CacheStrategy) throws -> Candidate {
        loaded(try candidate(strategy, candidateContent))
    }

    private func candidate(_ strategy: CacheStrategy, _ content: Content) throws -> Candidate {
        let subject = strategy.subject()
        try subject.prepare(content)
        switch item.kind {
        case .prepare:
            PeakMemory.keepFreedMemory()
            return subject.prepareCandidate(content)
        case .firstQuery:
            return subject.firstQueryCandidate(content, FirstQuery.viewport)
        case .query(let query):
            return subject.queryCandidate(Replay(viewports: try viewports(query, subject)), through: query.effects)
                .without(QueryOverhead.nanoseconds)
        case .update(let update):
            let changes = UpdateCase.cycle(update.edit, of: content, seed: seed)
            guard let viewport = UpdateCase.viewport(changes.first, in: content, frame: subject.frame) else {
                throw InputError("\(item.group.input.id): there is nothing to edit as '\(update.edit.id)' does")
            }
            return subject.updateCandidate(changes, changes.map { _ in viewport })
        }
    }

    private func viewports(_ query: Plan.Query, _ subject: any Subject) throws -> [Rect] {
        let frames = isQuick ? QueryCheck.quickFrames : QueryCheck.frames
        let viewports = query.scroll.make(subject.contentSize, frames, seed)
        guard !viewports.isEmpty else { throw InputError("\(query.scroll.id): there are no viewports") }
        return viewports
    }

    /// The floor that reports compare the case with, in nanoseconds per operation; nil where it has none.
    ///
    /// - Parameter strategy: Tells how much is found.
    func floor(_ strategy: CacheStrategy) throws -> Double? {
        let floor: Floor
        var candidates: [Candidate] = []
        switch item.kind {
        case .prepare:
            floor = .fill
            candidates = MemoryFloors(count: item.group.n, valueCount: 0).candidates
        case .query(let query) where query.effects == nil:
            floor = .miss
            let subject = strategy.subject()
            try subject.prepare(content)
            let viewports = try viewports(query, subject)
            let sample = min(viewports.count, 64)
            let found = subject.queryCandidate(Replay(viewports: viewports), through: nil).run(0, sample)
            candidates =
                QueryFloors(
                    viewports, length: subject.contentSize.height, itemCount: item.group.n,
                    hitCount: Int(found) / sample
                ).candidates
        case .firstQuery, .query, .update: return nil
        }
        var plan = SamplingPlan()
        plan.budget = .milliseconds(50)
        plan.seed = seed
        return InterleavedSampler(plan: plan).sample(candidates.filter { $0.name == floor.id }).summary(of: floor.id)?
            .median
    }

    /// A candidate that executes a part more of the same operations.
    private func loaded(_ candidate: Candidate) -> Candidate {
        guard burden > 0, item.phase != "prepare" else { return candidate }
        let burden = burden
        return Candidate(name: candidate.name, overhead: candidate.overhead, cycle: candidate.cycle) { first, count in
            candidate.run(first, count + Int((Double(count) * burden).rounded()))
        }
    }
}
