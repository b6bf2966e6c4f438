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

    /// Nodes that are tested before one of their children is entered.
    private static let width = 4
    /// Levels of nodes over 2^31 elements.
    private static let maximumDepth = 7

    /// Calls `body` with each run whose box meets or touches the rect, in their order.
    ///
    /// Some nodes of a level are tested before one of their children is entered, and as one is tested, what its children need
    /// from memory begins to be fetched: several are waited for together, and not one after the other.
    ///
    /// - Parameter expect: Is told the runs of `body` as early as they are known.
    @inline(__always)
    func search<Counter: QueryCounter>(
        _ rect: Rect, counting counter: inout Counter, expecting expect: (_ run: Int) -> Void,
        _ body: (_ run: Int, inout Counter) -> Void
    ) {
        guard nodes.count > 0 else { return }
        let probe = Probe(rect)
        let top = levels.count - 2
        Self.withLists { list, waiting in
            /// Lists the children that meet the rect of some nodes of a level.
            @inline(__always)
            func test(_ some: Range<Int>, of level: Int, expecting expect: (_ child: Int) -> Void) -> Int {
                let (own, children) = (list(level &+ 1), list(level))
                var count = 0
                for index in some {
                    let node = Int(own[index])
                    nodes.base[levels[level] &+ node].children(touching: probe).forEachBit {
                        let child = node &* Self.fanout &+ $0
                        children[count] = UInt32(truncatingIfNeeded: child)
                        count &+= 1
                        expect(child)
                    }
                }
                return count
            }
            var level = top
            list(top + 1)[0] = 0
            var own = 0..<1
            while true {
                let some = own.lowerBound..<min(own.lowerBound &+ Self.width, own.upperBound)
                counter.visit(nodes: some.count)
                own = some.upperBound..<own.upperBound
                if level > 0 {
                    let below = levels[level &- 1]
                    let count = test(some, of: level) { nodes.prefetch(below &+ $0, 1) }
                    waiting[level] = own
                    level &-= 1
                    own = 0..<count
                } else {
                    let count = test(some, of: 0, expecting: expect)
                    let runs = list(0)
                    for index in 0..<count { body(Int(runs[index]), &counter) }
                }
                while own.isEmpty {
                    guard level < top else { return }
                    level &+= 1
                    own = waiting[level]
                }
            }
        }
    }

    /// Lends room for a list of children at each level, of runs at the lowest one, and for a range of each: 2 KB.
    @inline(__always)
    private static func withLists(
        _ body: (_ list: (_ level: Int) -> UnsafeMutablePointer<UInt32>, UnsafeMutableBufferPointer<Range<Int>>) -> Void
    ) {
        let (half, length) = (4, width * fanout)
        // In halves: of temporary allocations, those of up to 1 KB are on the stack.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: half * length) { low in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: half * length) { high in
                withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: maximumDepth) { waiting in
                    body(
                        { $0 < half ? low.baseAddress! + $0 &* length : high.baseAddress! + ($0 &- half) &* length },
                        waiting)
                }
            }
        }
    }

    /// The box around a run.
    @inline(__always)
    func box(around run: Int) -> Box {
        Node.box(nodes.base + run &>> Self.fanout.trailingZeroBitCount, run & (Self.fanout &- 1))
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
