/// What of a layout is no longer valid: UICollectionViewLayoutInvalidationContext as a value.
public struct InvalidationContext: Hashable, Sendable {
    /// Whether all attributes are to be computed anew.
    public var invalidateEverything = false
    /// Whether the numbers of sections and items may have changed.
    public var invalidateDataSourceCounts = false
    /// The paths of items whose values may have changed.
    public private(set) var invalidatedItemIndexPaths: [LayoutIndexPath] = []
    /// The paths of supplementary elements that may have changed, by kind.
    public private(set) var invalidatedSupplementaryIndexPaths: [ElementKind: [LayoutIndexPath]] = [:]
    /// The paths of decoration elements that may have changed, by kind.
    public private(set) var invalidatedDecorationIndexPaths: [ElementKind: [LayoutIndexPath]] = [:]
    /// Edits to apply, such as those that self-sizing items ask for.
    public var changes: [Change] = []
    /// How far the content offset moves with the invalidation, in points.
    public var contentOffsetAdjustment = Point.zero
    /// By how much the content size is expected to grow, in points; it counts until the next `prepare()`.
    public var contentSizeAdjustment = Size.zero
    /// Where interactively moved items were before.
    public var previousIndexPathsForInteractivelyMovingItems: [LayoutIndexPath]?
    /// Where interactively moved items are to go; parallel to the previous paths.
    public var targetIndexPathsForInteractivelyMovingItems: [LayoutIndexPath]?
    /// Where the finger holds interactively moved items, in content coordinates.
    public var interactiveMovementTarget: Point?

    /// A context that invalidates nothing.
    public init() {}

    /// A context that invalidates everything.
    public static var everything: InvalidationContext {
        var context = InvalidationContext()
        context.invalidateEverything = true
        return context
    }

    /// Whether the context asks for no layout work.
    public var invalidatesNothing: Bool {
        !invalidateEverything && !invalidateDataSourceCounts && invalidatedItemIndexPaths.isEmpty && changes.isEmpty
            && invalidatedSupplementaryIndexPaths.isEmpty && invalidatedDecorationIndexPaths.isEmpty
    }

    /// Adds items.
    public mutating func invalidateItems(at paths: [LayoutIndexPath]) {
        invalidatedItemIndexPaths += paths
    }

    /// Adds supplementary elements of a kind.
    ///
    /// - Precondition: the kind is supplementary.
    public mutating func invalidateSupplementaryElements(ofKind kind: ElementKind, at paths: [LayoutIndexPath]) {
        precondition(kind.category == .supplementary, "\(kind) is not a supplementary kind")
        invalidatedSupplementaryIndexPaths[kind, default: []] += paths
    }

    /// Adds decoration elements of a kind.
    ///
    /// - Precondition: the kind is a decoration.
    public mutating func invalidateDecorationElements(ofKind kind: ElementKind, at paths: [LayoutIndexPath]) {
        precondition(kind.category == .decoration, "\(kind) is not a decoration kind")
        invalidatedDecorationIndexPaths[kind, default: []] += paths
    }
}
