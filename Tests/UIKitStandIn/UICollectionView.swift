// UIKit's names, which UIKit documents.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// Says how many sections and items there are.
@MainActor
public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
}

/// Asks a layout as UIKit's collection view does, in the order in which UIKit asks, and keeps the answers in place of
/// views.
@MainActor
open class UICollectionView: NSObject {
    public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }
    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    public let collectionViewLayout: UICollectionViewLayout
    public weak var dataSource: (any UICollectionViewDataSource)?
    public private(set) var contentSize = CGSize.zero
    public var adjustedContentInset = UIEdgeInsets() {
        didSet { if tellsInsets { collectionViewLayout.invalidateLayout() } }
    }
    /// Whether another inset invalidates the layout. A layout has to do with either.
    public var tellsInsets = true

    /// What is shown, with the attributes that the views have.
    public private(set) var shown: [UICollectionViewLayoutAttributes] = []
    /// Where the views of the last animation began and ended; those that appear by their paths after it, those that
    /// disappear by their paths before it.
    public private(set) var initial: [UICollectionViewLayoutAttributes] = []
    public private(set) var final: [UICollectionViewLayoutAttributes] = []
    /// What the layout answered before it was told of an update's edits: UIKit asks already then.
    public private(set) var early: [UICollectionViewLayoutAttributes] = []
    /// Stands for `preferredLayoutAttributesFitting(_:)` of the cells.
    public var preferredSize: ((UICollectionViewLayoutAttributes) -> CGSize)?

    private var shownBounds: CGRect
    private var needsLayout = true
    private var updateItems: [UICollectionViewUpdateItem]?

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        shownBounds = CGRect(origin: .zero, size: frame.size)
        collectionViewLayout = layout
        super.init()
        layout.collectionView = self
    }

    public var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
    public func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }

    // MARK: Layout

    public var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = newValue }
    }

    /// A new size is animated, as a rotation is.
    public var bounds: CGRect {
        get { shownBounds }
        set {
            let former = shownBounds
            guard newValue != former else { return }
            if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: newValue) {
                let context = collectionViewLayout.invalidationContext(forBoundsChange: newValue)
                shownBounds = newValue
                collectionViewLayout.invalidateLayout(with: context)
            }
            shownBounds = newValue
            if newValue.size != former.size { animateBoundsChange(from: former) }
        }
    }

    private func animateBoundsChange(from former: CGRect) {
        let before = shown
        collectionViewLayout.prepare()
        collectionViewLayout.prepare(forAnimatedBoundsChange: former)
        finishAnimation(from: before)
        collectionViewLayout.finalizeAnimatedBoundsChange()
    }

    func layoutWasInvalidated(with context: UICollectionViewLayoutInvalidationContext) {
        needsLayout = true
        shownBounds.origin.x += context.contentOffsetAdjustment.x
        shownBounds.origin.y += context.contentOffsetAdjustment.y
        contentSize.width += context.contentSizeAdjustment.width
        contentSize.height += context.contentSizeAdjustment.height
    }

    /// Prepares the layout if it is invalid, and shows what it says, until no cell wants another size.
    public func layoutIfNeeded() {
        for _ in 0..<100 {
            if needsLayout {
                needsLayout = false
                collectionViewLayout.prepare()
                contentSize = collectionViewLayout.collectionViewContentSize
            }
            shown = collectionViewLayout.layoutAttributesForElements(in: shownBounds) ?? []
            sizeCells()
            if !needsLayout { return }
        }
        preconditionFailure("cells and layout do not agree on sizes")
    }

    private func sizeCells() {
        guard let preferredSize else { return }
        for original in shown where original.representedElementCategory == .cell {
            let preferred = UICollectionViewLayoutAttributes(forCellWith: original.indexPath)
            preferred.frame = CGRect(origin: original.frame.origin, size: preferredSize(original))
            guard
                collectionViewLayout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            else { continue }
            let context = collectionViewLayout.invalidationContext(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
            collectionViewLayout.invalidateLayout(with: context)
        }
    }

    public func reloadData() {
        let context = collectionViewLayout.context()
        context.invalidateEverything = true
        context.invalidateDataSourceCounts = true
        collectionViewLayout.invalidateLayout(with: context)
    }

    // MARK: Updates

    public func performBatchUpdates(_ updates: () -> Void) {
        layoutIfNeeded()
        let before = shown
        updateItems = []
        updates()
        let items = updateItems ?? []
        updateItems = nil
        let context = collectionViewLayout.context()
        context.invalidateDataSourceCounts = true
        collectionViewLayout.invalidateLayout(with: context)
        collectionViewLayout.prepare()
        early = collectionViewLayout.layoutAttributesForElements(in: shownBounds) ?? []
        collectionViewLayout.prepare(forCollectionViewUpdates: items)
        finishAnimation(from: before)
        collectionViewLayout.finalizeCollectionViewUpdates()
    }

    /// Asks where the views go, and where those that appear come from.
    private func finishAnimation(from before: [UICollectionViewLayoutAttributes]) {
        let layout = collectionViewLayout
        contentSize = layout.collectionViewContentSize
        shownBounds.origin = layout.targetContentOffset(forProposedContentOffset: shownBounds.origin)
        shown = layout.layoutAttributesForElements(in: shownBounds) ?? []
        needsLayout = false
        initial = shown.compactMap { attributes in
            let path = attributes.indexPath
            let kind = attributes.representedElementKind ?? ""
            switch attributes.representedElementCategory {
            case .cell: return layout.initialLayoutAttributesForAppearingItem(at: path)
            case .supplementaryView:
                return layout.initialLayoutAttributesForAppearingSupplementaryElement(ofKind: kind, at: path)
            case .decorationView:
                return layout.initialLayoutAttributesForAppearingDecorationElement(ofKind: kind, at: path)
            }
        }
        final = before.compactMap { attributes in
            let path = attributes.indexPath
            let kind = attributes.representedElementKind ?? ""
            switch attributes.representedElementCategory {
            case .cell: return layout.finalLayoutAttributesForDisappearingItem(at: path)
            case .supplementaryView:
                return layout.finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: kind, at: path)
            case .decorationView:
                return layout.finalLayoutAttributesForDisappearingDecorationElement(ofKind: kind, at: path)
            }
        }
    }

    private func add(
        _ action: UICollectionViewUpdateItem.Action, before: IndexPath? = nil, after: IndexPath? = nil
    ) {
        let item = UICollectionViewUpdateItem(action, before: before, after: after)
        if updateItems == nil { performBatchUpdates { updateItems?.append(item) } } else { updateItems?.append(item) }
    }

    private func path(_ section: Int) -> IndexPath { IndexPath(item: NSNotFound, section: section) }

    public func insertItems(at paths: [IndexPath]) { for path in paths { add(.insert, after: path) } }
    public func deleteItems(at paths: [IndexPath]) { for path in paths { add(.delete, before: path) } }
    public func reloadItems(at paths: [IndexPath]) { for path in paths { add(.reload, before: path, after: path) } }
    public func moveItem(at path: IndexPath, to newPath: IndexPath) { add(.move, before: path, after: newPath) }
    public func insertSections(_ sections: IndexSet) { for index in sections { add(.insert, after: path(index)) } }
    public func deleteSections(_ sections: IndexSet) { for index in sections { add(.delete, before: path(index)) } }
    public func reloadSections(_ sections: IndexSet) {
        for index in sections { add(.reload, before: path(index), after: path(index)) }
    }
    public func moveSection(_ section: Int, toSection newSection: Int) {
        add(.move, before: path(section), after: path(newSection))
    }
}
