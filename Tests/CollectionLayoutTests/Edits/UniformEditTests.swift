import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Edits of uniform sections that are large enough to have a closed form: what lays them out stays what the oracle is.
@Suite struct UniformEditTests {
    @Test(arguments: LayoutVariants.all.indices)
    func closedFormsComeAndGo(_ index: Int) throws {
        let entry = LayoutVariants.all[index]
        let (value, other) = (entry.sample(3), entry.sample(0xF0F0_0F0F_1234_5678))
        var content = try Content(axis: Axis.allCases[index % 2], bounds: Size(width: 700, height: 600))
        let layout = try content.addLayout(entry.make())
        for count in [1100, 40, 90, 0, 300] {
            try content.appendUniformSection(
                layout: layout, count: count, value: value, header: Size(width: 9, height: 9))
        }
        var changes: [[Change]] = [
            [.insertItems(section: 0, at: 600, .uniform(count: 5, value: value))],
            [.deleteItems(section: 0, 10..<17)],
            [.deleteItems(section: 2, 0..<1), .insertItems(section: 1, at: 40, .uniform(count: 33, value: value))],
            [.moveItem(from: LayoutIndexPath(0, 1), to: LayoutIndexPath(4, 250))],
            [.moveSection(from: 4, to: 0)],
            [.insertSection(at: 2, SectionDescription(layout: layout, items: .uniform(count: 1100, value: value)))],
            [.insertItems(section: 1, at: 100, .uniform(count: 1, value: other))],
            [.deleteSection(at: 2)],
        ]
        if !value.isEmpty {
            changes.insert([.resize(section: 1, item: 20, to: ItemValue(other))], at: 3)
            changes.insert([.resize(section: 0, item: 250, to: ItemValue(other))], at: 5)
            changes.append([.resize(section: 0, item: 100, to: ItemValue(other))])
            changes.append([.insertItems(section: 0, at: 30, .uniform(count: 1, value: value))])
            changes.append([.resize(section: 0, item: 101, to: ItemValue(value))])
        }
        var oracle = try CacheStrategy.oracle.prepared(content)
        let strategies = CacheStrategy.all.filter { $0.id != CacheStrategy.oracle.id }
        var caches = try strategies.map { try $0.prepared(content) }
        for (step, changes) in changes.enumerated() {
            try oracle.apply(changes)
            let plain = try BruteForce(oracle)
            let some = (0..<3).map { plain.frames[(step * 31 + $0 * 517) % plain.frames.count] }
            let rects = boundaryRects(of: some, limit: 10, seed: UInt64(step))
            for (number, strategy) in strategies.enumerated() {
                try withEvery("\(entry.id) (\(entry.summary)), \(strategy.id), step", in: [step]) { _ in
                    try caches[number].apply(changes)
                    try plain.checkFrames(caches[number])
                }
            }
            try withEvery("\(entry.id) (\(entry.summary)), step", in: [step]) { _ in
                try plain.checkQueries(caches, rects)
            }
        }
    }

    /// A layout that takes no values has nothing to resize, however many items there are: all strategies go on.
    @Test(arguments: CacheStrategy.all)
    func resizesWithoutValues(_ strategy: CacheStrategy) throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let circle = try content.addLayout(CircleLayout())
        try content.appendUniformSection(layout: circle, count: 2000, value: [])
        var cache = try strategy.prepared(content)
        var oracle = try CacheStrategy.oracle.prepared(content)
        var transaction = Transaction()
        transaction.resizeItem(at: LayoutIndexPath(0, 5), to: [])
        transaction.deleteItems(at: [LayoutIndexPath(0, 9)])
        transaction.insertItems(.uniform(count: 600, value: []), at: LayoutIndexPath(0, 1000))
        let changes = try transaction.changes(in: content)
        try cache.apply(changes)
        try oracle.apply(changes.filter { if case .resize = $0 { false } else { true } })
        for item in stride(from: 0, to: 2599, by: 13) {
            let id = ElementID(section: 0, item: item)
            #expect(cache.frame(of: id) == oracle.frame(of: id) && cache.frame(of: id) != nil)
        }
        #expect(cache.elementCount == 2599 && cache.content.sections[0].isUniform)
    }
}
