import CollectionLayout

/// Insertions of single items into a content, from a seed. All paths are those of the content.
///
/// The items get values such as ``resizes(of:count:seed:at:)`` gives those that they are inserted before; in a uniform
/// section, where all items are alike, they are like the others.
///
/// - Returns: `count` changes, or none if the content has no items.
/// - Complexity: O(count · log sections + sections).
func singleInsertions(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    resizes(of: content, count: count, seed: seed, at: place).compactMap { change in
        guard case .resize(let section, let item, let other) = change else { return nil }
        let value = content.sections[section].isUniform ? content.value(section: section, item: item) : other
        return .insertItems(section: section, at: item, .each(count: 1, values: value.values))
    }
}
