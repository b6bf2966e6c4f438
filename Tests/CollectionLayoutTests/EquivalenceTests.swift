import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Every strategy answers as the oracle does.
@Suite struct EquivalenceTests {
    /// How 0 … 20 items are spread over 0 … 4 sections.
    private static func counts(_ items: Int, _ sections: Int) -> [Int] {
        // Uneven, with empty sections in all places as the number of items changes.
        var counts = [Int](repeating: 0, count: sections)
        for item in 0..<items { counts[(item * item + items) % sections] += 1 }
        return counts
    }

    private func checkWorld(_ content: Content, limit: Int, seed: UInt64) throws {
        var caches: [any AttributeCache] = []
        for strategy in CacheStrategy.all { caches.append(try strategy.prepared(content)) }
        func compare() throws {
            let oracle = try #require(caches.first { $0 is FullArrayCache })
            let plain = try BruteForce(oracle)
            for cache in caches {
                try withEvery("strategy", in: [String(describing: type(of: cache))]) { _ in
                    try plain.checkFrames(cache)
                }
            }
            try plain.checkQueries(caches, boundaryRects(of: plain.frames, limit: limit, seed: seed) + [everything])
        }
        try compare()
        for change in resizes(of: content, count: 2, seed: seed, at: .random) {
            for index in caches.indices { try caches[index].apply(change) }
        }
        if content.itemCount > 0 { try compare() }
    }

    @Test(arguments: SampleLayout.all)
    func smallWorlds(_ layout: SampleLayout) throws {
        try withEvery("items", in: 0...20) { items in
            try withEvery("sections", in: (items > 0 ? 1 : 0)...4) { sections in
                let number = items * 5 + sections
                let axis = Axis.allCases[number % 2]
                let content = try sample(
                    [layout], counts: sections == 0 ? [] : Self.counts(items, sections), axis: axis, decoration: number,
                    seed: UInt64(number))
                try checkWorld(content, limit: 12, seed: UInt64(number))
            }
        }
    }

    /// All combinations of header, footer and background, with and without items, of sections of different layouts.
    @Test(arguments: Axis.allCases)
    func mixedSections(_ axis: Axis) throws {
        try withEvery("decoration", in: 0..<8) { decoration in
            try withEvery("shift", in: SampleLayout.all.indices) { shift in
                let layouts = Array(SampleLayout.all[shift...] + SampleLayout.all[..<shift])
                try withEvery("count", in: [0, 1, 5]) { count in
                    let content = try sample(
                        layouts, counts: [count, 3, 0, count], axis: axis, decoration: decoration, seed: UInt64(shift))
                    try checkWorld(content, limit: 12, seed: UInt64(decoration))
                }
            }
        }
    }

    /// Every rect whose edges touch those of an element or miss them by a grain.
    @Test(arguments: SampleLayout.all)
    func everyBoundaryRect(_ layout: SampleLayout) throws {
        for count in 0...1 {
            let content = try sample([layout], counts: [count], decoration: count == 0 ? 7 : 4)
            try checkWorld(content, limit: 3000, seed: 1)
        }
    }

    private static let datasets = Dataset.every

    /// Every dataset and every trace, with edits on the way.
    @Test(arguments: datasets)
    func traces(_ dataset: Dataset) throws {
        try withEvery("n", in: [0, 1, 7, 300]) { n in
            let content = try dataset.make(n, 3)
            try withEvery("strategy", in: CacheStrategy.all.map(\.id)) { id in
                let strategy = try #require(CacheStrategy.named(id))
                var oracle = try CacheStrategy.oracle.prepared(content)
                var cache = try strategy.prepared(content)
                for trace in Trace.all {
                    var replay = Replay(trace, content: oracle.contentSize, frames: 8, seed: 9)
                    replay.edits[4] = resizes(of: content, count: 2, seed: UInt64(n), at: .random)
                    if let difference = try replay.firstDifference(between: &cache, and: &oracle) {
                        throw CheckFailure("trace \(trace.id): \(difference)")
                    }
                }
                try check(cache.contentSize == oracle.contentSize, "content size")
                cache.checkInvariants()
            }
        }
    }

    /// The same with trees of more than two levels, and with boundaries of frames all over the content.
    @Test(arguments: datasets)
    func largerContents(_ dataset: Dataset) throws {
        let n = 2000
        let content = try dataset.make(n, 4)
        let oracle = try CacheStrategy.oracle.prepared(content)
        let plain = try BruteForce(oracle)
        let some = stride(from: 0, to: plain.frames.count, by: plain.frames.count / 7).map { plain.frames[$0] }
        var rects = boundaryRects(of: some, limit: 6)
        for trace in Trace.all { rects += trace.make(oracle.contentSize, Dataset.bounds, 2, 5) }
        let caches = try CacheStrategy.all.map { try $0.prepared(content) }
        try plain.checkQueries(caches, rects)
        for cache in caches { try check(cache.contentSize == plain.size, "\(type(of: cache)): \(cache.contentSize)") }
    }

    /// Horizontal datasets: none is built in, so one of each layout.
    @Test(arguments: SampleLayout.all)
    func horizontalTraces(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [150, 0, 90], axis: .horizontal, decoration: 5)
        var caches = try CacheStrategy.all.map { try $0.prepared(content) }
        let edits = resizes(of: content, count: Trace.all.count, seed: 8, at: .random)
        for (trace, change) in zip(Trace.all, edits) {
            for index in caches.indices { try caches[index].apply(change) }
            let oracle = try #require(caches.first { $0 is FullArrayCache })
            let plain = try BruteForce(oracle)
            let viewport = Size(width: 100, height: 80)
            try plain.checkQueries(caches, trace.make(plain.size, viewport, 6, 7))
        }
    }

    /// A result that lacks one element is not accepted: the checkers check something.
    @Test(arguments: SampleLayout.all)
    func aLossyStrategyIsRejected(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [12], decoration: 7)
        var lossy = LossyCache()
        try lossy.prepare(content)
        let oracle = try CacheStrategy.oracle.prepared(content)
        let plain = try BruteForce(oracle)
        #expect(throws: CheckFailure.self) { try plain.checkQueries(lossy, [everything]) }
        let difference = expectEquivalent(lossy, oracle, [everything])
        #expect(difference != nil)
        let rects = boundaryRects(of: plain.frames, limit: 100)
        #expect(throws: CheckFailure.self) { try plain.checkQueries(lossy, rects) }
        try plain.checkQueries(oracle, rects)
    }
}
