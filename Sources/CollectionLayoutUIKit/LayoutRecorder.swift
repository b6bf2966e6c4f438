#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#else
    import UIKitStandIn
#endif

/// Writes what a layout does as files that `benchmarks --frames frames.csv --viewports viewports.csv` reads.
///
/// This file needs no other one: it can be copied into an app.
@MainActor
public final class LayoutRecorder {
    #if canImport(AppKit) && !canImport(UIKit)
        /// The layout class of the platform.
        public typealias Layout = NSCollectionViewLayout
        private typealias View = NSCollectionView
    #else
        /// The layout class of the platform.
        public typealias Layout = UICollectionViewLayout
        private typealias View = UICollectionView
    #endif
    private var viewports = "x,y,width,height\n"

    /// A recorder that has seen nothing.
    public init() {}

    /// Notes what is visible, in content coordinates: the view's bounds in UIKit. Call it as the view scrolls.
    public func scrolled(to viewport: CGRect) { viewports += fields(viewport) + "\n" }

    /// Writes `viewports.csv`: a row for each call of ``scrolled(to:)``.
    public func writeViewports(to folder: URL) throws {
        try viewports.write(to: folder.appendingPathComponent("viewports.csv"), atomically: true, encoding: .utf8)
    }

    /// Writes `frames.csv`: all elements of the content, as they stand at the present content offset.
    public func writeFrames(of layout: Layout, to folder: URL) throws {
        var rows = "section,item,kind,x,y,width,height\n"
        var kinds = [View.elementKindSectionHeader: "header", View.elementKindSectionFooter: "footer"]
        let elements: [_]? = layout.layoutAttributesForElements(
            in: CGRect(origin: .zero, size: layout.collectionViewContentSize))
        for element in elements ?? [] {
            guard let path = element.indexPath as IndexPath? else { continue }
            // Cells have no kind. The others are numbered in order, supplementary views behind header and footer.
            let isDecoration = element.representedElementCategory == .decorationView
            let category = isDecoration ? "decoration-" : "supplementary-"
            let number = kinds.values.filter { $0.hasPrefix(category) }.count + (isDecoration ? 0 : 2)
            let kind = element.representedElementKind.map { kinds[$0] ?? "\(category)\(number)" } ?? "cell"
            if let name = element.representedElementKind { kinds[name] = kind }
            rows += "\(path[0]),\(path.count > 1 ? path[1] : 0),\(kind),\(fields(element.frame))\n"
        }
        try rows.write(to: folder.appendingPathComponent("frames.csv"), atomically: true, encoding: .utf8)
    }

    private func fields(_ rect: CGRect) -> String {
        "\(rect.origin.x),\(rect.origin.y),\(rect.size.width),\(rect.size.height)"
    }
}
