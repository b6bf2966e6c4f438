import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

@Suite struct BoxTreeTests {
    /// The largest float at or below a value and the smallest at or above it.
    private func rounded(_ value: Double) -> (down: Float, up: Float) {
        let floats = SIMD4<Float>(roundedDown: SIMD4(value, 0, -value, .infinity))
        #expect(floats.y == 0 && floats.w == .infinity)
        return (floats.x, -floats.z)
    }

    @Test func floatsRoundOutwards() {
        var random = SplitMix64(seed: 1)
        var values: [Double] = [
            0, -0.0, 1, 0x1p24, 0x1p24 + 1, 0x1p31 + Snapping.grainLength, 8e12, 1e-300, .leastNonzeroMagnitude,
        ]
        for exponent in 0..<43 {
            for _ in 0..<20 { values.append(random.uniform(0.5, 1) * Double(UInt64(1) << UInt64(exponent))) }
        }
        for value in values + values.map({ -$0 }) {
            let (down, up) = rounded(value)
            #expect(Double(down) <= value && value <= Double(up), "\(value)")
            // As near as can be: the same, or neighbours.
            #expect(down == up || down.nextUp == up, "\(value)")
            #expect((down == up) == (Double(Float(value)) == value))
        }
    }

    @Test func numbersBeyondFloats() {
        #expect(rounded(1e300) == (.greatestFiniteMagnitude, .infinity))
        #expect(rounded(-1e300) == (-.infinity, -.greatestFiniteMagnitude))
        #expect(rounded(.infinity) == (.infinity, .infinity) && rounded(-.infinity) == (-.infinity, -.infinity))
        #expect(rounded(.nan).down.isNaN && rounded(.nan).up.isNaN)
    }

    private func boxes(_ count: Int, _ scale: Double, _ random: inout SplitMix64) -> FlatArray<Rect> {
        FlatArray(
            (0..<count).map { _ in
                Rect(
                    x: random.uniform(-1, 1) * scale, y: random.uniform(-1, 1) * scale,
                    width: random.uniform(0, 0.1) * scale, height: random.uniform(0, 0.1) * scale)
            })
    }

    private func deepTree(_ boxes: FlatArray<Rect>) -> BoxTree {
        let entries = (0..<boxes.count).map { TileOrder.Entry(BoxTree.Box(around: boxes, $0..<$0 + 1), $0) }
        return BoxTree(over: FlatArray(entries))
    }

    /// The numbers of the lowest level's children that a search finds: leaves, or boxes where the tree keeps leaves.
    private func found(_ tree: BoxTree, _ rect: Rect) -> (meeting: Set<Int>, certain: Set<Int>) {
        func numbers(_ node: Int, _ bits: UInt32) -> [Int] {
            (0..<32).filter { bits & 1 << UInt32($0) != 0 }.map { node * 16 + $0 }
        }
        var (meeting, certain) = ([Int](), [Int]())
        var counts = QueryCounts()
        tree.search(rect, counting: &counts) { node, some, sure, _ in
            meeting += numbers(node, some)
            certain += numbers(node, sure)
        }
        #expect(Set(meeting).count == meeting.count)
        return (Set(meeting), Set(certain))
    }

    private func leaves(_ tree: BoxTree, _ rect: Rect) -> Set<Int> {
        let (meeting, certain) = found(tree, rect)
        guard tree.keepsLeaves else { return meeting }
        #expect(certain.isSubset(of: meeting))
        return Set(meeting.map { $0 / 16 })
    }

    /// No leaf with a box that meets the rect is left out, however coarse floats are there.
    @Test(arguments: [100, 0x1p24, 0x1p31, 1e12])
    func findsEveryLeafThatMatters(_ scale: Double) throws {
        var random = SplitMix64(seed: 2)
        for count in [0, 1, 15, 16, 17, 256, 257, 700] {
            let boxes = boxes(count, scale, &random)
            let tree = BoxTree(over: boxes)
            tree.checkInvariants(over: boxes)
            let deep = deepTree(boxes)
            deep.checkInvariants(over: boxes)
            var rects = [everything, .zero, Rect(x: .nan, y: 0, width: 1, height: 1)]
            for _ in 0..<10 {
                rects.append(
                    Rect(
                        x: random.uniform(-1, 1) * scale, y: random.uniform(-1, 1) * scale,
                        width: random.uniform(0, 0.2) * scale, height: random.uniform(0, 0.2) * scale))
            }
            if count > 0 {
                // A grain of overlap at each edge.
                let box = boxes[count / 2]
                let grain = max(Snapping.grainLength, box.maxX.ulp, box.maxY.ulp)
                rects.append(Rect(x: box.maxX - grain, y: box.maxY - grain, width: scale, height: scale))
                rects.append(
                    Rect(x: box.minX - scale, y: box.minY - scale, width: scale + grain, height: scale + grain))
            }
            for rect in rects {
                let found = leaves(tree, rect)
                let hits = (0..<count).filter { boxes[$0].intersects(rect) }
                let needed = Set(hits.map { $0 / 16 })
                try check(needed.isSubset(of: found), "\(count) boxes, \(rect): leaves \(needed.subtracting(found))")
                try check(found.allSatisfy { (0..<(count + 15) / 16).contains($0) }, "leaves out of range")
                let (candidates, certain) = self.found(deep, rect)
                try check(candidates.isSuperset(of: hits), "\(count) boxes, \(rect): not all candidates")
                try check(certain.isSubset(of: hits), "\(count) boxes, \(rect): certain, but no hit")
                // What is not certain touches the rect, give or take what floats round away.
                let slack = scale * 0x1p-22
                let (near, far) = (rect.inset(-slack), rect.inset(slack))
                try check(candidates.allSatisfy { $0 < count && boxes[$0].intersects(near) }, "far candidates")
                try check(
                    certain.isSuperset(of: hits.filter { boxes[$0].intersects(far) }), "deep hits are not certain")
            }
        }
    }

    /// The last grain of a leaf, where floats are farther apart than boxes are long.
    @Test(arguments: [0, 0x1p24, 0x1p24 + 1.5, 0x1p31 + 0.5, 0x1p31 + 200, 1e12, 0x1p40 + 100_000, 7e12])
    func theEdgesOfLeavesAreFound(_ start: Double) {
        let grain = Snapping.grainLength
        let boxes = FlatArray(
            (0..<80).map { Rect(x: start, y: start + Double($0) * 7 * grain, width: 7 * grain, height: 7 * grain) })
        let tree = deepTree(boxes)
        for item in 0..<80 {
            let box = boxes[item]
            #expect(leaves(tree, Rect(x: start, y: box.minY, width: grain, height: grain)).contains(item / 16))
            #expect(leaves(tree, Rect(x: start, y: box.maxY - grain, width: 1, height: grain)).contains(item / 16))
            #expect(leaves(tree, Rect(x: box.maxX - grain, y: box.minY, width: 1, height: 1)).contains(item / 16))
        }
    }

    @Test func touchingBoxesAreNotVisited() {
        let boxes = FlatArray((0..<64).map { Rect(x: 0, y: Double($0) * 10, width: 100, height: 10) })
        let tree = deepTree(boxes)
        #expect(leaves(tree, Rect(x: 0, y: 160, width: 100, height: 160)) == [1])
        #expect(leaves(tree, Rect(x: 100, y: 0, width: 10, height: 1000)) == [])
        #expect(leaves(tree, everything) == [0, 1, 2, 3])
    }
}

extension Rect {
    fileprivate func inset(_ length: Double) -> Rect {
        Rect(x: x + length, y: y + length, width: width - 2 * length, height: height - 2 * length)
    }
}
