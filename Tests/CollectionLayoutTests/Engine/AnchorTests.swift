import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// The anchor stays where it is on the screen, to the last bit.
@Suite struct AnchorTests {
    /// Where an element is on the screen, or nil.
    private func place(_ engine: Engine, _ id: ElementID) -> Point? {
        engine.layoutAttributes(for: id).map {
            Point(x: $0.frame.x - engine.bounds.x, y: $0.frame.y - engine.bounds.y)
        }
    }

    private func chat(_ count: Int, _ axis: Axis = .vertical, seed: UInt64 = 1, offset: Double) throws -> Engine {
        var random = SplitMix64(seed: seed)
        return try listEngine(
            axis, counts: [count], lengths: (0..<count).map { _ in random.uniform(20, 90) }, offset: offset)
    }

    /// Older messages are put in front of a million, again and again: nothing on the screen jumps.
    @Test(arguments: [ScrollAnchor.end, .firstVisible, .element(ElementID(section: 0, item: 3))])
    func prependingToAChat(_ anchor: ScrollAnchor) throws {
        var engine = try chat(1_000_000, offset: 100 + 7 * Snapping.grainLength)
        engine.anchor = anchor
        var random = SplitMix64(seed: 2)
        for _ in 0..<6 {
            let before = engine
            let count = 20 + random.index(below: 31)
            var transaction = Transaction()
            let values = (0..<count).map { _ in random.uniform(20, 90) }
            transaction.insertItems(.each(count: count, values: values), at: LayoutIndexPath(0, 0))
            let map = try engine.performBatchUpdates(transaction)
            let visible = before.layoutAttributesForElements(in: before.bounds)
            #expect(visible.count >= 3)
            for attributes in visible {
                let new = try #require(map.new(of: attributes.id))
                #expect(place(engine, new) == place(before, attributes.id))
            }
            #expect(engine.contentOffset.y > before.contentOffset.y)
        }
    }

    /// Resizes, insertions and deletions all around the anchor, along both axes, mirrored and not.
    @Test(arguments: Axis.allCases, [false, true])
    func edits(_ axis: Axis, _ isMirrored: Bool) throws {
        try withEvery("seed", in: 0..<40 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var engine = try chat(60, axis, seed: seed, offset: 900)
            engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
            engine.layoutDirection = .rightToLeft
            let visible = engine.layoutAttributesForElements(in: engine.bounds).map(\.id)
            var id = visible[random.index(below: visible.count)]
            engine.anchor = .element(id)
            for _ in 0..<5 {
                let before = place(engine, id)
                var (lengthBefore, growth) = (engine.layoutAttributes(for: id)!.frame, 0.0)
                var changes: [Change] = []
                var count = Int(engine.content.sections[0].count)
                for _ in 0..<4 {
                    let item = random.index(below: count)
                    switch random.index(below: 3) {
                    case 0: changes.append(.resize(section: 0, item: item, to: [random.uniform(1, 99)]))
                    case 1:
                        changes.append(
                            .insertItems(section: 0, at: item, .uniform(count: 3, value: [random.uniform(1, 99)])))
                        count += 3
                    default:
                        guard ElementMap(changes).new(of: id)?.item != Int32(item) else { continue }
                        changes.append(.deleteItems(section: 0, item..<item + 1))
                        count -= 1
                    }
                }
                var context = InvalidationContext()
                context.changes = changes
                engine.invalidateLayout(with: context)
                try engine.prepare()
                id = try #require(ElementMap(changes).new(of: id))
                #expect(engine.anchor == .element(id))
                // The near edge stays: in mirrored content that is the right one.
                if axis == .horizontal && isMirrored {
                    growth = lengthBefore.width - engine.layoutAttributes(for: id)!.frame.width
                    lengthBefore.width = 0
                }
                try check(place(engine, id) == before.map { Point(x: $0.x + growth, y: $0.y) }, "the anchor moved")
            }
        }
    }

    /// When the anchor goes, its neighbour takes over.
    @Test func deletedAnchor() throws {
        var engine = try listEngine(offset: 420)
        engine.anchor = .element(ElementID(section: 0, item: 10))
        let neighbour = try #require(place(engine, ElementID(section: 0, item: 9)))
        _ = try engine.prepareForCollectionViewUpdates([
            .deleteItems(section: 0, 10..<12), .deleteItems(section: 0, 2..<5),
        ])
        #expect(engine.anchor == .element(ElementID(section: 0, item: 6)))
        #expect(place(engine, ElementID(section: 0, item: 6)) == neighbour)
    }

    @Test(arguments: Axis.allCases, [false, true])
    func rotation(_ axis: Axis, _ isMirrored: Bool) throws {
        var content = try Content(axis: axis, bounds: axis.transpose(Size(width: 100, height: 200)))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 5, itemSpacing: 5))
        try content.appendUniformSection(layout: flow, count: 400, value: [30, 30])
        let bounds = Rect(
            origin: axis.transpose(Point(x: 0, y: 1000)), size: axis.transpose(Size(width: 100, height: 200)))
        for anchor in [ScrollAnchor.firstVisible, .end] {
            var engine = try Engine(content, bounds: bounds)
            engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
            engine.layoutDirection = .rightToLeft
            engine.anchor = anchor
            let near = axis == .horizontal && isMirrored
            func edges(_ engine: Engine, _ rect: Rect) -> (near: Double, far: Double) {
                let view = axis.transpose(engine.bounds)
                let rect = axis.transpose(rect)
                return near
                    ? (view.maxY - rect.maxY, rect.y - view.y) : (rect.y - view.y, view.maxY - rect.maxY)
            }
            let first = try #require(
                engine.layoutAttributesForElements(in: engine.bounds).min {
                    edges(engine, $0.frame).near < edges(engine, $1.frame).near
                })
            let before = engine
            engine.bounds = Rect(origin: bounds.origin, size: axis.transpose(Size(width: 200, height: 100)))
            try engine.prepare()
            let whole = { (engine: Engine) in Rect(origin: .zero, size: engine.collectionViewContentSize) }
            #expect(whole(engine) != whole(before))
            if anchor == .end {
                #expect(edges(engine, whole(engine)).far == edges(before, whole(before)).far)
            } else {
                let now = try #require(engine.layoutAttributes(for: first.id)).frame
                #expect(edges(engine, now).near == edges(before, first.frame).near)
            }
        }
    }

    /// Items above the anchor measure themselves; the context leaves the offset to the anchor.
    @Test func selfSizing() throws {
        var engine = try listEngine(offset: 420)
        engine.anchor = .firstVisible
        let before = place(engine, ElementID(section: 0, item: 8))
        for item in 0..<8 {
            let original = try #require(engine.layoutAttributesForItem(at: LayoutIndexPath(0, item)))
            var preferred = original
            preferred.size.height += 3.5
            let context = engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            #expect(context.contentOffsetAdjustment == .zero)
            engine.invalidateLayout(with: context)
        }
        try engine.prepare()
        #expect(place(engine, ElementID(section: 0, item: 8)) == before && engine.contentOffset.y == 420 + 8 * 3.5)
    }

    /// What is refused moves nothing.
    @Test func refusedEdits() throws {
        var engine = try listEngine(offset: 420)
        engine.anchor = .end
        let bounds = engine.bounds
        #expect(throws: LayoutError.self) {
            try engine.prepareForCollectionViewUpdates([
                .deleteItems(section: 0, 0..<2), .deleteItems(section: 1, 0..<1),
            ])
        }
        #expect(engine.bounds == bounds && engine.anchor == .end)
    }

    /// A row that an edit moves away does not take the view along, unless it was chosen: the next one stays.
    @Test func movedAway() throws {
        let move = Change.moveItem(from: LayoutIndexPath(0, 8), to: LayoutIndexPath(0, 5999))
        var engine = try listEngine(counts: [6000], offset: 400)
        engine.anchor = .firstVisible
        try engine.prepareForCollectionViewUpdates([move])
        #expect(place(engine, ElementID(section: 0, item: 8)) == Point(x: 0, y: 50))
        engine = try listEngine(counts: [6000], offset: 400)
        engine.anchor = .element(ElementID(section: 0, item: 8))
        try engine.prepareForCollectionViewUpdates([move])
        #expect(engine.anchor == .element(ElementID(section: 0, item: 5999)))
        #expect(place(engine, ElementID(section: 0, item: 5999)) == .zero)
    }

    /// A section that is moved away does not take the view along either, unless nothing else is visible or an item of it was chosen.
    @Test func movedAwayWithTheSection() throws {
        func moved(_ anchor: ScrollAnchor, offset: Double) throws -> Engine {
            var engine = try listEngine(counts: [10, 10, 300], offset: offset)
            engine.anchor = anchor
            try engine.prepareForCollectionViewUpdates([.moveSection(from: 0, to: 2)])
            return engine
        }
        // Two rows of the section and two of the next one are visible, then nothing but the section.
        #expect(place(try moved(.firstVisible, offset: 400), ElementID(section: 0, item: 0)) == Point(x: 0, y: 100))
        #expect(place(try moved(.firstVisible, offset: 250), ElementID(section: 2, item: 5)) == .zero)
        let chosen = try moved(.element(ElementID(section: 0, item: 9)), offset: 400)
        #expect(chosen.anchor == .element(ElementID(section: 2, item: 9)))
        #expect(place(chosen, ElementID(section: 2, item: 9)) == Point(x: 0, y: 50))
    }

    /// An anchor that is deleted with all that is visible is none: its name is another element's.
    @Test func anchorAndViewDeleted() throws {
        var engine = try listEngine(counts: [40], offset: 420)
        engine.anchor = .element(ElementID(section: 0, item: 10))
        try engine.prepareForCollectionViewUpdates([.deleteItems(section: 0, 5..<15)])
        #expect(engine.anchor == .none && engine.contentOffset.y == 420)
    }

    /// Mirrored content that becomes broader grows to the left: the offset follows across the axis.
    @Test(arguments: [false, true])
    func broaderContent(_ isMirrored: Bool) throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        let canvas = try content.addLayout(FreeFormLayout())
        try content.appendUniformSection(layout: list, count: 20, value: [50])
        try content.appendSection(layout: canvas, values: [0, 0, 50, 50])
        var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
        engine.layoutDirection = .rightToLeft
        engine.anchor = .firstVisible
        try engine.prepareForCollectionViewUpdates([
            .insertItems(section: 1, at: 1, .uniform(count: 1, value: [300, 0, 50, 50]))
        ])
        #expect(engine.collectionViewContentSize.width == 350)
        #expect(place(engine, ElementID(section: 0, item: 0)) == .zero)
    }

    /// Along another axis the anchor is as far from the view's near edge as it was.
    @Test(arguments: Axis.allCases, [false, true])
    func otherAxis(_ axis: Axis, _ isMirrored: Bool) throws {
        let other: Axis = axis == .vertical ? .horizontal : .vertical
        for anchor in [ScrollAnchor.element(ElementID(section: 0, item: 10)), .firstVisible, .end] {
            var engine = try listEngine(axis, offset: 420)
            engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
            engine.layoutDirection = .rightToLeft
            engine.anchor = anchor
            let view = engine.bounds
            let rows = engine.layoutAttributesForElements(in: view)
            engine.reloadData(try listEngine(other).content)
            engine.bounds = Rect(origin: view.origin, size: other.transpose(Size(width: 100, height: 200)))
            try engine.prepare()
            func near(_ axis: Axis, _ rect: Rect, in view: Rect) -> Double {
                let (rect, view) = (axis.transpose(rect), axis.transpose(view))
                return isMirrored && axis == .horizontal ? view.maxY - rect.maxY : rect.y - view.y
            }
            #expect(rows.count == 5)
            for row in rows {
                let now = try #require(engine.layoutAttributes(for: row.id)).frame
                #expect(near(other, now, in: engine.bounds) == near(axis, row.frame, in: view), "\(anchor)")
            }
        }
    }
}
