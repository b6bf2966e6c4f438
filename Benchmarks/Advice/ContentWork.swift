import CollectionLayout
import Workloads

/// How much strategies have to do in a content: the elements that searches find and test and the nodes that they visit, added
/// up, and the items that resizes place.
///
/// It is counted and not timed: so it is known of contents that nobody has measured, and tells whether a strategy finds its way
/// in them or looks at everything, and whether it lays out again what one item changes or all.
final class ContentWork {
    /// The numbers of items of the contents that are counted in; between and beyond them work lies on lines on log-log paper.
    private let sizes: [Int]
    private let viewport: Size
    private let make: (_ n: Int) throws -> Content
    private var contents: [Content] = []
    private var knownSearches: [String: Growth] = [:]
    private var knownResizes: [String: Growth] = [:]

    /// Searches at random places, and resizes in the middle, enough that an average is within some ten per cent.
    private static let searchCount = 10
    private static let resizeCount = 10

    /// Of more frames the first ones are searched, and lines drawn out.
    private static let largestCount = 100_000

    init(sizes: [Int], viewport: Size, make: @escaping (_ n: Int) throws -> Content) {
        self.sizes = sizes
        self.viewport = viewport
        self.make = make
    }

    /// Of a dataset. Sections of 10,000 items, the most that is common, are more than one in the largest content: work that ends
    /// with a section does not seem to grow on.
    convenience init(_ dataset: Dataset) {
        self.init(sizes: [100, 1000, 10_000, 20_000].filter { $0 <= dataset.largestCount }, viewport: Dataset.bounds) {
            try dataset.make($0, Dataset.defaultSeed)
        }
    }

    /// Of frames, and of a tenth of them, to tell how work grows.
    convenience init(frames: Content, viewport: Size) {
        let most = min(frames.itemCount, Self.largestCount)
        self.init(sizes: [most / 10, most].filter { $0 > 0 }, viewport: viewport) { count in
            var first = frames
            _ = try first.apply(.deleteItems(section: 0, count..<frames.itemCount))
            return first
        }
    }

    /// The work of an average search with a strategy in so many items; nil if there is no such strategy.
    func ofSearch(_ strategy: String, n: Double) throws -> Double? {
        try work(strategy, n, in: &knownSearches) { try countSearches($0, $1) }
    }

    /// How many items an average resize has a strategy place in so many items, and one more, for what a resize takes besides; nil
    /// if there is no such strategy.
    func ofResize(_ strategy: String, n: Double) throws -> Double? {
        try work(strategy, n, in: &knownResizes) { try countResizes($0, $1) }
    }

    private func work(
        _ strategy: String, _ n: Double, in known: inout [String: Growth],
        _ count: (any AttributeCache, Content) throws -> Double
    ) throws -> Double? {
        if known[strategy] == nil {
            guard let strategy = CacheStrategy.named(strategy) else { return nil }
            if contents.isEmpty { contents = try sizes.map(make) }
            var growth = Growth()
            for content in contents { growth[content.itemCount] = try count(strategy.make(), content) }
            known[strategy.id] = growth
        }
        return known[strategy]?.cost(at: n, exponent: 0)
    }

    /// Prepares a cache and searches it.
    private func countSearches<Cache: AttributeCache>(_ cache: Cache, _ content: Content) throws -> Double {
        var cache = cache
        try cache.prepare(content)
        var hits = HitBuffer()
        var counts = QueryCounts()
        var found = 0
        for rect in Trace.named("jump")!.make(cache.contentSize, viewport, Self.searchCount, Dataset.defaultSeed) {
            hits.removeAll()
            cache.find(rect, into: &hits, counting: &counts)
            found += hits.count
        }
        let work = found + counts.elementsTested + counts.nodesVisited
        return max(Double(work) / Double(Self.searchCount), 1)
    }

    /// Prepares a cache and resizes items.
    private func countResizes<Cache: AttributeCache>(_ cache: Cache, _ content: Content) throws -> Double {
        let placed = PlacedItems()
        var cache = cache
        try cache.prepare(try content.counting(in: placed))
        let before = placed.count
        for change in Workloads.resizes(of: content, count: Self.resizeCount, seed: Dataset.defaultSeed, at: .middle) {
            try cache.apply(change)
        }
        return 1 + Double(placed.count - before) / Double(Self.resizeCount)
    }
}
