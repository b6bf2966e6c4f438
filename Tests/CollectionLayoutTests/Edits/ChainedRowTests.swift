import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Edits of large sections whose rows wrap anew for good: of these the cache comes to know chains of rows.
@Suite struct ChainedRowTests {
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layout: @Sendable (inout Content) throws(LayoutError) -> Int
        let value: @Sendable (inout SplitMix64) -> [Double]

        init(
            _ name: String, _ layout: some SectionLayout, _ value: @escaping @Sendable (inout SplitMix64) -> [Double]
        ) {
            testDescription = name
            self.layout = { content throws(LayoutError) in try content.addLayout(layout) }
            self.value = value
        }

        func content(_ count: Int) throws -> Content {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let layout = try layout(&content)
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
    private static func height(_ random: inout SplitMix64) -> Double { heights[random.index(below: heights.count)] }

    static let worlds: [World] =
        [
            World("cards", GridLayout(lineSpacing: 2, itemSpacing: 2)) { [3, [0.5, 0.7, 1, 1.5][$0.index(below: 4)]] },
            World("rows of seven", GridLayout(lineSpacing: 0, itemSpacing: 1)) { [7, Double($0.index(below: 4) + 1)] },
            World("rows of thirty", GridLayout(lineSpacing: 1, itemSpacing: 1)) {
                [30, Double($0.index(below: 4) + 1)]
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

    @Test(arguments: worlds)
    func editsAreExact(_ world: World) throws {
        var random = SplitMix64(seed: 11)
        let content = try world.content(3500)
        var oracle = try CacheStrategy.oracle.prepared(content)
        var cache = IncrementalCache()
        try cache.prepare(content)
        try apply(
            [.insertItems(section: 1, at: 5, .each(count: 1, values: world.value(&random)))], &oracle, &cache, 0)
        #expect(cache.entries[1].chains)
        try withEvery("transaction", in: 1..<50) { step in
            try apply(edits(cache.content, world, &random), &oracle, &cache, step)
        }
        #expect(cache.entries[1].chains)
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
        for (step, changes) in steps.enumerated() { try apply(changes, &oracle, &cache, 50 + step) }
    }
}
