#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#else
    import UIKitStandIn
#endif

import CollectionLayout

/// The layout of a collection view that asks a `CollectionLayoutEngine`: a UICollectionViewLayout in UIKit, an
/// NSCollectionViewLayout in AppKit.
///
/// It asks for the content when the view is shown first, after `reloadData()` and after `invalidateLayout()`; and, for
/// what is new of them, at each update and each invalidation of items, which are then applied as edits. What cells have measured
/// goes with a content that is laid out anew; what is not in the content changes with ``invalidateAppearance()``. Right-to-left
/// mirroring is the engine's: set its `layoutDirection` and its `flipsHorizontallyInOppositeLayoutDirection`.
///
/// It has been run against a stand-in for UIKit only.
open class EngineLayout<Cache: AttributeCache>: ViewLayout {
    /// The engine. Set here effects, anchor, snap rule, direction and names of kinds; then call ``invalidateAppearance()``, which
    /// lays out nothing. `invalidateLayout()` asks for the content, and what cells have measured is lost.
    public var engine: CollectionLayoutEngine<Cache>
    /// Is told what could not be laid out, while the last good layout stays in force. By default it stops a debug build, and a
    /// release build says nothing: set it, to hear of such errors in the field.
    public var onError: @MainActor (any Error) -> Void = { assertionFailure("\($0)") }
    /// Is told what a cell, a header or a footer that has measured itself changes, in the paths of this moment: for a content that is
    /// kept and given to the layout again, to which it is to be applied.
    public var onResize: @MainActor (Change) -> Void = { _ in }

    private let content: @MainActor () throws -> Content
    /// The content size that the view has been told.
    private var toldContentSize = Size.zero
    private(set) var needsContent = true
    /// Whether a content has been taken over that the view has not been told of.
    private var isAhead = false
    /// The counts have changed, by edits that the view is about to announce: until then nothing can be answered.
    private(set) var awaitsUpdates = false
    private var isUpdating = false
    /// Where the engine's anchor wants the content offset to be after an update.
    private var anchoredOffset: Point?

    /// A layout of what a function describes.
    ///
    /// - Parameter content: Says what the data source shows at the moment. Bounds do not matter: the content is taken over into
    ///   those of the view. A section that stays through an update keeps its layout; one that is inserted or reloaded gets that which
    ///   it has here, whatever its number. It is called for each update and each invalidation of items, which take at least as long
    ///   as it does: to return a content that is kept takes no time, to make one of n items O(n).
    public init(content: @escaping @MainActor () throws -> Content) {
        self.content = content
        // Nothing at all can be laid out anywhere.
        engine = try! CollectionLayoutEngine(
            Content(container: .empty), bounds: .zero)
        super.init()
        engine.kindNames.register(CollectionView.elementKindSectionHeader, as: .header)
        engine.kindNames.register(CollectionView.elementKindSectionFooter, as: .footer)
    }

    /// Nil: a storyboard cannot say what to lay out.
    public required init?(coder: NSCoder) { nil }

    // MARK: Layout

    /// Lays out what is invalid, in the view's present bounds.
    open override func prepare() {
        super.prepare()
        guard !awaitsUpdates, let collectionView else { return }
        let bounds = collectionView.shownBounds
        attempt {
            followInset()
            try reloadIfNeeded()
            if bounds.size == engine.bounds.size {
                engine.contentOffset = bounds.origin
                try engine.prepare()
                // Estimates that begin anew move the engine on; the view, which asks for the size now, stays.
                follow()
            } else {
                try engine.prepareForAnimatedBoundsChange(to: bounds)
                noteAnchor(movedFrom: bounds.origin)
            }
        }
        isAhead = false
    }

    /// The extent of all elements.
    open override var collectionViewContentSize: CGSize {
        let size = engine.collectionViewContentSize
        toldContentSize = size
        return CGSize(width: size.width, height: size.height)
    }

    /// The elements whose frames, after effects, intersect a rect.
    open override func layoutAttributesForElements(in rect: CGRect) -> [ViewAttributes] {
        follow()
        return awaitsUpdates ? [] : engine.layoutAttributesForElements(in: Rect(rect)).map(view)
    }

    /// The attributes of an item.
    open override func layoutAttributesForItem(at indexPath: IndexPath) -> ViewAttributes? {
        attributes(.cell, indexPath)
    }

    /// The attributes of a header, a footer or another supplementary view.
    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> ViewAttributes? {
        engine.kindNames.supplementary(elementKind).flatMap { attributes($0, indexPath) }
    }

    /// The attributes of a decoration.
    open override func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> ViewAttributes? {
        engine.kindNames.decoration(elementKind).flatMap { attributes($0, indexPath) }
    }

    // MARK: Invalidation

    /// ``EngineInvalidationContext``.
    open override class var invalidationContextClass: AnyClass { EngineInvalidationContext.self }

    /// Takes down what is invalid. With an anchor, and while lengths are estimated, it is laid out at once, from the content of
    /// this moment if everything is invalid, and the context moves the content offset. What the view is about to announce as an
    /// update, and other bounds, have to wait.
    open override func invalidateLayout(with context: ViewInvalidationContext) {
        // What the context asks for may have all laid out.
        let isEstimated = !engine.cache.isComplete
        follow()
        // While lengths are estimated the engine may have moved on from where the view is.
        let former = collectionView?.shownBounds.origin ?? engine.contentOffset
        let isInRange = engine.clamped(former) == former
        let items = context.invalidatedItemIndexPaths ?? []
        if context.invalidateDataSourceCounts && !context.invalidateEverything {
            awaitsUpdates = true
        } else if let engineContext = (context as? EngineInvalidationContext)?.engineContext {
            engine.invalidateLayout(with: engineContext)
        } else if !context.invalidateEverything, !items.isEmpty {
            var engineContext = InvalidationContext()
            engineContext.invalidateItems(at: items.map(LayoutIndexPath.init))
            attempt { engine.invalidateLayout(with: engineContext, content: try askForContent()) }
            isAhead = true
        } else if context.invalidateEverything
            || context.invalidatedSupplementaryIndexPaths == nil
                && context.invalidatedDecorationIndexPaths == nil
        {
            needsContent = true
            awaitsUpdates = false
        }
        if engine.anchor != .none || isEstimated || !engine.cache.isComplete { attempt(layOutAtOnce) }
        if let context = context as? EngineInvalidationContext, context.itemsToContinue > 0 {
            context.hasFailed = !attempt { try engine.continuePreparing(items: context.itemsToContinue) }
        }
        // An anchor at the end of what is shorter than the view would take it beyond; who has pulled it there stays there.
        let offset = isInRange ? engine.clamped(engine.contentOffset) : engine.contentOffset
        context.contentOffsetAdjustment.x += offset.x - former.x
        context.contentOffsetAdjustment.y += offset.y - former.y
        super.invalidateLayout(with: context)
    }

    /// Shows what the engine says now of what is laid out already: after its effects, its direction or its names of kinds have
    /// been set. Nothing is laid out and no content asked for, so that what cells have measured stays.
    public func invalidateAppearance() {
        let context = EngineInvalidationContext()
        context.engineContext = InvalidationContext()
        invalidateLayout(with: context)
    }

    /// True for another size or inset, while effects depend on the content offset, and where what comes into view is not as long as
    /// it was estimated: then the view has to ask for the content size.
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        follow()
        if engine.shouldInvalidateLayout(forBoundsChange: Rect(newBounds)) { return true }
        if let inset = collectionView?.shownInset, inset != engine.contentInset { return true }
        guard !engine.cache.isComplete else { return false }
        follow(to: Rect(newBounds).origin)
        return engine.collectionViewContentSize != toldContentSize
    }

    /// What other bounds invalidate: nothing that ``prepare()`` does not see in the view's size.
    open override func invalidationContext(forBoundsChange newBounds: CGRect) -> ViewInvalidationContext {
        let context = super.invalidationContext(forBoundsChange: newBounds)
        (context as? EngineInvalidationContext)?.engineContext = InvalidationContext()
        return context
    }

    /// Whether the size that a cell, a header or a footer has measured is one that its layout takes, and another one.
    open override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferred: ViewAttributes, withOriginalAttributes original: ViewAttributes
    ) -> Bool {
        guard let (preferred, original) = measured(preferred) else { return false }
        return engine.shouldInvalidateLayout(
            forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    }

    /// One resize, and what keeps in place what is shown.
    open override func invalidationContext(
        forPreferredLayoutAttributes preferred: ViewAttributes, withOriginalAttributes original: ViewAttributes
    ) -> ViewInvalidationContext {
        let context = super.invalidationContext(
            forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
        if let (preferred, original) = measured(preferred) {
            let engineContext = engine.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            (context as? EngineInvalidationContext)?.engineContext = engineContext
            engineContext.changes.forEach(onResize)
        }
        return context
    }

    // MARK: Updates

    /// Applies edits, and remembers where their animation begins. Edits that do not suit the content are an error, after
    /// which all is laid out anew.
    open override func prepare(forCollectionViewUpdates updateItems: [ViewUpdateItem]) {
        super.prepare(forCollectionViewUpdates: updateItems)
        follow()
        followInset()
        awaitsUpdates = false
        isUpdating = true
        let former = engine.contentOffset
        attempt {
            let now = try askForContent()
            defer { (needsContent, isAhead) = (false, false) }
            var failure: (any Error)?
            do {
                // What has measured itself since is known by its path before the update.
                try engine.prepare()
                // Who has invalidated the layout after the edits of the data has had them laid out already.
                let isDone = isAhead && engine.content.sections.elementsEqual(now.sections) { $0.count == $1.count }
                if !isDone { try engine.performBatchUpdates(Transaction(updateItems, from: engine.content, to: now)) }
                guard isDone || needsContent else { return }
            } catch {
                failure = error
            }
            engine.reloadData(now)
            try engine.prepare()
            if let failure { throw failure }
        }
        noteAnchor(movedFrom: former)
    }

    /// Forgets where the animation began.
    open override func finalizeCollectionViewUpdates() {
        super.finalizeCollectionViewUpdates()
        isUpdating = false
        endAnimation()
    }

    /// Forgets an animation that did not take place, unless another size or an update begins one.
    open override func prepare(forAnimatedBoundsChange oldBounds: CGRect) {
        super.prepare(forAnimatedBoundsChange: oldBounds)
        if !isUpdating, Rect(oldBounds).size == engine.bounds.size { endAnimation() }
    }

    /// Forgets where the animation began.
    open override func finalizeAnimatedBoundsChange() {
        super.finalizeAnimatedBoundsChange()
        if !isUpdating { endAnimation() }
    }

    /// Where a cell is before an update.
    open override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath) -> ViewAttributes? {
        initial(.cell, itemIndexPath)
    }

    /// Where a cell goes with an update.
    open override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath) -> ViewAttributes? {
        final(.cell, itemIndexPath)
    }

    /// Where a supplementary view is before an update.
    open override func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> ViewAttributes? {
        engine.kindNames.supplementary(elementKind).flatMap { initial($0, elementIndexPath) }
    }

    /// Where a supplementary view goes with an update.
    open override func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: String, at elementIndexPath: IndexPath
    ) -> ViewAttributes? {
        engine.kindNames.supplementary(elementKind).flatMap { final($0, elementIndexPath) }
    }

    /// Where a decoration is before an update.
    open override func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> ViewAttributes? {
        engine.kindNames.decoration(elementKind).flatMap { initial($0, decorationIndexPath) }
    }

    /// Where a decoration goes with an update.
    open override func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: String, at decorationIndexPath: IndexPath
    ) -> ViewAttributes? {
        engine.kindNames.decoration(elementKind).flatMap { final($0, decorationIndexPath) }
    }

    /// The visible supplementary views that an update has added.
    open override func indexPathsToInsertForSupplementaryView(ofKind elementKind: String) -> ViewIndexPaths {
        paths(engine.kindNames.supplementary(elementKind).map(engine.indexPathsToInsert))
    }

    /// The supplementary views that an update has taken from view.
    open override func indexPathsToDeleteForSupplementaryView(ofKind elementKind: String) -> ViewIndexPaths {
        paths(engine.kindNames.supplementary(elementKind).map(engine.indexPathsToDelete))
    }

    /// The visible decorations that an update has added.
    open override func indexPathsToInsertForDecorationView(ofKind elementKind: String) -> ViewIndexPaths {
        paths(engine.kindNames.decoration(elementKind).map(engine.indexPathsToInsert))
    }

    /// The decorations that an update has taken from view.
    open override func indexPathsToDeleteForDecorationView(ofKind elementKind: String) -> ViewIndexPaths {
        paths(engine.kindNames.decoration(elementKind).map(engine.indexPathsToDelete))
    }

    // MARK: Content offset

    /// Where the anchor wants the offset after an update or in new bounds; else where the snap rule does.
    open override func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint {
        if let anchoredOffset { return CGPoint(engine.clamped(anchoredOffset)) }
        follow()
        return CGPoint(engine.targetContentOffset(forProposedContentOffset: Point(proposedContentOffset)))
    }

    /// Where scrolling comes to rest by the snap rule.
    open override func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint {
        follow()
        return CGPoint(
            engine.targetContentOffset(
                forProposedContentOffset: Point(proposedContentOffset), withScrollingVelocity: Point(velocity)))
    }
}

extension EngineLayout {
    private func reloadIfNeeded() throws {
        guard needsContent else { return }
        needsContent = false
        engine.reloadData(try askForContent())
    }

    /// Where the app has no content yet, it is asked again as the view is laid out.
    private func askForContent() throws -> Content {
        do { return try content() } catch {
            needsContent = true
            throw error
        }
    }

    /// Lays out what is invalid in the bounds that the engine has: of what moves the content offset, only an invalidation tells the
    /// view.
    private func layOutAtOnce() throws {
        if !awaitsUpdates, let collectionView, collectionView.shownBounds.size == engine.bounds.size {
            followInset()
            isAhead = isAhead || needsContent
            try reloadIfNeeded()
        }
        try engine.prepare()
    }

    /// - Returns: Whether nothing was thrown.
    @discardableResult
    private func attempt(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            onError(error)
            return false
        }
    }

    /// Notes where the anchor wants the view to be, and shows what is there: the view asks for the content size before it goes.
    private func noteAnchor(movedFrom offset: Point) {
        anchoredOffset = nil
        guard engine.contentOffset != offset else { return }
        for _ in 0..<4 where !engine.cache.isComplete { follow(to: engine.clamped(engine.contentOffset)) }
        anchoredOffset = engine.contentOffset
    }

    private func endAnimation() {
        engine.finalizeCollectionViewUpdates()
        anchoredOffset = nil
    }
}
