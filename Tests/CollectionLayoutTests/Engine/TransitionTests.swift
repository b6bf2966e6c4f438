import CollectionLayout
import Testing

/// The way from one layout to another.
@Suite struct TransitionTests {
    private func grid(offset: Double = 0, effects: EffectLayer = EffectLayer()) throws -> CollectionLayoutEngine<
        FullArrayCache
    > {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let grid = try content.addLayout(GridLayout(lineSpacing: 0, itemSpacing: 0))
        try content.appendUniformSection(
            layout: grid, count: 24, value: [4, 1], footer: Size(width: 100, height: 10), background: .background)
        return try CollectionLayoutEngine(
            content, bounds: Rect(x: 0, y: offset, width: 100, height: 200), effects: effects)
    }

    /// Elements that the layout of the end does not have are there, but transparent.
    private func expect(_ found: [LayoutAttributes], equals layout: CollectionLayoutEngine<some AttributeCache>) {
        for attributes in found {
            if let own = layout.layoutAttributes(for: attributes.id) {
                #expect(attributes == own)
            } else {
                #expect(attributes.alpha == 0)
            }
        }
        let ids = Set(found.map(\.id))
        #expect(layout.layoutAttributesForElements(in: layout.bounds).allSatisfy { ids.contains($0.id) })
    }

    @Test func bothEnds() throws {
        let effects = EffectLayer([FadeEffect(), TiltEffect(), StickyEffect(.end)])
        for offset in [0.0, 30] {
            let (from, to) = (try listEngine(offset: 450), try grid(offset: offset, effects: effects))
            var transition = LayoutTransition(from: from, to: to)
            expect(transition.layoutAttributesForVisibleElements(), equals: from)
            #expect(transition.contentOffset == from.contentOffset)
            #expect(transition.collectionViewContentSize == from.collectionViewContentSize)
            transition.progress = 1
            expect(transition.layoutAttributesForVisibleElements(), equals: to)
            #expect(transition.contentOffset == to.contentOffset)
            #expect(transition.collectionViewContentSize == to.collectionViewContentSize)
            // Rows 9 to 12 before; the footer, the background and all 24 cells after, less a row of 4 above the view.
            #expect(transition.layoutAttributesForVisibleElements().count == (offset == 0 ? 26 : 22))
        }
    }

    @Test func halfWay() throws {
        let transition = LayoutTransition(from: try listEngine(offset: 100), to: try grid(), progress: 0.5)
        // Row 5 at (0, 250, 100, 50); cell 5 at (25, 25, 25, 25).
        let middle = try #require(transition.layoutAttributes(for: ElementID(section: 0, item: 5)))
        #expect(middle.frame == Rect(x: 12.5, y: 137.5, width: 62.5, height: 37.5))
        #expect(middle.alpha == 1)
        // The list has 20 rows and no footer.
        #expect(transition.layoutAttributes(for: ElementID(section: 0, item: 22))?.alpha == 0.5)
        let footer = try #require(transition.layoutAttributes(for: ElementID(section: 0, item: 0, kind: .footer)))
        #expect(footer.alpha == 0.5 && footer.frame == Rect(x: 0, y: 150, width: 100, height: 10))
        #expect(transition.layoutAttributes(for: ElementID(section: 1, item: 0)) == nil)
        #expect(transition.contentOffset == Point(x: 0, y: 50))
        #expect(transition.collectionViewContentSize == Size(width: 100, height: 580))
    }

    @Test func transformsAndOpacity() throws {
        let from = try grid(effects: EffectLayer([FadeEffect(span: 400)]))
        let to = try grid(effects: EffectLayer([TiltEffect()]))
        let transition = LayoutTransition(from: from, to: to, progress: 0.25)
        let id = ElementID(section: 0, item: 20)
        let (a, b) = (try #require(from.layoutAttributes(for: id)), try #require(to.layoutAttributes(for: id)))
        let mixed = try #require(transition.layoutAttributes(for: id))
        #expect(mixed.alpha == a.alpha * 0.75 + b.alpha * 0.25 && a.alpha < 1)
        #expect(mixed.transform3D.rows.1 == a.transform3D.rows.1 * 0.75 + b.transform3D.rows.1 * 0.25)
        #expect(b.transform3D != .identity)
    }
}
