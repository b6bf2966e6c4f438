/// What awaits that the items of a leaf are placed again.
///
/// Every node, a leaf included, has a mark; that of a node above says whether any below it is marked.
struct BlockMark: BitwiseCopyable, Equatable {
    /// 0 if the leaf is not marked; else 1 more than the first position in its block at which something has changed, and
    /// the highest bit.
    private var bits: UInt8

    /// Not marked.
    static let none = BlockMark(bits: 0)
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
        var node = leaf
        for level in 1..<max(levels, 1) {
            node /= Self.fanout
            if marks[starts[level] + node].isSet { return }
            marks[starts[level] + node] = .below
        }
    }

    /// Takes the mark off a leaf.
    func unmark(_ leaf: Int, _ marks: UnsafeMutablePointer<BlockMark>) {
        guard marks[leaf].isSet else { return }
        marks[leaf] = .none
        var node = leaf
        for level in 1..<max(levels, 1) {
            node /= Self.fanout
            markParent(level, node, marks)
            if marks[starts[level] + node].isSet { return }
        }
    }

    /// Computes the mark of a node from its children's.
    func markParent(_ level: Int, _ node: Int, _ marks: UnsafeMutablePointer<BlockMark>) {
        let first = starts[level - 1] + node * Self.fanout
        var mark = BlockMark.none
        for child in first..<min(first + Self.fanout, starts[level]) where marks[child].isSet { mark = .below }
        marks[starts[level] + node] = mark
    }

    /// The first marked leaf behind a leaf, or nil.
    func nextMarked(after leaf: Int, _ marks: UnsafePointer<BlockMark>) -> Int? {
        next(after: leaf) { marks[$0].isSet }
    }
}
