extension CollectionLayoutEngine {
    /// The attributes of an item that follows the finger: its centre is at the position, above everything else.
    ///
    /// - Parameters:
    ///   - indexPath: Where the item is.
    ///   - position: In content coordinates and points.
    public func layoutAttributesForInteractivelyMovingItem(
        at indexPath: LayoutIndexPath, withTargetPosition position: Point
    ) -> LayoutAttributes? {
        guard var attributes = layoutAttributesForItem(at: indexPath) else { return nil }
        attributes.center = position
        attributes.zIndex = .max
        return attributes
    }

    /// Where an item goes if the finger lets it go at a position: to the place of the topmost element there.
    ///
    /// A header stands for its section's beginning, a footer for its end, and what the moved item or nothing but
    /// decoration is under leaves it where it is. What effects have moved headers and footers over does not count: an item that
    /// is held under a pinned header, for the content to scroll, goes to what lies there. Of elements with the same zIndex the last
    /// one is on top; left and top edges belong to an element, right and bottom ones do not.
    ///
    /// - Parameters:
    ///   - indexPath: Where the item is.
    ///   - position: In content coordinates and points.
    /// - Complexity: O(log n + elements under the position).
    public func targetIndexPath(
        forInteractivelyMovingItem indexPath: LayoutIndexPath, withPosition position: Point
    ) -> LayoutIndexPath {
        let space = space
        let top = topmostElement(at: position) { element in
            switch element.category {
            case .cell: true
            case .supplementary: cache.frame(of: element.id).map(space.toContent)?.contains(position) == true
            case .decoration: false
            }
        }
        guard let top else { return indexPath }
        switch top.id.kind {
        case .cell: return top.indexPath
        case .header: return LayoutIndexPath(item: 0, section: top.indexPath.section)
        case .footer:
            // An item that stays in its section takes the last place, one that comes from another one the place behind.
            let count = Int(content.sections[top.indexPath.section].count)
            let stays = top.indexPath.section == indexPath.section
            return LayoutIndexPath(item: max(count - (stays ? 1 : 0), 0), section: top.indexPath.section)
        default: return indexPath
        }
    }

    /// What a step of an interactive movement invalidates.
    ///
    /// The paths are for whoever shows the items: frames stay as they are until the data source has moved the items.
    ///
    /// - Precondition: there are as many target paths as previous ones.
    public func invalidationContext(
        forInteractivelyMovingItems targetPaths: [LayoutIndexPath], withTargetPosition position: Point,
        previousIndexPaths previousPaths: [LayoutIndexPath], previousPosition: Point
    ) -> InvalidationContext {
        precondition(targetPaths.count == previousPaths.count, "a target for each moved item")
        var context = InvalidationContext()
        context.previousIndexPathsForInteractivelyMovingItems = previousPaths
        context.targetIndexPathsForInteractivelyMovingItems = targetPaths
        context.interactiveMovementTarget = position
        context.invalidateItems(at: Array(Set(previousPaths + targetPaths)).sorted())
        return context
    }

    /// What the end of an interactive movement invalidates; nothing has moved if it was cancelled.
    ///
    /// Its edits move the items in the engine's content. Clear them if another content is about to take its place. There
    /// are none if the paths do not suit the content. The paths are those of what is laid out: with edits that await
    /// ``prepare()``, call that before.
    public func invalidationContextForEndingInteractiveMovementOfItems(
        toFinalIndexPaths finalPaths: [LayoutIndexPath], previousIndexPaths previousPaths: [LayoutIndexPath],
        movementCancelled: Bool
    ) -> InvalidationContext {
        precondition(finalPaths.count == previousPaths.count, "a final path for each moved item")
        var context = InvalidationContext()
        context.previousIndexPathsForInteractivelyMovingItems = previousPaths
        context.targetIndexPathsForInteractivelyMovingItems = movementCancelled ? previousPaths : finalPaths
        let paths = movementCancelled ? previousPaths : previousPaths + finalPaths
        if !movementCancelled {
            var moves = Transaction()
            // One that keeps its path has to be moved as well: others leave from before it or come there.
            if previousPaths != finalPaths {
                for (from, to) in zip(previousPaths, finalPaths) { moves.moveItem(from: from, to: to) }
            }
            context.changes = (try? moves.changes(in: content)) ?? []
        }
        context.invalidateItems(at: Array(Set(paths)).sorted())
        return context
    }

    /// How fast to scroll while an item is held at a position, in points a second; 0 where nothing is left to scroll to.
    ///
    /// - Parameter position: In content coordinates and points.
    public func autoscrollVelocity(forInteractiveMovementAt position: Point) -> Point {
        let (least, greatest) = contentOffsetRange
        func limited(_ velocity: Double, _ offset: Double, _ least: Double, _ greatest: Double) -> Double {
            velocity < 0 ? (offset > least ? velocity : 0) : offset < greatest ? velocity : 0
        }
        let inset = contentInset
        let x = autoscroll.velocity(
            at: position.x, between: bounds.minX + inset.left, and: bounds.maxX - inset.right)
        let y = autoscroll.velocity(
            at: position.y, between: bounds.minY + inset.top, and: bounds.maxY - inset.bottom)
        return Point(
            x: limited(x, bounds.x, least.x, greatest.x), y: limited(y, bounds.y, least.y, greatest.y))
    }
}
