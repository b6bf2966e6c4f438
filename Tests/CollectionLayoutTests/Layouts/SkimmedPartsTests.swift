import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Four parts of a section that are passed over at once: the same rests and spans as one after the other.
@Suite struct SkimmedPartsTests {
    private static let size = 64
    private static let count = 5

    /// Passes over four parts of a section at once and one by one, from an item of the first block on.
    ///
    /// - Returns: Whether they could be passed over at once.
    private func checkParts(_ content: Content, from first: Int = 64) throws -> Bool {
        let (size, count) = (Self.size, Self.count)
        let layout = content.layout(ofSection: 0)
        let blockCount = SkimmedBlocks.partCount * count
        let items = FlatArray(repeating: Int32(-1), count: blockCount)
        let states = FlatArray(repeating: -1.0, count: blockCount * layout.restCount)
        let spans = FlatArray(repeating: ItemSpan(near: -1, far: -1, breadth: -1), count: blockCount)
        var runner = FoldRunner(content)
        runner.begin(0)
        let blocks = SkimmedBlocks(
            items: items.shared.baseAddress!, states: states.shared.baseAddress!, spans: spans.shared.baseAddress!,
            restCount: layout.restCount)
        guard let ends = runner.skimParts(from: first, each: count, of: size, into: blocks) else { return false }
        try withEvery("part", in: 0..<SkimmedBlocks.partCount) { part in
            let begin = first + part * count * size
            // Behind a row that ended at 0.
            for index in 0..<runner.state.count { runner.state[index] = 0 }
            if layout.restCount > 1 { layout.set(runner.state, toRest: FoldState(blocks.states, count: 2)) }
            var rest = begin
            var number = part * count
            func checkRest(_ item: Int, _ state: (Int) -> Double) throws {
                try check(item == rest, "rests before \(item), expected \(rest)")
                for index in 0..<layout.restCount {
                    try check(state(index) == runner.state[index], "\(state(index)), expected \(runner.state[index])")
                }
            }
            let last = begin + count * size
            while rest < last {
                let block = number
                try checkRest(Int(items[block])) { states[block * layout.restCount + $0] }
                let stop = begin + (number - part * count + 1) * size
                var span = ItemSpan()
                let from = rest
                _ = runner.skim(from..<Int(content.sections[0].count), restingFrom: stop) {
                    (rest, span) = ($0, $1)
                    return nil
                }
                let got = spans[block]
                try check(
                    got.near == span.near && got.far == span.far && got.breadth == span.breadth,
                    "block \(block): \(got), expected \(span)")
                number += 1
            }
            try checkRest(ends[part].item) { ends[part].state[$0] }
        }
        return true
    }

    private func content(
        _ layout: some SectionLayout, breadth: Double = 390, axis: Axis = .vertical, _ value: (Int) -> [Double]
    ) throws -> Content {
        let bounds = axis == .vertical ? Size(width: breadth, height: 844) : Size(width: 844, height: breadth)
        var content = try Content(axis: axis, bounds: bounds)
        let number = try content.addLayout(layout)
        try content.appendSection(layout: number, values: (0..<1800).flatMap(value))
        return content
    }

    /// Rows of a few items, of many, of one, and of items that are too broad, at each alignment.
    @Test(arguments: FlowLayout.Alignment.allCases, FlowLayout.LoneItem.allCases)
    func rows(_ alignment: FlowLayout.Alignment, _ lone: FlowLayout.LoneItem) throws {
        let breadths: [ClosedRange<Double>] = [40...180, 8...60, 10...30, 200...389, 100...400, 300...900, 0...390]
        try withEvery("seed", in: 0..<14) { seed in
            var random = SplitMix64(seed: UInt64(seed))
            let range = breadths[seed % breadths.count]
            let spacing = seed % 3 == 0 ? 0 : random.uniform(0, 12)
            let inset = seed % 2 == 0 ? 0 : random.uniform(0, 20)
            let flow = FlowLayout(
                insets: EdgeInsets(top: 3, left: inset, bottom: 5, right: inset / 2),
                lineSpacing: seed % 4 == 0 ? 0 : random.uniform(0, 9), itemSpacing: spacing, alignment: alignment,
                loneItem: lone)
            for axis in Axis.allCases {
                let content = try content(flow, axis: axis) { _ in
                    let (across, along) = (random.uniform(range.lowerBound, range.upperBound), random.uniform(0, 200))
                    return axis == .vertical ? [across, along] : [along, across]
                }
                try check(try checkParts(content), "not at once, \(axis)")
            }
        }
    }

    /// Rows of items whose sizes follow from line fractions, all alike or mixed, and from aspect ratios.
    @Test(arguments: FlowLayout.Alignment.allCases, Axis.allCases)
    func measuredRows(_ alignment: FlowLayout.Alignment, _ axis: Axis) throws {
        let fractions: [[Double]] = [
            [3], [1, 2, 3, 4], [1], [7, 7, 2], [0.3, 2.5, 3.1], [20, 20, 20, 6], [500, 2],
        ]
        try withEvery("fractions", in: fractions) { fractions in
            try withEvery("spacing", in: [0, 1.5, 8]) { spacing in
                var random = SplitMix64(seed: 9)
                let grid = GridLayout(
                    insets: EdgeInsets(top: 3, left: 4.5, bottom: 5, right: 9), lineSpacing: spacing,
                    itemSpacing: spacing, alignment: alignment)
                let content = try content(grid, axis: axis) { _ in
                    [fractions[random.index(below: fractions.count)], random.uniform(0.5, 2)]
                }
                try check(try checkParts(content), "not at once")
            }
        }
    }

    /// Rows whose gaps are parts of the free room that are not all of it to the last bit.
    @Test func breadthOfLongRows() throws {
        var random = SplitMix64(seed: 8)
        try withEvery("count", in: [7, 8, 9, 12, 15, 16, 23, 24]) { count in
            let breadth = 390 / (Double(count) + 0.5)
            let content = try content(FlowLayout(itemSpacing: 0)) { _ in [breadth, random.uniform(20, 90)] }
            try check(try checkParts(content, from: count * 8), "not at once")
        }
    }

    /// What does not fit into a Float without a rest, and rows longer than blocks.
    @Test func refused() throws {
        var random = SplitMix64(seed: 5)
        func value(_ height: Double) -> [Double] { [random.uniform(40, 180), height] }
        #expect(try checkParts(content(FlowLayout()) { _ in value(400) }))
        #expect(try checkParts(content(FlowLayout()) { _ in [389, random.uniform(900, 1100)] }))
        #expect(try !checkParts(content(FlowLayout()) { $0 == 700 ? value(20_000) : value(40) }))
        #expect(try !checkParts(content(FlowLayout()) { _ in value(16_000) }))
        #expect(try !checkParts(content(FlowLayout(itemSpacing: 0)) { _ in [0.25, random.uniform(10, 20)] }))
        #expect(try !checkParts(content(FlowLayout(), breadth: 20_000) { _ in value(40) }))
        #expect(try !checkParts(content(FlowLayout(lineSpacing: 20_000)) { _ in value(40) }))
        #expect(try !checkParts(content(FlowLayout(itemSpacing: 16_300)) { _ in value(40) }))
        #expect(try !checkParts(content(GridLayout()) { [3, $0 == 700 ? 1e-3 : 1] }))
        #expect(try !checkParts(content(GridLayout()) { [3, $0 == 700 ? 1e-10 : 1] }))
        // Behind a part there is less than a block.
        #expect(try !checkParts(content(FlowLayout()) { _ in value(40) }, from: 1800 - 20 * 64 - 63))
    }

    @Test func lists() throws {
        var random = SplitMix64(seed: 6)
        let list = ListLayout(insets: EdgeInsets(all: 3), lineSpacing: 2.5)
        #expect(try checkParts(content(list) { _ in [random.uniform(0, 90)] }))
        #expect(try !checkParts(content(ListLayout(alignment: .each)) { _ in [30, 20, 1] }))
    }
}
