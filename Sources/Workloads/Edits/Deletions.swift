import CollectionLayout

/// Deletions of single items from a content, from a seed, each followed by the insertion that takes it back.
///
/// - Returns: `count` changes, or none if the content has no items. A deletion can be applied whenever the insertions
///   behind those before it have been.
/// - Complexity: O(count · log sections + sections).
public func deletions(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    let all = singleDeletions(of: content, count: (count + 1) / 2, seed: seed, at: place)
    return Array(all.withReversals(in: content).prefix(count))
}

/// The same without what takes them back. All paths are those of the content.
func singleDeletions(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    resizes(of: content, count: count, seed: seed, at: place).compactMap { change in
        guard case .resize(let section, let item, _) = change else { return nil }
        return .deleteItems(section: section, item..<item + 1)
    }
}
