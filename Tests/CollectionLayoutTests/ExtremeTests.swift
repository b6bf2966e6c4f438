import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Valid contents and queries at the edge: every strategy gives the right answer and none stops the program.
@Suite struct ExtremeTests {
    private static let specials = [
        -Double.infinity, -1e300, -8e12, -1, -0.0, 0, 0.5, 40, 1e4, 8e12, 1e300, .greatestFiniteMagnitude, .infinity,
        .nan,
    ]
    private static let specialLengths = [
        -Double.infinity, -1e300, -50, -0.0, 0, .leastNonzeroMagnitude, 35, 8e12, 1e300, .infinity, .nan,
    ]

    /// Empty, outside, infinite, NaN, inverted, whole: all special numbers in all places, and combinations of them.
    private static let rects: [Rect] = {
        var rects = [everything, .zero]
        for x in specials {
            for width in specialLengths {
                rects.append(Rect(x: x, y: -1e300, width: width, height: 2e300))
                rects.append(Rect(x: -1e300, y: x, width: 2e300, height: width))
                rects.append(Rect(x: x, y: 1, width: width, height: 30))
                rects.append(Rect(x: 1, y: x, width: 50, height: width))
                rects.append(Rect(x: x, y: x, width: width, height: width))
            }
        }
        return rects
    }()

    /// Every tenth of them.
    private static let someRects = stride(from: 0, to: rects.count, by: 10).map { rects[$0] }

    private func checkAll(_ content: Content, _ rects: [Rect]) throws {
        let oracle = try CacheStrategy.oracle.prepared(content)
        let plain = try BruteForce(oracle)
        for strategy in CacheStrategy.all {
            let cache = try strategy.prepared(content)
            try withEvery("strategy", in: [strategy.id]) { _ in
                try plain.checkFrames(cache)
                try plain.checkQueries(cache, rects)
            }
        }
    }

    @Test(arguments: SampleLayout.all)
    func specialRects(_ layout: SampleLayout) throws {
        try checkAll(try sample([layout], counts: [30, 0, 12], decoration: 3), Self.rects)
        try checkAll(try sample([layout], counts: [0]), Self.rects)
        try checkAll(try sample([layout], counts: []), Self.rects)
    }

    @Test(arguments: SampleLayout.all)
    func theWholeContentIsFound(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [130, 0, 3], decoration: 6)
        for strategy in CacheStrategy.all {
            let cache = try strategy.prepared(content)
            var hits = HitBuffer(capacity: 1)
            cache.query(everything, into: &hits)
            #expect(hits.ids.sorted() == elements(of: content).sorted(), "\(strategy.id)")
            // A second query appends.
            cache.query(everything, into: &hits)
            #expect(hits.count == 2 * cache.elementCount)
        }
    }

    /// Sections without items take the room of their insets, header and footer, in front, between and behind.
    @Test(arguments: SampleLayout.all)
    func emptySections(_ layout: SampleLayout) throws {
        for counts in [[0], [0, 0, 0, 0], [0, 5, 0], [5, 0, 0, 5], [0, 0, 70, 0]] {
            try withEvery("decoration", in: 0..<8) { decoration in
                let content = try sample([layout], counts: counts, decoration: decoration)
                let plain = try BruteForce(try CacheStrategy.oracle.prepared(content))
                try checkAll(content, boundaryRects(of: Array(plain.frames.suffix(3)), limit: 12) + [everything])
                guard counts == [0] else { return }
                let insets = content.fold(ofSection: 0).insets
                let section = content.sections[0]
                let length = section.headerLength + insets.top + insets.bottom + section.footerLength
                try check(plain.size.height == length, "length \(plain.size.height), expected \(length)")
            }
        }
    }

    @Test func manyEmptySections() throws {
        let list = try #require(SampleLayout.all.first { $0.id == "list" })
        var counts = [Int](repeating: 0, count: 300)
        counts[120] = 3
        try checkAll(try sample([list], counts: counts, decoration: 4), Self.rects)
    }

    /// Items without any extent are found strictly inside a rect only.
    @Test(arguments: [[0.0, 0], [0, 20], [20, 0]])
    func zeroSizes(_ size: [Double]) throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0))
        let spaced = try content.addLayout(FlowLayout(lineSpacing: 3, itemSpacing: 5))
        let waterfall = try content.addLayout(WaterfallLayout(laneCount: 3, lineSpacing: 0))
        try content.appendUniformSection(layout: flow, count: 100, value: size)
        try content.appendUniformSection(layout: spaced, count: 100, value: size)
        try content.appendUniformSection(layout: waterfall, count: 100, value: [size[1]])
        let frames = try BruteForce(try CacheStrategy.oracle.prepared(content)).frames
        try checkAll(
            content, boundaryRects(of: [frames[0], frames[99], frames[150], frames[299]], limit: 60) + Self.someRects)
    }

    /// A container without breadth, or one that its insets exceed.
    @Test(arguments: SampleLayout.all)
    func noRoom(_ layout: SampleLayout) throws {
        for bounds in [Size.zero, Size(width: 3, height: 0)] {
            var content = try Content(bounds: bounds, contentInset: EdgeInsets(all: 2))
            #expect(content.container.breadth == 0 && content.container.viewportLength == 0)
            let index = try content.addLayout(layout.layout)
            var random = SplitMix64(seed: 3)
            let values = (0..<70).flatMap { _ in layout.value(&random) }
            try content.appendSection(layout: index, values: values, header: Size(width: 1, height: 1))
            let plain = try BruteForce(try CacheStrategy.oracle.prepared(content))
            #expect(plain.frames.allSatisfy { $0.width >= 0 && $0.height >= 0 && $0.x.isFinite && $0.y.isFinite })
            try checkAll(content, boundaryRects(of: Array(plain.frames.suffix(3)), limit: 20) + Self.someRects)
        }
    }

    /// Fractions of any size and very flat or high ratios, as long as the content is not too long.
    @Test func extremeGrids() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let grid = try content.addLayout(GridLayout(itemSpacing: 1))
        let values: [[Double]] = [
            [1e9, 1], [8e12, 1e-3], [0, 1], [0.5, 8e12], [1, 1e-9], [2.5, 1], [7.9, 1e9], [3, 1],
        ]
        try content.appendSection(layout: grid, values: values.flatMap { $0 })
        try checkAll(content, Self.rects)
        #expect(throws: LayoutError.self) {
            try content.appendSection(layout: grid, values: [1, 1e-300])
            _ = try CacheStrategy.oracle.prepared(content)
        }
    }

    /// One element spans everything, first, last or in the middle.
    @Test(arguments: [0, 500, 999])
    func oneElementSpansAll(_ position: Int) throws {
        var random = SplitMix64(seed: 8)
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(FreeFormLayout())
        var values: [Double] = []
        for item in 0..<1000 {
            values +=
                item == position
                ? [0, 0, 1000, 50_000] : [random.uniform(0, 950), Double(item) * 49, 40, random.uniform(0, 100)]
        }
        try content.appendSection(layout: layout, values: values, background: .background)
        let frames = try BruteForce(try CacheStrategy.oracle.prepared(content)).frames
        var rects = boundaryRects(of: [frames[position], frames[1], frames[998]], limit: 20)
        for _ in 0..<10 {
            rects.append(Rect(x: random.uniform(0, 900), y: random.uniform(0, 50_000), width: 100, height: 80))
        }
        try checkAll(content, rects)
    }

    /// Positions around 2^24, 2^31, 1e12 and just below the largest coordinate: neighbours a grain apart stay apart.
    @Test(arguments: [0x1p24 + 1.5, 0x1p31 + 200, 1e12, 0x1p40 + 100_000, 7.99e12])
    func farOut(_ start: Double) throws {
        let grain = Snapping.grainLength
        var random = SplitMix64(seed: 9)
        for layout in SampleLayout.all where layout.id != "free-form" && layout.id != "grid" {
            var content = try Content(bounds: Size(width: 100, height: 80))
            let list = try content.addLayout(ListLayout())
            let index = try content.addLayout(layout.layout)
            try content.appendUniformSection(layout: list, count: 1, value: [start])
            try content.appendSection(
                layout: index, values: (0..<150).flatMap { _ in layout.value(&random) }, background: .background)
            try content.appendSection(layout: list, values: (0..<100).map { Double($0 % 3) * grain })
            let plain = try BruteForce(try CacheStrategy.oracle.prepared(content))
            let some = [plain.frames[1], plain.frames[100], plain.frames[plain.frames.count - 2]]
            // Each item alone, too: its first and its last grain.
            let edges = plain.frames.dropFirst().prefix(40).flatMap { frame in
                [
                    Rect(x: frame.minX, y: frame.minY, width: frame.width, height: grain),
                    Rect(x: frame.minX, y: frame.maxY - grain, width: frame.width, height: grain),
                ]
            }
            try checkAll(content, boundaryRects(of: some, limit: 20) + edges)
        }
    }

    /// Free positions on both sides of the origin, as far out as they may be.
    @Test func freeFormAtTheLimits() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(FreeFormLayout())
        let grain = Snapping.grainLength
        let places = [-8e12, -8e12 + grain, -0x1p31, -1, -grain, 0, grain, 0x1p24 + grain, 0x1p31, 7.9e12]
        var values: [Double] = []
        for x in places { for y in places { values += [x, y, 0x1p20 + grain, 0x1p20] } }
        try content.appendSection(layout: layout, values: values)
        let plain = try BruteForce(try CacheStrategy.oracle.prepared(content))
        let corners = [plain.frames[0], plain.frames[45], plain.frames[78]]
        try checkAll(content, boundaryRects(of: corners, limit: 100) + Self.rects)
    }

    /// Layouts, values and counts that repeat: all frames the same.
    @Test func identicalFrames() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(FreeFormLayout())
        try content.appendUniformSection(layout: layout, count: 500, value: [10, 20, 30, 40])
        try checkAll(content, boundaryRects(of: [Rect(x: 10, y: 20, width: 30, height: 40)], limit: 100))
    }
}
