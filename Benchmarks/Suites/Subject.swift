import BenchmarkKit
import CollectionLayout
import Workloads

/// A prepared cache under test, its type forgotten: the type is known again inside each method, so that no call within
/// a timed loop goes through an existential.
protocol Subject: AnyObject {
    var id: String { get }
    var content: Content { get }
    var contentSize: Size { get }
    var elementCount: Int { get }
    /// Whether everything is laid out.
    var isComplete: Bool { get }
    func frame(of id: ElementID) -> Rect?
    /// Prepares the content in a cache of nothing.
    func prepare(_ content: Content) throws(LayoutError)
    /// Prepares the content in a cache of nothing, so that a viewport can be queried.
    func prepare(_ content: Content, showing viewport: Rect) throws(LayoutError)
    /// Answers all viewports, through effects if there are any, and counts what the queries do if asked to.
    func answers(
        to replay: Replay, through effects: EffectLayer?, counting: Bool
    ) throws(LayoutError) -> Replay.Answers
    /// Applies changes as one edit and answers the viewport.
    func answer(_ viewport: Rect, after changes: [Change]) throws(LayoutError) -> UInt64
    /// How the answer to a viewport differs from another cache's.
    func difference(from oracle: any AttributeCache, in viewport: Rect) -> Difference?
    /// Prepares again and again.
    func prepareCandidate(_ content: Content) -> Candidate
    /// Prepares again and again, and answers the viewport each time.
    func firstQueryCandidate(_ content: Content, _ viewport: Rect) -> Candidate
    /// Answers the viewports in turn, through effects if there are any.
    func queryCandidate(_ replay: Replay, through effects: EffectLayer?) -> Candidate
    /// Applies the edits in turn, each of one change or more and followed by the query of its viewport; a sample has all of them.
    func updateCandidate(_ edits: [[Change]], _ viewports: [Rect]) -> Candidate
    /// A copy of the cache.
    var copy: any AttributeCache { get }
}

extension Subject {
    /// The first of some viewports, so many that all of them together test and visit no more than `work`, but `fewest` in
    /// any case: linear scans get fewer. A few counted queries tell.
    func affordable(
        _ viewports: [Rect], through effects: EffectLayer?, work: Int, fewest: Int
    ) throws(LayoutError) -> [Rect] {
        let sample = try answers(to: Replay(viewports: Array(viewports.prefix(4))), through: effects, counting: true)
        let each = (sample.counts.elementsTested + sample.counts.nodesVisited) / max(sample.checksums.count, 1) + 1
        return Array(viewports.prefix(max(work / each, fewest)))
    }
}

extension CacheStrategy {
    /// An empty cache of the strategy, to be prepared.
    func subject() -> any Subject {
        func open<Cache: AttributeCache>(_ cache: Cache) -> any Subject { PreparedCache(id: id, cache) }
        return open(make())
    }
}

/// A cache of a known type with a buffer of its own.
///
/// Nobody else has it meanwhile: to check that for each operation took half of what the harness costs an edit.
private final class PreparedCache<Cache: AttributeCache>: Subject {
    let id: String
    @exclusivity(unchecked) var cache: Cache
    @exclusivity(unchecked) var hits = HitBuffer()
    var attributes = AttributesBuffer()
    /// From so many places in memory queries are timed in turn, unless they find more than so many elements each: then it makes no
    /// difference where a few lines lie, and buffers at all places would be large.
    private static var placeCount: Int { 16 }
    private static var mostHits: Int { 512 }
    /// Which of the edits that are timed comes next.
    @exclusivity(unchecked) private var nextEdit = 0

    init(id: String, _ cache: Cache) {
        self.id = id
        self.cache = cache
    }

    var content: Content { cache.content }
    var contentSize: Size { cache.contentSize }
    var elementCount: Int { cache.elementCount }
    var isComplete: Bool { cache.isComplete }
    var copy: any AttributeCache { cache }

    func frame(of id: ElementID) -> Rect? { cache.frame(of: id) }

    func prepare(_ content: Content) throws(LayoutError) { try cache.prepare(content) }

    func prepare(_ content: Content, showing viewport: Rect) throws(LayoutError) {
        try cache.prepare(content, showing: viewport)
    }

    func answers(
        to replay: Replay, through effects: EffectLayer?, counting: Bool
    ) throws(LayoutError) -> Replay.Answers {
        if let effects { return replay.checksums(of: cache, through: effects, counting: counting) }
        return try replay.checksums(of: &cache, counting: counting)
    }

    func answer(_ viewport: Rect, after changes: [Change]) throws(LayoutError) -> UInt64 {
        try Self.apply(changes, to: &cache, viewport, &hits)
        return hits.checksum
    }

    func difference(from oracle: any AttributeCache, in viewport: Rect) -> Difference? {
        Difference(between: cache, and: oracle, in: viewport)
    }

    func prepareCandidate(_ content: Content) -> Candidate {
        Candidate(name: id) { [self] _, count in
            var sum: UInt64 = 0
            for _ in 0..<count {
                mustTake { try cache.prepare(content) }
                sum &+= UInt64(cache.elementCount)
            }
            return sum
        }
    }

    func firstQueryCandidate(_ content: Content, _ viewport: Rect) -> Candidate {
        Candidate(name: id) { [self] _, count in
            var sum: UInt64 = 0
            for _ in 0..<count {
                mustTake { try cache.prepare(content, showing: viewport) }
                hits.removeAll()
                cache.query(viewport, into: &hits)
                sum &+= UInt64(hits.count)
            }
            return sum
        }
    }

    func queryCandidate(_ replay: Replay, through effects: EffectLayer?) -> Candidate {
        // A few tell, as each may be a scan of all elements.
        let sample = stride(from: 0, to: replay.viewports.count, by: max(replay.viewports.count / 4, 1))
        let placeCount = sample.contains { run(replay, $0, 1) > Self.mostHits } ? 1 : Self.placeCount
        // They share the large memory, which nobody changes meanwhile.
        let copies = (0..<placeCount).map { _ in PreparedCache(id: id, cache) }
        var place = 0
        func relocate() { place = (place + 1) % placeCount }
        if let effects {
            return Candidate(name: id, relocate: relocate) { first, count in
                copies[place].run(replay, through: effects, first, count)
            }
        }
        return Candidate(name: id, relocate: relocate) { first, count in copies[place].run(replay, first, count) }
    }

    private func run(_ replay: Replay, _ first: Int, _ count: Int) -> UInt64 {
        replay.run(first: first, count: count, on: cache, into: &hits)
    }

    private func run(_ replay: Replay, through effects: EffectLayer, _ first: Int, _ count: Int) -> UInt64 {
        replay.run(first: first, count: count, on: cache, through: effects, into: &attributes)
    }

    /// Applies a change and finds what a viewport shows.
    ///
    /// By reference: to query a property of an object copies the cache, which takes longer than the query.
    private static func apply(
        _ change: Change, to cache: inout Cache, _ viewport: Rect, _ hits: inout HitBuffer
    ) throws(LayoutError) {
        try cache.apply(change)
        hits.removeAll()
        cache.query(viewport, into: &hits)
    }

    /// The same with several changes in one edit.
    private static func apply(
        _ changes: [Change], to cache: inout Cache, _ viewport: Rect, _ hits: inout HitBuffer
    ) throws(LayoutError) {
        try cache.apply(changes)
        hits.removeAll()
        cache.query(viewport, into: &hits)
    }

    func updateCandidate(_ edits: [[Change]], _ viewports: [Rect]) -> Candidate {
        let single = edits.allSatisfy { $0.count == 1 }
        return single
            ? updateCandidate(edits.flatMap(\.self), viewports) { try Self.apply($0, to: &$1, $2, &$3) }
            : updateCandidate(edits, viewports) { try Self.apply($0, to: &$1, $2, &$3) }
    }

    @inline(__always)
    private func updateCandidate<Edit>(
        _ edits: [Edit], _ viewports: [Rect],
        apply: @escaping (Edit, inout Cache, Rect, inout HitBuffer) throws -> Void
    ) -> Candidate {
        // Edits that take each other back must be applied in turn, whichever operations are asked for.
        nextEdit = 0
        return Candidate(name: id, cycle: edits.count) { [self] _, count in
            var sum: UInt64 = 0
            for _ in 0..<count {
                mustTake { try apply(edits[nextEdit], &cache, viewports[nextEdit], &hits) }
                nextEdit = nextEdit + 1 == edits.count ? 0 : nextEdit + 1
                sum &+= UInt64(hits.count)
            }
            return sum
        }
    }
}
