/// Which elements stand where after edits: runs of elements that were neighbours before and still are.
///
/// A piece table, as text editors keep, in chunks of some pieces: an edit looks from the chunk of the one before it on, chunk by
/// chunk, so that edits from one end to the other are O(1) each, and those at random places O(√pieces), about. It is longer than
/// any list it describes, so that it need not know its length.
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

    /// Some neighbouring pieces, and their elements.
    private struct Chunk: Hashable, Sendable {
        var pieces: [Piece]
        var count: Int
    }

    /// A chunk of more pieces than that is divided.
    private static let largestChunk = 128

    /// All pieces in order; none before ``finish()``.
    private(set) var pieces: [Piece] = []
    /// What there is until then.
    private var chunks: [Chunk]
    /// The chunk of the last edit, and the elements before it.
    private var current = 0
    private var start = 0

    /// All elements of a source, where they were.
    init(source: Int) {
        let all = Piece(count: 1 << 48, source: source, first: 0)
        chunks = [Chunk(pieces: [all], count: all.count)]
    }

    /// Makes the chunk of a position the current one, and a piece begin there.
    ///
    /// - Returns: The piece in the chunk.
    private mutating func seek(_ position: Int) -> Int {
        if chunks[current].pieces.count > Self.largestChunk { divide() }
        while position < start {
            current -= 1
            start -= chunks[current].count
        }
        while position >= start + chunks[current].count {
            start += chunks[current].count
            current += 1
        }
        var index = 0
        var rest = position - start
        while rest >= chunks[current].pieces[index].count {
            rest -= chunks[current].pieces[index].count
            index += 1
        }
        guard rest > 0 else { return index }
        let head = chunks[current].pieces[index].removeFirst(rest)
        chunks[current].pieces.insert(head, at: index)
        return index + 1
    }

    /// Divides the current chunk; its first half stays current.
    private mutating func divide() {
        let tail = Array(chunks[current].pieces[(Self.largestChunk / 2)...])
        let count = tail.reduce(0) { $0 + $1.count }
        chunks[current].pieces.removeLast(tail.count)
        chunks[current].count -= count
        chunks.insert(Chunk(pieces: tail, count: count), at: current + 1)
    }

    /// Inserts a piece at a position.
    mutating func insert(_ piece: Piece, at position: Int) {
        guard piece.count > 0 else { return }
        let index = seek(position)
        chunks[current].pieces.insert(piece, at: index)
        chunks[current].count += piece.count
    }

    /// Removes some elements.
    mutating func remove(_ range: Range<Int>) {
        var rest = range.count
        while rest > 0 {
            let first = seek(range.lowerBound)
            var end = first
            while rest > 0, end < chunks[current].pieces.count {
                let part = min(chunks[current].pieces[end].count, rest)
                _ = chunks[current].pieces[end].removeFirst(part)
                chunks[current].count -= part
                rest -= part
                guard chunks[current].pieces[end].count == 0 else { break }
                end += 1
            }
            chunks[current].pieces.removeSubrange(first..<end)
            if chunks[current].pieces.isEmpty { chunks.remove(at: current) }
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

    /// The element at a position, as a piece of one.
    mutating func element(at position: Int) -> Piece {
        let index = seek(position)
        var piece = chunks[current].pieces[index]
        return piece.removeFirst(1)
    }

    /// Puts all pieces together behind the last edit and says where they start.
    mutating func finish() {
        pieces = chunks.flatMap(\.pieces)
        (chunks, current, start) = ([], 0, 0)
        var end = 0
        for index in pieces.indices {
            pieces[index].start = end
            end += pieces[index].count
        }
    }

    /// The element at a position of a finished list, as a piece of one. O(log pieces).
    subscript(position: Int) -> Piece {
        assert(chunks.isEmpty, "the list is not finished")
        var piece = pieces[pieces.partition { $0.start <= position } - 1]
        _ = piece.removeFirst(position - piece.start)
        return piece.removeFirst(1)
    }
}
