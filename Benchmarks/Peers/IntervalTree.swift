import CollectionLayout

/// The idea of react-virtualized's Masonry: an interval tree of the elements' extents along the axis.
///
/// The tree is Edelsbrunner's centred one, as in the package interval-tree-1d that Masonry uses: a node keeps the
/// intervals that contain its middle, once by their near and once by their far edges, and children those before and
/// behind. O(log n + intervals met); what misses the rect across the axis is tested all the same.
struct IntervalTree: PeerIndex {
    private struct Node: BitwiseCopyable {
        var middle: Double
        /// The children's indices; -1 where there is none.
        var before: Int32 = -1
        var behind: Int32 = -1
        /// Its intervals, as a run of both orders.
        var first: Int32
        var count: Int32
    }

    private let elements: PlacedElements
    private var nodes: [Node] = []
    /// Elements of each node by near edges, ascending, and by far edges, descending.
    private var byNear: [Int32] = []
    private var byFar: [Int32] = []

    init(_ elements: PlacedElements) {
        self.elements = elements
        // Neighbours in the order of their centres make halves whose middles need no search for a median.
        let order = (0..<Int32(elements.frames.count)).sorted { middle($0) < middle($1) }
        byNear.reserveCapacity(order.count)
        byFar.reserveCapacity(order.count)
        _ = build(order[...])
    }

    var byteCount: Int {
        elements.byteCount + nodes.count * MemoryLayout<Node>.stride
            + (byNear.count + byFar.count) * MemoryLayout<Int32>.stride
    }

    private func near(_ position: Int32) -> Double { elements.frames[Int(position)].minY }
    private func far(_ position: Int32) -> Double { elements.frames[Int(position)].maxY }
    private func middle(_ position: Int32) -> Double { near(position) + elements.frames[Int(position)].height / 2 }

    /// Builds the tree of some elements in the order of their centres; returns its root.
    private mutating func build(_ order: ArraySlice<Int32>) -> Int32 {
        guard !order.isEmpty else { return -1 }
        // The element in the middle contains its own centre: each node keeps one at least.
        let median = order[(order.startIndex + order.endIndex) / 2]
        let middle = min(max(middle(median), near(median)), far(median))
        var before: [Int32] = []
        var own: [Int32] = []
        var behind: [Int32] = []
        for position in order {
            if far(position) < middle {
                before.append(position)
            } else if near(position) > middle {
                behind.append(position)
            } else {
                own.append(position)
            }
        }
        let node = nodes.count
        nodes.append(Node(middle: middle, first: Int32(byNear.count), count: Int32(own.count)))
        byNear += own.sorted { near($0) < near($1) }
        byFar += own.sorted { far($0) > far($1) }
        nodes[node].before = build(before[...])
        nodes[node].behind = build(behind[...])
        return Int32(node)
    }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter
    ) {
        search(nodes.isEmpty ? -1 : 0, rect, &sink, &counter)
    }

    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ index: Int32, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        guard index >= 0 else { return }
        counter.visit(nodes: 1)
        let node = nodes[Int(index)]
        let run = Int(node.first)..<Int(node.first + node.count)
        if rect.minY <= node.middle { search(node.before, rect, &sink, &counter) }
        if node.middle > rect.maxY {
            for position in byNear[run] {
                guard near(position) < rect.maxY else { break }
                test(position, rect, &sink, &counter)
            }
        } else {
            // Where the rect contains the middle, all of them reach into it, and the order does not matter.
            for position in byFar[run] {
                guard far(position) > rect.minY else { break }
                test(position, rect, &sink, &counter)
            }
        }
        if rect.maxY >= node.middle { search(node.behind, rect, &sink, &counter) }
    }

    private func test<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ position: Int32, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        elements.test(Int(position)..<Int(position) + 1, rect, into: &sink, counting: &counter)
    }
}

struct IntervalTreeCache: PeerCache { var indexed = Indexed<IntervalTree>() }
