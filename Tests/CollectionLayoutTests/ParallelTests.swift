import LayoutTestSupport
import Synchronization
import Testing
import Workloads

@testable import CollectionLayout

/// What several threads lay out is, bit by bit and in the same order, what one does.
@Suite struct ParallelTests {
    private static let datasets = Dataset.every

    private func onThreads(_ count: Int?, _ content: Content) -> Content {
        var content = content
        content.parallelism = count
        return content
    }

    /// What a cache finds in a rect, in its order, and at what cost.
    private struct Answer {
        let rect: Rect
        let ids: [ElementID]
        let counts: QueryCounts

        init(_ cache: any AttributeCache, _ rect: Rect) {
            var hits = HitBuffer()
            var counts = QueryCounts()
            cache.query(rect, into: &hits, counting: &counts)
            (self.rect, ids, self.counts) = (rect, hits.ids, counts)
        }
    }

    /// Throws unless two caches hold the same: frames, sections, bytes, and for some queries the same elements in the same
    /// order, found at the same cost.
    private func checkSame(
        _ cache: any AttributeCache, _ serial: any AttributeCache, _ frames: BruteForce, _ answers: [Answer]
    ) throws {
        try frames.checkFrames(cache)
        try check(cache.byteCount == serial.byteCount, "\(cache.byteCount) bytes, expected \(serial.byteCount)")
        for section in serial.content.sections.indices {
            let (got, expected) = (cache.geometry(ofSection: section), serial.geometry(ofSection: section))
            try check(got == expected, "section \(section): \(got), expected \(expected)")
        }
        for expected in answers {
            let got = Answer(cache, expected.rect)
            try check(got.ids == expected.ids, "\(got.rect): \(got.ids), expected \(expected.ids)")
            try check(got.counts == expected.counts, "\(got.rect): \(got.counts), expected \(expected.counts)")
        }
    }

    /// However many are asked for.
    @Test func moreThreadsThanAnybodyHas() throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let layout = try content.addLayout(ListLayout())
        for _ in 0..<2 { try content.appendUniformSection(layout: layout, count: 300_000, value: [10]) }
        let serial = onThreads(1, content)
        for strategy in CacheStrategy.all where strategy.id != "tutorial-array" {
            let expected = try strategy.prepared(serial).contentSize
            #expect(try strategy.prepared(onThreads(.max, content)).contentSize == expected)
        }
        #expect(onThreads(.min, content).threadCount == 1)
    }

    private func checkWorld(_ content: Content, threads: [Int] = Array(2...8), edits: [Change] = []) throws {
        try withEvery("strategy", in: CacheStrategy.all.map(\.id)) { id in
            let strategy = try #require(CacheStrategy.named(id))
            var serial = try strategy.prepared(onThreads(1, content))
            var rects = [everything]
            for trace in Trace.all { rects += trace.make(serial.contentSize, Dataset.bounds, 2, 5) }
            var caches = try threads.map { try strategy.prepared(onThreads($0, content)) }
            func compare() throws {
                let frames = try BruteForce(serial)
                let answers = rects.map { Answer(serial, $0) }
                for (count, cache) in zip(threads, caches) {
                    try withEvery("threads", in: [count]) { _ in try checkSame(cache, serial, frames, answers) }
                }
            }
            try compare()
            guard !edits.isEmpty else { return }
            try serial.apply(edits)
            for index in caches.indices { try caches[index].apply(edits) }
            try compare()
        }
    }

    /// Every dataset, the uneven ones among them, before and after edits whose items keep their lanes.
    @Test(arguments: datasets)
    func everyDataset(_ dataset: Dataset) throws {
        try withEvery("n", in: [0, 1, 9, 400]) { n in
            try withEvery("seed", in: n == 400 ? 0..<3 : 1..<2 as Range<UInt64>) { seed in
                let content = try dataset.make(n, seed)
                let insertions = Edit.insert.cycle(of: content, count: 4, seed: seed, at: .random).joined()
                    .prefix(n > 0 ? 1 : 0)
                let resizes = resizes(of: content, count: n > 0 ? 2 : 0, seed: seed, at: .random)
                try checkWorld(content, threads: [2, 3, 5, 8], edits: resizes + insertions)
            }
        }
    }

    /// All layouts in turn, in sections of random sizes: many empty ones, some large ones in random places.
    @Test func unevenSections() throws {
        try withEvery("seed", in: 0..<60 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let counts = (0..<1 + random.index(below: 24)).map { _ in
                [0, 1, random.index(below: 12), random.index(below: 12), 40 * random.index(below: 10)][
                    random.index(below: 5)]
            }
            let content = try sample(
                SampleLayout.all, counts: counts, axis: Axis.allCases[Int(seed % 2)], decoration: Int(seed % 8),
                seed: seed, snapping: seed % 3 == 0 ? .none : .grain)
            let edits =
                content.itemCount > 0 && seed % 3 > 0 ? resizes(of: content, count: 2, seed: seed, at: .random) : []
            try checkWorld(content, threads: [2 + Int(seed % 7)], edits: edits)
        }
    }

    /// One section, by each layout, of items with values of their own, and with values in pages.
    @Test(arguments: LayoutVariants.all.indices)
    func oneSection(_ index: Int) throws {
        let layout = LayoutVariants.all[index]
        let count = 400 + index
        var content = try Content(layout.make(), layout.values(count, seed: UInt64(index)))
        let expected = content.layout(ofSection: 0).canSkim ? 3 : 1
        #expect(content.threadCount(ofSection: 0, of: 3) == expected)
        try checkWorld(content, threads: [2, 3])
        try content.apply(.insertItems(section: 0, at: count / 3, .uniform(count: 5, value: layout.sample(9))))
        try checkWorld(content, threads: [4])
    }

    /// One large section: ranges follow each other, each begins with the state that one thread comes to, and not all of them
    /// are placed by one thread.
    @Test(arguments: 2...5)
    func largeSection(_ threads: Int) throws {
        let count = 60_000
        var random = SplitMix64(seed: 1)
        var content = try Content(bounds: Size(width: 400, height: 400))
        let flow = try content.addLayout(FlowLayout())
        try content.appendSection(
            layout: flow, values: (0..<2 * count).map { _ in Double(10 + random.index(below: 90)) })
        var runner = FoldRunner(content)
        runner.threadCount = threads
        runner.begin(0)
        func numbers(_ state: FoldState) -> [Double] { (0..<state.count).map { state[$0] } }
        let runners = Mutex(Set<Int>())
        var ranges: [(Range<Int>, [Double])] = []
        // Where processors are busy, the first thread may be done before the others have begun.
        for _ in 0..<50 where runners.withLock(\.count) < 2 {
            runners.withLock { $0.removeAll() }
            runner.begin(0)
            ranges = runner.placeAll(count, step: 28) { range, runner in
                let address = Int(bitPattern: runner.room.baseAddress)
                runners.withLock { _ = $0.insert(address) }
                let before = numbers(runner.state)
                let frames = FlatArray<Rect>(uninitialized: range.count)
                runner.place(range, into: frames.shared.baseAddress!)
                return [(range, before)]
            } joining: {
                $0 += $1
            }
        }
        #expect(runners.withLock(\.count) > 1)
        let end = numbers(runner.state)
        runner.begin(0)
        var next = 0
        for (range, before) in ranges {
            try check(range.lowerBound == next && next % 28 == 0, "\(range) behind \(next)")
            try check(before == numbers(runner.state), "another state before \(range)")
            let frames = FlatArray<Rect>(uninitialized: range.count)
            runner.place(range, into: frames.shared.baseAddress!)
            next = range.upperBound
        }
        #expect(next == count && end == numbers(runner.state))
    }

    /// Threads that pass over items so many times as fast as they place them come to the end at the same time.
    @Test func divisionsAreEven() throws {
        try withEvery("seed", in: 0..<200 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let threads = 1 + random.index(below: 6)
            let (count, step) = (1 + random.index(below: 5000), 1 + random.index(below: 16))
            let cost = random.unit()
            var division = ItemDivision(count: count, step: step, threads: threads)
            // Each thread's clock, part if it has one, and what it stands before.
            var workers = (0..<threads).map { (time: 0.0, part: $0 == 0 ? 0 : nil as Int?, item: 0, isDone: false) }
            var placed = FlatArray(repeating: 0, count: count)
            func next() -> Int? {
                workers.indices.filter { !workers[$0].isDone }.min { workers[$0].time < workers[$1].time }
            }
            while let index = next() {
                if let part = workers[index].part {
                    let range = division.take(part)
                    workers[index].isDone = range == nil
                    for item in range ?? 0..<0 {
                        try check(item == workers[index].item, "item \(item) out of turn")
                        placed.writable[item] += 1
                        workers[index].item += 1
                    }
                    workers[index].time += Double(range?.count ?? 0)
                } else if workers[index].item + step < count {
                    workers[index].item += step
                    workers[index].time += cost * Double(step)
                    switch division.claim(from: workers[index].item) {
                    case .part(let part): workers[index].part = part
                    case .tooEarly: break
                    case .tooLate: workers[index].isDone = true
                    }
                } else {
                    workers[index].isDone = true
                }
            }
            try check(placed.elements.allSatisfy { $0 == 1 }, "items left out or placed twice")
            let time = workers.reduce(0) { max($0, $1.time) }
            // Of two threads the first one places a part x, the other one passes over it in cost * x and places the rest.
            let ideal = Double(count) / (2 - cost)
            if threads == 2 { try check(abs(time - ideal) <= Double(4 * step), "\(time), not \(ideal)") }
            if threads > 2 { try check(time <= ideal + Double(4 * step), "\(time), slower than two") }
        }
    }

    /// The first section that is too long is named, wherever it is, and the cache answers as before.
    @Test(arguments: CacheStrategy.all)
    func tooLongContents(_ strategy: CacheStrategy) throws {
        let good = try sample(SampleLayout.all, counts: [3, 40, 0, 12])
        try withEvery("bad", in: 0..<6) { bad in
            try withEvery("length", in: [3e12, 7e12] as [Double]) { length in
                var content = try Content(bounds: Size(width: 100, height: 100))
                let list = try content.addLayout(ListLayout())
                for section in 0..<6 {
                    let isGood = section < bad
                    try content.appendUniformSection(
                        layout: list, count: isGood ? 30 : 1, value: [isGood ? 10 : length])
                }
                // The third one of 3e12 pt ends beyond 8e12 pt, or the second one of 7e12 pt.
                let first = bad + Int(8e12 / length)
                let reached = 300 * Double(bad) + length * Double(first - bad + 1)
                let expected = first < 6 ? LayoutError.contentTooLong(section: first, length: reached) : nil
                try withEvery("threads", in: 1...8) { threads in
                    var cache = try strategy.prepared(onThreads(threads, good))
                    let former = try BruteForce(cache)
                    var error: LayoutError?
                    do {
                        try cache.prepare(onThreads(threads, content))
                    } catch let thrown as LayoutError {
                        error = thrown
                    }
                    try check(error == expected, "got \(String(describing: error))")
                    if error != nil { try former.checkFrames(cache) }
                }
            }
        }
    }

    /// Parts follow each other without gaps, count right, and are as even as whole sections allow.
    @Test func partsAreEven() throws {
        try withEvery("seed", in: 0..<200 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var content = try Content(bounds: Size(width: 100, height: 100))
            let list = try content.addLayout(ListLayout())
            let counts = (0..<random.index(below: 40)).map { _ in
                random.index(below: 8) == 0 ? random.index(below: 3000) : random.index(below: 20)
            }
            for (section, count) in counts.enumerated() {
                let header = Decoration(number: section % 2).header(.vertical)
                try content.appendUniformSection(layout: list, count: count, value: [1], header: header)
            }
            let threads = 1 + random.index(below: 8)
            let parts = content.division(among: threads).parts ?? []
            try check(parts.count != 1 && parts.count <= threads, "\(parts.count) parts")
            var next = 0
            // A section is worth 8 items. A part begins within its share and ends with the section that fills it.
            let work = counts.map { $0 + 8 }
            let shares = Double(min(threads, counts.count))
            let most = Double(work.reduce(0, +)) / shares + Double(work.max() ?? 0)
            for part in parts {
                try check(part.sections.lowerBound == next && !part.sections.isEmpty, "\(part) after section \(next)")
                try check(part.firstItem == counts[..<next].reduce(0, +), "items before \(part)")
                try check(part.firstSupplementary == next / 2, "headers before \(part)")
                next = part.sections.upperBound
                try check(Double(work[part.sections].reduce(0, +)) <= most, "\(part) takes more than \(most)")
            }
            try check(parts.isEmpty || next == counts.count, "sections from \(next) on are left out")
            let isUneven = Double(work.max() ?? 0) * shares > Double(work.reduce(0, +))
            try check(isUneven || shares < 2 || parts.count > 1, "one part of \(work)")
        }
    }

    /// Threads are left alone where there is little to do, or one section; a number is taken as it is.
    @Test func threadsAreStartedWhereTheyPay() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: list, count: 5000, value: [1])
        try content.appendUniformSection(layout: list, count: 5000, value: [1])
        #expect(content.parallelism == nil)
        #expect(content.threadCount == 1 && content.division(among: 1).parts == nil)
        #expect(content.division(among: 2).parts?.map(\.sections) == [0..<1, 1..<2])
        try content.appendUniformSection(layout: list, count: 100_000_000, value: [1])
        content.parallelism = nil
        #expect(content.threadCount == min(Threads.processorCount, 8))
        let resized = try onThreads(3, content).resized(to: Size(width: 50, height: 50))
        #expect(resized.parallelism == 3 && resized.threadCount == 3)
        content.parallelism = 1
        #expect(content.threadCount == 1)
    }

    /// A section gets as many threads as it has shares of the work.
    @Test func threadsOfASection() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        let circle = try content.addLayout(CircleLayout())
        for (layout, count) in [(list, 70_000), (list, 9000), (circle, 21_000)] {
            try content.appendUniformSection(layout: layout, count: count, value: layout == list ? [1] : [])
        }
        for (threads, expected) in [(1, [1, 1, 1]), (2, [2, 1, 1]), (3, [3, 1, 1]), (8, [6, 1, 1])] {
            #expect((0..<3).map { content.threadCount(ofSection: $0, of: threads) } == expected, "\(threads) threads")
        }
    }

    @Test func everyNumberHasItsThread() throws {
        try withEvery("count", in: 0...20) { count in
            var calls = FlatArray(repeating: 0, count: count)
            let counters = calls.writable
            Threads.run(count) { counters[$0] += 1 }
            try check(calls.elements.allSatisfy { $0 == 1 }, "\(Array(calls.elements))")
        }
        try withEvery("length", in: [0, 1, 15, 16, 17, 100, 1000]) { length in
            try withEvery("threads", in: 1...9) { threads in
                var calls = FlatArray(repeating: 0, count: length)
                let counters = calls.writable
                Threads.run(over: length, step: 16, threads: threads) { part in
                    precondition(part.lowerBound % 16 == 0 || part.isEmpty, "a part begins within a step")
                    for index in part { counters[index] += 1 }
                }
                try check(calls.elements.allSatisfy { $0 == 1 }, "\(Array(calls.elements))")
            }
        }
    }

    /// Tasks that prepare wait for threads, which need none of those that run tasks: however many do, all come to an end.
    @Test func manyTasksPrepareAtOnce() async throws {
        let content = onThreads(4, try #require(Dataset.named("photo-days")).make(5000, 1))
        let expected = try CacheStrategy.oracle.prepared(content).contentSize
        let sizes = try await withThrowingTaskGroup(of: Size.self) { group in
            for number in 0..<64 {
                group.addTask { try CacheStrategy.all[number % CacheStrategy.all.count].prepared(content).contentSize }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == Array(repeating: expected, count: 64))
    }
}
