import CollectionLayout

/// A scroll to be replayed on caches: the one replay that tests and benchmarks share.
///
/// Generic functions take `some AttributeCache`; an `any AttributeCache` is opened once by the call, not once a query.
public struct Replay: Sendable {
    /// What is asked for, in layout space, frame after frame.
    public var viewports: [Rect]
    /// The edits that are applied before the query of a frame, by its index.
    public var edits: [Int: [Change]]

    /// Creates a replay.
    ///
    /// - Precondition: edits stand before frames that exist.
    public init(viewports: [Rect], edits: [Int: [Change]] = [:]) {
        precondition(
            edits.keys.allSatisfy(viewports.indices.contains), "an edit stands before a frame that does not exist")
        self.viewports = viewports
        self.edits = edits
    }

    /// A replay of a trace over a content of some size, in the bounds of the datasets.
    public init(
        _ trace: Trace, content: Size, viewport: Size = Dataset.bounds, frames: Int,
        seed: UInt64 = Dataset.defaultSeed
    ) {
        self.init(viewports: trace.make(content, viewport, frames, seed))
    }

    /// What a cache answered to a replay.
    public struct Answers: Hashable, Sendable {
        /// The checksum of each viewport's elements; see ``CollectionLayout/HitBuffer/checksum``.
        public internal(set) var checksums: [UInt64] = []
        /// The number of elements found for all viewports.
        public internal(set) var hitCount = 0
        /// The number of elements found for the viewport with the most.
        public internal(set) var largestHitCount = 0
        /// What the queries did; zero if it was not counted.
        public internal(set) var counts = QueryCounts()

        /// One number for all checksums, in their order.
        public var checksum: UInt64 {
            checksums.reduce(0) { ($0 << 5 | $0 >> 59) ^ $1 &+ 0x9E37_79B9_7F4A_7C15 }
        }
    }

    /// Applies the edits and answers the queries of all frames, in order.
    ///
    /// Checksums come from the query that ``run(first:count:on:into:)`` times.
    ///
    /// - Parameters:
    ///   - cache: A prepared cache; it has the edits afterwards.
    ///   - counting: Whether to ask a second time and count what the queries do.
    /// - Throws: what the cache throws at an edit; the frames before it have been asked for.
    public func checksums<Cache: AttributeCache>(
        of cache: inout Cache, counting: Bool = true
    ) throws(LayoutError) -> Answers {
        var answers = Answers()
        answers.checksums.reserveCapacity(viewports.count)
        var hits = HitBuffer()
        // Its own: the buffer just filled holds the answer.
        var counted = HitBuffer()
        for frame in viewports.indices {
            try apply(before: frame, to: &cache)
            hits.removeAll()
            cache.query(viewports[frame], into: &hits)
            answers.checksums.append(hits.checksum)
            answers.hitCount += hits.count
            answers.largestHitCount = max(answers.largestHitCount, hits.count)
            guard counting else { continue }
            counted.removeAll()
            cache.query(viewports[frame], into: &counted, counting: &answers.counts)
        }
        return answers
    }

    /// Applies the edits that stand before a frame.
    ///
    /// - Throws: what the cache throws; it then has none of them.
    public func apply(before frame: Int, to cache: inout some AttributeCache) throws(LayoutError) {
        if let changes = edits[frame] { try cache.apply(changes) }
    }

    /// Answers `count` queries, cyclically from a frame on, without the edits: the loop that benchmarks time.
    ///
    /// It allocates nothing once the buffer is large enough for ``Answers/largestHitCount``.
    ///
    /// - Returns: The number of elements found, so that no query can be optimised away.
    /// - Precondition: there are viewports, and `first` and `count` are at least 0.
    @inlinable
    public func run<Cache: AttributeCache>(
        first: Int, count: Int, on cache: borrowing Cache, into hits: inout HitBuffer
    ) -> UInt64 {
        precondition(count >= 0, "the count must be at least 0")
        var cycle = ViewportCycle(viewports, first: first)
        var sum: UInt64 = 0
        for _ in 0..<count {
            hits.removeAll()
            cache.query(cycle.next(), into: &hits)
            sum &+= UInt64(hits.count)
        }
        return sum
    }

    /// Replays on two caches, edits included, until they disagree.
    ///
    /// - Returns: The first difference, or nil.
    /// - Throws: what one of the caches throws at an edit.
    public func firstDifference(
        between cache: inout some AttributeCache, and oracle: inout some AttributeCache
    ) throws(LayoutError) -> Difference? {
        for frame in viewports.indices {
            try apply(before: frame, to: &cache)
            try apply(before: frame, to: &oracle)
            if var difference = Difference(between: cache, and: oracle, in: viewports[frame]) {
                difference.frame = frame
                return difference
            }
        }
        return nil
    }
}

/// The viewports of a replay, again and again.
@usableFromInline
struct ViewportCycle {
    @usableFromInline let viewports: [Rect]
    @usableFromInline var frame: Int

    @inlinable
    init(_ viewports: [Rect], first: Int) {
        precondition(!viewports.isEmpty, "a replay without viewports cannot be run")
        precondition(first >= 0, "the first frame must be at least 0")
        self.viewports = viewports
        frame = first % viewports.count
    }

    @inlinable
    @inline(__always)
    mutating func next() -> Rect {
        defer { frame = frame + 1 == viewports.count ? 0 : frame + 1 }
        return viewports[frame]
    }
}
