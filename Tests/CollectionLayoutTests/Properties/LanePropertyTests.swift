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
