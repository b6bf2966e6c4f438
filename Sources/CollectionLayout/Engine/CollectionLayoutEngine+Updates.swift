extension CollectionLayoutEngine {
    /// Applies edits, all or none, and remembers what their animation begins with.
    ///
    /// Until ``finalizeCollectionViewUpdates()`` the initial and final attributes can be asked for, as a collection view
    /// does between `performBatchUpdates` and the end of its animation. Invalidations that await ``prepare()`` are laid out
    /// before, and are no part of it: the paths of the edits come after theirs.
    ///
    /// What comes into view from more than the length of the view away begins at that distance: to know where exactly it
    /// was would take a copy of the layout.
    ///
    /// - Complexity: that of applying the edits and of querying three times what is visible.
    /// - Throws: ``LayoutError``, and applies none of the edits.
    /// - Returns: Which element is which.
    @discardableResult
    public mutating func prepareForCollectionViewUpdates(_ changes: [Change]) throws(LayoutError) -> ElementMap {
        try prepare()
        let visible = visible()
        let surroundings = Surroundings(of: self, visible)
        try apply(changes)
        let map = ElementMap(changes)
        animation = comparison(map, visible) { old, now in surroundings.attributes(of: old, now) }
        return map
    }

    /// Applies a transaction, whole or not at all, and remembers what its animation begins with; see
    /// ``prepareForCollectionViewUpdates(_:)``.
    ///
    /// - Returns: Which element is which.
    /// - Throws: ``LayoutError``, and applies none of it.
    @discardableResult
    public mutating func performBatchUpdates(_ transaction: Transaction) throws(LayoutError) -> ElementMap {
        try prepare()
        return try prepareForCollectionViewUpdates(try transaction.changes(in: content))
    }

    /// Forgets what the animation of an update began with.
    public mutating func finalizeCollectionViewUpdates() {
        animation = nil
    }

    /// Changes the bounds, lays out what that invalidates, and remembers what the animation begins with.
    ///
    /// UIKit's `prepare(forAnimatedBoundsChange:)` is told the old bounds, as the view has its new ones by then; nothing but
    /// this call changes an engine's.
    ///
    /// - Parameter newBounds: The content offset and the size of the view afterwards, in points.
    /// - Throws: ``LayoutError``; bounds and layout are then as before, and edits that awaited ``prepare()`` are dropped.
    public mutating func prepareForAnimatedBoundsChange(to newBounds: Rect) throws(LayoutError) {
        let former = self
        try replaceBounds(newBounds)
        // Edits that awaited their layout have been applied with it.
        let map = ElementMap(former.pending.all)
        animation = comparison(map, former.visible()) { old, _ in former.layoutAttributes(for: old) }
    }

    /// What was visible and is now.
    ///
    /// - Parameter before: The attributes before of what has become visible, for its id before and its attributes now.
    private func comparison(
        _ map: ElementMap, _ visibleBefore: [LayoutAttributes],
        before: (ElementID, LayoutAttributes) -> LayoutAttributes?
    ) -> UpdateAnimation {
        let (wasVisible, now) = (AttributeTable(visibleBefore), visibleNow())
        let come = now.compactMap { attributes -> LayoutAttributes? in
            guard let old = map.old(of: attributes.id), !wasVisible.contains(old) else { return nil }
            return before(old, attributes)
        }
        return UpdateAnimation(
            map: map, wasVisible: wasVisible, hasCome: AttributeTable(come.sorted { $0.id < $1.id }),
            isVisible: AttributeTable(now))
    }

    /// Forgets what the animation of changed bounds began with.
    public mutating func finalizeAnimatedBoundsChange() {
        animation = nil
    }

    private func visible() -> [LayoutAttributes] { layoutAttributesForElements(in: bounds) }

    /// What is visible, and what will be once a view that shows what lies beyond the content has gone back to its end.
    private func visibleNow() -> [LayoutAttributes] {
        let (now, offset) = (visible(), clamped(contentOffset))
        guard offset != contentOffset else { return now }
        let table = AttributeTable(now)
        let more = layoutAttributesForElements(in: Rect(origin: offset, size: bounds.size))
        return (now + more.filter { !table.contains($0.id) }).sorted { $0.id < $1.id }
    }

    /// Where an element begins an animation: its attributes before the update. What was inserted begins transparent at
    /// its place, and what neither was nor is in view begins where it is. Nil if there is no such element after the update.
    ///
    /// - Parameter id: Its name after the update.
    public func initialLayoutAttributesForAppearingElement(_ id: ElementID) -> LayoutAttributes? {
        guard var current = layoutAttributes(for: id) else { return nil }
        guard let animation else { return current }
        if let old = animation.map.old(of: id) {
            if var before = animation.before(old) {
                before.id = id
                return before
            }
            // What is visible, and was nowhere before, has come with another content.
            guard animation.isVisible.contains(id) else { return current }
        }
        current.alpha = 0
        return current
    }

    /// Where an element ends an animation: its attributes after the update. What was deleted ends transparent where it
    /// was. Nil for what was deleted out of view, as nobody knows any more where it was, and for what there never was.
    ///
    /// - Parameter id: Its name before the update.
    public func finalLayoutAttributesForDisappearingElement(_ id: ElementID) -> LayoutAttributes? {
        guard let animation else { return layoutAttributes(for: id) }
        if let new = animation.map.new(of: id), let after = layoutAttributes(for: new) { return after }
        guard var before = animation.before(id) else { return nil }
        before.alpha = 0
        return before
    }

    /// Where an element of a kind begins an animation; see ``initialLayoutAttributesForAppearingElement(_:)``.
    public func initialLayoutAttributesForAppearingElement(
        ofKind kind: ElementKind = .cell, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        indexPath.id(kind).flatMap(initialLayoutAttributesForAppearingElement)
    }

    /// Where an element of a kind ends an animation; see ``finalLayoutAttributesForDisappearingElement(_:)``.
    public func finalLayoutAttributesForDisappearingElement(
        ofKind kind: ElementKind = .cell, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        indexPath.id(kind).flatMap(finalLayoutAttributesForDisappearingElement)
    }

    /// The visible elements of a kind that an update has added, by paths after it.
    public func indexPathsToInsert(ofKind kind: ElementKind) -> [LayoutIndexPath] {
        visibleElementUpdates.compactMap { update in
            guard case .inserted(let id) = update, id.kind == kind else { return nil }
            return LayoutIndexPath(id)
        }.sorted()
    }

    /// The elements of a kind that an update has taken from view because they are no more, by paths before it.
    public func indexPathsToDelete(ofKind kind: ElementKind) -> [LayoutIndexPath] {
        visibleElementUpdates.compactMap { update in
            guard case .deleted(let id) = update, id.kind == kind else { return nil }
            return LayoutIndexPath(id)
        }.sorted()
    }

    /// What an update does to each element that was visible before it or is now, each once, in no particular order;
    /// empty while nothing is animated.
    public var visibleElementUpdates: [ElementUpdate] {
        guard let animation else { return [] }
        let before = animation.wasVisible.ids.map { old in
            // Another content need not have it any more.
            guard let new = animation.map.new(of: old), layoutAttributes(for: new) != nil else {
                return ElementUpdate.deleted(old)
            }
            return .persisting(old: old, new: new)
        }
        let after = animation.isVisible.ids.compactMap { new in
            guard let old = animation.map.old(of: new), animation.before(old) != nil else {
                return ElementUpdate.inserted(new)
            }
            return animation.wasVisible.contains(old) ? nil : .persisting(old: old, new: new)
        }
        return before + after
    }
}

/// Where the elements in view, and within its length of it, are before an update.
private struct Surroundings {
    private let window: Rect
    private let axis: Axis
    /// Whether elements that come before others stand at greater coordinates.
    private let isReversed: Bool
    private let elements: AttributeTable
    /// The first item in view, or another element if there is none.
    private let first: ElementID?

    init(of engine: CollectionLayoutEngine<some AttributeCache>, _ visible: [LayoutAttributes]) {
        axis = engine.scrollAxis
        isReversed = engine.isReversed
        let view = axis.transpose(engine.bounds)
        window = Rect(x: view.x, y: view.y - view.height, width: view.width, height: 3 * view.height)
        elements = AttributeTable(engine.layoutAttributesForElements(in: axis.transpose(window)))
        // Backgrounds, and headers that are pinned, are in view wherever their section is.
        let ids = visible.map(\.id)
        let items = ids.filter { $0.kind == .cell }
        first = (items.isEmpty ? ids : items).min { Self.place($0) < Self.place($1) }
    }

    /// Where an element comes in the content: headers before the items of their section, footers behind them.
    private static func place(_ id: ElementID) -> (section: Int32, item: Int32) {
        (id.section, id.kind == .header ? -1 : id.kind == .footer ? .max : id.item)
    }

    /// The attributes of an element before the update: outside the window, on the side from which it comes, if it was
    /// farther away.
    ///
    /// - Parameters:
    ///   - id: Its id before.
    ///   - now: Its attributes after the update.
    func attributes(of id: ElementID, _ now: LayoutAttributes) -> LayoutAttributes {
        if let known = elements[id] { return known }
        let isBefore = first.map { Self.place(id) < Self.place($0) } ?? false
        var attributes = now
        attributes.id = id
        var frame = axis.transpose(now.frame)
        frame.y = isBefore != isReversed ? window.minY - frame.height : window.maxY
        attributes.frame = axis.transpose(frame)
        return attributes
    }
}
