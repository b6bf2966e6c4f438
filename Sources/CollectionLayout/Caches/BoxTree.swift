import Synchronization

/// A packed R-tree over a sequence of boxes.
///
/// Run `i` is boxes 16·i ..< 16·(i + 1) of the sequence, kept in a leaf; node `i` of the lowest level stands for runs
/// 16·i ..< 16·(i + 1), of another level for as many nodes of the level below. A node is four vectors of 16 floats, so that one
/// pass of vector comparisons tests all its children.
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
        /// The rect itself.
        let box: Box
        /// Greatest x and y, then least x and y with the opposite sign: what edges of boxes have to lie before.
        var edges: SIMD4<Float> { 0 - SIMD4(lowHalf: box.edges.highHalf, highHalf: box.edges.lowHalf) }

        @inline(__always)
        init(_ rect: Rect) { self.init(Box(around: rect)) }

        @inline(__always)
        init(_ box: Box) {
            self.box = box
            let edges = box.edges
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

    /// The boxes of the runs.
    private var leaves = FlatArray<BoxLeaf>()
    /// All levels, the lowest first.
    private var nodes = FlatArray<Node>()
    /// Index of the first node of each level, and the number of all nodes.
    private var levels: [Int] = [0]
    /// Around all boxes.
    private var whole = Box()
    /// Tells the tree from all others.
    private var number: UInt64 = 0
    private static let count = Atomic<UInt64>(0)

    /// A tree over nothing.
    init() {}

    /// A tree over boxes. O(boxes).
    ///
    /// - Parameter box: A box of the sequence; asked for once, on any thread.
    init(_ count: Int, threads: Int = 1, _ box: (_ index: Int) -> Box) {
        guard count > 0 else { return }
        let fanout = Self.fanout
        let runs = (count + fanout - 1) / fanout
        var levels = [0]
        var size = runs
        repeat {
            size = (size + fanout - 1) / fanout
            levels.append(levels[levels.count - 1] + size)
        } while size > 1
        self.levels = levels
        let leaves = FlatArray<BoxLeaf>(uninitialized: runs)
        let nodes = FlatArray<Node>(uninitialized: levels[levels.count - 1])
        // The last node of a level need not have all children.
        for end in levels.dropFirst() { nodes.shared[end - 1] = Node() }
        let boxOf = FlatArray<Box>(uninitialized: nodes.count)
        func fill(_ node: Int, of level: Int, _ children: Int, _ box: (_ child: Int) -> Box) -> Box {
            let first = node * fanout
            let whole = Node.fill(
                nodes.shared.baseAddress! + (levels[level] + node), min(fanout, children - first)
            ) { box(first + $0) }
            boxOf.shared[levels[level] + node] = whole
            return whole
        }
        Threads.run(over: levels[1], step: 1, threads: threads) { part in
            withUnsafeTemporaryAllocation(of: Box.self, capacity: fanout * fanout) { boxes in
                for node in part {
                    // Steps are told once the box around the node is known.
                    let first = node * fanout * fanout
                    let own = min(fanout * fanout, count - first)
                    for index in 0..<own { boxes[index] = box(first + index) }
                    for index in own..<fanout * fanout { boxes[index] = Box() }
                    let whole = fill(node, of: 0, runs) { run in
                        let run = run - node * fanout
                        var whole = Box()
                        for index in run * fanout..<(run + 1) * fanout { whole.cover(boxes[index]) }
                        return whole
                    }
                    let scale = BoxLeaf.Scale(across: whole)
                    for run in stride(from: 0, to: own, by: fanout) {
                        BoxLeaf.fill(
                            leaves.shared.baseAddress! + (node * fanout + run / fanout),
                            UnsafePointer(boxes.baseAddress!) + run, min(fanout, own - run), scale)
                    }
                }
            }
        }
        for level in 1..<max(levels.count - 1, 1) {
            for node in 0..<levels[level + 1] - levels[level] {
                _ = fill(node, of: level, levels[level] - levels[level - 1]) { boxOf[levels[level - 1] + $0] }
            }
        }
        self.leaves = leaves
        self.nodes = nodes
        whole = boxOf[nodes.count - 1]
        number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    }

    var byteCount: Int { leaves.byteCount + nodes.byteCount + levels.count * MemoryLayout<Int>.stride }

    /// Where in a tree searches begin that lie in an area: at a few nodes of a level, beside which nothing is in it.
    struct Start: Hashable, BitwiseCopyable {
        /// The tree; 0 stands for none.
        fileprivate var tree: UInt64 = 0
        fileprivate var level = 0
        fileprivate var nodes = SIMD4<UInt32>()
        fileprivate var count = 1
        /// As the edges of a box.
        fileprivate var area = SIMD4<Float>()

        /// Whether the area contains a rect.
        @inline(__always)
        fileprivate func contains(_ probe: Probe) -> Bool { all(area .<= probe.box.edges) }

        /// Whether the area meets or touches a rect.
        @inline(__always)
        fileprivate func touches(_ probe: Probe) -> Bool { all(area .<= probe.edges) }
    }

    /// Where to begin to search for a rect, if not where a former search has begun. O(levels).
    ///
    /// In a scroll, where searches for the area around the rect begin that is as far to each side as half of the rect is long: at
    /// the lowest level most often, and so do the searches that follow. Behind a jump, which may be one of many, at the root.
    private func start<Counter: QueryCounter>(
        for probe: Probe, behind former: Start, counting counter: inout Counter
    ) -> Start {
        let edges = probe.box.edges
        var start = Start(tree: number, level: levels.count - 2, area: edges)
        guard former.tree == number, former.touches(probe) else { return start }
        let half = 0.5 * (edges.lowHalf + edges.highHalf)
        let area = Start(tree: number, level: start.level, area: edges + SIMD4(lowHalf: half, highHalf: half))
        // Not if edges are no numbers.
        guard area.contains(probe) else { return start }
        start = area
        let probe = Probe(Box(edges: area.area))
        while start.level > 0 {
            counter.visit(nodes: start.count)
            let (first, below) = (levels[start.level], levels[start.level &- 1])
            var next = SIMD4<UInt32>()
            var count = 0
            for index in 0..<start.count {
                let node = Int(start.nodes[index])
                nodes.base[first &+ node].children(touching: probe).forEachBit {
                    let child = node &* Self.fanout &+ $0
                    nodes.prefetch(below &+ child, 1)
                    if count < Self.width { next[count] = UInt32(truncatingIfNeeded: child) }
                    count &+= 1
                }
            }
            guard count <= Self.width else { break }
            start.level &-= 1
            start.nodes = next
            start.count = count
        }
        return start
    }

    /// Nodes of a level that are tested before one of their children is entered.
    private static let width = 4
    /// Levels of nodes over 2^31 elements.
    private static let maximumDepth = 7

    /// Emits what stands at the boxes that meet a rect: run by run, in their order, those runs whose box meets or touches it.
    ///
    /// Some nodes of a level are tested before one of their children is entered, and as one is tested, what its children need
    /// from memory begins to be fetched: several are waited for together, and not one after the other.
    ///
    /// - Parameter start: Where a former search has begun; where this one has on return.
    @inline(__always)
    func search<Elements: BoxTreeElements, Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, from start: inout Start, of elements: Elements, into sink: inout Sink,
        counting counter: inout Counter
    ) {
        guard nodes.count > 0 else { return }
        let probe = Probe(rect)
        if start.tree != number || !start.contains(probe) {
            start = self.start(for: probe, behind: start, counting: &counter)
        }
        let top = start.level
        Self.withLists { list, waiting in
            var level = top
            let first = list(level)
            for index in 0..<Self.width { first[index] = start.nodes[index] }
            var own = 0..<start.count
            while true {
                let some = own.lowerBound..<min(own.lowerBound &+ Self.width, own.upperBound)
                counter.visit(nodes: some.count)
                own = some.upperBound..<own.upperBound
                if level > 0 {
                    let (numbers, children) = (list(level), list(level &- 1))
                    let (first, below) = (levels[level], levels[level &- 1])
                    var count = 0
                    for index in some {
                        let node = Int(numbers[index])
                        nodes.base[first &+ node].children(touching: probe).forEachBit {
                            let child = node &* Self.fanout &+ $0
                            children[count] = UInt32(truncatingIfNeeded: child)
                            count &+= 1
                            nodes.prefetch(below &+ child, 1)
                        }
                    }
                    waiting[level] = own
                    level &-= 1
                    own = 0..<count
                } else {
                    searchLowest(list(0), some, rect, probe, elements, &sink, &counter)
                }
                while own.isEmpty {
                    guard level < top else { return }
                    level &+= 1
                    own = waiting[level]
                }
            }
        }
    }

    /// Searches some nodes of the lowest level.
    @inline(__always)
    private func searchLowest<Elements: BoxTreeElements, Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ numbers: UnsafePointer<UInt32>, _ some: Range<Int>, _ rect: Rect, _ probe: Probe, _ elements: Elements,
        _ sink: inout Sink, _ counter: inout Counter
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.width) { found in
            for index in some {
                let node = Int(numbers[index])
                let runs = nodes.base[node].children(touching: probe)
                found[index &- some.lowerBound] = runs
                runs.forEachBit {
                    let run = node &* Self.fanout &+ $0
                    leaves.prefetch(run, 1)
                    elements.prefetch(run: run)
                }
            }
            for index in some where found[index &- some.lowerBound] != 0 {
                let node = Int(numbers[index])
                let steps = BoxLeaf.Probe(probe.edges, across: box(around: node))
                found[index &- some.lowerBound].forEachBit {
                    let run = node &* Self.fanout &+ $0
                    counter.visit(nodes: 1)
                    let (certain, doubtful) = leaves.base[run].boxes(meeting: steps)
                    elements.put(run: run, certain, doubtful, rect, into: &sink, counting: &counter)
                }
            }
        }
    }

    /// Lends room for a list of nodes of each level, and for a range of each: 2 KB.
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

    /// The box around a node of the lowest level.
    @inline(__always)
    private func box(around node: Int) -> Box {
        guard levels.count > 2 else { return whole }
        return Node.box(
            nodes.base + (levels[1] &+ node &>> Self.fanout.trailingZeroBitCount), node & (Self.fanout &- 1))
    }

    /// Every rect lies within the boxes above it, and no leaf denies one.
    func checkInvariants(over rects: FlatArray<Rect>) {
        for index in 0..<rects.count {
            let inner = Box(around: rects[index])
            var child = index / Self.fanout
            for level in 0..<levels.count - 1 {
                let outer = Node.box(nodes.base + (levels[level] + child / Self.fanout), child % Self.fanout).edges
                precondition(all(outer .<= inner.edges), "box of level \(level)")
                child /= Self.fanout
            }
            guard rects[index].intersects(rects[index]) else { continue }
            let run = index / Self.fanout
            let probe = BoxLeaf.Probe(Probe(rects[index]).edges, across: box(around: run / Self.fanout))
            let (certain, doubtful) = leaves[run].boxes(meeting: probe)
            precondition((certain | doubtful) >> UInt32(index % Self.fanout) & 1 == 1, "leaf")
        }
    }
}

/// What stands at the boxes of a tree.
protocol BoxTreeElements {
    /// Begins to load what is needed to emit a run.
    func prefetch(run: Int)

    /// Emits those elements of a run that meet a rect.
    ///
    /// - Parameters:
    ///   - certain: One bit for each that surely does.
    ///   - doubtful: One bit for each other that may or may not.
    func put<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        run: Int, _ certain: UInt32, _ doubtful: UInt32, _ rect: Rect, into sink: inout Sink,
        counting counter: inout Counter)
}
