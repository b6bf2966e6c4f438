import CollectionLayout

/// Deletions of single items from a content, from a seed, each followed by the insertion that takes it back.
///
/// - Returns: `count` changes, or none if the content has no items. A deletion can be applied whenever the insertions
///   behind those before it have been.
/// - Complexity: O(count · log sections + sections).
public func deletions(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    let changes = resizes(of: content, count: (count + 1) / 2, seed: seed, at: place).flatMap { change -> [Change] in
        guard case .resize(let section, let item, _) = change else { return [] }
        let width = content.fold(ofSection: section).valueNames.count
        let value = content.value(section: section, item: item)
        let former = NewItems.each(count: 1, values: (0..<width).map { value[$0] })
        return [
            .deleteItems(section: section, item..<item + 1), .insertItems(section: section, at: item, former),
        ]
    }
    return Array(changes.prefix(count))
}
