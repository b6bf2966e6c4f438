import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// What sections reach follows from where they begin and end, unless some of their elements stand elsewhere.
@Suite struct SectionOutlinesTests {
    /// A free form among sections of lists and flows with headers, footers and backgrounds: its last item begins above its section,
    /// inside, or so far above that it covers several sections before it.
    private static let distances = [-30.0, 10, -400]

    private func content(_ distance: Double, _ snapping: Snapping = .grain, count: Int = 9) throws -> Content {
        var content = try Content(bounds: Size(width: 390, height: 844), snapping: snapping)
        let flow = try content.addLayout(
            FlowLayout(insets: EdgeInsets(top: 0.1, left: 1, bottom: 0.7, right: 1), lineSpacing: 4, itemSpacing: 1))
        let list = try content.addLayout(ListLayout(insets: EdgeInsets(all: 3.3)))
        let free = try content.addLayout(FreeFormLayout())
        for section in 0..<count {
            let header = Size(width: 0, height: section % 3 == 0 ? 0 : 20.3)
            let footer = Size(width: 0, height: section % 2 == 0 ? 0 : 9.1)
            switch section {
            case 5:
                try content.appendSection(
                    layout: free, values: [0, 0, 100, 50, 200, distance, 50, 20.7], header: header, footer: footer)
            case 7:
                try content.appendSection(layout: list, values: [], header: header, footer: footer)
            default:
                try content.appendSection(
                    layout: section % 2 == 0 ? flow : list,
                    values: (0..<20).map { 20 + Double($0 * section % 7) * 13.7 }, header: header, footer: footer,
                    background: section == 3 ? .background : nil)
            }
        }
        return content
    }

    private func compare(_ cache: CheckpointCache) throws {
        let plain = try BruteForce(CacheStrategy.oracle.prepared(cache.content))
        try plain.checkFrames(cache)
        try plain.checkQueries(cache, [everything] + boundaryRects(of: plain.frames, limit: 400))
    }

    /// 32 bytes a section and as much behind the last one; 8 where its length does not say where its items end; 16 where what
    /// sections reach has to be kept. No section is large: there is one place for their blocks.
    private func bytes(_ content: Content, reaches: Bool) -> Int {
        let count = content.sections.count
        let ends = content.container.snapping == .grain ? 0 : 8 * count
        return 32 * (count + 1) + ends + (reaches ? 16 * count : 0) + MemoryLayout<CheckpointCache.Place>.stride
    }

    @Test(arguments: distances, Snapping.allCases)
    func everyElementIsFound(_ distance: Double, _ snapping: Snapping) throws {
        var cache = CheckpointCache()
        try withEvery("threads", in: [1, 3]) { threads in
            var content = try content(distance, snapping)
            content.parallelism = threads
            try cache.prepare(content)
            try compare(cache)
            try check(cache.byteCount == bytes(content, reaches: distance < 0), "\(cache.byteCount) bytes")
        }
    }

    /// An item leaves its section and comes back.
    @Test func resizes() throws {
        var cache = CheckpointCache()
        try cache.prepare(content(10))
        for y in [-30.0, -400, 30, 500, -1, 0] {
            try cache.apply(.resize(section: 5, item: 1, to: [200, y, 50, 20.7]))
            try compare(cache)
            #expect(cache.byteCount == bytes(cache.content, reaches: y < 0))
            try cache.apply(.resize(section: 2, item: 4, to: [60, 70 + abs(y)]))
            try compare(cache)
        }
    }

    /// Laid out item by item, and what is laid out answers as it will.
    @Test(arguments: distances, Snapping.allCases)
    func slices(_ distance: Double, _ snapping: Snapping) throws {
        let content = try content(distance, snapping)
        var whole = CheckpointCache()
        try whole.prepare(content)
        var cache = CheckpointCache(unlaid: content)
        var frontier = CheckpointCache.Frontier()
        while frontier.section < content.sections.count {
            try cache.lay(1, behind: &frontier)
            for section in 0..<frontier.section {
                #expect(cache.geometry(ofSection: section) == whole.geometry(ofSection: section))
            }
            var hits = HitBuffer()
            cache.query(everything, into: &hits)
            #expect(Set(hits.ids) == Set(elements(of: content).filter { $0.section < frontier.section }))
        }
        #expect(cache.contentSize == whole.contentSize)
        #expect(cache.outlines.byteCount == whole.outlines.byteCount)
        try compare(cache)
    }

    /// Of a section that has only been begun the items are there that have been placed, and nothing else.
    @Test func begunSection() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(ListLayout())
        let header = Size(width: 0, height: 10)
        try content.appendSection(layout: list, values: (0..<500).map { Double($0) }, header: header, footer: header)
        var cache = CheckpointCache(unlaid: content)
        var frontier = CheckpointCache.Frontier()
        try cache.lay(1, behind: &frontier)
        let placed = frontier.item
        #expect(placed > 0 && placed < 500 && cache.outlines.itemCount == placed)
        var hits = HitBuffer()
        cache.query(everything, into: &hits)
        #expect(hits.ids.sorted() == (0..<placed).map { ElementID(section: 0, item: $0) })
        #expect(cache.frame(of: ElementID(section: 0, item: placed)) == nil)
        #expect(cache.frame(of: ElementID(section: 0, item: 0, kind: .header)) == nil)
        try cache.lay(.max, behind: &frontier)
        try compare(cache)
    }
}
