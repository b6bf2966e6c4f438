import CollectionLayout
import Testing

/// The four rules of the field by their formulas, on one content: three sections of a list, each with a header of 30, a
/// footer of 20, insets of 7 and 5, and 4 items of 50 with spacing 10. A section is 292 pt long.
@Suite struct PinPolicyTests {
    private let header = 30.0
    private let footer = 20.0
    private let top = 7.0
    private let bottom = 5.0
    private let length = 292.0

    private func engine(
        _ edge: StickyEffect.Edge, _ policy: StickyEffect.PinPolicy, offset: Double, safe: EdgeInsets = .zero
    ) throws -> CollectionLayoutEngine<IncrementalCache> {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout(insets: EdgeInsets(top: top, bottom: bottom), lineSpacing: 10))
        for _ in 0..<3 {
            try content.appendUniformSection(
                layout: list, count: 4, value: [50], header: Size(width: 100, height: header),
                footer: Size(width: 100, height: footer))
        }
        return try CollectionLayoutEngine(
            content, bounds: Rect(x: 0, y: offset, width: 100, height: 200), contentInset: safe,
            effects: EffectLayer([StickyEffect(edge, policy: policy)]))
    }

    private let offsets = stride(from: -60.0, through: 1000, by: 3.25)

    private func check(
        _ edge: StickyEffect.Edge, _ policy: StickyEffect.PinPolicy,
        expected: (_ section: Int, _ begin: Double, _ offset: Double) -> Double
    ) throws {
        let kind = edge == .start ? ElementKind.header : .footer
        for offset in offsets {
            let engine = try engine(edge, policy, offset: offset)
            for section in 0..<3 {
                let attributes = try #require(
                    engine.layoutAttributesForSupplementaryView(
                        ofKind: kind, at: LayoutIndexPath(item: 0, section: section)))
                let y = expected(section, Double(section) * length, offset)
                #expect(attributes.frame == Rect(x: 0, y: y, width: 100, height: edge == .start ? header : footer))
                let raised = policy == .none ? 0 : 900 + section + (edge == .start ? 1 : 0)
                #expect(attributes.zIndex == raised)
            }
        }
    }

    @Test func itemsAsInPluginLayout() throws {
        // Items from 37 to 267 of a section.
        try check(.start, .items) { _, begin, offset in
            max(begin + 37 - header - top, min(begin + 267 - header, offset))
        }
        try check(.end, .items) { _, begin, offset in
            max(begin + 37 - top, min(begin + 267 + bottom, offset + 200 - footer))
        }
    }

    /// Where a layout keeps its header and its footer off their neighbours, that is room that they take.
    @Test(arguments: StickyEffect.Edge.allCases) func contentOfAWaterfall(_ edge: StickyEffect.Edge) throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let lanes = try content.addLayout(
            WaterfallLayout(
                laneCount: 1, headerInsets: EdgeInsets(top: 3, bottom: 4), footerInsets: EdgeInsets(top: 10, bottom: 20)
            ))
        try content.appendSection(
            layout: lanes, values: [500], header: Size(width: 100, height: header),
            footer: Size(width: 100, height: footer))
        for offset in offsets {
            let engine = try CollectionLayoutEngine<IncrementalCache>(
                content, bounds: Rect(x: 0, y: offset, width: 100, height: 200),
                effects: EffectLayer([StickyEffect(edge, policy: .content)]))
            let kind = edge == .start ? ElementKind.header : .footer
            let frame = try #require(
                engine.layoutAttributesForSupplementaryView(ofKind: kind, at: LayoutIndexPath(item: 0, section: 0))
            ).frame
            // The header rests at 3, the item ends at 537, the footer rests at 547, and the section ends at 587.
            #expect(
                frame.y
                    == (edge == .start
                        ? max(3, min(587 - 20 - footer - 10 - header, offset))
                        : min(547, max(3 + header + 4, offset + 200 - footer))))
        }
    }

    @Test func contentAsInMagazineLayout() throws {
        try check(.start, .content) { _, begin, offset in
            max(begin, min(begin + length - bottom - footer - header, offset))
        }
        try check(.end, .content) { _, begin, offset in
            min(begin + length - footer, max(begin + header + top, offset + 200 - footer))
        }
    }

    @Test func nextSectionAsInIGListKit() throws {
        try check(.start, .nextSection(offset: 6)) { section, begin, offset in
            max(begin, min(section == 2 ? .infinity : begin + length - header, offset + 6))
        }
        try check(.end, .nextSection(offset: 6)) { _, begin, offset in
            min(begin + length - footer, max(begin, offset + 200 - footer - 6))
        }
    }

    @Test func none() throws {
        try check(.start, .none) { _, begin, _ in begin }
        try check(.end, .none) { _, begin, _ in begin + length - footer }
    }

    /// Below a bar of 40 pt and above one of 25 pt.
    @Test func safeArea() throws {
        let safe = EdgeInsets(top: 40, bottom: 25)
        let path = LayoutIndexPath(item: 0, section: 0)
        let header = try engine(.start, .items, offset: 20, safe: safe)
        #expect(header.layoutAttributesForSupplementaryView(ofKind: .header, at: path)?.frame.y == 60.0)
        let footer = try engine(.end, .items, offset: 20, safe: safe)
        #expect(footer.layoutAttributesForSupplementaryView(ofKind: .footer, at: path)?.frame.y == 175.0)
    }

    /// What need not be pinned stands where the layout puts it, wherever that puts the items.
    @Test(arguments: NamedLayout.all, StickyEffect.Edge.allCases)
    func whatIsInViewRests(_ layout: NamedLayout, _ edge: StickyEffect.Edge) throws {
        let layer = EffectLayer([StickyEffect(edge)])
        var found = 0
        for seed in 0..<4 {
            let content = try effectContent([layout], counts: [3, 0, 7, 1, 12], axis: .vertical, seed: UInt64(seed))
            let cache = try CacheStrategy.oracle.prepared(content)
            let viewport = Viewport(
                rect: Rect(x: 0, y: 0, width: 390, height: cache.contentSize.height))
            for id in allElements(cache) where id.kind == (edge == .start ? .header : .footer) {
                #expect(layer.attributes(of: id, in: cache, viewport)?.frame == cache.frame(of: id))
                found += 1
            }
        }
        #expect(found > 0)
    }
}
