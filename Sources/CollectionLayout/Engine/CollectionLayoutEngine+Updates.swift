extension CollectionLayoutEngine {
    /// Applies edits, all or none, and remembers what their animation begins with.
    ///
    /// Until ``finalizeCollectionViewUpdates()`` the initial and final attributes can be asked for, as a collection view
    /// does between `performBatchUpdates` and the end of its animation. Invalidations that await ``prepare()`` are not
    /// part of it.
    ///
    /// - Complexity: that of applying the edits, of querying what is visible, and of a copy of what the cache changes.
    /// - Throws: ``LayoutError``, and changes nothing.
    /// - Returns: Which element is which.
    @discardableResult
    public mutating func prepareForCollectionViewUpdates(_ changes: [Change]) throws(LayoutError) -> ElementMap {
        let former = self
        try apply(changes)
        let map = ElementMap(changes)
        animation = comparison(with: former, map)
        return map
    }

    /// Applies a transaction, whole or not at all, and remembers what its animation begins with; see
    /// ``prepareForCollectionViewUpdates(_:)``.
    ///
    /// - Returns: Which element is which.
    /// - Throws: ``LayoutError``, and changes nothing.
    @discardableResult
    public mutating func performBatchUpdates(_ transaction: Transaction) throws(LayoutError) -> ElementMap {
        try prepareForCollectionViewUpdates(try transaction.changes(in: content))
    }

    /// Forgets what the animation of an update began with.
    public mutating func finalizeCollectionViewUpdates() {
        animation = nil
    }

    /// Changes the bounds, lays out what that invalidates, and remembers what the animation begins with.
    ///
    /// - Throws: ``LayoutError``; bounds and layout are then as before.
    public mutating func prepareForAnimatedBoundsChange(_ newBounds: Rect) throws(LayoutError) {
        let former = self
        try replaceBounds(newBounds)
        animation = comparison(with: former, .identity)
    }

    /// What was visible and is now.
    private func comparison(with former: Self, _ map: ElementMap) -> UpdateAnimation {
        var started = UpdateAnimation(map: map, visible: former.visible())
        started.isVisible = Set(visible().map(\.id))
        for id in started.isVisible.compactMap(map.old(of:)) where !started.wasVisible.contains(id) {
            if let before = former.layoutAttributes(for: id) { started.remember(before) }
        }
        return started
    }

    /// Forgets what the animation of changed bounds began with.
    public mutating func finalizeAnimatedBoundsChange() {
        animation = nil
    }

    private func visible() -> [LayoutAttributes] { layoutAttributesForElements(in: bounds) }

    /// Where an element begins an animation: its attributes before the update. What was inserted begins transparent at
    /// its place. Nil if there is no such element after the update.
    ///
    /// - Parameter id: Its name after the update.
    public func initialLayoutAttributesForAppearingElement(_ id: ElementID) -> LayoutAttributes? {
        guard var current = layoutAttributes(for: id) else { return nil }
        guard let animation else { return current }
        if let old = animation.map.old(of: id) {
            guard var before = animation.before[old] else { return current }
            before.id = id
            return before
        }
        current.alpha = 0
        return current
    }

    /// Where an element ends an animation: its attributes after the update. What was deleted ends transparent where it
    /// was. Nil if there was no such element before the update.
    ///
    /// - Parameter id: Its name before the update.
    public func finalLayoutAttributesForDisappearingElement(_ id: ElementID) -> LayoutAttributes? {
        guard let animation else { return layoutAttributes(for: id) }
        if let new = animation.map.new(of: id), let after = layoutAttributes(for: new) { return after }
        guard var before = animation.before[id] else { return nil }
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
        let before = animation.wasVisible.map { old in
            animation.map.new(of: old).map { ElementUpdate.persisting(old: old, new: $0) } ?? .deleted(old)
        }
        let after = animation.isVisible.compactMap { new in
            guard let old = animation.map.old(of: new) else { return ElementUpdate.inserted(new) }
            return animation.wasVisible.contains(old) ? nil : .persisting(old: old, new: new)
        }
        return before + after
    }
}

/// What an update does to an element.
public enum ElementUpdate: Hashable, Sendable {
    /// It stays, under another name perhaps.
    case persisting(old: ElementID, new: ElementID)
    /// It is new; the name is that after the update.
    case inserted(ElementID)
    /// It is gone; the name is that before the update.
    case deleted(ElementID)
}
