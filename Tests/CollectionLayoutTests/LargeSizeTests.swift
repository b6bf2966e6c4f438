import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Contents of so many items, sections or lanes that an algorithm gives way to another one, or that a tree has one level more.
@Suite struct LargeSizeTests {
    /// A section of items whose values are random.
    private func content(
        _ layout: some SectionLayout, _ counts: [Int], breadth: Double = 390, parallelism: Int? = nil,
        _ value: (inout SplitMix64) -> [Double]
    ) throws -> Content {
        var content = try Content(bounds: Size(width: breadth, height: 844))
        content.parallelism = parallelism
        let number = try content.addLayout(layout)
        var random = SplitMix64(seed: 11)
        for count in counts {
            try content.appendSection(layout: number, values: (0..<count).flatMap { _ in value(&random) })
        }
        return content
    }

    /// Throws unless a cache says what the oracle does: extents, the frames of some items, and what some viewports show.
    private func check(_ cache: some AttributeCache, _ oracle: some AttributeCache, samples: Int = 300) throws {
        let size = oracle.contentSize
        let viewports = [0, 0.31, 0.5, 0.77, 1].map {
            Rect(x: 0, y: $0 * size.height - 400, width: size.width, height: 844)
        }
        if let difference = expectEquivalent(cache, oracle, viewports) {
            throw CheckFailure("\(type(of: cache)): \(difference)")
        }
        for (section, description) in oracle.content.sections.enumerated() {
            for item in stride(from: 0, to: Int(description.count), by: oracle.content.itemCount / samples | 1) {
                let id = ElementID(section: section, item: item)
                guard cache.frame(of: id) != oracle.frame(of: id) else { continue }
                throw CheckFailure(
                    "\(type(of: cache)), \(id): \(cache.frame(of: id)!), expected \(oracle.frame(of: id)!)")
            }
        }
    }

    /// Applies edits to a cache, and compares it with one that lays out the edited content.
    private func check(_ cache: inout IncrementalCache, after changes: [Change]) throws {
        try cache.apply(changes)
        try check(cache, try CacheStrategy.oracle.prepared(cache.content))
    }

    /// Chains of rows over three levels of a tree: blocks of 28 items, of which 16 × 16 stand below two levels.
    @Test func chainsOverThreeLevels() throws {
        var random = SplitMix64(seed: 3)
        func value() -> [Double] { [70, ChainedRowTests.height(&random)] }
        var cache = IncrementalCache()
        try cache.prepare(try content(FlowLayout(itemSpacing: 4), [9000]) { [70, ChainedRowTests.height(&$0)] })
        try check(&cache, after: [.insertItems(section: 0, at: 10, .uniform(count: 1, value: value()))])
        #expect(cache.nodes(of: 0).tree.isChained)
        for item in [4500, 8990, 0, 7168, 7167] {
            try cache.apply(.deleteItems(section: 0, item..<item + 1))
            try cache.apply(.insertItems(section: 0, at: item / 2, .uniform(count: 2, value: value())))
            try cache.apply(.resize(section: 0, item: item / 3, to: ItemValue([150, 33])))
        }
        try check(cache, try CacheStrategy.oracle.prepared(cache.content))
        // So many edits that are still fewer than to lay out all.
        var many: [Change] = []
        for number in 0..<66 {
            let item = random.index(below: 8900)
            many.append(
                number % 3 == 0
                    ? .insertItems(section: 0, at: item, .uniform(count: 1, value: value()))
                    : number % 3 == 1
                        ? .deleteItems(section: 0, item..<item + 1)
                        : .resize(section: 0, item: item, to: ItemValue(value())))
        }
        try check(&cache, after: many)
    }

    /// Three lanes in 4,097 leaves and more: a tree of four levels.
    @Test func lanesOverFourLevels() throws {
        var cache = IncrementalCache()
        try cache.prepare(
            try content(StaggeredLayout(laneCount: 3), [116_000]) { [ChainedRowTests.height(&$0)] })
        var expected = cache.content
        let resizes = [57_000, 0, 115_999, 114_687, 114_688].map {
            Change.resize(section: 0, item: $0, to: [300])
        }
        for change in resizes { try cache.apply(change) }
        for change in resizes { try expected.apply(change) }
        try check(cache, try CacheStrategy.oracle.prepared(expected))
    }

    /// Sections in a tree of four levels.
    @Test func sectionsOverFourLevels() throws {
        let count = 4097
        var cache = IncrementalCache()
        try cache.prepare(
            try content(ListLayout(), (0..<count).map { 1 + $0 % 2 }) { [ChainedRowTests.height(&$0)] })
        let section = SectionDescription(layout: 0, items: .uniform(count: 3, value: [25]))
        try check(&cache, after: [.insertSection(at: 4096, section)])
        try check(
            &cache,
            after: [
                .deleteSection(at: 0), .moveSection(from: 4096, to: 1), .resize(section: 2048, item: 0, to: [500]),
                .insertSection(at: 0, section), .insertSection(at: 4098, section),
            ])
    }

    /// A section of rows in so many blocks that one thread passes over parts of it.
    @Test func rowsInParts() throws {
        let content = try content(FlowLayout(lineSpacing: 2, itemSpacing: 3), [30_000], parallelism: 1) {
            [Double(40 + $0.index(below: 300)), ChainedRowTests.height(&$0)]
        }
        var cache = CheckpointCache()
        try cache.prepare(content)
        try check(cache, try CacheStrategy.oracle.prepared(content))
    }

    /// Rows at the breadths up to which their lengths are counted in 22 bits.
    @Test(arguments: [4095, 4096, 4096 + 1 / 1024, 4097])
    func broadRows(_ breadth: Double) throws {
        let content = try content(FlowLayout(lineSpacing: 2, itemSpacing: 3), [3000], breadth: breadth) {
            [[breadth, breadth / 2 - 1.5, 300, 0.25][$0.index(below: 4)], ChainedRowTests.height(&$0)]
        }
        let oracle = try CacheStrategy.oracle.prepared(content)
        for strategy in CacheStrategy.all { try check(try strategy.prepared(content), oracle) }
    }

    /// States of up to 128 numbers, which stand on the stack, and of more.
    @Test(arguments: [127, 129])
    func manyLanes(_ lanes: Int) throws {
        let content = try content(
            WaterfallLayout(laneCount: lanes, lineSpacing: 1000, itemSpacing: 1), [1500], breadth: 1000
        ) { [ChainedRowTests.height(&$0)] }
        let oracle = try CacheStrategy.oracle.prepared(content)
        for strategy in CacheStrategy.all { try check(try strategy.prepared(content), oracle, samples: 20) }
    }

    /// Rows that repeat themselves after so many items, about as many as are looked at.
    @Test(arguments: [2047, 2048, 2049, 4096, 4097])
    func longPeriods(_ items: Int) throws {
        var content = try Content(bounds: Size(width: Double(items), height: 844))
        let grid = try content.addLayout(GridLayout(lineSpacing: 1000, itemSpacing: 0))
        try content.appendUniformSection(layout: grid, count: items * 3 + 5, value: [Double(items), 1])
        var cache = ClosedFormCache()
        try cache.prepare(content)
        let rects = [0, Double(items) / 2, Double(items) - 6].map { Rect(x: $0, y: 0, width: 5, height: 4000) }
        if let difference = expectEquivalent(cache, try CacheStrategy.oracle.prepared(content), rects) {
            throw CheckFailure(difference)
        }
    }
}
