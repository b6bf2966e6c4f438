import CollectionLayout

/// Insertions of single items into a content, from a seed, each followed by the deletion that takes it back.
///
/// The items get values such as ``resizes(of:count:seed:at:)`` gives those that they are inserted before; in a uniform
/// section, where all items are alike, they are like the others.
///
/// - Returns: `count` changes, or none if the content has no items. An insertion can be applied whenever the deletions
///   of those before it have been.
/// - Complexity: O(count · log sections + sections).
public func insertions(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    let changes = resizes(of: content, count: (count + 1) / 2, seed: seed, at: place).flatMap { change -> [Change] in
        guard case .resize(let section, let item, let other) = change else { return [] }
        let width = content.fold(ofSection: section).valueNames.count
        let value = content.sections[section].isUniform ? content.value(section: section, item: item) : other
        let new = NewItems.each(count: 1, values: (0..<width).map { value[$0] })
        return [
            .insertItems(section: section, at: item, new), .deleteItems(section: section, item..<item + 1),
        ]
    }
    return Array(changes.prefix(count))
}
