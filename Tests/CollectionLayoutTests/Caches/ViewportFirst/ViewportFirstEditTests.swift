import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Edits, and contents that cannot be laid out, before everything is.
@Suite struct ViewportFirstEditTests {
    private func viewport(at y: Double) -> Rect { Rect(x: 0, y: y, width: 1000, height: 1000) }

    /// An edit somewhere in one of the sections of a layout.
    private func change(_ content: Content, _ entry: NamedLayout, _ random: inout SplitMix64) -> Change {
        let section = 2 * random.index(below: 2)
        let count = Int(content.sections[section].count)
        let item = random.index(below: count)
        let value = entry.sample(random.next())
        switch random.index(below: value.isEmpty ? 5 : 6) {
        case 0: return .insertItems(section: section, at: item, .uniform(count: 3, value: value))
        case 1: return .deleteItems(section: section, item..<min(item + 4, count))
        case 2:
            return .moveItem(from: LayoutIndexPath(section, item), to: LayoutIndexPath(2 - section, 5))
        case 3: return .moveSection(from: 2, to: 3)
        case 4:
            return .resizeSection(at: section, header: Size(width: 1, height: Double(5 + random.index(below: 90))))
        default: return .resize(section: section, item: item, to: ItemValue(value))
        }
    }

    /// At whatever point edits come, the end is what they leave.
    @Test(arguments: LayoutVariants.all.indices)
    func convergeAfterEdits(_ index: Int) throws {
        let entry = LayoutVariants.all[index]
        for seed in 0..<2 as Range<UInt64> {
            var random = SplitMix64(seed: seed * 100 + UInt64(index))
            let content = try ViewportFirstTests.content(entry, .vertical, seed: seed)
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            var cache = ViewportFirstCache()
            var rect = viewport(at: 0)
            try cache.prepare(content, showing: rect)
            rect.y = random.uniform(0, cache.contentSize.height)
            rect.y += cache.show(rect, keeping: nil)
            for _ in 0..<4 {
                // One after the other: the second may strike what the first has moved.
                var (model, changes) = (oracle.content, [Change]())
                for _ in 0..<2 {
                    let change = change(model, entry, &random)
                    try model.apply(change)
                    changes.append(change)
                    if case .moveSection = change { changes.append(.moveSection(from: 3, to: 2)) }
                    if case .moveSection = change { try model.apply(.moveSection(from: 3, to: 2)) }
                }
                try oracle.apply(changes)
                try cache.apply(changes)
                cache.checkInvariants()
                #expect(fingerprint(of: cache.content) == fingerprint(of: oracle.content))
                rect.y += cache.show(rect, keeping: nil)
                rect.y += try cache.layOutMore(items: 150, showing: rect, keeping: nil)
            }
            while !cache.isComplete { _ = try cache.layOutMore(items: 700, showing: rect, keeping: nil) }
            if let difference = expectEquivalent(cache, oracle, [viewport(at: 3000), everything]) {
                Issue.record("\(entry.id) (\(entry.summary)), seed \(seed): \(difference)")
            }
        }
    }

    /// Edits behind what has been laid out keep that; what is refused changes nothing.
    @Test func editsBehindTheFrontier() throws {
        let counter = PlacedItems()
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(CountedLayout(base: ListLayout(), placed: counter))
        try content.appendUniformSection(layout: list, count: 40_000, value: [50])
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: .zero)
        _ = try cache.layOutMore(items: 20_000, showing: .zero, keeping: nil)
        let before = counter.count
        try cache.apply([
            .insertItems(section: 0, at: 40_000, .uniform(count: 1, value: [70])),
            .resize(section: 0, item: 30_000, to: [60]), .deleteItems(section: 0, 25_000..<25_010),
        ])
        #expect(counter.count == before)
        let (size, last) = (cache.contentSize, cache.frame(of: ElementID(section: 0, item: 39_990)))
        #expect(last != nil)
        #expect(throws: LayoutError.self) {
            try cache.apply([.deleteItems(section: 0, 0..<9), .deleteItems(section: 1, 0..<1)])
        }
        #expect(cache.contentSize == size && cache.frame(of: ElementID(section: 0, item: 39_990)) == last)
        while !cache.isComplete { _ = try cache.layOutMore(items: 5000, showing: .zero, keeping: nil) }
        // 39,989 rows of 50 pt, one of 60 and one of 70.
        #expect(cache.contentSize.height == 1_999_580)
        #expect(counter.count - before - placedByInvariants(of: cache) < 21_000)
    }

    /// Only at the end of a section is it known to be too long; what is shown stays, and an edit mends it.
    @Test func tooLong() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: list, count: 2000, value: [50])
        try content.appendUniformSection(layout: list, count: 3, value: [4e12])
        try content.appendUniformSection(layout: list, count: 2000, value: [50])
        let rect = Rect(x: 0, y: 100, width: 390, height: 844)
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: rect)
        var hits = HitBuffer()
        for _ in 0..<2 {
            let error = #expect(throws: LayoutError.self) {
                for _ in 0..<9 { _ = try cache.layOutMore(items: 700, showing: rect, keeping: nil) }
            }
            #expect(error == .contentTooLong(section: 1, length: 12_000_000_100_000))
            #expect(!cache.isComplete)
            hits.removeAll()
            cache.query(rect, into: &hits)
            #expect(hits.count == 17)
            cache.checkInvariants()
        }
        // Far places can be shown all the same, and lie where they are estimated.
        let end = Rect(x: 0, y: cache.contentSize.height - 844, width: 390, height: 844)
        let moved = cache.show(end, keeping: nil)
        hits.removeAll()
        cache.query(end.offset(x: 0, y: moved), into: &hits)
        #expect(hits.ids.contains(ElementID(section: 2, item: 1999)))
        #expect(throws: LayoutError.self) { try cache.apply(.resize(section: 1, item: 9, to: [1])) }
        try cache.apply(.deleteItems(section: 1, 0..<2))
        while !cache.isComplete { _ = try cache.layOutMore(items: 700, showing: rect, keeping: nil) }
        #expect(cache.contentSize.height == 4_000_000_200_000)
    }

    /// What cannot be laid out has no lanes to keep: an edit that mends it is taken, whether or not that has been found out.
    @Test(arguments: [false, true]) func lanesThatAreTooLong(_ isFoundOut: Bool) throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let waterfall = try content.addLayout(WaterfallLayout(laneCount: 2))
        for (count, length) in [(2000, 50.0), (9, 4e12), (2000, 50)] {
            try content.appendUniformSection(layout: waterfall, count: count, value: [length])
        }
        let rect = Rect(x: 0, y: 100, width: 390, height: 844)
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: rect)
        if isFoundOut {
            #expect(throws: LayoutError.self) {
                for _ in 0..<9 { _ = try cache.layOutMore(items: 700, showing: rect, keeping: nil) }
            }
        }
        try cache.apply(.deleteItems(section: 1, 0..<9))
        while !cache.isComplete { _ = try cache.layOutMore(items: 700, showing: rect, keeping: nil) }
        #expect(try differenceFromFresh(cache) == nil)
    }

    /// What is too long from the beginning is refused at once, and the former layout stays.
    @Test func tooLongAtOnce() throws {
        var cache = ViewportFirstCache()
        try cache.prepare(Content(ListLayout(), [[10], [20]]), showing: .zero)
        let long = try Content(ListLayout(), [[4e12], [4e12], [4e12]])
        #expect(throws: LayoutError.contentTooLong(section: 0, length: 1.2e13)) {
            try cache.prepare(long, showing: .zero)
        }
        #expect(throws: LayoutError.contentTooLong(section: 0, length: 1.2e13)) { try cache.prepare(long) }
        #expect(cache.contentSize.height == 30 && cache.isComplete)
    }

    /// Nothing but what has been placed is looked at where an edit leaves as many items as that are.
    @Test func editsUpToTheFrontier() throws {
        let lengths = (0..<100_000).map { Double($0 % 40) + 10 }
        var content = try Content(bounds: Size(width: 1000, height: 1000))
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: lengths)
        try content.appendSection(layout: list, values: lengths)
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: viewport(at: 0))
        let first = cache.frontier.item
        #expect(first >= 1024 && first < 2000)
        try cache.apply([.deleteItems(section: 0, first..<lengths.count)])
        // One after another, the blocks that have been placed, and none behind them.
        let layout = cache.content.layout(ofSection: 0)
        #expect(cache.frontier.item == first)
        #expect(
            cache.laid.placedBlocks(of: 0, upTo: cache.frontier).count == first / CheckpointCache.blockSize(layout))
        try content.apply(.deleteItems(section: 0, first..<lengths.count))
        var oracle = FullArrayCache()
        try oracle.prepare(content)
        for y in [0, 5000, 20_000, 30_000, 31_000, 40_000, 1e6] {
            var rect = viewport(at: y)
            rect.y += cache.show(rect, keeping: nil)
            while rect.y < 30_000, try cache.layOutMore(items: 1, showing: rect, keeping: nil) != 0 {}
        }
        while !cache.isComplete { _ = try cache.layOutMore(items: 5000, showing: viewport(at: 0), keeping: nil) }
        for item in stride(from: 0, to: first, by: 7) {
            let id = ElementID(section: 0, item: item)
            #expect(cache.frame(of: id) == oracle.frame(of: id))
        }
        #expect(cache.contentSize == oracle.contentSize)
    }

    /// A rect that is nowhere shows nothing, and stops nothing.
    @Test func rectsThatAreNoNumbers() throws {
        var content = try Content(bounds: Size(width: 1000, height: 1000))
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: list, count: 1_000_000, value: [20])
        var engine = try CollectionLayoutEngine<ViewportFirstCache>(content, bounds: viewport(at: 0))
        let shown = engine.layoutAttributesForElements(in: viewport(at: 0))
        #expect(shown.count == 50)
        for y in [Double.nan, .infinity, -.infinity, 1e300] {
            engine.contentOffset.y = y
            _ = try engine.continuePreparing(items: 100)
        }
        engine.contentOffset.y = 0
        #expect(engine.layoutAttributesForElements(in: viewport(at: 0)) == shown)
    }

    /// Also where an edit has everything laid out.
    @Test func whatIsPlacedIsCounted() throws {
        let content = try Content(WaterfallLayout(laneCount: 2), (0..<20_000).map { [Double($0 % 90) + 10] })
        var cache = ViewportFirstCache()
        try cache.prepare(content, showing: Rect(x: 0, y: 0, width: 800, height: 600))
        let before = cache.itemsPlaced
        try cache.apply(.resize(section: 0, item: 3, to: [50]))
        #expect(cache.isComplete && cache.itemsPlaced >= before + 18_000)
    }
}
