import CollectionLayout
import LayoutTestSupport
import Synchronization
import Testing
import Workloads

/// Events that stand in the order of their days depend on those of their day only.
@Suite struct CalendarEditTests {
    /// A calendar in which so many events a day stand in the order of their days.
    private func content(of count: Int, perDay: Int = 20, _ random: inout SplitMix64) throws -> Content {
        var content = try Content(bounds: Dataset.bounds)
        let layout = try content.addLayout(CalendarWeekLayout(weekCount: 1024, overlaps: .sideBySide))
        try content.appendSection(layout: layout, values: (0..<count).flatMap { event(Double($0 / perDay), &random) })
        return content
    }

    private func event(_ day: Double, _ random: inout SplitMix64) -> [Double] {
        let start = Double(random.index(below: 92)) / 4
        return [day, start, Double(1 + random.index(below: 12)) / 4]
    }

    /// An edit after which the events still stand in the order of their days.
    private func edit(_ content: Content, _ random: inout SplitMix64) -> Change {
        let count = Int(content.sections[0].count)
        let item = random.index(below: count)
        func day(_ item: Int) -> Double { content.value(section: 0, item: item)[0] }
        switch random.index(below: 4) {
        case 0:
            // On the day that the event, the former or the next one is on, if nothing comes in between.
            let days = [day(item)] + [item - 1, item + 1].filter((0..<count).contains).map(day)
            let value = event(days[random.index(below: days.count)], &random)
            return .resize(section: 0, item: item, to: ItemValue(value))
        case 1:
            // At either end of the day as well as inside.
            let day = random.index(below: 2) == 0 || item == 0 ? day(item) : day(item - 1)
            return .insertItems(section: 0, at: item, .each(count: 1, values: event(day, &random)))
        case 2:
            return .deleteItems(section: 0, item..<min(item + 1 + random.index(below: 3), count))
        default:
            var other = item
            while other + 1 < count, day(other + 1) == day(item), random.index(below: 4) > 0 { other += 1 }
            return .moveItem(
                from: LayoutIndexPath(item: item, section: 0), to: LayoutIndexPath(item: other, section: 0))
        }
    }

    private func check(_ cache: IncrementalCache, _ message: String) throws {
        var oracle = FullArrayCache()
        try oracle.prepare(cache.content)
        let ids = (0..<Int(cache.content.sections[0].count)).map { ElementID(section: 0, item: $0) }
        let different = ids.first { cache.frame(of: $0) != oracle.frame(of: $0) }
        #expect(different == nil, "\(message): \(different.map { "\($0)" } ?? "")")
    }

    /// Of days that end in a block, and of days of several blocks.
    @Test(arguments: [20, 150]) func framesAreThoseOfAFreshLayout(perDay: Int) throws {
        var random = SplitMix64(seed: 1)
        for count in [1, 19, 20, 21, 130, 700] {
            var cache = IncrementalCache()
            try cache.prepare(content(of: count, perDay: perDay, &random))
            for step in 0..<60 where cache.content.itemCount > 0 {
                let change = edit(cache.content, &random)
                try cache.apply(change)
                try check(cache, "\(count) events, step \(step), \(change)")
            }
        }
    }

    @Test(arguments: [20, 150]) func severalEditsAtOnce(perDay: Int) throws {
        var random = SplitMix64(seed: 2)
        var cache = IncrementalCache()
        try cache.prepare(content(of: 900, perDay: perDay, &random))
        for step in 0..<40 {
            var next = cache.content
            let changes = try (0..<5).map { _ in
                let change = edit(next, &random)
                try next.apply(change)
                return change
            }
            try cache.apply(changes)
            try check(cache, "step \(step), \(changes)")
        }
    }

    /// However many blocks a day takes, it is swept once: sixteen times the events take some twenty times as long, and an edit no longer
    /// than to lay them all out. To sweep the day for each block took 250 times as long.
    @Test func aFullDayIsSweptOnce() throws {
        var random = SplitMix64(seed: 8)
        func least(_ body: () throws -> Void) rethrows -> Double {
            try (0..<3).map { _ in try ContinuousClock().measure(body) / .microseconds(1) }.min()!
        }
        let (few, many) = try (content(of: 500, perDay: 500, &random), content(of: 8000, perDay: 8000, &random))
        var cache = IncrementalCache()
        let short = try least { try cache.prepare(few) }
        let long = try least { try cache.prepare(many) }
        #expect(long < 80 * short, "\(short) and \(long) µs")
        let edit = try least { try cache.apply(.insertItems(section: 0, at: 10, .each(count: 1, values: [0, 9, 1]))) }
        #expect(edit < 3 * long, "\(edit) and \(long) µs")
        try check(cache, "a full day")
    }

    /// An event that stands among those of other days shares its own day, wherever the others of that are.
    @Test func theOrderMayBreakAndComeBack() throws {
        var random = SplitMix64(seed: 3)
        var cache = IncrementalCache()
        try cache.prepare(content(of: 400, &random))
        for step in 0..<30 {
            let item = random.index(below: cache.content.itemCount)
            let former = cache.content.value(section: 0, item: item)
            let value = event(Double(random.index(below: 20)), &random)
            try cache.apply(.resize(section: 0, item: item, to: ItemValue(value)))
            try check(cache, "step \(step): day \(value[0]) among \(former[0])")
            if step % 3 == 1 { try cache.apply(edit(cache.content, &random)) }
            try check(cache, "step \(step), beside it")
            guard step % 3 > 0 else { continue }
            let content = cache.content
            let place = (0..<content.itemCount).first { content.value(section: 0, item: $0) == ItemValue(value) }
            if let place { try cache.apply(.deleteItems(section: 0, place..<place + 1)) }
            try check(cache, "step \(step), without it")
        }
    }

    /// The same events have the same frames in any order, but that of several alike any may be the first.
    @Test func anyOrderPlacesTheSame() throws {
        var random = SplitMix64(seed: 5)
        let sorted = try content(of: 3000, &random)
        var events = (0..<3000).map { sorted.value(section: 0, item: $0) }
        for index in events.indices { events.swapAt(index, random.index(below: events.count)) }
        var shuffled = try Content(bounds: Dataset.bounds)
        let layout = try shuffled.addLayout(CalendarWeekLayout(weekCount: 1024, overlaps: .sideBySide))
        try shuffled.appendSection(layout: layout, values: events.flatMap { [$0[0], $0[1], $0[2]] })
        func frames(_ content: Content) throws -> [[Double]] {
            var cache = IncrementalCache()
            try cache.prepare(content)
            return try (0..<3000).map { item in
                let frame = try #require(cache.frame(of: ElementID(section: 0, item: item)))
                return [frame.x, frame.y, frame.width, frame.height]
            }.sorted { $0.lexicographicallyPrecedes($1) }
        }
        #expect(try frames(sorted) == frames(shuffled))
    }

    @Test func anEditPlacesAFewDays() throws {
        var work: [Double] = []
        for count in [1000, 100_000] {
            var random = SplitMix64(seed: 4)
            let placed = PlacedItems()
            var cache = IncrementalCache()
            try cache.prepare(try content(of: count, &random).counting(in: placed))
            let before = placed.count
            for _ in 0..<100 { try cache.apply(edit(cache.content, &random)) }
            work.append(Double(placed.count - before) / 100)
        }
        #expect(work[1] <= 1.5 * work[0] && work[1] < 150, "items placed per edit of 1,000 and of 100,000: \(work)")
    }

    /// Each event takes the first lane that is free, however many there are.
    @Test func eventsTakeTheFirstLaneThatIsFree() throws {
        var random = SplitMix64(seed: 6)
        for longest in [2.0, 5, 24] {
            let events = (0..<300).map { _ in [0, random.uniform(0, 20), random.uniform(0, longest)] }
            let content = try Content(
                CalendarWeekLayout(dayCount: 1, hourHeaderWidth: 0, horizontalSpacing: 0, overlaps: .sideBySide),
                events,
                bounds: Size(width: 1e6, height: 800))
            let cache = try CacheStrategy.oracle.prepared(content)
            let frames = try events.indices.map { try #require(cache.frame(of: ElementID(section: 0, item: $0))) }
            let order = frames.indices.sorted {
                (frames[$0].minY, -frames[$0].maxY, $0) < (frames[$1].minY, -frames[$1].maxY, $1)
            }
            var ends: [Double] = []
            for item in order {
                let frame = frames[item]
                // Where all former ones have ended another cluster begins.
                if ends.allSatisfy({ $0 <= frame.minY }) { ends = [] }
                let lane = ends.firstIndex { $0 <= frame.minY } ?? ends.count
                if lane == ends.count { ends.append(0) }
                ends[lane] = frame.maxY
                #expect(frame.x == Double(lane) * frame.width, "event \(item) of up to \(longest) hours")
            }
        }
    }

    /// As many lanes as events, each of which is found without a look at all others: it would take minutes.
    @Test func eventsAtTheSameTime() throws {
        let count = 200_000
        let content = try Content(
            CalendarWeekLayout(dayCount: 1, hourHeaderWidth: 0, horizontalSpacing: 0, overlaps: .sideBySide),
            Array(repeating: [0, 8, 1], count: count), bounds: Size(width: Double(count), height: 800))
        let cache = try CacheStrategy.oracle.prepared(content)
        for item in [0, 1, count / 2, count - 1] {
            let frame = cache.frame(of: ElementID(section: 0, item: item))
            #expect(frame == Rect(x: Double(item), y: 440, width: 1, height: 50))
        }
    }

    /// After an edit has put its values in pages, a section is placed at once: for each page all events of its days would be looked
    /// at.
    @Test(arguments: CacheStrategy.all.map(\.id).filter { $0 != "incremental" })
    func aSectionWithPagesIsPlacedAtOnce(_ id: String) throws {
        let runs = PlacedRuns()
        var content = try Content(bounds: Dataset.bounds)
        let layout = try content.addLayout(NotedLayout(runs: runs))
        try content.appendSection(layout: layout, values: (0..<1000).map(Double.init))
        var cache = try #require(CacheStrategy.named(id)).prepared(content)
        runs.all.withLock { $0 = [] }
        try cache.apply(.insertItems(section: 0, at: 500, .uniform(count: 1, value: [7])))
        #expect(runs.all.withLock { $0 } == [0..<1001])
        #expect(cache.frame(of: ElementID(section: 0, item: 1000))?.height == 999)
    }
}

/// Which items have been placed at once.
private final class PlacedRuns: Sendable {
    let all = Mutex<Set<Range<Int>>>([])
}

/// Items on top of each other, which says of them that each depends on all others.
private struct NotedLayout: SectionLayout {
    static let id = "noted"
    let runs: PlacedRuns

    static func == (first: Self, second: Self) -> Bool { first.runs === second.runs }
    func fold(in container: Container) throws(LayoutError) -> any SectionFold { NotedFold(runs: runs) }
}

private struct NotedFold: SectionFold {
    let runs: PlacedRuns
    var insets: EdgeInsets { .zero }
    var valueNames: [String] { ["length"] }
    var stateCount: Int { 1 }
    var positionCount: Int { 0 }
    var placesRunsAlone: Bool { false }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) { state[0] = top }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        runs.all.withLock { _ = $0.insert(range) }
        for item in range {
            frames[item - range.lowerBound] = Rect(x: 0, y: state[0], width: 10, height: items[item, 0])
        }
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] + 1000 }
}
