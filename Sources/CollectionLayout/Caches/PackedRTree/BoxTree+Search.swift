/// The search of a packed R-tree.
extension BoxTree {
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
        start.area += SIMD4(lowHalf: half, highHalf: half)
        // It does not if edges are no numbers.
        guard start.contains(probe) else { return start }
        let area = Probe(Box(edges: start.area))
        while start.level > 0 {
            counter.visit(nodes: start.count)
            var next = SIMD4<UInt32>()
            var count = 0
            for index in 0..<start.count {
                forEachChild(of: start.nodes[index], on: start.level, touching: area) {
                    if count < Self.width { next[count] = $0 }
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
                    var count = 0
                    for index in some {
                        forEachChild(of: numbers[index], on: level, touching: probe) {
                            children[count] = $0
                            count &+= 1
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

    /// Calls `body` with each child of a node, above the lowest level, that touches a rect, and begins to load it.
    @inline(__always)
    private func forEachChild(
        of node: UInt32, on level: Int, touching probe: Probe, _ body: (_ child: UInt32) -> Void
    ) {
        let below = levels[level &- 1]
        nodes.base[levels[level] &+ Int(node)].children(touching: probe).forEachBit {
            let child = Int(node) &* Self.fanout &+ $0
            nodes.prefetch(below &+ child, 1)
            body(UInt32(truncatingIfNeeded: child))
        }
    }

    /// The first run that a condition holds for among those whose box touches a point. O(log boxes + runs that do).
    func firstRun(touching point: Point, where condition: (_ run: Int) -> Bool) -> Int? {
        let probe = Probe(Rect(x: point.x, y: point.y, width: 0, height: 0))
        return nodes.count > 0 ? firstRun(below: 0, on: levels.count - 2, touching: probe, where: condition) : nil
    }

    private func firstRun(
        below node: Int, on level: Int, touching probe: Probe, where condition: (_ run: Int) -> Bool
    ) -> Int? {
        var children = nodes[levels[level] + node].children(touching: probe)
        while children != 0 {
            let child = node * Self.fanout + children.trailingZeroBitCount
            children &= children - 1
            if level > 0 {
                if let run = firstRun(below: child, on: level - 1, touching: probe, where: condition) { return run }
            } else if condition(child) {
                return child
            }
        }
        return nil
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
