import CollectionLayout
import LayoutTestSupport
import Testing

/// An incremental cache that counts what is asked of it.
private struct CountingCache: AttributeCache {
    struct Work: Equatable {
        /// Layouts of everything.
        var layouts = 0
        /// The number of edits of each call.
        var edits: [Int] = []
    }

    private var base = IncrementalCache()
    var work = Work()

    mutating func prepare(_ content: Content) throws(LayoutError) {
        work.layouts += 1
        try base.prepare(content)
    }

    mutating func apply(_ changes: [Change]) throws(LayoutError) {
        work.edits.append(changes.count)
        try base.apply(changes)
    }

    mutating func setViewportLength(_ length: Double) -> Bool { base.setViewportLength(length) }

    var content: Content { base.content }
    var contentSize: Size { base.contentSize }
    var elementCount: Int { base.elementCount }
    var byteCount: Int { base.byteCount }
    func geometry(ofSection section: Int) -> SectionGeometry { base.geometry(ofSection: section) }
    func frame(of id: ElementID) -> Rect? { base.frame(of: id) }
    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        base.search(rect, into: &sink, counting: &counter)
    }
}

/// Each invalidation does the work that it names and no other: layouts of everything and edits, counted.
@Suite struct InvalidationWorkTests {
    private typealias Engine = CollectionLayoutEngine<CountingCache>
    private typealias Work = CountingCache.Work

    private func engine(_ content: Content? = nil) throws -> Engine {
        var engine = try Engine(
            try content ?? listEngine(counts: [20, 5], headerLength: 10).content,
            bounds: Rect(x: 0, y: 100, width: 100, height: 200))
        #expect(engine.cache.work == Work(layouts: 1))
        engine.effects = EffectLayer([StickyEffect(.start)])
        return engine
    }

    /// What an invalidation makes an engine do from here on.
    private func work(_ engine: Engine, _ invalidate: (inout Engine) throws -> Void) throws -> Work {
        var engine = engine
        let before = engine.cache.work
        try invalidate(&engine)
        try engine.prepare()
        #expect(!engine.needsPrepare)
        _ = engine.layoutAttributesForElements(in: engine.bounds)
        let edits = engine.cache.work.edits.dropFirst(before.edits.count)
        return Work(layouts: engine.cache.work.layouts - before.layouts, edits: Array(edits))
    }

    private func work(_ edit: (inout InvalidationContext) -> Void, content: Content? = nil) throws -> Work {
        var context = InvalidationContext()
        edit(&context)
        return try work(engine()) { $0.invalidateLayout(with: context, content: content) }
    }

    @Test func elementsWithoutANewContent() throws {
        #expect(try work { $0.invalidateItems(at: [LayoutIndexPath(0, 1)]) } == Work())
        #expect(
            try work { $0.invalidateSupplementaryElements(ofKind: .header, at: [LayoutIndexPath(0, 0)]) } == Work())
        #expect(
            try work { $0.invalidateDecorationElements(ofKind: .background, at: [LayoutIndexPath(0, 0)]) } == Work())
    }

    @Test func everythingAndCounts() throws {
        #expect(try work { $0.invalidateEverything = true } == Work(layouts: 1))
        #expect(try work { $0.invalidateDataSourceCounts = true } == Work(layouts: 1))
        let other = try listEngine(counts: [3]).content
        #expect(try work({ $0.invalidateDataSourceCounts = true }, content: other) == Work(layouts: 1))
        #expect(try work(engine()) { $0.reloadData(other) } == Work(layouts: 1))
        #expect(try work(engine()) { $0.invalidateLayout() } == Work(layouts: 1))
        // Edits that come with everything are part of the one layout.
        let both = try work {
            $0.invalidateEverything = true
            $0.changes = [.deleteItems(section: 0, 0..<2)]
        }
        #expect(both == Work(layouts: 1))
    }

    @Test func itemsOfANewContent() throws {
        var other = try engine().content
        for item in 3..<9 { try other.apply(.resize(section: 0, item: item, to: [60])) }
        let paths = [LayoutIndexPath(0, 3), LayoutIndexPath(0, 5), LayoutIndexPath(1, 2)]
        // Two of the three have another value.
        #expect(try work({ $0.invalidateItems(at: paths) }, content: other) == Work(edits: [2]))
    }

    /// A layout of an app, which says nothing of equality.
    private struct Spaced: SectionLayout {
        static let id = "spaced"
        var spacing: Double

        func fold(in container: Container) throws(LayoutError) -> any SectionFold {
            try ListLayout(lineSpacing: spacing).fold(in: container)
        }
    }

    /// Another parameter of a layout is another layout, whether or not items are named that are the same as before.
    @Test func otherParameters() throws {
        func content(_ spacing: Double) throws -> Content {
            var content = try Content(bounds: Size(width: 100, height: 200))
            let layout = try content.addLayout(Spaced(spacing: spacing))
            try content.appendSection(layout: layout, values: Array(repeating: 50, count: 20))
            return content
        }
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 1)])
        for (spacing, expected) in [(3.0, Work()), (4, Work(layouts: 1))] {
            let done = try work(engine(content(3))) {
                $0.invalidateLayout(with: context, content: try content(spacing))
            }
            #expect(done == expected, "spacing \(spacing)")
        }
    }

    /// Layouts are the same ones wherever they stand among those of a content, and whatever others there are.
    @Test func layoutsInAnotherOrder() throws {
        func content(_ spacings: [Double], sections: [Int]) throws -> Content {
            var content = try Content(bounds: Size(width: 100, height: 200))
            for spacing in spacings { _ = try content.addLayout(Spaced(spacing: spacing)) }
            for layout in sections {
                try content.appendSection(layout: layout, values: Array(repeating: 50, count: 5))
            }
            return content
        }
        var context = InvalidationContext()
        context.invalidateItems(at: [LayoutIndexPath(0, 1)])
        for (sections, expected) in [
            ([2, 1, 2], Work()), ([2, 0, 2], Work(layouts: 1)), ([2, 1, 1], Work(layouts: 1)),
        ] {
            let done = try work(engine(content([3, 4], sections: [0, 1, 0]))) {
                $0.invalidateLayout(with: context, content: try content([5, 4, 3], sections: sections))
            }
            #expect(done == expected, "layouts of the sections: \(sections)")
        }
    }

    @Test func adjustments() throws {
        var context = InvalidationContext()
        context.contentOffsetAdjustment = Point(x: 0, y: 30)
        context.contentSizeAdjustment = Size(width: 0, height: 40)
        var engine = try engine()
        let height = engine.collectionViewContentSize.height
        let done = try work(engine) {
            $0.invalidateLayout(with: context)
            engine = $0
        }
        #expect(done == Work())
        #expect(engine.contentOffset.y == 130 && engine.collectionViewContentSize.height == height + 40)
    }

    @Test func boundsChanges() throws {
        let scrolled = Rect(x: 0, y: 300, width: 100, height: 200)
        let larger = Rect(x: 0, y: 300, width: 120, height: 200)
        let taller = Rect(x: 0, y: 300, width: 100, height: 210)
        for (bounds, expected) in [(scrolled, Work()), (larger, Work(layouts: 1)), (taller, Work())] {
            let done = try work(engine()) {
                let context = $0.invalidationContext(forBoundsChange: bounds)
                $0.invalidateLayout(with: context)
                $0.bounds = bounds
            }
            #expect(done == expected)
        }
    }

    /// A keyboard that comes up, or a bar that goes, lays out nothing, whatever edits await their layout; unless a layout asks where
    /// the view ends.
    @Test func insetChanges() throws {
        let keyboard = EdgeInsets(top: 0, left: 0, bottom: 120, right: 0)
        let margin = EdgeInsets(top: 0, left: 10, bottom: 0, right: 0)
        for (inset, expected) in [(keyboard, Work()), (margin, Work(layouts: 1))] {
            let done = try work(engine()) {
                $0.contentInset = inset
                #expect($0.needsPrepare)
            }
            #expect(done == expected)
        }
        let resize = Change.resize(section: 0, item: 3, to: [70])
        let edited = try work(engine()) {
            $0.contentInset = keyboard
            var context = InvalidationContext()
            context.changes = [resize]
            $0.invalidateLayout(with: context)
            try $0.prepare()
            #expect($0.content.container.viewportLength == 80)
            #expect($0.layoutAttributesForItem(at: LayoutIndexPath(0, 3))?.size.height == 70)
        }
        #expect(edited == Work(edits: [1]))

        var content = try Content(bounds: Size(width: 100, height: 200))
        let circle = try content.addLayout(CircleLayout())
        try content.appendUniformSection(layout: circle, count: 5, value: [])
        #expect(try work(engine(content)) { $0.contentInset = keyboard } == Work(layouts: 1))
        // What says nothing may ask.
        #expect(Spaced(spacing: 1).dependsOnViewportLength)
    }

    /// An edit that is refused leaves the layout as it was, and the inset takes effect without it.
    @Test func insetWithARefusedEdit() throws {
        var engine = try engine()
        engine.contentInset.bottom = 50
        var context = InvalidationContext()
        context.changes = [.resize(section: 0, item: 0, to: [8e12]), .resize(section: 0, item: 1, to: [8e12])]
        engine.invalidateLayout(with: context)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.content.container.viewportLength == 200 && engine.needsPrepare)
        try engine.prepare()
        #expect(engine.content.container.viewportLength == 150 && !engine.needsPrepare)
    }

    /// Self-sizing: one edit each, applied together.
    @Test func preferredAttributes() throws {
        let done = try work(engine()) { engine in
            for item in 2..<5 {
                let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, item)))
                var preferred = original
                preferred.size.height += 7
                engine.invalidateLayout(
                    with: engine.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
            }
        }
        #expect(done == Work(edits: [3]))
    }

    @Test func movedItems() throws {
        let (from, to) = (LayoutIndexPath(0, 2), LayoutIndexPath(1, 3))
        let step = try work(engine()) {
            $0.invalidateLayout(
                with: $0.invalidationContext(
                    forInteractivelyMovingItems: [to], withTargetPosition: .zero, previousIndexPaths: [from],
                    previousPosition: .zero))
        }
        #expect(step == Work())
        for isCancelled in [false, true] {
            var counts: [Int32] = []
            let end = try work(engine()) { engine in
                engine.invalidateLayout(
                    with: engine.invalidationContextForEndingInteractiveMovementOfItems(
                        toFinalIndexPaths: [to], previousIndexPaths: [from], movementCancelled: isCancelled))
                try engine.prepare()
                counts = engine.content.sections.map(\.count)
            }
            #expect(end == (isCancelled ? Work() : Work(edits: [1])))
            #expect(counts == (isCancelled ? [20, 5] : [19, 6]))
        }
    }

    @Test func transactions() throws {
        var transaction = Transaction()
        transaction.deleteItems(at: (0..<8).map { LayoutIndexPath(0, $0 * 2) })
        transaction.insertItems(.uniform(count: 1000, value: [10]), at: LayoutIndexPath(1, 2))
        #expect(try work(engine()) { try $0.performBatchUpdates(transaction) } == Work(edits: [9]))
    }
}
