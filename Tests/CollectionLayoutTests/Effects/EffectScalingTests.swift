import CollectionLayout
import Testing

/// A query looks at what is in the rect and at what sticks there, not at every section.
@Suite struct EffectScalingTests {
    private func work(_ strategy: CacheStrategy, sections: Int, _ layer: EffectLayer) throws -> (nodes: Int, tests: Int)
    {
        var content = try Content(bounds: Size(width: 390, height: 800))
        let list = try content.addLayout(ListLayout())
        for _ in 0..<sections {
            try content.appendUniformSection(
                layout: list, count: 12, value: [44], header: Size(width: 390, height: 28),
                footer: Size(width: 390, height: 20))
        }
        let cache = try strategy.prepared(content)
        var most = (nodes: 0, tests: 0)
        var buffer = AttributesBuffer()
        for part in 0...10 {
            let offset = (cache.contentSize.height - 800) * Double(part) / 10
            let viewport = Viewport(rect: Rect(x: 0, y: offset, width: 390, height: 800))
            buffer.removeAll()
            var counts = QueryCounts()
            layer.query(viewport.rect, in: cache, viewport, into: &buffer, counting: &counts)
            #expect(buffer.count >= 18)
            most = (max(most.nodes, counts.nodesVisited), max(most.tests, counts.elementsTested))
        }
        return most
    }

    @Test(arguments: StickyEffect.PinPolicy.samples)
    func workGrowsLikeTheLogarithm(_ policy: StickyEffect.PinPolicy) throws {
        let layer = EffectLayer(
            [StickyEffect(.start, policy: policy), StickyEffect(.end, policy: policy), ElasticEffect()])
        for id in ["section-buckets", "packed-rtree", "incremental"] {
            let strategy = try #require(CacheStrategy.named(id))
            let small = try work(strategy, sections: 10, layer)
            var decades = 0.0
            for sections in [100, 1000, 10_000] {
                decades += 1
                let large = try work(strategy, sections: sections, layer)
                // Ten times the sections: 3.4 more halvings of each of two searches, and a level or two of a tree of boxes
                // or blocks, of which a query descends a few side by side.
                #expect(Double(large.nodes) <= Double(small.nodes) + 32 * decades, "\(id), \(sections), \(large)")
                #expect(large.tests <= small.tests + 64, "\(id), \(sections), \(large)")
            }
        }
    }
}

extension StickyEffect.PinPolicy {
    static let samples: [StickyEffect.PinPolicy] = [.items, .content, .nextSection(offset: 4), .none]
}
