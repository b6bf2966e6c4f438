import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Items that stand where their values say move no others: `packed-rtree` is fitted to those that change.
@Suite struct CanvasEditTests {
    /// A plane with so many items that several rows of tiles are packed; a section before it, if there is one, has a header and
    /// ends where it does whatever its items.
    private func content(of count: Int, sections: Int = 1, _ random: inout SplitMix64) throws -> Content {
        var content = try Content(bounds: Size(width: 400, height: 800))
        let plane = try content.addLayout(FreeFormLayout())
        let calendar = try content.addLayout(CalendarWeekLayout(weekCount: 2))
        for _ in 1..<sections {
            try content.appendSection(
                layout: calendar, values: (0..<count / 8).flatMap { _ in event(&random) },
                header: Size(width: 400, height: 30))
        }
        try content.appendSection(layout: plane, values: (0..<count).flatMap { _ in element(count, &random) })
        return content
    }

    private func element(_ count: Int, _ random: inout SplitMix64) -> [Double] {
        let side = 40 * Double(count).squareRoot()
        return [
            random.uniform(-50, side), random.uniform(-50, side), random.uniform(0, 90), random.uniform(0, 90),
        ]
    }

    private func event(_ random: inout SplitMix64) -> [Double] {
        [Double(random.index(below: 14)), Double(random.index(below: 92)) / 4, Double(random.index(below: 12)) / 4]
    }

    /// Drags an item by a few points, changes its size, or puts it anywhere.
    private func edit(_ content: Content, _ random: inout SplitMix64) -> Change {
        let section = random.index(below: content.sections.count)
        let count = Int(content.sections[section].count)
        let item = random.index(below: count)
        guard section == content.sections.count - 1 else {
            return .resize(section: section, item: item, to: ItemValue(event(&random)))
        }
        var value = content.value(section: section, item: item)
        switch random.index(below: 4) {
        case 0: value = ItemValue(element(count, &random))
        case 1: (value[2], value[3]) = (random.uniform(0, 90), random.uniform(0, 90))
        default: (value[0], value[1]) = (value[0] + random.uniform(-8, 8), value[1] + random.uniform(-8, 8))
        }
        return .resize(section: section, item: item, to: value)
    }

    private func check(_ cache: PackedRTreeCache, _ random: inout SplitMix64, _ message: String) throws {
        let oracle = try CacheStrategy.oracle.prepared(cache.content)
        let size = oracle.contentSize
        let rects = (0..<4).map { _ in
            Rect(
                x: random.uniform(-60, size.width), y: random.uniform(-60, size.height), width: 200,
                height: random.uniform(0, 300))
        }
        let difference = expectEquivalent(cache, oracle, rects + [everything])
        try LayoutTestSupport.check(difference == nil, "\(message): \(difference ?? "")")
        for section in cache.content.sections.indices {
            try LayoutTestSupport.check(
                cache.geometry(ofSection: section) == oracle.geometry(ofSection: section), "\(message): \(section)")
        }
    }

    /// As laid out anew, whether items are dragged or put elsewhere, one by one or several at once.
    @Test(arguments: [1, 15, 17, 300, 5000], [1, 3])
    func framesAreThoseOfAFreshLayout(_ count: Int, _ sections: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        var cache = PackedRTreeCache()
        try cache.prepare(content(of: max(count, 8 * (sections - 1)), sections: sections, &random))
        for step in 0..<120 {
            let changes = (0..<(step % 5 == 4 ? 6 : 1)).map { _ in edit(cache.content, &random) }
            let version = cache.version
            try cache.apply(changes)
            #expect(cache.version != version)
            if step % 4 == 0 || step > 110 { try check(cache, &random, "step \(step), \(changes)") }
        }
    }

    /// The same item changes again and again, as under a finger: from end to end, and out of what all others span.
    @Test func oneItemIsDraggedAcross() throws {
        var random = SplitMix64(seed: 5)
        var cache = PackedRTreeCache()
        try cache.prepare(content(of: 3000, &random))
        for step in 0..<60 {
            let along = Double(step) * 50 - 400
            try cache.apply([.resize(section: 0, item: 1234, to: [along, 2 * along, 30, 40])])
            if step % 6 == 0 { try check(cache, &random, "step \(step)") }
        }
        #expect(cache.tree.stretchedRuns == 1)
    }

    /// The searches of a scroll begin where former ones have begun, but not if something has come from elsewhere since.
    @Test func scrollsFindWhatComes() throws {
        var random = SplitMix64(seed: 10)
        var cache = PackedRTreeCache()
        try cache.prepare(content(of: 5000, &random))
        let far = try #require((0..<5000).max { cache.frame(of: id($0))!.maxY < cache.frame(of: id($1))!.maxY })
        var hits = HitBuffer()
        for step in 0..<20 {
            if step == 10 { try cache.apply([.resize(section: 0, item: far, to: [120, 150, 9, 9])]) }
            hits.removeAll()
            cache.query(Rect(x: 100, y: 100 + Double(step), width: 100, height: 200), into: &hits)
            #expect(hits.ids.contains(id(far)) == (step >= 10), "step \(step)")
        }
    }

    private func id(_ item: Int) -> ElementID { ElementID(section: 0, item: item) }

    /// An edit places the items it names, and neither it nor a search behind many takes longer for those before.
    @Test func workDoesNotGrow() throws {
        var random = SplitMix64(seed: 6)
        let placed = PlacedItems()
        var cache = PackedRTreeCache()
        let content = try content(of: 20_000, &random)
        try cache.prepare(content.counting(in: placed))
        func visits() -> Double {
            var random = SplitMix64(seed: 7)
            var counts = QueryCounts()
            for _ in 0..<200 {
                var hits = HitBuffer()
                let origin = Point(x: random.uniform(0, 5000), y: random.uniform(0, 5000))
                cache.query(
                    Rect(x: origin.x, y: origin.y, width: 400, height: 800), into: &hits, counting: &counts)
            }
            return Double(counts.nodesVisited)
        }
        let before = visits()
        let prepared = placed.count
        for _ in 0..<20 {
            let item = random.index(below: 20_000)
            let corner = cache.content.value(section: 0, item: item)
            try cache.apply([.resize(section: 0, item: item, to: [corner[0] + 1, corner[1], 20, 20])])
        }
        // Twice, if it is the farthest one of all.
        #expect((20...40).contains(placed.count - prepared))
        for _ in 0..<500 {
            let item = random.index(below: 20_000)
            try cache.apply([.resize(section: 0, item: item, to: ItemValue(element(20_000, &random)))])
        }
        #expect(cache.tree.stretchedRuns <= cache.tree.mostStretchedRuns)
        #expect(visits() < 2 * before)
        try check(cache, &random, "behind all edits")
    }

    /// What makes the content too long is refused, and what other items were to become is, too.
    @Test func refusedEditsChangeNothing() throws {
        var random = SplitMix64(seed: 8)
        var cache = PackedRTreeCache()
        try cache.prepare(content(of: 400, sections: 2, &random))
        let former = cache.content
        let far = Snapping.largestCoordinate - 500
        #expect(throws: LayoutError.self) {
            try cache.apply([
                .resize(section: 0, item: 3, to: [1, 2, 3, 4]),
                .resize(section: 1, item: 7, to: [5, 5, 9, 9]),
                .resize(section: 1, item: 8, to: [0, far, 1, 1]),
            ])
        }
        #expect(cache.content.value(section: 1, item: 7) == former.value(section: 1, item: 7))
        try check(cache, &random, "behind what was refused")
    }

    /// A plane that grows moves the sections behind it.
    @Test func sectionsBehindMove() throws {
        var random = SplitMix64(seed: 9)
        var content = try content(of: 200, &random)
        try content.appendSection(layout: 0, values: element(200, &random), footer: Size(width: 1, height: 20))
        var cache = PackedRTreeCache()
        try cache.prepare(content)
        let edits: [(section: Int, values: [Double])] = [
            (0, [0, 9000, 5, 5]), (0, [0, 0, 5, 5]), (1, [3, 700, 5, 5]), (1, [3, 7, 5, 5]),
        ]
        for (section, values) in edits {
            try cache.apply([.resize(section: section, item: 0, to: ItemValue(values))])
            try check(cache, &random, "\(section): \(values)")
        }
    }
}
