import CollectionLayout
import Testing

/// What several elements ask for before any of it is laid out, and what comes in between.
@Suite struct PendingInvalidationTests {
    private func content(_ count: Int = 100) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let layout = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: layout, count: count, value: [10])
        return content
    }

    private func engine() throws -> CollectionLayoutEngine<FullArrayCache> {
        try CollectionLayoutEngine(content(), bounds: Rect(x: 0, y: 300, width: 100, height: 200))
    }

    private func height(_ item: Int, _ engine: CollectionLayoutEngine<FullArrayCache>) -> Double? {
        engine.layoutAttributesForItem(at: LayoutIndexPath(0, item))?.frame.height
    }

    /// The first visible item is the 30th: whatever those before it and behind it measure, it stays at the top.
    @Test(arguments: [
        [(5, 60.0), (31, 20)], [(5, 2), (29, 40)], [(29, 1), (29, 40)], [(31, 90), (0, 0), (40, 1), (3, 70)],
    ])
    func whatIsShownStays(_ sizes: [(item: Int, height: Double)]) throws {
        var engine = try engine()
        for (item, height) in sizes { try engine.measure(item, height: height) }
        try engine.prepare()
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 30))?.frame.y == engine.contentOffset.y)
    }

    /// What is scrolled while an adjustment awaits its layout is not one: neither is it heeded by the next, nor taken back.
    @Test func scrollingIsNoAdjustment() throws {
        var engine = try engine()
        try engine.measure(0, height: 30)
        engine.contentOffset.y += 150
        try engine.measure(1, height: 30)
        #expect(engine.contentOffset.y == 490)
        // In view is now what stands at 450 in what is laid out: the 44th is above it, the 45th the first one in view.
        try engine.measure(44, height: 30)
        #expect(engine.contentOffset.y == 510)
        try engine.prepare()
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 45))?.frame.y == 510)

        try engine.measure(0, height: 50)
        engine.contentOffset.y += 200
        var bad = InvalidationContext()
        bad.contentOffsetAdjustment.y = 7
        bad.changes = [.deleteItems(section: 7, 0..<1)]
        engine.invalidateLayout(with: bad)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.contentOffset.y == 710)
    }

    /// What awaits its layout is of the content before.
    @Test func anotherContentDropsWhatAwaits() throws {
        var engine = try engine()
        try engine.measure(3, height: 55)
        engine.reloadData(try content(2))
        try engine.prepare()
        #expect(engine.content.itemCount == 2 && engine.contentOffset == Point(x: 0, y: 300))

        engine.reloadData(try content())
        try engine.prepare()
        try engine.measure(3, height: 55)
        var deletion = InvalidationContext()
        deletion.changes = [.deleteItems(section: 0, 0..<1)]
        engine.invalidateLayout(with: deletion)
        engine.reloadData(try content(99))
        try engine.prepare()
        #expect(engine.content.itemCount == 99 && height(3, engine) == 10 && height(2, engine) == 10)
        #expect(engine.contentOffset == Point(x: 0, y: 300))
    }

    /// Items that are invalid are what a content says, not what was measured before.
    @Test func aContentSaysWhatInvalidItemsAre() throws {
        var engine = try engine()
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 3)])
        try engine.measure(3, height: 55)
        try engine.measure(4, height: 60)
        engine.invalidateLayout(with: context, content: try content())
        try engine.prepare()
        #expect(height(3, engine) == 10 && height(4, engine) == 60)

        // It has been laid out with an edit already: nothing is done twice.
        var deletion = InvalidationContext()
        deletion.changes = [.deleteItems(section: 0, 0..<1)]
        engine.invalidateLayout(with: deletion)
        engine.invalidateLayout(with: context, content: try content(99))
        try engine.prepare()
        #expect(engine.content.itemCount == 99 && height(3, engine) == 10)
    }

    /// An item that has measured itself before an edit is laid out is the same one after it, or is gone.
    @Test func editsRenameWhatIsMeasured() throws {
        var engine = try engine()
        var edits = InvalidationContext()
        edits.changes = [
            .moveItem(from: LayoutIndexPath(0, 0), to: LayoutIndexPath(0, 9)), .deleteItems(section: 0, 19..<20),
        ]
        engine.invalidateLayout(with: edits)
        try engine.measure(5, height: 44)
        try engine.measure(19, height: 33)
        try engine.prepare()
        #expect(height(4, engine) == 44 && height(5, engine) == 10)
        #expect(engine.content.itemCount == 99 && (0..<99).allSatisfy { $0 == 4 || height($0, engine) == 10 })
    }

    /// What is measured while another content awaits its layout is of the former one.
    @Test func measuredBeforeAnotherContent() throws {
        var engine = try engine()
        engine.reloadData(try content(3))
        try engine.measure(2, height: 80)
        try engine.measure(30, height: 80)
        try engine.prepare()
        #expect(engine.content.itemCount == 3 && height(2, engine) == 10)
    }

    /// Edits of a context come after the values of its content, whether these are few or all.
    @Test(arguments: [false, true])
    func valuesComeBeforeEdits(_ countsChange: Bool) throws {
        var engine = try engine()
        var grown = try content()
        try grown.apply(.resize(section: 0, item: 3, to: [77]))
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 3)])
        context.invalidateDataSourceCounts = countsChange
        context.changes = [.insertItems(section: 0, at: 0, .uniform(count: 1, value: [20]))]
        engine.invalidateLayout(with: context, content: grown)
        try engine.prepare()
        #expect((0..<6).map { height($0, engine) } == [20, 10, 10, 10, 77, 10])
    }

    /// An element that measures itself again as it is laid out, before another size of it is, takes that one back.
    @Test(arguments: [false, true])
    func measuredAsBefore(_ isRenamed: Bool) throws {
        var engine = try listEngine(counts: [20], offset: 420, headerLength: 30)
        let (bounds, size) = (engine.bounds, engine.collectionViewContentSize)
        let header = try #require(engine.layoutAttributes(for: ElementID(section: 0, item: 0, kind: .header)))
        func measure(_ original: LayoutAttributes, _ height: Double, isNews: Bool = true) {
            var preferred = original
            preferred.size.height = height
            let isInvalid = engine.shouldInvalidateLayout(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            #expect(isInvalid == isNews, "\(original.id) of \(height)")
            engine.invalidateLayout(
                with: engine.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        }
        let cell = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 3)))
        measure(cell, 50, isNews: false)
        measure(header, 30, isNews: false)
        measure(cell, 80)
        measure(header, 45)
        if isRenamed {
            var edits = InvalidationContext()
            edits.changes = [.moveItem(from: LayoutIndexPath(0, 3), to: LayoutIndexPath(0, 0))]
            engine.invalidateLayout(with: edits)
        }
        measure(cell, 80, isNews: false)
        measure(cell, 50)
        measure(header, 30)
        measure(header, 30, isNews: false)
        if !isRenamed { #expect(engine.bounds == bounds && engine.collectionViewContentSize == size) }
        try engine.prepare()
        #expect((0..<20).allSatisfy { engine.layoutAttributesForItem(at: LayoutIndexPath(0, $0))?.frame.height == 50 })
        #expect(engine.layoutAttributes(for: header.id)?.frame == header.frame)
        #expect(engine.collectionViewContentSize == size && engine.bounds == bounds)
    }

    /// An item that measures itself as it is laid out says nothing new, whatever its value, which is only about its size, and
    /// whatever else awaits its layout.
    @Test func measuredAsItIsAmongOthers() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let ratios = try content.addLayout(StaggeredLayout(itemSpacing: 0))
        try content.appendUniformSection(layout: ratios, count: 9, value: [0.777])
        let list = try content.addLayout(ListLayout(alignment: .leading))
        // Broader than the list.
        try content.appendUniformSection(layout: list, count: 9, value: [20, 500])
        var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        func isNews(_ path: LayoutIndexPath, height: Double? = nil) throws -> Bool {
            let original = try #require(engine.layoutAttributesForItem(at: path))
            var preferred = original
            preferred.size.height = height ?? original.size.height
            defer {
                engine.invalidateLayout(
                    with: engine.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
            }
            return engine.shouldInvalidateLayout(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
        }
        #expect(try isNews(LayoutIndexPath(0, 1), height: 90) && isNews(LayoutIndexPath(1, 1), height: 90))
        for path in [LayoutIndexPath(0, 2), LayoutIndexPath(1, 2)] { #expect(try !isNews(path)) }
        for path in [LayoutIndexPath(0, 1), LayoutIndexPath(1, 1)] { #expect(try isNews(path)) }
        try engine.prepare()
        for section in 0..<2 {
            let values = (0..<9).map { engine.content.value(section: section, item: $0) }
            #expect(values.allSatisfy { $0 == content.value(section: section, item: 0) })
        }
    }

    /// What is measured while edits await their layout that name what cannot be: it is refused with them.
    @Test(arguments: [
        Change.deleteItems(section: 0, -1..<1), .deleteSection(at: -1), .moveSection(from: 0, to: .max),
        .moveItem(from: LayoutIndexPath(0, .min), to: LayoutIndexPath(0, 1)),
        .insertItems(section: 0, at: 2, .uniform(count: .max, value: [1])),
    ])
    func measuredBehindImpossibleEdits(_ change: Change) throws {
        var engine = try engine()
        let bounds = engine.bounds
        try engine.measure(3, height: 30)
        var edits = InvalidationContext()
        edits.changes = [change]
        engine.invalidateLayout(with: edits)
        try engine.measure(4, height: 60)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.bounds == bounds && height(3, engine) == 10 && height(4, engine) == 10)
    }
}
