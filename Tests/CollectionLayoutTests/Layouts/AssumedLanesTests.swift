import Foundation
import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Sections whose items choose the shortest lane, passed over in parts.
@Suite struct AssumedLanesTests {
    /// The lengths of items.
    enum Lengths: String, CaseIterable {
        case random
        /// Lanes end at the same place again and again.
        case whole, few, two, equal
        /// Hundreds that follow each other have none.
        case empty
        /// Longer than all others together, rarely.
        case giants
        /// Around what has room in keys with some numbers of lanes; and what has none with any.
        case long, tooLong

        func make(_ count: Int, _ random: inout SplitMix64) -> [Double] {
            (0..<count).map { item in
                switch self {
                case .random: random.uniform(20, 300)
                case .whole: random.uniform(20, 300).rounded()
                case .few: [75, 100, 133.25][random.index(below: 3)]
                case .two: [100, 150][random.index(below: 2)]
                case .equal: 100
                case .empty: item / 400 % 3 == 0 ? 0 : random.uniform(0, 2)
                case .giants: random.index(below: 5000) == 0 ? 1e6 : random.uniform(20, 300)
                case .long: exp2(random.uniform(12, 15))
                case .tooLong: 70_000 + random.uniform(0, 1)
                }
            }
        }
    }

    private func content(_ layout: WaterfallLayout, _ values: [Double]) throws -> Content {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let number = try content.addLayout(layout)
        // What all items have in common would be another section.
        try content.appendSection(layout: number, values: values + [31.5])
        return content
    }

    /// The invariants of the cache are that its states are those which the fold comes to in one run.
    @Test(arguments: 1...9)
    func everyBlock(_ lanes: Int) throws {
        try withEvery("lengths", in: Lengths.allCases) { lengths in
            try withEvery("threads", in: [1, 2, 3]) { threads in
                var random = SplitMix64(seed: UInt64(lanes))
                let waterfall = WaterfallLayout(
                    laneCount: lanes, insets: EdgeInsets(all: 7), lineSpacing: threads == 2 ? 0 : 6.5,
                    rebalances: threads == 3)
                var content = try content(waterfall, lengths.make(32_000, &random))
                content.parallelism = threads
                var cache = CheckpointCache()
                try cache.prepare(content)
                cache.checkInvariants()
                content.parallelism = 1
                var other = SectionBucketCache()
                try other.prepare(content)
                try check(cache.contentSize == other.contentSize, "\(cache.contentSize), expected \(other.contentSize)")
                let (got, expected) = (cache.outlines[0].items, other.table[0].items)
                try check(
                    got.near == expected.near && got.far == expected.far && got.breadth == expected.breadth,
                    "\(got), expected \(expected)")
            }
        }
    }

    /// So many that parts are tried first, which begin at 0 and then level, and then all others passed over at once.
    @Test(arguments: Lengths.allCases)
    func triedParts(_ lengths: Lengths) throws {
        var random = SplitMix64(seed: 2)
        var content = try content(WaterfallLayout(laneCount: 3), lengths.make(260_000, &random))
        content.parallelism = 1
        var cache = CheckpointCache()
        try cache.prepare(content)
        cache.checkInvariants()
    }

    /// Few blocks are passed over one after the other, whether lanes end at the same place or not: those behind the beginning of
    /// each part, and of the parts that are tried in vain.
    @Test func passedBlocks() throws {
        for (lengths, itemLength) in [
            (Lengths.random, WaterfallLayout.ItemLength.length), (.whole, .length), (.two, .length),
            (.two, .aspectRatio),
        ] {
            var random = SplitMix64(seed: 3)
            let waterfall = WaterfallLayout(laneCount: 2, itemLength: itemLength)
            var values = lengths.make(400_000, &random)
            // Lanes are 190 pt wide: items are as long, or 380 pt.
            if itemLength == .aspectRatio { values = values.map { $0 == 100 ? 1 : 0.5 } }
            let content = try content(waterfall, values)
            var cache = CheckpointCache()
            try cache.prepare(content)
            var runner = FoldRunner(content)
            runner.begin(0)
            let layout = content.layout(ofSection: 0)
            let fold = try #require(layout.lanesFold)
            let count = cache.passLanes(0, runner, layout, fold, 2)
            let all = cache.blocks(of: 0).count
            #expect(count > 0 && count < all / 5, "\(lengths): \(count) of \(all)")
        }
    }

    @Test func aspectRatios() throws {
        var random = SplitMix64(seed: 4)
        try withEvery("lanes", in: 2...8) { lanes in
            var content = try content(
                WaterfallLayout(laneCount: lanes, itemLength: .aspectRatio),
                (0..<30_000).map { _ in random.uniform(0.4, 2.5) })
            content.parallelism = 2
            var cache = CheckpointCache()
            try cache.prepare(content)
            cache.checkInvariants()
        }
    }

    /// Lanes that items choose one after the other: nothing but the definition.
    private struct Lanes {
        var ends: [Double]

        /// Puts an item behind the lane that ends first, the first of such, and tells by what margin.
        mutating func put(_ length: Double) -> (lane: Int, margin: Double) {
            let least = ends.min()!
            let lane = ends.firstIndex(of: least)!
            let margin = ends.indices.filter { $0 != lane }.map { ends[$0] - least }.min() ?? .infinity
            ends[lane] += length
            return (lane, margin)
        }
    }

    private func distances(of lanes: Lanes, from assumed: Lanes) -> LaneDistances {
        var ends = lanes.ends
        return ends.withUnsafeMutableBufferPointer { ends in
            LaneDistances(of: FoldState(ends.baseAddress!, count: ends.count), from: assumed.ends)
        }
    }

    /// As long as margins allow it, lanes are those that are assumed, moved; and soon almost all margins do.
    @Test(arguments: 2...8)
    func lanesFollow(_ count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        func start() -> Lanes { Lanes(ends: (0..<count).map { _ in snap(random.uniform(0, 300)) }) }
        func snap(_ length: Double) -> Double { Snapping.grain.snap(length) }
        var (lanes, assumed) = (start(), start())
        var comparisons: [Int] = []
        var current = distances(of: lanes, from: assumed)
        for item in 0..<20_000 {
            let length = snap(random.uniform(20, 300))
            let margin = assumed.put(length).margin
            _ = lanes.put(length)
            if current.keepLanes(margin: margin) {
                var moved = [Double](repeating: 0, count: count)
                current.move(assumed.ends, to: &moved)
                try check(moved == lanes.ends, "item \(item): \(moved), expected \(lanes.ends)")
            } else {
                current = distances(of: lanes, from: assumed)
                comparisons.append(item)
            }
        }
        let late = comparisons.count { $0 >= 10_000 }
        #expect(
            !comparisons.isEmpty && late < 250 && late < comparisons.count / 4, "\(comparisons.count), \(late) late")
    }

    /// Lanes that end alike but for their numbers take items in another order; lanes that only have been moved do not.
    @Test func ties() {
        let assumed = Lanes(ends: [0, 0, 5])
        #expect(distances(of: Lanes(ends: [8, 8, 13]), from: assumed).keepLanes(margin: 0))
        #expect(!distances(of: Lanes(ends: [8, 13, 8]), from: assumed).keepLanes(margin: 0))
        #expect(distances(of: Lanes(ends: [8, 13, 8]), from: assumed).keepLanes(margin: 0.5))
        #expect(!distances(of: Lanes(ends: [8, 9, 13]), from: assumed).keepLanes(margin: 1))
        #expect(!distances(of: Lanes(ends: [8, 8, 13]), from: assumed).keepLanes(margin: -.infinity))
    }

    /// Lanes that are so long that their ends are not exact are passed over one after the other.
    @Test func longLanes() throws {
        var content = try content(
            WaterfallLayout(laneCount: 2, lineSpacing: 0),
            [Double](repeating: 5e8, count: 30_000).enumerated().map {
                $1 + Double($0 % 7)
            })
        content.parallelism = 1
        var cache = CheckpointCache()
        try cache.prepare(content)
        cache.checkInvariants()
    }
}
