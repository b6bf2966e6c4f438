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

        /// The box around all children: what is absent lies beyond nothing.
        fileprivate static func whole(_ node: UnsafePointer<Node>) -> Box {
            var whole = Box()
            for child in 0..<BoxTree.fanout { whole.cover(box(node, child)) }
            return whole
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
                set(node, child, to: box)
            }
            return whole
        }

        /// Sets the box of a child.
        @inline(__always)
        static func set(_ node: UnsafeMutablePointer<Node>, _ child: Int, to box: Box) {
            // Floats and not vectors: to set one lane of a vector, all of it is read and written.
            let lane = UnsafeMutableRawPointer(node) + child * MemoryLayout<Float>.size
            let field = MemoryLayout<SIMD16<Float>>.size
            lane.storeBytes(of: box.edges.x, as: Float.self)
            lane.storeBytes(of: box.edges.y, toByteOffset: field, as: Float.self)
            lane.storeBytes(of: -box.edges.z, toByteOffset: 2 * field, as: Float.self)
            lane.storeBytes(of: -box.edges.w, toByteOffset: 3 * field, as: Float.self)
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

        /// Its length in both directions together.
        fileprivate var span: Float { -edges.sum() }

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
    private(set) var leaves = FlatArray<BoxLeaf>()
    /// All levels, the lowest first.
    private(set) var nodes = FlatArray<Node>()
    /// Index of the first node of each level, and the number of all nodes.
    private(set) var levels: [Int] = [0]
    /// Around all boxes.
    private var whole = Box()
    /// How long and broad together the runs were as packed, on average, once that has been asked for; and how many are far longer
    /// now.
    private var usualSpan: Float?
    private(set) var stretchedRuns = 0
    /// Tells the tree from all others.
    private(set) var number: UInt64 = 0
    /// How many there have been.
    private static let trees = Atomic<UInt64>(0)

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
        renumber()
    }

    /// Makes it another tree: no search of it begins where one of the former tree has begun.
    private mutating func renumber() { number = Self.trees.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Brings the boxes around a box of the sequence up to date, which is another one now: they may become so large that searches
    /// find them in vain, see ``stretchedRuns``. O(log boxes), but O(runs) for the first time.
    ///
    /// - Parameters:
    ///   - index: Where the box stands in the sequence.
    ///   - count: The number of boxes.
    ///   - box: A box of the sequence.
    mutating func refit(_ index: Int, of count: Int, _ box: (_ index: Int) -> Box) {
        renumber()
        let fanout = Self.fanout
        let run = index / fanout
        let lowest = run / fanout
        let formerly = self.box(around: lowest)
        var own = Box()
        for index in run * fanout..<min((run + 1) * fanout, count) { own.cover(box(index)) }
        let longest = 8 * packedSpan()
        stretchedRuns -= self.box(ofRun: run).span > longest ? 1 : 0
        stretchedRuns += own.span > longest ? 1 : 0
        let nodes = nodes.writable.baseAddress!
        var child = run
        for level in 0..<levels.count - 1 {
            let node = nodes + (levels[level] + child / fanout)
            Node.set(node, child % fanout, to: own)
            own = Node.whole(node)
            child /= fanout
        }
        whole = own
        // Edges are told in steps across the node above the run: if it has changed, for all of its runs.
        let around = self.box(around: lowest)
        let changed = around.edges == formerly.edges ? run..<run + 1 : lowest * fanout..<(lowest + 1) * fanout
        let leaves = leaves.writable
        let scale = BoxLeaf.Scale(across: around)
        withUnsafeTemporaryAllocation(of: Box.self, capacity: fanout) { boxes in
            for run in changed.clamped(to: leaves.indices) {
                let own = min(fanout, count - run * fanout)
                for child in 0..<fanout { boxes[child] = child < own ? box(run * fanout + child) : Box() }
                BoxLeaf.fill(leaves.baseAddress! + run, UnsafePointer(boxes.baseAddress!), own, scale)
            }
        }
    }

    /// How long and broad together the runs are on average, before any has changed.
    private mutating func packedSpan() -> Float {
        if let usualSpan { return usualSpan }
        let sum = (0..<leaves.count).reduce(0.0) { $0 + Double(box(ofRun: $1).span) }
        let span = Float(sum / Double(leaves.count))
        usualSpan = span
        return span
    }

    private func box(ofRun run: Int) -> Box { Node.box(nodes.base + run / Self.fanout, run % Self.fanout) }

    /// How many runs may be stretched until to pack all boxes again pays: each makes some searches longer.
    var mostStretchedRuns: Int { 16 + leaves.count / 2048 }

    var byteCount: Int { leaves.byteCount + nodes.byteCount + levels.count * MemoryLayout<Int>.stride }

    /// The box around a node of the lowest level.
    @inline(__always)
    func box(around node: Int) -> Box {
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
