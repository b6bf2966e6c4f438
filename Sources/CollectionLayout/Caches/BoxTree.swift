/// The nodes of a packed R-tree over a sequence of boxes.
///
/// Run `i` is boxes 16·i ..< 16·(i + 1) of the sequence; node `i` of the lowest level stands for runs 16·i ..< 16·(i + 1), of
/// another level for as many nodes of the level below. A node is four vectors of 16 floats, so that one pass of vector
/// comparisons tests all its children.
struct BoxTree {
    /// Children of a node, and boxes of a run.
    static let fanout = 16

    /// The boxes of 16 children; absent children are no numbers, which meet nothing.
    struct Node: BitwiseCopyable {
        private var minX = SIMD16<Float>(repeating: .nan)
        private var minY = SIMD16<Float>(repeating: .nan)
        private var maxX = SIMD16<Float>(repeating: .nan)
        private var maxY = SIMD16<Float>(repeating: .nan)

        /// One bit for each child whose box meets or touches the probe.
        @inline(__always)
        func children(touching probe: Probe) -> UInt32 {
            // Vectors of four are what every processor compares in one instruction.
            typealias Quarters = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
            let minX = unsafeBitCast(minX, to: Quarters.self)
            let minY = unsafeBitCast(minY, to: Quarters.self)
            let maxX = unsafeBitCast(maxX, to: Quarters.self)
            let maxY = unsafeBitCast(maxY, to: Quarters.self)
            return UInt32(
                bits: probe.touches(minX.0, minY.0, maxX.0, maxY.0), probe.touches(minX.1, minY.1, maxX.1, maxY.1),
                probe.touches(minX.2, minY.2, maxX.2, maxY.2), probe.touches(minX.3, minY.3, maxX.3, maxY.3))
        }

        /// The box of a child.
        @inline(__always)
        static func box(_ node: UnsafePointer<Node>, _ child: Int) -> Box {
            // Floats and not vectors, which would be copied to find one lane of them.
            let lane = UnsafeRawPointer(node) + child &* MemoryLayout<Float>.size
            let field = MemoryLayout<SIMD16<Float>>.size
            return Box(
                edges: SIMD4(
                    lane.load(as: Float.self), lane.load(fromByteOffset: field, as: Float.self),
                    -lane.load(fromByteOffset: 2 * field, as: Float.self),
                    -lane.load(fromByteOffset: 3 * field, as: Float.self)))
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
                let lane = UnsafeMutableRawPointer(node) + child * MemoryLayout<Float>.size
                let field = MemoryLayout<SIMD16<Float>>.size
                lane.storeBytes(of: box.edges.x, as: Float.self)
                lane.storeBytes(of: box.edges.y, toByteOffset: field, as: Float.self)
                lane.storeBytes(of: -box.edges.z, toByteOffset: 2 * field, as: Float.self)
                lane.storeBytes(of: -box.edges.w, toByteOffset: 3 * field, as: Float.self)
            }
            return whole
        }
    }

    /// A rect in floats, each the nearest one.
    ///
    /// Rounded coordinates never fall as the exact ones rise: rects that meet have boxes that meet or touch.
    struct Box: BitwiseCopyable {
        /// Least x and y, then greatest x and y with the opposite sign.
        private(set) var edges: SIMD4<Float>

        /// Around nothing.
        init() { edges = SIMD4(repeating: .infinity) }

        @inline(__always)
        init(edges: SIMD4<Float>) { self.edges = edges }

        /// Around a rect.
        @inline(__always)
        init(around rect: Rect) {
            edges = SIMD4(Float(rect.x), Float(rect.y), Float(-rect.maxX), Float(-rect.maxY))
        }

        /// Extends around another box.
        @inline(__always)
        mutating func cover(_ other: Box) {
            edges.replace(with: other.edges, where: other.edges .< edges)
        }
    }

    /// A rect to search, spread over vectors.
    struct Probe {
        private let minX, minY, maxX, maxY: SIMD4<Float>

        init(_ rect: Rect) {
            let edges = Box(around: rect).edges
            minX = SIMD4(repeating: edges.x)
            minY = SIMD4(repeating: edges.y)
            maxX = SIMD4(repeating: -edges.z)
            maxY = SIMD4(repeating: -edges.w)
        }

        /// Which of four boxes meet or touch the rect.
        @inline(__always)
        fileprivate func touches(
            _ minX: SIMD4<Float>, _ minY: SIMD4<Float>, _ maxX: SIMD4<Float>, _ maxY: SIMD4<Float>
        ) -> SIMDMask<SIMD4<Int32>> {
            (minX .<= self.maxX) .& (maxX .>= self.minX) .& (minY .<= self.maxY) .& (maxY .>= self.minY)
        }
    }

    /// All levels, the lowest first.
    private var nodes = FlatArray<Node>()
    /// Index of the first node of each level, and the number of all nodes.
    private var levels: [Int] = [0]

    /// A tree over nothing.
    init() {}

    /// A tree over runs of boxes. O(runs).
    ///
    /// - Parameter box: The box around a run; asked for once, on any thread.
    init(runs count: Int, threads: Int = 1, _ box: (_ run: Int) -> Box) {
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

    /// Calls `body` with each node of the lowest level that has runs whose boxes meet or touch the rect, with one bit for each.
    ///
    /// All children of a node are tested before one of them is entered, and as one is tested, what it needs from memory begins
    /// to be fetched: several nodes are waited for together, and not one after the other.
    ///
    /// - Parameter expect: Is told what `body` will be, as early as that is known.
    @inline(__always)
    func search<Counter: QueryCounter>(
        _ rect: Rect, counting counter: inout Counter,
        expecting expect: (_ node: Int, _ meeting: UInt32) -> Void = { _, _ in },
        _ body: (_ node: Int, _ meeting: UInt32, inout Counter) -> Void
    ) {
        guard nodes.count > 0 else { return }
        let probe = Probe(rect)
        @inline(__always)
        func visit(_ node: Int, _ level: Int) -> Visit {
            let meeting = nodes.base[levels[level] &+ node].children(touching: probe)
            if level > 0 {
                let children = levels[level &- 1] &+ node &* Self.fanout
                meeting.forEachBit { nodes.prefetch(children &+ $0, 1) }
            } else {
                expect(node, meeting)
            }
            return Visit(node, level, meeting: meeting)
        }
        // 2^31 elements make 7 levels, each of which leaves at most 15 nodes behind: 1 KB, for which the stack has room.
        withUnsafeTemporaryAllocation(of: Visit.self, capacity: 8 * Self.fanout) { stack in
            stack[0] = visit(0, levels.count - 2)
            var count = 1
            counter.visit(nodes: 1)
            while count > 0 {
                count &-= 1
                let visited = stack[count]
                if visited.level == 0 {
                    body(visited.node, visited.meeting, &counter)
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

    /// The box around a run.
    @inline(__always)
    func box(around child: Int, of node: Int) -> Box { Node.box(nodes.base + node, child) }

    /// A node that was tested: its level and number, and which of its children meet the rect.
    private struct Visit: BitwiseCopyable {
        private let place: UInt32
        let meeting: UInt32

        @inline(__always)
        init(_ node: Int, _ level: Int, meeting: UInt32) {
            place = UInt32(truncatingIfNeeded: level &<< 28 | node)
            self.meeting = meeting
        }

        var level: Int { Int(place >> 28) }
        var node: Int { Int(place & 0xFFF_FFFF) }
    }

    /// Every rect lies within the boxes above it.
    func checkInvariants(over rects: FlatArray<Rect>) {
        for index in 0..<rects.count {
            let inner = Box(around: rects[index]).edges
            var child = index / Self.fanout
            for level in 0..<levels.count - 1 {
                let outer = Node.box(nodes.base + (levels[level] + child / Self.fanout), child % Self.fanout).edges
                precondition(all(outer .<= inner), "box of level \(level)")
                child /= Self.fanout
            }
        }
    }
}
