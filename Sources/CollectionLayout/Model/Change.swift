/// An edit of a content. Its paths speak of the content as the edits before it have left it.
public enum Change: Hashable, Sendable {
    /// An item gets other values, as many as its layout takes: another size in a flow, `[120, 40]`, another height in a list, `[60]`.
    case resize(section: Int, item: Int, to: ItemValue)
    /// A section gets a header or a footer of another size, in points and not transposed, in place of the one it has; nil leaves it
    /// as it is. To get one or to lose it a section has to be replaced.
    case resizeSection(at: Int, header: Size? = nil, footer: Size? = nil)
    /// Items come to stand before an item; at the number of items, behind all.
    case insertItems(section: Int, at: Int, NewItems)
    /// Items go.
    case deleteItems(section: Int, Range<Int>)
    /// An item goes elsewhere with its values, which the layout there must take as they are.
    ///
    /// `to` is its path afterwards: the one at which it is inserted once it has been taken out.
    case moveItem(from: LayoutIndexPath, to: LayoutIndexPath)
    /// A section comes to stand before another one; at the number of sections, behind all. It may bring its layout, see
    /// ``LayoutReference``.
    case insertSection(at: Int, SectionDescription)
    /// A section goes.
    case deleteSection(at: Int)
    /// A section goes elsewhere with its items; `to` is its index afterwards.
    case moveSection(from: Int, to: Int)
    /// A section gives way to another one, as when it is reloaded: nothing of it stays.
    case replaceSection(at: Int, with: SectionDescription)
}

extension Change {
    /// Where a section stands afterwards; nil if it is gone. One that is replaced stands where it stood.
    func index(ofSection section: Int) -> Int? {
        switch self {
        case .resize, .resizeSection, .insertItems, .deleteItems, .moveItem, .replaceSection: return section
        case .insertSection(let index, _): return section < index ? section : section + 1
        case .deleteSection(let index): return section == index ? nil : section < index ? section : section - 1
        case .moveSection(let from, let to):
            if section == from { return to }
            let rest = section < from ? section : section - 1
            return rest < to ? rest : rest + 1
        }
    }

    /// A change that stands for all that resize the same item, header or footer; nil if it does not resize one.
    var resizedElement: Change? {
        switch self {
        case .resize(let section, let item, _): .resize(section: section, item: item, to: [])
        case .resizeSection(let section, let header, let footer):
            .resizeSection(at: section, header: header.map { _ in .zero }, footer: footer.map { _ in .zero })
        default: nil
        }
    }

    /// An element that it gives another size: of a header and a footer, the header.
    var resizedID: ElementID? {
        switch self {
        case .resize(let section, let item, _): LayoutIndexPath(item: item, section: section).id(.cell)
        case .resizeSection(let section, let header, _):
            LayoutIndexPath(item: 0, section: section).id(header == nil ? .footer : .header)
        default: nil
        }
    }

    /// Whether it gives an element another size.
    func resizes(_ id: ElementID) -> Bool {
        switch self {
        case .resize(let section, let item, _):
            id.kind == .cell && (section, item) == (Int(id.section), Int(id.item))
        case .resizeSection(let section, let header, let footer):
            section == Int(id.section) && (id.kind == .header && header != nil || id.kind == .footer && footer != nil)
        default: false
        }
    }

    /// The section that it brings, if it does.
    var newSection: SectionDescription? {
        switch self {
        case .insertSection(_, let section), .replaceSection(_, let section): section
        case .resize, .resizeSection, .insertItems, .deleteItems, .moveItem, .deleteSection, .moveSection: nil
        }
    }

    /// The items that it brings, if it does.
    var newItems: NewItems? {
        if case .insertItems(_, _, let items) = self { return items }
        return newSection?.items
    }

    /// Whether it inserts, deletes, moves or replaces a section.
    var isOfSections: Bool {
        switch self {
        case .resize, .resizeSection, .insertItems, .deleteItems, .moveItem: false
        case .insertSection, .deleteSection, .moveSection, .replaceSection: true
        }
    }

    /// The same resize of an element that has got another name.
    func renamed(to id: ElementID) -> Change {
        switch self {
        case .resize(_, _, let value): .resize(section: Int(id.section), item: Int(id.item), to: value)
        case .resizeSection(_, let header, let footer):
            .resizeSection(at: Int(id.section), header: header, footer: footer)
        default: self
        }
    }

    /// Whether there may be what it names; if not, it will be refused.
    var hasPossiblePaths: Bool {
        let paths = 0...Content.largestCount
        func contains(_ path: LayoutIndexPath) -> Bool { paths.contains(path.section) && paths.contains(path.item) }
        guard newItems.map({ paths.contains($0.count) }) ?? true else { return false }
        switch self {
        case .resize(let section, let item, _), .insertItems(let section, let item, _):
            return paths.contains(section) && paths.contains(item)
        case .deleteItems(let section, let range):
            return paths.contains(section) && paths.contains(range.lowerBound) && paths.contains(range.upperBound)
        case .moveItem(let from, let to): return contains(from) && contains(to)
        case .resizeSection(let section, _, _), .insertSection(let section, _), .deleteSection(let section),
            .replaceSection(let section, _):
            return paths.contains(section)
        case .moveSection(let from, let to): return paths.contains(from) && paths.contains(to)
        }
    }
}
