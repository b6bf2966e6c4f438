/// A tree of lazily added offsets over a sequence of leaves, 16 children a node.
///
/// Every node, a leaf included, has one ``Span`` a lane: what lies in it along the axis, in its own coordinates, and how
/// far it is shifted within its parent. Moving all that follows a leaf touches at most 15 siblings a level, so it is
/// O(lanes · log n); a search adds shifts up as it descends. The tree owns no memory: it is a shape over spans that lie
/// level by level, the leaves first, in an array that many trees share.
struct ShiftTree {
    /// Children of a node.
    static let fanout = 16

    /// What a node covers in one lane.
    struct Span: BitwiseCopyable {
        /// How far the node is moved along the axis, beside the shifts of the nodes above.
        var shift = 0.0
        /// The nearest and the farthest edge of its elements, without any shift.
        var near = Double.infinity
        var far = -Double.infinity
        /// The farthest edge across the axis.
        var breadth = 0.0

        /// Extends over an element.
        @inline(__always)
        mutating func cover(_ frame: Rect) {
            near = min(near, frame.minY)
            far = max(far, frame.maxY)
            breadth = max(breadth, frame.maxX)
        }

        fileprivate mutating func cover(_ child: Span) {
            near = min(near, child.near + child.shift)
            far = max(far, child.far + child.shift)
            breadth = max(breadth, child.breadth)
        }
    }

    /// The number of leaves.
    let count: Int
    /// Spans of a node.
    let lanes: Int
    /// First node of each level; a level of at most 16 nodes is the last. 2^31 leaves make 8 levels.
    private(set) var starts: InlineArray<9, Int>
    private(set) var levels: Int

    /// The shape of a tree.
    init(count: Int, lanes: Int) {
        self.count = count
        self.lanes = lanes
        starts = InlineArray(repeating: 0)
        var size = count
        starts[1] = size
        levels = 1
        while size > Self.fanout {
            size = (size + Self.fanout - 1) / Self.fanout
            levels += 1
            starts[levels] = starts[levels - 1] + size
        }
    }

    /// How many nodes the tree has, leaves included.
    var nodeCount: Int { starts[levels] }

    /// How many spans the tree takes.
    var spanCount: Int { starts[levels] * lanes }

    /// Computes all levels above the leaves.
    func build(_ spans: UnsafeMutablePointer<Span>) {
        for level in 1..<max(levels, 1) {
            for node in 0..<starts[level + 1] - starts[level] { cover(level, node, spans) }
        }
    }

    /// Computes the spans of a node from its children's; keeps its shift.
    func cover(_ level: Int, _ node: Int, _ spans: UnsafeMutablePointer<Span>) {
        let first = starts[level - 1] + node * Self.fanout
        let last = min(first + Self.fanout, starts[level])
        for lane in 0..<lanes {
            var span = Span()
            for child in first..<last { span.cover(spans[child * lanes + lane]) }
            let index = (starts[level] + node) * lanes + lane
            span.shift = spans[index].shift
            spans[index] = span
        }
    }

    /// Brings the levels above up to date after the spans of a leaf have changed.
    func leafChanged(_ leaf: Int, _ spans: UnsafeMutablePointer<Span>) {
        var node = leaf
        for level in 1..<max(levels, 1) {
            node /= Self.fanout
            cover(level, node, spans)
        }
    }

    /// How far a leaf is moved in a lane, all shifts above it included.
    func shift(of leaf: Int, lane: Int, _ spans: UnsafePointer<Span>) -> Double {
        var sum = 0.0
        var node = leaf
        for level in 0..<levels {
            sum += spans[(starts[level] + node) * lanes + lane].shift
            node /= Self.fanout
        }
        return sum
    }

    /// Moves all leaves behind one, each lane by its distance.
    ///
    /// - Parameter distance: The distance of a lane, in points.
    func moveLeaves(behind leaf: Int, _ spans: UnsafeMutablePointer<Span>, by distance: (_ lane: Int) -> Double) {
        var node = leaf
        for level in 0..<levels {
            if level > 0 { cover(level, node, spans) }
            let size = starts[level + 1] - starts[level]
            let end = level == levels - 1 ? size : min((node / Self.fanout + 1) * Self.fanout, size)
            for lane in 0..<lanes {
                let distance = distance(lane)
                guard distance != 0 else { continue }
                for sibling in node + 1..<max(end, node + 1) {
                    spans[(starts[level] + sibling) * lanes + lane].shift += distance
                }
            }
            node /= Self.fanout
        }
    }

    /// The spans of the whole tree in one lane.
    func whole(lane: Int, _ spans: UnsafePointer<Span>) -> Span {
        var span = Span()
        for node in starts[levels - 1]..<starts[levels] { span.cover(spans[node * lanes + lane]) }
        return span
    }

    /// Calls `body` with each leaf that has something between two coordinates in some lane, with the number of items in
    /// the leaves before it, and with the shifts of its lanes, which are valid during the call.
    ///
    /// - Parameter counts: The items in each node; without them they are not counted.
    @inline(__always)
    func forEachLeaf<Counter: QueryCounter>(
        between near: Double, and far: Double, origin: Double, _ spans: UnsafePointer<Span>,
        _ counts: UnsafePointer<Int32>? = nil, counting counter: inout Counter,
        _ body: (_ leaf: Int, _ firstItem: Int, _ shifts: UnsafePointer<Double>, inout Counter) -> Void
    ) {
        if levels == 1 && lanes == 1 {
            var item = 0
            for leaf in 0..<count {
                counter.visit(nodes: 1)
                var shift = origin + spans[leaf].shift
                if spans[leaf].near + shift < far && near < spans[leaf].far + shift {
                    body(leaf, item, &shift, &counter)
                }
                if let counts { item &+= Int(counts[leaf]) }
            }
            return
        }
        // The shifts of the nodes on the path: one row of lanes a level, the last one for what is above the root.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (levels + 1) * lanes) { shifts in
            withUnsafeTemporaryAllocation(of: (next: Int, end: Int).self, capacity: 9) { path in
                var item = 0
                let top = levels - 1
                let shifts = shifts.baseAddress!
                for lane in 0..<lanes { shifts[levels * lanes + lane] = origin }
                var level = top
                path[top] = (0, starts[levels] - starts[top])
                while level <= top {
                    let node = path[level].next
                    if node == path[level].end {
                        level += 1
                        continue
                    }
                    path[level].next = node + 1
                    counter.visit(nodes: 1)
                    let base = spans + (starts[level] + node) * lanes
                    var meets = false
                    for lane in 0..<lanes {
                        let span = base[lane]
                        let shift = shifts[(level + 1) * lanes + lane] + span.shift
                        shifts[level * lanes + lane] = shift
                        meets = meets || (span.near + shift < far && near < span.far + shift)
                    }
                    guard meets else {
                        if let counts { item &+= Int(counts[starts[level] + node]) }
                        continue
                    }
                    if level == 0 {
                        body(node, item, shifts, &counter)
                        if let counts { item &+= Int(counts[node]) }
                    } else {
                        level -= 1
                        path[level] = (
                            node * Self.fanout, min((node + 1) * Self.fanout, starts[level + 1] - starts[level])
                        )
                    }
                }
            }
        }
    }
}
