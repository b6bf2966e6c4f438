import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// The blocks of `incremental` keep frames in grains as long as all fit, and frames as they are from then on.
@Suite struct BlockFramesTests {
    private func content(_ layout: some SectionLayout, _ lengths: [Double]) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 100))
        try content.appendSection(layout: try content.addLayout(layout), values: lengths)
        return content
    }

    /// Items of equal length.
    private func items(_ count: Int, _ length: Double) -> NewItems {
        .each(count: count, values: Array(repeating: length, count: count))
    }

    /// Applies edits to a cache and to what it was made of; compares after each.
    private func apply(_ changes: [Change], to cache: inout IncrementalCache, _ content: inout Content) throws {
        for change in changes {
            try cache.apply(change)
            try content.apply(change)
            cache.checkInvariants()
            // Lanes are kept, so what is compared with has been edited too.
            try FreshLayout.check(cache, equals: content)
        }
    }

    /// A frame that does not fit, as prepared or by an edit, then others that come, go and change.
    @Test(arguments: [false, true])
    func oneFrameThatDoesNotFit(_ isThereAtFirst: Bool) throws {
        let lengths = (0..<300).map { isThereAtFirst && $0 == 150 ? 5e6 : Double($0 % 7) + 1 }
        var content = try content(ListLayout(), lengths)
        var cache = IncrementalCache()
        try cache.prepare(content)
        #expect(cache.frames.isInGrains == !isThereAtFirst)
        try FreshLayout.check(cache, equals: content)
        let changes: [Change] = [
            .resize(section: 0, item: 20, to: [3]), .resize(section: 0, item: 60, to: [0x1p21]),
            .insertItems(section: 0, at: 61, items(50, 2)), .deleteItems(section: 0, 10..<70),
            .resize(section: 0, item: 5, to: [9]),
        ]
        try apply(changes, to: &cache, &content)
        #expect(!cache.frames.isInGrains)
        // Half the bytes, until then.
        let bytes = Double(cache.byteCount) / Double(content.itemCount)
        #expect(bytes > 32)
    }

    /// The lanes that items keep survive the change to frames as they are.
    @Test func lanesAreKept() throws {
        var random = SplitMix64(seed: 4)
        let sizes = (0..<400).flatMap { _ -> [Double] in [100, Double(1 + random.index(below: 30))] }
        let start = try content(PinterestLayout(laneCount: 3), sizes)
        var (plain, cache) = (FullArrayCache(), IncrementalCache())
        try plain.prepare(start)
        try cache.prepare(start)
        for step in 0..<60 {
            let item = random.index(below: plain.content.itemCount - 3)
            let length = step == 30 ? 3e6 : Double(1 + random.index(below: 30))
            let change: Change =
                step % 3 == 0
                ? .resize(section: 0, item: item, to: [100, length])
                : step % 3 == 1
                    ? .insertItems(section: 0, at: item, .each(count: 2, values: [100, length, 90, length]))
                    : .deleteItems(section: 0, item..<item + 1)
            try plain.apply(change)
            try cache.apply(change)
            cache.checkInvariants()
            try withEvery("item", in: 0..<plain.content.itemCount) { item in
                let id = ElementID(section: 0, item: item)
                try check(cache.frame(of: id) == plain.frame(of: id), "step \(step)")
            }
            #expect(cache.frames.isInGrains == (step < 30))
        }
    }

    /// Far behind the beginning of a section new blocks are near to what they are moved by, and so still fit.
    @Test func newBlocksFarBehind() throws {
        let lengths = (0..<20_000).map { 400 + Double($0 % 3) }
        var content = try content(ListLayout(), lengths)
        var cache = IncrementalCache()
        try cache.prepare(content)
        let changes = (0..<12).map {
            Change.insertItems(section: 0, at: 19_000 - $0 * 700, items(40, Double(10 + $0)))
        }
        try apply(changes, to: &cache, &content)
        #expect(cache.frames.isInGrains && cache.contentSize.height > 4 * 0x1p20)
    }
}
