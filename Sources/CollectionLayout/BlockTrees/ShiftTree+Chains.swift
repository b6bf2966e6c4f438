/// Chains of rows: what comes of it if a row begins with a certain item.
///
/// Which item a row begins with depends on all rows before it, so that one item that comes or goes may change every row
/// behind it. But where a chain of rows leads that a given item begins depends on nothing before that item. So of each node
/// the chains of all of its items are known that a row can begin with if one has begun before the node: as many as a row
/// holds items at most, which are its lanes. A chain of a node above follows from those of its children, one after the other:
/// to change a leaf takes O(lanes · log n), and to follow the rows of a section from its first item O(log n).
extension ShiftTree {
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
        let counts = counts + (level.start &+ children.lowerBound)
        for child in 0..<children.count {
            let count = Int(counts[child])
            guard whole.excess < count else {
                whole.excess &-= count
                continue
            }
            let next = strips + (whole.excess &* Self.fieldCount &* width &+ child)
            whole.length += next[width]
            whole.reach = larger(whole.reach, next[2 &* width])
            whole.excess = Int(next[3 &* width])
        }
        return whole
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
                    let chain = Chain(span(node, on: level, lane: item, numbers))
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
