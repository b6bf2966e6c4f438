import CollectionLayout
import Testing

/// The waterfall against frames by its formulas: columns start at the top inset, ties go left.
@Suite struct GoldenWaterfallTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let id: String
        let bounds: [Double]
        let columns: Int
        let insets: [Double]
        let lineSpacing: Double
        let itemSpacing: Double
        let heights: [Double]
        let contentSize: [Double]
        let frames: [[Double]]

        var testDescription: String { id }

        func content(_ axis: Axis, _ snapping: Snapping) throws -> Content {
            var content = try Content(axis: axis, bounds: axis.transpose(Size(bounds)), snapping: snapping)
            let layout = try content.addLayout(
                WaterfallLayout(
                    laneCount: columns, insets: axis.transpose(EdgeInsets(insets)), lineSpacing: lineSpacing,
                    itemSpacing: itemSpacing))
            try content.appendSection(layout: layout, values: heights)
            return content
        }
    }

    private static let cases: [Case] = golden("waterfall")

    @Test func noCaseIsMissing() {
        #expect(Self.cases.count == 10)
        #expect(Self.cases.reduce(0) { $0 + $1.frames.count } == 291)
        #expect(Self.cases.allSatisfy { $0.frames.count == $0.heights.count && $0.columns >= 1 })
    }

    @Test(arguments: cases, Axis.allCases)
    func frames(_ golden: Case, _ axis: Axis) throws {
        for snapping in Snapping.allCases {
            for strategy in CacheStrategy.all {
                // Caches answer in layout space, in which both axes are the same.
                let cache = try strategy.prepared(golden.content(axis, snapping))
                #expect(cache.elementCount == golden.frames.count)
                #expect(near(cache.contentSize.width, golden.contentSize[0]), "\(strategy.id)")
                #expect(near(cache.contentSize.height, golden.contentSize[1]), "\(strategy.id)")
                for (item, expected) in golden.frames.enumerated() {
                    let frame = try #require(cache.frame(of: ElementID(section: 0, item: item)))
                    // Heights and insets are multiples of the grain already: only breadths snap.
                    let tolerance = snapping == .none ? 0 : Double(golden.columns) * Snapping.grainLength
                    let isNear = zip(frame.numbers, expected).allSatisfy { near($0, $1, tolerance) }
                    #expect(isNear, "\(strategy.id), \(snapping), item \(item): \(frame), expected \(expected)")
                    #expect(frame.y == expected[1] && frame.height == expected[3])
                }
            }
        }
    }
}
