import CollectionLayout

/// Moves of single items within their sections, from a seed, each followed by the move that takes it back.
///
/// - Returns: `count` changes, or none if the content has no items. A move can be applied whenever those before it have
///   been taken back.
/// - Complexity: O(count · log sections + sections).
public func moves(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    var random = SplitMix64(seed: seed ^ 0x6D6F_7665)
    let changes = resizes(of: content, count: (count + 1) / 2, seed: seed, at: place).flatMap { change -> [Change] in
        guard case .resize(let section, let item, _) = change else { return [] }
        let from = LayoutIndexPath(item: item, section: section)
        let to = LayoutIndexPath(item: random.index(below: Int(content.sections[section].count)), section: section)
        return [.moveItem(from: from, to: to), .moveItem(from: to, to: from)]
    }
    return Array(changes.prefix(count))
}
