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
                split(
                    singleInsertions(of: content, count: count * size, seed: seed, at: .random), size, placedIn: content
                )
            },
            Edit("delete-\(name)", "\(name) items anywhere are deleted, and inserted again", changes: size) {
                content, count, seed, _ in
                // Of items that are drawn twice only one can go; those that stay are enough not to look for others.
                guard content.itemCount >= 2 * size else { return [] }
                return split(
                    singleDeletions(of: content, count: count * size, seed: seed, at: .random), size, placedIn: content)
            },
            Edit(
                "move-\(name)", "\(name) items anywhere are moved within their sections", changes: size,
                isReversedByItsLike: true
            ) { content, count, seed, _ in
                split(singleMoves(of: content, count: count * size, seed: seed, at: .random), size, placedIn: nil)
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
            let values = (0..<size).flatMap { _ -> [Double] in
                let value = content.sections[section].isUniform ? former : resized(former, fold, &random)
                return fold.valueNames.indices.map { value[$0] }
            }
            return [.insertItems(section: section, at: atEnd ? end : 0, .each(count: size, values: values))]
        }
    }

    /// Changes in transactions of so many.
    ///
    /// - Parameter content: The content if each strikes a place of it as it is before all of them: they are then sorted, last to
    ///   first, so that none moves the place of one behind it, and of changes of the same place one is kept.
    private static func split(_ changes: [Change], _ size: Int, placedIn content: Content?) -> [[Change]] {
        stride(from: 0, to: changes.count, by: size).map { first in
            let part = changes[first..<min(first + size, changes.count)]
            guard let content else { return Array(part) }
            var places: [LayoutIndexPath: Change] = [:]
            for change in part { places[change.place(in: content)] = change }
            return places.sorted { $0.key > $1.key }.map(\.value)
        }
    }
}
