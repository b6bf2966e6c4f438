/// Which elements stand where after edits: runs of elements that were neighbours before and still are.
///
/// A piece table, as text editors keep, around a gap: edits from one end to the other are O(1) each, others O(pieces in
/// between). It is longer than any list it describes, so that it need not know its length.
struct PieceList: Hashable, Sendable {
    /// Elements that come from a source, where they stood from `first` on.
    struct Piece: Hashable, Sendable {
        /// Where they stand; set by ``PieceList/finish()``.
        var start = 0
        var count: Int
        /// Below 0 if they are new.
        var source: Int
        var first: Int
        /// Whether they were moved on their own.
        var isMoved = false

        /// New elements.
        static func new(_ count: Int) -> Piece { Piece(count: count, source: -1, first: 0) }

        /// Takes the first few elements away.
        mutating func removeFirst(_ number: Int) -> Piece {
            var head = self
            head.count = number
            count -= number
            first += number
            return head
        }
    }

    /// The pieces before the gap in order; after ``finish()`` all of them.
    private(set) var pieces: [Piece] = []
    /// Those behind the gap, the last one first.
    private var behind: [Piece]
    /// Elements before the gap.
    private var gap = 0

    /// All elements of a source, where they were.
    init(source: Int) {
        behind = [Piece(count: 1 << 48, source: source, first: 0)]
    }

    /// Brings the gap to a position.
    private mutating func seek(_ position: Int) {
        while gap > position {
            var piece = pieces.removeLast()
            gap -= piece.count
            if gap < position {
                pieces.append(piece.removeFirst(position - gap))
                gap = position
            }
            behind.append(piece)
        }
        while gap < position {
            var piece = behind.removeLast()
            if piece.count > position - gap {
                pieces.append(piece.removeFirst(position - gap))
                behind.append(piece)
                gap = position
            } else {
                pieces.append(piece)
                gap += piece.count
            }
        }
    }

    /// Inserts a piece at a position.
    mutating func insert(_ piece: Piece, at position: Int) {
        guard piece.count > 0 else { return }
        seek(position)
        pieces.append(piece)
        gap += piece.count
    }

    /// Removes some elements.
    mutating func remove(_ range: Range<Int>) {
        seek(range.lowerBound)
        var rest = range.count
        while rest > 0 {
            var piece = behind.removeLast()
            let part = min(piece.count, rest)
            _ = piece.removeFirst(part)
            rest -= part
            if piece.count > 0 { behind.append(piece) }
        }
    }

    /// Removes one element.
    ///
    /// - Returns: It, as a piece of one.
    mutating func take(_ position: Int) -> Piece {
        let piece = element(at: position)
        remove(position..<position + 1)
        return piece
    }

    /// The element at a position, as a piece of one; moves the gap there.
    mutating func element(at position: Int) -> Piece {
        seek(position)
        var piece = behind[behind.count - 1]
        return piece.removeFirst(1)
    }

    /// Closes the gap behind the last edit and says where the pieces start.
    mutating func finish() {
        pieces.append(contentsOf: behind.reversed())
        behind = []
        gap = 0
        for index in pieces.indices {
            pieces[index].start = gap
            gap += pieces[index].count
        }
    }

    /// The element at a position of a finished list, as a piece of one. O(log pieces).
    subscript(position: Int) -> Piece {
        assert(behind.isEmpty, "the list is not finished")
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= position { low = middle } else { high = middle }
        }
        var piece = pieces[low]
        _ = piece.removeFirst(position - piece.start)
        return piece.removeFirst(1)
    }
}
