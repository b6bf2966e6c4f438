import CollectionLayout

/// Edits of many items in one transaction.
extension Edit {
    static let prepends = [20, 50, 500].map { (size: Int) in
        Edit("prepend-\(size)", "\(size) items come before all others, and go again") { content, count, seed, _ in
            added(size, to: content, count, seed, atEnd: false)
        }
    }
    static let appends = [20, 50, 500].map { (size: Int) in
        Edit("append-\(size)", "\(size) items come behind all others, and go again") { content, count, seed, _ in
            added(size, to: content, count, seed, atEnd: true)
        }
    }
    static let batches = [(100, "100"), (10_000, "10k")].flatMap { (size: Int, name: String) in
        [
            Edit("insert-\(name)", "\(name) items are inserted anywhere, and deleted again", changes: size) {
                content, count, seed, _ in
                split(singleInsertions(of: content, count: count * size, seed: seed, at: .random), size)
                    .map { sorted($0, in: content) }
            },
            Edit("delete-\(name)", "\(name) items anywhere are deleted, and inserted again", changes: size) {
                content, count, seed, _ in
                // Half of the items stay, so that one that was not drawn yet is soon found.
                guard content.itemCount >= 2 * size else { return [] }
                var random = SplitMix64(seed: seed)
                return (0..<count).map { _ in sorted(distinctDeletions(size, of: content, &random), in: content) }
            },
            Edit(
                "move-\(name)", "\(name) items anywhere are moved within their sections", changes: size,
                isReversedByItsLike: true
            ) { content, count, seed, _ in
                split(singleMoves(of: content, count: count * size, seed: seed, at: .random), size)
            },
        ]
    }

    /// Items like the first or the last one, but for their sizes, inserted beside it.
    private static func added(
        _ size: Int, to content: Content, _ count: Int, _ seed: UInt64, atEnd: Bool
    ) -> [[Change]] {
        var random = SplitMix64(seed: seed)
        let sections = content.sections.indices.filter { content.sections[$0].count > 0 }
        guard let section = atEnd ? sections.last : sections.first else { return [] }
        let end = Int(content.sections[section].count)
        let former = content.value(section: section, item: atEnd ? end - 1 : 0)
        let fold = content.fold(ofSection: section)
        return (0..<count).map { _ in
            let values = (0..<size).flatMap { _ in
                (content.sections[section].isUniform ? former : resized(former, fold, &random)).values
            }
            return [.insertItems(section: section, at: atEnd ? end : 0, .each(count: size, values: values))]
        }
    }

    /// Changes in transactions of so many.
    private static func split(_ changes: [Change], _ size: Int) -> [[Change]] {
        stride(from: 0, to: changes.count, by: size).map { Array(changes[$0..<min($0 + size, changes.count)]) }
    }

    /// Changes that each strike a place of a content as it is before all of them, last to first: none moves the place of one
    /// behind it. Of insertions at the same place the later item comes before the earlier.
    private static func sorted(_ changes: [Change], in content: Content) -> [Change] {
        changes.map { (place: $0.place(in: content), change: $0) }.sorted { $0.place > $1.place }.map(\.change)
    }

    /// Deletions of so many items, of each one once: an item that was drawn before is drawn anew.
    private static func distinctDeletions(
        _ size: Int, of content: Content, _ random: inout SplitMix64
    ) -> [Change] {
        var places: Set<LayoutIndexPath> = []
        var changes: [Change] = []
        while changes.count < size {
            let more = singleDeletions(of: content, count: size - changes.count, seed: random.next(), at: .random)
            changes += more.filter { places.insert($0.place(in: content)).inserted }
        }
        return changes
    }
}
