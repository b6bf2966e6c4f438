import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Edits that happen at once lead to what their definition says: what is inserted and moved stands at its path, and what
/// stays fills the rest in its order.
@Suite struct TransactionTests {
    /// A random transaction and what it leads to, by the numbers of a model's items; 0 is new.
    private struct World {
        var model: ContentModel
        var transaction = Transaction()
        var expected: [[Int]] = []

        private struct Unit {
            var numbers: [Int]
            /// Where it ends up, told to the transaction; nil for what stays.
            var place: ((inout Transaction, LayoutIndexPath) -> Void)?
        }

        private static func items(_ count: Int) -> NewItems {
            .each(count: count, values: (0..<count).map { Double($0 + 1) })
        }

        /// Mixes what stays, in its order, with what is put.
        private static func mix(_ staying: [Unit], _ put: [Unit], _ random: inout SplitMix64) -> [Unit] {
            var units = staying
            for unit in put { units.insert(unit, at: random.index(below: units.count + 1)) }
            return units
        }

        /// - Parameter layout: One of a number an item.
        init(_ random: inout SplitMix64, items: Int = 6, layout: String = "list") {
            model = ContentModel([NamedLayout.named(layout)!])
            for index in 0..<random.index(below: 5) {
                let section = SectionDescription(layout: 0, items: Self.items(random.index(below: items)))
                model.apply(.insertSection(at: index, section))
            }
            model.place()
            // Sections: a unit's number is its former index, or what it begins with below 0.
            var staying: [Unit] = []
            var put: [Unit] = []
            for index in model.sections.indices {
                switch random.index(below: 8) {
                case 0: transaction.deleteSections([index])
                case 1:
                    let count = random.index(below: 3)
                    transaction.reloadSection(
                        at: index, with: SectionDescription(layout: 0, items: Self.items(count)))
                    staying.append(Unit(numbers: [-1 - count]))
                case 2:
                    put.append(Unit(numbers: [index]) { $0.moveSection(from: index, to: $1.section) })
                default: staying.append(Unit(numbers: [index]))
                }
            }
            for _ in 0..<random.index(below: 3) {
                let count = random.index(below: 3)
                put.append(
                    Unit(numbers: [-1 - count]) {
                        $0.insertSection(SectionDescription(layout: 0, items: Self.items(count)), at: $1.section)
                    })
            }
            let sections = Self.mix(staying, put, &random)
            for (index, unit) in sections.enumerated() { unit.place?(&transaction, LayoutIndexPath(index, 0)) }
            placeItems(sections.map { $0.numbers[0] }, &random)
            if random.index(below: 2) == 0 { transaction.expectedCounts = expected.map(\.count) }
        }

        private mutating func placeItems(_ sections: [Int], _ random: inout SplitMix64) {
            var staying = sections.map { section in
                section < 0 ? [Unit](repeating: Unit(numbers: [0]), count: -1 - section) : []
            }
            var put = sections.map { _ in [Unit]() }
            for (index, section) in sections.enumerated() where section >= 0 {
                for (item, value) in model.sections[section].items.enumerated() {
                    let path = LayoutIndexPath(section, item)
                    switch random.index(below: 8) {
                    case 0: transaction.deleteItems(at: [path])
                    case 1:
                        transaction.reloadItem(at: path, value: [99])
                        staying[index].append(Unit(numbers: [0]))
                    case 2, 3:
                        put[random.index(below: sections.count)].append(
                            Unit(numbers: [value.number]) { $0.moveItem(from: path, to: $1) })
                        if item % 2 == 0 { transaction.resizeItem(at: path, to: [7]) }
                    default: staying[index].append(Unit(numbers: [value.number]))
                    }
                }
            }
            for _ in 0..<(sections.isEmpty ? 0 : random.index(below: 4)) {
                let count = 1 + random.index(below: 3)
                put[random.index(below: sections.count)].append(
                    Unit(numbers: [Int](repeating: 0, count: count)) { $0.insertItems(Self.items(count), at: $1) })
            }
            for section in sections.indices {
                var numbers: [Int] = []
                for unit in Self.mix(staying[section], put[section], &random) {
                    unit.place?(&transaction, LayoutIndexPath(section, numbers.count))
                    numbers += unit.numbers
                }
                expected.append(numbers)
            }
        }

        func check() throws {
            let content = try model.content(.vertical)
            var after = model
            let changes = try transaction.changes(in: content)
            for change in changes { after.apply(change) }
            let known = Set(model.sections.flatMap(\.items).map(\.number))
            let got = after.sections.map { $0.items.map { known.contains($0.number) ? $0.number : 0 } }
            try LayoutTestSupport.check(got == expected, "\(transaction): \(got), expected \(expected)")
            try after.check(ElementMap(changes), since: model)
            var edited = content
            for change in changes { try edited.apply(change) }
            try after.check(edited)
        }
    }

    @Test func randomTransactions() throws {
        try withEvery("seed", in: 0..<6000 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            // Now and then so many that maps of them are in several chunks.
            try World(&random, items: seed % 100 == 1 ? 900 : seed % 10 == 0 ? 60 : 6).check()
        }
    }

    /// All that a transaction can say at once, by all strategies.
    @Test(arguments: ["list", "staggered", "waterfall", "table"])
    func strategiesTakeTransactions(_ layout: String) throws {
        try withEvery("seed", in: 0..<200 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let world = World(&random, items: seed % 4 == 0 ? 80 : 8, layout: layout)
            let content = try world.model.content(.vertical)
            let changes = try world.transaction.changes(in: content)
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            try oracle.apply(changes)
            if layout != "waterfall" {
                var fresh = FullArrayCache()
                try fresh.prepare(oracle.content)
                if let difference = expectEquivalent(oracle, fresh, [everything]) { throw CheckFailure(difference) }
            }
            for strategy in CacheStrategy.all {
                var cache = try strategy.prepared(content)
                try cache.apply(changes)
                cache.checkInvariants()
                if let difference = expectEquivalent(cache, oracle, [everything]) {
                    throw CheckFailure("\(strategy.id): \(difference)")
                }
            }
        }
    }

    private func content(_ counts: [Int] = [4, 3]) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let list = try content.addLayout(ListLayout())
        for count in counts { try content.appendUniformSection(layout: list, count: count, value: [10]) }
        return content
    }

    /// The example of UIKit's documentation: a deletion does not move the path of an insertion.
    @Test func deletionsGoFirst() throws {
        var transaction = Transaction()
        transaction.insertItems(.uniform(count: 1, value: [5]), at: LayoutIndexPath(0, 1))
        transaction.deleteItems(at: [LayoutIndexPath(0, 0), LayoutIndexPath(0, 1)])
        transaction.expectedCounts = [3, 3]
        #expect(
            try transaction.changes(in: content()) == [
                .deleteItems(section: 0, 0..<2), .insertItems(section: 0, at: 1, .uniform(count: 1, value: [5])),
            ])
    }

    @Test func contradictionsAreRefused() throws {
        let (path, other) = (LayoutIndexPath(0, 1), LayoutIndexPath(1, 1))
        let one = NewItems.uniform(count: 1, value: [5])
        let section = SectionDescription(layout: 0, items: one)
        typealias Case = (section: Int, item: Int?, words: String, edits: (inout Transaction) -> Void)
        let cases: [Case] = [
            (0, 1, "twice", { $0.deleteItems(at: [path, path]) }),
            (
                0, 1, "twice",
                {
                    $0.deleteItems(at: [path]); $0.reloadItem(at: path, value: [1])
                }
            ),
            (
                0, 1, "twice",
                {
                    $0.moveItem(from: path, to: other); $0.deleteItems(at: [path])
                }
            ),
            (
                0, 1, "resized",
                {
                    $0.resizeItem(at: path, to: [1]); $0.deleteItems(at: [path])
                }
            ),
            (
                0, 1, "its section",
                {
                    $0.resizeItem(at: path, to: [1]); $0.deleteSections([0])
                }
            ),
            (
                0, 1, "its section",
                {
                    $0.deleteItems(at: [path]); $0.reloadSection(at: 0, with: section)
                }
            ),
            (0, 9, "before", { $0.deleteItems(at: [LayoutIndexPath(0, 9)]) }),
            (0, 9, "before", { $0.resizeItem(at: LayoutIndexPath(0, 9), to: [1]) }),
            (0, -1, "before", { $0.reloadItem(at: LayoutIndexPath(0, -1), value: [1]) }),
            (2, 0, "before", { $0.moveItem(from: LayoutIndexPath(2, 0), to: path) }),
            (2, 0, "no such section after", { $0.insertItems(one, at: LayoutIndexPath(2, 0)) }),
            (
                1, 0, "no such section after",
                {
                    $0.insertItems(one, at: LayoutIndexPath(1, 0)); $0.deleteSections([0])
                }
            ),
            (0, 5, "no such place", { $0.insertItems(one, at: LayoutIndexPath(0, 5)) }),
            (0, -1, "no such place", { $0.insertItems(one, at: LayoutIndexPath(0, -1)) }),
            (
                0, 1, "put something",
                {
                    $0.insertItems(one, at: path); $0.moveItem(from: other, to: path)
                }
            ),
            (2, nil, "before", { $0.deleteSections([2]) }),
            (
                0, nil, "twice",
                {
                    $0.deleteSections([0]); $0.moveSection(from: 0, to: 0)
                }
            ),
            (3, nil, "no such place", { $0.insertSection(section, at: 3) }),
            (
                1, nil, "put something",
                {
                    $0.insertSection(section, at: 1); $0.moveSection(from: 0, to: 1)
                }
            ),
        ]
        for (section, item, words, edits) in cases {
            var transaction = Transaction()
            edits(&transaction)
            let error = #expect(throws: LayoutError.self, "\(words)") { try transaction.changes(in: content()) }
            guard case .badEdit(section, item, let reason)? = error else {
                Issue.record("\(words): \(String(describing: error))")
                continue
            }
            #expect(reason.contains(words), "\(error!)")
        }
    }

    @Test func countsMustAddUp() throws {
        var transaction = Transaction()
        transaction.deleteItems(at: [LayoutIndexPath(0, 0)])
        transaction.moveItem(from: LayoutIndexPath(1, 0), to: LayoutIndexPath(0, 0))
        for counts in [[4, 2], [4, 3], [3, 2], [4], []] {
            transaction.expectedCounts = counts
            if counts == [4, 2] {
                _ = try transaction.changes(in: content())
            } else {
                let error = #expect(throws: LayoutError.self) { try transaction.changes(in: content()) }
                guard case .unexpectedCount? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(error!.description.contains("expected"))
            }
        }
    }

    /// Every element that was visible or is now is exactly one of persisting, inserted and deleted.
    @Test func visibleElements() throws {
        try withEvery("seed", in: 0..<300 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            let world = World(&random)
            var engine = try Engine(
                try world.model.content(.vertical), bounds: Rect(x: 0, y: 10, width: 400, height: 40))
            let before = engine
            let map = try engine.performBatchUpdates(world.transaction)
            func visible(_ engine: Engine) -> [ElementID] {
                engine.layoutAttributesForElements(in: engine.bounds).map(\.id)
            }
            var old: [ElementID] = []
            var new: [ElementID] = []
            for update in engine.visibleElementUpdates {
                switch update {
                case .inserted(let id):
                    try check(map.old(of: id) == nil, "\(id) was not inserted")
                    try check(engine.initialLayoutAttributesForAppearingElement(id)?.alpha == 0, "\(id) appears")
                    new.append(id)
                case .deleted(let id):
                    try check(map.new(of: id) == nil, "\(id) was not deleted")
                    let final = engine.finalLayoutAttributesForDisappearingElement(id)
                    try check(final?.alpha == 0 && final?.frame == before.layoutAttributes(for: id)?.frame, "\(id)")
                    old.append(id)
                case .persisting(let from, let to):
                    try check(map.new(of: from) == to && map.old(of: to) == from, "\(from) is not \(to)")
                    let (start, end) = (
                        engine.initialLayoutAttributesForAppearingElement(to),
                        engine.finalLayoutAttributesForDisappearingElement(from)
                    )
                    let was = try #require(before.layoutAttributes(for: from)?.frame)
                    let window = Rect(x: 0, y: 10 - 40, width: 400, height: 3 * 40)
                    if was.intersects(window) {
                        try check(start?.frame == was && start?.alpha == 1, "\(to)")
                    } else {
                        var edge = try #require(engine.layoutAttributes(for: to)?.frame)
                        edge.y = was.y < window.minY ? window.minY - edge.height : window.maxY
                        try check(start?.frame == edge, "\(to)")
                    }
                    try check(end == engine.layoutAttributes(for: to) && end != nil, "\(from)")
                    old.append(from)
                    new.append(to)
                }
            }
            try check(Set(old).count == old.count && Set(new).count == new.count, "an element twice")
            try check(Set(old).isSuperset(of: visible(before)), "an element vanished")
            try check(Set(new).isSuperset(of: visible(engine)), "an element appeared")
        }
    }
}
