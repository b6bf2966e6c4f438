extension CollectionLayoutEngine {
    /// Applies edits, all or none, and remembers what their animation begins with.
    ///
    /// Until ``finalizeCollectionViewUpdates()`` the initial and final attributes can be asked for, as a collection view
    /// does between `performBatchUpdates` and the end of its animation. Invalidations that await ``prepare()`` are not
    /// part of it.
    ///
    /// - Complexity: that of applying the edits, of querying what is visible, and of a copy of what the cache changes.
    /// - Throws: ``LayoutError``, and changes nothing.
    public mutating func prepareForCollectionViewUpdates(_ changes: [Change]) throws(LayoutError) {
        let former = self
        try apply(changes)
        animation = comparison(with: former, ElementMap(changes))
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

    /// Where an item begins an animation; see ``initialLayoutAttributesForAppearingElement(_:)``.
    public func initialLayoutAttributesForAppearingItem(at indexPath: LayoutIndexPath) -> LayoutAttributes? {
        indexPath.id(.cell).flatMap(initialLayoutAttributesForAppearingElement)
    }

    /// Where an item ends an animation; see ``finalLayoutAttributesForDisappearingElement(_:)``.
    public func finalLayoutAttributesForDisappearingItem(at indexPath: LayoutIndexPath) -> LayoutAttributes? {
        indexPath.id(.cell).flatMap(finalLayoutAttributesForDisappearingElement)
    }

    /// Where a supplementary element begins an animation.
    public func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind kind: ElementKind, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        precondition(kind.category == .supplementary, "\(kind) is not a supplementary kind")
        return indexPath.id(kind).flatMap(initialLayoutAttributesForAppearingElement)
    }

    /// Where a supplementary element ends an animation.
    public func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind kind: ElementKind, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        precondition(kind.category == .supplementary, "\(kind) is not a supplementary kind")
        return indexPath.id(kind).flatMap(finalLayoutAttributesForDisappearingElement)
    }

    /// Where a decoration element begins an animation.
    public func initialLayoutAttributesForAppearingDecorationElement(
        ofKind kind: ElementKind, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        precondition(kind.category == .decoration, "\(kind) is not a decoration kind")
        return indexPath.id(kind).flatMap(initialLayoutAttributesForAppearingElement)
    }

    /// Where a decoration element ends an animation.
    public func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind kind: ElementKind, at indexPath: LayoutIndexPath
    ) -> LayoutAttributes? {
        precondition(kind.category == .decoration, "\(kind) is not a decoration kind")
        return indexPath.id(kind).flatMap(finalLayoutAttributesForDisappearingElement)
    }

    /// The visible supplementary elements of a kind that an update has added, by paths after it.
    public func indexPathsToInsertForSupplementaryView(ofKind kind: ElementKind) -> [LayoutIndexPath] {
        precondition(kind.category == .supplementary, "\(kind) is not a supplementary kind")
        return inserted(kind)
    }

    /// The supplementary elements of a kind that an update has taken from view, by paths before it.
    public func indexPathsToDeleteForSupplementaryView(ofKind kind: ElementKind) -> [LayoutIndexPath] {
        precondition(kind.category == .supplementary, "\(kind) is not a supplementary kind")
        return deleted(kind)
    }

    /// The visible decoration elements of a kind that an update has added, by paths after it.
    public func indexPathsToInsertForDecorationView(ofKind kind: ElementKind) -> [LayoutIndexPath] {
        precondition(kind.category == .decoration, "\(kind) is not a decoration kind")
        return inserted(kind)
    }

    /// The decoration elements of a kind that an update has taken from view, by paths before it.
    public func indexPathsToDeleteForDecorationView(ofKind kind: ElementKind) -> [LayoutIndexPath] {
        precondition(kind.category == .decoration, "\(kind) is not a decoration kind")
        return deleted(kind)
    }

    private func inserted(_ kind: ElementKind) -> [LayoutIndexPath] {
        guard let animation else { return [] }
        return animation.isVisible.filter { id in
            id.kind == kind && animation.map.old(of: id).flatMap { animation.before[$0] } == nil
        }.map(LayoutIndexPath.init).sorted()
    }

    private func deleted(_ kind: ElementKind) -> [LayoutIndexPath] {
        guard let animation else { return [] }
        return animation.wasVisible.filter { id in
            id.kind == kind && animation.map.new(of: id).flatMap(layoutAttributes(for:)) == nil
        }.map(LayoutIndexPath.init).sorted()
    }
}
