import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What every strategy promises beside the right answer.
@Suite struct StrategyTests {
    @Test func idsAreUniqueAndFound() {
        let ids = CacheStrategy.all.map(\.id)
        #expect(Set(ids).count == ids.count && ids.contains(CacheStrategy.oracle.id))
        #expect(ids == ids.filter { $0.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") } })
        #expect(ids.allSatisfy { CacheStrategy.named($0)?.id == $0 } && CacheStrategy.named("none") == nil)
    }

    /// A prepared cache can be asked by many at once.
    @Test(arguments: CacheStrategy.all)
    func manyTasksAskAtOnce(_ strategy: CacheStrategy) async throws {
        let content = try sample(SampleLayout.all, counts: (0..<22).map { $0 % 7 * 5 }, seed: 2)
        let cache = try strategy.prepared(content)
        let viewports = Trace.all[0].make(cache.contentSize, Size(width: 100, height: 80), 20, 3)
        func answer() -> [UInt64] {
            var hits = HitBuffer()
            return viewports.map { viewport in
                hits.removeAll()
                cache.query(viewport, into: &hits)
                return hits.checksum
            }
        }
        let expected = answer()
        await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<8 { group.addTask { answer() } }
            for await result in group { #expect(result == expected) }
        }
    }

    /// A copy keeps its layout when the original is edited, and the other way round.
    @Test(arguments: CacheStrategy.all)
    func copiesAreValues(_ strategy: CacheStrategy) throws {
        for layout in SampleLayout.all {
            let content = try sample([layout], counts: [70, 5], decoration: 2)
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            var copy = cache
            let changes = resizes(of: content, count: 6, seed: 3, at: .random)
            for change in changes { try cache.apply(change) }
            try before.checkFrames(copy)
            try before.checkQueries(copy, [everything] + boundaryRects(of: Array(before.frames.prefix(3)), limit: 10))
            let edited = try BruteForce(cache)
            for change in changes.reversed() { try copy.apply(change) }
            try edited.checkFrames(cache)
        }
    }

    /// Preparing again forgets what was before.
    @Test(arguments: CacheStrategy.all)
    func preparingAgainStartsAnew(_ strategy: CacheStrategy) throws {
        var cache = strategy.make()
        var random = SplitMix64(seed: 4)
        for seed in 0..<8 as Range<UInt64> {
            let layouts = Array(SampleLayout.all.shuffled(using: &random).prefix(2))
            let counts = (0..<Int(seed)).map { ($0 * 37 + Int(seed)) % 90 }
            let content = try sample(layouts, counts: counts, decoration: Int(seed), seed: seed)
            try cache.prepare(content)
            try BruteForce(try CacheStrategy.oracle.prepared(content)).checkFrames(cache)
            for change in resizes(of: content, count: 2, seed: seed, at: .random) { try cache.apply(change) }
        }
    }

    /// Counting changes no answer; what is found has been tested, or stands in a node of up to 16 that has been visited.
    @Test(arguments: CacheStrategy.all)
    func countsAreAtLeastWhatIsFound(_ strategy: CacheStrategy) throws {
        let content = try sample(SampleLayout.all, counts: (0..<22).map { $0 % 7 * 5 }, seed: 5)
        let cache = try strategy.prepared(content)
        for viewport in Trace.all[0].make(cache.contentSize, Size(width: 100, height: 80), 20, 3) + [everything] {
            var plain = HitBuffer()
            var counted = HitBuffer()
            var counts = QueryCounts()
            cache.query(viewport, into: &plain)
            cache.query(viewport, into: &counted, counting: &counts)
            #expect(plain.ids.sorted() == counted.ids.sorted())
            #expect(counts.elementsTested + 16 * counts.nodesVisited >= counted.count)
            #expect(counts.elementsTested <= cache.elementCount)
        }
    }

    @Test(arguments: CacheStrategy.all)
    func bytesGrowWithTheContent(_ strategy: CacheStrategy) throws {
        // Not of items that are all alike, for which some need next to nothing.
        let chat = try #require(Dataset.named("chat"))
        let small = try strategy.prepared(try chat.make(100, 1))
        let large = try strategy.prepared(try chat.make(1000, 1))
        #expect(small.byteCount > 0 && large.byteCount > small.byteCount)
        #expect(Double(large.byteCount) < 1000 * 1.5 * strategy.bytesPerItem + 4096)
    }
}
