/// The nodes of a packed R-tree over a sequence of boxes.
///
/// Leaf `i` stands for boxes 16·i ..< 16·(i + 1) of the sequence; node `i` of a level for nodes or leaves 16·i ..<
/// 16·(i + 1) of the level below. A node is four vectors of 16 floats, so that one pass of vector comparisons tests all
/// its children. The leaves are nodes too if the tree keeps them: 16 bytes a box, which spare most exact tests.
struct BoxTree {
    /// Children of a node, and boxes of a leaf.
    static let fanout = 16

    /// The boxes of 16 children, rounded outwards; absent children are empty boxes that meet nothing.
    struct Node: BitwiseCopyable {
        private var minX = SIMD16<Float>(repeating: .infinity)
        private var minY = SIMD16<Float>(repeating: .infinity)
        private var maxX = SIMD16<Float>(repeating: -.infinity)
        private var maxY = SIMD16<Float>(repeating: -.infinity)

        /// One bit for each child whose box meets the probe.
        ///
        /// Vectors of four are what every processor compares in one instruction. Each contributes one bit to each of four
        /// lanes, whose order in memory is then 0, 2, 1, 3: ``slot(_:)`` places the children so that bits follow them.
        @inline(__always)
        func children(meeting probe: Probe) -> UInt32 {
            typealias Quarters = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
            let minX = unsafeBitCast(minX, to: Quarters.self)
            let minY = unsafeBitCast(minY, to: Quarters.self)
            let maxX = unsafeBitCast(maxX, to: Quarters.self)
            let maxY = unsafeBitCast(maxY, to: Quarters.self)
            let lanes =
                probe.meets(minX.0, minY.0, maxX.0, maxY.0, bit: 1)
                | probe.meets(minX.1, minY.1, maxX.1, maxY.1, bit: 2)
                | probe.meets(minX.2, minY.2, maxX.2, maxY.2, bit: 4)
                | probe.meets(minX.3, minY.3, maxX.3, maxY.3, bit: 8)
            let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
            let pairs = halves.x | halves.y << 4
            return UInt32(truncatingIfNeeded: pairs | pairs >> 24) & 0xFFFF
        }

        /// Where the box of a child stands in the vectors.
        private static func slot(_ child: Int) -> Int {
            let quarter = child & 3
            let lane = (child >> 3) & 1 | (child >> 1) & 2
            return quarter << 2 | lane
        }

        /// The box of a child.
        fileprivate subscript(child: Int) -> Box {
            get {
                let slot = Self.slot(child)
                return Box(minX: minX[slot], minY: minY[slot], maxX: maxX[slot], maxY: maxY[slot])
            }
            set {
                let slot = Self.slot(child)
                minX[slot] = newValue.minX
                minY[slot] = newValue.minY
                maxX[slot] = newValue.maxX
                maxY[slot] = newValue.maxY
            }
        }

        /// The box around all children.
        fileprivate var box: Box { Box(minX: minX.min(), minY: minY.min(), maxX: maxX.max(), maxY: maxY.max()) }
    }

    /// A rect, rounded outwards.
    struct Box: BitwiseCopyable {
        var minX = Float.infinity
        var minY = Float.infinity
        var maxX = -Float.infinity
        var maxY = -Float.infinity
    }

    /// A rect to search, rounded and spread over vectors.
    struct Probe {
        private let minX, minY, maxX, maxY: SIMD4<Float>

        /// Rounded outwards: a box that does not meet it does not meet the rect.
        init(outside rect: Rect) {
            minX = SIMD4(repeating: Float(roundedDown: rect.minX))
            minY = SIMD4(repeating: Float(roundedDown: rect.minY))
            maxX = SIMD4(repeating: Float(roundedUp: rect.maxX))
            maxY = SIMD4(repeating: Float(roundedUp: rect.maxY))
        }

        /// Rounded inwards: a box that meets it meets the rect, even before that box was rounded outwards.
        ///
        /// An edge `v` was rounded to the nearest float `f` at or before it, so that `v` lies before the float after `f`:
        /// where `f` lies before the float `p`, `v` does too.
        init(inside rect: Rect) {
            minX = SIMD4(repeating: Float(roundedUp: rect.minX))
            minY = SIMD4(repeating: Float(roundedUp: rect.minY))
            maxX = SIMD4(repeating: Float(roundedDown: rect.maxX))
            maxY = SIMD4(repeating: Float(roundedDown: rect.maxY))
        }

        /// A bit in the lane of each of four boxes that meets the rect.
        @inline(__always)
        fileprivate func meets(
            _ minX: SIMD4<Float>, _ minY: SIMD4<Float>, _ maxX: SIMD4<Float>, _ maxY: SIMD4<Float>, bit: Int32
        ) -> SIMD4<Int32> {
            let mask = (minX .< self.maxX) .& (maxX .> self.minX) .& (minY .< self.maxY) .& (maxY .> self.minY)
            return unsafeBitCast(mask, to: SIMD4<Int32>.self) & SIMD4(repeating: bit)
        }
    }

    /// Whether the lowest level are the leaves, and not the nodes above them.
    private(set) var keepsLeaves = false
    /// All levels, the lowest first.
    private var nodes = FlatArray<Node>()
    /// Index of the first node of each level, and the number of all nodes.
    private var levels: [Int] = [0]

    /// A tree over nothing.
    init() {}

    /// Builds the tree. O(n).
    init(over boxes: FlatArray<Rect>, keepingLeaves keepsLeaves: Bool, threads: Int = 1) {
        guard boxes.count > 0 else { return }
        self.keepsLeaves = keepsLeaves
        let fanout = Self.fanout
        let size = keepsLeaves ? 1 : fanout  // boxes of a child of the lowest level
        let children = (boxes.count + size - 1) / size
        var count = children
        repeat {
            count = (count + fanout - 1) / fanout
            levels.append(levels[levels.count - 1] + count)
        } while count > 1
        let levels = levels
        self.nodes = FlatArray(repeating: Node(), count: levels[levels.count - 1])
        let nodes = self.nodes.writable
        Threads.run(over: children, step: fanout, threads: threads) { part in
            for child in part {
                let box = Self.box(around: boxes, child * size..<min((child + 1) * size, boxes.count))
                nodes[child / fanout][child % fanout] = box
            }
        }
        for level in 1..<max(levels.count - 1, 1) {
            for child in 0..<levels[level] - levels[level - 1] {
                nodes[levels[level] + child / fanout][child % fanout] = nodes[levels[level - 1] + child].box
            }
        }
    }

    var byteCount: Int { nodes.byteCount + levels.count * MemoryLayout<Int>.stride }

    private static func box(around boxes: FlatArray<Rect>, _ range: Range<Int>) -> Box {
        var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for index in range {
            let box = boxes[index]
            minX = min(minX, box.minX)
            minY = min(minY, box.minY)
            maxX = max(maxX, box.maxX)
            maxY = max(maxY, box.maxY)
        }
        return Box(
            minX: Float(roundedDown: minX), minY: Float(roundedDown: minY), maxX: Float(roundedUp: maxX),
            maxY: Float(roundedUp: maxY))
    }

    /// Calls `body` with each node of the lowest level that has children whose boxes, rounded outwards, meet the rect;
    /// with one bit for each of these, and one for each that certainly meets it unrounded (none unless it keeps leaves).
    ///
    /// All children of a node are tested before one of them is entered: what one needs from memory is then fetched
    /// while the others are tested.
    @inline(__always)
    func search<Counter: QueryCounter>(
        _ rect: Rect, counting counter: inout Counter, expecting expect: (_ node: Int) -> Void = { _ in },
        _ body: (_ node: Int, _ meeting: UInt32, _ certain: UInt32, inout Counter) -> Void
    ) {
        guard nodes.count > 0 else { return }
        let outer = Probe(outside: rect)
        let inner = Probe(inside: rect)
        // 2^31 elements make 8 levels, each of which leaves at most 15 nodes behind: 1 KB, for which the stack has room.
        withUnsafeTemporaryAllocation(of: Visit.self, capacity: 8 * Self.fanout) { stack in
            let top = levels.count - 2
            stack[0] = visit(0, top, outer, inner)
            var count = 1
            counter.visit(nodes: 1)
            while count > 0 {
                count &-= 1
                let visited = stack[count]
                if visited.level == 0 {
                    body(visited.node, visited.meeting, visited.certain, &counter)
                    continue
                }
                var rest = visited.meeting
                counter.visit(nodes: rest.nonzeroBitCount)
                let children = levels[visited.level &- 1] &+ visited.node &* Self.fanout
                while rest != 0 {
                    nodes.prefetch(children &+ rest.trailingZeroBitCount, 1)
                    rest &= rest &- 1
                }
                rest = visited.meeting
                while rest != 0 {
                    let child = visited.node &* Self.fanout &+ rest.trailingZeroBitCount
                    stack[count] = visit(child, visited.level &- 1, outer, inner)
                    if visited.level == 1 { expect(child) }
                    count &+= 1
                    rest &= rest &- 1
                }
            }
        }
    }

    @inline(__always)
    private func visit(_ node: Int, _ level: Int, _ outer: Probe, _ inner: Probe) -> Visit {
        let boxes = nodes.base + (levels[level] &+ node)
        let meeting = boxes.pointee.children(meeting: outer)
        let certain = keepsLeaves && level == 0 ? boxes.pointee.children(meeting: inner) : 0
        return Visit(
            place: UInt32(truncatingIfNeeded: level &<< 28 | node), bits: certain &<< 16 | meeting)
    }

    /// A node that was tested: its level and number, and which of its children meet the rect.
    private struct Visit: BitwiseCopyable {
        let place: UInt32
        let bits: UInt32

        var level: Int { Int(place >> 28) }
        var node: Int { Int(place & 0xFFF_FFFF) }
        var meeting: UInt32 { bits & 0xFFFF }
        var certain: UInt32 { bits >> 16 }
    }

    /// Every box lies within the boxes above it.
    func checkInvariants(over boxes: FlatArray<Rect>) {
        for index in 0..<boxes.count {
            let box = boxes[index]
            var child = keepsLeaves ? index : index / Self.fanout
            for level in 0..<levels.count - 1 {
                let outer = nodes[levels[level] + child / Self.fanout][child % Self.fanout]
                precondition(Double(outer.minX) <= box.minX && box.maxX <= Double(outer.maxX), "box across")
                precondition(Double(outer.minY) <= box.minY && box.maxY <= Double(outer.maxY), "box along")
                child /= Self.fanout
            }
        }
    }
}

extension BoxTree {
    /// Whether runs of 16 consecutive boxes cover so much more area than the boxes themselves that packing pays.
    static func isScattered(_ boxes: FlatArray<Rect>) -> Bool {
        var area = 0.0
        var covered = 0.0
        for first in stride(from: 0, to: boxes.count, by: fanout) {
            let range = first..<min(first + fanout, boxes.count)
            let box = box(around: boxes, range)
            covered += Double(box.maxX - box.minX) * Double(box.maxY - box.minY)
            for index in range { area += boxes[index].width * boxes[index].height }
        }
        return covered > 8 * area
    }

    /// The order of tiles: square tiles of 16 × 16 boxes, each made of square tiles of 16.
    ///
    /// Boxes are sorted by their centres along the axis into strips, in each strip across the axis into tiles of 256, and
    /// so again in each tile. O(n).
    static func tileOrder(_ boxes: FlatArray<Rect>) -> FlatArray<UInt32> {
        let tile = fanout * fanout
        let count = boxes.count
        let along = Quantizer(boxes.elements.lazy.map { $0.y + $0.height / 2 }, steps: 0x1p32)
        let across = Quantizer(boxes.elements.lazy.map { $0.x + $0.width / 2 }, steps: 0x1p16)
        func alongKey(_ index: Int) -> UInt32 { along.step(boxes[index].y + boxes[index].height / 2) }
        func acrossKey(_ index: Int) -> UInt32 { across.step(boxes[index].x + boxes[index].width / 2) }
        let byAlong = radixOrder(count: count) { alongKey($0) }
        let tiles = max((count + tile - 1) / tile, 1)
        let aspect = across.extent > 0 && along.extent > 0 ? across.extent / along.extent : 1
        let tilesInStrip = min(max(Int((Double(tiles) * aspect).squareRoot().rounded(.up)), 1), tiles)
        let stripSize = max(tilesInStrip * tile, (count >> 16) + 1)  // 2^16 strips fit into the key
        let byStrip = radixOrder(count: count) { rank in
            UInt32(rank / stripSize) << 16 | acrossKey(Int(byAlong[rank]))
        }
        var sorted = FlatArray(byStrip.elements.lazy.map { byAlong[Int($0)] })
        let order = sorted.writable
        for first in stride(from: 0, to: count, by: tile) {
            let last = min(first + tile, count)
            sort(order, first..<last, by: alongKey)
            for row in stride(from: first, to: last, by: 4 * fanout) {
                sort(order, row..<min(row + 4 * fanout, last), by: acrossKey)
            }
        }
        return sorted
    }

    /// Sorts a few indices by their keys: as single numbers, key before index, which compare in one instruction.
    private static func sort(
        _ order: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, by key: (Int) -> UInt32
    ) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: range.count) { buffer in
            var keyed = buffer
            for (slot, position) in range.enumerated() {
                keyed[slot] = UInt64(key(Int(order[position]))) << 32 | UInt64(order[position])
            }
            keyed.sort()
            for (slot, position) in range.enumerated() {
                order[position] = UInt32(truncatingIfNeeded: keyed[slot])
            }
        }
    }
}

extension Float {
    /// The largest float at or below a value.
    @inline(__always)
    init(roundedDown value: Double) {
        let nearest = Float(value)
        self = Double(nearest) > value ? nearest.nextDown : nearest
    }

    /// The smallest float at or above a value.
    @inline(__always)
    init(roundedUp value: Double) {
        let nearest = Float(value)
        self = Double(nearest) < value ? nearest.nextUp : nearest
    }
}
