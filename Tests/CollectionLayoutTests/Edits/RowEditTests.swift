import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Edits of layouts that place items in rows look at the rows around them only.
@Suite struct RowEditTests {
    private static let grain = Snapping.grainLength
    /// Lengths around what tells a row from the next one, and such as leave a block's reach in grains.
    private static let lengths = [0, 1, 2, 3].map { $0 * grain } + [0.5, 7, 40, 41.25, 300_000, 1_100_000]

    private static let layouts: [NamedWorld] =
        FlowLayout.Alignment.allCases.map { alignment in
            NamedWorld("flow, \(alignment)", FlowLayout(lineSpacing: 3, itemSpacing: 2, alignment: alignment)) {
                [[0, 10, 30, 33.5, 60, 140][$0.index(below: 6)], $1]
            }
        } + [
            NamedWorld("flow without spacing", FlowLayout(lineSpacing: 0, itemSpacing: 0)) {
                [[0, 25, 50][$0.index(below: 3)], $1]
            },
            NamedWorld("list", ListLayout(lineSpacing: 2)) { [$1] },
            NamedWorld("list without spacing", ListLayout(lineSpacing: 0)) { [$1] },
            NamedWorld("chat", ListLayout(lineSpacing: 1, alignment: .each)) { [$1, 50, $0.uniform(0, 1)] },
        ]

    struct NamedWorld: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let layout: any SectionLayout
        /// The values of an item of a length.
        let values: @Sendable (_ random: inout SplitMix64, _ length: Double) -> [Double]

        init(
            _ name: String, _ layout: any SectionLayout,
            _ values: @escaping @Sendable (inout SplitMix64, Double) -> [Double]
        ) {
            testDescription = name
            self.layout = layout
            self.values = values
        }

        func content(_ count: Int, _ random: inout SplitMix64, lengths: Int) throws -> Content {
            var content = try Content(bounds: Size(width: 100, height: 80))
            let layout = try content.addLayout(layout)
            let all = (0..<count).flatMap { _ in values(&random, RowEditTests.lengths[random.index(below: lengths)]) }
            try content.appendSection(layout: layout, values: all)
            return content
        }
    }

    /// Two neighbours are in different rows if the grains say so, and never say less where the first one has a length.
    @Test(arguments: layouts)
    func rowsAreFoundInFrames(_ world: NamedWorld) throws {
        var random = SplitMix64(seed: 1)
        let content = try world.content(3000, &random, lengths: 8)
        let cache = try CacheStrategy.oracle.prepared(content)
        let frames = try (0..<3000).map { try #require(cache.frame(of: ElementID(section: 0, item: $0))) }
        // Rows by their definition: an item wraps that does not fit any more.
        var rows: [Int] = []
        var edge = 0.0
        for item in 0..<3000 {
            let spacing = world.testDescription == "flow without spacing" ? 0.0 : 2
            let wraps = !world.testDescription.hasPrefix("flow") || edge + frames[item].width > 100
            rows.append(item == 0 ? 0 : rows[item - 1] + (wraps ? 1 : 0))
            edge = (wraps ? 0 : edge) + frames[item].width + spacing
        }
        #expect(rows[2999] > 500)
        var packer = GrainPacker(from: 0)
        // Three more are read than are asked about.
        let packed = frames.map { packer.pack($0) } + Array(repeating: GrainRect(x: 0), count: 3)
        var first = 0
        var count = 1
        while first + 1 < 3000 {
            count = min(count % 64 + 1, 3000 - first)
            let starts = packed.withUnsafeBufferPointer { ($0.baseAddress! + first).rowStarts(count) }
            #expect(starts & 1 == 0 && (count == 64 || starts >> UInt64(count) == 0))
            for item in first + 1..<first + count {
                let begins = starts >> UInt64(item - first) & 1 != 0
                #expect(!begins || rows[item] > rows[item - 1], "item \(item) is said to begin a row")
                if frames[item - 1].height > 2 * Self.grain {
                    #expect(begins || rows[item] == rows[item - 1], "item \(item) begins a row")
                }
            }
            // Each runs into the next one, but the shortest ones, which tell nothing.
            first += max(count - 1, 1)
        }
    }

    /// Frames, queries and the inside of the cache after edits of all kinds, against the oracle.
    @Test(arguments: layouts, [8, 10])
    func editsAreExact(_ world: NamedWorld, _ lengths: Int) throws {
        var random = SplitMix64(seed: UInt64(lengths))
        let content = try world.content(400, &random, lengths: 8)
        var oracle = try CacheStrategy.oracle.prepared(content)
        var cache = IncrementalCache()
        try cache.prepare(content)
        try withEvery("step", in: 0..<150) { step in
            let count = Int(cache.content.sections[0].count)
            let item = random.index(below: count)
            let values = world.values(&random, Self.lengths[random.index(below: lengths)])
            let change: Change =
                switch step % 4 {
                case 0: .insertItems(section: 0, at: random.index(below: count + 1), .each(count: 1, values: values))
                case 1: .deleteItems(section: 0, item..<item + 1)
                default:
                    .resize(section: 0, item: item, to: ItemValue(values))
                }
            try oracle.apply(change)
            try cache.apply(change)
            try BruteForce(oracle).checkAll(cache, around: item % (count - 1), seed: UInt64(step))
        }
        // Of lengths that do not fit the blocks give up grains.
        #expect(cache.frames.isInGrains == (lengths == 8))
    }

    /// An edit places the rows before and behind its own one, and not whole blocks of 28 items.
    @Test func fewItemsArePlaced() throws {
        func most(_ layout: any SectionLayout, _ values: (Double) -> [Double]) throws -> Int {
            var content = try Content(bounds: Size(width: 100, height: 80))
            let added = try content.addLayout(layout)
            try content.appendSection(layout: added, values: (0..<6000).flatMap { values(Double(10 + $0 % 7)) })
            let placed = PlacedItems()
            var cache = IncrementalCache()
            try cache.prepare(try content.counting(in: placed))
            var most = 0
            for step in 0..<200 {
                let before = placed.count
                let new = values(Double(20 + step % 11))
                try cache.apply(
                    .resize(
                        section: 0, item: (step * 29 + 1000) % 6000,
                        to: ItemValue(new)))
                most = max(most, placed.count - before)
            }
            return most
        }
        // The row before, the row itself, the one behind it, and at most one more where a block begins or ends.
        #expect(try most(ListLayout()) { [$0] } <= 4)
        #expect(try most(FlowLayout(lineSpacing: 1, itemSpacing: 1)) { [30, $0] } <= 4 * 3 + 6)
    }
}
