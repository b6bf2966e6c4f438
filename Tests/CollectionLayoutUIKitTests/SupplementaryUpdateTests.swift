import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import Testing

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// What an update adds beside cells, and what it takes away.
    @MainActor
    @Suite struct SupplementaryUpdateTests {
        private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

        /// While an update is on its way the layout tells which headers come and go.
        @Test func headersThatComeAndGo() throws {
            final class Asking: EngineLayout<IncrementalCache> {
                var inserted: [IndexPath] = []
                var deleted: [IndexPath] = []
                override func finalizeCollectionViewUpdates() {
                    let header = UICollectionView.elementKindSectionHeader
                    inserted = indexPathsToInsertForSupplementaryView(ofKind: header)
                    deleted = indexPathsToDeleteForSupplementaryView(ofKind: header)
                    super.finalizeCollectionViewUpdates()
                    #expect(indexPathsToInsertForSupplementaryView(ofKind: header) == [])
                }
            }
            let screen = try rows([1, 1], header: 20)
            let layout = Asking { screen.content }
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.dataSource = screen
            let new = screen.content.description(ofSection: 0)
            view.performBatchUpdates {
                try! screen.content.apply(.replaceSection(at: 1, with: new))
                view.reloadSections([1])
            }
            #expect(layout.inserted == [path(1, 0)] && layout.deleted == [path(1, 0)])
            #expect(layout.indexPathsToInsertForSupplementaryView(ofKind: "Badge") == [])
        }

        /// Backgrounds go and come with their section, and those of sections behind it move.
        @Test func backgroundsThatComeAndGo() throws {
            final class Asking: EngineLayout<IncrementalCache> {
                var inserted: [IndexPath] = []
                var deleted: [IndexPath] = []
                var kind = ""
                override func finalizeCollectionViewUpdates() {
                    inserted = indexPathsToInsertForDecorationView(ofKind: kind)
                    deleted = indexPathsToDeleteForDecorationView(ofKind: kind)
                    #expect(indexPathsToInsertForDecorationView(ofKind: "Badge") == [])
                    super.finalizeCollectionViewUpdates()
                }
            }
            var content = try Content(bounds: Size(width: 100, height: 200))
            let list = try content.addLayout(ListLayout())
            for count in [1, 2] {
                try content.appendUniformSection(
                    layout: list, count: count, value: [50], background: .decoration(3))
            }
            let screen = Screen(content, size: CGSize(width: 100, height: 200))
            let layout = Asking { screen.content }
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.dataSource = screen
            func backgrounds(_ all: [UICollectionViewLayoutAttributes]) -> [String] {
                all.filter { $0.representedElementCategory == .decorationView }
                    .map { "\($0.indexPath.section) \($0.frame.minY) \($0.frame.height) \($0.alpha)" }.sorted()
            }
            view.layoutIfNeeded()
            layout.kind = try #require(
                view.shown.first { $0.representedElementCategory == .decorationView }?.representedElementKind)
            let new = SectionDescription(
                layout: list, items: .uniform(count: 1, value: [30]), background: .decoration(3))
            view.performBatchUpdates {
                for change in [.deleteSection(at: 0), .insertSection(at: 1, new)] as [Change] {
                    try! screen.content.apply(change)
                }
                view.deleteSections([0])
                view.insertSections([1])
            }
            #expect(layout.inserted == [path(1, 0)] && layout.deleted == [path(0, 0)])
            #expect(backgrounds(view.shown) == ["0 0.0 100.0 1.0", "1 100.0 30.0 1.0"])
            // The second one was 50 pt further down; the new one fades in where it is, the first one fades out where it was.
            #expect(backgrounds(view.initial) == ["0 50.0 100.0 1.0", "1 100.0 30.0 0.0"])
            #expect(backgrounds(view.final) == ["0 0.0 50.0 0.0", "1 0.0 100.0 1.0"])
        }
    }
#endif
