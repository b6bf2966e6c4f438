import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections that come, go and move among many.
@Suite struct SectionEditTests {
    /// Where edits strike.
    enum Place: CaseIterable {
        case anywhere, front, back, ends, inOnePlace
    }

    /// Sections as an array, edited in the plainest way.
    struct World {
        var sections: [SectionDescription] = []
        var random: SplitMix64
        let place: Place
        let snapping: Snapping

        init(_ count: Int, seed: UInt64, _ place: Place = .anywhere, snapping: Snapping = .grain) {
            random = SplitMix64(seed: seed)
            (self.place, self.snapping) = (place, snapping)
            for _ in 0..<count { sections.append(section()) }
        }

        /// A cache of the sections as they are.
        func prepared() throws -> IncrementalCache {
            var cache = IncrementalCache()
            try cache.prepare(content())
            return cache
        }

        func content() throws -> Content {
            var content = try Content(bounds: Size(width: 390, height: 844), snapping: snapping)
            _ = try content.addLayout(ListLayout(lineSpacing: 1))
            _ = try content.addLayout(FlowLayout(lineSpacing: 3, itemSpacing: 4))
            for section in sections { try content.insert(section, at: content.sections.count) }
            return content
        }

        mutating func section() -> SectionDescription {
            let layout = random.index(below: 2)
            let count = [0, 1, 2, 5, 70][random.index(below: 5)]
            let values = (0..<count * (layout + 1)).map { _ in Double(1 + random.index(below: 2000)) / 16 }
            return SectionDescription(
                layout: layout, items: .each(count: count, values: values),
                header: random.index(below: 2) == 0 ? .zero : Size(width: 390, height: 28.5),
                footer: random.index(below: 4) == 0 ? Size(width: 390, height: 12) : .zero,
                background: random.index(below: 4) == 0 ? .background : nil)
        }

        private mutating func index(below count: Int) -> Int {
            switch place {
            case .anywhere: random.index(below: count)
            case .front: 0
            case .back: count - 1
            case .ends: random.index(below: 2) * (count - 1)
            case .inOnePlace: count * 2 / 3
            }
        }

        /// An edit of sections, which has been done here, or one of items, which has not.
        mutating func change() -> Change {
            let count = sections.count
            if count == 0 || random.index(below: 5) < 2 {
                let index = index(below: count + 1)
                let section = section()
                sections.insert(section, at: index)
                return .insertSection(at: index, section)
            }
            let index = index(below: count)
            switch random.index(below: 3) {
            case 0:
                sections.remove(at: index)
                return .deleteSection(at: index)
            case 1:
                let to = random.index(below: count)
                sections.insert(sections.remove(at: index), at: to)
                return .moveSection(from: index, to: to)
            default:
                sections[index] = section()
                return .replaceSection(at: index, with: sections[index])
            }
        }

        /// Puts an item into a section, or takes the first one out.
        mutating func itemChange() -> Change? {
            guard let index = sections.indices.randomElement(using: &random) else { return nil }
            let section = sections[index]
            guard case .each(let count, let values) = section.items else { return nil }
            let width = section.layout == 0 ? 1 : 2
            if count > 0, random.index(below: 2) == 0 {
                sections[index].items = .each(count: count - 1, values: Array(values[width...]))
                return .deleteItems(section: index, 0..<1)
            }
            let new = (0..<width).map { _ in Double(1 + random.index(below: 2000)) / 16 }
            sections[index].items = .each(count: count + 1, values: new + values)
            return .insertItems(section: index, at: 0, .each(count: 1, values: new))
        }
    }

    private func check(_ cache: IncrementalCache, _ world: World, _ step: Int) throws {
        let content = try world.content()
        try LayoutTestSupport.check(cache.content.sections.count == content.sections.count, "number of sections")
        let oracle = try CacheStrategy.oracle.prepared(content)
        let all = try BruteForce(oracle)
        if all.frames.isEmpty { return try all.checkFrames(cache) }
        try all.checkAll(cache, around: step * 7919, seed: UInt64(step))
        for section in content.sections.indices
        where cache.geometry(ofSection: section) != oracle.geometry(ofSection: section) {
            throw CheckFailure("section \(section): \(cache.geometry(ofSection: section))")
        }
    }

    /// Up to a few more than one node of the tree has leaves, and than a chunk of the list has sections.
    @Test(arguments: Place.allCases, [0, 15, 17, 250, 1100])
    func editsAreExact(_ place: Place, _ count: Int) throws {
        var world = World(count, seed: UInt64(count), place)
        var cache = try world.prepared()
        try withEvery("transaction", in: 0..<12) { step in
            var changes = (0..<[1, 3, 50][step % 3]).map { _ in world.change() }
            for _ in 0..<step % 4 { if let change = world.itemChange() { changes.append(change) } }
            if step % 5 == 4 { changes.append(world.change()) }
            try cache.apply(changes)
            try check(cache, world, step)
        }
    }

    /// What does not snap is stacked anew, so that the same sums come of it.
    @Test func editsOfLengthsThatDoNotSnapAreExact() throws {
        var world = World(40, seed: 3, snapping: .none)
        var cache = try world.prepared()
        try withEvery("transaction", in: 0..<20) { step in
            try cache.apply([world.change(), world.change()])
            try check(cache, world, step)
        }
    }

    /// All go, and others come.
    @Test func allComeAndGo() throws {
        var world = World(300, seed: 4)
        var cache = try world.prepared()
        for round in 0..<3 {
            while !world.sections.isEmpty {
                let last = world.sections.count - 1
                let index = round == 0 ? last : round == 1 ? 0 : world.random.index(below: last + 1)
                world.sections.remove(at: index)
                try cache.apply(.deleteSection(at: index))
            }
            try check(cache, world, round)
            for _ in 0..<300 {
                let section = world.section()
                let index = round == 0 ? 0 : world.sections.count
                world.sections.insert(section, at: index)
                try cache.apply(.insertSection(at: index, section))
            }
            try check(cache, world, round + 10)
        }
    }

    /// A transaction that is refused because the last of its sections is too long leaves all of them where they were.
    @Test func refusedEditsAreTakenBack() throws {
        var world = World(100, seed: 5)
        var cache = try world.prepared()
        let long = SectionDescription(
            layout: 0, items: .uniform(count: 1 << 10, value: [Snapping.largestCoordinate / 4]))
        try withEvery("transaction", in: 0..<10) { step in
            var lost = world
            let changes = (0..<5).map { _ in lost.change() }
            let place = step * 9 % lost.sections.count
            #expect(throws: LayoutError.self) { try cache.apply(changes + [.insertSection(at: place, long)]) }
            try check(cache, world, step)
            try cache.apply([world.change(), world.change()])
            try check(cache, world, step + 100)
        }
    }

    /// What a section held goes to the next one: a feed whose sections come and go does not grow.
    @Test func memoryIsReused() throws {
        var world = World(200, seed: 6)
        var cache = try world.prepared()
        func turn() throws {
            for _ in 0..<500 {
                let section = world.random.index(below: 200)
                let description = cache.content.description(ofSection: section)
                try cache.apply([.deleteSection(at: section), .insertSection(at: section * 7 % 200, description)])
            }
        }
        try turn()
        let bytes = cache.byteCount
        for _ in 0..<4 { try turn() }
        #expect(cache.byteCount <= bytes + bytes / 50, "\(bytes), then \(cache.byteCount)")
    }

    /// A section that comes has its own items placed, and no others; one that goes or moves none.
    @Test func onlyNewItemsArePlaced() throws {
        var world = World(500, seed: 7)
        let placed = PlacedItems()
        var cache = IncrementalCache()
        try cache.prepare(try world.content().counting(in: placed))
        try withEvery("edit", in: 0..<200) { _ in
            let change = world.change()
            let before = placed.count
            try cache.apply(change)
            let new =
                switch change {
                case .insertSection(_, let section), .replaceSection(_, let section): section.items.count
                default: 0
                }
            try LayoutTestSupport.check(placed.count - before == new, "\(placed.count - before) of \(new) items")
        }
    }
}
