import CollectionLayout
import Testing

/// What PluginLayout's effects do that one would not expect, and what the engine does.
@Suite struct EffectDefectTests {
    private func content(_ fidelity: Fidelity, counts: [Int] = [20, 20, 20]) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 200), fidelity: fidelity)
        let list = try content.addLayout(ListLayout(insets: EdgeInsets(top: 3, bottom: 4), lineSpacing: 0))
        for count in counts {
            try content.appendUniformSection(
                layout: list, count: count, value: [50], header: Size(width: 100, height: 30),
                footer: Size(width: 100, height: 20))
        }
        return content
    }

    /// The original asks its plugins for all elements of a section that has effects, whatever the rect.
    @Test func anEffectReturnsTheElementForEveryRect() throws {
        for fidelity in Fidelity.allCases {
            let content = try content(fidelity)
            let engine = try CollectionLayoutEngine<FullArrayCache>(
                content, bounds: Rect(x: 0, y: 0, width: 100, height: 200),
                effects: EffectLayer([StickyEffect(.start), ElasticEffect(), FadeEffect()]))
            // Items 10 to 13 of the first section, its pinned header is elsewhere: in the original every cell and header.
            let found = engine.layoutAttributesForElements(in: Rect(x: 0, y: 633, width: 100, height: 100))
            // Elastic carries cells below the viewport by 90 pt.
            #expect(found.map(\.id) == (10...12).map { ElementID(section: 0, item: $0) })
        }
    }

    /// Elements tested for one viewport do not grow with the items of the section: the original unites all their frames.
    @Test func stickyCostsTheItemsOfTheSection() throws {
        func tested(_ items: Int) throws -> Int {
            let engine = try CollectionLayoutEngine<IncrementalCache>(
                try content(.corrected, counts: [items]), bounds: Rect(x: 0, y: 400, width: 100, height: 200),
                effects: EffectLayer([StickyEffect(.start)]))
            var buffer = AttributesBuffer()
            var counts = QueryCounts()
            engine.layoutAttributesForElements(in: engine.bounds, into: &buffer, counting: &counts)
            #expect(buffer.count == 6)
            return counts.elementsTested
        }
        #expect(try tested(20_000) <= tested(100) + 32)
    }

    /// Without a span to fade over, all cells have numbers for places and opacities, and are found.
    @Test func spansOfNothing() throws {
        let engine = try CollectionLayoutEngine<FullArrayCache>(
            try content(.corrected), bounds: Rect(x: 0, y: 33, width: 100, height: 200),
            effects: EffectLayer([ElasticEffect(spacing: 90, span: 0), FadeEffect(span: 0)]))
        // The fifth cell begins where the viewport ends.
        let found = engine.layoutAttributesForElements(in: Rect(x: 0, y: 33, width: 100, height: 500))
        let cells = found.filter { $0.id.kind == .cell }.sorted { $0.id < $1.id }
        #expect(cells.map { Int($0.id.item) } == Array(0..<9))
        #expect(cells.map(\.alpha) == [1, 1, 1, 1, 0, 0, 0, 0, 0])
        let places = (0..<9).map { item -> Double in Double(33 + 50 * item + (item < 4 ? 0 : 90)) }
        #expect(cells.map(\.frame.y) == places)
    }

    /// What may be carried nowhere stays where it is and is found, whatever the span.
    @Test(arguments: [0.0, 200]) func spacingsOfNothing(_ span: Double) throws {
        let engine = try CollectionLayoutEngine<FullArrayCache>(
            try content(.corrected), bounds: Rect(x: 0, y: 33, width: 100, height: 200),
            effects: EffectLayer([ElasticEffect(spacing: 0, span: span)]))
        let cells = engine.layoutAttributesForElements(in: engine.bounds).filter { $0.id.kind == .cell }
        #expect(cells.map(\.frame.y) == [33, 83, 133, 183])
    }

    @Test func fadeDoesNotClamp() throws {
        func alphas(clamps: Bool) throws -> [Double] {
            let engine = try CollectionLayoutEngine<FullArrayCache>(
                try content(.faithful), bounds: Rect(x: 0, y: 0, width: 100, height: 200),
                effects: EffectLayer([FadeEffect(span: 100, clamps: clamps)]))
            return [0, 2, 3, 10].compactMap {
                engine.layoutAttributesForItem(at: LayoutIndexPath(item: $0, section: 0))?.alpha
            }
        }
        // (200 − y) / 100 for y = 33, 133, 183 and 533.
        #expect(try alphas(clamps: false) == [1.67, 0.67, 0.17, -3.33])
        #expect(try alphas(clamps: true) == [1, 0.67, 0.17, 0])
        #expect(FadeEffect().clamps)
    }

    /// The union of no frames is the zero rectangle: the original carries header and footer to the beginning.
    @Test func headerOfAnEmptySection() throws {
        func attributes(_ fidelity: Fidelity, _ kind: ElementKind) throws -> LayoutAttributes {
            let engine = try CollectionLayoutEngine<IncrementalCache>(
                try content(fidelity, counts: [5, 0, 5]), bounds: Rect(x: 0, y: 300, width: 100, height: 200),
                effects: EffectLayer([StickyEffect(.start), StickyEffect(.end)]))
            let id = ElementID(section: 1, item: 0, kind: kind)
            let attributes = try #require(engine.layoutAttributes(for: id))
            // A query of the place finds it there, and nowhere else.
            let center = Rect(origin: attributes.center, size: .zero)
            #expect(engine.layoutAttributesForElements(in: center).contains { $0.id == id })
            #expect(engine.layoutAttributesForElements(in: everything).count { $0.id == id } == 1)
            return attributes
        }
        // The first section is 30 + 3 + 250 + 4 + 20 = 307 pt long.
        #expect(try attributes(.corrected, .header).frame.y == 307)
        #expect(try attributes(.corrected, .footer).frame.y == 344)
        #expect(try attributes(.corrected, .header).zIndex == 0)
        #expect(try attributes(.faithful, .header).frame.y == -30)
        #expect(try attributes(.faithful, .footer).frame.y == 4)
        #expect(try attributes(.faithful, .header).zIndex == 902)
    }

    /// Elastic, fade and tilt are for cells: headers, footers and backgrounds stay.
    @Test func effectsActOnCellsOnly() throws {
        let effects: [any Effect] = [ElasticEffect(), FadeEffect(), TiltEffect()]
        let plain = try CollectionLayoutEngine<FullArrayCache>(
            try content(.corrected), bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        var moved = plain
        moved.effects = EffectLayer(effects)
        for kind in [ElementKind.header, .footer] {
            let id = ElementID(section: 1, item: 0, kind: kind)
            #expect(plain.layoutAttributes(for: id) == moved.layoutAttributes(for: id))
        }
        let cell = ElementID(section: 1, item: 0)
        #expect(plain.layoutAttributes(for: cell) != moved.layoutAttributes(for: cell))
    }

    /// −60° at the far edge and beyond, none where the item's far edge is at the near one of a full viewport.
    @Test func tilt() throws {
        let engine = try CollectionLayoutEngine<FullArrayCache>(
            try content(.corrected), bounds: Rect(x: 0, y: 0, width: 100, height: 200),
            effects: EffectLayer([TiltEffect()]))
        func rows(_ item: Int) -> [SIMD4<Double>] {
            guard let m = engine.layoutAttributesForItem(at: LayoutIndexPath(item: item, section: 0))?.transform3D.rows
            else { return [] }
            return [m.0, m.1, m.2, m.3]
        }
        // p = 1 − (0 − y + 200) / 150: y = 33 gives less than 0, y = 533 more than 1, y = 133 gives 0.5533.
        #expect(rows(0).count == 4)
        #expect(near(rows(0)[1].y, 1) && near(rows(0)[2].w, 1.0 / 2000))
        #expect(near(rows(10)[1].y, 0.5) && near(rows(10)[1].z, -(3.0.squareRoot()) / 2))
        // cos and sin of −π/3 · 0.55333…
        #expect(near(rows(2)[1].y, 0.836763783756437, 1e-6))
        #expect(near(rows(2)[2].y, -rows(2)[1].z))
    }
}
