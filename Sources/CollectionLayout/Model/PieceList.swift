/// Which elements stand where after edits: runs of elements that were neighbours before and still are.
///
/// A piece table, as text editors keep. It is longer than any list it describes, so that it need not know its length. An
/// edit is O(pieces), a look-up O(log pieces).
struct PieceList: Hashable, Sendable {
    /// Elements that stand from `start` on and stood in a source from `first` on.
    struct Piece: Hashable, Sendable {
        var start: Int
        var count: Int
        /// Where they come from; below 0 if they are new.
        var source: Int
        var first: Int
        /// Whether they were moved on their own.
        var isMoved = false

        var end: Int { start + count }

        /// New elements.
        static func new(_ count: Int) -> Piece { Piece(start: 0, count: count, source: -1, first: 0) }
    }

    /// In order, without gaps.
    private(set) var pieces: [Piece]

    /// All elements of a source, where they were.
    init(source: Int) {
        pieces = [Piece(start: 0, count: 1 << 48, source: source, first: 0)]
    }

    /// The element at a position, as a piece of one.
    subscript(position: Int) -> Piece {
        let piece = pieces[index(of: position)]
        return Piece(
            start: position, count: 1, source: piece.source, first: piece.first + position - piece.start,
            isMoved: piece.isMoved)
    }

    /// The piece at a position.
    private func index(of position: Int) -> Int {
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        return low
    }

    /// Makes a piece begin at a position.
    ///
    /// - Returns: Its index.
    private mutating func split(at position: Int) -> Int {
        let index = index(of: position)
        let piece = pieces[index]
        guard piece.start < position else { return index }
        let head = position - piece.start
        pieces[index].count = head
        var tail = piece
        tail.start = position
        tail.count -= head
        tail.first += head
        pieces.insert(tail, at: index + 1)
        return index + 1
    }

    /// Inserts a piece at a position, whatever start it has.
    mutating func insert(_ piece: Piece, at position: Int) {
        guard piece.count > 0 else { return }
        let index = split(at: position)
        var piece = piece
        piece.start = position
        pieces.insert(piece, at: index)
        for later in index + 1..<pieces.count { pieces[later].start += piece.count }
    }

    /// Removes some elements.
    mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let index = split(at: range.lowerBound)
        let end = split(at: range.upperBound)
        pieces.removeSubrange(index..<end)
        for later in index..<pieces.count { pieces[later].start -= range.count }
    }
}
