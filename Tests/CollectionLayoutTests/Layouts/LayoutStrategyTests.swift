import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite("Every strategy with every layout")
struct LayoutStrategyTests {
    /// Two sections of a layout around one of a list.
    private func content(_ entry: NamedLayout, _ axis: Axis, _ count: Int, _ seed: UInt64) throws -> Content {
        var content = try Content(axis: axis, bounds: Size(width: 1000, height: 1000))
        let layout = try content.addLayout(entry.make())
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        let header = Size(width: 30, height: 20)
        try content.append(entry.values(count, seed: seed), layout: layout, header: header, footer: header)
        try content.appendUniformSection(layout: list, count: 3, value: [40], background: .background)
        try content.append(entry.values(max(count - 7, 0), seed: seed + 1), layout: layout)
        return content
    }

    private func rects(_ cache: FullArrayCache, _ content: Content, seed: UInt64) -> [Rect] {
        var frames: [Rect] = []
        for (section, description) in content.sections.enumerated() {
            for item in stride(from: 0, to: Int(description.count), by: 47) {
                frames.append(cache.frame(of: ElementID(section: section, item: item))!)
            }
        }
        return boundaryRects(of: frames, limit: 6, seed: seed)
            + [Rect(x: -1e6, y: -1e6, width: 1e7, height: 1e7), Rect(x: 1e6, y: 1e6, width: 1, height: 1)]
    }

    @Test("answers as the oracle does, before and after resizes", arguments: CacheStrategy.all.map(\.id))
    func equivalence(strategy: String) throws {
        // Strategies work in layout space, so one axis a layout will do.
        for (index, entry) in LayoutVariants.all.enumerated() {
            let axis = Axis.allCases[index % 2]
            try withEvery("\(entry.id) (\(entry.summary)), \(axis), count", in: [0, 9, 140]) { count in
                try compare(strategy, entry, content(entry, axis, count, 3))
            }
        }
    }

    private func compare(_ strategy: String, _ entry: NamedLayout, _ content: Content) throws {
        var oracle = FullArrayCache()
        var cache = CacheStrategy.named(strategy)!.make()
        try oracle.prepare(content)
        try cache.prepare(content)
        if let difference = expectEquivalent(cache, oracle, rects(oracle, content, seed: 1)) {
            throw CheckFailure("prepared: \(difference)")
        }
        guard !entry.sample(0).isEmpty else { return }
        var random = SplitMix64(seed: 11)
        for number in 0..<4 {
            let section = number == 2 ? 2 : 0
            let count = Int(content.sections[section].count)
            guard count > 0 else { continue }
            // The middle of a section, its ends, and twice the same item.
            let item = [count / 2, 0, count - 1, random.index(below: count)][number % 4]
            let change = Change.resize(section: section, item: item, to: ItemValue(entry.sample(random.next())))
            try oracle.apply(change)
            try cache.apply(change)
            if let difference = expectEquivalent(cache, oracle, rects(oracle, content, seed: 2)) {
                throw CheckFailure("after resize \(number) of item \(item): \(difference)")
            }
        }
    }

    @Test("is as broad as a layout that scrolls along both axes", arguments: CacheStrategy.all.map(\.id))
    func breadth(strategy: String) throws {
        let container = Size(width: 400, height: 300)
        let layouts: [(any SectionLayout, [Double], Double)] = [
            (TableLayout(columns: .breadths([300, 300, 300])), [20], 900),
            (CalendarWeekLayout(weekCount: 5), [0, 1, 2], 2000),
        ]
        for (layout, value, breadth) in layouts {
            for items in [[], [value]] {
                var cache = CacheStrategy.named(strategy)!.make()
                try cache.prepare(Content(layout, items, bounds: container))
                #expect(cache.contentSize.width == breadth)
                guard !items.isEmpty else { continue }
                try cache.apply(.resize(section: 0, item: 0, to: ItemValue(value)))
                #expect(cache.contentSize.width == breadth)
            }
        }
    }
}
