import CollectionLayout

/// Edits of one kind, which benchmarks time: a new kind is a few lines in a file and a name in ``all``.
public struct Edit: Sendable {
    /// Stable id for files and results, such as `resize` or `insert-100`.
    public let id: String
    /// What it is, in one line.
    public let summary: String
    /// How many changes one edit has.
    public let changeCount: Int
    /// Whether what takes an edit back is one of the same kind.
    public let isReversedByItsLike: Bool
    private let make: Make

    /// Makes edits, each of changes to be applied in turn as one transaction to the content as it is; fewer than asked for,
    /// or none, if the content has not what they need.
    typealias Make =
        @Sendable (_ content: Content, _ count: Int, _ seed: UInt64, _ place: EditPlace) -> [[Change]]

    init(
        _ id: String, _ summary: String, changes: Int = 1, isReversedByItsLike: Bool = false, _ make: @escaping Make
    ) {
        self.id = id
        self.summary = summary
        changeCount = changes
        self.isReversedByItsLike = isReversedByItsLike
        self.make = make
    }

    /// Transactions to be applied in turn, again and again: each second one takes back the one before, so that none ever finds
    /// the content as it would leave it.
    ///
    /// - Parameters:
    ///   - count: How many transactions; an odd number counts as the even one below it.
    ///   - place: Where they strike, if their kind leaves that open.
    /// - Returns: As many, or fewer if the content has not what they need: none if it has no items, and of sections that come and go
    ///   none if there are fewer than three.
    /// - Complexity: O(count · changes · log sections + sections), and of edits of sections the items of these.
    public func cycle(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [[Change]] {
        make(content, count / 2, seed, place).flatMap { changes in
            [changes, changes.reversed().map { $0.reversal(in: content) }]
        }
    }

    /// The edits that are measured where none is asked for.
    public static let standard: [Edit] = [resize, insert, delete, move]

    /// All edits.
    public static let all: [Edit] =
        standard + [resizeHead, resizeTail] + prepends + appends + batches
        + [insertSection, deleteSection, moveSection, reloadSection]

    /// The edit of an id.
    public static func named(_ id: String) -> Edit? { all.first { $0.id == id } }
}

/// Edits of single items.
extension Edit {
    /// An item gets another size, or its former one back, in turn.
    public static let resize = single(
        "resize", "an item gets another size", isReversedByItsLike: true, make: resizes)
    /// An item is inserted, or the inserted one deleted again, in turn.
    public static let insert = single("insert", "an item is inserted, and deleted again", make: singleInsertions)
    /// An item is deleted, or inserted again, in turn.
    public static let delete = single("delete", "an item is deleted, and inserted again", make: singleDeletions)
    /// An item is moved elsewhere in its section, or back again, in turn.
    public static let move = single(
        "move", "an item is moved within its section", isReversedByItsLike: true, make: singleMoves)

    static let resizeHead = single(
        "resize-head", "one of the first items gets another size", isReversedByItsLike: true
    ) { content, count, seed, _ in
        resizes(of: content, count: count, seed: seed, at: .head)
    }
    static let resizeTail = single(
        "resize-tail", "one of the last items gets another size", isReversedByItsLike: true
    ) { content, count, seed, _ in
        resizes(of: content, count: count, seed: seed, at: .tail)
    }

    /// Edits of one change each.
    private static func single(
        _ id: String, _ summary: String, isReversedByItsLike: Bool = false,
        make: @escaping @Sendable (_ content: Content, _ count: Int, _ seed: UInt64, _ place: EditPlace) -> [Change]
    ) -> Edit {
        Edit(id, summary, isReversedByItsLike: isReversedByItsLike) { content, count, seed, place in
            make(content, count, seed, place).map { [$0] }
        }
    }
}
