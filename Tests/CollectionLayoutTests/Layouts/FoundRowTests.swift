import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// The rows that items would begin are those that placing them finds.
@Suite struct FoundRowTests {
    /// A fold of rows that places each row to find it.
    private struct Placed: SectionFold {
        let base: any SectionFold

        var insets: EdgeInsets { base.insets }
        var valueNames: [String] { base.valueNames }
        var stateCount: Int { base.stateCount }
        var positionCount: Int { base.positionCount }
        var placesRows: Bool { true }

        func begin(at top: Double, items: ItemValues, _ state: FoldState) { base.begin(at: top, items: items, state) }
        func begin(behindRowsTo end: Double, _ state: FoldState) { base.begin(behindRowsTo: end, state) }
        func rowsEnd(_ state: FoldState) -> Double? { base.rowsEnd(state) }
        func end(_ state: FoldState, items: ItemValues) -> Double { base.end(state, items: items) }
        func place(
            _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>
        ) {
            base.place(range, of: items, state, into: frames)
        }
        func place(
            _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>,
            until ends: ItemSet
        ) -> Int {
            base.place(range, of: items, state, into: frames, until: ends)
        }
    }

    /// The rows that a fold finds, as numbers; nil if one is too long.
    private func rows(_ fold: some SectionFold, _ range: Range<Int>, most: Int, _ content: Content) -> [SIMD3<Double>]?
    {
        withUnsafeTemporaryAllocation(of: FoundRow.self, capacity: range.count) { rows in
            content.withWindow(ofSection: 0, at: range.lowerBound) { items in
                fold.findRows(range, of: items, most: most, into: rows.baseAddress!)
                    ? rows.map { SIMD3(Double($0.count), $0.length, $0.reach) } : nil
            }
        }
    }

    /// Compares the rows of all items, some at a time: of items that stand together in memory, then of those in pages.
    private func check(_ layout: some SectionLayout, axis: Axis, _ value: (Int) -> [Double]) throws {
        var content = try Content(axis: axis, bounds: Size(width: 390, height: 390))
        try content.appendSection(layout: try content.addLayout(layout), values: (0..<600).flatMap(value))
        for isPaged in [false, true] {
            if isPaged { try content.apply(.insertItems(section: 0, at: 300, .each(count: 1, values: value(300)))) }
            try LayoutTestSupport.check(content.isPaged(0) == isPaged, "pages: \(!isPaged)")
            let fold = content.layout(ofSection: 0).fold
            let count = Int(content.sections[0].count)
            try withEvery("most", in: [1, 3, 4, 8, 32, 64, 512]) { most in
                try withEvery("first item", in: Array(stride(from: 0, to: count, by: 64))) { first in
                    for length in [1, 2, 63, 64] {
                        let range = first..<min(first + length, count)
                        let got = rows(fold, range, most: most, content)
                        let expected = rows(Placed(base: fold), range, most: most, content)
                        try LayoutTestSupport.check(got == expected, "rows of \(range), pages: \(isPaged)")
                    }
                }
            }
        }
    }

    @Test(arguments: FlowLayout.Alignment.allCases, Axis.allCases)
    func flows(_ alignment: FlowLayout.Alignment, _ axis: Axis) throws {
        let ranges: [ClosedRange<Double>] = [60...180, 8...60, 1...12, 0...0.5, 150...600]
        try withEvery("breadths", in: ranges) { breadths in
            var random = SplitMix64(seed: 3)
            let flow = FlowLayout(
                insets: EdgeInsets(all: 4), lineSpacing: 3, itemSpacing: 2.5, alignment: alignment,
                uniformLastRow: true)
            try check(flow, axis: axis) { _ in
                let (across, along) = (random.uniform(breadths.lowerBound, breadths.upperBound), random.uniform(1, 90))
                return axis == .vertical ? [across, along] : [along, across]
            }
        }
    }

    @Test(arguments: FlowLayout.Alignment.allCases, Axis.allCases)
    func grids(_ alignment: FlowLayout.Alignment, _ axis: Axis) throws {
        try withEvery("fractions", in: [[3], [1, 2, 3, 4], [9, 9, 2], [0.5, 30], [2.5]]) { fractions in
            var random = SplitMix64(seed: 4)
            try check(GridLayout(lineSpacing: 2, itemSpacing: 1, alignment: alignment), axis: axis) { _ in
                [fractions[random.index(below: fractions.count)], random.uniform(0.5, 2)]
            }
        }
    }

    @Test(arguments: [1, 3, 70, 600], Axis.allCases)
    func tables(_ columns: Int, _ axis: Axis) throws {
        var random = SplitMix64(seed: 5)
        let breadths = (0..<columns).map { _ in random.uniform(0, 90) }
        try check(TableLayout(columns: .breadths(breadths), lineSpacing: 3, itemSpacing: 2), axis: axis) { _ in
            [random.uniform(1, 90)]
        }
    }

    /// A length that is too large for short cuts.
    @Test func oneLongItem() throws {
        try check(GridLayout(), axis: .vertical) { [3, $0 == 200 ? 1e-10 : 1] }
        try check(FlowLayout(), axis: .vertical) { [$0 == 200 ? 3e12 : 90, $0 == 100 ? 3e12 : 30] }
    }
}
