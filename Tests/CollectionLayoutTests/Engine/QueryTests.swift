import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What the façade answers, in the coordinates that users see.
@Suite struct QueryTests {
    private static let layer = EffectLayer([
        StickyEffect(.start), StickyEffect(.end), ElasticEffect(), FadeEffect(), TiltEffect(),
    ])

    @Test func lookUpsByKindAndName() throws {
        var engine = try mixedEngine()
        let all = engine.layoutAttributesForElements(in: everything)
        #expect(all.count == engine.cache.elementCount)
        #expect(all.map(\.id) == all.map(\.id).sorted())
        for attributes in all {
            let found: LayoutAttributes?
            switch attributes.category {
            case .cell: found = engine.layoutAttributesForItem(at: attributes.indexPath)
            case .supplementary:
                found = engine.layoutAttributesForSupplementaryView(
                    ofKind: attributes.id.kind, at: attributes.indexPath)
            case .decoration:
                found = engine.layoutAttributesForDecorationView(ofKind: attributes.id.kind, at: attributes.indexPath)
            }
            #expect(found == attributes)
            #expect(attributes.indexPath.id(attributes.id.kind) == attributes.id)
        }
        let header = try #require(all.first { $0.id.kind == .header })
        let byName = engine.layoutAttributesForSupplementaryView(
            ofKind: "UICollectionElementKindSectionHeader", at: header.indexPath)
        #expect(byName == header)
        let background = try #require(all.first { $0.id.kind == .background })
        #expect(
            engine.layoutAttributesForDecorationView(ofKind: KindNames.sectionBackground, at: background.indexPath)
                == background)
        #expect(engine.layoutAttributesForDecorationView(ofKind: "unknown", at: background.indexPath) == nil)
        let kind = engine.register(decorationViewOfKind: "unknown")
        #expect(kind != .background && kind.category == .decoration)
        #expect(engine.kindNames.name(of: kind) == "unknown")
        #expect(engine.layoutAttributesForDecorationView(ofKind: "unknown", at: background.indexPath) == nil)
        for path in [
            LayoutIndexPath(0, 99), LayoutIndexPath(99, 0), LayoutIndexPath(-1, 0), LayoutIndexPath(1 << 40, 0),
        ] {
            #expect(engine.layoutAttributesForItem(at: path) == nil)
        }
    }

    /// Left and top edges belong to an item; of two that overlap the later one is on top.
    @Test func itemsAtPoints() throws {
        let content = try Content(
            FreeFormLayout(), [[0, 0, 100, 100], [50, 50, 100, 100]], bounds: Size(width: 300, height: 300))
        var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 300, height: 300))
        try engine.prepare()
        func item(_ x: Double, _ y: Double) -> Int? { engine.indexPathForItem(at: Point(x: x, y: y))?.item }
        #expect([item(0, 0), item(25, 25), item(99, 49)] == [0, 0, 0])
        #expect([item(50, 50), item(75, 75), item(100, 100), item(149, 149)] == [1, 1, 1, 1])
        #expect(
            [item(100, 25), item(25, 100), item(150, 150), item(-1, 0), item(10, -10)] == [nil, nil, nil, nil, nil])
    }

    @Test func horizontalIsVerticalTransposed() throws {
        for offset in [0, 333.5, 1200] {
            for effects in [EffectLayer(), Self.layer] {
                let (layouts, counts) = ([NamedLayout.named("list")!, .named("waterfall")!], [12, 0, 30, 5])
                func engine(_ axis: Axis) throws -> Engine {
                    let size = axis.transpose(Size(width: 390, height: 300))
                    return try Engine(
                        try effectContent(layouts, counts: counts, axis: axis, seed: 5),
                        bounds: Rect(origin: axis.transpose(Point(x: 0, y: offset)), size: size), effects: effects)
                }
                let vertical = try engine(.vertical)
                let horizontal = try engine(.horizontal)
                let rect = Rect(x: 3, y: offset - 50, width: 200, height: 400)
                let down = vertical.layoutAttributesForElements(in: rect)
                let across = horizontal.layoutAttributesForElements(in: rect.transposed)
                #expect(down.count > 3 && down.count == across.count)
                for (a, b) in zip(down, across) {
                    #expect(a.id == b.id && a.frame.transposed == b.frame && a.alpha == b.alpha && a.zIndex == b.zIndex)
                    #expect(a.transform3D.transposed == b.transform3D)
                }
                #expect(vertical.collectionViewContentSize.transposed == horizontal.collectionViewContentSize)
            }
        }
    }

    /// From right to left each element stands where its mirror image stood, effects included.
    @Test(arguments: Axis.allCases)
    func rightToLeftIsMirrored(_ axis: Axis) throws {
        let plain = try mixedEngine(axis, offset: 700, effects: Self.layer)
        var mirrored = plain
        mirrored.flipsHorizontallyInOppositeLayoutDirection = true
        #expect(!mirrored.isMirrored)
        mirrored.layoutDirection = .rightToLeft
        #expect(mirrored.isMirrored)
        let width = plain.collectionViewContentSize.width
        #expect(mirrored.collectionViewContentSize == plain.collectionViewContentSize)
        func mirror(_ rect: Rect) -> Rect {
            Rect(x: width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
        }
        mirrored.bounds = mirror(plain.bounds)
        for rect in [plain.bounds, everything, axis.transpose(Rect(x: 20, y: 500, width: 120, height: 300))] {
            let expected = plain.layoutAttributesForElements(in: rect)
            let found = mirrored.layoutAttributesForElements(in: rect == everything ? everything : mirror(rect))
            #expect(found.map(\.id) == expected.map(\.id) && !found.isEmpty)
            for (a, b) in zip(expected, found) {
                #expect(b.frame == mirror(a.frame) && a.alpha == b.alpha && a.zIndex == b.zIndex)
                #expect(b.transform3D == a.transform3D.mirrored)
                #expect(mirrored.layoutAttributes(for: a.id) == b)
            }
        }
        mirrored.developmentLayoutDirection = .rightToLeft
        #expect(!mirrored.isMirrored)
    }

    /// A buffer keeps what it holds, and no query that needs no more room takes any.
    @Test func bufferIsAppendedTo() throws {
        let engine = try mixedEngine(effects: Self.layer)
        var buffer = AttributesBuffer(capacity: 1)
        engine.layoutAttributesForElements(in: engine.bounds, into: &buffer)
        let count = buffer.count
        let first = buffer[0]
        engine.layoutAttributesForElements(in: engine.bounds, into: &buffer)
        #expect(buffer.count == 2 * count && buffer[0] == first)
        #expect(Set(buffer.attributes).count == count)
    }

    @Test func scrollingNeedsNoPreparing() throws {
        var engine = try mixedEngine()
        engine.contentOffset = Point(x: 0, y: 500)
        #expect(!engine.needsPrepare)
        #expect(!engine.shouldInvalidateLayout(forBoundsChange: Rect(x: 0, y: 900, width: 390, height: 300)))
        #expect(engine.shouldInvalidateLayout(forBoundsChange: Rect(x: 0, y: 500, width: 391, height: 300)))
        engine.effects = Self.layer
        let scrolled = Rect(x: 0, y: 900, width: 390, height: 300)
        #expect(engine.shouldInvalidateLayout(forBoundsChange: scrolled))
        #expect(engine.invalidationContext(forBoundsChange: scrolled).invalidatesNothing)
        #expect(!engine.shouldInvalidateLayout(forBoundsChange: engine.bounds))
        let broader = Rect(x: 0, y: 500, width: 500, height: 300)
        #expect(engine.invalidationContext(forBoundsChange: broader).invalidateEverything)
    }

    /// Other bounds: as if the content had been made for them, edits kept.
    @Test(arguments: Axis.allCases)
    func changedBounds(_ axis: Axis) throws {
        var engine = try mixedEngine(axis)
        let before = engine.content
        var context = InvalidationContext()
        context.changes = resizes(of: before, count: 3, seed: 1, at: .random)
        engine.invalidateLayout(with: context)
        try engine.prepare()
        let size = axis.transpose(Size(width: 320, height: 480))
        engine.bounds = Rect(origin: .zero, size: size)
        engine.contentInset = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
        #expect(engine.needsPrepare)
        try engine.prepare()
        #expect(!engine.needsPrepare)
        var expected = try before.resized(to: size, contentInset: engine.contentInset)
        for change in context.changes { try expected.apply(change) }
        #expect(expected.container == engine.content.container)
        #expect(fingerprint(of: expected) == fingerprint(of: engine.content))
        try FreshLayout.check(engine.cache, equals: expected)
    }

    /// What cannot be laid out is refused, and what was stays in force.
    @Test func refusedContents() throws {
        var engine = try listEngine(counts: [3])
        let before = engine.layoutAttributesForElements(in: everything)
        for value in [-1, Double.nan, 9e12] {
            var context = InvalidationContext()
            context.changes = [
                .resize(section: 0, item: 0, to: [10]), .resize(section: 0, item: 1, to: [value]),
            ]
            engine.invalidateLayout(with: context)
            #expect(throws: LayoutError.self) { try engine.prepare() }
            #expect(engine.layoutAttributesForElements(in: everything) == before)
            #expect(!engine.needsPrepare)
        }
        var context = InvalidationContext()
        context.changes = [.resize(section: 0, item: 0, to: [8e12])]
        context.invalidateEverything = true
        engine.invalidateLayout(with: context)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.layoutAttributesForElements(in: everything) == before)
        engine.bounds = Rect(x: 0, y: 0, width: -1, height: 1)
        #expect(throws: LayoutError.self) { try engine.prepare() }
        #expect(engine.layoutAttributesForElements(in: everything) == before)
    }
}

enum FreshLayout {
    /// Throws unless a cache has the frames of a content laid out anew.
    static func check(_ cache: some AttributeCache, equals content: Content) throws {
        try BruteForce(CacheStrategy.oracle.prepared(content)).checkFrames(cache)
    }
}
