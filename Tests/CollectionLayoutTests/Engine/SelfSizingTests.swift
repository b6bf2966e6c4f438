import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Items that measure themselves.
@Suite struct SelfSizingTests {
    private func resize(_ engine: inout Engine, _ path: LayoutIndexPath, length: Double) throws -> InvalidationContext {
        let original = try #require(engine.layoutAttributesForItem(at: path))
        var preferred = original
        preferred.size =
            engine.scrollAxis == .vertical
            ? Size(width: original.size.width, height: length) : Size(width: length, height: original.size.height)
        #expect(
            engine.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        #expect(
            !engine.shouldInvalidateLayout(forPreferredLayoutAttributes: original, withOriginalAttributes: original))
        let context = engine.invalidationContext(
            forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
        engine.invalidateLayout(with: context)
        #expect(engine.needsPrepare)
        let expected = engine.collectionViewContentSize
        try engine.prepare()
        #expect(engine.collectionViewContentSize == expected)
        return context
    }

    /// A row that grows becomes one edit: rows before it stay, rows behind it move by the difference.
    @Test(arguments: Axis.allCases)
    func rows(_ axis: Axis) throws {
        var engine = try listEngine(axis)
        let before = engine.layoutAttributesForElements(in: everything)
        let context = try resize(&engine, LayoutIndexPath(0, 7), length: 80.5)
        #expect(context.changes == [.resize(section: 0, item: 7, to: [80.5])])
        #expect(!context.invalidateEverything && !context.invalidateDataSourceCounts)
        #expect(context.invalidatedItemIndexPaths == [LayoutIndexPath(0, 7)])
        #expect(context.contentOffsetAdjustment == .zero)
        let after = engine.layoutAttributesForElements(in: everything)
        #expect(after.count == before.count)
        for (old, new) in zip(before, after) {
            var expected = axis.transpose(old.frame)
            if old.id.item == 7 { expected.height = 80.5 }
            if old.id.item > 7 { expected.y += 30.5 }
            #expect(axis.transpose(new.frame) == expected)
        }
    }

    /// A view measures in thirds of a point, which snap: what it has got it does not ask for again.
    @Test func thirdsOfAPoint() throws {
        var engine = try listEngine(offset: 400)
        let context = try resize(&engine, LayoutIndexPath(0, 2), length: 133.0 / 3)
        let growth = (133.0 / 3 * 1024).rounded(.down) / 1024 - 50
        #expect(context.contentOffsetAdjustment == Point(x: 0, y: growth))
        let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 2)))
        var preferred = original
        preferred.size.height = 133.0 / 3
        #expect(original.size.height == 50 + growth && original.size != preferred.size)
        #expect(
            !engine.shouldInvalidateLayout(forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
    }

    /// What is shown stays where it is on the screen, whether a row before or behind it grows or shrinks.
    @Test(arguments: Axis.allCases, [false, true])
    func whatIsShownStays(_ axis: Axis, _ isMirrored: Bool) throws {
        for (item, length) in [(2, 80.0), (2, 10), (15, 80), (15, 10), (0, 0)] {
            var engine = try listEngine(axis, offset: 400)
            engine.flipsHorizontallyInOppositeLayoutDirection = true
            engine.layoutDirection = isMirrored ? .rightToLeft : .leftToRight
            func onScreen() -> [Rect] {
                engine.layoutAttributesForElements(in: engine.bounds).map {
                    $0.frame.offset(x: -engine.bounds.x, y: -engine.bounds.y)
                }
            }
            let before = onScreen()
            _ = try resize(&engine, LayoutIndexPath(0, item), length: length)
            #expect(onScreen() == before && before.count == 4, "item \(item), length \(length)")
        }
    }

    /// A view that measures itself again before anything is laid out: what was measured last counts, not both.
    @Test(arguments: [[70.0, 80], [80, 70], [10, 90, 50.5], [80, 80]])
    func measuredTwice(_ lengths: [Double]) throws {
        func measured(_ lengths: [(item: Int, length: Double)]) throws -> Engine {
            var engine = try listEngine(offset: 400)
            for (item, length) in lengths { try engine.measure(item, height: length) }
            let expected = engine.collectionViewContentSize
            try engine.prepare()
            #expect(engine.collectionViewContentSize == expected)
            return engine
        }
        let last = try #require(lengths.last)
        let once = try measured([(2, last), (3, 61.25)])
        // Another row in between is another element.
        let again = try measured(lengths.dropLast().map { (2, $0) } + [(3, 30), (3, 61.25), (2, last)])
        #expect(again.contentOffset == once.contentOffset && once.contentOffset.y == 400 + (last - 50) + 11.25)
        #expect(again.layoutAttributesForElements(in: everything) == once.layoutAttributesForElements(in: everything))
    }

    /// An edit in between gives elements other paths.
    @Test func measuredBeforeAndAfterAnEdit() throws {
        var engine = try listEngine(offset: 400)
        func measure(_ item: Int, _ length: Double, growth: Double) {
            var context = InvalidationContext()
            context.changes = [.resize(section: 0, item: item, to: [length])]
            context.contentOffsetAdjustment = Point(x: 0, y: growth)
            engine.invalidateLayout(with: context)
        }
        measure(2, 80, growth: 30)
        var insertion = InvalidationContext()
        insertion.changes = [.insertItems(section: 0, at: 0, .uniform(count: 1, value: [50]))]
        insertion.contentOffsetAdjustment = Point(x: 0, y: 50)
        engine.invalidateLayout(with: insertion)
        // The row that was the second one.
        measure(2, 70, growth: 20)
        try engine.prepare()
        #expect(engine.contentOffset.y == 400 + 30 + 50 + 20)
    }

    /// The layouts that take sizes, and what their values become.
    @Test func valuesOfLayouts() throws {
        func value(_ layout: some SectionLayout, _ values: [Double], _ size: Size, _ axis: Axis = .vertical) throws
            -> ItemValue?
        {
            var content = try Content(axis: axis, bounds: axis.transpose(Size(width: 100, height: 200)))
            try content.appendSection(layout: try content.addLayout(layout), values: values)
            let engine = try Engine(
                content, bounds: Rect(origin: .zero, size: axis.transpose(Size(width: 100, height: 200))))
            let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0)))
            var preferred = original
            preferred.size = size
            let context = engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            guard case .resize(_, _, let value)? = context.changes.first else { return nil }
            return value
        }
        #expect(try value(FlowLayout(), [10, 20], Size(width: 30, height: 40)) == [30, 40])
        #expect(try value(FlowLayout(), [10, 20], Size(width: 30, height: 40), .horizontal) == [30, 40])
        #expect(try value(ListLayout(), [10], Size(width: 100, height: 40)) == [40])
        #expect(try value(ListLayout(), [10], Size(width: 40, height: 100), .horizontal) == [40])
        #expect(try value(WaterfallLayout(laneCount: 2), [10], Size(width: 50, height: 40)) == [40])
        #expect(try value(StaggeredLayout(laneCount: 2), [1], Size(width: 50, height: 40)) == [1.25])
        // Positions are not sizes.
        #expect(try value(CalendarWeekLayout(), [0, 1, 2], Size(width: 50, height: 40)) == nil)
        let freeForm = try value(FreeFormLayout(), [5, 6, 7, 8], Size(width: 50, height: 40))
        #expect(freeForm == [5, 6, 50, 40])
        // The text below a photo grows by what the cell grows.
        let pinterest = try value(PinterestLayout(laneCount: 2, cellPadding: 0), [60, 20], Size(width: 50, height: 95))
        #expect(pinterest == [60, 35])
    }

    /// Every layout of the catalogue: after a preferred size the layout is that of the edited content.
    @Test func equalsAContentWithTheEdit() throws {
        var engine = try mixedEngine()
        var content = engine.content
        var random = SplitMix64(seed: 2)
        var resized = 0
        for _ in 0..<40 {
            let section = random.index(below: content.sections.count)
            guard content.sections[section].count > 0 else { continue }
            let path = LayoutIndexPath(section, random.index(below: Int(content.sections[section].count)))
            let original = try #require(engine.layoutAttributesForItem(at: path))
            var preferred = original
            preferred.size = Size(
                width: original.size.width + Double(random.index(below: 3)), height: original.size.height + 8)
            let context = engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            for change in context.changes { try content.apply(change) }
            resized += context.changes.count
            engine.invalidateLayout(with: context)
            try engine.prepare()
        }
        #expect(resized > 20)
        #expect(fingerprint(of: content) == fingerprint(of: engine.content))
        engine.invalidateLayout()
        try engine.prepare()
        try FreshLayout.check(engine.cache, equals: content)
    }

    /// A header or footer that measures itself moves what follows it, and nothing else; every element persists.
    @Test(arguments: Axis.allCases)
    func headersAndFooters(_ axis: Axis) throws {
        var content = try Content(axis: axis, bounds: axis.transpose(Size(width: 100, height: 200)))
        let list = try content.addLayout(ListLayout())
        let size = axis.transpose(Size(width: 100, height: 30))
        for _ in 0..<3 {
            try content.appendUniformSection(
                layout: list, count: 4, value: [50], header: size, footer: size, background: .background)
        }
        var engine = try Engine(
            content, bounds: Rect(origin: .zero, size: axis.transpose(Size(width: 100, height: 200))))
        let before = engine.layoutAttributesForElements(in: everything)
        for (kind, length, growth) in [(ElementKind.header, 41.5, 11.5), (.footer, 10, -20)] {
            let original = try #require(
                engine.layoutAttributesForSupplementaryView(ofKind: kind, at: LayoutIndexPath(1, 0)))
            var preferred = original
            preferred.size = axis.transpose(Size(width: 70, height: length))
            let context = engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            #expect(context.invalidatedSupplementaryIndexPaths == [kind: [LayoutIndexPath(1, 0)]])
            #expect(context.contentSizeAdjustment == axis.transpose(Size(width: 0, height: growth)))
            engine.invalidateLayout(with: context)
            let expected = engine.collectionViewContentSize
            try engine.prepareForCollectionViewUpdates([])
            try engine.prepare()
            #expect(engine.collectionViewContentSize == expected)
            #expect(
                !engine.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred,
                    withOriginalAttributes: try #require(engine.layoutAttributes(for: original.id))))
        }
        let after = engine.layoutAttributesForElements(in: everything)
        #expect(before.map(\.id) == after.map(\.id))
        // A section was 30 + 4·50 + 30 long.
        for (old, new) in zip(before, after) {
            var frame = axis.transpose(old.frame)
            switch (old.id.section, old.id.kind) {
            case (0, _): break
            case (1, .header): frame.height = 41.5
            case (1, .background): frame.height += 11.5 - 20
            case (1, .footer): (frame.y, frame.height) = (frame.y + 11.5, 10)
            case (1, _): frame.y += 11.5
            default: frame.y += 11.5 - 20
            }
            #expect(axis.transpose(new.frame) == frame, "\(old.id)")
        }
        // An update that resizes a header takes nothing from view and brings nothing.
        var transaction = Transaction()
        transaction.resizeSection(at: 0, header: axis.transpose(Size(width: 5, height: 35)))
        try engine.performBatchUpdates(transaction)
        #expect(
            engine.visibleElementUpdates.allSatisfy {
                if case .persisting(let old, let new) = $0 { old == new } else { false }
            })
        #expect(engine.collectionViewContentSize == axis.transpose(Size(width: 100, height: 3 * 260 - 8.5 + 5)))
    }

    /// What the data source says of headers is one edit, not a new layout.
    @Test func contentsWithOtherHeaders() throws {
        func content(_ header: Double) throws -> Content {
            var content = try Content(bounds: Size(width: 100, height: 200))
            let list = try content.addLayout(ListLayout())
            for section in 0..<3 {
                try content.appendUniformSection(
                    layout: list, count: 500, value: [50],
                    header: section == 1 ? Size(width: 100, height: header) : .zero)
            }
            return content
        }
        var engine = try Engine(try content(20), bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        var context = InvalidationContext()
        context.invalidateSupplementaryElements(ofKind: .header, at: [LayoutIndexPath(1, 0)])
        engine.invalidateLayout(with: context, content: try content(33))
        try engine.prepare()
        try FreshLayout.check(engine.cache, equals: try content(33))
        engine.invalidateLayout(with: context, content: try content(0))
        try engine.prepare()
        #expect(engine.collectionViewContentSize.height == 75_000)
    }

    /// Unknown elements and decorations are not resized.
    @Test func whatIsNotResized() throws {
        let engine = try listEngine(headerLength: 30)
        let header = try #require(
            engine.layoutAttributesForSupplementaryView(ofKind: .header, at: LayoutIndexPath(0, 0)))
        var broader = header
        broader.size.width = 60
        #expect(!engine.shouldInvalidateLayout(forPreferredLayoutAttributes: broader, withOriginalAttributes: header))
        #expect(
            engine.invalidationContext(forPreferredLayoutAttributes: broader, withOriginalAttributes: header)
                .invalidatesNothing)
        let footer = LayoutAttributes(id: ElementID(section: 0, item: 0, kind: .footer), frame: header.frame)
        var longer = footer
        longer.size.height = 60
        #expect(!engine.shouldInvalidateLayout(forPreferredLayoutAttributes: longer, withOriginalAttributes: footer))
        let unknown = LayoutAttributes(id: ElementID(section: 0, item: 99), frame: .zero)
        var other = unknown
        other.size.height = 5
        #expect(!engine.shouldInvalidateLayout(forPreferredLayoutAttributes: other, withOriginalAttributes: unknown))
    }

    /// A size that is refused leaves the content offset as it was, and what is shown.
    @Test(arguments: [Double.nan, .infinity, 1e13, -20])
    func refusedSizes(_ length: Double) throws {
        var engine = try listEngine(counts: [100], offset: 500)
        let shown = engine.layoutAttributesForElements(in: engine.bounds)
        // Above what is shown: the offset would follow.
        let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 2)))
        var preferred = original
        preferred.size.height = length
        engine.invalidateLayout(
            with: engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.contentOffset == Point(x: 0, y: 500) && engine.collectionViewContentSize.height == 5000)
        #expect(engine.layoutAttributesForElements(in: engine.bounds) == shown)
    }

    /// What refused invalidations have moved is moved back, what has been scrolled meanwhile stays scrolled.
    @Test func refusedAdjustments() throws {
        var engine = try listEngine(counts: [100], offset: 500.1)
        var context = InvalidationContext()
        context.contentOffsetAdjustment = Point(x: 0, y: 77.7)
        engine.invalidateLayout(with: context)
        context.changes = [.resize(section: 0, item: 100, to: [1])]
        engine.invalidateLayout(with: context)
        #expect(engine.contentOffset.y == 500.1 + 77.7 + 77.7)
        var scrolled = engine
        scrolled.contentOffset.y += 30
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.contentOffset.y == 500.1)
        #expect(throws: LayoutError.self) { try scrolled.prepare() }
        #expect(abs(scrolled.contentOffset.y - 530.1) < 1e-9)
        // With other bounds it is the same.
        context.changes = []
        engine.invalidateLayout(with: context)
        #expect(throws: LayoutError.self) {
            try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 0, width: -1, height: 1))
        }
        #expect(engine.contentOffset.y == 500.1)
        // What was accepted stays.
        engine.invalidateLayout(with: context)
        try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 40, width: 100, height: 100))
        #expect(engine.contentOffset.y == 40)
        #expect(throws: LayoutError.self) {
            try engine.prepareForAnimatedBoundsChange(to: Rect(x: 0, y: 0, width: -1, height: 1))
        }
        #expect(engine.contentOffset.y == 40)
    }

    /// A pinned header that grows stands before the rows in view, wherever it is shown: they stay.
    @Test func pinnedHeader() throws {
        var engine = try listEngine(offset: 420, headerLength: 20)
        engine.effects = EffectLayer([StickyEffect(.start)])
        let original = try #require(engine.layoutAttributes(for: ElementID(section: 0, item: 0, kind: .header)))
        #expect(original.frame.y == 420)
        var preferred = original
        preferred.size.height = 35
        engine.invalidateLayout(
            with: engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
        try engine.prepare()
        // Row 8 began at 20 + 8 · 50.
        let row = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 8)))
        #expect(row.frame.y == engine.contentOffset.y && engine.contentOffset.y == 435)
    }

    /// What has no length has no ratio.
    @Test func ratiosOfNothing() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let lanes = try content.addLayout(StaggeredLayout(laneCount: 2))
        try content.appendUniformSection(layout: lanes, count: 9, value: [1])
        let engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0)))
        for size in [Size(width: original.size.width, height: 0), Size(width: 0, height: 50), .zero] {
            var preferred = original
            preferred.size = size
            let should = engine.shouldInvalidateLayout(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            #expect(!should, "\(size)")
        }
    }

    /// What is to be deleted gets no size any more, and nobody is asked to invalidate anything.
    @Test func whatIsDeletedMeasuresInVain() throws {
        var engine = try listEngine(.vertical)
        var context = InvalidationContext()
        context.changes = [.deleteItems(section: 0, 2..<3)]
        engine.invalidateLayout(with: context)
        for (item, isMeasured) in [(1, true), (2, false), (3, true)] {
            let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, item)))
            var preferred = original
            preferred.size.height = 80
            #expect(
                engine.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original) == isMeasured)
            let context = engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            #expect(context.changes.isEmpty != isMeasured)
        }
    }
}
