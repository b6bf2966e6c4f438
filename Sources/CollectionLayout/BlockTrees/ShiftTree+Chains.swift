/// Chains of rows: what comes of it if a row begins with a certain item.
///
/// Which item a row begins with depends on all rows before it, so that one item that comes or goes may change every row
/// behind it. But where a chain of rows leads that a given item begins depends on nothing before that item. So of each node
/// the chains of all of its items are known that a row can begin with if one has begun before the node: as many as a row
/// holds items at most. Those of the first 32 items are the node's lanes; a leaf has no others. A chain of a node above
/// follows from those of its children, one after the other: to change a leaf takes O(chains · log n), and to follow the rows
/// of a section from its first item O(log n).
extension ShiftTree {
    /// Whether lanes are chains of rows.
    @inline(__always)
    var isChained: Bool { chains > 0 }

    /// The rows that begin in a node, the first of them with a certain item of it.
    struct Chain: Equatable {
        /// How long they are along the axis, with the spacing before each.
        var length = 0.0
        /// The farthest edge of their items across the axis.
        var reach = 0.0
        /// How many items behind the node the last of them holds.
        var excess = 0
    }

    /// The chain of some siblings that an item of theirs begins.
    func chain(
        _ level: Level, _ group: Int, from item: Int, _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>
    ) -> Chain {
        var whole = Chain(excess: item)
        let children = level.group(group)
        let width = level.width
        let strips = numbers + strip(level, group, 0)
        let longStrips = chains > lanes && level.number > 0 ? numbers + longStrip(level, group) : strips
        let counts = counts + (level.start &+ children.lowerBound)
        for child in 0..<children.count {
            let count = Int(counts[child])
            guard whole.excess < count else {
                whole.excess &-= count
                continue
            }
            let next =
                (whole.excess < lanes ? strips : longStrips) + (whole.excess &* Self.fieldCount &* width &+ child)
            whole.length += next[width]
            whole.reach = larger(whole.reach, next[2 &* width])
            whole.excess = Int(next[3 &* width])
        }
        return whole
    }

    /// The chain of a node that an item of it begins.
    func chain(of node: Int, on level: Level, from item: Int, _ numbers: UnsafePointer<Double>) -> Chain {
        Chain(
            item < lanes
                ? span(node, on: level, lane: item, numbers)
                : span(at: numbers + longPlace(of: node, on: level, from: item), level.width))
    }

    /// Computes the chains of a node that are not lanes from its children's.
    ///
    /// - Returns: Whether they have changed.
    func coverLongChains(
        _ node: Int, on level: Level, _ below: Level, _ numbers: UnsafeMutablePointer<Double>,
        _ counts: UnsafePointer<Int32>
    ) -> Bool {
        var hasChanged = false
        for item in lanes..<chains {
            let chain = chain(below, node, from: item, numbers, counts)
            guard chain != self.chain(of: node, on: level, from: item, numbers) else { continue }
            setExtent(at: numbers + longPlace(of: node, on: level, from: item), level.width, to: Span(chain))
            hasChanged = true
        }
        return hasChanged
    }

    /// How many numbers the chains take that are not lanes. They stand before the spans, those of the first siblings above the
    /// leaves last, for 16 siblings in any case.
    var longChainNumberCount: Int { chains > lanes && top.number > 0 ? -longChains(of: top, 0) : 0 }

    /// Where the chains of siblings above the leaves begin that are not lanes.
    private func longChains(of level: Level, _ group: Int) -> Int {
        let leafGroups = (count &+ Self.fanout &- 1) / Self.fanout
        return (leafGroups &- level.groupsBelow &- group &- 1) &* (chains &- lanes) &* Self.fanout &* Self.fieldCount
    }

    /// Where these would begin if they followed chains that are lanes.
    private func longStrip(_ level: Level, _ group: Int) -> Int {
        longChains(of: level, group) &- lanes &* Self.fieldCount &* level.width
    }

    /// Where a chain stands that is not a lane, like the span of one.
    private func longPlace(of node: Int, on level: Level, from item: Int) -> Int {
        longStrip(level, node / Self.fanout) &+ item &* Self.fieldCount &* level.width &+ node % Self.fanout
    }

    /// The chain of all rows.
    func wholeChain(_ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>) -> Chain {
        chain(top, 0, from: 0, numbers, counts)
    }

    /// Follows the rows from the first item on, as many at once as begin in a node.
    ///
    /// - Parameter pass: Whether to go on behind some rows: gets the item behind them, and where they end if the first row
    ///   begins at 0.
    /// - Returns: The item behind the last rows that were passed, and where they end.
    func followRows(
        _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>,
        while pass: (_ item: Int, _ end: Double) -> Bool
    ) -> (item: Int, end: Double) {
        var (first, end) = (0, 0.0)
        var (node, item) = (0, 0)
        var level = top
        while true {
            // The last one with items is gone into, whatever is asked of it.
            while node < level.size {
                let count = Int(counts[level.start &+ node])
                if item < count {
                    let chain = chain(of: node, on: level, from: item, numbers)
                    guard pass(first &+ count &+ chain.excess, end + chain.length) else { break }
                    end += chain.length
                    item = count &+ chain.excess
                }
                first &+= count
                item &-= count
                node &+= 1
            }
            if level.number == 0 || node == level.size { return (first &+ item, end) }
            level.sink()
            node &*= Self.fanout
        }
    }
}

extension ShiftTree.Chain {
    /// A chain that stands in the place of a span.
    @inline(__always)
    init(_ span: ShiftTree.Span) {
        self.init(length: span.near, reach: span.far, excess: Int(span.breadth))
    }
}

extension ShiftTree.Span {
    /// What stands in place of a chain. That of a leaf which has just come has no excess either.
    @inline(__always)
    init(_ chain: ShiftTree.Chain) {
        self.init(near: chain.length, far: chain.reach, breadth: Double(chain.excess))
    }
}
