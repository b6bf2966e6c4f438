import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Differences of the standard library lead from one list of identifiers to another one.
@Suite struct DifferenceTests {
    /// What an item is: its length tells which one.
    private static func length(_ id: Int) -> Double { Double(id + 1) }

    private static func description(_ ids: [Int]) -> SectionDescription {
        SectionDescription(layout: 0, items: .each(count: ids.count, values: ids.map(length)))
    }

    private static func content(_ sections: [[Int]]) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        for ids in sections { try content.appendSection(layout: list, values: ids.map(length)) }
        return content
    }

    private static func ids(_ content: Content) -> [[Int]] {
        content.sections.indices.map { section in
            (0..<Int(content.sections[section].count)).map {
                Int(content.value(section: section, item: $0)[0]) - 1
            }
        }
    }

    /// Some of the numbers below a limit, in any order.
    private static func list(_ random: inout SplitMix64, below limit: Int) -> [Int] {
        Array((0..<limit).shuffled(using: &random).prefix(random.index(below: limit + 1)))
    }

    /// Every list comes out as the app has it; what is in both is the same item unless a difference without moves says otherwise.
    @Test func itemsFollowTheList() throws {
        try withEvery("seed", in: 0..<2000 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let old = Self.list(&random, below: 12)
            // Now and then next to nothing changes.
            let new = seed % 4 == 0 ? old.filter { $0 % 5 > 0 } + [20] : Self.list(&random, below: 14)
            let content = try Self.content([[3], old])
            let difference = new.difference(from: old)
            for (difference, keepsAll) in [(difference, false), (difference.inferringMoves(), true)] {
                var transaction = Transaction()
                transaction.changeItems(ofSection: 1, by: difference) { [Self.length($0)] }
                transaction.expectedCounts = [1, new.count]
                let changes = try transaction.changes(in: content)
                var after = content
                for change in changes { try after.apply(change) }
                try check(Self.ids(after) == [[3], new], "\(old) to \(new): \(Self.ids(after))")
                let map = ElementMap(changes)
                for (item, id) in old.enumerated() {
                    let place = map.new(of: ElementID(section: 1, item: Int32(item)))
                    let expected = new.firstIndex(of: id).map { ElementID(section: 1, item: Int32($0)) }
                    try check(
                        place == expected || (!keepsAll && place == nil), "\(old) to \(new): \(id) at \(place as Any)")
                }
            }
        }
    }

    @Test func sectionsFollowTheirList() throws {
        try withEvery("seed", in: 0..<500 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let (old, new) = (Self.list(&random, below: 7), Self.list(&random, below: 8))
            // What a section holds before and after.
            let items = (0..<8).map { _ in (old: Self.list(&random, below: 6), new: Self.list(&random, below: 6)) }
            var transaction = Transaction()
            transaction.changeSections(by: new.difference(from: old).inferringMoves()) {
                Self.description(items[$0].new)
            }
            for (section, id) in old.enumerated() {
                guard let index = new.firstIndex(of: id) else { continue }
                let difference = items[id].new.difference(from: items[id].old).inferringMoves()
                transaction.changeItems(ofSection: section, now: index, by: difference) { [Self.length($0)] }
            }
            let content = try Self.content(old.map { items[$0].old })
            var after = content
            for change in try transaction.changes(in: content) { try after.apply(change) }
            let expected = new.map { items[$0].new }
            try check(Self.ids(after) == expected, "\(old) to \(new): \(Self.ids(after)), expected \(expected)")
        }
    }

    /// Neighbours come at once: one edit, however many.
    @Test func neighboursComeTogether() throws {
        let (old, new) = (Array(10..<20), Array(0..<20) + [30])
        var transaction = Transaction()
        transaction.changeItems(ofSection: 0, by: new.difference(from: old)) { [Self.length($0)] }
        let changes = try transaction.changes(in: Self.content([old]))
        #expect(
            changes == [
                .insertItems(section: 0, at: 0, .each(count: 10, values: (1...10).map(Double.init))),
                .insertItems(section: 0, at: 20, .each(count: 1, values: [31])),
            ])
    }

    private struct Unknown: Error, Equatable {
        let id: Int
    }

    /// Two wrong numbers of values do not make up for each other, and what throws leaves all as it was.
    @Test func whatIsWrongIsRefused() throws {
        var transaction = Transaction()
        transaction.changeItems(ofSection: 0, by: [1, 2, 3].difference(from: [])) {
            $0 == 1 ? [] : $0 == 2 ? [9, 9] : [9]
        }
        let content = try Self.content([[]])
        #expect(throws: LayoutError.badValueCount(section: 0, got: 0, expected: 1)) {
            try transaction.changes(in: content)
        }
        let former = transaction
        #expect(throws: Unknown(id: 2)) {
            try transaction.changeItems(ofSection: 0, by: [1, 2].difference(from: [])) { id throws(Unknown) in
                guard id != 2 else { throw Unknown(id: id) }
                return [1]
            }
        }
        #expect(throws: Unknown(id: 5)) {
            try transaction.changeSections(by: [5].difference(from: [4])) { id throws(Unknown) in throw Unknown(id: id)
            }
        }
        #expect(transaction == former)
    }
}
