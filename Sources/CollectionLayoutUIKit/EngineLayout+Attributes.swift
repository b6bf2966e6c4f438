#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#else
    import UIKitStandIn
#endif

import CollectionLayout

/// The engine's answers as the view wants them.
extension EngineLayout {
    func view(_ attributes: LayoutAttributes) -> ViewAttributes {
        attributes.viewAttributes(kindName: engine.kindNames.name(of: attributes.id.kind))
    }

    func attributes(_ kind: ElementKind, _ path: IndexPath) -> ViewAttributes? {
        follow()
        guard !awaitsUpdates, let id = LayoutIndexPath(path).id(kind) else { return nil }
        return engine.layoutAttributes(for: id).map(view)
    }

    func initial(_ kind: ElementKind, _ path: IndexPath) -> ViewAttributes? {
        engine.initialLayoutAttributesForAppearingElement(ofKind: kind, at: LayoutIndexPath(path)).map(view)
    }

    /// The attributes keep the path from before the update, under which the view knows what it animates.
    func final(_ kind: ElementKind, _ path: IndexPath) -> ViewAttributes? {
        let path = LayoutIndexPath(path)
        guard var last = engine.finalLayoutAttributesForDisappearingElement(ofKind: kind, at: path),
            let id = path.id(kind)
        else { return nil }
        last.id = id
        return view(last)
    }

    /// What attributes are of; nil for decorations.
    private func kind(of attributes: ViewAttributes) -> ElementKind? {
        if attributes.isCell { return .cell }
        guard attributes.representedElementCategory == .supplementaryView else { return nil }
        return attributes.representedElementKind.flatMap(engine.kindNames.supplementary)
    }

    func paths(_ paths: [LayoutIndexPath]?) -> ViewIndexPaths {
        ViewIndexPaths((paths ?? []).map(IndexPath.init))
    }

    /// The attributes of a cell, a header or a footer with the size that it has measured, and those it was given.
    func measured(_ preferred: ViewAttributes) -> (preferred: LayoutAttributes, original: LayoutAttributes)? {
        guard !awaitsUpdates, let path = preferred.indexPath as IndexPath?, let kind = kind(of: preferred),
            let original = LayoutIndexPath(path).id(kind).flatMap(engine.layoutAttributes)
        else { return nil }
        var measured = original
        measured.size = Size(width: preferred.size.width, height: preferred.size.height)
        return (measured, original)
    }
}
