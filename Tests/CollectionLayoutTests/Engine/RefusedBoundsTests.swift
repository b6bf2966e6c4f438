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

    /// Sections of unlike rows of which only the first ones are laid out.
    private func estimatedEngine() throws -> CollectionLayoutEngine<ViewportFirstCache> {
        var content = try Content(bounds: Size(width: 200, height: 200))
        let list = try content.addLayout(ListLayout())
        for length in [30.0, 70, 20] { try content.appendUniformSection(layout: list, count: 5000, value: [length]) }
        return try CollectionLayoutEngine(content, bounds: Rect(x: 0, y: 0, width: 200, height: 200))
    }

    /// Bounds that are refused leave what was shown, and what it made of the estimates, wherever they would have been.
    @Test func estimatesAfterRefusedBounds() throws {
        var engine = try estimatedEngine()
        engine.contentOffset.y = 200_000
        let former = engine
        #expect(throws: LayoutError.self) {
            try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 400_000, width: -1, height: 200))
        }
        #expect(engine.bounds == former.bounds)
        #expect(engine.collectionViewContentSize == former.collectionViewContentSize)
        #expect(
            engine.layoutAttributesForElements(in: engine.bounds)
                == former.layoutAttributesForElements(in: former.bounds))
    }

    /// The same of bounds that are good, and show another place, where the edits that await a layout are refused.
    @Test func estimatesAfterRefusedEdits() throws {
        var engine = try estimatedEngine()
        for step in 1...2000 { engine.contentOffset.y = Double(step) * 110 }
        let former = engine
        var context = InvalidationContext()
        context.changes = [.deleteItems(section: 0, 4999..<5001)]
        engine.invalidateLayout(with: context)
        #expect(throws: LayoutError.self) {
            try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 400_000, width: 200, height: 200))
        }
        #expect(engine.bounds == former.bounds)
        #expect(engine.collectionViewContentSize == former.collectionViewContentSize)
        #expect(
            engine.layoutAttributesForElements(in: engine.bounds)
                == former.layoutAttributesForElements(in: former.bounds))
    }

    /// A size or an inset that has been set is laid out, though what came with it was refused.
    @Test(arguments: [false, true], [false, true])
    func validInsetsAndRefused(_ isSize: Bool, _ isEdit: Bool) throws {
        var engine = try CollectionLayoutEngine<FullArrayCache>(
            list(100), bounds: Rect(x: 0, y: 300, width: 200, height: 200))
        if isSize { engine.bounds.width = 160 } else { engine.contentInset = EdgeInsets(left: 20, right: 20) }
        if isEdit {
            var context = InvalidationContext()
            context.changes = [.deleteItems(section: 0, 99..<101)]
            engine.invalidateLayout(with: context)
            #expect(throws: LayoutError.self) { try engine.prepare() }
        } else {
            #expect(throws: LayoutError.self) {
                try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 300, width: -1, height: 1))
            }
        }
        try engine.prepare()
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0))?.size.width == 160)
        #expect(!engine.needsPrepare && engine.content.itemCount == 100)
    }

    /// What is of no use by itself is refused once.
    @Test func refusedInsets() throws {
        var engine = try CollectionLayoutEngine<FullArrayCache>(
            list(100), bounds: Rect(x: 0, y: 300, width: 200, height: 200))
        engine.contentInset = EdgeInsets(left: .nan)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(!engine.needsPrepare)
    }
}
