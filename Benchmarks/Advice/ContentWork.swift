import CollectionLayout
import Workloads

/// How much strategies have to do in a content: the elements that searches find and test, the nodes that they visit and the items
/// and other elements that they place again, weighted and added up, and the items that edits place.
///
/// It is counted and not timed: so it is known of contents that nobody has measured, and tells whether a strategy finds its way
/// in them or looks at everything, and whether it lays out again what one item changes or all.
final class ContentWork {
    /// The numbers of items of the contents that are counted in; between and beyond them work lies on lines on log-log paper.
    private let sizes: [Int]
    private let viewport: Size
    private let make: (_ n: Int) throws -> Content
    /// The contents, whose items are counted as they are placed.
    private var contents: [Content] = []
    private let placed = PlacedItems()
    private var knownSearches: [String: Growth] = [:]
    private var knownResizes: [String: Growth] = [:]
    private var knownInsertions: [String: Growth] = [:]

    /// Searches at random places, and edits in the middle, enough that an average is within some ten per cent.
    private static let searchCount = 10
    private static let editCount = 10

    /// A test of an element takes 0.5 ns, a node 4 to 6 ns, an item that a search places again 1 to 4 ns, and much more in few
    /// layouts. What is advised is the same for nodes of 4 to 16 tests, save for ties, and for items of 2 to 8.
    static let testsOfNode = 8.0
    static let testsOfPlacedItem = 4.0
    /// An element beside items that a layout tells a search of takes 120 instructions, some 10 ns.
    static let testsOfPlacedElement = 20.0
    /// What an edit takes besides the items it places, in items: 0.5 to 1 µs against 2 to 4 ns an item. What is advised is the same
    /// for 100 to 1,000: without them, a tree that is fitted to one item would say that one that is built anew takes as many times
    /// longer as there are items.
    static let itemsOfEdit = 300.0

    /// Of more frames the first ones are searched, and lines drawn out.
    private static let largestCount = 100_000

    init(sizes: [Int], viewport: Size, make: @escaping (_ n: Int) throws -> Content) {
        self.sizes = sizes
        self.viewport = viewport
        self.make = make
    }

    /// Of a dataset. Sections of 10,000 items, the most that is common, are some in the largest content: work that ends with a
    /// section does not seem to grow on. Between 10,000 and 20,000 items that of a calendar of 7,500 a section grows by 40 %, which
    /// drawn out to ten million would be 60 times too much.
    convenience init(_ dataset: Dataset) {
        self.init(sizes: [100, 1000, 10_000, 40_000].filter { $0 <= dataset.largestCount }, viewport: Dataset.bounds) {
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

    /// The work of an average search with a strategy in so many items, in tests of an element; nil if there is no such strategy.
    func ofSearch(_ strategy: String, n: Double) throws -> Double? {
        try work(strategy, n, in: &knownSearches) { try countSearches($0, $1) }
    }

    /// How many items an average resize has a strategy place in so many items, and ``itemsOfEdit``; nil if there is no such
    /// strategy.
    func ofResize(_ strategy: String, n: Double) throws -> Double? {
        try work(strategy, n, in: &knownResizes) { cache, content in
            try countEdits(
                Workloads.resizes(of: content, count: Self.editCount, seed: Dataset.defaultSeed, at: .middle), cache,
                content)
        }
    }

    /// The same of insertions, each of which is taken back; counted in small contents if there are two, for they place few items or
    /// all of them.
    func ofInsertion(_ strategy: String, n: Double) throws -> Double? {
        try work(strategy, n, upTo: 10_000, in: &knownInsertions) { cache, content in
            try countEdits(
                Edit.insert.cycle(of: content, count: Self.editCount, seed: Dataset.defaultSeed, at: .middle)
                    .flatMap(\.self), cache, content)
        }
    }

    private func work(
        _ strategy: String, _ n: Double, upTo most: Int = .max, in known: inout [String: Growth],
        _ count: (any AttributeCache, Content) throws -> Double
    ) throws -> Double? {
        if known[strategy] == nil {
            guard let strategy = CacheStrategy.named(strategy) else { return nil }
            if contents.isEmpty { contents = try sizes.map { try make($0).counting(in: placed) } }
            var growth = Growth()
            let small = contents.filter { $0.itemCount <= most }
            for content in small.count > 1 ? small : contents {
                growth[content.itemCount] = try count(strategy.make(), content)
            }
            known[strategy.id] = growth
        }
        return known[strategy]?.cost(at: n, exponent: 0)
    }

    /// Prepares a cache and searches it.
    private func countSearches<Cache: AttributeCache>(_ cache: Cache, _ content: Content) throws -> Double {
        var cache = cache
        try cache.prepare(content)
        let before = (items: placed.count, elements: placed.elementCount)
        var hits = HitBuffer()
        var counts = QueryCounts()
        var found = 0
        for rect in Trace.named("jump")!.make(cache.contentSize, viewport, Self.searchCount, Dataset.defaultSeed) {
            hits.removeAll()
            cache.find(rect, into: &hits, counting: &counts)
            found += hits.count
        }
        let work =
            Double(found + counts.elementsTested) + Self.testsOfNode * Double(counts.nodesVisited)
            + Self.testsOfPlacedItem * Double(placed.count - before.items)
            + Self.testsOfPlacedElement * Double(placed.elementCount - before.elements)
        return max(work / Double(Self.searchCount), 1)
    }

    /// Prepares a cache and edits it, until all items were placed twice: then each edit places them all.
    ///
    /// The edit that places most does not count: a strategy may find out once what later edits need.
    private func countEdits<Cache: AttributeCache>(
        _ changes: [Change], _ cache: Cache, _ content: Content
    ) throws -> Double {
        var cache = cache
        try cache.prepare(content)
        let start = placed.count
        var counts: [Int] = []
        for change in changes where counts.count < 2 || placed.count - start < 2 * content.itemCount {
            let before = placed.count
            guard try LayoutError.ifItFits({ try cache.apply(change) }) != nil else { break }
            counts.append(placed.count - before)
        }
        counts.sort()
        let others = counts.dropLast()
        return Self.itemsOfEdit + Double(others.reduce(0, +)) / Double(max(others.count, 1))
    }
}
