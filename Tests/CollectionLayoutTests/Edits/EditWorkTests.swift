import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// The work of an edit does not grow with the content: counted in items that the layout places.
@Suite struct EditWorkTests {
    /// A content of one section, and what an item may be.
    struct World: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layout: @Sendable (inout Content) throws(LayoutError) -> Int
        /// The values of one item; if they are always the same the section is uniform.
        let value: @Sendable (inout SplitMix64) -> [Double]
        var isUniform = false

        init(
            _ name: String, _ layout: some SectionLayout, isUniform: Bool = false,
            _ value: @escaping @Sendable (inout SplitMix64) -> [Double]
        ) {
            testDescription = name
            self.layout = { content throws(LayoutError) in try content.addLayout(layout) }
            self.value = value
            self.isUniform = isUniform
        }

        private static let header = Size(width: 10, height: 20)

        func content(of count: Int, _ random: inout SplitMix64) throws -> Content {
            var content = try Content(bounds: Dataset.bounds)
            let layout = try layout(&content)
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
        World("free-form", FreeFormLayout()) { [$0.uniform(0, 300), $0.uniform(0, 9000), 20, 20] },
    ]

    /// One edit of a kind at a random place.
    private func edit(_ kind: Int, _ content: Content, _ world: World, _ random: inout SplitMix64) -> Change {
        let count = Int(content.sections[0].count)
        let item = random.index(below: count)
        let value = world.value(&random)
        switch kind {
        case 0: return .resize(section: 0, item: item, to: ItemValue((0..<4).map { $0 < value.count ? value[$0] : 0 }))
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
        try cache.prepare(try world.content(of: count, &random).counting(in: placed))
        let before = placed.count
        #expect(before == count, "prepare places each item once")
        for _ in 0..<40 { try cache.apply(edit(kind, cache.content, world, &random)) }
        return Double(placed.count - before) / 40
    }

    @Test(arguments: worlds)
    func growsLessThanTheContent(_ world: World) throws {
        for (kind, name) in ["resize", "insert", "delete", "header", "move"].enumerated() {
            // A resize makes the values of a uniform section individual, after which nothing is uniform any more.
            if world.isUniform && kind == 0 { continue }
            // Lanes that items choose by length remember where they begin: with another header all of the section is placed again.
            if name == "header" && ["pinterest", "waterfall"].contains(world.testDescription) { continue }
            let small = try work(kind, world, 1000)
            let large = try work(kind, world, 100_000)
            // Two decades at an exponent of 0.15 are a factor of 2. Free-form sections have nothing to converge to.
            #expect(large <= 2 * small, "\(name): \(small) items of 1,000, \(large) of 100,000")
            #expect(large < 600, "\(name): \(large) items")
        }
    }
}
