/// What awaits that the items of a leaf are placed again.
///
/// Every node, a leaf included, has a mark; that of a node above says whether any below it is marked.
struct BlockMark: BitwiseCopyable, Equatable {
    /// 0 if the leaf is not marked; else 1 more than the first position in its block at which something has changed, and
    /// the highest bit.
    private var bits: UInt8

    /// Not marked.
    static let none = BlockMark(bits: 0)
    /// The mark of a leaf all of which has changed.
    static let whole = BlockMark(at: 0, losesState: false)
    /// The mark of a node above a marked leaf.
    static let below = BlockMark(bits: 1)

    private init(bits: UInt8) { self.bits = bits }

    /// A mark.
    ///
    /// - Parameters:
    ///   - position: The first position in the block that has changed; that behind its last item if it is what follows.
    ///   - losesState: Whether the state that is stored before the block is that of another place.
    init(at position: Int, losesState: Bool) {
        bits = UInt8(position + 1) | (losesState ? 0x80 : 0)
    }

    var isSet: Bool { bits != 0 }
    var losesState: Bool { bits & 0x80 != 0 }
    var position: Int { Int(bits & 0x7F) - 1 }

    /// Both marks.
    func joined(_ other: BlockMark) -> BlockMark {
        guard isSet, other.isSet else { return isSet ? self : other }
        return BlockMark(at: min(position, other.position), losesState: losesState || other.losesState)
    }
}

extension ShiftTree {
    /// Adds a mark to those of a leaf.
    func mark(_ leaf: Int, _ mark: BlockMark, _ marks: UnsafeMutablePointer<BlockMark>) {
        marks[leaf] = marks[leaf].joined(mark)
        forEachNode(above: leaf) { level, node, _ in
            if !marks[level.start + node].isSet { marks[level.start + node] = .below }
        }
    }

    /// Takes the mark off a leaf.
    func unmark(_ leaf: Int, _ marks: UnsafeMutablePointer<BlockMark>) {
        guard marks[leaf].isSet else { return }
        marks[leaf] = .none
        forEachNode(above: leaf) { level, node, below in markParent(node, on: level, below, marks) }
    }

    /// Computes the mark of a node from its children's.
    func markParent(_ node: Int, on level: Level, _ below: Level, _ marks: UnsafeMutablePointer<BlockMark>) {
        var mark = BlockMark.none
        for child in below.group(node) where marks[below.start + child].isSet { mark = .below }
        marks[level.start + node] = mark
    }

    /// Computes the marks of all levels above the leaves.
    func buildMarks(_ marks: UnsafeMutablePointer<BlockMark>) {
        forEachUpperLevel { level, below in
            for node in 0..<level.size { markParent(node, on: level, below, marks) }
        }
    }

    /// The next marked leaf behind a leaf, or nil.
    func nextMarked(after leaf: Int, _ marks: UnsafePointer<BlockMark>) -> Int? {
        next(after: leaf) { marks[$0].isSet }
    }

    /// The first marked leaf, or nil.
    func firstMarked(_ marks: UnsafePointer<BlockMark>) -> Int? {
        var level = top
        var node = 0
        while node < level.size && !marks[level.start + node].isSet { node += 1 }
        if node == level.size { return nil }
        while level.number > 0 {
            level.sink()
            node *= Self.fanout
            while !marks[level.start + node].isSet { node += 1 }
        }
        return node
    }
}
