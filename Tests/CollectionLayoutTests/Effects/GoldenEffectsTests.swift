import CollectionLayout
import Testing

/// Effects against attributes that PluginLayout itself has computed, at every offset of every case.
@Suite struct GoldenEffectsTests {
    private static let files = ["effects-vertical", "effects-horizontal"]
    private static let cases = files.flatMap(GoldenCase.load)

    @Test func noCaseIsMissing() {
        #expect(Self.files.map { GoldenCase.load($0).count } == [12, 12])
        #expect(Self.cases.allSatisfy { ($0.effects ?? []).count == 4 })
        #expect(Self.cases.flatMap { $0.effects ?? [] }.reduce(0) { $0 + $1.attributes.count } == 2720)
    }

    /// Pinned elements, then the effects in the order in which they are listed.
    private static func layer(_ golden: GoldenCase) throws -> EffectLayer {
        var sections: [Int: [any Effect]] = [:]
        for (index, section) in golden.sections.enumerated() {
            var effects: [any Effect] = []
            if section.pinHeaders { effects.append(StickyEffect(.start)) }
            if section.pinFooters { effects.append(StickyEffect(.end)) }
            for name in section.effects {
                switch name {
                case "elastic": effects.append(ElasticEffect(spacing: 90, span: 200))
                case "fade": effects.append(FadeEffect(span: 200, clamps: false))
                default: throw GoldenError(description: "unknown effect \(name)")
                }
            }
            sections[index] = effects
        }
        return EffectLayer(sections: sections)
    }

    /// The content offset is that of the bounds, which content insets cover in part: elements stick below them.
    @Test(arguments: cases)
    func attributes(_ golden: GoldenCase) throws {
        let content = try golden.content(.faithful, .none)
        for scroll in try #require(golden.effects) {
            let offset = Point(x: scroll.contentOffset[0], y: scroll.contentOffset[1])
            let engine = try CollectionLayoutEngine<FullArrayCache>(
                content, bounds: Rect(origin: offset, size: Size(golden.bounds)),
                contentInset: EdgeInsets(golden.contentInset), effects: try Self.layer(golden))
            #expect(scroll.attributes.count == golden.attributes.count)
            let found = engine.layoutAttributesForElements(in: everything)
            #expect(found.count == scroll.attributes.count, "\(golden.id) at \(offset)")
            for expected in scroll.attributes {
                let id = try expected.element
                let one = try #require(engine.layoutAttributes(for: id))
                let listed = try #require(found.first { $0.id == id })
                #expect(one == listed)
                let alpha = try #require(expected.alpha)
                let isNear = near(one.frame.numbers, expected.frame) && near(one.alpha, alpha)
                #expect(isNear, "\(golden.id) at \(offset), \(id): \(one.frame) \(one.alpha), expected \(expected)")
                #expect(one.zIndex == expected.zIndex, "\(golden.id) at \(offset), \(id)")
            }
        }
    }
}
