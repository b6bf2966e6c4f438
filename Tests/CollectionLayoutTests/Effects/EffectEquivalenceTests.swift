import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Queries with effects find exactly what brute force finds, with every strategy.
@Suite struct EffectEquivalenceTests {
    private func viewports(_ size: Size, _ random: inout SplitMix64) -> [Viewport] {
        let offsets = [-40, 0, 0.25, size.height / 3, size.height - 300, size.height + 100].map { $0.rounded() }
        return offsets.map { offset in
            let safe = random.index(below: 2) == 0 ? EdgeInsets.zero : EdgeInsets(top: 20.5, bottom: 10)
            return Viewport(rect: Rect(x: 0, y: offset, width: 390, height: 300), safeArea: safe)
        }
    }

    private func rects(
        _ viewport: Viewport, _ frames: [Rect], _ size: Size, _ random: inout SplitMix64
    ) -> [Rect] {
        let view = viewport.rect
        var rects = [
            view, Rect(x: 0, y: view.y - 300, width: 390, height: 900), everything,
            Rect(x: 0, y: view.y + 1000, width: 390, height: 300), Rect(x: 100, y: view.y + 60, width: 0, height: 0),
            Rect(x: 0, y: size.height - 10, width: 50, height: 50),
        ]
        for _ in 0..<6 {
            rects.append(
                Rect(
                    x: Double(random.index(below: 400)) - 20,
                    y: Double(random.index(below: Int(size.height) + 200)) - 100,
                    width: Double(random.index(below: 200)), height: Double(random.index(below: 300))))
        }
        // Rects whose edges touch those of frames after their effects, or miss them by a grain.
        guard !frames.isEmpty else { return rects }
        for _ in 0..<8 {
            let frame = frames[random.index(below: frames.count)]
            let grain = Double(random.index(below: 3) - 1) * Snapping.grainLength
            rects.append(Rect(x: frame.x, y: frame.maxY + grain, width: 10, height: 30))
            rects.append(Rect(x: frame.x, y: frame.minY - 30 + grain, width: 10, height: 30))
        }
        return rects
    }

    private func checkWorld(_ content: Content, _ layer: EffectLayer, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let caches = try CacheStrategy.all.map { try $0.prepared(content) }
        let oracle = try #require(caches.first { $0 is FullArrayCache })
        let ids = allElements(oracle)
        for viewport in viewports(oracle.contentSize, &random) {
            let frames = ids.compactMap { layer.attributes(of: $0, in: oracle, viewport)?.frame }
            try checkQueries(
                layer, caches, ids, rects(viewport, frames, oracle.contentSize, &random), viewport)
        }
    }

    /// Each layout by itself, and then all of them in sections of one content.
    @Test(arguments: NamedLayout.all, Axis.allCases)
    func everyLayout(_ layout: NamedLayout, _ axis: Axis) throws {
        try withEvery("effects", in: SampleEffects.all.indices) { index in
            try withEvery("seed", in: 0..<2) { seed in
                let content = try effectContent([layout], counts: [3, 0, 7, 1, 12], axis: axis, seed: UInt64(seed))
                try checkWorld(content, SampleEffects.all[index].layer, seed: UInt64(seed))
            }
        }
    }

    @Test(arguments: SampleEffects.all, Axis.allCases)
    func mixedLayouts(_ effects: SampleEffects, _ axis: Axis) throws {
        try withEvery("seed", in: 0..<4) { seed in
            for fidelity in [Fidelity.corrected, .faithful] {
                let layouts = seed % 2 == 0 ? NamedLayout.all : NamedLayout.all.reversed()
                let content = try effectContent(
                    layouts, counts: (0..<14).map { ($0 * 5 + seed) % 9 }, axis: axis, seed: UInt64(seed),
                    snapping: seed < 2 ? .grain : .none, fidelity: fidelity)
                try checkWorld(content, effects.layer, seed: UInt64(seed))
            }
        }
    }

    @Test(arguments: SampleEffects.all)
    func emptyContents(_ effects: SampleEffects) throws {
        for sections in 0...2 {
            let counts = [Int](repeating: 0, count: sections)
            for seed in 0..<8 {
                let content = try effectContent(NamedLayout.all, counts: counts, axis: .vertical, seed: UInt64(seed))
                try checkWorld(content, effects.layer, seed: 1)
            }
        }
    }

    /// An edit moves what sticks, with every strategy alike.
    @Test(arguments: Axis.allCases)
    func afterEdits(_ axis: Axis) throws {
        let layer = try #require(SampleEffects.all.first { $0.id.hasPrefix("all") }).layer
        let content = try effectContent(
            NamedLayout.all.filter { $0.id != "circle" }, counts: [4, 9, 2, 0, 6, 5, 3, 8, 7, 11], axis: axis, seed: 3
        )
        var caches = try CacheStrategy.all.map { try $0.prepared(content) }
        for change in resizes(of: content, count: 5, seed: 4, at: .random) {
            for index in caches.indices { try caches[index].apply(change) }
            let oracle = try #require(caches.first { $0 is FullArrayCache })
            let viewport = Viewport(rect: Rect(x: 0, y: 700, width: 390, height: 300))
            try checkQueries(layer, caches, allElements(oracle), [viewport.rect, everything], viewport)
        }
    }

    /// A query that does not widen its rect misses what an effect moves in: the test tests something.
    @Test func effectsMoveElementsIntoAndOutOfRects() throws {
        let content = try effectContent([NamedLayout.all[0]], counts: [9, 9, 9, 9], axis: .vertical, seed: 1)
        let cache = try CacheStrategy.oracle.prepared(content)
        for effects in SampleEffects.all where effects.id != "none" && !effects.id.hasPrefix("fade") {
            let layer = effects.layer
            var movedIn = 0
            var movedOut = 0
            for offset in stride(from: 0.0, to: 1500, by: 50) {
                let viewport = Viewport(rect: Rect(x: 0, y: offset, width: 390, height: 300))
                var hits = HitBuffer()
                cache.query(viewport.rect, into: &hits)
                let found = Set(try layer.bruteForce(viewport.rect, allElements(cache), in: cache, viewport).map(\.id))
                movedIn += found.subtracting(hits.ids).count
                movedOut += Set(hits.ids).subtracting(found).count
            }
            let moves = effects.id != "sticky none"
            #expect((movedIn + movedOut > 0) == moves, "\(effects.id)")
        }
    }
}
