// AppKit's names, which AppKit documents: what CollectionLayoutUIKit uses of them, declared so that it can be compiled where
// there is no AppKit. Nothing here runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

public struct NSEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat

    public init() { (top, left, bottom, right) = (0, 0, 0, 0) }
}

/// What AppKit adds to paths.
extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
}

@MainActor
open class NSView: NSObject {
    open var bounds = CGRect.zero
    open var enclosingScrollView: NSScrollView? { nil }
}

open class NSClipView: NSView {}

open class NSScrollView: NSView {
    open var contentView = NSClipView()
    open var contentInsets = NSEdgeInsets()
}

open class NSCollectionView: NSView {
    public typealias SupplementaryElementKind = String
    public typealias DecorationElementKind = String
    public enum UpdateAction: Int, Sendable { case insert, delete, reload, move, none }

    public static let elementKindSectionHeader: SupplementaryElementKind = "header"
    public static let elementKindSectionFooter: SupplementaryElementKind = "footer"
}

public enum NSCollectionElementCategory: Int, Sendable { case item, supplementaryView, decorationView, interItemGap }

@MainActor
open class NSCollectionViewLayoutAttributes: NSObject {
    open var frame = CGRect.zero
    open var size = CGSize.zero
    open var alpha: CGFloat = 1
    open var zIndex = 0
    open var isHidden = false
    open var indexPath: IndexPath?
    open var representedElementCategory: NSCollectionElementCategory { .item }
    open var representedElementKind: String? { nil }

    public convenience init(forItemWith indexPath: IndexPath) { self.init() }
    public convenience init(
        forSupplementaryViewOfKind elementKind: NSCollectionView.SupplementaryElementKind, with indexPath: IndexPath
    ) { self.init() }
    public convenience init(
        forDecorationViewOfKind decorationViewKind: NSCollectionView.DecorationElementKind, with indexPath: IndexPath
    ) { self.init() }
}

@MainActor
open class NSCollectionViewUpdateItem: NSObject {
    open var indexPathBeforeUpdate: IndexPath? { nil }
    open var indexPathAfterUpdate: IndexPath? { nil }
    open var updateAction: NSCollectionView.UpdateAction { .none }
}

@MainActor
open class NSCollectionViewLayoutInvalidationContext: NSObject {
    open var invalidateEverything: Bool { false }
    open var invalidateDataSourceCounts: Bool { false }
    open var invalidatedItemIndexPaths: Set<IndexPath>? { nil }
    open var invalidatedSupplementaryIndexPaths: [NSCollectionView.SupplementaryElementKind: Set<IndexPath>]? { nil }
    open var invalidatedDecorationIndexPaths: [NSCollectionView.DecorationElementKind: Set<IndexPath>]? { nil }
    open var contentOffsetAdjustment = CGPoint.zero
    open var contentSizeAdjustment = CGSize.zero
}

@MainActor
open class NSCollectionViewLayout: NSObject {
    public override init() {}
    public required init?(coder: NSCoder) {}

    open weak var collectionView: NSCollectionView? { nil }
    open class var invalidationContextClass: AnyClass { NSCollectionViewLayoutInvalidationContext.self }
    open var collectionViewContentSize: CGSize { .zero }

    open func prepare() {}
    open func layoutAttributesForElements(in rect: CGRect) -> [NSCollectionViewLayoutAttributes] { [] }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: NSCollectionView.DecorationElementKind, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }

    open func invalidateLayout() {}
    open func invalidateLayout(with context: NSCollectionViewLayoutInvalidationContext) {}
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> NSCollectionViewLayoutInvalidationContext { NSCollectionViewLayoutInvalidationContext() }
    open func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: NSCollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutInvalidationContext { NSCollectionViewLayoutInvalidationContext() }
    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint { .zero }
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { .zero }

    open func prepare(forCollectionViewUpdates updateItems: [NSCollectionViewUpdateItem]) {}
    open func finalizeCollectionViewUpdates() {}
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    open func finalizeAnimatedBoundsChange() {}
    open func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingItem(
        at itemIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind, at elementIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind, at elementIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func initialLayoutAttributesForAppearingDecorationElement(
        ofKind elementKind: NSCollectionView.DecorationElementKind, at decorationIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingDecorationElement(
        ofKind elementKind: NSCollectionView.DecorationElementKind, at decorationIndexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? { nil }
    open func indexPathsToInsertForSupplementaryView(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind
    ) -> Set<IndexPath> { [] }
    open func indexPathsToDeleteForSupplementaryView(
        ofKind elementKind: NSCollectionView.SupplementaryElementKind
    ) -> Set<IndexPath> { [] }
    open func indexPathsToInsertForDecorationView(
        ofKind elementKind: NSCollectionView.DecorationElementKind
    ) -> Set<IndexPath> { [] }
    open func indexPathsToDeleteForDecorationView(
        ofKind elementKind: NSCollectionView.DecorationElementKind
    ) -> Set<IndexPath> { [] }
}
