import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Blocks of rows begin with a row: rows of any length, blocks without items among them, are found, edited and laid out in
/// slices as if there were no blocks.
@Suite struct CheckpointTests {
    /// What widths the items of a section have.
    enum Widths: CaseIterable {
        /// Rows of a few items; of hundreds, each of which fills several blocks; of both, in turn; all alike.
        case short, long, mixed, uniform
    }

    private func content(_ widths: Widths, count: Int, isPaged: Bool = false) throws -> Content {
        var random = SplitMix64(seed: 7)
        var content = try Content(bounds: Size(width: 390, height: 844))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 4, itemSpacing: 1))
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: (0..<100).map { Double($0 % 13) })
        if widths == .uniform {
            try content.appendUniformSection(layout: flow, count: count, value: [40, 30])
        } else {
            let values = (0..<count).flatMap { item -> [Double] in
                let isLong = widths == .long || widths == .mixed && item / 500 % 2 == 1
                return [isLong ? random.uniform(0, 1) : random.uniform(40, 160), random.uniform(10, 90)]
            }
            try content.appendSection(layout: flow, values: values)
        }
        try content.appendSection(layout: list, values: [5, 6])
        if isPaged {
            try content.apply(.insertItems(section: 1, at: count / 2, .each(count: 2, values: [50, 60, 70, 80])))
            #expect(content.isPaged(1))
        }
        return content
    }

    private func compare(_ cache: some AttributeCache, seed: UInt64 = 1) throws {
        let plain = try BruteForce(CacheStrategy.oracle.prepared(cache.content))
        try plain.checkTraces(cache, around: Array(plain.frames.prefix(40)), limit: 20, seed: seed)
    }

    @Test(arguments: Widths.allCases)
    func everyItemIsFound(_ widths: Widths) throws {
        try withEvery("count", in: [63, 64, 65, 66, 128, 3001]) { count in
            var cache = CheckpointCache()
            try cache.prepare(content(widths, count: count))
            try compare(cache)
        }
    }

    /// Rows go on from one page of values to the next.
    @Test(arguments: Widths.allCases.filter { $0 != .uniform })
    func valuesInPages(_ widths: Widths) throws {
        var cache = CheckpointCache()
        try cache.prepare(content(widths, count: 3000, isPaged: true))
        try compare(cache)
    }

    @Test func longRowsLeaveBlocksWithoutItems() throws {
        var cache = CheckpointCache()
        try cache.prepare(content(.long, count: 3000))
        let blocks = cache.blocks(of: 1)
        let items = blocks.indices.map { cache.items(ofBlock: $0 - blocks.lowerBound, blocks, 3000).count }
        #expect(items.reduce(0, +) == 3000)
        #expect(items.contains(0) && items.contains { $0 > 128 })
    }

    /// At and around the ends of blocks, one edit after the other: rows break elsewhere, sometimes all that follow.
    @Test(arguments: Widths.allCases)
    func resizes(_ widths: Widths) throws {
        let count = 1500
        var cache = CheckpointCache()
        try cache.prepare(content(widths, count: count))
        var random = SplitMix64(seed: 3)
        try withEvery("step", in: 0..<60) { step in
            let end = 64 * random.index(below: count / 64)
            let item = min(max(end + random.index(below: 7) - 3, 0), count - 1)
            let width = step % 3 == 0 ? 0.5 : random.uniform(1, 380)
            try cache.apply(.resize(section: 1, item: item, to: [width, random.uniform(5, 100)]))
            try compare(cache, seed: UInt64(step))
        }
    }

    @Test(arguments: Widths.allCases)
    func slices(_ widths: Widths) throws {
        try withEvery("slice", in: [1, 64, 65, 700]) { slice in
            let content = try content(widths, count: 2000)
            var whole = CheckpointCache()
            try whole.prepare(content)
            var cache = CheckpointCache(unlaid: content)
            var frontier = CheckpointCache.Frontier()
            while frontier.section < content.sections.count {
                let before = cache.outlines.itemCount
                try cache.lay(slice, behind: &frontier)
                try check(cache.outlines.itemCount > before || frontier.section == 3, "nothing was laid out")
                // What has been laid out stands where it will.
                for item in stride(from: 0, to: frontier.section == 1 ? frontier.item : 0, by: 61) {
                    let id = ElementID(section: 1, item: item)
                    try check(cache.frame(of: id) == whole.frame(of: id), "frame of \(id)")
                }
            }
            try compare(cache)
        }
    }
}
