import BenchmarkKit
import CollectionLayout
import Workloads

/// Sets a pair of strategies up on a case: each time from scratch, in memory of their own.
struct PairBench {
    let content: Content
    let item: PairCase
    let seed: UInt64
    let isQuick: Bool
    /// What a case of edits applies; nil of others.
    private let edits: EditCycle?
    /// The part of its time by which a candidate takes longer.
    private var burden = 0.0

    /// - Returns: Nil if the content has not what the edits of the case take, sections or room; no other case takes anything.
    init?(_ item: PairCase, content: Content, selection: Selection) throws {
        self.item = item
        self.content = content
        seed = selection.seed
        isQuick = selection.isQuick
        guard case .update(let update) = item.kind else {
            edits = nil
            return
        }
        var follower = IncrementalCache()
        try follower.prepare(content)
        guard let edits = EditCycle(update.edit, of: content, seed: seed, frame: follower.frame),
            try LayoutError.ifItFits({ try edits.changes.map { try follower.apply($0) } }) != nil
        else { return nil }
        self.edits = edits
    }

    /// The same case where a candidate takes a part longer, for tests of the harness itself.
    func adding(_ burden: Double) -> PairBench {
        var bench = self
        bench.burden = burden
        return bench
    }

    /// A prepared candidate, with the time that is added to it.
    func candidate(_ strategy: CacheStrategy) throws -> Candidate {
        let subject = strategy.subject()
        try subject.prepare(content)
        return try candidate(of: subject)
    }

    /// A candidate of a subject that has prepared the content, and may have been timed on other cases since.
    ///
    /// - Parameter isReference: Whether no time is added to it.
    func candidate(of subject: any Subject, isReference: Bool = false) throws -> Candidate {
        let candidate: Candidate
        switch item.kind {
        case .prepare:
            PeakMemory.keepFreedMemory()
            candidate = subject.prepareCandidate(content)
        case .firstQuery:
            candidate = subject.firstQueryCandidate(content, FirstQuery.viewport)
        case .query(let query):
            candidate = subject.queryCandidate(
                Replay(viewports: try viewports(query, subject)), through: query.effects
            ).without(QueryOverhead.nanoseconds)
        case .update:
            try subject.prepare(content)
            candidate = edits!.candidate(subject)
        }
        return isReference ? candidate : loaded(candidate)
    }

    private func viewports(_ query: Plan.Query, _ subject: any Subject) throws -> [Rect] {
        let frames = isQuick ? QueryCheck.quickFrames : QueryCheck.frames
        return query.scroll.make(subject.contentSize, frames, seed)
    }

    /// The floor that reports compare the case with, in nanoseconds per operation; nil where it has none, or no room.
    ///
    /// - Parameter strategy: Tells how much is found.
    func floor(_ strategy: CacheStrategy) throws -> Double? {
        guard let floor = item.floor, item.group.fitsFrames else { return nil }
        let candidates: [Candidate]
        if case .query(let query) = item.kind {
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
        } else {
            candidates = MemoryFloors(count: item.group.n, valueCount: 0).candidates
        }
        var plan = SamplingPlan()
        plan.budget = .milliseconds(50)
        plan.seed = seed
        return InterleavedSampler(plan: plan).sample(candidates.filter { $0.name == floor.id }).summary(of: floor.id)?
            .median
    }

    /// A candidate that takes a part longer, whatever its operations are: more of them would be of one place of a scroll.
    private func loaded(_ candidate: Candidate) -> Candidate {
        guard burden > 0 else { return candidate }
        let (burden, time) = (burden, SystemTimeSource())
        return Candidate(
            name: candidate.name, overhead: candidate.overhead, cycle: candidate.cycle, relocate: candidate.relocate
        ) { first, count in
            let start = time.wallNanoseconds()
            let result = candidate.run(first, count)
            let elapsed = time.wallNanoseconds() - start
            let end = start + elapsed + UInt64(Double(elapsed) * burden)
            while time.wallNanoseconds() < end {}
            return result
        }
    }
}
