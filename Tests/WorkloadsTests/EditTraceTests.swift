import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What holds for every trace with edits.
@Suite struct EditTraceTests {
    /// Enough items that the content is several screens long in every layout.
    static let n = 400

    /// Calls `body` with every trace on each of its datasets, recorded at a small n.
    private func withEveryReplay(
        frames: Int = 130, framesPerSecond: Int = 60, seed: UInt64 = Dataset.defaultSeed,
        _ body: (EditReplay) throws -> Void
    ) throws {
        try withEvery("trace", in: EditTrace.all.map(\.id)) { id in
            let trace = try #require(EditTrace.named(id))
            try withEvery("dataset", in: trace.datasets.map(\.id)) { id in
                try body(
                    EditReplay(
                        trace, on: try #require(Dataset.named(id)), n: Self.n, frames: frames,
                        framesPerSecond: framesPerSecond, seed: seed))
            }
        }
    }

    @Test func idsAreUnique() {
        let ids = EditTrace.all.map(\.id) + Trace.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(EditTrace.all.allSatisfy { EditTrace.named($0.id)?.summary == $0.summary && !$0.datasets.isEmpty })
        #expect(EditTrace.named("no-such-trace") == nil)
    }

    @Test func framesAreAsManyAsAskedFor() throws {
        try withEvery("frames", in: [0, 1, 2, 3, 17, 61]) { frames in
            try withEveryReplay(frames: frames) { replay in
                try check(replay.frames.count == frames, "got \(replay.frames.count)")
                for (number, frame) in replay.frames.enumerated() {
                    try check(frame.time == Double(number) / 60, "frame \(number) at \(frame.time) s")
                }
            }
        }
    }

    @Test func tinyContentsHaveTracesToo() throws {
        for trace in EditTrace.all {
            for dataset in trace.datasets {
                for n in 1...4 {
                    let replay = try EditReplay(trace, on: dataset, n: n, frames: 90)
                    #expect(try replay.checksums(IncrementalCache.self) == replay.checksums(FullArrayCache.self))
                }
            }
        }
    }

    /// The seed decides, and nothing else; a pinch has nothing that is drawn.
    @Test func tracesDependOnTheSeedOnly() throws {
        try withEveryReplay { replay in
            func checksums(_ seed: UInt64) throws -> [UInt64] {
                try EditReplay(replay.trace, on: replay.dataset, n: Self.n, frames: 130, seed: seed)
                    .checksums(IncrementalCache.self)
            }
            let first = try checksums(1)
            try check(try checksums(1) == first, "differs the second time")
            try check((try checksums(2) != first) == (replay.trace.id != "pinch-columns"), "another seed")
        }
    }

    /// Each strategy shows what the oracle does in every frame: bounds, elements and frames, and it holds its invariants.
    @Test(arguments: CacheStrategy.all.map(\.id)) func strategiesAgree(_ id: String) throws {
        func open<Cache: AttributeCache>(_: Cache) throws {
            try withEvery("rate", in: [60, 120]) { rate in
                try withEveryReplay(framesPerSecond: rate) { replay in
                    let truth = try replay.checksums(FullArrayCache.self)
                    var engine = try replay.engine(Cache.self)
                    var buffer = AttributesBuffer()
                    for frame in replay.frames.indices {
                        try replay.play(frame, on: &engine, into: &buffer)
                        try check(
                            engine.bounds == replay.frames[frame].shown,
                            "frame \(frame): \(engine.bounds), recorded \(replay.frames[frame].shown)")
                        try check(
                            EditReplay.checksum(of: engine, buffer) == truth[frame],
                            "frame \(frame) shows something else")
                        engine.cache.checkInvariants()
                    }
                }
            }
        }
        let cache = try #require(CacheStrategy.named(id)).make()
        try open(cache)
    }

    /// The test of that test.
    @Test func aLostElementIsNoticed() throws {
        try withEveryReplay(frames: 8) { replay in
            try check(
                zip(replay.checksums(LossyCache.self), replay.checksums(FullArrayCache.self)).allSatisfy { $0 != $1 },
                "a strategy that loses elements passes")
        }
    }

    @Test func aReplayCanBeCutShort() throws {
        let replay = try EditReplay(
            #require(EditTrace.named("filter")), on: #require(Dataset.named("chat")), n: 50, frames: 9)
        var frames = 0
        let some = try replay.checksums(FullArrayCache.self) {
            frames += 1
            return frames == 4
        }
        #expect(try some == Array(replay.checksums(FullArrayCache.self).prefix(4)))
    }

    /// What the anchor says does not move on the screen by one bit, whatever is edited around it.
    @Test func theAnchorStays() throws {
        try withEveryReplay { replay in
            var engine = try replay.engine(FullArrayCache.self)
            var isAnchored = false
            var isMoved = false
            for (number, frame) in replay.frames.enumerated() {
                let former = engine.bounds.size
                var before = engine
                before.contentOffset = frame.bounds.origin
                let content = before.collectionViewContentSize
                try frame.apply(to: &engine)
                switch frame.anchor {
                case .none: try check(engine.bounds == frame.bounds, "frame \(number) is elsewhere without an anchor")
                case .end:
                    let now = engine.collectionViewContentSize.height - engine.bounds.maxY
                    try check(now == content.height - frame.bounds.maxY, "frame \(number): the end moved")
                case .element(let id):
                    try check(place(id, before) == place(id, engine), "frame \(number): \(id) moved")
                case .firstVisible:
                    // Compared with a search of all items, since the engine itself looks for the anchor in a query.
                    let map = ElementMap(frame.changes)
                    let view = Rect(origin: frame.bounds.origin, size: former)
                    let visible = cells(before).filter {
                        before.layoutAttributes(for: $0)!.frame.intersects(view) && map.new(of: $0) != nil
                    }
                    guard let first = visible.min(by: { place($0, before)! < place($1, before)! }) else { continue }
                    try check(
                        place(first, before) == place(map.new(of: first)!, engine), "frame \(number): \(first) moved")
                }
                isAnchored = isAnchored || frame.anchor != .none
                isMoved = isMoved || engine.bounds.origin != frame.bounds.origin
            }
            try check(isAnchored == isMoved, "an anchor that has nothing to hold")
        }
    }

    private func cells(_ engine: CollectionLayoutEngine<FullArrayCache>) -> [ElementID] {
        engine.content.sections.enumerated().flatMap { section, description in
            (0..<Int(description.count)).map { ElementID(section: section, item: $0) }
        }
    }

    /// Where an element is on the screen, along the axis.
    private func place(_ id: ElementID, _ engine: CollectionLayoutEngine<FullArrayCache>) -> Double? {
        engine.layoutAttributes(for: id).map { $0.frame.y - engine.bounds.y }
    }

    /// Within the content, or beyond its beginning by the overscroll of a pull.
    @Test func boundsStayInRange() throws {
        try withEveryReplay { replay in
            var engine = try replay.engine(FullArrayCache.self)
            let overscroll = replay.trace.id == "pull-to-refresh" ? 120.0 : 0
            for (number, frame) in replay.frames.enumerated() {
                try frame.apply(to: &engine)
                let (least, greatest) = engine.contentOffsetRange
                let offset = engine.contentOffset
                try check(
                    offset.x == 0 && offset.y >= least.y - overscroll && offset.y <= greatest.y,
                    "frame \(number): \(offset), range \(least) … \(greatest)")
            }
        }
    }

    /// A trace moves as far in a second, whatever the number of frames.
    @Test func timesAreThoseOfTheScreen() throws {
        for id in ["interactive-move", "live-append", "window-resize", "pull-to-refresh"] {
            let trace = try #require(EditTrace.named(id))
            func frames(_ rate: Int) throws -> [EditFrame] {
                try EditReplay(trace, on: trace.datasets[0], n: Self.n, frames: rate, framesPerSecond: rate).frames
            }
            let (slow, fast) = try (frames(60), frames(120))
            #expect(abs(slow.last!.time - fast.last!.time) < 1.0 / 60)
            let (shown, other) = (slow.last!.shown, fast.last!.shown)
            #expect(abs(shown.width - other.width) < 10, "\(id): \(shown), \(other)")
            // Rows of another breadth are more or fewer, and messages come with frames.
            if !["window-resize", "live-append"].contains(id) {
                #expect(abs(shown.y - other.y) < 30, "\(id): \(shown), \(other)")
            }
        }
    }
}
