import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import LayoutTestSupport

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// An app with one collection view: its data is a content.
    @MainActor
    final class Screen: UICollectionViewDataSource {
        var content: Content
        /// How many times the layout asked for the content.
        private(set) var contentRequests = 0
        private(set) var errors: [any Error] = []
        private(set) var layout: EngineLayout<IncrementalCache>!
        private(set) var view: UICollectionView!

        init(_ content: Content, size: CGSize) {
            self.content = content
            layout = EngineLayout { [unowned self] in
                contentRequests += 1
                return self.content
            }
            layout.onError = { [unowned self] in errors.append($0) }
            view = UICollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
            view.dataSource = self
        }

        func numberOfSections(in collectionView: UICollectionView) -> Int { content.sections.count }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            Int(content.sections[section].count)
        }

        /// Edits the data, and has the view announce it.
        func update(_ changes: [Change], announcing announce: (UICollectionView) -> Void) throws {
            var next = content
            for change in changes { try next.apply(change) }
            view.performBatchUpdates {
                content = next
                announce(view)
            }
        }

        /// What the view shows of an item.
        func shown(_ section: Int, _ item: Int) -> UICollectionViewLayoutAttributes? {
            view.shown.first {
                $0.representedElementCategory == .cell && $0.indexPath == IndexPath(item: item, section: section)
            }
        }

        /// Throws unless the view shows what a linear scan finds in the same content, laid out from scratch.
        func check() throws {
            let inset = view.adjustedContentInset
            var oracle = FullArrayCache()
            try oracle.prepare(
                content.resized(
                    to: Size(width: view.bounds.width, height: view.bounds.height),
                    contentInset: EdgeInsets(
                        top: inset.top, left: inset.left, bottom: inset.bottom, right: inset.right)))
            let axis = content.container.axis
            var hits = HitBuffer()
            let bounds = Rect(
                x: view.bounds.minX, y: view.bounds.minY, width: view.bounds.width, height: view.bounds.height)
            oracle.query(axis.transpose(bounds), into: &hits)
            let expected = hits.ids.map { id in
                let frame = axis.transpose(oracle.frame(of: id)!)
                return "\(Self.name(id.kind)) \(id.section) \(id.item) \(frame) \(oracle.content.zIndex(of: id))"
            }
            let shown = view.shown.map { shown in
                let frame = Rect(
                    x: shown.frame.minX, y: shown.frame.minY, width: shown.frame.width, height: shown.frame.height)
                let path = shown.indexPath
                let kind = shown.representedElementKind ?? "cell"
                return "\(kind) \(path.section) \(path.item) \(frame) \(shown.zIndex)"
            }
            try LayoutTestSupport.check(
                shown.sorted() == expected.sorted(),
                "\(view.bounds): shown \(shown.sorted()), expected \(expected.sorted())")
            let size = axis.transpose(oracle.contentSize)
            try LayoutTestSupport.check(
                view.contentSize == CGSize(width: size.width, height: size.height),
                "content size \(view.contentSize), expected \(size)")
        }

        private static func name(_ kind: ElementKind) -> String {
            switch kind {
            case .cell: "cell"
            case .header: "UICollectionElementKindSectionHeader"
            case .footer: "UICollectionElementKindSectionFooter"
            default: KindNames().name(of: kind)!
            }
        }
    }

    /// Sections of rows 50 pt long in a view of 100 × 200 pt.
    @MainActor
    func rows(_ counts: [Int] = [20], header: Double = 0, axis: Axis = .vertical) throws -> Screen {
        let size = axis.transpose(Size(width: 100, height: 200))
        var content = try Content(axis: axis, bounds: size)
        let list = try content.addLayout(ListLayout())
        for count in counts {
            try content.appendSection(
                layout: list, values: [Double](repeating: 50, count: count),
                header: axis.transpose(Size(width: header > 0 ? 100 : 0, height: header)))
        }
        let screen = Screen(content, size: CGSize(width: size.width, height: size.height))
        screen.view.layoutIfNeeded()
        return screen
    }
#endif
