import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// A buffer that was emptied gives its last answer again: only as long as a search would.
@Suite struct KeptAnswerTests {
    /// Those whose answers are kept.
    private static let keeping = CacheStrategy.all.filter { $0.make().version != nil }

    @Test func answersOfFastStrategiesAreKept() {
        let ids = Set(Self.keeping.map(\.id))
        #expect(ids == Set(CacheStrategy.all.map(\.id)).subtracting(["full-array", "tutorial-array"]))
    }

    /// A viewport that creeps over a content as seldom seen: by grains and by points, both ways, up to edges of frames and a grain
    /// beyond, and now and then with another length, elsewhere across the axis, or far away.
    private struct Walk {
        let frames: [Rect]
        let length: Double
        var rect = Rect(x: 0, y: 0, width: 100, height: 80)
        var random: SplitMix64

        mutating func step() -> Rect {
            let grain = Snapping.grainLength
            switch random.index(below: 16) {
            case 0: rect.y = random.uniform(-90, length + 10)
            case 1: rect.height = [80, 80, 79.5, 0, .infinity][random.index(below: 5)]
            case 2: (rect.x, rect.width) = [(0, 100), (0, 30), (60, 40), (-10, 100)][random.index(below: 4)]
            case 3: break
            case 4...6: rect.y += Double(random.index(below: 5) - 2) * grain
            case 7...9: pass(forward: true)
            case 10, 11: pass(forward: false)
            default: rect.y += random.uniform(-1, 2)
            }
            return rect
        }

        /// Goes to where the next edge of a frame meets one of the viewport's, or a grain off.
        private mutating func pass(forward: Bool) {
            let (near, far) = (rect.minY, rect.maxY)
            let steps =
                random.index(below: 2) == 0 ? frames.map { $0.maxY - near } : frames.map { $0.minY - far }
            let step = forward ? steps.filter { $0 > 0 }.min() : steps.filter { $0 < 0 }.max()
            guard let step, step.isFinite else { return }
            rect.y += step + Double(random.index(below: 3) - 1) * Snapping.grainLength
        }
    }

    @Test(arguments: keeping)
    func aScrollFindsWhatIsThere(_ strategy: CacheStrategy) throws {
        try withEvery("layout", in: SampleLayout.all) { layout in
            try withEvery("snapping", in: [Snapping.grain, .none]) { snapping in
                let content = try sample([layout], counts: [40, 0, 1, 70, 3], decoration: 4, snapping: snapping)
                let cache = try strategy.prepared(content)
                let truth = try BruteForce(cache)
                var walk = Walk(frames: truth.frames, length: truth.size.height, random: SplitMix64(seed: 5))
                try truth.checkQueries(cache, (0..<600).map { _ in walk.step() })
            }
        }
    }

    /// Nine in ten answers of flings over photos are those before, and cost nothing.
    @Test(arguments: keeping)
    func mostFramesOfAScrollNeedNoSearch(_ strategy: CacheStrategy) throws {
        let cache = try strategy.prepared(try #require(Dataset.named("photo-days")).make(10_000, 1))
        let trace = try #require(Trace.named("fling"))
        let viewports = trace.make(cache.contentSize, Dataset.bounds, 2000, 1)
        var hits = HitBuffer()
        var searches = 0
        var changes = 0
        var former: [ElementID] = []
        for viewport in viewports {
            var counts = QueryCounts()
            hits.removeAll()
            cache.query(viewport, into: &hits, counting: &counts)
            if counts != QueryCounts() { searches += 1 }
            let ids = hits.ids.sorted()
            if ids != former { changes += 1 }
            former = ids
        }
        #expect(changes > 100 && searches >= changes, "\(changes) changes, \(searches) searches")
        #expect(searches < 2 * changes && searches < 2000 / 5, "\(changes) changes, \(searches) searches")
    }

    /// Edges lie so close together that hardly an answer is the one before: what finding out costs must not add up.
    @Test(arguments: keeping)
    func wordIsNotKeptWhereItNeverPays(_ strategy: CacheStrategy) throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(ListLayout(lineSpacing: 0))
        try content.appendSection(layout: layout, values: Array(repeating: 0.5, count: 4000))
        let cache = try strategy.prepared(content)
        var scrolling = HitBuffer()
        var together = QueryCounts()
        var alone = QueryCounts()
        for frame in 0..<800 {
            let viewport = Rect(x: 0, y: Double(frame) * 0.75, width: 100, height: 80)
            scrolling.removeAll()
            cache.query(viewport, into: &scrolling, counting: &together)
            var hits = HitBuffer()
            hits.hint = scrolling.hint
            cache.find(viewport, into: &hits, counting: &alone)
            #expect(hits.checksum == scrolling.checksum)
        }
        let work = { (counts: QueryCounts) in Double(counts.nodesVisited + counts.elementsTested) }
        #expect(work(together) < 1.1 * work(alone), "\(together) instead of \(alone)")
    }

    /// An emptied buffer whose answer to a rect is kept.
    private func keep(_ rect: Rect, of cache: some AttributeCache, in hits: inout HitBuffer) throws {
        for _ in 0..<2 {
            hits.removeAll()
            cache.query(rect, into: &hits)
        }
        hits.removeAll()
        var counts = QueryCounts()
        cache.query(rect, into: &hits, counting: &counts)
        try check(counts == QueryCounts() && hits.count > 0, "not kept")
        hits.removeAll()
    }

    /// What else is put into a buffer, or even only written to it, takes the place of the answer.
    @Test(arguments: keeping)
    func whatIsPutIntoTheBufferEndsTheAnswer(_ strategy: CacheStrategy) throws {
        let cache = try strategy.prepared(try sample(SampleLayout.all, counts: [30, 20]))
        let truth = try BruteForce(cache)
        let rect = Rect(x: 0, y: 10, width: 100, height: 80)
        let other = ElementID(section: 7, item: 7)
        let puts: [(inout HitBuffer) -> Void] = [
            { $0.put(other, .zero, if: true) },
            { $0.put(other, .zero, if: false) },
            { $0.put(3, id: { _ in other }, frame: { _ in .zero }) },
            { $0.put(0xFF, id: { _ in other }, frame: { _ in .zero }) },
            { $0.put(6, from: other, frame: { _ in .zero }) },
            { $0.reserve(10_000) },
        ]
        for (index, put) in puts.enumerated() {
            for empties in [true, false] {
                var hits = HitBuffer(capacity: 100)
                try keep(rect, of: cache, in: &hits)
                put(&hits)
                let others = hits.ids
                if empties { hits.removeAll() }
                cache.query(rect, into: &hits)
                let expected = (empties ? [] : others) + truth.search(rect)
                #expect(hits.ids.sorted() == expected.sorted(), "put \(index), empties \(empties)")
            }
        }
    }

    /// Only an emptied buffer is given its answer back: to another one the elements are added once more.
    @Test(arguments: keeping)
    func aQueryAppends(_ strategy: CacheStrategy) throws {
        let cache = try strategy.prepared(try sample(SampleLayout.all, counts: [30, 20]))
        let rect = Rect(x: 0, y: 10, width: 100, height: 80)
        var hits = HitBuffer()
        try keep(rect, of: cache, in: &hits)
        let expected = try BruteForce(cache).search(rect)
        for _ in 0..<3 { cache.query(rect, into: &hits) }
        #expect(hits.ids.sorted() == (expected + expected + expected).sorted())
    }

    /// Viewports without a length or without an end are searched for each time, and those after them kept as ever.
    @Test(arguments: keeping)
    func viewportsWithoutEdgesAreNotKept(_ strategy: CacheStrategy) throws {
        let cache = try strategy.prepared(try sample(SampleLayout.all, counts: [30, 20]))
        for height in [0, -5, .infinity, .nan] {
            var hits = HitBuffer()
            var counts = QueryCounts()
            for _ in 0..<3 {
                hits.removeAll()
                cache.query(Rect(x: 0, y: 10, width: 100, height: height), into: &hits, counting: &counts)
            }
            #expect(counts != QueryCounts(), "height \(height)")
            try keep(Rect(x: 0, y: 10, width: 100, height: 80), of: cache, in: &hits)
        }
    }

    /// A buffer may be used for several caches in turn.
    @Test func anotherCacheGivesItsOwnAnswer() throws {
        let rect = Rect(x: 0, y: 10, width: 100, height: 80)
        for first in Self.keeping {
            for second in CacheStrategy.all {
                let caches = [
                    try first.prepared(try sample([SampleLayout.all[0]], counts: [30])),
                    try second.prepared(try sample([SampleLayout.all[0]], counts: [30], seed: 9)),
                ]
                let truths = try caches.map { try BruteForce($0) }
                #expect(truths[0].search(rect) != truths[1].search(rect))
                var hits = HitBuffer()
                try keep(rect, of: caches[0], in: &hits)
                for index in [1, 0, 1] {
                    hits.removeAll()
                    caches[index].query(rect, into: &hits)
                    #expect(hits.ids.sorted() == truths[index].search(rect).sorted(), "\(first.id), \(second.id)")
                }
            }
        }
    }

    /// Copies are the same version until one of them changes; what is refused changes nothing.
    @Test(arguments: keeping)
    func everyChangeIsAnotherVersion(_ strategy: CacheStrategy) throws {
        let content = try sample([SampleLayout.all[0]], counts: [30, 4])
        var cache = try strategy.prepared(content)
        var versions: Set<CacheVersion> = [try #require(strategy.make().version), try #require(cache.version)]
        let value = content.value(section: 0, item: 0)
        let changes: [Change] = [
            .resize(section: 0, item: 3, to: value), .deleteItems(section: 0, 2..<4),
            .insertItems(section: 1, at: 0, .uniform(count: 2, value: [10, 10])),
            .moveItem(from: LayoutIndexPath(0, 1), to: LayoutIndexPath(1, 0)), .moveSection(from: 0, to: 1),
            .deleteSection(at: 0),
        ]
        for (index, change) in changes.enumerated() {
            let copy = cache
            #expect(copy.version == cache.version)
            #expect(throws: LayoutError.self) { try cache.apply(.deleteSection(at: 9)) }
            #expect(copy.version == cache.version)
            if index % 2 == 0 { try cache.apply(change) } else { try cache.apply([change]) }
            #expect(versions.insert(try #require(cache.version)).inserted && copy.version != cache.version)
        }
        try cache.apply([changes[0], changes[0]].map { _ in .resize(section: 0, item: 0, to: value) })
        #expect(versions.insert(try #require(cache.version)).inserted)
        try cache.prepare(content)
        #expect(versions.insert(try #require(cache.version)).inserted)
        #expect(versions.count == changes.count + 4)
    }

    /// Nothing is kept of what may be shown otherwise in the next moment.
    @Test func estimatesAreNotKept() throws {
        var cache = ViewportFirstCache()
        let content = try sample([SampleLayout.all[0]], counts: [9000])
        try cache.prepare(content, showing: Rect(x: 0, y: 4000, width: 100, height: 80))
        #expect(!cache.isComplete && cache.version == nil)
        _ = try cache.layOutMore(items: 9000, showing: .zero, keeping: nil)
        #expect(cache.isComplete && cache.version != nil)
    }

    /// Copies that were edited before all was laid out do not answer for each other afterwards.
    @Test func copiesOfEstimatesAreOtherVersions() throws {
        var cache = ViewportFirstCache()
        try cache.prepare(try sample([SampleLayout.all[0]], counts: [9000]), showing: .zero)
        var copy = cache
        try copy.apply([.deleteItems(section: 0, 8998..<8999)])
        _ = try cache.layOutMore(items: 9000, showing: .zero, keeping: nil)
        _ = try copy.layOutMore(items: 9000, showing: .zero, keeping: nil)
        #expect(cache.isComplete && copy.isComplete && cache.version != copy.version)
    }

    @Test func versionsAreUniqueOnAllThreads() async {
        let all = await withTaskGroup(of: [CacheVersion].self) { group in
            for _ in 0..<4 { group.addTask { (0..<10_000).map { _ in CacheVersion() } } }
            return await group.reduce(into: [CacheVersion]()) { $0 += $1 }
        }
        #expect(Set(all).count == 40_000)
    }
}
