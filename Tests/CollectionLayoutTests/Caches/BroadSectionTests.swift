import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections that are broader than a viewport: `incremental` finds what a query meets along both axes.
@Suite struct BroadSectionTests {
    /// What is broad: so many events a day, or cells of so many columns.
    enum Kind: CaseIterable { case events, cells }

    /// A section about as broad as so many viewports, of 2,240 items for each eight of them.
    private func content(_ kind: Kind, viewports: Int, _ random: inout SplitMix64) throws -> Content {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let layout: any SectionLayout =
            switch kind {
            case .events: CalendarWeekLayout(weekCount: viewports, overlaps: .sideBySide)
            case .cells: TableLayout(columns: .breadths(Array(repeating: 78, count: viewports * 5)))
            }
        let values = (0..<viewports * 280).flatMap { value(kind, Double($0 / 40), &random) }
        try content.appendSection(
            layout: content.addLayout(layout), values: values, header: Size(width: 390, height: 20))
        return content
    }

    private func value(_ kind: Kind, _ day: Double, _ random: inout SplitMix64) -> [Double] {
        switch kind {
        case .events: [day, Double(random.index(below: 80)) / 4, Double(1 + random.index(below: 12)) / 4]
        case .cells: [Double(10 + random.index(below: 20))]
        }
    }

    @Test(arguments: Kind.allCases) func workDoesNotGrowWithTheBreadth(_ kind: Kind) throws {
        var random = SplitMix64(seed: 3)
        for viewports in [8, 64] {
            var cache = IncrementalCache()
            try cache.prepare(content(kind, viewports: viewports, &random))
            var oracle = FullArrayCache()
            try oracle.prepare(cache.content)
            #expect(cache.contentSize.width > Double(viewports) * 389)
            var hits = HitBuffer()
            var expected = HitBuffer()
            for _ in 0..<8 {
                let x = random.uniform(0, Double(viewports - 1) * 390)
                let rect = Rect(x: x, y: 100, width: 390, height: 600)
                hits.removeAll()
                expected.removeAll()
                var counts = QueryCounts()
                cache.query(rect, into: &hits, counting: &counts)
                oracle.query(rect, into: &expected)
                #expect(hits.count == expected.count && hits.checksum == expected.checksum, "\(rect)")
                // Blocks that a viewport meets in part, one of each row and the one that begins the next row, and the headers of
                // three weeks.
                let perHit = kind == .cells ? 20 : 3
                #expect(counts.elementsTested < perHit * hits.count + 200, "\(viewports) viewports, \(rect)")
            }
        }
    }

    @Test(arguments: Kind.allCases) func editsKeepIt(_ kind: Kind) throws {
        for seed in 0..<4 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var cache = IncrementalCache()
            try cache.prepare(content(kind, viewports: 8, &random))
            for step in 0..<60 {
                try cache.apply(changes(kind, cache.content, &random))
                cache.checkInvariants()
                guard step % 5 == 0 else { continue }
                #expect(try differenceFromFresh(cache) == nil, "seed \(seed), step \(step)")
                let plain = try BruteForce(cache)
                let near = random.index(below: plain.frames.count - 20)
                try plain.checkQueries(
                    cache, boundaryRects(of: Array(plain.frames[near..<near + 20]), limit: 40, seed: seed))
            }
        }
    }

    /// One or a few edits; of events they keep the order of the days, or else not.
    private func changes(_ kind: Kind, _ content: Content, _ random: inout SplitMix64) -> [Change] {
        let count = Int(content.sections[0].count)
        let item = random.index(below: count - 60)
        let day = content.value(section: 0, item: item)[0]
        switch random.index(below: 6) {
        case 0:
            return [.resize(section: 0, item: item, to: ItemValue(value(kind, day, &random)))]
        case 1:
            let many = 1 + random.index(below: 60)
            let values = (0..<many).flatMap { _ in value(kind, day, &random) }
            return [.insertItems(section: 0, at: item, .each(count: many, values: values))]
        case 2:
            return [.deleteItems(section: 0, item..<item + 1 + random.index(below: 60))]
        case 3:
            return [
                .moveItem(
                    from: LayoutIndexPath(item: item, section: 0), to: LayoutIndexPath(item: item + 3, section: 0))
            ]
        case 4:
            return [.resizeSection(at: 0, header: Size(width: 390, height: Double(1 + random.index(below: 40))))]
        default:
            return (0..<3).map { .resize(section: 0, item: item + 7 * $0, to: ItemValue(value(kind, day, &random))) }
        }
    }
}
