import CollectionLayout
import Foundation
import LayoutTestSupport
import Testing
import Workloads

/// The work of an edit does not grow with the content: counted in items that the layout places.
@Suite struct EditWorkTests {
    /// A content of one section, and what an item may be.
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layout: any SectionLayout
        /// The values of one item; if they are always the same the section is uniform.
        let value: @Sendable (inout SplitMix64) -> [Double]
        let isUniform: Bool
        /// How many items an edit may place on average, wherever it is.
        let reach: Int

        init(
            _ name: String, _ layout: any SectionLayout, isUniform: Bool = false, reach: Int = 200,
            _ value: @escaping @Sendable (inout SplitMix64) -> [Double]
        ) {
            testDescription = name
            self.layout = layout
            self.value = value
            self.isUniform = isUniform
            self.reach = reach
        }

        private static let header = Size(width: 10, height: 20)

        func content(of count: Int, _ random: inout SplitMix64) throws -> Content {
            var content = try Content(bounds: Dataset.bounds)
            let layout = try content.addLayout(layout)
            if isUniform {
                try content.appendUniformSection(
                    layout: layout, count: count, value: value(&random), header: Self.header)
            } else {
                try content.appendSection(
                    layout: layout, values: (0..<count).flatMap { _ in value(&random) }, header: Self.header)
            }
            return content
        }
    }

    static let worlds: [World] = [
        World("list", ListLayout()) { [Double(20 + $0.index(below: 100))] },
        World("flow", FlowLayout(lineSpacing: 4, itemSpacing: 4)) {
            [Double(40 + $0.index(below: 120)), Double(40 + $0.index(below: 80))]
        },
        World("uniform flow", FlowLayout(lineSpacing: 4, itemSpacing: 4), isUniform: true) { _ in [50, 60] },
        World("uniform grid", GridLayout(lineSpacing: 2, itemSpacing: 2), isUniform: true) { _ in [4, 1] },
        World("staggered", StaggeredLayout(laneCount: 3)) { [$0.uniform(0.5, 2)] },
        World("pinterest", PinterestLayout(laneCount: 5)) { [$0.uniform(50, 200), $0.uniform(10, 40)] },
        World("waterfall", WaterfallLayout(laneCount: 4)) { [$0.uniform(50, 200)] },
        World("waterfall in turn", WaterfallLayout(laneCount: 4, direction: .rightToLeft)) { [$0.uniform(50, 200)] },
        World("mosaic", MosaicLayout(laneCount: 4, tolerance: 8), reach: 2000) {
            [[0.75, 1, 4.0 / 3][$0.index(below: 3)], Double($0.index(below: 2))]
        },
        World("free-form", FreeFormLayout()) { [$0.uniform(0, 300), $0.uniform(0, 9000), 20, 20] },
    ]

    /// One edit of a kind at a random place.
    private func edit(_ kind: Int, _ content: Content, _ world: World, _ random: inout SplitMix64) -> Change {
        let count = Int(content.sections[0].count)
        let item = random.index(below: count)
        let value = world.value(&random)
        switch kind {
        case 0: return .resize(section: 0, item: item, to: ItemValue(value))
        case 1: return .insertItems(section: 0, at: item, .each(count: 1, values: value))
        case 2: return .deleteItems(section: 0, item..<item + 1)
        case 3: return .resizeSection(at: 0, header: Size(width: 1, height: Double(10 + random.index(below: 40))))
        default:
            return .moveItem(
                from: LayoutIndexPath(item: item, section: 0),
                to: LayoutIndexPath(item: random.index(below: count), section: 0))
        }
    }

    /// Items placed per edit, on average over many.
    private func work(_ kind: Int, _ world: World, _ count: Int) throws -> Double {
        var random = SplitMix64(seed: UInt64(count + kind))
        let placed = PlacedItems()
        var cache = IncrementalCache()
        var content = try world.content(of: count, &random).counting(in: placed)
        // For several threads, some items would be placed to find out whether these pay.
        content.parallelism = 1
        try cache.prepare(content)
        let before = placed.count
        #expect(before == count, "prepare places each item once")
        for _ in 0..<40 { try cache.apply(edit(kind, cache.content, world, &random)) }
        return Double(placed.count - before) / 40
    }

    @Test(arguments: worlds)
    func growsLessThanTheContent(_ world: World) throws {
        for (kind, name) in ["resize", "insert", "delete", "header", "move"].enumerated() {
            let smallCount = max(1000, 5 * world.reach)
            let small = try work(kind, world, smallCount)
            let large = try work(kind, world, 100_000)
            // An exponent of 0.15. Free-form sections have nothing to converge to.
            let growth = pow(100_000 / Double(smallCount), 0.15)
            #expect(large <= growth * small, "\(name): \(small) items of \(smallCount), \(large) of 100,000")
            #expect(large < Double(world.reach), "\(name): \(large) items")
        }
    }

    /// Lanes that are chosen anew can all be moved by one distance only if the sum of the lengths changes by a multiple of
    /// their number, counted in the unit that lengths have in common; and then they soon are.
    @Test(arguments: [(change: 3, stops: true), (change: -3, stops: true), (change: 1, stops: false)])
    func rebalancingStopsWhereLanesCanMoveAsOne(_ change: Int, stops: Bool) throws {
        let (count, edits) = (20_000, 40)
        var random = SplitMix64(seed: 7)
        let units = (0..<count).map { _ in 3 + random.index(below: 4) }
        var content = try Content(bounds: Dataset.bounds)
        let layout = try content.addLayout(WaterfallLayout(laneCount: 3, lineSpacing: 0, rebalances: true))
        try content.appendSection(layout: layout, values: units.map { Double($0 * 40) })
        let placed = PlacedItems()
        var cache = IncrementalCache()
        try cache.prepare(content.counting(in: placed))
        for _ in 0..<edits {
            let before = placed.count
            let item = random.index(below: count / 2)
            let value = cache.content.value(section: 0, item: item)[0] + Double(change * 40)
            try cache.apply(.resize(section: 0, item: item, to: [value]))
            if !stops { #expect(placed.count - before > count - item - 28) }
            try cache.apply(.resize(section: 0, item: item, to: [value - Double(change * 40)]))
        }
        if stops { #expect(placed.count - count < 2 * edits * 500) }
        #expect(try differenceFromFresh(cache, of: content) == nil)
    }
}
