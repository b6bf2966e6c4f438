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
        fileprivate func box(_ child: Int) -> Box {
            let slot = Self.slot(child)
            return Box(edges: SIMD4(minX[slot], minY[slot], -maxX[slot], -maxY[slot]))
        }

        /// Sets the boxes of the first children, one by one.
        ///
        /// - Returns: The box around them.
        @inline(__always)
        static func fill(_ node: UnsafeMutablePointer<Node>, _ count: Int, _ box: (_ child: Int) -> Box) -> Box {
            var whole = Box()
            for child in 0..<count {
                let box = box(child)
                whole.cover(box)
                // Floats and not vectors: to set one lane of a vector, all of it is read and written.
                let slot = UnsafeMutableRawPointer(node) + slot(child) * MemoryLayout<Float>.size
                let field = MemoryLayout<SIMD16<Float>>.size
                slot.storeBytes(of: box.edges.x, as: Float.self)
                slot.storeBytes(of: box.edges.y, toByteOffset: field, as: Float.self)
                slot.storeBytes(of: -box.edges.z, toByteOffset: 2 * field, as: Float.self)
                slot.storeBytes(of: -box.edges.w, toByteOffset: 3 * field, as: Float.self)
            }
            return whole
        }
    }

    /// A rect, rounded outwards.
    struct Box: BitwiseCopyable {
        /// Least x and y, then greatest x and y with the opposite sign: all are rounded down.
        private(set) var edges: SIMD4<Float>

        /// Around nothing.
        init() { edges = SIMD4(repeating: .infinity) }

        @inline(__always)
        init(edges: SIMD4<Float>) { self.edges = edges }

        /// Around some rects.
        @inline(__always)
        init(around rects: FlatArray<Rect>, _ range: Range<Int>) {
            var least = SIMD4(repeating: Double.infinity)
            for index in range {
                let edges = Self.edges(of: rects[index])
                least.replace(with: edges, where: edges .< least)
            }
            edges = SIMD4(roundedDown: least)
        }

        /// Around a rect.
        @inline(__always)
        init(around rect: Rect) { edges = SIMD4(roundedDown: Self.edges(of: rect)) }

        @inline(__always)
        private static func edges(of rect: Rect) -> SIMD4<Double> {
            let near = SIMD2(rect.x, rect.y)
            return SIMD4(lowHalf: near, highHalf: 0 - (near + SIMD2(rect.width, rect.height)))
        }

        /// Extends around another box.
        @inline(__always)
        mutating func cover(_ other: Box) {
            edges.replace(with: other.edges, where: other.edges .< edges)
        }
    }

    /// A rect to search, rounded and spread over vectors.
    struct Probe {
        private let minX, minY, maxX, maxY: SIMD4<Float>

        /// Rounded outwards: a box that does not meet it does not meet the rect.
        init(outside rect: Rect) {
            let edges = Box(around: rect).edges
            minX = SIMD4(repeating: edges.x)
            minY = SIMD4(repeating: edges.y)
            maxX = SIMD4(repeating: -edges.z)
            maxY = SIMD4(repeating: -edges.w)
        }

        /// Rounded inwards: a box that meets it meets the rect, even before that box was rounded outwards.
        ///
        /// An edge `v` was rounded to the nearest float `f` at or before it, so that `v` lies before the float after `f`:
        /// where `f` lies before the float `p`, `v` does too.
        init(inside rect: Rect) {
            let edges = SIMD4<Float>(roundedDown: SIMD4(-rect.minX, -rect.minY, rect.maxX, rect.maxY))
            minX = SIMD4(repeating: -edges.x)
            minY = SIMD4(repeating: -edges.y)
            maxX = SIMD4(repeating: edges.z)
            maxY = SIMD4(repeating: edges.w)
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

    /// A tree over rects that lie close together, 16 of them a leaf. O(n).
    init(over rects: FlatArray<Rect>, threads: Int = 1) {
        let run = Self.fanout
        self.init((rects.count + run - 1) / run, threads: threads) {
            Box(around: rects, $0 * run..<min(($0 + 1) * run, rects.count))
        }
    }

    /// A tree that keeps boxes as its leaves. O(n).
    init(over entries: FlatArray<TileOrder.Entry>, threads: Int = 1) {
        self.init(entries.count, threads: threads) { entries[$0].box }
        keepsLeaves = true
    }

    /// Builds the tree over what the lowest level is to hold.
    private init(_ count: Int, threads: Int, _ box: (_ child: Int) -> Box) {
        guard count > 0 else { return }
        let fanout = Self.fanout
        var levels = [0]
        var size = count
        repeat {
            size = (size + fanout - 1) / fanout
            levels.append(levels[levels.count - 1] + size)
        } while size > 1
        self.levels = levels
        let nodes = FlatArray<Node>(uninitialized: levels[levels.count - 1])
        // The last node of a level need not have all children.
        for end in levels.dropFirst() { nodes.shared[end - 1] = Node() }
        self.nodes = nodes
        let boxOf = FlatArray<Box>(uninitialized: nodes.count)
        func fill(_ part: Range<Int>, of level: Int, _ children: Int, _ box: (_ child: Int) -> Box) {
            for node in part {
                let first = node * fanout
                boxOf.shared[levels[level] + node] = Node.fill(
                    nodes.shared.baseAddress! + (levels[level] + node), min(fanout, children - first)
                ) { box(first + $0) }
            }
        }
        Threads.run(over: levels[1], step: 1, threads: threads) { fill($0, of: 0, count, box) }
        for level in 1..<max(levels.count - 1, 1) {
            fill(0..<levels[level + 1] - levels[level], of: level, levels[level] - levels[level - 1]) {
                boxOf[levels[level - 1] + $0]
            }
        }
    }

    var byteCount: Int { nodes.byteCount + levels.count * MemoryLayout<Int>.stride }

    /// Calls `body` with each node of the lowest level that has children whose boxes, rounded outwards, meet the rect;
    /// with one bit for each of these, and one for each that certainly meets it unrounded (none unless it keeps leaves).
    ///
    /// All children of a node are tested before one of them is entered, and as one is tested, what it needs from memory begins
    /// to be fetched: several nodes are waited for together, and not one after the other.
    ///
    /// - Parameter expect: Is told what `body` will be, as early as that is known.
    @inline(__always)
    func search<Counter: QueryCounter>(
        _ rect: Rect, counting counter: inout Counter,
        expecting expect: (_ node: Int, _ meeting: UInt32) -> Void = { _, _ in },
        _ body: (_ node: Int, _ meeting: UInt32, _ certain: UInt32, inout Counter) -> Void
    ) {
        guard nodes.count > 0 else { return }
        let outer = Probe(outside: rect)
        let inner = Probe(inside: rect)
        @inline(__always)
        func visit(_ node: Int, _ level: Int) -> Visit {
            let boxes = nodes.base + (levels[level] &+ node)
            let meeting = boxes.pointee.children(meeting: outer)
            guard level > 0 else {
                expect(node, meeting)
                let certain = keepsLeaves ? boxes.pointee.children(meeting: inner) : 0
                return Visit(node, level, meeting: meeting, certain: certain)
            }
            let children = levels[level &- 1] &+ node &* Self.fanout
            meeting.forEachBit { nodes.prefetch(children &+ $0, 1) }
            return Visit(node, level, meeting: meeting, certain: 0)
        }
        // 2^31 elements make 8 levels, each of which leaves at most 15 nodes behind: 1 KB, for which the stack has room.
        withUnsafeTemporaryAllocation(of: Visit.self, capacity: 8 * Self.fanout) { stack in
            stack[0] = visit(0, levels.count - 2)
            var count = 1
            counter.visit(nodes: 1)
            while count > 0 {
                count &-= 1
                let visited = stack[count]
                if visited.level == 0 {
                    body(visited.node, visited.meeting, visited.certain, &counter)
                    continue
                }
                let found = visited.meeting.nonzeroBitCount
                counter.visit(nodes: found)
                count &+= found
                // The first one is entered first: what it needs has been on its way for longest.
                var place = count
                visited.meeting.forEachBit {
                    place &-= 1
                    stack[place] = visit(visited.node &* Self.fanout &+ $0, visited.level &- 1)
                }
            }
        }
    }

    /// A node that was tested: its level and number, and which of its children meet the rect.
    private struct Visit: BitwiseCopyable {
        private let place: UInt32
        private let bits: UInt32

        @inline(__always)
        init(_ node: Int, _ level: Int, meeting: UInt32, certain: UInt32) {
            place = UInt32(truncatingIfNeeded: level &<< 28 | node)
            bits = certain &<< 16 | meeting
        }

        var level: Int { Int(place >> 28) }
        var node: Int { Int(place & 0xFFF_FFFF) }
        var meeting: UInt32 { bits & 0xFFFF }
        var certain: UInt32 { bits >> 16 }
    }

    /// Every rect lies within the boxes above it.
    func checkInvariants(over rects: FlatArray<Rect>) {
        for index in 0..<rects.count {
            let rect = rects[index]
            var child = keepsLeaves ? index : index / Self.fanout
            for level in 0..<levels.count - 1 {
                let outer = nodes[levels[level] + child / Self.fanout].box(child % Self.fanout).edges
                precondition(Double(outer.x) <= rect.minX && rect.maxX <= -Double(outer.z), "box across")
                precondition(Double(outer.y) <= rect.minY && rect.maxY <= -Double(outer.w), "box along")
                child /= Self.fanout
            }
        }
    }
}

extension SIMD4<Float> {
    /// The largest floats at or below some values.
    @inline(__always)
    init(roundedDown values: SIMD4<Double>) {
        let nearest = SIMD4(Float(values.x), Float(values.y), Float(values.z), Float(values.w))
        let back = SIMD4<Double>(Double(nearest.x), Double(nearest.y), Double(nearest.z), Double(nearest.w))
        let isAbove = SIMD4<Int32>(truncatingIfNeeded: unsafeBitCast(back .> values, to: SIMD4<Int64>.self))
        // The next bits below are those of the float below; if it is negative, those above. Below zero a value is rounded to
        // the negative zero.
        let bits = unsafeBitCast(nearest, to: SIMD4<Int32>.self)
        self = unsafeBitCast(bits &- (isAbove & (bits &>> 31 | 1)), to: SIMD4<Float>.self)
    }
}
