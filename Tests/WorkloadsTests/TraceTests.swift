import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct TraceTests {
    static let viewport = Dataset.bounds
    static let contents = [
        Size(width: 0, height: 0), Size(width: 390, height: 100), Size(width: 390, height: 844),
        Size(width: 390, height: 844 + Snapping.grainLength), Size(width: 390, height: 900),
        Size(width: 390, height: 100_000), Size(width: 2000, height: 500), Size(width: 3000, height: 4000),
        Size(width: 390, height: 7e12),
    ]

    @Test func idsAreUnique() {
        #expect(Set(Trace.all.map(\.id)).count == Trace.all.count)
        #expect(Trace.all.allSatisfy { Trace.named($0.id)?.summary == $0.summary })
        #expect(Trace.named("no-such-trace") == nil)
    }

    @Test func framesStayWithinTheContent() throws {
        try withEvery("trace", in: Trace.all.map(\.id)) { id in
            let trace = try #require(Trace.named(id))
            try withEvery("content", in: Self.contents) { content in
                try withEvery("frames", in: [0, 1, 2, 3, 700]) { frames in
                    let rects = trace.make(content, Self.viewport, frames, 3)
                    try check(rects.count == frames, "got \(rects.count) frames")
                    for rect in rects where !trace.bounces {
                        try check(trace.asksAhead || rect.size == Self.viewport, "\(rect) has another size")
                        try check(rect.width > 0 && rect.height > 0, "\(rect) is empty")
                        try check(rect.minX >= 0 && rect.maxX <= max(content.width, 390), "\(rect) leaves sideways")
                        try check(rect.minY >= 0 && rect.maxY <= max(content.height, 844), "\(rect) leaves")
                    }
                }
            }
        }
    }

    /// With twice the frames a second each second one shows what the former ones did; what is no motion stays as it is.
    @Test(arguments: [("fling", 2, 0), ("bounce", 2, 0), ("fling-train", 2, 1), ("jump", 1, 0), ("scrubber", 1, 0)])
    func motionsGoAsFarInASecond(_ id: String, _ factor: Int, _ first: Int) throws {
        let trace = try #require(Trace.named(id))
        func rects(_ framesPerSecond: Int) -> [Rect] {
            trace.make(Size(width: 390, height: 1e7), Self.viewport, 40, 3, framesPerSecond: framesPerSecond)
        }
        for frame in 0..<15 { #expect(rects(120)[factor * frame + first] == rects(60)[frame], "frame \(frame)") }
    }

    /// A finger jitters with each frame.
    @Test func aDragGoesAboutAsFarInASecond() throws {
        let trace = try #require(Trace.named("drag"))
        func way(_ framesPerSecond: Int) -> Double {
            let rects = trace.make(
                Size(width: 390, height: 1e7), Self.viewport, 61, 3, framesPerSecond: framesPerSecond)
            return rects[framesPerSecond / 4].minY - rects[0].minY
        }
        #expect(abs(way(120) / way(60) - 1) < 0.1, "\(way(60)) pt, \(way(120)) pt")
    }

    @Test func tracesDependOnTheSeedOnly() {
        let content = Size(width: 390, height: 50_000)
        for trace in Trace.all {
            let first = trace.make(content, Self.viewport, 100, 1)
            #expect(first == trace.make(content, Self.viewport, 100, 1), "\(trace.id)")
            #expect(first != trace.make(content, Self.viewport, 100, 2), "\(trace.id)")
        }
    }

    @Test func everyTraceHitsSomethingInEveryDataset() throws {
        try withEvery("dataset", in: Dataset.every.map(\.id)) { id in
            var cache = FullArrayCache()
            try cache.prepare(try #require(Dataset.named(id)).make(300, Dataset.defaultSeed))
            try withEvery("trace", in: Trace.all.map(\.id)) { trace in
                let replay = Replay(try #require(Trace.named(trace)), content: cache.contentSize, frames: 40)
                let hits = try replay.checksums(of: &cache, counting: false).hitCount
                // Nearly all of the plane around a wide circle is empty.
                try check(hits > 0 || id == "wide-circle", "nothing found")
            }
        }
    }

    /// The distances between successive viewports.
    private func steps(_ id: String, content: Size, frames: Int) throws -> [Double] {
        let rects = try #require(Trace.named(id)).make(content, Self.viewport, frames, 1)
        return zip(rects, rects.dropFirst()).map { a, b in
            ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        }
    }

    @Test(arguments: [Size(width: 390, height: 1e6), Size(width: 1e6, height: 1e6)])
    func dragIsSlow(content: Size) throws {
        let steps = try steps("drag", content: content, frames: 3000)
        let mean = 60 * steps.reduce(0, +) / Double(steps.count)
        #expect(mean > 150 && mean < 250, "\(mean) pt/s")
        #expect(try #require(steps.min()) > 100 * 0.9 / 60 - 0.01)
        #expect(try #require(steps.max()) < 300 * 1.1 / 60 + 0.01)
    }

    @Test(arguments: [Size(width: 390, height: 1e6), Size(width: 1e6, height: 1e6)])
    func flingsSlowDownAndPause(content: Size) throws {
        let steps = try steps("fling", content: content, frames: 6000)
        #expect(try #require(steps.max()) > 2000 / 60)
        #expect(try #require(steps.max()) < Deceleration(velocity: 8000).offset(at: 1 / 60) + 0.01)
        let resting = Double(steps.count { $0 == 0 }) / Double(steps.count)
        #expect(resting > 0.1 && resting < 0.4, "\(resting)")
    }

    /// A view of a constant speed of fingers gets faster from fling to fling, to what it can do at most, and rests at times.
    @Test(arguments: [Size(width: 390, height: 1e7), Size(width: 1e7, height: 1e7)])
    func trainsOfFlingsCarryMomentum(content: Size) throws {
        let steps = try steps("fling-train", content: content, frames: 20_000)
        let fastest = try #require(steps.max())
        #expect(fastest > Deceleration(velocity: 12_000).offset(at: 1 / 60))
        #expect(fastest < Deceleration(velocity: 40_000).offset(at: 1 / 60) + 0.01)
        #expect(steps.contains(0))
    }

    /// Views go beyond either end by less than a half of themselves, and come back to it.
    @Test(arguments: [
        Size(width: 390, height: 900), Size(width: 390, height: 1e6), Size(width: 3000, height: 844),
        Size(width: 5000, height: 4000),
    ])
    func viewsBounceAtBothEnds(content: Size) throws {
        let rects = try #require(Trace.named("bounce")).make(content, Self.viewport, 5000, 1)
        let largest = Point(x: content.width - 390, y: content.height - 844)
        func check(_ offsets: [Double], _ largest: Double) throws {
            if largest == 0 { return #expect(offsets.allSatisfy { $0 == 0 }) }
            for beyond in [offsets.map { -$0 }, offsets.map { $0 - largest }] {
                let farthest = try #require(beyond.max())
                #expect(farthest > 20 && farthest < 422)
                #expect(beyond.contains(0))
            }
        }
        try check(rects.map(\.x), largest.x)
        try check(rects.map(\.y), largest.y)
    }

    @Test func slowMotionsGoBothWaysAndTurn() throws {
        for id in ["drag", "fling"] {
            let rects = try #require(Trace.named(id)).make(Size(width: 390, height: 1500), Self.viewport, 5000, 1)
            let moves = zip(rects, rects.dropFirst()).map { $1.y - $0.y }
            #expect(moves.contains { $0 > 0 } && moves.contains { $0 < 0 })
            #expect(try #require(rects.map(\.y).min()) < 30)
            #expect(try #require(rects.map(\.y).max()) > 626)
        }
    }

    @Test func contentsInTwoDirectionsAreScrolledInBoth() throws {
        for trace in Trace.all {
            let rects = trace.make(Size(width: 5000, height: 5000), Self.viewport, 1000, 2)
            // There are 13 pages across and 6 along, of which the first two and the last two begin at an end or beside it.
            let (columns, rows) = trace.id == "pages" ? (9, 3) : (100, 100)
            #expect(Set(rects.map(\.x)).count > columns, "\(trace.id)")
            #expect(Set(rects.map(\.y)).count > rows, "\(trace.id)")
        }
    }

    /// Each page holds the viewport's centre in its middle third, and none is asked for twice in a row.
    @Test func pagesAreAskedForOnce() throws {
        let size = Size(width: 390, height: 1e6)
        let pages = try #require(Trace.named("pages")).make(size, Self.viewport, 300, 1)
        for (page, next) in zip(pages, pages.dropFirst()) { #expect(page != next) }
        for page in pages where page.minY > 0 && page.maxY < 1e6 {
            #expect(page.size == Size(width: 390, height: 3 * 844))
            #expect((page.y / 844).rounded() * 844 == page.y)
        }
        // Flings of a viewport's length and more go from page to page, seldom farther.
        let steps = zip(pages, pages.dropFirst()).map { abs($1.y - $0.y) / 844 }
        #expect(steps.count { $0 == 1 } > 270)
        let viewports = try #require(Trace.named("fling")).make(size, Self.viewport, 300 * 256, 1)
        // The centres of what is asked for are on pages that the fling reaches; at either end two of three pages are there.
        func page(_ rect: Rect) -> Double { ((rect.minY + rect.maxY) / 2 / 844).rounded(.down) }
        let asked = Set(pages.filter { $0.height == 3 * 844 }.map(page))
        #expect(asked.isSubset(of: viewports.map(page)) && asked.count > 20)
    }

    /// What is asked for holds the viewport of the fling, a whole one ahead of it and a half behind it.
    @Test func overscanLooksAhead() throws {
        let size = Size(width: 390, height: 1e6)
        let viewports = try #require(Trace.named("fling")).make(size, Self.viewport, 6000, 1)
        let asked = try #require(Trace.named("overscan")).make(size, Self.viewport, 6000, 1)
        var directions: Set<Bool> = []
        for frame in 1..<6000 where viewports[frame].y > 1000 && viewports[frame].y < 9e5 {
            let (former, viewport, rect) = (viewports[frame - 1], viewports[frame], asked[frame])
            guard viewport.y != former.y else {
                #expect(rect == asked[frame - 1])
                continue
            }
            directions.insert(viewport.y > former.y)
            #expect(rect.x == 0 && rect.width == 390)
            #expect(viewport.minY - rect.minY == (viewport.y > former.y ? 422 : 844))
            #expect(rect.maxY - viewport.maxY == (viewport.y > former.y ? 844 : 422))
        }
        #expect(directions.count == 2)
    }

    @Test func jumpsCoverTheContentUniformly() throws {
        let rects = try #require(Trace.named("jump")).make(
            Size(width: 10_390, height: 1_000_844), Self.viewport, 5000, 1)
        for offsets in [rects.map { $0.x / 10_000 }, rects.map { $0.y / 1_000_000 }] {
            var bins = Array(repeating: 0, count: 10)
            for offset in offsets { bins[min(Int(offset * 10), 9)] += 1 }
            // Five standard deviations around 500.
            #expect(bins.allSatisfy { abs($0 - 500) < 107 }, "\(bins)")
        }
    }

    @Test(arguments: [100, 1000, 2500])
    func scrubberCrossesTheContent(frames: Int) throws {
        let rects = try #require(Trace.named("scrubber")).make(
            Size(width: 390, height: 1_000_844), Self.viewport, frames, 1)
        let offsets = rects.prefix(1000).map(\.y)
        #expect(try #require(offsets.min()) < 20_000)
        #expect(try #require(offsets.max()) > 980_000)
        for (a, b) in zip(offsets.dropFirst(), offsets.dropFirst(2).dropLast()) { #expect(a < b) }
    }
}

@Suite struct DecelerationTests {
    @Test func closedForm() {
        let fling = Deceleration(velocity: 2000)
        #expect(abs(fling.distance - 999) < 0.01)
        #expect(abs(fling.duration - 3.796) < 0.001)
        #expect(abs(fling.offset(at: fling.duration) - (fling.distance - 0.5)) < 1e-9)
        #expect(abs(fling.offset(at: 1.0 / 60) - 32.78) < 0.01)
        #expect(abs(fling.offset(at: 1.0 / 120) - 16.53) < 0.01)
        #expect(fling.offset(at: 0) == 0)
        #expect(abs(fling.velocity(at: 0.5) - 2000 * 0.3675) < 0.1)
        #expect(abs(fling.time(of: fling.offset(at: 0.5)) - 0.5) < 1e-12)
    }

    @Test func directionAndRate() {
        let up = Deceleration(velocity: -2000)
        #expect(up.distance == -Deceleration(velocity: 2000).distance)
        #expect(up.duration == Deceleration(velocity: 2000).duration)
        #expect(Deceleration(velocity: 0).duration == 0)
        #expect(Deceleration(velocity: 0.5).duration == 0)
    }

    /// The closed form is what a sum over milliseconds comes to.
    @Test func agreesWithStepwiseDeceleration() {
        var velocity = 3000.0
        var offset = 0.0
        for _ in 0..<1000 {
            offset += velocity * (1 + 0.998) / 2 / 1000
            velocity *= 0.998
        }
        #expect(abs(Deceleration(velocity: 3000).offset(at: 1) - offset) < 0.01)
    }
}
