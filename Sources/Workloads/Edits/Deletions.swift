import CollectionLayout

/// Deletions of single items from a content, from a seed. All paths are those of the content.
///
/// - Returns: `count` changes, or none if the content has no items.
/// - Complexity: O(count · log sections + sections).
func singleDeletions(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    resizes(of: content, count: count, seed: seed, at: place).compactMap { change in
        guard case .resize(let section, let item, _) = change else { return nil }
        return .deleteItems(section: section, item..<item + 1)
    }
}
