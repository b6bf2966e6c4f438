import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

@Suite struct BoxTreeTests {
    /// Where rects lie, and how precise floats are there.
    private static let scales = [1e-3, 100, 0x1p24, 0x1p31, 1e12]

    private func rects(_ count: Int, _ scale: Double, _ random: inout SplitMix64) -> FlatArray<Rect> {
        FlatArray(
            (0..<count).map { _ in
                Rect(
                    x: random.uniform(-1, 1) * scale, y: random.uniform(-1, 1) * scale,
                    width: random.uniform(0, 0.1) * scale, height: random.uniform(0, 0.1) * scale)
            })
    }

    /// Rects to search: all, nothing, no number, some at random, and some that overlap a box by a grain or just touch it.
    private func probes(_ rects: FlatArray<Rect>, _ scale: Double, _ random: inout SplitMix64) -> [Rect] {
        var probes = [everything, .zero, Rect(x: .nan, y: 0, width: 1, height: 1)]
        for _ in 0..<10 {
            probes.append(
                Rect(
                    x: random.uniform(-1, 1) * scale, y: random.uniform(-1, 1) * scale,
                    width: random.uniform(0, 0.2) * scale, height: random.uniform(0, 0.2) * scale))
        }
        guard rects.count > 0 else { return probes }
        let box = rects[rects.count / 2]
        for grain in [0, max(Snapping.grainLength, box.maxX.ulp, box.maxY.ulp)] {
            probes.append(Rect(x: box.maxX - grain, y: box.maxY - grain, width: scale, height: scale))
            probes.append(Rect(x: box.minX - scale, y: box.minY - scale, width: scale + grain, height: scale + grain))
        }
        return probes
    }

    private func tree(_ rects: FlatArray<Rect>) -> BoxTree {
        BoxTree(rects.count) { BoxTree.Box(around: rects[$0]) }
    }

    private func numbers(_ bits: UInt32) -> [Int] { (0..<32).filter { bits & 1 << UInt32($0) != 0 } }

    /// The runs that a search finds, and with them what it says of their boxes.
    private func search(
        _ tree: BoxTree, _ rect: Rect, from start: inout BoxTree.Start, counting counts: inout QueryCounts
    ) -> (runs: [Int], certain: Set<Int>, doubtful: Set<Int>) {
        let recorder = Recorder()
        var sink = HitBuffer()
        tree.search(rect, from: &start, of: recorder, into: &sink, counting: &counts)
        let runs = recorder.found.map(\.run)
        // Each once, in their order, and as announced.
        #expect(runs == recorder.expected && runs == Set(runs).sorted())
        func boxes(_ bits: KeyPath<(run: Int, certain: UInt32, doubtful: UInt32), UInt32>) -> Set<Int> {
            Set(recorder.found.flatMap { run in numbers(run[keyPath: bits]).map { 16 * run.run + $0 } })
        }
        return (runs, boxes(\.certain), boxes(\.doubtful))
    }

    /// The runs that a search from the root finds.
    private func runs(_ tree: BoxTree, _ rect: Rect) -> Set<Int> {
        var start = BoxTree.Start()
        var counts = QueryCounts()
        return Set(search(tree, rect, from: &start, counting: &counts).runs)
    }

    /// No run with a box that meets the rect is left out, however coarse floats are there.
    @Test(arguments: scales)
    func findsEveryRunThatMatters(_ scale: Double) throws {
        var random = SplitMix64(seed: 2)
        for count in [0, 1, 15, 16, 17, 256, 257, 700] {
            let rects = rects(count, scale, &random)
            let tree = tree(rects)
            tree.checkInvariants(over: rects)
            for probe in probes(rects, scale, &random) {
                let found = runs(tree, probe)
                let needed = Set((0..<count).filter { rects[$0].intersects(probe) }.map { $0 / 16 })
                try check(needed.isSubset(of: found), "\(count) boxes, \(probe): runs \(needed.subtracting(found))")
                // What was found for nothing is a run whose box touches the rect, give or take what floats round away.
                let near = probe.inset(-scale * 0x1p-22)
                let allowed = (0..<(count + 15) / 16).filter { run in
                    rects.array[run * 16..<min(run * 16 + 16, count)].reduce(rects[run * 16]) { $0.union($1) }
                        .intersects(near)
                }
                try check(found.isSubset(of: allowed), "\(count) boxes, \(probe): far runs")
            }
        }
    }

    @Test func runsThatLieApartAreNotVisited() {
        let tree = tree(FlatArray((0..<64).map { Rect(x: 0, y: Double($0) * 10, width: 100, height: 9) }))
        #expect(runs(tree, Rect(x: 0, y: 159.5, width: 100, height: 160)) == [1])
        #expect(runs(tree, Rect(x: 101, y: 0, width: 10, height: 1000)) == [])
        #expect(runs(tree, everything) == [0, 1, 2, 3])
    }

    /// Five levels of nodes, and more nodes of a level than are tested at once.
    @Test func deepTrees() {
        let tree = BoxTree(16 * 70_000) {
            BoxTree.Box(around: Rect(x: 0, y: Double($0 / 16), width: 1, height: 0.5))
        }
        for (first, count) in [(0, 1), (65_535, 2), (1_000, 3_000), (69_999, 1), (0, 70_000), (4_095, 258)] {
            let rect = Rect(x: 0, y: Double(first) + 0.25, width: 1, height: Double(count) - 0.5)
            #expect(runs(tree, rect) == Set(first..<first + count))
            #expect(runs(tree, rect.offset(x: 2, y: 0)).isEmpty)
        }
        #expect(runs(tree, Rect(x: 0, y: 777.6, width: 1, height: 0.3)).isEmpty)
    }

    /// Wherever searches have begun before, in this tree or in another one, they find what there is; and those of a scroll
    /// visit fewer nodes than those from the root.
    @Test func startsOfFormerSearches() throws {
        var random = SplitMix64(seed: 6)
        let worlds = (0..<2).map { _ in rects(20_000, 1000, &random) }
        let packed = worlds.map { world in
            let order = TileOrder(world, in: Size(width: 1000, height: 1000)).entries
            return FlatArray(order.elements.map { world[Int($0.index)] })
        }
        let trees = packed.map { tree($0) }
        var start = BoxTree.Start()
        var scrolled = QueryCounts()
        var fromRoot = QueryCounts()
        var rect = Rect(x: 0, y: 0, width: 40, height: 60)
        var world = 0
        for step in 0..<600 {
            switch step % 60 {
            case 0: rect = Rect(x: random.uniform(-1000, 1000), y: random.uniform(-1000, 1000), width: 40, height: 60)
            case 20: rect.width *= 1.5
            case 30: world = 1 - world
            case 31: world = 1 - world
            case 10: rect.height = .infinity
            case 11: rect.height = 60
            case 40: rect = step % 120 == 40 ? everything : Rect(x: .nan, y: 0, width: 1, height: 1)
            case 41: rect = Rect(x: 5, y: 5, width: 20, height: 20)
            default: rect = rect.offset(x: 1, y: 2)
            }
            let found = search(trees[world], rect, from: &start, counting: &scrolled)
            var root = BoxTree.Start()
            let expected = search(trees[world], rect, from: &root, counting: &fromRoot)
            let hits = Set((0..<packed[world].count).filter { packed[world][$0].intersects(rect) })
            try check(
                hits.isSuperset(of: found.certain) && hits.isSubset(of: found.certain.union(found.doubtful)),
                "step \(step): \(rect)")
            try check(found.runs == expected.runs, "step \(step): runs")
        }
        #expect(scrolled.nodesVisited < fromRoot.nodesVisited)
    }

    /// What a leaf says of its boxes: those that surely meet a rect do, and those that do not surely do not.
    @Test(arguments: scales)
    func leavesAreRight(_ scale: Double) throws {
        var random = SplitMix64(seed: 4)
        for round in 0..<200 {
            let count = 1 + round % 16
            var rects = rects(count, scale, &random).array
            switch round % 8 {
            case 0: rects = rects.map { _ in rects[0] }
            case 1: rects = rects.map { Rect(x: $0.x, y: rects[0].y, width: 0, height: 0) }
            case 2: rects[0] = Rect(x: -8e12, y: -8e12, width: 16e12, height: 16e12)
            case 3: rects = rects.map { $0.offset(x: 7 * scale, y: 0) }
            default: break
            }
            let leaf = UnsafeMutablePointer<BoxLeaf>.allocate(capacity: 1)
            defer { leaf.deallocate() }
            var whole = BoxTree.Box()
            for rect in rects { whole.cover(BoxTree.Box(around: rect)) }
            // Of another leaf, if the node is larger.
            if round % 3 == 0 { whole.cover(BoxTree.Box(around: rects[0].offset(x: scale, y: -scale))) }
            let boxes = rects.map { BoxTree.Box(around: $0) } + Array(repeating: BoxTree.Box(), count: 16 - count)
            BoxLeaf.fill(leaf, boxes, count, BoxLeaf.Scale(across: whole))
            let size = max(Double(-whole.edges.z - whole.edges.x), Double(-whole.edges.w - whole.edges.y))
            for probe in probes(FlatArray(rects), scale, &random) + rects where !probe.x.isNaN {
                let (certain, doubtful) = leaf.pointee.boxes(
                    meeting: BoxLeaf.Probe(BoxTree.Probe(probe).edges, across: whole))
                let some = certain | doubtful
                let hits = Set((0..<count).filter { rects[$0].intersects(probe) })
                #expect(certain & doubtful == 0 && some >> 16 == 0)
                let context = "round \(round), \(probe)"
                try check(hits.isSubset(of: numbers(some)), "\(context): a hit is missing")
                try check(hits.isSuperset(of: numbers(certain)), "\(context): certain, but no hit")
                // A step or two, and what floats round away.
                let slack = size * 3 / 32_700 + scale * 0x1p-20
                let (near, far) = (probe.inset(-slack), probe.inset(slack))
                try check(
                    numbers(some).allSatisfy { $0 < count && rects[$0].intersects(near) }, "\(context): far candidates")
                try check(
                    Set(numbers(certain)).isSuperset(of: hits.filter { rects[$0].intersects(far) }),
                    "\(context): deep hits are not certain")
            }
        }
    }
}

/// Takes down what a tree tells.
private final class Recorder: BoxTreeElements {
    private(set) var expected: [Int] = []
    private(set) var found: [(run: Int, certain: UInt32, doubtful: UInt32)] = []

    func prefetch(run: Int) { expected.append(run) }

    func put<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        run: Int, _ certain: UInt32, _ doubtful: UInt32, _ rect: Rect, into sink: inout Sink,
        counting counter: inout Counter
    ) {
        found.append((run, certain, doubtful))
    }
}

extension Rect {
    fileprivate func inset(_ length: Double) -> Rect {
        Rect(x: x + length, y: y + length, width: width - 2 * length, height: height - 2 * length)
    }
}
