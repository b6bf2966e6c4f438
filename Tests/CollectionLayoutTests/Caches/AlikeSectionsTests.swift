import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections that are laid out as a former one was are copies of it, and others are not.
@Suite struct AlikeSectionsTests {
    /// What tells sections apart.
    private struct Kind {
        var layout: Int
        var count: Int
        var number: Int
        var decoration: Int
    }

    /// Sections of equal items that differ in one respect, each of which comes again.
    private func content(
        _ layouts: [any SectionLayout], snapping: Snapping,
        value: (_ layout: Int, _ number: Int, Content) -> [Double]
    ) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 80), snapping: snapping)
        var indices: [Int] = []
        for layout in layouts { indices.append(try content.addLayout(layout)) }
        let usual = Kind(layout: 0, count: 33, number: 0, decoration: 0)
        var kinds = [usual]
        for layout in 1..<indices.count { kinds.append(Kind(layout: layout, count: 33, number: 0, decoration: 0)) }
        for count in [0, 1, 9, 33 + 512, 150] { kinds.append(Kind(layout: 0, count: count, number: 0, decoration: 0)) }
        kinds.append(Kind(layout: 0, count: 33, number: 1, decoration: 0))
        for decoration in 1..<8 { kinds.append(Kind(layout: 0, count: 33, number: 0, decoration: decoration)) }
        // Each of them twice, behind different ones.
        for step in [1, 4] {
            for index in 0..<2 * kinds.count {
                let kind = kinds[index / 2 * step % kinds.count]
                let decoration = Decoration(number: kind.decoration)
                let own = value(indices[kind.layout], kind.number, content)
                try content.appendUniformSection(
                    layout: indices[kind.layout], count: kind.count, value: own, header: decoration.header(.vertical),
                    footer: decoration.footer(.vertical), background: decoration.background)
            }
            // Not of equal items, but for the first ones.
            for equal in 20...21 {
                let values = (0..<33).flatMap { value(indices[0], $0 / equal, content) }
                if !values.isEmpty { try content.appendSection(layout: indices[0], values: values) }
            }
        }
        return content
    }

    /// Gives an item of the first long sections, each of which comes twice, the value of other sections' items.
    private func resizesOfLongSections(_ content: Content) -> [Change] {
        let sections = content.sections.enumerated().filter { $1.layout == 0 && $1.count > 0 }
        let values = sections.map { content.value(section: $0.offset, item: 0) }
        guard let other = values.first(where: { $0 != values[0] }) else { return [] }
        return sections.filter { $1.count > 100 }.prefix(4).map { .resize(section: $0.offset, item: 7, to: other) }
    }

    /// Compares all strategies with the one that places every section by itself, before and after edits.
    private func check(_ content: Content) throws {
        var oracle = try CacheStrategy.oracle.prepared(content)
        let former = try BruteForce(oracle)
        let edits = resizesOfLongSections(content)
        for edit in edits { try oracle.apply(edit) }
        let edited = try BruteForce(oracle)
        let rects = boundaryRects(of: former.frames, limit: 8, seed: 1) + [everything]
        try withEvery("threads", in: [1, 3]) { threads in
            var content = content
            content.parallelism = threads
            try withEvery("strategy", in: CacheStrategy.all.map(\.id)) { id in
                var cache = try #require(CacheStrategy.named(id)).prepared(content)
                cache.checkInvariants()
                try former.checkFrames(cache)
                try former.checkQueries([cache], rects)
                guard threads == 1 else { return }
                for edit in edits { try cache.apply(edit) }
                cache.checkInvariants()
                if content.container.snapping == .grain { try edited.checkFrames(cache) }
            }
        }
    }

    @Test(arguments: SampleLayout.all, Snapping.allCases)
    func sections(_ layout: SampleLayout, _ snapping: Snapping) throws {
        let other = try #require(SampleLayout.all.first { $0.id == (layout.id == "list" ? "waterfall-1" : "list") })
        let content = try content([layout.layout, other.layout], snapping: snapping) { index, number, content in
            var random = SplitMix64(seed: UInt64(number + 5))
            return (index == 0 ? layout : other).value(&random)
        }
        try check(content)
    }

    /// Every layout as it is when nothing is asked of it, beside itself: by their indices layouts are told apart.
    @Test(arguments: NamedLayout.all)
    func layouts(_ entry: NamedLayout) throws {
        let content = try content([entry.make(), entry.make()], snapping: .grain) { index, number, content in
            let difference = Double(number)
            return switch entry.id {
            case MosaicLayout.id: [1.25, difference]
            case CalendarWeekLayout.id: [difference, 9, 2]
            default: [12, 20, 9, 30].prefix(content.resolved[index].width).map { $0 + 3 * difference }
            }
        }
        try check(content)
    }

    /// Items that depend on all others of their day are placed, and kept, by themselves.
    @Test func daysOfEventsSideBySide() throws {
        let layout = CalendarWeekLayout(weekCount: 1, overlaps: .sideBySide)
        try check(content([layout, layout], snapping: .grain) { _, number, _ in [Double(number), 9, 2] })
    }
}
