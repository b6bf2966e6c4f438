import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// The blocks of a section that is passed over in parts are bit by bit those of one run, whether its parts fall in step with
/// what is before them or not.
@Suite struct CheckpointPartsTests {
    /// What widths the items of a section have.
    enum Widths: String, CaseIterable {
        /// Random ones; all alike.
        case random, equal
        /// Two of them fill a row, whichever is first, but one item stands before all pairs; the same behind random ones,
        /// when a part has already fallen in step.
        case pairs, randomThenPairs
        /// Rows of hundreds, which take longer than any part to fall in step; a row longer than all parts.
        case dust, endless

        /// Whether the first parts fall in step.
        var isForgetful: Bool { self == .random || self == .equal || self == .randomThenPairs }

        func values(_ count: Int) -> [Double] {
            var random = SplitMix64(seed: 3)
            return (0..<count).flatMap { item -> [Double] in
                let pair = item % 2 == 0 ? 160.0 : 240
                let width =
                    switch self {
                    case .random: random.uniform(40, 160)
                    case .equal: 58.0
                    case .dust: random.uniform(0, 1)
                    case .endless: item < 200 ? 390.0 : 0
                    case .pairs: item == 0 ? 400.0 : pair
                    case .randomThenPairs: item < 4000 ? random.uniform(40, 160) : item == 4000 ? 400.0 : pair
                    }
                return [width, random.uniform(10, 90)]
            }
        }
    }

    /// Passes over the first section of a content in parts and in one run.
    ///
    /// - Returns: Whether it was done in parts.
    private func checkParts(_ content: Content, threads: Int) throws -> Bool {
        let (cache, expected) = try CheckpointCache.unwritten(content)
        let content = cache.content
        var runner = FoldRunner(content)
        runner.begin(0)
        let layout = content.layout(ofSection: 0)
        let isParallel = cache.passParts(0, runner, layout, threads)
        try runner.end()
        let extent = layout.extent(of: content.sections[0], itemsEnd: expected.passAlone(0).itemsEnd)
        try check(runner.extent == extent, "\(runner.extent), expected \(extent)")
        func same<Element: BitwiseCopyable>(_ name: String, _ got: FlatArray<Element>, _ expected: FlatArray<Element>)
            throws
        {
            let (got, expected) = (UnsafeRawBufferPointer(got.elements), UnsafeRawBufferPointer(expected.elements))
            let index = zip(got, expected).enumerated().first { $1.0 != $1.1 }?.offset
            try check(
                got.count == expected.count && index == nil, "\(name) differ from byte \(index ?? -1) on")
        }
        try same("starts", cache.starts, expected.starts)
        try same("spans", cache.spans, expected.spans)
        try same("states", cache.states, expected.states)
        return isParallel
    }

    private func flow(_ widths: Widths, _ count: Int) throws -> Content {
        var content = try Content(bounds: Size(width: 400, height: 844))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 4, itemSpacing: 0))
        try content.appendSection(layout: flow, values: widths.values(count))
        return content
    }

    @Test(arguments: Widths.allCases)
    func rows(_ widths: Widths) throws {
        try withEvery("count", in: [65, 200, 256, 257, 1999, 12_000]) { count in
            let content = try flow(widths, count)
            try withEvery("threads", in: [2, 3, 5]) { threads in
                let isParallel = try checkParts(content, threads: threads)
                if count == 12_000 {
                    try check(isParallel == widths.isForgetful, "parallel: \(isParallel)")
                }
            }
        }
    }

    @Test(arguments: Widths.allCases)
    func rowsInPages(_ widths: Widths) throws {
        var content = try flow(widths, 3000)
        try content.apply(.insertItems(section: 0, at: 900, .each(count: 2, values: [50, 60, 70, 80])))
        #expect(content.isPaged(0))
        _ = try checkParts(content, threads: 3)
    }

    /// Every layout that can pass over items, with values of its own and with one for all.
    @Test(arguments: LayoutVariants.all.indices)
    func everyLayout(_ index: Int) throws {
        let layout = LayoutVariants.all[index]
        let count = 6000 + 19 * index
        let axis: Axis = index % 2 == 0 ? .vertical : .horizontal
        let content = try Content(layout.make(), layout.values(count, seed: UInt64(index)), axis: axis)
        guard content.layout(ofSection: 0).canSkim else { return }
        _ = try checkParts(content, threads: 4)
        var uniform = try Content(axis: axis, bounds: Size(width: 800, height: 600))
        try uniform.appendUniformSection(
            layout: uniform.addLayout(layout.make()), count: count, value: layout.sample(1))
        guard !uniform.layout(ofSection: 0).jumpsAlikeItems else {
            let (cache, _) = try CheckpointCache.unwritten(uniform)
            #expect(cache.starts.count == 0 && cache.places.count == 1)
            return
        }
        _ = try checkParts(uniform, threads: 4)
    }

    /// Lists do, and grids whose columns do not divide a block; lanes that are chosen by their length are followed.
    @Test func whichLayoutsForget() throws {
        var random = SplitMix64(seed: 5)
        func isParallel(_ layout: some SectionLayout, _ value: () -> [Double]) throws -> Bool {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let number = try content.addLayout(layout)
            try content.appendSection(layout: number, values: (0..<9000).flatMap { _ in value() })
            return try checkParts(content, threads: 2)
        }
        #expect(try isParallel(ListLayout()) { [random.uniform(20, 200)] })
        #expect(try isParallel(GridLayout()) { [7, random.uniform(0.5, 2)] })
        #expect(try isParallel(WaterfallLayout(laneCount: 5)) { [random.uniform(20, 200)] })
        #expect(try !isParallel(WaterfallLayout(laneCount: 9)) { [random.uniform(20, 200)] })
    }
}
