import CollectionLayout
import Testing

/// Bounds of no use, and what is laid out in bounds that change otherwise.
@Suite struct RefusedBoundsTests {
    private func list(_ count: Int, axis: Axis = .vertical, value: Double = 10) throws -> Content {
        var content = try Content(axis: axis, bounds: Size(width: 200, height: 200))
        let layout = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: layout, count: count, value: [value])
        return content
    }

    /// Edits that are laid out before the bounds are of use again count from those that were.
    @Test(arguments: [ScrollAnchor.end, .firstVisible, .element(ElementID(section: 0, item: 40))])
    func editsBetweenBounds(_ anchor: ScrollAnchor) throws {
        var engine = try CollectionLayoutEngine<FullArrayCache>(
            list(100), bounds: Rect(x: 0, y: 300, width: 200, height: 200))
        engine.anchor = anchor
        engine.bounds = Rect(x: 0, y: 300, width: 200, height: .infinity)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        try engine.prepareForCollectionViewUpdates([.deleteItems(section: 0, 0..<2)])
        engine.bounds = Rect(origin: engine.bounds.origin, size: Size(width: 200, height: 200))
        try engine.prepare()
        #expect(engine.contentOffset == Point(x: 0, y: 280))
    }

    /// Mirrored bounds show the other end of the content, which has to be laid out.
    @Test func directionsOfEstimates() throws {
        var engine = try CollectionLayoutEngine<ViewportFirstCache>(
            list(10_000, axis: .horizontal, value: 50), bounds: Rect(x: 0, y: 0, width: 200, height: 200))
        engine.flipsHorizontallyInOppositeLayoutDirection = true
        engine.layoutDirection = .rightToLeft
        #expect(engine.layoutAttributesForElements(in: engine.bounds).count == 4)
        engine.layoutDirection = .leftToRight
        #expect(engine.layoutAttributesForElements(in: engine.bounds).count == 4)
        engine.developmentLayoutDirection = .rightToLeft
        #expect(engine.layoutAttributesForElements(in: engine.bounds).count == 4)
    }
}
