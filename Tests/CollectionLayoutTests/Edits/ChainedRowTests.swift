import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Edits of large sections whose rows wrap anew for good: of these the cache comes to know chains of rows.
@Suite struct ChainedRowTests {
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layout: any SectionLayout
        let value: @Sendable (inout SplitMix64) -> [Double]
        /// Whether rows are short enough for chains of them to be known.
        let chains: Bool
        /// How soon they are: rows of unequal breadths mostly meet former ones before.
        let patience: Int

        init(
            _ name: String, _ layout: any SectionLayout, chains: Bool = true, patience: Int = 1024,
            _ value: @escaping @Sendable (inout SplitMix64) -> [Double]
        ) {
            testDescription = name
            self.chains = chains
            self.patience = patience
            self.layout = layout
            self.value = value
        }

        func content(_ count: Int) throws -> Content {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let layout = try content.addLayout(layout)
            var random = SplitMix64(seed: 5)
            for count in [40, count, 40] {
                try content.appendSection(
                    layout: layout, count: count, header: Size(width: 1, height: 30), footer: Size(width: 1, height: 10)
                ) { _ in value(&random) }
            }
            return content
        }
    }

    private static let heights: [Double] = [40, 44.5, 61, 90.25, 120]
    static func height(_ random: inout SplitMix64) -> Double { heights[random.index(below: heights.count)] }

    static let worlds: [World] =
        [
            World("cards", GridLayout(lineSpacing: 2, itemSpacing: 2)) {
                [3, [0.5, 0.7, 1, 1.5][$0.index(below: 4)]]
            },
            World("rows of four", GridLayout(lineSpacing: 5)) { [4, Double($0.index(below: 3) + 1)] },
            World("rows of seven", GridLayout(lineSpacing: 0, itemSpacing: 1)) { [7, Double($0.index(below: 4) + 1)] },
            World("rows of thirty", GridLayout(lineSpacing: 1, itemSpacing: 1)) {
                [30, Double($0.index(below: 4) + 1)]
            },
            World("rows of fifty", GridLayout(lineSpacing: 1, itemSpacing: 1)) {
                [50, Double($0.index(below: 4) + 1)]
            },
            World("rows of some hundred", FlowLayout(lineSpacing: 1, itemSpacing: 0.5), patience: 0) {
                [[0, 2, 4.25, 8][$0.index(below: 4)], height(&$0)]
            },
            World("rows of three hundred", FlowLayout(lineSpacing: 1, itemSpacing: 0)) { [1.25, height(&$0)] },
            World("table", TableLayout(columns: .breadths([40, 60.5, 25, 90]), lineSpacing: 3, itemSpacing: 2)) {
                [height(&$0)]
            },
            World("table of sixty columns", TableLayout(columns: .equal(60))) { [height(&$0)] },
            World("rows of eight hundred", FlowLayout(lineSpacing: 1, itemSpacing: 0), chains: false) {
                [0.5, height(&$0)]
            },
        ]
        + FlowLayout.Alignment.allCases.map {
            World("flow, \($0)", FlowLayout(lineSpacing: 3, itemSpacing: 4, alignment: $0)) { [70, height(&$0)] }
        }

    /// One edit or several, at random places of the large section.
    private func edits(_ content: Content, _ world: World, _ random: inout SplitMix64) -> [Change] {
        var count = Int(content.sections[1].count)
        return (0..<[1, 1, 1, 2, 5][random.index(below: 5)]).map { _ in
            let item = random.index(below: count)
            switch random.index(below: 6) {
            case 0: return .resize(section: 1, item: item, to: ItemValue(world.value(&random)))
            case 1:
                count += 1
                return .insertItems(section: 1, at: item, .each(count: 1, values: world.value(&random)))
            case 2:
                let new = [1, 3, 100][random.index(below: 3)]
                let values = (0..<new).flatMap { _ in world.value(&random) }
                let place = [0, item, count][random.index(below: 3)]
                count += new
                return .insertItems(section: 1, at: place, .each(count: new, values: values))
            case 3, 4:
                let end = min(item + [1, 1, 2, 90][random.index(below: 4)], count)
                count -= end - item
                return .deleteItems(section: 1, item..<end)
            default:
                return .moveItem(from: LayoutIndexPath(1, item), to: LayoutIndexPath(1, random.index(below: count)))
            }
        }
    }

    /// The same to the oracle and to the cache, which comes to the same and is sound inside.
    private func apply(
        _ changes: [Change], _ oracle: inout any AttributeCache, _ cache: inout IncrementalCache, _ step: Int
    ) throws {
        try oracle.apply(changes)
        try cache.apply(changes)
        cache.checkInvariants()
        try BruteForce(oracle).checkAll(cache, around: step * 31, seed: UInt64(step))
    }

    @Test(arguments: worlds, [1, 3])
    func editsAreExact(_ world: World, threads: Int) throws {
        var random = SplitMix64(seed: 11)
        var content = try world.content(700)
        content.parallelism = threads
        var oracle = try CacheStrategy.oracle.prepared(content)
        var cache = IncrementalCache()
        cache.patience = min(world.patience, 128)
        try cache.prepare(content)
        try apply(
            [.insertItems(section: 1, at: 5, .each(count: 1, values: world.value(&random)))], &oracle, &cache, 0)
        #expect(cache.entries[1].isChained == world.chains)
        try withEvery("transaction", in: 1..<(threads == 1 ? 16 : 4)) { step in
            try apply(edits(cache.content, world, &random), &oracle, &cache, step)
        }
        #expect(cache.entries[1].isChained == world.chains)
        // Sections come, go and move; headers change; and of the items only some are left, then none.
        let count = Int(cache.content.sections[1].count)
        let steps: [[Change]] = [
            [.moveSection(from: 1, to: 0), .moveSection(from: 0, to: 1)],
            [.resizeSection(at: 1, header: Size(width: 1, height: 50), footer: Size(width: 1, height: 20))],
            [.deleteSection(at: 0), .insertItems(section: 0, at: 0, .each(count: 1, values: world.value(&random)))],
            [.deleteItems(section: 0, 70..<count + 1)], [.deleteItems(section: 0, 1..<70)],
            [.deleteItems(section: 0, 0..<1)],
            [.insertItems(section: 0, at: 0, .each(count: 2, values: world.value(&random) + world.value(&random)))],
        ]
        for (step, changes) in steps.enumerated() { try apply(changes, &oracle, &cache, 16 + step) }
    }

    /// Random edits of all kinds where chains are known as soon as they can be, which small contents else never come to.
    @Test(arguments: LayoutVariants.all.filter { [FlowLayout.id, GridLayout.id, TableLayout.id].contains($0.id) })
    func programsAgree(_ variant: NamedLayout) throws {
        let eager = CacheStrategy("eager", "incremental, chaining rows at once", bytesPerItem: 50) {
            var cache = IncrementalCache()
            cache.patience = 0
            return cache
        }
        try forAll(count: 300) { random in
            EditProgram([variant], &random, steps: 6, edits: 4, items: 150)
        } shrinks: {
            $0.shrinks
        } check: {
            try EditTests.run($0, [eager])
        }
    }

    /// Rows of as many items as chains of them are known of, and of one more: either way edits are exact.
    @Test(arguments: [511, 512, 513]) func rowsAtTheLimit(_ itemsOfRow: Int) throws {
        var content = try Content(bounds: Size(width: 1024, height: 844))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 1, itemSpacing: 0))
        let breadth = Snapping.grain.snap(1024 / Double(itemsOfRow))
        try content.appendSection(layout: flow, count: 3000) { [breadth, Self.heights[$0 % 5]] }
        var oracle = try CacheStrategy.oracle.prepared(content)
        var cache = IncrementalCache()
        cache.patience = 128
        try cache.prepare(content)
        let edits: [Change] = [
            .insertItems(section: 0, at: 5, .each(count: 1, values: [breadth, 70])),
            .deleteItems(section: 0, 700..<702), .resize(section: 0, item: 1400, to: [0, 300]),
        ]
        for (step, edit) in edits.enumerated() {
            try oracle.apply([edit])
            try cache.apply([edit])
            cache.checkInvariants()
            try BruteForce(oracle).checkAll(cache, around: step * 900, seed: UInt64(step))
            // An item of no breadth is one more of its row.
            #expect(cache.entries[0].isChained == (itemsOfRow + (step == 2 ? 1 : 0) <= FoundRow.mostItems))
        }
    }

    /// Rows that begin farther before the item that changes than any further rows are placed one by one.
    @Test(arguments: FlowLayout.Alignment.allCases, [1025, 1500, 3999])
    func anItemFarInItsRow(_ alignment: FlowLayout.Alignment, _ item: Int) throws {
        var content = try Content(bounds: Size(width: 400, height: 300))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0, alignment: alignment))
        try content.appendSection(layout: flow, count: 4000) { [0.125, Double(10 + $0 % 3)] }
        var oracle = try CacheStrategy.oracle.prepared(content)
        for patience in [0, IncrementalCache().patience] {
            var cache = IncrementalCache()
            cache.patience = patience
            try cache.prepare(content)
            for length in [11.5, 12.5] {
                let edit = Change.resize(section: 0, item: item, to: [0.125, length])
                try cache.apply(edit)
                try oracle.apply(edit)
                try BruteForce(oracle).checkAll(cache, around: 0, seed: UInt64(item))
            }
        }
    }

    /// Thousands of items that come at once, then one more: each is found where it is, whether or not chains come to be known.
    /// Items that are new are no rows that wrap anew: a list needs no chains.
    @Test(arguments: [FlowLayout.id, GridLayout.id, ListLayout.id, TableLayout.id], [0, 1024])
    func itemsThatComeAtOnceAreFound(_ layoutID: String, patience: Int) throws {
        let named = try #require(NamedLayout.all.first { $0.id == layoutID })
        var random = SplitMix64(seed: 8)
        var empty = try Content(bounds: Size(width: 390, height: 844))
        let layout = try empty.addLayout(named.make())
        try empty.appendSection(layout: layout, count: 5) { _ in named.sample(random.next()) }
        let rows = NewItems.each(count: 3000, values: (0..<3000).flatMap { _ in named.sample(random.next()) })
        let one = NewItems.each(count: 1, values: named.sample(random.next()))
        let section = SectionDescription(layout: layout, items: rows)
        let programs: [[[Change]]] = [
            [[.insertSection(at: 0, section)], [.insertItems(section: 0, at: 1500, one)]],
            [[.replaceSection(at: 0, with: section)], [.deleteItems(section: 0, 7..<8)]],
            [[.insertItems(section: 0, at: 5, rows)], [.insertItems(section: 0, at: 900, one)]],
            [[.insertSection(at: 0, section), .insertItems(section: 0, at: 2, one)]],
        ]
        for program in programs {
            var cache = IncrementalCache()
            cache.patience = patience
            try cache.prepare(empty)
            for changes in program { try cache.apply(changes) }
            cache.checkInvariants()
            if patience > 0, layoutID == ListLayout.id { #expect(!cache.entries[0].isChained) }
            var oracle = FullArrayCache()
            try oracle.prepare(cache.content)
            var hits = HitBuffer()
            for item in 0..<Int(cache.content.sections[0].count) {
                let id = ElementID(section: 0, item: item)
                let frame = try #require(oracle.frame(of: id))
                hits.removeAll()
                cache.query(frame, into: &hits)
                try check(cache.frame(of: id) == frame, "\(id) is elsewhere")
                try check(hits.ids.contains(id) || frame.width * frame.height == 0, "\(id) is not found")
            }
        }
    }

    /// How many rows the checks after a change find, in the build that makes them: all of the section with chains.
    static func foundByChecks(_ cache: IncrementalCache) -> Int {
        #if InternalChecks
            Int(cache.content.sections[1].count)
        #else
            0
        #endif
    }

    /// Once the chains are known, an edit looks at a few blocks, however many items stand behind it.
    @Test(arguments: worlds.filter { $0.chains && $0.patience > 0 })
    func editsLookAtFewItems(_ world: World) throws {
        let placed = PlacedItems()
        var random = SplitMix64(seed: 3)
        var cache = IncrementalCache()
        try cache.prepare(world.content(6000).counting(in: placed))
        let first = placed.count
        func insertion(at item: Int) -> Change {
            .insertItems(section: 1, at: item, .each(count: 1, values: world.value(&random)))
        }
        try cache.apply(insertion(at: 1000))
        // All items once, and what was placed before that.
        #expect((6000..<8000).contains(placed.count - first - Self.foundByChecks(cache)))
        let changes: [Change] = [
            insertion(at: 0), insertion(at: 3000), insertion(at: 6000), .deleteItems(section: 1, 2..<3),
            .moveItem(from: LayoutIndexPath(1, 70), to: LayoutIndexPath(1, 5000)),
            .resize(section: 1, item: 1000, to: ItemValue(world.value(&random))),
        ]
        for change in changes {
            let before = placed.count
            try cache.apply(change)
            #expect(
                placed.count - before - Self.foundByChecks(cache)
                    <= 2 * (3 * IncrementalCache.blockSize + Int(cache.entries[1].chains)), "\(change)")
        }
        #expect(try differenceFromFresh(cache) == nil)
    }

    /// A rehearsal changes no answer, and what it takes no edit does after it.
    @Test(arguments: worlds.filter { $0.chains && $0.patience > 0 })
    func rehearsalsLeaveTheFirstEditLittleToDo(_ world: World) throws {
        let placed = PlacedItems()
        var random = SplitMix64(seed: 5)
        let content = try world.content(6000).counting(in: placed)
        var engine = try CollectionLayoutEngine<IncrementalCache>(
            content, bounds: Rect(x: 0, y: 0, width: 390, height: 844))
        let before = engine.cache
        for section in content.sections.indices { try engine.rehearseEdits(ofSection: section) }
        #expect(fingerprint(of: engine.cache.content) == fingerprint(of: content))
        #expect(expectEquivalent(engine.cache, before, [everything]) == nil)
        var cache = engine.cache
        cache.checkInvariants()
        #expect(cache.entries[1].isChained)
        let rehearsed = placed.count
        try cache.apply(.insertItems(section: 1, at: 3000, .each(count: 1, values: world.value(&random))))
        let most = 3 * IncrementalCache.blockSize + 2 * FoundRow.mostItems
        #expect(placed.count - rehearsed - Self.foundByChecks(cache) < most)
        #expect(try differenceFromFresh(cache) == nil)
    }

    /// Rows that meet former ones get no chains by a rehearsal, and items that are all alike stay so.
    @Test func rehearsalsOfOtherRows() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0))
        try content.appendSection(layout: list, count: 5000) { [Double(20 + $0 % 31)] }
        try content.appendUniformSection(layout: flow, count: 5000, value: [100, 30])
        try content.appendSection(layout: flow, count: 0) { _ in [10, 10] }
        var cache = IncrementalCache()
        try cache.prepare(content)
        for section in 0..<3 { try cache.rehearseEdits(ofSection: section) }
        #expect(cache.entries[0].isChained == false && cache.entries[1].isChained == false)
        #expect(fingerprint(of: cache.content) == fingerprint(of: content) && cache.content.sections[1].isUniform)
    }

    /// Where rows get so long that their chains cannot be known, frames are again; and then they stay.
    @Test func rowsGetTooLong() throws {
        let world = World("flow", FlowLayout(lineSpacing: 3, itemSpacing: 0)) { [70, Self.height(&$0)] }
        let content = try world.content(3500)
        var oracle = try CacheStrategy.oracle.prepared(content)
        var cache = IncrementalCache()
        try cache.prepare(content)
        try apply([.insertItems(section: 1, at: 5, .each(count: 1, values: [70, 50]))], &oracle, &cache, 0)
        #expect(cache.entries[1].chains == 8)
        // Where a row holds five items, and so many more without a breadth.
        for (step, (count, longest)) in [(10, 15), (40, 45), (380, 385), (600, 0), (3, 0)].enumerated() {
            let values = (0..<count).flatMap { _ in [0.0, 50.0] }
            try apply(
                [.insertItems(section: 1, at: 600 + 500 * step, .each(count: count, values: values))], &oracle, &cache,
                step + 1)
            #expect((longest..<longest + 4).contains(Int(cache.entries[1].chains)))
        }
        try apply([.insertItems(section: 1, at: 5, .each(count: 1, values: [70, 50]))], &oracle, &cache, 6)
        #expect(!cache.entries[1].isChained)
    }

    /// What fails leaves all as it was, whether chains are known before or only since the edit that fails.
    @Test(arguments: [false, true])
    func failureTakesAllBack(_ edited: Bool) throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0))
        let tall = Snapping.largestCoordinate / 2048
        // Two short items and two tall ones a row each, and later one of both in each row: 1,000 or 2,000 tall rows.
        try content.appendSection(layout: flow, count: 4000) { [195, $0 % 4 < 2 ? 1 : tall] }
        try content.appendUniformSection(layout: flow, count: 1, value: [10, 10 * tall])
        var cache = IncrementalCache()
        try cache.prepare(content)
        let insertion = Change.insertItems(section: 0, at: 3, .each(count: 1, values: [195, 1]))
        if edited { try cache.apply(insertion) }
        #expect(cache.entries[0].isChained == edited)
        let before = cache
        let resize = Change.resize(section: 0, item: 3000, to: [195, 1100 * tall])
        for changes in [[resize], [insertion, resize], [.deleteItems(section: 0, 1..<2), resize, insertion]] {
            #expect(throws: LayoutError.self) { try cache.apply(changes) }
            cache.checkInvariants()
            #expect(expectEquivalent(cache, before, [everything]) == nil)
        }
        #expect(try differenceFromFresh(cache) == nil)
    }
}
