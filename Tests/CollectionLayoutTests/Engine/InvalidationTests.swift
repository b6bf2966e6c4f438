import CollectionLayout
import LayoutTestSupport
import Testing

@Suite struct InvalidationTests {
    @Test func contexts() {
        var context = InvalidationContext()
        #expect(context.invalidatesNothing)
        context.invalidateSupplementaryElements(ofKind: .header, at: [LayoutIndexPath(1, 0)])
        context.invalidateSupplementaryElements(ofKind: .header, at: [LayoutIndexPath(2, 0)])
        context.invalidateDecorationElements(ofKind: .background, at: [LayoutIndexPath(3, 0)])
        #expect(
            context.invalidatedSupplementaryIndexPaths == [.header: [LayoutIndexPath(1, 0), LayoutIndexPath(2, 0)]])
        #expect(context.invalidatedDecorationIndexPaths == [.background: [LayoutIndexPath(3, 0)]])
        #expect(!context.invalidatesNothing && !context.invalidateEverything)
        #expect(InvalidationContext.everything.invalidateEverything)
    }

    @Test func adjustments() throws {
        var engine = try listEngine(offset: 100)
        var context = InvalidationContext()
        context.contentOffsetAdjustment = Point(x: 0, y: 25)
        context.contentSizeAdjustment = Size(width: 0, height: 50)
        context.changes = [.resize(section: 0, item: 0, to: [75])]
        engine.invalidateLayout(with: context)
        #expect(engine.contentOffset == Point(x: 0, y: 125))
        #expect(engine.collectionViewContentSize.height == 1050)
        try engine.prepare()
        // What was expected gives way to what is.
        #expect(engine.collectionViewContentSize.height == 1025)
    }

    /// Items get the values that a new content has for them, and only those that are named.
    @Test func itemsOfANewContent() throws {
        var engine = try listEngine()
        let content = try listEngine(lengths: [Double](repeating: 60, count: 20)).content
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 3), LayoutIndexPath(0, 5)])
        engine.invalidateLayout(with: context, content: content)
        try engine.prepare()
        let lengths = (0..<20).map { engine.layoutAttributesForItem(at: LayoutIndexPath(0, $0))?.size.height }
        #expect(lengths == (0..<20).map { $0 == 3 || $0 == 5 ? 60.0 : 50.0 })
    }

    /// The app makes its content for other bounds than those of the view: what has been measured stays nevertheless.
    @Test func itemsOfAContentForOtherBounds() throws {
        var engine = try listEngine(contentInset: EdgeInsets(top: 20, left: 5, bottom: 0, right: 0))
        try engine.measure(1, height: 70)
        try engine.prepare()
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 5)])
        let content = try listEngine(lengths: [Double](repeating: 60, count: 20)).content
        engine.invalidateLayout(with: context, content: content)
        try engine.prepare()
        let lengths = (0..<20).map { engine.layoutAttributesForItem(at: LayoutIndexPath(0, $0))?.size.height }
        #expect(lengths == (0..<20).map { $0 == 1 ? 70.0 : $0 == 5 ? 60 : 50 })
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0))?.size.width == 95)
    }

    /// What a context has adjusted that invalidates nothing counts until the next layout, too.
    @Test func adjustmentsAlone() throws {
        var context = InvalidationContext()
        context.contentOffsetAdjustment.y = 100
        context.contentSizeAdjustment.height = 100
        var engine = try listEngine()
        engine.invalidateLayout(with: context)
        #expect(engine.collectionViewContentSize.height == 1100)
        try engine.prepare()
        #expect(engine.collectionViewContentSize.height == 1000 && engine.contentOffset.y == 100)
        // Where the view is now is none of what a content that is dropped has moved.
        engine.contentOffset.y = 300
        engine.reloadData(engine.content)
        #expect(engine.contentOffset.y == 300)
        try engine.prepare()
        // Nor of what a refused edit has.
        engine.invalidateLayout(with: context)
        try engine.prepare()
        var bad = InvalidationContext()
        bad.changes = [.deleteItems(section: 7, 0..<1)]
        engine.invalidateLayout(with: bad)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.contentOffset.y == 400)
    }

    /// Another number of items cannot be had by edits of items.
    @Test func countsOfANewContent() throws {
        for named in [false, true] {
            var engine = try listEngine()
            let content = try listEngine(counts: [7, 8]).content
            var context = InvalidationContext()
            context.invalidateDataSourceCounts = named
            context.invalidateItems(at: [LayoutIndexPath(0, 3)])
            engine.invalidateLayout(with: context, content: content)
            #expect(engine.content.itemCount == 20)
            try engine.prepare()
            #expect(engine.content.itemCount == 15 && engine.content.sections.count == 2)
        }
    }

    @Test func reloadData() throws {
        var engine = try listEngine()
        engine.reloadData(try listEngine(counts: [3]).content)
        #expect(engine.needsPrepare && engine.collectionViewContentSize.height == 1000)
        try engine.prepare()
        #expect(engine.collectionViewContentSize.height == 150)
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 3)) == nil)
    }

    /// Lanes stay after resizes, and are chosen anew when everything is invalidated.
    @Test func invalidatingEverythingRebalances() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let lanes = try content.addLayout(WaterfallLayout(laneCount: 2, lineSpacing: 0, itemSpacing: 0))
        try content.appendSection(layout: lanes, values: [10, 20, 30])
        var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        var context = InvalidationContext()
        context.changes = [.resize(section: 0, item: 0, to: [50])]
        engine.invalidateLayout(with: context)
        try engine.prepare()
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 2))?.frame.x == 0)
        engine.invalidateLayout()
        try engine.prepare()
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 2))?.frame.x == 50)
    }

    /// A content with other layouts is laid out anew, also where the context names items only.
    @Test func otherLayoutsInvalidateEverything() throws {
        func content(_ layout: some SectionLayout) throws -> Content {
            var content = try Content(bounds: Size(width: 100, height: 200))
            let index = try content.addLayout(layout)
            try content.appendSection(layout: index, values: [Double](repeating: 50, count: 20))
            return content
        }
        var engine = try Engine(
            try content(ListLayout(lineSpacing: 0)), bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 3)])
        engine.invalidateLayout(with: context, content: try content(ListLayout(lineSpacing: 0)))
        #expect(!engine.needsPrepare)
        engine.invalidateLayout(with: context, content: try content(ListLayout(lineSpacing: 10)))
        try engine.prepare()
        #expect(engine.collectionViewContentSize.height == 20 * 50 + 19 * 10)
        engine.invalidateLayout(with: context, content: try content(WaterfallLayout(laneCount: 1, lineSpacing: 1)))
        try engine.prepare()
        #expect(engine.collectionViewContentSize.height == 20 * 50 + 19)
    }
}
