import LayoutTestSupport
import Testing

@testable import CollectionLayout

/// Animated updates and bounds changes: where elements come from and where they go.
@Suite struct UpdateTests {
    private func row(_ y: Double, _ height: Double = 50, width: Double = 100) -> Rect {
        Rect(x: 0, y: y, width: width, height: height)
    }

    @Test func growingRow() throws {
        var engine = try listEngine(headerLength: 20)
        try engine.prepareForCollectionViewUpdates([.resize(section: 0, item: 1, to: [150])])
        let (first, third) = (LayoutIndexPath(0, 1), LayoutIndexPath(0, 2))
        #expect(engine.initialLayoutAttributesForAppearingElement(at: first)?.frame == row(70))
        #expect(engine.finalLayoutAttributesForDisappearingElement(at: first)?.frame == row(70, 150))
        #expect(engine.initialLayoutAttributesForAppearingElement(at: third)?.frame == row(120))
        #expect(engine.finalLayoutAttributesForDisappearingElement(at: third)?.frame == row(220))
        let top = LayoutIndexPath(0, 0)
        let header = engine.initialLayoutAttributesForAppearingElement(ofKind: .header, at: top)
        #expect(header?.frame == row(0, 20) && header?.alpha == 1)
        #expect(header == engine.finalLayoutAttributesForDisappearingElement(ofKind: .header, at: top))
        #expect(engine.initialLayoutAttributesForAppearingElement(ofKind: .background, at: top) == nil)
        #expect(engine.finalLayoutAttributesForDisappearingElement(ofKind: .background, at: top) == nil)
        for paths in [
            engine.indexPathsToInsert(ofKind: .header),
            engine.indexPathsToDelete(ofKind: .header),
            engine.indexPathsToInsert(ofKind: .background),
            engine.indexPathsToDelete(ofKind: .background),
        ] {
            #expect(paths == [])
        }
        engine.finalizeCollectionViewUpdates()
        #expect(engine.initialLayoutAttributesForAppearingElement(at: first)?.frame == row(70, 150))
    }

    /// Another content laid out with other bounds: what it does not have is gone, and what only it has is new.
    @Test(arguments: [([20, 3], [2]), ([2], [20, 3])])
    func anotherContentInOtherBounds(_ counts: [Int], _ next: [Int]) throws {
        var engine = try listEngine(counts: counts, headerLength: 20)
        engine.bounds.size.height = 2000
        try engine.prepare()
        engine.reloadData(try listEngine(counts: next, headerLength: 20).content)
        try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 0, width: 120, height: 2000))
        let isGone = counts.count == 2
        #expect(engine.indexPathsToDelete(ofKind: .header) == (isGone ? [LayoutIndexPath(1, 0)] : []))
        #expect(engine.indexPathsToInsert(ofKind: .header) == (isGone ? [] : [LayoutIndexPath(1, 0)]))
        for update in engine.visibleElementUpdates {
            guard case .persisting(_, let new) = update else { continue }
            #expect(engine.layoutAttributes(for: new) != nil)
        }
        let new = engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 10))
        #expect(isGone ? new == nil : new?.alpha == 0)
        #expect(engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 1))?.alpha == 1)
    }

    /// A view beyond the end of what is left goes back to it: what is new there is announced.
    @Test func updateThatLeavesTheViewBeyondTheEnd() throws {
        var engine = try listEngine(counts: [40, 2], offset: 1940, headerLength: 20)
        var transaction = Transaction()
        transaction.deleteItems(at: (0..<20).map { LayoutIndexPath(0, $0) })
        let items = NewItems.each(count: 1, values: [50])
        transaction.insertSection(
            SectionDescription(layout: 0, items: items, header: Size(width: 100, height: 20)), at: 1)
        try engine.performBatchUpdates(transaction)
        #expect(engine.contentOffset.y > engine.contentOffsetRange.greatest.y)
        #expect(engine.indexPathsToInsert(ofKind: .header) == [LayoutIndexPath(1, 0)])
        let cell = try #require(engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(1, 0)))
        #expect(cell.alpha == 0)
        let paths = engine.visibleElementUpdates.map { update in
            switch update {
            case .persisting(let old, _), .deleted(let old): old
            case .inserted(let new): new
            }
        }
        #expect(paths.count > 4)
    }

    /// What comes into view from outside begins where it was.
    @Test func appearingRows() throws {
        var engine = try listEngine()
        try engine.prepareForCollectionViewUpdates([
            .resize(section: 0, item: 0, to: [10]), .resize(section: 0, item: 1, to: [20]),
        ])
        for item in 2..<6 {
            let path = LayoutIndexPath(0, item)
            #expect(engine.initialLayoutAttributesForAppearingElement(at: path)?.frame == row(Double(item) * 50))
            #expect(engine.layoutAttributesForItem(at: path)?.frame == row(Double(item) * 50 - 70))
        }
        try FreshLayout.check(engine.cache, equals: engine.content)
    }

    /// What comes from far away begins one view's length off, on the side from which it comes.
    @Test(arguments: Axis.allCases, [false, true])
    func rowsFromFarAway(_ axis: Axis, isMirrored: Bool) throws {
        var content = try Content(axis: axis, bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: list, count: 100, value: [10])
        var engine = try CollectionLayoutEngine<IncrementalCache>(
            content, bounds: Rect(x: 0, y: 0, width: 100, height: 100))
        engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
        engine.layoutDirection = .rightToLeft
        engine.anchor = .firstVisible
        // Rows 36 … 45 are in view, from right to left where they are mirrored.
        let isReversed = axis == .horizontal && isMirrored
        let start = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, isReversed ? 45 : 36)))
        engine.contentOffset = axis == .vertical ? Point(x: 0, y: start.frame.y) : Point(x: start.frame.x, y: 0)
        let before = engine.bounds
        try engine.prepareForCollectionViewUpdates([.deleteItems(section: 0, 40..<90)])
        // Rows 90 … 95 have taken the places of 40 … 45.
        for item in 40..<46 {
            let path = LayoutIndexPath(0, item)
            let start = try #require(engine.initialLayoutAttributesForAppearingElement(at: path)).frame
            let now = try #require(engine.layoutAttributesForItem(at: path)).frame
            #expect(now.intersects(engine.bounds))
            var expected = now
            switch (axis, isReversed) {
            case (.vertical, _): expected.y = before.maxY + 100
            case (.horizontal, false): expected.x = before.maxX + 100
            case (.horizontal, true): expected.x = before.minX - 100 - 10
            }
            #expect(start == expected)
        }
        #expect(engine.visibleElementUpdates.count == 16)
    }

    /// A background and a pinned header are in view wherever their section is, and do not say from which side rows come.
    @Test(arguments: [false, true])
    func rowsFromFarAbove(_ isPinned: Bool) throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(
            layout: list, count: 100, value: [50], header: Size(width: 100, height: isPinned ? 50 : 0),
            background: isPinned ? nil : .background)
        var engine = try Engine(content, bounds: Rect(x: 0, y: 2000, width: 100, height: 200))
        if isPinned { engine.effects = EffectLayer([StickyEffect(.start)]) }
        try engine.prepareForCollectionViewUpdates([
            .insertItems(section: 0, at: 0, .uniform(count: 38, value: [50]))
        ])
        // Row 2 has become row 40, behind those that were in view before.
        let start = try #require(engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 40)))
        #expect(start.frame.maxY == 1800)
    }

    /// Edits that awaited their layout are applied with other bounds, and rename what moves.
    @Test func boundsChangeWithEdits() throws {
        var engine = try listEngine()
        var context = InvalidationContext()
        context.changes = [.insertItems(section: 0, at: 0, .uniform(count: 1, value: [10]))]
        engine.invalidateLayout(with: context)
        try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 0, width: 60, height: 200))
        let moved = engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 4))
        #expect(moved?.frame == row(150))
        #expect(engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 0))?.alpha == 0)
        #expect(engine.visibleElementUpdates.contains(.inserted(ElementID(section: 0, item: 0))))
    }

    /// An update changes the memory of the layout in place: a copy of it would take as long as laying everything out.
    @Test func updatesDoNotCopyTheLayout() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: (0..<1000).map { 10 + Double($0 % 7) })
        var engine = try CollectionLayoutEngine<IncrementalCache>(
            content, bounds: Rect(x: 0, y: 500, width: 100, height: 100))
        let before = engine.cache.sharedNodes
        try engine.prepareForCollectionViewUpdates([.resize(section: 0, item: 40, to: [30])])
        #expect(engine.cache.sharedNodes == before)
        var transaction = Transaction()
        transaction.deleteItems(at: [LayoutIndexPath(0, 41)])
        try engine.performBatchUpdates(transaction)
        #expect(engine.cache.sharedNodes == before)
    }

    /// An item that has measured itself keeps its size, whatever its path is after the update that follows.
    @Test func invalidationsComeBeforeUpdates() throws {
        var engine = try listEngine()
        var context = InvalidationContext()
        context.changes = [.resize(section: 0, item: 4, to: [77])]
        engine.invalidateLayout(with: context)
        var transaction = Transaction()
        transaction.deleteItems(at: [LayoutIndexPath(0, 0), LayoutIndexPath(0, 2)])
        try engine.performBatchUpdates(transaction)
        #expect(!engine.needsPrepare)
        try engine.prepare()
        let lengths = (0..<6).map { engine.content.value(section: 0, item: $0)[0] }
        #expect(lengths == [50, 50, 77, 50, 50, 50])

        let count = Int(engine.content.sections[0].count)
        var grown = try Content(bounds: engine.bounds.size)
        let list = try grown.addLayout(ListLayout())
        try grown.appendUniformSection(layout: list, count: count + 5, value: [20])
        engine.reloadData(grown)
        transaction = Transaction()
        transaction.deleteItems(at: [LayoutIndexPath(0, count + 4)])
        try engine.performBatchUpdates(transaction)
        #expect(Int(engine.content.sections[0].count) == count + 4)
        #expect(engine.collectionViewContentSize.height == Double(count + 4) * 20)
    }

    @Test func refusedUpdates() throws {
        var engine = try listEngine()
        let before = engine.layoutAttributesForElements(in: everything)
        #expect(throws: LayoutError.self) {
            try engine.prepareForCollectionViewUpdates([
                .resize(section: 0, item: 0, to: [10]), .resize(section: 0, item: 20, to: [20]),
            ])
        }
        #expect(engine.layoutAttributesForElements(in: everything) == before)
        #expect(engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 0)) == before[0])
    }

    @Test func boundsChange() throws {
        var engine = try listEngine()
        try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 20, width: 60, height: 300))
        for item in 0..<7 {
            let path = LayoutIndexPath(0, item)
            #expect(engine.initialLayoutAttributesForAppearingElement(at: path)?.frame == row(Double(item) * 50))
            #expect(
                engine.finalLayoutAttributesForDisappearingElement(at: path)?.frame == row(Double(item) * 50, width: 60)
            )
        }
        engine.finalizeAnimatedBoundsChange()
        #expect(
            engine.initialLayoutAttributesForAppearingElement(at: LayoutIndexPath(0, 0))?.frame == row(0, width: 60))
        let before = engine.bounds
        #expect(throws: LayoutError.self) {
            try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 0, width: -5, height: 1))
        }
        #expect(engine.bounds == before && !engine.needsPrepare)
    }

    /// Effects belong to the viewport: what they did before a bounds change is where the animation begins.
    @Test func boundsChangeWithEffects() throws {
        var engine = try listEngine(headerLength: 30)
        engine.effects = EffectLayer([StickyEffect(.start)])
        try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 300, width: 100, height: 200))
        let top = LayoutIndexPath(0, 0)
        let initial = engine.initialLayoutAttributesForAppearingElement(ofKind: .header, at: top)
        #expect(initial?.frame == row(0, 30))
        let final = engine.finalLayoutAttributesForDisappearingElement(ofKind: .header, at: top)
        #expect(final?.frame == row(300, 30))
    }

    /// Effects of one section go where it goes, whatever comes before it.
    @Test func effectsStayWithTheirSections() throws {
        let section = SectionDescription(layout: 0, items: .uniform(count: 1, value: [50]))
        /// The only section whose item is no longer opaque below the fold.
        func faded(after changes: [Change]) throws -> [Int] {
            var content = try Content(bounds: Size(width: 100, height: 10))
            let list = try content.addLayout(ListLayout())
            for _ in 0..<4 { try content.appendUniformSection(layout: list, count: 1, value: [50]) }
            var engine = try CollectionLayoutEngine<IncrementalCache>(
                content, bounds: Rect(x: 0, y: 0, width: 100, height: 10),
                effects: EffectLayer(sections: [2: [FadeEffect(span: 1)]]))
            try engine.prepareForCollectionViewUpdates(changes)
            // Nothing is in view: every section that fades is transparent.
            engine.contentOffset = Point(x: 0, y: -1000)
            return engine.content.sections.indices.filter {
                engine.layoutAttributesForItem(at: LayoutIndexPath(item: 0, section: $0))?.alpha == 0
            }
        }
        #expect(try faded(after: []) == [2])
        #expect(try faded(after: [.insertSection(at: 2, section)]) == [3])
        #expect(try faded(after: [.insertSection(at: 3, section)]) == [2])
        #expect(try faded(after: [.deleteSection(at: 0)]) == [1])
        #expect(try faded(after: [.deleteSection(at: 2)]) == [])
        #expect(try faded(after: [.deleteSection(at: 3)]) == [2])
        #expect(try faded(after: [.replaceSection(at: 2, with: section)]) == [2])
        for from in 0..<4 {
            for to in 0..<4 {
                var order = [0, 1, 2, 3]
                order.insert(order.remove(at: from), at: to)
                #expect(try faded(after: [.moveSection(from: from, to: to)]) == [order.firstIndex(of: 2)!])
            }
        }
        #expect(
            try faded(after: [
                .moveSection(from: 2, to: 0), .insertSection(at: 0, section), .deleteItems(section: 1, 0..<0),
            ]) == [1])
    }
}
