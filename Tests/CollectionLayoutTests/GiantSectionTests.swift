import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Sections of up to a thousand million items, whose frames are told by a formula that owes nothing to the engine.
@Suite struct GiantSectionTests {
    /// Rows of equal cells.
    struct Rows {
        let columns: Int
        var count: Int
        /// Where the first cell stands, the distance between two columns and between two rows, and the size of a cell.
        var origin: Point
        let pitch: Size
        let cell: Size

        func frame(_ item: Int) -> Rect {
            Rect(
                x: origin.x + Double(item % columns) * pitch.width, y: origin.y + Double(item / columns) * pitch.height,
                width: cell.width, height: cell.height)
        }

        var rowCount: Int { (count + columns - 1) / columns }
        var length: Double { Double(rowCount) * pitch.height - (pitch.height - cell.height) }

        /// The items that meet a rect: those of a few rows more than can, tested one by one.
        func items(in rect: Rect) -> [Int] {
            let first = Int(min(max((rect.minY - origin.y) / pitch.height - 2, 0), Double(rowCount)))
            let last = Int(min(max((rect.maxY - origin.y) / pitch.height + 2, 0), Double(rowCount)))
            return (first * columns..<max(min(last * columns, count), first * columns)).filter { item in
                let frame = frame(item)
                return frame.x < rect.maxX && rect.minX < frame.x + frame.width && frame.y < rect.maxY
                    && rect.minY < frame.y + frame.height
            }
        }
    }

    /// A layout of equal cells by its formula, for bounds of 390 × 844 pt.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> any SectionLayout
        let value: [Double]
        let rows: @Sendable (Int) -> Rows

        private static func rows(_ columns: Int, _ pitch: Size, _ cell: Size) -> @Sendable (Int) -> Rows {
            { Rows(columns: columns, count: $0, origin: .zero, pitch: pitch, cell: cell) }
        }

        static let all = [
            // (390 − 3 · 2) / 4 = 96.
            Sample(
                testDescription: "grid", make: { GridLayout(lineSpacing: 2, itemSpacing: 2) }, value: [4, 1],
                rows: rows(4, Size(width: 98, height: 98), Size(width: 96, height: 96))),
            Sample(
                testDescription: "flow", make: { FlowLayout(lineSpacing: 5, itemSpacing: 0, alignment: .start) },
                value: [77, 20.5],
                rows: rows(5, Size(width: 77, height: 25.5), Size(width: 77, height: 20.5))),
            Sample(
                testDescription: "list", make: { ListLayout(lineSpacing: 0.5) }, value: [44],
                rows: rows(1, Size(width: 0, height: 44.5), Size(width: 390, height: 44))),
            // (390 − 2 · 6) / 3 = 126.
            Sample(
                testDescription: "waterfall",
                make: { WaterfallLayout(laneCount: 3, lineSpacing: 1, itemSpacing: 6) }, value: [50],
                rows: rows(3, Size(width: 132, height: 51), Size(width: 126, height: 50))),
            Sample(
                testDescription: "table", make: { TableLayout(columns: .breadths(Array(repeating: 30, count: 60))) },
                value: [12], rows: rows(60, Size(width: 30, height: 12), Size(width: 30, height: 12))),
        ]
    }

    private func compare(_ cache: some AttributeCache, _ sections: [Rows], seed: UInt64) throws {
        cache.checkInvariants()
        #expect(cache.content.itemCount == sections.reduce(0) { $0 + $1.count })
        var random = SplitMix64(seed: seed)
        func rects(_ frame: Rect) -> [Rect] {
            [
                Rect(x: 0, y: frame.minY - 400, width: 390, height: 844), frame,
                Rect(
                    x: frame.x - 1, y: frame.maxY - Snapping.grainLength, width: 100, height: 2 * Snapping.grainLength),
            ]
        }
        for (section, rows) in sections.enumerated() {
            let some = (0..<20).map { _ in random.index(below: rows.count) }
            let ends = [0, 1, rows.columns, rows.count / 2].flatMap { [$0, rows.count - 1 - $0] }
            for item in some + ends where (0..<rows.count).contains(item) {
                let frame = rows.frame(item)
                #expect(cache.frame(of: ElementID(section: section, item: item)) == frame, "item \(item)")
                for rect in rects(frame) {
                    var hits = HitBuffer()
                    var counts = QueryCounts()
                    cache.query(rect, into: &hits, counting: &counts)
                    let expected = sections.enumerated().flatMap { number, rows in
                        rows.items(in: rect).map { ElementID(section: number, item: $0) }
                    }
                    try check(
                        hits.ids.filter { $0.kind == .cell }.sorted() == expected.sorted(), "item \(item), \(rect)")
                    // A viewport has up to 2,000 cells of a table; a few groups more are tested.
                    #expect(counts.elementsTested <= expected.count * 5 + 500)
                }
            }
        }
    }

    @Test(arguments: Sample.all)
    func oneSection(_ sample: Sample) throws {
        for count in [1_000_000_000, 1_000_000_003, Content.largestCount] {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let layout = try content.addLayout(sample.make())
            try content.appendUniformSection(layout: layout, count: count, value: sample.value)
            var cache = ClosedFormCache()
            try cache.prepare(content)
            let rows = sample.rows(count)
            #expect(cache.contentSize.height == rows.length)
            #expect(cache.byteCount < 8192)
            try compare(cache, [rows], seed: UInt64(count))
        }
    }

    /// A thousand million items in 20 sections of all these layouts, with headers.
    @Test func twentySections() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        var sections: [Rows] = []
        var y = 0.0
        for sample in Sample.all { _ = try content.addLayout(sample.make()) }
        for number in 0..<20 {
            let sample = Sample.all[number % 5]
            let count = 50_000_000 + (number - 10) * 2 + 1
            try content.appendUniformSection(
                layout: number % 5, count: count, value: sample.value, header: Size(width: 390, height: 30))
            var rows = sample.rows(count)
            rows.origin.y = y + 30
            sections.append(rows)
            y += 30 + rows.length
        }
        #expect(content.itemCount == 1_000_000_000)
        var cache = ClosedFormCache()
        try cache.prepare(content)
        #expect(cache.contentSize.height == y)
        try compare(cache, sections, seed: 5)
    }

    /// Equal items come and go without any other being touched.
    @Test func itemsComeAndGo() throws {
        for sample in Sample.all where sample.testDescription != "waterfall" {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let layout = try content.addLayout(sample.make())
            try content.appendUniformSection(layout: layout, count: 1_000_000_000, value: sample.value)
            var cache = ClosedFormCache()
            try cache.prepare(content)
            var rows = sample.rows(1_000_000_000)
            let edits: [(Change, growth: Int)] = [
                (.insertItems(section: 0, at: 500_000_000, .uniform(count: 7, value: sample.value)), 7),
                (.deleteItems(section: 0, 3..<200_000_000), 3 - 200_000_000),
                (.insertItems(section: 0, at: 0, .each(count: 2, values: sample.value + sample.value)), 2),
                (.moveItem(from: LayoutIndexPath(0, 5), to: LayoutIndexPath(0, 700_000_000)), 0),
            ]
            for (change, growth) in edits {
                try cache.apply(change)
                rows.count += growth
                #expect(cache.byteCount < 8192)
                try compare(cache, [rows], seed: 6)
            }
        }
    }
}
