import CollectionLayout

/// Moves of single items within their sections, from a seed. All paths are those of the content.
///
/// An item goes anywhere in its section; an event of a calendar among those of its day that stand around it, since data
/// sources keep the order of days.
///
/// - Returns: `count` changes, or none if the content has no items.
/// - Complexity: O(count · log sections + sections), and the events of each day that one is moved in.
func singleMoves(of content: Content, count: Int, seed: UInt64, at place: EditPlace) -> [Change] {
    var random = SplitMix64(seed: seed ^ 0x6D6F_7665)
    return resizes(of: content, count: count, seed: seed, at: place).compactMap { change in
        guard case .resize(let section, let item, _) = change else { return nil }
        let targets = targets(of: item, in: section, of: content)
        let from = LayoutIndexPath(item: item, section: section)
        let to = LayoutIndexPath(item: targets.lowerBound + random.index(below: targets.count), section: section)
        return .moveItem(from: from, to: to)
    }
}

/// The items of a section to whose places an item may be moved.
private func targets(of item: Int, in section: Int, of content: Content) -> Range<Int> {
    let all = 0..<Int(content.sections[section].count)
    guard let day = content.fold(ofSection: section).valueNames.firstIndex(of: "day") else { return all }
    func isOnTheDay(_ other: Int) -> Bool {
        content.value(section: section, item: other)[day] == content.value(section: section, item: item)[day]
    }
    var (first, last) = (item, item)
    while all.contains(first - 1), isOnTheDay(first - 1) { first -= 1 }
    while all.contains(last + 1), isOnTheDay(last + 1) { last += 1 }
    return first..<last + 1
}
