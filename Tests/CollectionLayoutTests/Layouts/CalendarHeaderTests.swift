import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Of the headers of a calendar a query looks at those that it shows.
@Suite struct CalendarHeaderTests {
    private func content(weeks: Int, gutter: Double = 20.25) throws -> Content {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let layout = try content.addLayout(CalendarWeekLayout(weekCount: weeks, hourHeaderWidth: gutter))
        for day in [0, 5] {
            try content.appendSection(
                layout: layout, values: [Double(day), 9, 1.5, Double(day), 11, 2], header: Size(width: 390, height: 30))
        }
        return content
    }

    /// All that intersect a rect are given, with and without others, and the others are those of a few weeks. Edges of rects lie on
    /// edges of headers, or a grain beside.
    @Test(arguments: [1, 2, 53], [0, 20.25, 390, 1000])
    func noneIsMissing(_ weeks: Int, _ gutter: Double) throws {
        let content = try content(weeks: weeks, gutter: gutter)
        let fold = content.fold(ofSection: 0)
        let all = fold.supplementaries(from: 42, to: 2000)
        #expect(all.count == weeks * 31 && all.count == fold.supplementaryCount)
        var random = SplitMix64(seed: UInt64(weeks))
        func beside(_ edges: [Double]) -> Double {
            edges[random.index(below: edges.count)] + Double(random.index(below: 3) - 1) * Snapping.grainLength
        }
        let edges = Set(all.map(\.frame).flatMap { [$0.minX, $0.maxX] }).sorted()
        let levels = Set(all.map(\.frame).flatMap { [$0.minY, $0.maxY] }).sorted()
        for step in 0..<800 {
            let x = beside(edges)
            let width = step % 2 == 0 ? 390 : random.uniform(-10, 1000)
            let y = step % 4 < 2 ? random.uniform(-500, 2500) : beside(levels)
            let height = step % 8 < 4 ? 844 : beside(levels) - y
            let rect = Rect(x: x, y: y, width: width, height: height)
            var given: [Supplementary] = []
            fold.forEachSupplementary(from: 42, to: 2000, meeting: rect) { given.append($0) }
            let found = given.filter { $0.frame.intersects(rect) }
            #expect(found == all.filter { $0.frame.intersects(rect) }, "\(rect)")
            if gutter <= 390, width <= 390 { #expect(given.count <= 5 * 31) }
        }
    }

    /// No rect stops the program.
    @Test func rectsWithoutSense() throws {
        let fold = try content(weeks: 3).fold(ofSection: 0)
        for x in [-Double.infinity, -1e300, 0, 1e300, .infinity, .nan] {
            for width in [-1.0, 0, 390, .infinity, .nan] {
                let rect = Rect(x: x, y: 0, width: width, height: 3000)
                var given: [Supplementary] = []
                fold.forEachSupplementary(from: 0, to: 2000, meeting: rect) { given.append($0) }
                let expected = fold.supplementaries(from: 0, to: 2000).filter { $0.frame.intersects(rect) }
                #expect(given.filter { $0.frame.intersects(rect) } == expected, "\(rect)")
            }
        }
    }

    /// A query tests the headers that it meets, and not those of a year or of the whole day. What the layout tells it is counted.
    @Test func queriesLookAtFew() throws {
        var cache = CheckpointCache()
        let placed = PlacedItems()
        try cache.prepare(content(weeks: 53).counting(in: placed))
        #expect(placed.elementCount == 0)
        let plain = try BruteForce(CacheStrategy.oracle.prepared(cache.content))
        try plain.checkFrames(cache)
        try plain.checkQueries(cache, [everything] + boundaryRects(of: Array(plain.frames.prefix(60)), limit: 300))
        var hits = HitBuffer()
        var counts = QueryCounts()
        let before = placed.elementCount
        cache.query(Rect(x: 390 * 20 + 100, y: 300, width: 390, height: 400), into: &hits, counting: &counts)
        #expect(hits.count > 15 && counts.elementsTested <= hits.count + 4)
        #expect(placed.elementCount - before == hits.count)
    }
}
