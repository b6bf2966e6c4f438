import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Of the headers of a calendar a query looks at those of the weeks that it shows.
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

    /// All that intersect a rect are given, with and without others, and the others are those of a few weeks.
    @Test(arguments: [1, 2, 53], [0, 20.25, 390, 1000])
    func noneIsMissing(_ weeks: Int, _ gutter: Double) throws {
        let content = try content(weeks: weeks, gutter: gutter)
        let fold = content.fold(ofSection: 0)
        let all = fold.supplementaries(from: 42, to: 2000)
        #expect(all.count == weeks * 31 && all.count == fold.supplementaryCount)
        let edges = Set(all.map(\.frame).flatMap { [$0.minX, $0.maxX] }).sorted()
        var random = SplitMix64(seed: UInt64(weeks))
        for step in 0..<400 {
            let x = edges[random.index(below: edges.count)] + Double(random.index(below: 3) - 1) * Snapping.grainLength
            let width = step % 2 == 0 ? 390 : random.uniform(-10, 1000)
            let rect = Rect(x: x, y: random.uniform(-500, 2500), width: width, height: 844)
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

    /// A query tests the headers of a few weeks and not those of a year.
    @Test func queriesLookAtFew() throws {
        var cache = CheckpointCache()
        try cache.prepare(content(weeks: 53))
        let plain = try BruteForce(CacheStrategy.oracle.prepared(cache.content))
        try plain.checkFrames(cache)
        try plain.checkQueries(cache, [everything] + boundaryRects(of: Array(plain.frames.prefix(60)), limit: 300))
        var hits = HitBuffer()
        var counts = QueryCounts()
        cache.query(Rect(x: 390 * 20, y: 0, width: 390, height: 844), into: &hits, counting: &counts)
        #expect(hits.count > 20 && counts.elementsTested < 200)
    }
}
