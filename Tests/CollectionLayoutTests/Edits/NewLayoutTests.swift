import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections that bring layouts which the content does not have yet.
@Suite struct NewLayoutTests {
    private static let bounds = Size(width: 390, height: 844)

    /// Rows of sizes in several sections, with one layout.
    private func rows(_ counts: [Int], snapping: Snapping = .grain) throws -> Content {
        var content = try Content(bounds: Self.bounds, snapping: snapping)
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        for count in counts {
            try content.appendSection(layout: list, values: (0..<count).map { Double(20 + $0 * 7 % 31) })
        }
        return content
    }

    private func section(_ layout: some SectionLayout, _ count: Int, values: [Double]) -> SectionDescription {
        SectionDescription(
            layout: .layout(layout), items: .each(count: count, values: (0..<count).flatMap { _ in values }),
            header: Size(width: 390, height: 20))
    }

    /// The content with all edits, made anew.
    private func expected(_ content: Content, _ changes: [Change]) throws -> any AttributeCache {
        var edited = content
        for change in changes { try edited.apply(change) }
        var fresh = try Content(bounds: Self.bounds, snapping: content.container.snapping)
        for layout in edited.layouts { _ = try fresh.addLayout(layout) }
        for index in edited.sections.indices {
            try fresh.insert(edited.description(ofSection: index), at: index)
        }
        return try CacheStrategy.oracle.prepared(fresh)
    }

    /// All strategies, which lay out the first content, say after each step what a content made anew says.
    private func check(_ content: Content, _ steps: [[Change]]) throws {
        for strategy in CacheStrategy.all {
            var cache: any AttributeCache = try strategy.prepared(content)
            for number in 1...steps.count {
                try cache.apply(steps[number - 1])
                cache.checkInvariants()
                let oracle = try expected(content, steps[..<number].flatMap { $0 })
                let everything = Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
                if let difference = expectEquivalent(cache, oracle, [everything]) {
                    throw CheckFailure("\(strategy.id), step \(number): \(difference)")
                }
            }
        }
    }

    /// Lanes that items choose come to a content without any, whose blocks have split and come since it was prepared; then
    /// items come and go on either side.
    @Test(arguments: [Snapping.grain, .none])
    func lanesComeToRows(_ snapping: Snapping) throws {
        let content = try rows([200, 40, 3], snapping: snapping)
        let more = NewItems.each(count: 90, values: (0..<90).map { Double(10 + $0 % 13) })
        let lanes = section(WaterfallLayout(laneCount: 3, itemSpacing: 4), 100, values: [100])
        let flow = section(FlowLayout(lineSpacing: 2, itemSpacing: 3), 64, values: [80, 40])
        try check(
            content,
            [
                [.insertItems(section: 0, at: 50, more)], [.insertSection(at: 1, lanes)],
                [.insertItems(section: 0, at: 10, more), .insertSection(at: 4, flow)],
                [.deleteItems(section: 0, 20..<80), .resize(section: 4, item: 5, to: [300, 10])],
                [.deleteSection(at: 0), .replaceSection(at: 1, with: lanes), .insertSection(at: 0, flow)],
            ])
    }

    /// A layout of more state than any the content had.
    @Test func moreState() throws {
        let many = section(WaterfallLayout(laneCount: 40, itemSpacing: 1), 500, values: [10])
        try check(
            try rows([100]),
            [[.insertSection(at: 0, many)], [.resize(section: 1, item: 30, to: [9])], [.deleteSection(at: 1)]])
    }

    /// So many edits that all is laid out anew.
    @Test func manyEdits() throws {
        let flow = section(FlowLayout(itemSpacing: 3), 8, values: [80, 40])
        let content = try rows([30, 5])
        try check(
            content,
            [
                (0..<80).map { .insertSection(at: $0 % 3, flow) },
                (0..<100).map { .resize(section: $0 % 80, item: $0 % 5, to: [Double(50 + $0), 40]) }
                    .filter { change in
                        if case .resize(let section, _, _) = change { return section > 2 && section < 70 }
                        return false
                    },
            ])
    }

    /// A layout with the same parameters is the same one; with others, another one.
    @Test func equalLayoutsAreOne() throws {
        var content = try rows([4, 4])
        func insert(_ layout: some SectionLayout) throws {
            try content.apply(.insertSection(at: 1, section(layout, 2, values: [30])))
        }
        try insert(ListLayout(lineSpacing: 1))
        #expect(content.layouts.count == 1)
        try insert(ListLayout(lineSpacing: 2))
        try insert(ListLayout(lineSpacing: 2))
        #expect(content.layouts.count == 2 && content.sections.map { Int($0.layout) } == [0, 1, 1, 0, 0])
        #expect(content.index(of: .layout(ListLayout(lineSpacing: 2))) == 1)
        #expect(content.index(of: .layout(GridLayout())) == nil && content.index(of: 2) == nil)
    }

    /// Whatever is refused leaves the layouts as they were.
    @Test func refusedSections() throws {
        let content = try rows([4, 4])
        let good = section(ListLayout(lineSpacing: 2), 2, values: [30])
        let badLayout = section(ListLayout(lineSpacing: .nan), 2, values: [30])
        let badValue = section(ListLayout(lineSpacing: 3), 2, values: [-1])
        let tooLong = section(ListLayout(lineSpacing: 4), 4, values: [Snapping.largestCoordinate / 2])
        for bad in [badLayout, badValue, tooLong] {
            for changes in [
                [.insertSection(at: 0, good), .insertSection(at: 0, bad)], [.replaceSection(at: 1, with: bad)],
                [Change](repeating: .insertSection(at: 0, good), count: 70) + [.insertSection(at: 1, bad)],
            ] {
                for strategy in CacheStrategy.all {
                    var cache: any AttributeCache = try strategy.prepared(content)
                    #expect(throws: LayoutError.self) { try cache.apply(changes) }
                    #expect(cache.content.layouts.count == 1, "\(strategy.id)")
                    if let difference = expectEquivalent(
                        cache, try expected(content, []), [Rect(x: 0, y: 0, width: 390, height: 1e6)])
                    {
                        throw CheckFailure("\(strategy.id): \(difference)")
                    }
                }
            }
        }
    }

    /// Items that are inserted into such a section, and moved to it, are checked by its layout.
    @Test func transactions() throws {
        let content = try rows([4, 4])
        let flow = section(FlowLayout(), 3, values: [10, 12])
        func transaction(_ value: [Double], movesItem: Bool = false) -> Transaction {
            var transaction = Transaction()
            transaction.insertSection(flow, at: 1)
            transaction.insertItems(.uniform(count: 2, value: value), at: LayoutIndexPath(item: 1, section: 1))
            if movesItem {
                transaction.moveItem(
                    from: LayoutIndexPath(item: 0, section: 0), to: LayoutIndexPath(item: 0, section: 1))
            }
            transaction.reloadSection(at: 1, with: section(ListLayout(lineSpacing: 9), 2, values: [5]))
            transaction.expectedCounts = [movesItem ? 3 : 4, 5, 2]
            return transaction
        }
        try check(content, [try transaction([30, 40]).changes(in: content)])
        #expect(
            throws: LayoutError.badValueCount(section: 1, got: 1, expected: 2),
            performing: { _ = try transaction([30]).changes(in: content) })
        #expect(
            throws: LayoutError.badEdit(
                section: 0, item: 0, reason: "it has 1 values and cannot move to section 1, whose items have 2"),
            performing: { _ = try transaction([30, 40], movesItem: true).changes(in: content) })
    }

    /// Of several sections that come with their layouts, the error says which one cannot have its own.
    @Test func aBadLayoutIsNamedBySection() throws {
        var content = try rows([4, 4])
        let bad = section(WaterfallLayout(laneCount: 0), 0, values: [])
        let error = LayoutError.badParameter(
            name: "lane count of the layout of section 1", value: 0, expected: "1 to 1024")
        #expect(throws: error) { try content.apply(.insertSection(at: 1, bad)) }
        #expect(throws: error) {
            var transaction = Transaction()
            transaction.insertSection(self.section(FlowLayout(), 3, values: [10, 12]), at: 0)
            transaction.insertSection(bad, at: 1)
            _ = try transaction.changes(in: content)
        }
    }

    /// References are equal as what they refer to is.
    @Test func references() {
        let list = LayoutReference.layout(ListLayout(lineSpacing: 1))
        #expect(list == .layout(ListLayout(lineSpacing: 1)) && list != .layout(ListLayout(lineSpacing: 2)))
        #expect(list != 0 && LayoutReference.index(3) == 3 && LayoutReference.index(3) != 4)
        #expect(Set([list, 1, .layout(ListLayout(lineSpacing: 1)), .layout(GridLayout()), .index(1)]).count == 3)
    }

    /// Edits of a section that comes with its layout, taken back with it as the last of them makes the content too long.
    @Test(arguments: CacheStrategy.all)
    func whatIsRefusedTakesItsLayoutAlong(_ strategy: CacheStrategy) throws {
        let new = SectionDescription(layout: .layout(ListLayout()), items: .each(count: 2, values: [1, 2]))
        let tooLong = Change.insertItems(section: 0, at: 1, .uniform(count: 2, value: [7e12]))
        for edits in [
            [tooLong], [.deleteItems(section: 0, 0..<1), tooLong],
            [.moveItem(from: LayoutIndexPath(0, 0), to: LayoutIndexPath(0, 1)), tooLong],
        ] {
            var cache = try strategy.prepared(try Content(bounds: Size(width: 100, height: 100)))
            #expect(throws: LayoutError.self) { try cache.apply([.insertSection(at: 0, new)] + edits) }
            #expect(cache.elementCount == 0 && cache.content.layouts.isEmpty)
            try cache.apply([.insertSection(at: 0, new)])
            #expect(cache.elementCount == 2)
        }
    }
}
