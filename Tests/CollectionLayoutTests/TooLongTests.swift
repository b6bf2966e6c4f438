import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Contents that are longer than coordinates are exact are refused, and leave what was.
@Suite struct TooLongTests {
    private func list(_ lengths: [Double], sections: Int = 1) throws -> Content {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let layout = try content.addLayout(ListLayout(lineSpacing: Snapping.grainLength))
        for _ in 0..<sections { try content.appendSection(layout: layout, values: lengths) }
        return content
    }

    @Test func aContentThatIsTooLongIsRefused() throws {
        let good = try list([1, 2, 3])
        let tooLong = try list([5e12, 5e12])
        let tooManySections = try list([3e12], sections: 3)
        let overflowing = try list([Double](repeating: 8e12, count: 300))
        for strategy in CacheStrategy.all {
            var cache = try strategy.prepared(good)
            let before = try BruteForce(cache)
            for content in [tooLong, tooManySections, overflowing] {
                let error = #expect(throws: LayoutError.self) { try cache.prepare(content) }
                guard case .contentTooLong(_, let length)? = error else {
                    Issue.record("\(strategy.id): \(String(describing: error))")
                    continue
                }
                #expect(length > Snapping.largestCoordinate)
                try before.checkFrames(cache)
                try before.checkQueries(cache, [everything])
                #expect(fingerprint(of: cache.content) == fingerprint(of: good))
            }
        }
    }

    /// Without snapping a length depends on the order of its sums: an edit whose content is as long as may be, to the last bit, is
    /// taken or refused, and the next one counts from what that left.
    @Test(arguments: CacheStrategy.all) func theLastBitWithoutSnapping(_ strategy: CacheStrategy) throws {
        var content = try Content(bounds: Size(width: 100, height: 100), snapping: .none)
        let layout = try content.addLayout(ListLayout())
        try content.appendSection(layout: layout, values: [0.0004])
        try content.appendSection(layout: layout, values: [Snapping.largestCoordinate - 100])
        var cache = try strategy.prepared(content)
        for length in [100.0006, 99.9994, 50] {
            let former = cache.contentSize.height
            do {
                try cache.apply(.resize(section: 0, item: 0, to: [length]))
                let expected = Snapping.largestCoordinate - 100 + length
                #expect(abs(cache.contentSize.height - expected) < 0.01)
            } catch {
                #expect(length > 100 && cache.contentSize.height == former)
            }
        }
        #expect(cache.frame(of: ElementID(section: 1, item: 0))?.y == 50)
    }

    /// Where edits have moved a section farther than coordinates are exact, all distances together.
    @Test(arguments: CacheStrategy.all)
    func whatHasBeenMovedFarIsFound(_ strategy: CacheStrategy) throws {
        let grain = Snapping.grainLength
        let long = 5e12 + 3 * grain
        let programs: [[Change]] = [
            [.resize(section: 0, item: 0, to: [1]), .resize(section: 1, item: 0, to: [long])],
            [
                .resize(section: 0, item: 0, to: [1]),
                .insertItems(section: 1, at: 1, .each(count: 2, values: [long, 2])),
            ],
            [
                .moveSection(from: 0, to: 1), .resize(section: 1, item: 0, to: [3]),
                .insertSection(at: 0, SectionDescription(layout: 0, items: .each(count: 1, values: [long]))),
            ],
        ]
        for changes in programs {
            var content = try Content(bounds: Size(width: 100, height: 80))
            let layout = try content.addLayout(ListLayout())
            for length in [5e12 + 2 * grain, 1] { try content.appendSection(layout: layout, values: [length]) }
            var cache = try strategy.prepared(content)
            for change in changes { try cache.apply(change) }
            cache.checkInvariants()
            let fresh = try BruteForce(CacheStrategy.oracle.prepared(cache.content))
            try fresh.checkFrames(cache)
            try fresh.checkQueries(cache, boundaryRects(of: fresh.frames, limit: 100))
        }
    }

    @Test(arguments: CacheStrategy.all)
    func theSectionThatEndsTooFarIsNamed(_ strategy: CacheStrategy) throws {
        var cache = try strategy.prepared(list([1.5e12], sections: 5))
        #expect(throws: LayoutError.contentTooLong(section: 1, length: 8.5e12)) {
            try cache.apply(.resize(section: 1, item: 0, to: [7e12]))
        }
        #expect(throws: LayoutError.contentTooLong(section: 3, length: 9e12)) {
            try cache.apply(.resize(section: 0, item: 0, to: [4.5e12]))
        }
    }

    /// Only the content that a transaction leaves may be too long: not one between two of its edits.
    @Test(arguments: CacheStrategy.all)
    func lengthsInBetweenDoNotCount(_ strategy: CacheStrategy) throws {
        let grain = Snapping.grainLength
        let section = SectionDescription(layout: 0, items: .each(count: 1, values: [6e12 + grain]))
        let programs: [(lengths: [Double], changes: [Change], isTooLong: Bool)] = [
            (
                [1, 5e12], [.resize(section: 0, item: 0, to: [5e12 + grain]), .resize(section: 1, item: 0, to: [2])],
                false
            ),
            (
                [3e12, 4.5e12],
                [
                    .insertSection(at: 0, section), .deleteSection(at: 1), .resize(section: 1, item: 0, to: [3]),
                ], false
            ),
            (
                [1, 5e12], [.resize(section: 0, item: 0, to: [5e12]), .resize(section: 1, item: 0, to: [4e12])], true
            ),
        ]
        for (lengths, changes, isTooLong) in programs {
            var content = try Content(bounds: Size(width: 100, height: 80))
            let layout = try content.addLayout(ListLayout())
            for length in lengths { try content.appendSection(layout: layout, values: [length, 1]) }
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            if isTooLong {
                #expect(throws: LayoutError.contentTooLong(section: 1, length: 9e12 + 2)) { try cache.apply(changes) }
                try before.checkFrames(cache)
            } else {
                try cache.apply(changes)
                try BruteForce(strategy.prepared(cache.content)).checkFrames(cache)
            }
            cache.checkInvariants()
        }
    }

    /// A resize that makes the content too long leaves not a bit changed, where an edit works with sums beyond the
    /// largest coordinate, which are not exact, too.
    @Test(arguments: CacheStrategy.all)
    func aResizeThatIsTooLongLeavesNothingBehind(_ strategy: CacheStrategy) throws {
        let grain = Snapping.grainLength
        var random = SplitMix64(seed: 3)
        var contents: [Content] = []
        for layout in SampleLayout.all where layout.id != "grid" && layout.id != "free-form" {
            contents.append(try sample([layout], counts: [1, 260, 3], decoration: 3))
        }
        contents.append(try list([7.9e12] + (0..<200).map { _ in random.uniform(0, 5e8) }))
        contents.append(try list((0..<300).map { _ in 1.3e10 + grain * Double(random.index(below: 2)) }, sections: 2))
        for content in contents {
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            var refusals = 0
            let last = Int(content.sections[content.sections.count > 2 ? 1 : 0].count) - 1
            let width = content.folds[0].valueNames.count
            for item in [0, 1, 63, 64, 130, last] {
                for length in [8e12, 8e12 - grain, 7.3e12 + grain] {
                    let size = ItemValue(Array(repeating: length, count: width))
                    let change = Change.resize(section: content.sections.count > 2 ? 1 : 0, item: item, to: size)
                    do throws(LayoutError) {
                        try cache.apply(change)
                        // It does fit: undo it.
                        var edited = content
                        try cache.apply(try edited.apply(change))
                    } catch {
                        guard case .contentTooLong(_, let length) = error else { throw error }
                        #expect(length > Snapping.largestCoordinate)
                        refusals += 1
                    }
                    try withEvery("item", in: [item]) { _ in try before.checkFrames(cache) }
                }
            }
            #expect(refusals > 0)
            try before.checkQueries(cache, boundaryRects(of: Array(before.frames.prefix(3)), limit: 20))
            #expect(fingerprint(of: cache.content) == fingerprint(of: content))
            // It can still be edited.
            var oracle = try CacheStrategy.oracle.prepared(content)
            for change in resizes(of: content, count: 3, seed: 4, at: .random) {
                try oracle.apply(change)
                try cache.apply(change)
                try BruteForce(oracle).checkFrames(cache)
            }
        }
    }
}
