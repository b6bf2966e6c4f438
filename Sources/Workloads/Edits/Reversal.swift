import CollectionLayout

extension Change {
    /// The change that takes this one back, once it has been applied to a content.
    ///
    /// - Parameter content: The content as it is before.
    /// - Complexity: O(items that go).
    /// - Precondition: the change can be applied to the content.
    public func reversal(in content: Content) -> Change {
        switch self {
        case .resize(let section, let item, _):
            return .resize(section: section, item: item, to: content.value(section: section, item: item))
        case .resizeSection(let section, let header, let footer):
            let former = content.description(ofSection: section)
            return .resizeSection(
                at: section, header: header.map { _ in former.header }, footer: footer.map { _ in former.footer })
        case .insertItems(let section, let item, let new):
            return .deleteItems(section: section, item..<item + new.count)
        case .deleteItems(let section, let range):
            let values = range.flatMap { content.value(section: section, item: $0).values }
            return .insertItems(section: section, at: range.lowerBound, .each(count: range.count, values: values))
        case .moveItem(let from, let to): return .moveItem(from: to, to: from)
        case .insertSection(let section, _): return .deleteSection(at: section)
        case .deleteSection(let section):
            return .insertSection(at: section, content.description(ofSection: section))
        case .moveSection(let from, let to): return .moveSection(from: to, to: from)
        case .replaceSection(let section, _):
            return .replaceSection(at: section, with: content.description(ofSection: section))
        }
    }
}
