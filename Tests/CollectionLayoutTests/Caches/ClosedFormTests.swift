import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Uniform sections of every layout, in as many items as show that they repeat themselves.
@Suite struct ClosedFormTests {
    /// Never the same twice: each place depends on the number of items, or on all of them.
    private static let withoutPeriod: Set<String> = [
        "circle", "large circle", "events side by side", "weeks of events side by side",
    ]
    /// Every item at the same place.
    private static let inOnePlace: Set<String> = ["free-form", "calendar-week"]

    private static let entries = LayoutVariants.all

    /// Sections of equal items, with and without a header in turn.
    private func content(
        _ layout: any SectionLayout, _ value: [Double], counts: [Int], axis: Axis = .vertical,
        bounds: Size = Size(width: 800, height: 600), snapping: Snapping = .grain
    ) throws -> Content {
        var content = try Content(axis: axis, bounds: axis.transpose(bounds), snapping: snapping)
        let index = try content.addLayout(layout)
        for (number, count) in counts.enumerated() {
            let decoration = Decoration(number: number % 2 * 7)
            try content.appendUniformSection(
                layout: index, count: count, value: value, header: decoration.header(axis),
                footer: decoration.footer(axis), background: decoration.background)
        }
        return content
    }

    private func compare(_ content: Content, rects limit: Int, _ strategies: [CacheStrategy]) throws {
        let plain = try BruteForce(try CacheStrategy.oracle.prepared(content))
        let some = stride(from: 0, to: plain.frames.count, by: plain.frames.count / 5 + 1).map { plain.frames[$0] }
        for strategy in strategies {
            let cache = try strategy.prepared(content)
            try plain.checkFrames(cache)
            try plain.checkQueries(cache, boundaryRects(of: some, limit: limit) + [everything])
        }
    }

    private static let closedForm = CacheStrategy.named("closed-form")!

    /// Every number of items up to some periods, so that a section ends with each part of a period.
    @Test(arguments: entries.indices)
    func everyCount(_ index: Int) throws {
        let entry = Self.entries[index]
        try withEvery("\(entry.id) (\(entry.summary)), seed", in: 0..<2 as Range<UInt64>) { seed in
            let value = entry.sample(seed &* 0x9E37_79B9_7F4A_7C15)
            let counts = Array(0...90) + [1500, 1600, 1]
            try compare(
                try content(entry.make(), value, counts: counts, axis: Axis.allCases[(index + Int(seed)) % 2]),
                rects: 25,
                [Self.closedForm])
        }
    }

    /// Random parameters, bounds, values and counts; without snapping, too, where sums that are moved are others.
    @Test(arguments: NamedLayout.all)
    func randomParameters(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 20) { world in
            guard let value = world.items.first ?? (entry.sample(0).isEmpty ? [] : nil) else { return }
            for snapping in Snapping.allCases {
                let counts = [1400 + world.choice, 33 + world.items.count, 2, 64 + world.lanes]
                try compare(
                    try content(
                        world.layout(), value, counts: counts, bounds: Size(width: world.width, height: world.height),
                        snapping: snapping),
                    rects: 8, [Self.closedForm])
            }
        }
    }

    /// Periods beside sections that have none, in every order.
    @Test func mixedSections() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<12 {
            let layouts = Array(LayoutVariants.all.shuffled(using: &random).prefix(5))
            var content = try Content(bounds: Size(width: 800, height: 600))
            for layout in layouts { _ = try content.addLayout(layout.make()) }
            for _ in 0..<12 {
                let index = random.index(below: layouts.count)
                let count = random.index(below: 3) == 0 ? random.index(below: 50) : random.index(below: 2500)
                if random.index(below: 2) == 0 {
                    try content.append(layouts[index].values(min(count, 300), seed: 7), layout: index)
                } else {
                    try content.appendUniformSection(layout: index, count: count, value: layouts[index].sample(5))
                }
            }
            try compare(content, rects: 20, [Self.closedForm])
        }
    }

    /// What is kept and what a query does are the same for a thousand times as many items.
    @Test(arguments: entries.filter { !withoutPeriod.contains($0.id) && !withoutPeriod.contains($0.summary) })
    func nothingGrowsWithTheCount(_ entry: NamedLayout) throws {
        func measure(_ count: Int) throws -> (bytes: Int, counts: QueryCounts) {
            let cache = try Self.closedForm.prepared(try content(entry.make(), entry.sample(77), counts: [count]))
            var counts = QueryCounts()
            var hits = HitBuffer()
            let middle = try #require(cache.frame(of: ElementID(section: 0, item: 4000)))
            if !Self.inOnePlace.contains(entry.id), middle.width > 0 {
                cache.query(Rect(x: 0, y: middle.minY, width: 800, height: 600), into: &hits, counting: &counts)
                #expect(hits.count > 0 && counts.elementsTested < 4000)
            }
            return (cache.byteCount, counts)
        }
        let few = try measure(20_000)
        let many = try measure(20_000_000)
        #expect(few.bytes == many.bytes && few.counts == many.counts)
        // The frames of a few rows of at most 128 columns.
        #expect(many.bytes < 16_384)
    }

    /// Items of no length all stand in one place: a query behind it looks at none of them.
    @Test func itemsOfNoLengthArePassedAtOnce() throws {
        func counts(_ count: Int) throws -> QueryCounts {
            var content = try Content(bounds: Size(width: 800, height: 600))
            let list = try content.addLayout(ListLayout())
            try content.appendUniformSection(
                layout: list, count: count, value: [0], footer: Size(width: 1, height: 50))
            let cache = try Self.closedForm.prepared(content)
            var counts = QueryCounts()
            var hits = HitBuffer()
            cache.query(Rect(x: 0, y: 10, width: 800, height: 600), into: &hits, counting: &counts)
            #expect(hits.ids == [ElementID(section: 0, item: 0, kind: .footer)])
            return counts
        }
        #expect(try counts(1000) == counts(1_000_000))
    }

    /// One pattern for all sections that are alike but for their counts: it takes no more than a few sections' frames.
    @Test func sectionsShareTheirPattern() throws {
        func bytes(_ counts: [Int]) throws -> Int {
            try Self.closedForm.prepared(
                try content(GridLayout(), [4, 1], counts: counts)
            ).byteCount
        }
        let counts = (0..<200).map { 40 + $0 }
        let each = (try bytes(counts + counts) - bytes(counts)) / counts.count
        #expect(each < 200, "\(each) bytes a section")
    }

    /// Values without a section large enough to pay for kept frames.
    @Test func keptFramesTakeAByteAnItemAtMost() throws {
        var uniform = try Content(bounds: Size(width: 390, height: 844))
        let layout = try uniform.addLayout(FlowLayout())
        for width in 0..<300 {
            try uniform.appendUniformSection(layout: layout, count: 60, value: [Double(width), 20])
        }
        let closed = try Self.closedForm.prepared(uniform).byteCount
        let checkpoints = try #require(CacheStrategy.named("checkpoints")).prepared(uniform).byteCount
        #expect(closed <= checkpoints + uniform.itemCount)
    }

    @Test func aContentThatIsTooLongIsRefused() throws {
        var cache = Self.closedForm.make()
        try cache.prepare(try content(ListLayout(), [44], counts: [5000]))
        let before = try BruteForce(cache)
        for count in [2000, Content.largestCount] {
            let error = #expect(throws: LayoutError.self) {
                try cache.prepare(content(ListLayout(), [8e12 / 1999], counts: [count]))
            }
            guard case .contentTooLong(section: 0, _)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        try before.checkFrames(cache)
        // As long as may be.
        try cache.prepare(try content(ListLayout(), [4000], counts: [2_000_000_000]))
        #expect(cache.contentSize.height == 8e12)
        let last = ElementID(section: 0, item: 1_999_999_999)
        #expect(cache.frame(of: last) == Rect(x: 0, y: 8e12 - 4000, width: 800, height: 4000))
        var hits = HitBuffer()
        cache.query(Rect(x: 0, y: 8e12 - 1, width: 1, height: .infinity), into: &hits)
        #expect(hits.ids == [last])
    }
}
