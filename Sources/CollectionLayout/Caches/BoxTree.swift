/// The inner nodes of a packed R-tree over a sequence of boxes.
///
/// Leaf `i` stands for boxes 16·i ..< 16·(i + 1) of the sequence; node `i` of a level for nodes or leaves 16·i ..<
/// 16·(i + 1) of the level below. A node is four vectors of 16 floats, so that one pass of vector comparisons tests all
/// its children.
struct BoxTree {
    /// Children of a node, and boxes of a leaf.
    static let fanout = 16

    /// The boxes of 16 children, rounded outwards; absent children are empty boxes that meet nothing.
    struct Node: BitwiseCopyable {
        var minX = SIMD16<Float>(repeating: .infinity)
        var minY = SIMD16<Float>(repeating: .infinity)
        var maxX = SIMD16<Float>(repeating: -.infinity)
        var maxY = SIMD16<Float>(repeating: -.infinity)

        /// One bit for each child whose box meets the probe.
        @inline(__always)
        func children(meeting probe: Probe) -> UInt32 {
            let mask = (minX .< probe.maxX) .& (maxX .> probe.minX) .& (minY .< probe.maxY) .& (maxY .> probe.minY)
            return mask.bits
        }

        fileprivate mutating func set(_ child: Int, _ box: Box) {
            minX[child] = box.minX
            minY[child] = box.minY
            maxX[child] = box.maxX
            maxY[child] = box.maxY
        }

        fileprivate var box: Box { Box(minX: minX.min(), minY: minY.min(), maxX: maxX.max(), maxY: maxY.max()) }
    }

    /// A rect, rounded outwards.
    struct Box: BitwiseCopyable {
        var minX = Float.infinity
        var minY = Float.infinity
        var maxX = -Float.infinity
        var maxY = -Float.infinity
    }

    /// A rect to search, rounded outwards and spread over vectors.
    struct Probe {
        let minX, minY, maxX, maxY: SIMD16<Float>

        init(_ rect: Rect) {
            minX = SIMD16(repeating: Float(roundedDown: rect.minX))
            minY = SIMD16(repeating: Float(roundedDown: rect.minY))
            maxX = SIMD16(repeating: Float(roundedUp: rect.maxX))
            maxY = SIMD16(repeating: Float(roundedUp: rect.maxY))
        }
    }

    /// All levels, the one above the leaves first.
    private var nodes = FlatArray<Node>()
    /// Index of the first node of each level, and the number of all nodes.
    private var levels: [Int] = [0]

    /// A tree over nothing.
    init() {}

    /// Builds the tree. O(n).
    init(over boxes: FlatArray<Rect>) {
        guard boxes.count > 0 else { return }
        let fanout = Self.fanout
        let leaves = (boxes.count + fanout - 1) / fanout
        var count = leaves
        repeat {
            count = (count + fanout - 1) / fanout
            levels.append(levels[levels.count - 1] + count)
        } while count > 1
        let levels = levels
        self.nodes = FlatArray(repeating: Node(), count: levels[levels.count - 1])
        let nodes = self.nodes.writable
        for leaf in 0..<leaves {
            let box = Self.box(around: boxes, leaf * fanout..<min((leaf + 1) * fanout, boxes.count))
            nodes[leaf / fanout].set(leaf % fanout, box)
        }
        for level in 1..<max(levels.count - 1, 1) {
            for child in 0..<levels[level] - levels[level - 1] {
                nodes[levels[level] + child / fanout].set(child % fanout, nodes[levels[level - 1] + child].box)
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

    /// Calls `body` with each leaf whose box, rounded outwards, meets the rect.
    @inline(__always)
    func forEachLeaf<Counter: QueryCounter>(
        meeting rect: Rect, counting counter: inout Counter, _ body: (Int, inout Counter) -> Void
    ) {
        guard nodes.count > 0 else { return }
        let probe = Probe(rect)
        // The path from the root: for each level the node and its children that are still to be visited. 2^31 elements
        // make 8 levels.
        withUnsafeTemporaryAllocation(of: (node: Int, pending: UInt32).self, capacity: 16) { path in
            let top = levels.count - 2
            var level = top
            counter.visit(nodes: 1)
            path[level] = (0, nodes[levels[level]].children(meeting: probe))
            while level <= top {
                let pending = path[level].pending
                if pending == 0 {
                    level += 1
                    continue
                }
                path[level].pending = pending & (pending - 1)
                let child = path[level].node * Self.fanout + pending.trailingZeroBitCount
                if level == 0 {
                    body(child, &counter)
                } else {
                    level -= 1
                    counter.visit(nodes: 1)
                    path[level] = (child, nodes[levels[level] + child].children(meeting: probe))
                }
            }
        }
    }

    /// Every box lies within the boxes above it.
    func checkInvariants(over boxes: FlatArray<Rect>) {
        for index in 0..<boxes.count {
            let box = boxes[index]
            var child = index / Self.fanout
            for level in 0..<levels.count - 1 {
                let node = nodes[levels[level] + child / Self.fanout]
                let slot = child % Self.fanout
                precondition(Double(node.minX[slot]) <= box.minX && box.maxX <= Double(node.maxX[slot]), "box across")
                precondition(Double(node.minY[slot]) <= box.minY && box.maxY <= Double(node.maxY[slot]), "box along")
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

extension SIMDMask<SIMD16<Int32>> {
    /// One bit for each true lane.
    ///
    /// Narrows lanes to bytes and gathers the sign bits of eight bytes by a multiplication: a third fewer instructions
    /// on baseline x86-64 than a sum of weights.
    @inline(__always)
    fileprivate var bits: UInt32 {
        let bytes = SIMD16<Int8>(truncatingIfNeeded: unsafeBitCast(self, to: SIMD16<Int32>.self))
        let halves = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        func gather(_ half: UInt64) -> UInt32 {
            UInt32(truncatingIfNeeded: ((half >> 7 & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56)
        }
        return gather(halves.x) | gather(halves.y) << 8
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
