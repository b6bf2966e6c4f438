import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// The tree of offsets against arrays that are moved element by element.
@Suite struct ShiftTreeTests {
    /// Leaves with one interval a lane, and the same moved naively.
    private struct Model {
        let tree: ShiftTree
        var spans: FlatArray<Double>
        /// Per leaf and lane.
        var intervals: [(near: Double, far: Double)]
        var shifts: [Double]

        init(count: Int, lanes: Int, _ random: inout SplitMix64) {
            tree = ShiftTree(count: count, lanes: lanes)
            spans = FlatArray(uninitialized: tree.numberCount)
            tree.clear(spans.writable.baseAddress!)
            intervals = []
            shifts = Array(repeating: 0, count: count * lanes)
            for leaf in 0..<count {
                for lane in 0..<lanes {
                    let near = Double(leaf * 10 + random.index(below: 30))
                    let length = Double(random.index(below: 20))
                    intervals.append((near, near + length))
                    let span = ShiftTree.Span(near: near, far: near + length, breadth: Double(random.index(below: 50)))
                    tree.setExtent(leaf, lane: lane, to: span, spans.writable.baseAddress!)
                }
            }
            tree.build(spans.writable.baseAddress!)
        }

        mutating func move(behind leaf: Int, by distances: [Double]) {
            tree.moveLeaves(behind: leaf, spans.writable.baseAddress!) { distances[$0] }
            for later in leaf + 1..<max(tree.count, leaf + 1) {
                for lane in distances.indices { shifts[later * tree.lanes + lane] += distances[lane] }
            }
        }

        func leaves(between near: Double, and far: Double) -> [Int] {
            (0..<tree.count).filter { leaf in
                (0..<tree.lanes).contains { lane in
                    let index = leaf * tree.lanes + lane
                    return intervals[index].near + shifts[index] < far && near < intervals[index].far + shifts[index]
                }
            }
        }

        func checkAgainstModel(_ random: inout SplitMix64) throws {
            let base = spans.elements.baseAddress!
            for leaf in 0..<tree.count {
                for lane in 0..<tree.lanes {
                    let shift = tree.shift(of: leaf, lane: lane, base)
                    try check(shift == shifts[leaf * tree.lanes + lane], "shift of leaf \(leaf), lane \(lane)")
                }
            }
            for lane in 0..<tree.lanes {
                let whole = tree.whole(lane: lane, base)
                let indices = (0..<tree.count).map { $0 * tree.lanes + lane }
                try check(whole.near == indices.map { intervals[$0].near + shifts[$0] }.min(), "nearest edge")
                try check(whole.far == indices.map { intervals[$0].far + shifts[$0] }.max(), "farthest edge")
            }
            for _ in 0..<6 {
                let near = random.uniform(-50, Double(tree.count) * 12).rounded()
                let far = near + Double(random.index(below: 60))
                var found: [Int] = []
                var counts = QueryCounts()
                tree.forEachLeaf(between: near, and: far, origin: 0, base, counting: &counts) { leaf, _, moved, _ in
                    found.append(leaf)
                    for lane in 0..<tree.lanes where moved[lane] != shifts[leaf * tree.lanes + lane] {
                        found.append(-1)
                    }
                }
                try check(found == leaves(between: near, and: far), "leaves from \(near) to \(far): \(found)")
                if tree.lanes == 1 {
                    found.removeAll()
                    var counts = QueryCounts()
                    tree.forEachLeafInLane(between: near, and: far, origin: 3, base, counting: &counts) {
                        leaf, _, moved, _ in
                        found.append(moved == 3 + shifts[leaf] ? leaf : -1)
                    }
                    let expected = leaves(between: near - 3, and: far - 3)
                    try check(found == expected, "leaves of a lane from \(near) to \(far): \(found)")
                }
                try check(counts.nodesVisited * ShiftTree.fanout >= found.count, "nodes visited")
            }
        }
    }

    @Test(arguments: [1, 3])
    func movesAndSearchesLikeAnArray(_ lanes: Int) throws {
        try withEvery("count", in: [1, 2, 15, 16, 17, 255, 256, 257, 700]) { count in
            var random = SplitMix64(seed: UInt64(count))
            var model = Model(count: count, lanes: lanes, &random)
            try model.checkAgainstModel(&random)
            try withEvery("move", in: 0..<6) { _ in
                let leaf = random.index(below: count)
                model.move(behind: leaf, by: (0..<lanes).map { _ in Double(random.index(below: 41) - 20) })
                try model.checkAgainstModel(&random)
            }
        }
    }

    @Test func movingBehindTheLastLeafMovesNothing() throws {
        var random = SplitMix64(seed: 1)
        var model = Model(count: 40, lanes: 2, &random)
        model.move(behind: 39, by: [5, 7])
        #expect(model.shifts.allSatisfy { $0 == 0 })
        try model.checkAgainstModel(&random)
    }

    @Test func aChangedLeafIsFoundWhereItIs() throws {
        var random = SplitMix64(seed: 2)
        var model = Model(count: 300, lanes: 1, &random)
        model.move(behind: 100, by: [1000])
        let span = ShiftTree.Span(near: 50_000, far: 50_005, breadth: 1)
        model.tree.setExtent(200, lane: 0, to: span, model.spans.writable.baseAddress!)
        model.intervals[200] = (50_000, 50_005)
        model.tree.leafChanged(200, model.spans.writable.baseAddress!)
        try model.checkAgainstModel(&random)
    }

    @Test func aBroadTreeIsSearchedAlongBothAxes() throws {
        try withEvery("count", in: [1, 2, 16, 17, 257, 700]) { count in
            var random = SplitMix64(seed: UInt64(count))
            let tree = ShiftTree(count: count, lanes: 1, chains: ShiftTree.broad)
            let memory = FlatArray<Double>(uninitialized: tree.numberCountBefore + tree.numberCount)
            let numbers = memory.shared.baseAddress! + tree.numberCountBefore
            tree.clear(numbers)
            // Some leaves are empty.
            var frames: [Int: Rect] = [:]
            func set(_ leaf: Int) {
                let frame = Rect(
                    x: Double(random.index(below: 900)), y: Double(random.index(below: 900)),
                    width: Double(random.index(below: 90)), height: Double(random.index(below: 90)))
                frames[leaf] = frame
                let span = ShiftTree.Span(near: frame.minY, far: frame.maxY, breadth: frame.maxX)
                tree.setExtent(leaf, lane: 0, to: span, numbers)
                tree.setBegin(of: leaf, to: frame.minX, numbers)
            }
            for leaf in 0..<count where random.index(below: 5) > 0 { set(leaf) }
            let counts = Array(repeating: Int32(1), count: tree.nodeCount)
            tree.build(numbers, counts)
            for _ in 0..<40 {
                let leaf = random.index(below: count)
                set(leaf)
                tree.leafChanged(leaf, numbers, counts)
                let rect = Rect(
                    x: random.uniform(-100, 1000).rounded(), y: random.uniform(-100, 1000).rounded(),
                    width: Double(random.index(below: 300)), height: Double(random.index(below: 300)))
                var found: [Int] = []
                var counts = QueryCounts()
                tree.forEachLeafInLane(
                    between: rect.minY, and: rect.maxY, across: (rect.minX, rect.maxX), origin: 0, numbers,
                    counting: &counts
                ) { leaf, _, _, _ in found.append(leaf) }
                let expected = frames.filter { $0.value.intersects(rect) }.keys.sorted()
                try check(found == expected, "\(rect): \(found), expected \(expected)")
            }
        }
    }

    @Test func shapes() {
        for (count, levels) in [(0, 1), (1, 1), (16, 1), (17, 2), (256, 2), (257, 3), (4096, 3), (4097, 4)] {
            let tree = ShiftTree(count: count, lanes: 1)
            #expect(tree.levels == levels, "\(count) leaves")
            #expect(tree.numberCount >= 4 * count)
        }
        let largest = ShiftTree(count: 1 << 31, lanes: 1)
        #expect(largest.levels == 8)
        #expect(ShiftTree(count: 300, lanes: 5).numberCount == 5 * ShiftTree(count: 300, lanes: 1).numberCount)
    }
}
