import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections that are passed over ahead, several at once: their blocks and spans are bit by bit those of one after the other.
@Suite struct SectionsAheadTests {
    /// Passes over the sections of a content ahead, and over each by itself.
    ///
    /// - Returns: How many could be passed over ahead.
    private func checkSections(_ content: Content) throws -> Int {
        let (cache, expected) = try CheckpointCache.unwritten(content)
        let content = cache.content
        guard var ahead = SectionsAhead(cache, threads: 1) else { return 0 }
        var found: [(section: Int, span: ItemSpan)] = []
        var next = 0
        while next < content.sections.count {
            guard let run = ahead.found(from: next, before: content.sections.count) else {
                next += 1
                continue
            }
            for one in run {
                try check(one.number == next, "section \(one.number) in the place of \(next)")
                found.append((next, try #require(one.span)))
                next += 1
            }
        }
        for (section, got) in found {
            let (span, itemsEnd) = expected.passAlone(section)
            try check(
                got.near == span.near && got.far == span.far && got.breadth == span.breadth && got.far == itemsEnd,
                "section \(section): \(got), expected \(span) to \(itemsEnd)")
            func same<Element: BitwiseCopyable>(
                _ name: String, _ range: Range<Int>, _ got: FlatArray<Element>, _ expected: FlatArray<Element>
            ) throws {
                for index in range {
                    let (one, other) = (got[index], expected[index])
                    let areSame = withUnsafeBytes(of: one) { one in
                        withUnsafeBytes(of: other) { one.elementsEqual($0) }
                    }
                    try check(
                        areSame, "section \(section), \(name) \(index - range.lowerBound): \(one), expected \(other)")
                }
            }
            let blocks = cache.blocks(of: section)
            try same("start", blocks, cache.starts, expected.starts)
            try same("span", blocks, cache.spans, expected.spans)
            try same("reach", blocks, cache.reaches, expected.reaches)
            let states = cache.place(of: section).state..<cache.place(of: section + 1).state
            try same("state", states, cache.states, expected.states)
        }
        return found.count
    }

    /// Counts of items: as many in each section, more or less, none in some, several blocks in some.
    private static let counts: [@Sendable (_ random: inout SplitMix64) -> Int] = [
        { _ in 50 }, { _ in 3 }, { _ in 64 }, { 1 + $0.index(below: 9) }, { $0.index(below: 100) },
        { $0.index(below: 10) == 0 ? 2000 : $0.index(below: 5) }, { 100 + $0.index(below: 300) },
    ]

    private func content(
        _ layout: some SectionLayout, counts: (_ random: inout SplitMix64) -> Int, seed: Int, axis: Axis,
        _ value: (_ random: inout SplitMix64) -> [Double]
    ) throws -> Content {
        var random = SplitMix64(seed: UInt64(seed))
        let bounds = axis == .vertical ? Size(width: 390, height: 844) : Size(width: 844, height: 390)
        var content = try Content(axis: axis, bounds: bounds)
        let number = try content.addLayout(layout)
        for section in 0..<40 {
            let values = (0..<counts(&random)).flatMap { _ in value(&random) }
            let header = section % 3 == 0 ? bounds : .zero
            try content.appendSection(layout: number, values: values, header: header)
        }
        return content
    }

    /// Rows of a few items, of many, of one, and of items that are too broad or too thick, at each alignment.
    @Test(arguments: FlowLayout.Alignment.allCases, FlowLayout.LoneItem.allCases)
    func rows(_ alignment: FlowLayout.Alignment, _ lone: FlowLayout.LoneItem) throws {
        let breadths: [ClosedRange<Double>] = [40...180, 8...60, 0...3, 200...389, 100...400, 300...900, 0...390]
        try withEvery("seed", in: 0..<14) { seed in
            try withEvery("counts", in: Self.counts.indices) { counts in
                var random = SplitMix64(seed: UInt64(seed))
                let range = breadths[seed % breadths.count]
                let inset = seed % 2 == 0 ? 0 : random.uniform(0, 20)
                let flow = FlowLayout(
                    insets: EdgeInsets(top: 3, left: inset, bottom: 5, right: inset / 2),
                    lineSpacing: seed % 4 == 0 ? 0 : random.uniform(0, 9),
                    itemSpacing: seed % 3 == 0 ? 0 : random.uniform(0, 12), alignment: alignment, loneItem: lone,
                    uniformLastRow: seed % 5 == 0)
                let axis = Axis.allCases[(seed / 7 + counts) % 2]
                let content = try content(flow, counts: Self.counts[counts], seed: seed, axis: axis) { random in
                    let across = random.uniform(range.lowerBound, range.upperBound)
                    let along = random.index(below: 3000) == 0 ? 40_000 : random.uniform(0, 200)
                    return axis == .vertical ? [across, along] : [along, across]
                }
                let found = try checkSections(content)
                // In rows of more than seven, and where the last row is aligned otherwise, it takes another look.
                if range == 40...180, !flow.uniformLastRow || counts == 0 {
                    try check(found > 10, "\(found) sections ahead")
                }
            }
        }
    }

    /// Rows of items whose sizes follow from line fractions and aspect ratios.
    @Test(arguments: FlowLayout.Alignment.allCases, Axis.allCases)
    func measuredRows(_ alignment: FlowLayout.Alignment, _ axis: Axis) throws {
        let fractions: [[Double]] = [[3], [1, 2, 3, 4], [1], [7, 7, 2], [0.3, 2.5, 3.1], [20, 20, 20, 6]]
        try withEvery("fractions", in: fractions) { fractions in
            try withEvery("counts", in: Self.counts.indices) { counts in
                let grid = GridLayout(
                    insets: EdgeInsets(top: 3, left: 4.5, bottom: 5, right: 9), lineSpacing: 1.5, itemSpacing: 8,
                    alignment: alignment)
                let content = try content(grid, counts: Self.counts[counts], seed: counts, axis: axis) { random in
                    [fractions[random.index(below: fractions.count)], random.uniform(0.5, 2)]
                }
                let found = try checkSections(content)
                if fractions == [3], counts != 1 { try check(found > 10, "\(found) sections ahead") }
            }
        }
    }

    /// Lists, of which all sections with items can be passed over, with blocks or without.
    @Test(arguments: Axis.allCases)
    func lists(_ axis: Axis) throws {
        try withEvery("counts", in: Self.counts.indices) { counts in
            let list = ListLayout(insets: EdgeInsets(top: 3, left: 4.5, bottom: 5, right: 9), lineSpacing: 1.5)
            let content = try content(list, counts: Self.counts[counts], seed: counts, axis: axis) { random in
                [random.index(below: 300) == 0 ? 4e9 : random.uniform(0, 90)]
            }
            let found = try checkSections(content)
            try check(found == content.sections.count { $0.count > 0 }, "\(found) sections ahead")
        }
    }

    /// Sections of several layouts, of equal items, in pages and without items, among each other: the cache answers as if each had been
    /// passed over by itself, on any number of threads.
    @Test func mixedSections() throws {
        try withEvery("seed", in: 0..<6) { seed in
            var random = SplitMix64(seed: UInt64(seed))
            var content = try Content(bounds: Size(width: 390, height: 844))
            let layouts = [
                try content.addLayout(FlowLayout()), try content.addLayout(ListLayout()),
                try content.addLayout(FlowLayout(insets: EdgeInsets(all: 9), alignment: .center)),
            ]
            for section in 0..<300 {
                let layout = layouts[random.index(below: 8) < 6 ? 0 : 1 + random.index(below: 2)]
                let count = random.index(below: 20) == 0 ? 300 : random.index(below: 40)
                if random.index(below: 6) == 0, layout != layouts[1] {
                    try content.appendUniformSection(layout: layout, count: count, value: [70, 40])
                } else {
                    let width = layout == layouts[1] ? 1 : 2
                    let values = (0..<count * width).map { _ in random.uniform(20, 150) }
                    try content.appendSection(
                        layout: layout, values: values, header: section % 7 == 0 ? Size(width: 390, height: 20) : .zero)
                }
            }
            let long = (0..<1200).map { _ in random.uniform(20, 150) }
            try content.appendSection(layout: layouts[0], values: long)
            let last = content.sections.count - 1
            try content.apply(.insertItems(section: last, at: 90, .each(count: 1, values: [50, 60])))
            #expect(content.isPaged(last))
            #expect(try checkSections(content) > 60)
            var expected = FullArrayCache()
            try expected.prepare(content)
            for threads in [1, 2, 5] {
                content.parallelism = threads
                var cache = CheckpointCache()
                try cache.prepare(content)
                cache.checkInvariants()
                try check(cache.contentSize == expected.contentSize, "\(cache.contentSize), \(expected.contentSize)")
                for section in content.sections.indices {
                    let (got, want) = (cache.geometry(ofSection: section), expected.geometry(ofSection: section))
                    try check(got == want, "section \(section): \(got), expected \(want)")
                }
            }
        }
    }

    /// A block of two items before a row that is nearly as broad as the section: nothing behind the section's values is read, which
    /// the address sanitizer sees.
    @Test func aShortBlockIsReadNoFurther() throws {
        var content = try Content(bounds: Size(width: 255, height: 500))
        content.parallelism = 1
        let flow = try content.addLayout(FlowLayout(lineSpacing: 0, itemSpacing: 0))
        for _ in 0..<15 { try content.appendSection(layout: flow, values: [2, 2, 3, 3]) }
        // Rows of items 0 to 126, of 127 and 128, and of the last one.
        try content.appendSection(layout: flow, values: (0..<129).flatMap { _ in [2.0, 2] } + [254, 2])
        var (cache, oracle) = (CheckpointCache(), FullArrayCache())
        try cache.prepare(content)
        try oracle.prepare(content)
        #expect(oracle.frame(of: ElementID(section: 15, item: 129)) == Rect(x: 0, y: 49, width: 254, height: 2))
        if let difference = expectEquivalent(cache, oracle, [.everything]) { throw CheckFailure(difference) }
    }
}
