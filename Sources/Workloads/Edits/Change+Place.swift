import CollectionLayout

extension Change {
    /// An item that it strikes, or that stands where it strikes: of a section the first one.
    ///
    /// - Parameter content: The content as it is before.
    public func place(in content: Content) -> LayoutIndexPath {
        switch self {
        case .resize(let section, let item, _): LayoutIndexPath(item: item, section: section)
        case .insertItems(let section, let item, _):
            // Behind the last item there is none yet.
            LayoutIndexPath(item: min(item, max(Int(content.sections[section].count) - 1, 0)), section: section)
        case .deleteItems(let section, let range): LayoutIndexPath(item: range.lowerBound, section: section)
        case .moveItem(let from, _): from
        case .resizeSection(let section, _, _), .deleteSection(let section), .moveSection(let section, _),
            .replaceSection(let section, _):
            LayoutIndexPath(item: 0, section: section)
        case .insertSection(let section, _):
            LayoutIndexPath(item: 0, section: min(section, content.sections.count - 1))
        }
    }
}
