import CollectionLayout

// UIKit, AppKit, or where neither exists the stand-in of the tests, which has UIKit's names.
#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#else
    import UIKitStandIn
#endif

#if canImport(AppKit) && !canImport(UIKit)
    /// The collection view of the platform.
    public typealias CollectionView = NSCollectionView
    /// The layout class of the platform.
    public typealias ViewLayout = NSCollectionViewLayout
    /// The attributes class of the platform.
    public typealias ViewAttributes = NSCollectionViewLayoutAttributes
    /// The invalidation context class of the platform.
    public typealias ViewInvalidationContext = NSCollectionViewLayoutInvalidationContext
    /// What the platform calls one edit of an update.
    public typealias ViewUpdateItem = NSCollectionViewUpdateItem
    /// What the platform collects index paths in.
    public typealias ViewIndexPaths = Set<IndexPath>
#else
    /// The collection view of the platform.
    public typealias CollectionView = UICollectionView
    /// The layout class of the platform.
    public typealias ViewLayout = UICollectionViewLayout
    /// The attributes class of the platform.
    public typealias ViewAttributes = UICollectionViewLayoutAttributes
    /// The invalidation context class of the platform.
    public typealias ViewInvalidationContext = UICollectionViewLayoutInvalidationContext
    /// What the platform calls one edit of an update.
    public typealias ViewUpdateItem = UICollectionViewUpdateItem
    /// What the platform collects index paths in.
    public typealias ViewIndexPaths = [IndexPath]
#endif

// macOS has types of these names, too (MacTypes.h).
typealias Rect = CollectionLayout.Rect
typealias Point = CollectionLayout.Point
typealias Size = CollectionLayout.Size

extension CollectionView {
    /// What is shown of the content, in content coordinates.
    var shownBounds: Rect {
        #if canImport(AppKit) && !canImport(UIKit)
            Rect(enclosingScrollView?.contentView.bounds ?? bounds)
        #else
            Rect(bounds)
        #endif
    }

    /// What keeps the content off the edges of the view.
    var shownInset: EdgeInsets {
        #if canImport(AppKit) && !canImport(UIKit)
            let inset = enclosingScrollView?.contentInsets ?? NSEdgeInsets()
        #else
            let inset = adjustedContentInset
        #endif
        return EdgeInsets(top: inset.top, left: inset.left, bottom: inset.bottom, right: inset.right)
    }
}

extension LayoutAttributes {
    /// The same attributes as the platform has them; AppKit's have no transform.
    @MainActor
    func viewAttributes(kindName: String?) -> ViewAttributes {
        let path = IndexPath(indexPath)
        let name = kindName ?? id.kind.description
        let view: ViewAttributes
        switch category {
        case .cell:
            #if canImport(AppKit) && !canImport(UIKit)
                view = ViewAttributes(forItemWith: path)
            #else
                view = ViewAttributes(forCellWith: path)
            #endif
        case .supplementary: view = ViewAttributes(forSupplementaryViewOfKind: name, with: path)
        case .decoration: view = ViewAttributes(forDecorationViewOfKind: name, with: path)
        }
        view.frame = CGRect(frame)
        view.alpha = alpha
        view.zIndex = zIndex
        view.isHidden = isHidden
        #if !(canImport(AppKit) && !canImport(UIKit))
            if transform3D != .identity { view.transform3D = CATransform3D(transform3D) }
        #endif
        return view
    }
}

extension ViewAttributes {
    /// Whether these are the attributes of a cell.
    var isCell: Bool {
        #if canImport(AppKit) && !canImport(UIKit)
            representedElementCategory == .item
        #else
            representedElementCategory == .cell
        #endif
    }
}

#if !(canImport(AppKit) && !canImport(UIKit))
    extension CATransform3D {
        init(_ transform: Transform3D) {
            let (m1, m2, m3, m4) = transform.rows
            self.init(
                m11: m1.x, m12: m1.y, m13: m1.z, m14: m1.w, m21: m2.x, m22: m2.y, m23: m2.z, m24: m2.w,
                m31: m3.x, m32: m3.y, m33: m3.z, m34: m3.w, m41: m4.x, m42: m4.y, m43: m4.z, m44: m4.w)
        }
    }
#endif

extension Rect {
    init(_ rect: CGRect) {
        self.init(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
}

extension Point {
    init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

extension CGRect {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension CGPoint {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension LayoutIndexPath {
    init(_ path: IndexPath) { self.init(item: path.item, section: path.section) }
}

extension IndexPath {
    init(_ path: LayoutIndexPath) { self.init(item: path.item, section: path.section) }
}
