extension CollectionLayoutEngine {
    /// Whether what is shown changes with new bounds beyond being scrolled: their size is another one, or effects move
    /// elements as the content scrolls.
    public func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
        newBounds.size != bounds.size || (newBounds.origin != bounds.origin && !effects.isEmpty)
    }

    /// What new bounds invalidate: everything if frames depend on their size, see ``bounds``, else nothing, since effects are
    /// applied to whatever is asked for.
    ///
    /// It leaves the offset as it is: ``clamped(_:)`` moves one into what can be scrolled to once that is laid out.
    public func invalidationContext(forBoundsChange newBounds: Rect) -> InvalidationContext {
        newBounds.size == bounds.size || viewportLengthOfSameFrames(in: newBounds.size) != nil
            ? InvalidationContext() : .everything
    }

    /// The least and the greatest content offset that scrolling can rest at.
    public var contentOffsetRange: (least: Point, greatest: Point) {
        let size = collectionViewContentSize
        let least = Point(x: 0 - contentInset.left, y: 0 - contentInset.top)
        return (
            least,
            Point(
                x: max(size.width + contentInset.right - bounds.width, least.x),
                y: max(size.height + contentInset.bottom - bounds.height, least.y))
        )
    }

    /// An offset, moved into what can be scrolled to.
    public func clamped(_ offset: Point) -> Point {
        let (least, greatest) = contentOffsetRange
        return Point(x: min(max(offset.x, least.x), greatest.x), y: min(max(offset.y, least.y), greatest.y))
    }
}
