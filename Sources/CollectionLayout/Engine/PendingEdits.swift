/// The edits that await a layout, in order; what becomes of an element is known at once as long as all of them resize one.
struct PendingEdits: Sendable {
    private(set) var all: [Change] = []
    /// The last edit that resizes each element.
    private var resizes: [ElementID: Int] = [:]
    /// Whether there are no others than those that resize.
    private var areResizes = true
    /// What the first edits make of a content; nil if they will be refused.
    private var edited: (content: Content?, count: Int)?

    var isEmpty: Bool { all.isEmpty }

    mutating func append(_ changes: [Change]) {
        for change in changes {
            if areResizes { note(change) }
            all.append(change)
        }
    }

    private mutating func note(_ change: Change) {
        func id(_ item: Int, _ section: Int, _ kind: ElementKind) -> ElementID? {
            LayoutIndexPath(item: item, section: section).id(kind)
        }
        switch change {
        case .resize(let section, let item, _):
            if let id = id(item, section, .cell) { resizes[id] = all.count }
        case .resizeSection(let section, let header, let footer):
            if header != nil, let id = id(0, section, .header) { resizes[id] = all.count }
            if footer != nil, let id = id(0, section, .footer) { resizes[id] = all.count }
        default: areResizes = false
        }
    }

    /// What the edits make of a content, which is always the same one; nil if they will be refused.
    ///
    /// It is kept for the next time: to apply all edits once more would copy all values for each invalidation of items.
    mutating func result(of content: Content) -> Content? {
        guard !all.isEmpty else { return content }
        var (result, count) = edited ?? (content, 0)
        edited = nil
        while result != nil, count < all.count {
            do throws(LayoutError) { try result!.apply(all[count]) } catch { result = nil }
            count += 1
        }
        edited = (result, count)
        return result
    }

    /// What an element that is laid out is called afterwards; nil if it is deleted, or if edits will be refused. O(1) if all of
    /// them resize an element, else O(edits).
    func new(of id: ElementID) -> ElementID? {
        if areResizes { return id }
        return all.allSatisfy(\.hasPossiblePaths) ? ElementMap(all).new(of: id) : nil
    }

    /// The last one that resizes an element that is laid out. O(1) if all of them resize an element, else O(edits).
    func resize(of id: ElementID) -> Change? {
        if areResizes { return resizes[id].map { all[$0] } }
        var id = id
        var resize: Change?
        for change in all {
            if change.resizes(id) { resize = change }
            guard change.resizedElement == nil else { continue }
            guard change.hasPossiblePaths, let new = ElementMap([change]).new(of: id) else { return nil }
            id = new
        }
        return resize
    }
}
