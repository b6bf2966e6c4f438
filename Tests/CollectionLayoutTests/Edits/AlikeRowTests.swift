import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Edits of large sections nearly all of whose items are alike: rows get out of step with what they were.
@Suite struct AlikeRowTests {
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layout: any SectionLayout
        /// The values of nearly all items, and such as others have.
        let value: [Double]
        let others: [[Double]]

        init(_ name: String, _ layout: any SectionLayout, _ value: [Double], _ others: [[Double]]) {
            testDescription = name
            self.layout = layout
            self.value = value
            self.others = others
        }

        /// A section of alike items, or of such and one in `every` that is not.
        func content(_ count: Int, every: Int? = nil) throws -> Content {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let layout = try content.addLayout(layout)
            let (header, footer) = (Size(width: 1, height: 30), Size(width: 1, height: 10))
            if let every {
                try content.appendSection(layout: layout, count: count, header: header, footer: footer) {
                    $0 % every == every - 1 ? others[$0 / every % others.count] : value
                }
            } else {
                try content.appendUniformSection(
                    layout: layout, count: count, value: value, header: header, footer: footer)
            }
            return content
        }
    }

    private static let squares: [[Double]] = [[2, 1], [1, 1], [4, 0.5], [3, 1], [6, 2], [2, 2]]
    static let worlds: [World] =
        [
            World("grid", GridLayout(lineSpacing: 2, itemSpacing: 2), [4, 1], squares),
            World("grid of seven", GridLayout(lineSpacing: 0, itemSpacing: 1), [7, 1], squares),
            World("rows longer than a block", GridLayout(lineSpacing: 1, itemSpacing: 1), [50, 1], squares),
            World("list", ListLayout(lineSpacing: 1), [44], [[20], [80]]),
        ]
        + FlowLayout.Alignment.allCases.map {
            World(
                "flow, \($0)", FlowLayout(lineSpacing: 3, itemSpacing: 4, alignment: $0), [70, 50],
                [[150, 50], [70, 90], [20, 50], [390, 10], [75, 50]])
        }

    /// One edit or several, at random places.
    private func edits(_ content: Content, _ world: World, _ random: inout SplitMix64) -> [Change] {
        var count = Int(content.sections[0].count)
        return (0..<[1, 1, 1, 2, 5][random.index(below: 5)]).map { _ in
            let item = random.index(below: count)
            let other = world.others[random.index(below: world.others.count)]
            switch random.index(below: 7) {
            case 0, 1: return .resize(section: 0, item: item, to: ItemValue(other))
            case 2: return .resize(section: 0, item: item, to: ItemValue(world.value))
            case 3:
                count += 1
                return .insertItems(section: 0, at: item, .each(count: 1, values: other))
            case 4:
                let new = [1, 3, 200][random.index(below: 3)]
                count += new
                return .insertItems(section: 0, at: item, .uniform(count: new, value: world.value))
            case 5:
                let end = min(item + [1, 2, 150][random.index(below: 3)], count)
                count -= end - item
                return .deleteItems(section: 0, item..<end)
            default:
                return .moveItem(from: LayoutIndexPath(0, item), to: LayoutIndexPath(0, random.index(below: count)))
            }
        }
    }

    /// All frames, queries and the inside of the cache after each transaction, against the oracle.
    @Test(arguments: worlds, [nil, 700])
    func editsAreExact(_ world: World, _ every: Int?) throws {
        var random = SplitMix64(seed: 11)
        let content = try world.content(3000, every: every)
        var oracle = try CacheStrategy.oracle.prepared(content)
        var cache = IncrementalCache()
        try cache.prepare(content)
        try withEvery("transaction", in: 0..<60) { step in
            let changes = edits(cache.content, world, &random)
            try oracle.apply(changes)
            try cache.apply(changes)
            try BruteForce(oracle).checkAll(cache, around: step * 31, seed: UInt64(step))
        }
    }

    /// A cell that becomes broader, or comes or goes, has a few blocks placed, however many items stand behind it.
    @Test(arguments: worlds, [nil, 60_000])
    func editsPlaceFewItems(_ world: World, _ every: Int?) throws {
        let count = 200_000
        let placed = PlacedItems()
        var cache = IncrementalCache()
        try cache.prepare(world.content(count, every: every).counting(in: placed))
        let other = world.others[0]
        let changes: [Change] = [
            .resize(section: 0, item: 1000, to: ItemValue(other)),
            .insertItems(section: 0, at: 10, .uniform(count: 1, value: world.value)),
            .insertItems(section: 0, at: 5000, .each(count: 1, values: other)),
            .deleteItems(section: 0, 2..<3),
            .moveItem(from: LayoutIndexPath(0, 70), to: LayoutIndexPath(0, 150_000)),
            .resize(section: 0, item: 1000, to: ItemValue(world.value)),
        ]
        for change in changes {
            let before = placed.count
            try cache.apply(change)
            // Of each of a few runs of alike items its beginning and its end.
            #expect(placed.count - before < (every == nil ? 3 : 6) * 12 * 28, "\(change)")
        }
        #expect(try differenceFromFresh(cache) == nil)
    }

    /// Where rows would be brought into step at one run of alike items after the other, chains of them are known from then on: later
    /// edits look at a few blocks, however many runs stand behind them. A section with one run, in the same transaction, needs none.
    @Test(arguments: worlds.prefix(2))
    func manyRunsGetChains(_ world: World) throws {
        let placed = PlacedItems()
        // Higher ones are as broad: rows out of step stay so.
        let higher = [world.value[0], 1.5]
        let runs = 4 * IncrementalCache.mostSteps
        var content = try world.content(200 * runs, every: 200 * runs)
        try content.appendSection(layout: 0, count: 200 * runs) { $0 % 200 == 150 ? higher : world.value }
        try content.appendSection(layout: 0, count: 20_000) { $0 == 19_999 ? higher : world.value }
        var cache = IncrementalCache()
        try cache.prepare(content.counting(in: placed))
        let broader = ItemValue(world.others[0])
        try cache.apply((0..<3).map { .resize(section: $0, item: 1000, to: broader) })
        #expect((0..<3).map { cache.entries[$0].isChained } == [false, true, false])
        for change: Change in [
            .insertItems(section: 1, at: 10, .uniform(count: 1, value: world.value)),
            .deleteItems(section: 1, 2..<3), .resize(section: 1, item: 100 * runs, to: broader),
            .resize(section: 1, item: 1000, to: ItemValue(world.value)),
        ] {
            let before = placed.count
            try cache.apply(change)
            #expect(placed.count - before - ChainedRowTests.foundByChecks(cache) < 200, "\(change)")
        }
        cache.checkInvariants()
        #expect(try differenceFromFresh(cache) == nil)
    }

    /// Each change of a transaction may bring rows into step as often as one alone.
    @Test func manyChangesNeedNoChains() throws {
        let content = try Self.worlds[0].content(60_000, every: 6000)
        var cache = IncrementalCache()
        try cache.prepare(content)
        try cache.apply((0..<60).map { .resize(section: 0, item: 1000 * $0 + 10, to: [2, 1]) })
        #expect(!cache.entries[0].isChained)
        cache.checkInvariants()
        #expect(try differenceFromFresh(cache) == nil)
    }

    /// What fails leaves all as it was, whether or not rows were brought into step before it did.
    @Test func failureTakesAllBack() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0))
        let tall = Snapping.largestCoordinate / 1000
        try content.appendUniformSection(layout: flow, count: 3000, value: [130, tall])
        var cache = IncrementalCache()
        try cache.prepare(content)
        #expect(throws: LayoutError.self) {
            try cache.apply(.resize(section: 0, item: 40, to: [390, tall]))
        }
        cache.checkInvariants()
        #expect(try differenceFromFresh(cache, of: content) == nil)
        #expect(cache.content.sections[0].isUniform)
    }
}
