#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#else
    import UIKitStandIn
#endif

import CollectionLayout

extension Transaction {
    /// The edits that a collection view announces, with what is new of them.
    ///
    /// Items of sections that come, go or are reloaded do so with these, also if they are announced themselves.
    ///
    /// - Parameters:
    ///   - items: With paths as the platform gives them: those of whole sections have no item.
    ///   - old: The content before the edits.
    ///   - new: The content after them: what is inserted or reloaded is taken from it.
    /// - Throws: ``LayoutError`` if the edits do not suit the old content, or do not lead to the new one's counts.
    @MainActor
    init(_ items: [ViewUpdateItem], from old: Content, to new: Content) throws(LayoutError) {
        self.init()
        expectedCounts = new.sections.map { Int($0.count) }
        var reloads: [IndexPath] = []
        // Sections by their indices before and after.
        var (gone, added): (Set<Int>, Set<Int>) = ([], [])
        for item in items {
            switch (item.updateAction, item.indexPathBeforeUpdate, item.indexPathAfterUpdate) {
            case (.insert, _, let path?) where path.isSection:
                insertSection(try new.description(at: path.section), at: path.section)
                added.insert(path.section)
            case (.delete, let path?, _) where path.isSection:
                deleteSections([path.section])
                gone.insert(path.section)
            case (.move, let from?, let to?) where from.isSection: moveSection(from: from.section, to: to.section)
            case (.reload, let path?, _): reloads.append(path)
            default: break
            }
        }
        try addReloaded(reloads, in: old, &gone, &added)
        for item in items {
            switch (item.updateAction, item.indexPathBeforeUpdate, item.indexPathAfterUpdate) {
            case (.insert, _, let path?) where !path.isSection && !added.contains(path.section):
                try insertItem(at: path, of: new)
            case (.delete, let path?, _) where !path.isSection && !gone.contains(path.section):
                deleteItems(at: [LayoutIndexPath(path)])
            case (.move, let from?, let to?) where !from.isSection:
                switch (gone.contains(from.section), added.contains(to.section)) {
                case (false, false): moveItem(from: LayoutIndexPath(from), to: LayoutIndexPath(to))
                case (false, true): deleteItems(at: [LayoutIndexPath(from)])
                case (true, false): try insertItem(at: to, of: new)
                case (true, true): break
                }
            default: break
            }
        }
        guard !reloads.isEmpty else { return }
        // Reloads have paths before the update; their values stand where the other edits take them.
        var others = self
        others.expectedCounts = nil
        let map = ElementMap(try others.changes(in: old))
        for path in reloads where path.isSection || !gone.contains(path.section) {
            let id = ElementID(
                section: path.section, item: path.isSection ? 0 : path.item, kind: path.isSection ? .header : .cell)
            guard let now = map.new(of: id) else {
                throw .badEdit(
                    section: path.section, item: path.isSection ? nil : path.item, reason: "it is deleted and reloaded")
            }
            if path.isSection {
                reloadSection(at: path.section, with: try new.description(at: Int(now.section)))
            } else {
                reloadItem(at: LayoutIndexPath(path), value: try new.values(at: IndexPath(LayoutIndexPath(now))))
            }
        }
    }

    private mutating func insertItem(at path: IndexPath, of new: Content) throws(LayoutError) {
        insertItems(.uniform(count: 1, value: try new.values(at: path)), at: LayoutIndexPath(path))
    }

    /// Adds sections that are reloaded to those that go and come, where other edits of sections take them.
    @MainActor
    private func addReloaded(
        _ paths: [IndexPath], in old: Content, _ gone: inout Set<Int>, _ added: inout Set<Int>
    ) throws(LayoutError) {
        let reloaded = paths.filter(\.isSection).map(\.section)
        guard !reloaded.isEmpty else { return }
        var others = self
        others.expectedCounts = nil
        let map = ElementMap(try others.changes(in: old))
        for section in reloaded {
            gone.insert(section)
            if let now = map.new(of: ElementID(section: section, item: 0, kind: .header)) {
                added.insert(Int(now.section))
            }
        }
    }
}

extension Content {
    /// A section of a content that may not be what an update promised.
    fileprivate func description(at section: Int) throws(LayoutError) -> SectionDescription {
        guard sections.indices.contains(section) else {
            throw .unknownPath(section: section, item: nil, reason: "the content has \(sections.count) sections")
        }
        var description = description(ofSection: section)
        // The other content may have other layouts, or the same ones in another order.
        description.layout = .layout(layouts[Int(sections[section].layout)])
        return description
    }

    /// The values of an item of a content that may not be what an update promised.
    fileprivate func values(at path: IndexPath) throws(LayoutError) -> [Double] {
        guard sections.indices.contains(path.section), (0..<Int(sections[path.section].count)).contains(path.item)
        else {
            throw .unknownPath(section: path.section, item: path.item, reason: "the content has no such item")
        }
        return value(section: path.section, item: path.item).values
    }
}

extension IndexPath {
    /// Whether an update's path means a whole section.
    fileprivate var isSection: Bool { item == NSNotFound }
}
