import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct ReplayTests {
    private func prepared<Cache: AttributeCache>(
        _ type: Cache.Type, _ id: String = "pinterest", n: Int = 200
    ) throws -> Cache {
        var cache = Cache()
        try cache.prepare(try #require(Dataset.named(id)).make(n, Dataset.defaultSeed))
        return cache
    }

    private func replay(_ cache: some AttributeCache, frames: Int = 50) throws -> Replay {
        Replay(try #require(Trace.named("jump")), content: cache.contentSize, frames: frames)
    }

    @Test func answersAreThoseOfTheQueries() throws {
        var cache = try prepared(FullArrayCache.self)
        let replay = try replay(cache)
        let answers = try replay.checksums(of: &cache)
        #expect(answers.checksums.count == 50)
        var counts: [Int] = []
        for (rect, checksum) in zip(replay.viewports, answers.checksums) {
            var hits = HitBuffer()
            cache.query(rect, into: &hits)
            counts.append(hits.count)
            #expect(hits.checksum == checksum)
        }
        #expect(answers.hitCount == counts.reduce(0, +))
        #expect(answers.largestHitCount == counts.max())
        #expect(answers.counts.elementsTested == 50 * cache.elementCount)
        let plain = try replay.checksums(of: &cache, counting: false)
        #expect(plain.checksum == answers.checksum)
        #expect(plain.counts == QueryCounts())
    }

    /// Items without breadth or length at the origin, and one whose coordinates have a sign: equal frames have one checksum,
    /// whichever zero a strategy gives.
    @Test func zerosOfEitherSignAreTheSame() throws {
        let zeroLengths = try #require(Dataset.named("zero-lengths"))
        let seeds = try (1...20).map { try zeroLengths.make(100, $0) }
        #expect(seeds.contains { $0.value(section: 0, item: 0)[0] == 0 })
        var free = try Content(bounds: Size(width: 100, height: 100))
        let layout = try free.addLayout(FreeFormLayout())
        try free.appendSection(layout: layout, values: [-0.0, -0.0, 0, 0, -0.0, 5, 20, 20, 3, -0.0, 0, 20])
        for content in seeds + [free] {
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            for strategy in CacheStrategy.all {
                var cache = strategy.make()
                try cache.prepare(content)
                #expect(cache.framesChecksum() == oracle.framesChecksum(), "\(strategy.id)")
            }
        }
    }

    @Test func runsCyclically() throws {
        let cache: any AttributeCache = try prepared(FullArrayCache.self)
        let replay = try replay(cache, frames: 7)
        var hits = HitBuffer()
        let single = (0..<7).map { replay.run(first: $0, count: 1, on: cache, into: &hits) }
        for first in 0..<16 {
            for count in 0..<16 {
                let expected = (first..<first + count).reduce(0) { $0 + single[$1 % 7] }
                #expect(replay.run(first: first, count: count, on: cache, into: &hits) == expected)
            }
        }
    }

    @Test func answersThroughEffectsAreThoseOfTheLayer() throws {
        let effects = try #require(Dataset.named("sticky-headers")).effects
        var plain = try prepared(FullArrayCache.self, "sticky-headers")
        let cache = try prepared(IncrementalCache.self, "sticky-headers")
        let replay = try replay(plain, frames: 20)
        let answers = replay.checksums(of: cache, through: effects)
        #expect(answers.checksums == replay.checksums(of: plain, through: effects).checksums)
        var buffer = AttributesBuffer()
        #expect(
            replay.run(first: 0, count: 20, on: cache, through: effects, into: &buffer) == UInt64(answers.hitCount))
        #expect(answers.counts.elementsTested > answers.hitCount)
        // What sticks stands elsewhere without effects.
        let still = replay.checksums(of: cache, through: EffectLayer())
        #expect(still.hitCount == (try replay.checksums(of: &plain).hitCount))
        #expect(still.checksum != answers.checksum)
        let lossy = try prepared(LossyCache.self, "sticky-headers")
        #expect(replay.checksums(of: lossy, through: effects).checksums != answers.checksums)
    }

    @Test func aLostHitIsNoticed() throws {
        var lossy = try prepared(LossyCache.self)
        var oracle = try prepared(FullArrayCache.self)
        let replay = try replay(oracle)
        #expect(try replay.checksums(of: &lossy).checksum != replay.checksums(of: &oracle).checksum)
        let difference = try #require(try replay.firstDifference(between: &lossy, and: &oracle))
        #expect(difference.frame == 0)
        #expect(difference.missing.count == 1)
        #expect(difference.extra.isEmpty)
        #expect(difference.description.contains("missing 1 (cell [0, "))
        let reverse = try #require(Difference(between: oracle, and: lossy, in: replay.viewports[0]))
        #expect(reverse.extra == difference.missing && reverse.missing.isEmpty && reverse.frame == nil)
        #expect(expectEquivalent(lossy, oracle, replay.viewports) != nil)
        #expect(expectEquivalent(oracle, oracle, replay.viewports) == nil)
    }

    @Test func aRepeatedHitIsNoticed() throws {
        let repeating = try prepared(RepeatingCache.self)
        let oracle = try prepared(FullArrayCache.self)
        let rect = try replay(oracle).viewports[0]
        let difference = try #require(Difference(between: repeating, and: oracle, in: rect))
        #expect(difference.extra.count == 1 && difference.missing.isEmpty)
    }

    @Test func editsStandBeforeTheirFrames() throws {
        var cache = try prepared(FullArrayCache.self, "chat")
        let change = Change.resize(section: 0, item: 0, to: [1500])
        let replay = Replay(
            viewports: Array(repeating: Rect(origin: .zero, size: Dataset.bounds), count: 4),
            edits: [2: [change]])
        let answers = try replay.checksums(of: &cache)
        #expect(answers.checksums[0] == answers.checksums[1])
        #expect(answers.checksums[1] != answers.checksums[2])
        #expect(answers.checksums[2] == answers.checksums[3])
        #expect(cache.content.value(section: 0, item: 0)[0] == 1500)
    }

    @Test func aBadEditIsThrown() throws {
        var cache = try prepared(FullArrayCache.self, "chat")
        let replay = Replay(viewports: [.zero], edits: [0: [.resize(section: 99, item: 0, to: [])]])
        #expect(throws: LayoutError.self) { try replay.checksums(of: &cache) }
    }

    /// Every strategy, every dataset: small contents with edits, and rects that touch frames.
    @Test func strategiesAgree() throws {
        try withEvery("strategy", in: CacheStrategy.all.map(\.id)) { strategy in
            try withEvery("dataset", in: DatasetTests.datasets.map(\.id)) { id in
                let content = try #require(Dataset.named(id)).make(40, Dataset.defaultSeed)
                var oracle: any AttributeCache = CacheStrategy.oracle.make()
                var cache = try #require(CacheStrategy.named(strategy)).make()
                try oracle.prepare(content)
                try cache.prepare(content)
                var replay = try replay(oracle, frames: 12)
                replay.edits = [4: resizes(of: content, count: 3, seed: 2, at: .random)]
                if let difference = try replay.firstDifference(between: &cache, and: &oracle) {
                    throw CheckFailure(difference.description)
                }
                let hits = content.sections.indices.prefix(6).flatMap { section in
                    (0..<min(Int(content.sections[section].count), 6)).compactMap { item in
                        oracle.frame(of: ElementID(section: section, item: item))
                    }
                }
                if let difference = expectEquivalent(cache, oracle, boundaryRects(of: hits, limit: 100)) {
                    throw CheckFailure(difference)
                }
            }
        }
    }
}

/// A wrong strategy: it finds the last element of each result twice.
private struct RepeatingCache: AttributeCache {
    private var base = FullArrayCache()

    init() {}

    mutating func prepare(_ content: Content) throws(LayoutError) { try base.prepare(content) }
    mutating func apply(_ changes: [Change]) throws(LayoutError) { try base.apply(changes) }
    var content: Content { base.content }
    var contentSize: Size { base.contentSize }
    var elementCount: Int { base.elementCount }
    var byteCount: Int { base.byteCount }
    func geometry(ofSection section: Int) -> SectionGeometry { base.geometry(ofSection: section) }
    func frame(of id: ElementID) -> Rect? { base.frame(of: id) }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        var hits = HitBuffer()
        base.search(rect, into: &hits, counting: &counter)
        sink.reserve(hits.count + 1)
        for id in hits.ids + hits.ids.suffix(1) { sink.put(id, .zero, if: true) }
    }
}
