import CollectionLayout
import Testing
import Workloads

/// What the datasets promise about their shape; fixed seeds, tolerances of about five standard errors.
@Suite struct DistributionTests {
    private func make(_ id: String, _ n: Int, seed: UInt64 = Dataset.defaultSeed) throws -> Content {
        try #require(Dataset.named(id)).make(n, seed)
    }

    private func values(_ content: Content, section: Int = 0) -> [ItemValue] {
        (0..<Int(content.sections[section].count)).map { content.value(section: section, item: $0) }
    }

    @Test func photoColumnsDependOnTheSeed() throws {
        let columns = try Set((0..<100).map { try make("photo-grid", 1, seed: $0).value(section: 0, item: 0)[0] })
        #expect(columns == [3, 4, 5, 6, 7])
    }

    @Test func photoDaysAreGeometric() throws {
        let content = try make("photo-days", 100_000)
        let sections = Double(content.sections.count)
        #expect(abs(100_000 / sections - 50) < 6)
        for count: Int32 in [0, 1] {
            let share = Double(content.sections.count { $0.count == count }) / sections
            #expect(share > 0.005 && share < 0.036, "share of sections of \(count): \(share)")
        }
        #expect(content.sections.allSatisfy { $0.headerLength == 44 })
    }

    @Test func tagsFitInTheirRows() throws {
        let content = try make("tags", 20_020)
        #expect(content.sections.map(\.count) == Array(repeating: 50, count: 400) + [20])
        #expect(content.sections.allSatisfy { $0.headerLength == 44 })
        let sizes = content.sections.indices.flatMap { values(content, section: $0) }
        #expect(abs(Double(sizes.count { $0[1] == 52 }) / 20_020 - 0.1) < 0.011)
        #expect(sizes.allSatisfy { $0[1] == 52 || $0[1] == 32 })
        let breadths = sizes.map { $0[0] }.sorted()
        // The median of a text and its padding, to 5 · 1.25 · σ / √n of it.
        #expect(abs(breadths[10_010] - 80) < 56 * 0.023)
        #expect(breadths[0] >= 40 && breadths[20_019] <= 350)
    }

    @Test func pinterestHasLanesAndATail() throws {
        let lanes = try Set(
            (0..<100).map { seed in
                try (make("pinterest", 1, seed: seed).layouts[0] as? WaterfallLayout)?.laneCount ?? 0
            })
        #expect(lanes == [2, 3, 4, 5, 6])
        let content = try make("pinterest", 20_000)
        let waterfall = try #require(content.layouts[0] as? WaterfallLayout)
        #expect((3...4).contains(waterfall.laneCount))
        #expect(content.sections[0].headerLength == 120)
        let breadth = content.container.laneBreadth(
            count: waterfall.laneCount, spacing: waterfall.itemSpacing, insets: waterfall.insets)
        let ratios = values(content).map { $0[0] / breadth }.sorted()
        #expect(abs(ratios[10_000] - 1) < 0.02)
        // ln 2.5 is 2.6 σ away: the tail of 1 % begins about where the clipping does.
        let long = Double(ratios.count { $0 > 2.51 }) / 20_000
        #expect(long > 0.0005 && long < 0.01, "\(long)")
        #expect(ratios[0] > 0.39 && ratios[19_999] <= 50)
    }

    @Test func chatIsMostlyShort() throws {
        let content = try make("chat", 20_000)
        let lengths = content.sections.indices.flatMap { values(content, section: $0).map { $0[0] } }
        let short = lengths.count { $0 == Chat.oneLine || $0 == Chat.twoLines }
        #expect(abs(Double(short) / 20_000 - 0.6) < 0.02)
        #expect(lengths.allSatisfy { (30...2000).contains($0) })
        #expect(lengths.contains { $0 > 500 })
        #expect(abs(20_000 / Double(content.sections.count) - 200) < 30)
        #expect(content.sections.dropLast().allSatisfy { (100..<300).contains($0.count) })
        #expect(content.sections.allSatisfy { $0.headerLength == 28 })
    }

    @Test func freeFormShowsAboutThirty() throws {
        var cache = FullArrayCache()
        try cache.prepare(try make("free-form", 3000))
        let replay = Replay(try #require(Trace.named("jump")), content: cache.contentSize, frames: 200)
        let answers = try replay.checksums(of: &cache, counting: false)
        #expect(abs(Double(answers.hitCount) / 200 - 30) < 3)
        #expect(values(cache.content).allSatisfy { (19.99...200).contains($0[2]) && (19.99...200).contains($0[3]) })
    }

    @Test func giantHasNineTenths() throws {
        let content = try make("giant-and-dust", 1000)
        #expect(content.sections.count == 101)
        #expect(content.sections[50].count == 900)
    }

    @Test func calendarDaysHaveTwentyEventsOfAllLengths() throws {
        let n = 100_000
        let content = try make("calendar", n)
        // A day of 20 events also shows what is left of those before.
        let years = Double(n) / Double(364 * EventCalendar.eventsPerDay)
        #expect(Double(content.sections.count) <= years.rounded(.up) && Double(content.sections.count) > 0.9 * years)
        #expect(content.layouts.allSatisfy { ($0 as? CalendarWeekLayout)?.overlaps == .sideBySide })
        for section in content.sections.indices.dropLast() {
            let perDay = Dictionary(grouping: values(content, section: section), by: { $0[0] }).mapValues(\.count)
            #expect(perDay.count == 364)
            #expect(perDay.values.allSatisfy { (EventCalendar.eventsPerDay...40).contains($0) })
        }
        let events = content.sections.indices.flatMap { values(content, section: $0) }
        #expect(events.allSatisfy { $0[2] >= 0.25 && $0[1] + $0[2] <= 24 && ($0[2] * 4).rounded() == $0[2] * 4 })
        let beginning = events.filter { $0[1] > 0 }
        let short = Double(beginning.count { $0[2] <= 1 }) / Double(beginning.count)
        #expect(abs(short - 0.5) < 0.01, "\(short) last an hour at most")
        let mean = beginning.reduce(0) { $0 + $1[1] } / Double(beginning.count)
        #expect(abs(mean - 12.9) < 0.1, "they begin at \(mean)")
        // Of those that last for days, the days between the first and the last.
        let wholeDays = Double(events.count { $0[2] == 24 }) / Double(events.count)
        #expect(wholeDays > 0.001 && wholeDays < 0.01, "\(wholeDays) are whole days")
    }

    @Test func calendarEventsOverlap() throws {
        let events = values(try make("calendar", 2000))
        let overlapping = events.indices.count { index in
            events.indices.contains { other in
                let (a, b) = (events[index], events[other])
                return other != index && a[0] == b[0] && a[1] < b[1] + b[2] && b[1] < a[1] + a[2]
            }
        }
        #expect(Double(overlapping) > 0.9 * Double(events.count), "\(overlapping)")
    }

    @Test func storeSectionsAreMixed() throws {
        let content = try make("app-store", 100_000)
        #expect((900...1100).contains(content.sections.count))
        #expect(content.sections.dropLast().allSatisfy { (5...200).contains($0.count) && $0.headerLength == 52 })
        #expect(content.sections.contains { $0.count < 10 } && content.sections.contains { $0.count > 195 })
        let total = Double(content.sections.count)
        let shares = Dictionary(grouping: content.sections) { type(of: content.layouts[Int($0.layout)]).id }
            .mapValues { Double($0.count) / total }
        #expect(shares.count == 7)
        for (id, share) in shares { #expect(abs(share - (id == GridLayout.id ? 0.25 : 0.125)) < 0.07, "\(id)") }
        let changes = zip(content.sections, content.sections.dropFirst()).count { $0.layout != $1.layout }
        #expect(Double(changes) > 0.75 * total)
    }

    @Test func tableRowsHaveFiftyCells() throws {
        var cache = FullArrayCache()
        try cache.prepare(try make("table", 20_000))
        let lengths = values(cache.content).map { $0[0] }
        for (length, share) in [(28.0, 0.9), (44, 0.06), (60, 0.03), (76, 0.01)] {
            let found = Double(lengths.count { $0 == length }) / 20_000
            #expect(abs(found - share) < 0.011, "\(length) pt: \(found)")
        }
        let frames = (0..<20_000).compactMap { cache.frame(of: ElementID(section: 0, item: $0)) }
        #expect(Set(frames.map(\.y)).count == 400)
        #expect(Set(frames.map(\.x)).count == 50)
        #expect(frames.allSatisfy { (39.9...240).contains($0.width) })
        #expect(cache.contentSize.width > 50 * 100 && cache.contentSize.width < 50 * 180)
    }

    @Test func bigPicturesSpanLanes() throws {
        var cache = FullArrayCache()
        try cache.prepare(try make("magazine", 20_000))
        let pictures = values(cache.content)
        #expect(abs(Double(pictures.count { $0[1] == 1 }) / 20_000 - 0.2) < 0.015)
        #expect(Set(pictures.map { $0[0] }).count == 5)
        let lane = cache.content.container.laneBreadth(count: 4, spacing: 8, insets: EdgeInsets(all: 8))
        let broad = pictures.indices.filter { cache.frame(of: ElementID(section: 0, item: $0))!.width > lane }
        // Only what may be big is, and only where lanes end together.
        #expect(broad.allSatisfy { pictures[$0][1] == 1 })
        #expect(broad.count > 200, "\(broad.count) of 4000 span several lanes")
    }

    @Test func picturesGoToThreeLanesInTurn() throws {
        var cache = FullArrayCache()
        try cache.prepare(try make("lookbook", 3000))
        let frames = (0..<3000).compactMap { cache.frame(of: ElementID(section: 0, item: $0)) }
        #expect(Set(frames.map(\.x)).count == 3)
        #expect(frames.indices.allSatisfy { $0 < 3 || frames[$0].x == frames[$0 - 3].x })
        let ratios = values(cache.content).map { $0[0] }
        #expect(ratios.allSatisfy { (0.4...1.25).contains($0) })
        #expect(abs(ratios.reduce(0, +) / 3000 - 0.825) < 0.025)
    }

    @Test func cardsStandThreeInARow() throws {
        var cache = FullArrayCache()
        try cache.prepare(try make("cards", 3000))
        let frames = (0..<3000).compactMap { cache.frame(of: ElementID(section: 0, item: $0)) }
        // The last row is not spread over the breadth.
        #expect(Set(frames.dropLast(3).map(\.x)).count == 3)
        #expect(frames.indices.allSatisfy { $0 < 3 || frames[$0].minY >= frames[$0 / 3 * 3 - 1].maxY })
        let ratios = values(cache.content).map { $0[1] }
        #expect(ratios.allSatisfy { (0.5...0.9).contains($0) })
        #expect(abs(ratios.reduce(0, +) / 3000 - 0.7) < 0.015)
    }

    @Test func headersStickInSectionsOfTen() throws {
        let dataset = try #require(Dataset.named("sticky-headers"))
        #expect(dataset.sizes?.map { $0 / 10 } == [10, 100, 1000, 10_000])
        #expect(!dataset.effects.isEmpty)
        let content = try make("sticky-headers", 1005)
        #expect(content.sections.map(\.count) == Array(repeating: 10, count: 100) + [5])
        #expect(content.sections.allSatisfy { $0.headerLength == 28 && $0.footerLength == 28 })
    }

    @Test func contentsReachBeyond() throws {
        for (id, length) in [("beyond-2-24", 0x1p24), ("beyond-2-31", 0x1p31), ("beyond-1e12", 1e12)] {
            for n in [1, 2, 63, 64, 65, 1000] {
                var cache = FullArrayCache()
                try cache.prepare(try make(id, n))
                #expect(cache.contentSize.height > length, "\(id), n = \(n)")
                #expect(cache.contentSize.height < 1.3 * length, "\(id), n = \(n)")
            }
        }
    }

    @Test func widthsStraddleTheWrapTest() throws {
        for columns in [3, 7, 11] {
            var cache = FullArrayCache()
            try cache.prepare(try make("straddling-widths-\(columns)", 1000))
            var rows: [Double: Int] = [:]
            for item in 0..<1000 {
                rows[try #require(cache.frame(of: ElementID(section: 0, item: item))).y, default: 0] += 1
            }
            let full = rows.values.count { $0 == columns }
            let short = rows.values.count { $0 == columns - 1 }
            #expect(full > rows.count / 5 && short > rows.count / 5, "\(columns) columns: \(full) full, \(short) short")
            #expect(full + short >= rows.count - 1)
        }
    }

    @Test func sizesAreDistinct() throws {
        #expect(Set(values(try make("distinct-sizes", 20_000))).count == 20_000)
    }

    @Test func oneLaneIsAHundredTimesTaller() throws {
        let heights = values(try make("tall-lane", 3000)).map { $0[3] }
        let lane = { (lane: Int) in stride(from: lane, to: 3000, by: 3).reduce(0) { $0 + heights[$1] } }
        #expect(abs(lane(0) / lane(1) - 100) < 10)
        #expect(abs(lane(2) / lane(1) - 1) < 0.1)
    }

    @Test func aQuarterOfTheLengthsIsZero() throws {
        let sizes = values(try make("zero-lengths", 5000))
        for index in 0...1 {
            #expect(abs(Double(sizes.count { $0[index] == 0 }) / 5000 - 0.25) < 0.03)
        }
    }

    @Test func tinySectionsAlternate() throws {
        let counts = try make("tiny-sections", 20).sections.map(\.count)
        #expect(counts == Array(repeating: [1, 0], count: 20).flatMap { $0 })
    }

    @Test func sectionsAreDecorated() throws {
        let content = try make("decorated-sections", 95)
        #expect(content.sections.map(\.count) == Array(repeating: 10, count: 9) + [5])
        #expect(content.sections.allSatisfy { $0.background == .background })
    }

    @Test func anElementSpansTheContent() throws {
        var cache = FullArrayCache()
        try cache.prepare(try make("spanning-element", 500))
        #expect(cache.frame(of: ElementID(section: 0, item: 0)) == Rect(origin: .zero, size: cache.contentSize))
    }
}
