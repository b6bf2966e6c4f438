import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What holds for items in lanes, whatever the parameters.
@Suite struct LanePropertyTests {
    private func forAllWaterfalls(
        _ isWanted: (WaterfallLayout.Direction) -> Bool, _ body: (LayoutWorld, WaterfallLayout) throws -> Void
    ) throws {
        try forAllWorlds(try #require(NamedLayout.named(WaterfallLayout.id)), count: 600) { world in
            let layout = try #require(world.layout() as? WaterfallLayout)
            if isWanted(layout.direction) { try body(world, layout) }
        }
    }

    /// The shortest lane is never passed by more than an item, and the spacing before it.
    @Test func waterfallBottomsStayTogether() throws {
        try forAllWaterfalls({ $0 == .shortestFirst }) { world, _ in
            let fold = try world.content().fold(ofSection: 0)
            var bottoms = [Double](repeating: LayoutWorld.headerLength + fold.insets.top, count: world.lanes)
            var tallest = 0.0
            for (item, frame) in try world.frames().enumerated() {
                bottoms[fold.lane(of: frame)] = frame.maxY
                tallest = max(tallest, frame.height)
                let difference = try #require(bottoms.max()) - #require(bottoms.min())
                let most = tallest + Snapping.grain.snap(world.lineSpacing)
                try check(difference <= most, "after item \(item) bottoms differ by \(difference), not \(most)")
            }
        }
    }

    /// Each item of a waterfall stands in the lane that ends first, the first one of several.
    @Test func waterfallTakesTheShortestLane() throws {
        try forAllWaterfalls({ $0 == .shortestFirst }) { world, _ in
            let fold = try world.content().fold(ofSection: 0)
            var ends = [Double](repeating: LayoutWorld.headerLength + fold.insets.top, count: world.lanes)
            for (item, frame) in try world.frames().enumerated() {
                let lane = try #require(ends.indices.min { ends[$0] < ends[$1] })
                let isThere = fold.lane(of: frame) == lane && frame.y == ends[lane]
                try check(isThere, "item \(item) is not in lane \(lane): \(frame), lanes end at \(ends)")
                ends[lane] = frame.maxY + Snapping.grain.snap(world.lineSpacing)
            }
        }
    }

    /// Many items of few different lengths in 1 to 12 lanes: often several lanes are equally short.
    @Test func waterfallTakesTheFirstOfEquallyShortLanes() throws {
        try withEvery("lanes", in: 1...12) { lanes in
            var random = SplitMix64(seed: UInt64(lanes))
            let lengths = (0..<400).map { _ in [0, 10, 20.5, 30][random.index(below: 4)] }
            var content = try Content(bounds: Size(width: 480, height: 400))
            let spacing = lanes % 3 == 0 ? 0 : 1.5
            let layout = WaterfallLayout(laneCount: lanes, lineSpacing: spacing, itemSpacing: 0)
            try content.appendSection(layout: try content.addLayout(layout), values: lengths)
            let cache = try CacheStrategy.oracle.prepared(content)
            var ends = [Double](repeating: 0, count: lanes)
            for (item, length) in lengths.enumerated() {
                let lane = try #require(ends.indices.min { ends[$0] < ends[$1] })
                let breadth = Snapping.grain.snap(480 / Double(lanes))
                let expected = Rect(x: Double(lane) * breadth, y: ends[lane], width: breadth, height: length)
                let frame = cache.frame(of: ElementID(section: 0, item: item))
                try check(frame == expected, "item \(item): \(String(describing: frame)), expected \(expected)")
                ends[lane] += length + spacing
            }
        }
    }

    /// Lanes of lengths whose sums are exact in no number: all strategies say the same, whatever runs they place.
    @Test func lanesBeyondTheLargestCoordinateAreTooLong() throws {
        try withEvery("items", in: [3, 40, 300]) { count in
            var content = try Content(bounds: Size(width: 300, height: 400))
            let layout = try content.addLayout(WaterfallLayout(laneCount: 3, lineSpacing: 1e11))
            try content.appendSection(layout: layout, values: (0..<count).map { 7.5e12 + Double($0 % 5) * 1024.125 })
            var errors: Set<String> = []
            for strategy in CacheStrategy.all {
                var cache = strategy.make()
                do {
                    try cache.prepare(content)
                    errors.insert("none")
                } catch {
                    errors.insert("\(error)")
                }
            }
            #expect(errors.count == 1 && errors.contains("none") == (count == 3), "\(errors)")
        }
    }

    @Test func waterfallsInTurnGoTheirWay() throws {
        try forAllWaterfalls({ $0 != .shortestFirst }) { world, layout in
            try checkTurns(world, gap: world.lineSpacing, isReversed: layout.direction == .rightToLeft)
        }
    }

    @Test func staggeredFillsLanesInTurn() throws {
        try forAllWorlds(try #require(NamedLayout.named(StaggeredLayout.id))) { world in
            try checkTurns(world, gap: world.lineSpacing)
        }
    }

    @Test func pinterestFillsLanesInTurn() throws {
        try forAllWorlds(try #require(NamedLayout.named(PinterestLayout.id))) { world in
            let padding = try #require(world.layout() as? PinterestLayout).cellPadding
            try checkTurns(world, gap: 2 * Snapping.grain.snap(padding))
        }
    }

    /// One item to each lane, one lane beside the other, and each item below the last one of its lane.
    private func checkTurns(_ world: LayoutWorld, gap: Double, isReversed: Bool = false) throws {
        let frames = try world.frames()
        for item in frames.indices.dropFirst() {
            let (former, frame) = (frames[item - 1], frames[item])
            if item < world.lanes {
                let isBeside = isReversed ? frame.maxX <= former.minX : former.maxX <= frame.minX
                try check(isBeside && frame.minY == former.minY, "item \(item) is not beside: \(former), \(frame)")
            } else {
                let above = frames[item - world.lanes]
                let isBelow = frame.x == above.x && frame.minY == above.maxY + Snapping.grain.snap(gap)
                try check(isBelow, "item \(item) is not below: \(above), \(frame)")
            }
        }
    }
}
