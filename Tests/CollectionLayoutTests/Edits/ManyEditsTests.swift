import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Transactions of many edits, of which runs are taken at once.
@Suite struct ManyEditsTests {
    /// Deletions from back to front and insertions from front to back, which now and then begin anew, and edits between them.
    private func edits(of model: inout ContentModel, _ random: inout SplitMix64) -> [Change] {
        var changes: [Change] = []
        func apply(_ change: Change) {
            changes.append(change)
            model.apply(change)
        }
        while changes.count < 150 {
            let section = random.index(below: model.sections.count)
            let layout = model.layouts[model.sections[section].layout]
            func values(_ count: Int) -> [Double] { (0..<count).flatMap { _ in layout.sample(random.next()) } }
            var count: Int { model.sections[section].items.count }
            switch random.index(below: 4) {
            case 0:
                var end = count
                for _ in 0..<random.index(below: 30) {
                    if random.index(below: 12) == 0 { end = count }
                    end -= random.index(below: end / 6 + 1)
                    let first = max(end - random.index(below: 4), 0)
                    apply(.deleteItems(section: section, first..<end))
                    end = first
                }
            case 1, 2:
                var first = 0
                for _ in 0..<random.index(below: 40) {
                    if random.index(below: 12) == 0 { first = 0 }
                    first += random.index(below: (count - first) / 6 + 1)
                    let number = random.index(below: 4)
                    apply(
                        .insertItems(
                            section: section, at: first,
                            random.index(below: 4) == 0
                                ? .uniform(count: number, value: values(1))
                                : .each(count: number, values: values(number))))
                    first += number
                }
            default:
                let edit = EditProgram.Edit(kind: random.index(below: EditProgram.kinds.count), &random)
                // As many sections as there are now.
                if EditProgram.kinds[edit.kind] != "delete section", let change = EditProgram.change(edit, in: model) {
                    apply(change)
                }
            }
        }
        return changes
    }

    private func model(_ layout: NamedLayout, _ random: inout SplitMix64) -> ContentModel {
        var model = ContentModel([layout])
        for count in [300, 0, 700] {
            let values = (0..<count).flatMap { _ in layout.sample(random.next()) }
            model.apply(
                .insertSection(
                    at: 0, SectionDescription(layout: 0, items: .each(count: count, values: values), header: .zero)))
        }
        return model
    }

    @Test(arguments: LayoutVariants.all.indices)
    func runsAreEditsInOrder(_ index: Int) throws {
        let layout = LayoutVariants.all[index]
        try withEvery("seed", in: 0..<3 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var model = model(layout, &random)
            let content = try model.content(.vertical)
            var caches = try CacheStrategy.all.map { try $0.prepared(content) }
            for _ in 0..<2 {
                model.place()
                let former = model
                let changes = edits(of: &model, &random)
                try model.check(ElementMap(changes), since: former)
                var oracle = try #require(caches.first { $0 is FullArrayCache })
                try oracle.apply(changes)
                if layout.waterfallKeepingLanes == nil {
                    let fresh = try CacheStrategy.oracle.prepared(model.content(.vertical))
                    if let difference = expectEquivalent(oracle, fresh, [everything]) { throw CheckFailure(difference) }
                }
                for index in caches.indices {
                    try caches[index].apply(changes)
                    try model.check(caches[index].content)
                    let rects = [everything, Rect(x: 0, y: 700, width: 400, height: 300)]
                    if let difference = expectEquivalent(caches[index], oracle, rects) {
                        throw CheckFailure("\(type(of: caches[index])): \(difference)")
                    }
                }
            }
        }
    }

    /// Runs of two, whether they are inserted or deleted again: the values of a large section stay in their pages, where all of them would
    /// be written anew for each run.
    @Test func shortRunsInALargeSection() throws {
        let count = 20_000
        let content = try Content(ListLayout(), (0..<count).map { [Double($0 % 50)] })
        let places = stride(from: count - 100, to: 0, by: -100).flatMap { [$0, $0 + 50] }
        let insertions = places.map { Change.insertItems(section: 0, at: $0, .uniform(count: 1, value: [70])) }
        let deletions = places.reversed().map { Change.deleteItems(section: 0, $0..<$0 + 1) }
        var cache = CheckpointCache()
        try cache.prepare(content)
        try cache.apply(insertions)
        #expect(cache.content.sections[0].valueHandle < 0)
        try cache.apply(deletions)
        #expect(cache.content.sections[0].valueHandle < 0)
        #expect(fingerprint(of: cache.content) == fingerprint(of: content))
    }

    /// The first edit that is refused is the one that is named, wherever in a run it is, and nothing is applied.
    @Test func refusedInARun() throws {
        let list = try #require(NamedLayout.named(ListLayout.id))
        var random = SplitMix64(seed: 5)
        let before = model(list, &random)
        let content = try before.content(.vertical)
        var caches = try CacheStrategy.all.map { try $0.prepared(content) }
        let oracle = try CacheStrategy.oracle.prepared(content)
        var after = before
        let changes = edits(of: &after, &random)
        let single: [Change] = [
            .insertItems(section: 0, at: 5000, .uniform(count: 1, value: [1])),
            .insertItems(section: 0, at: .max, .uniform(count: 1, value: [1])),
            .insertItems(section: 0, at: -1, .uniform(count: 1, value: [1])),
            .insertItems(section: 0, at: 0, .uniform(count: .max, value: [1])),
            .insertItems(section: 0, at: 0, .uniform(count: -1, value: [1])),
            .insertItems(section: 0, at: 3, .each(count: 2, values: [1, -1])),
            .insertItems(section: 0, at: 3, .each(count: 2, values: [1])),
            .deleteItems(section: 0, 1..<5000), .deleteItems(section: 0, 5000..<5001), .deleteItems(section: 0, -1..<1),
            .deleteItems(section: 0, Int.min..<Int.max), .deleteItems(section: 3, 0..<1),
        ]
        let bad =
            single.map { [$0] } + [[.deleteItems(section: 0, 7001..<7002), .deleteItems(section: 0, 6000..<6001)]]
        let run: [Change] = (0..<40).map { .deleteItems(section: 0, 299 - 2 * $0..<300 - 2 * $0) }
        let insertions = (0..<40).map { Change.insertItems(section: 0, at: 3 * $0, .uniform(count: 2, value: [9])) }
        for list in [changes, run + insertions, insertions + run] {
            for bad in bad {
                for position in [0, 1, 20, 39, 40, 41, 60, list.count - 1, list.count] {
                    let edits = Array(list[..<position] + bad + list[position...])
                    var plain = content
                    let expected = #expect(throws: LayoutError.self) { for edit in edits { try plain.apply(edit) } }
                    for index in caches.indices {
                        let error = #expect(throws: LayoutError.self) { try caches[index].apply(edits) }
                        try check("\(error!)" == "\(expected!)", "\(error!), expected \(expected!)")
                        let isSame = fingerprint(of: caches[index].content) == fingerprint(of: content)
                        try check(isSame, "\(type(of: caches[index])): content")
                    }
                }
            }
        }
        for cache in caches {
            if let difference = expectEquivalent(cache, oracle, [everything]) { throw CheckFailure(difference) }
        }
    }
}
