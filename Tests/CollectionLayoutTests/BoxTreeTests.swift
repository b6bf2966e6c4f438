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
        BoxTree(runs: (rects.count + 15) / 16) { run in
            var whole = BoxTree.Box()
            for index in run * 16..<min(run * 16 + 16, rects.count) { whole.cover(BoxTree.Box(around: rects[index])) }
            return whole
        }
    }

    private func numbers(_ bits: UInt32) -> [Int] { (0..<32).filter { bits & 1 << UInt32($0) != 0 } }

    /// The runs that a search finds.
    private func runs(_ tree: BoxTree, _ rect: Rect) -> Set<Int> {
        var found = [Int]()
        var counts = QueryCounts()
        var expected: [Int] = []
        tree.search(rect, counting: &counts, expecting: { expected.append($0) }, { run, _ in found.append(run) })
        // Each once, in their order, and as announced.
        #expect(found == expected && found == Set(found).sorted())
        return Set(found)
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
        let tree = BoxTree(runs: 70_000) { run in
            BoxTree.Box(around: Rect(x: 0, y: Double(run), width: 1, height: 0.5))
        }
        for (first, count) in [(0, 1), (65_535, 2), (1_000, 3_000), (69_999, 1), (0, 70_000), (4_095, 258)] {
            let rect = Rect(x: 0, y: Double(first) + 0.25, width: 1, height: Double(count) - 0.5)
            #expect(runs(tree, rect) == Set(first..<first + count))
            #expect(runs(tree, rect.offset(x: 2, y: 0)).isEmpty)
        }
        #expect(runs(tree, Rect(x: 0, y: 777.6, width: 1, height: 0.3)).isEmpty)
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
            let whole = BoxLeaf.fill(leaf, count) { BoxTree.Box(around: rects[$0]) }
            let size = max(Double(-whole.edges.z - whole.edges.x), Double(-whole.edges.w - whole.edges.y))
            for probe in probes(FlatArray(rects), scale, &random) + rects where !probe.x.isNaN {
                let (some, certain) = leaf.pointee.boxes(meeting: BoxLeaf.Probe(probe), across: whole)
                let hits = Set((0..<count).filter { rects[$0].intersects(probe) })
                let context = "round \(round), \(probe)"
                try check(hits.isSubset(of: numbers(some)), "\(context): a hit is missing")
                try check(hits.isSuperset(of: numbers(certain)), "\(context): certain, but no hit")
                // A step or two, and what floats round away.
                let slack = size * 3 / 65_500 + scale * 0x1p-20
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

extension Rect {
    fileprivate func inset(_ length: Double) -> Rect {
        Rect(x: x + length, y: y + length, width: width - 2 * length, height: height - 2 * length)
    }
}
