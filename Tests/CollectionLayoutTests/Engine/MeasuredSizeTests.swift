import CollectionLayout
import Testing
import Workloads

/// Sizes that elements have measured, as they come out.
@Suite struct MeasuredSizeTests {
    /// A header that wants no length stays as it is, and what cells have measured at the same time counts.
    @Test func headersOfNoLength() throws {
        var engine = try listEngine(headerLength: 30)
        let (header, cell) = (ElementID(section: 0, item: 0, kind: .header), ElementID(section: 0, item: 0))
        let wanted: [(ElementID, Double)] = [
            (cell, 70), (header, 0), (header, 1 / 4096), (header, -1), (header, .infinity), (header, .nan),
        ]
        for (id, length) in wanted {
            let original = try #require(engine.layoutAttributes(for: id))
            var preferred = original
            preferred.size.height = length
            #expect(
                engine.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original) == (id == cell))
            engine.invalidateLayout(
                with: engine.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
        try engine.prepare()
        #expect(engine.layoutAttributes(for: header)?.frame.height == 30)
        #expect(engine.layoutAttributes(for: cell)?.frame.height == 70)
    }

    /// Items of an aspect ratio get the length that they want, to the grain, though ratios are rounded.
    @Test(arguments: Axis.allCases) func ratiosOfAllLengths(_ axis: Axis) throws {
        for breadth in [124.0, 124.5, 0x1.8p7 + 0x1p-10] {
            var content = try Content(axis: axis, bounds: axis.transpose(Size(width: breadth, height: 200)))
            let lanes = try content.addLayout(StaggeredLayout(laneCount: 1))
            try content.appendUniformSection(layout: lanes, count: 1, value: [1])
            var engine = try Engine(
                content, bounds: Rect(origin: .zero, size: axis.transpose(Size(width: breadth, height: 200))))
            var random = SplitMix64(seed: 5)
            for _ in 0..<300 {
                let length = Double(1 + random.index(below: 1 << 20)) / 1024
                let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0)))
                var preferred = original
                preferred.size = axis.transpose(Size(width: breadth, height: length))
                engine.invalidateLayout(
                    with: engine.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
                let expected = engine.collectionViewContentSize
                try engine.prepare()
                #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0))?.size == preferred.size)
                #expect(engine.collectionViewContentSize == expected)
            }
        }
    }
}
