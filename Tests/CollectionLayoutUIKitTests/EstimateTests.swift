import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import Testing
import Workloads

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// The adapter while a strategy estimates what it has not laid out yet.
    @MainActor
    @Suite struct EstimateTests {
        /// What was put off is laid out in slices, while the first visible row stays where it is on the screen.
        @Test func continuedPreparation() throws {
            var content = try Content(bounds: Size(width: 100, height: 200))
            let list = try content.addLayout(ListLayout())
            var random = SplitMix64(seed: 4)
            try content.appendSection(layout: list, values: (0..<20_000).map { _ in random.uniform(20, 90) })
            var errors = 0
            let layout = EngineLayout<ViewportFirstCache> { content }
            layout.onError = { _ in errors += 1 }
            // Nothing has been laid out yet.
            #expect(!layout.continuePreparing(items: 1000))
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.layoutIfNeeded()
            view.contentOffset.y = (view.contentSize.height / 2).rounded()
            view.layoutIfNeeded()
            // The engine may have moved on from where the view was put.
            layout.invalidateAppearance()
            view.layoutIfNeeded()
            let first = try #require(view.shown.min { $0.frame.minY < $1.frame.minY })
            let place = first.frame.minY - view.contentOffset.y
            var slices = 0
            while slices < 1000 {
                slices += 1
                let isDone = layout.continuePreparing(items: 1000)
                view.layoutIfNeeded()
                let now = view.shown.first { $0.indexPath == first.indexPath }
                #expect(now.map { $0.frame.minY - view.contentOffset.y } == place, "slice \(slices)")
                if isDone { break }
            }
            #expect((10...40).contains(slices) && layout.engine.cache.isComplete && errors == 0)
            var oracle = FullArrayCache()
            try oracle.prepare(content)
            #expect(Double(view.contentSize.height) == oracle.contentSize.height)
            #expect(layout.engine.contentOffset.y == Double(view.contentOffset.y))
            // All is laid out: nothing is invalid.
            #expect(layout.continuePreparing(items: 1000))
        }

        /// A view of 100 × 200 pt that shows rows which are estimated at first.
        private func estimatedRows(
            _ lengths: [Double], anchor: ScrollAnchor = .none
        ) throws -> (view: UICollectionView, layout: EngineLayout<ViewportFirstCache>) {
            var content = try Content(bounds: Size(width: 100, height: 200))
            let list = try content.addLayout(ListLayout())
            try content.appendSection(layout: list, values: lengths)
            let layout = EngineLayout<ViewportFirstCache> { [content] in content }
            layout.engine.anchor = anchor
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.layoutIfNeeded()
            return (view, layout)
        }

        /// A visible row measures itself while rows are estimated: those before it stay.
        @Test(arguments: [ScrollAnchor.none, .firstVisible])
        func selfSizingAmongEstimates(_ anchor: ScrollAnchor) throws {
            let (view, layout) = try estimatedRows((0..<20_000).map { 20 + Double($0) / 200 }, anchor: anchor)
            layout.continuePreparing(items: 5000)
            view.layoutIfNeeded()
            view.contentOffset.y = 120_000
            view.layoutIfNeeded()
            func first() throws -> (item: Int, place: CGFloat) {
                let row = try #require(view.shown.min { $0.frame.minY < $1.frame.minY })
                return (row.indexPath.item, row.frame.minY - view.contentOffset.y)
            }
            let before = try first()
            view.preferredSize = {
                CGSize(width: 100, height: $0.indexPath.item == before.item + 1 ? 60 : $0.size.height)
            }
            view.layoutIfNeeded()
            let now = try first()
            #expect(now == before)
            #expect(view.shown.first { $0.indexPath.item == before.item + 1 }?.size.height == 60)
        }

        /// Wherever the view jumps to, rows fill it, and it is told how long the content has become.
        @Test(arguments: [100.0, 500, 3000])
        func jumpsAmongEstimates(_ length: Double) throws {
            let (view, layout) = try estimatedRows((0..<20_000).map { $0 < 1200 ? 20 : length })
            for offset in [30_000.0, 100_000, 390_000, 35_000] {
                view.contentOffset.y = offset
                view.layoutIfNeeded()
                #expect(Double(view.contentOffset.y) == offset)
                let rows = view.shown.map(\.frame).sorted { $0.minY < $1.minY }
                for (row, next) in zip(rows, rows.dropFirst()) { #expect(row.maxY == next.minY) }
                let (first, last) = (try #require(rows.first), try #require(rows.last))
                #expect(Double(first.minY) <= offset && Double(last.maxY) >= offset + 200)
                #expect(Double(view.contentSize.height) == layout.engine.collectionViewContentSize.height)
            }
        }

        /// Where all that was laid out is estimated anew, the view is told how long the content is with what is shown there.
        @Test(arguments: [100.0, 500, 3000])
        func reloadsOfWhatWasCompleted(_ length: Double) throws {
            let (view, layout) = try estimatedRows((0..<20_000).map { $0 < 1200 ? 20 : length })
            while !layout.continuePreparing(items: 10_000) { view.layoutIfNeeded() }
            view.layoutIfNeeded()
            view.contentOffset.y = 390_000
            view.layoutIfNeeded()
            view.reloadData()
            view.layoutIfNeeded()
            #expect(!layout.engine.cache.isComplete && view.contentOffset.y == 390_000)
            #expect(Double(view.contentSize.height) == layout.engine.collectionViewContentSize.height)
        }

        /// Where rows get shorter, it takes more than a few guesses until what is at an offset is known.
        @Test func reloadsWhereRowsGetShorter() throws {
            let (view, layout) = try estimatedRows((0..<5000).map { $0 < 40 ? 10 : $0 < 1240 ? 96 : 14 })
            for offset in stride(from: 130_000.0, to: 168_000, by: 1900) {
                while !layout.continuePreparing(items: 10_000) { view.layoutIfNeeded() }
                view.layoutIfNeeded()
                view.contentOffset.y = offset
                view.layoutIfNeeded()
                view.reloadData()
                view.layoutIfNeeded()
                #expect(!layout.engine.cache.isComplete && Double(view.contentOffset.y) == offset)
                #expect(Double(view.contentSize.height) == layout.engine.collectionViewContentSize.height, "\(offset)")
            }
        }

        /// The view asks for the content size before it goes where the anchor is in new bounds.
        @Test(arguments: [0.0, 100, 180])
        func newBoundsAroundAnAnchor(_ beyond: Double) throws {
            let (view, layout) = try estimatedRows(
                (0..<5000).map { $0 < 1200 ? 31 : 157 }, anchor: .element(ElementID(section: 0, item: 4997)))
            for _ in 0..<10 {
                view.contentOffset.y = view.contentSize.height - 200
                view.layoutIfNeeded()
            }
            view.contentOffset.y += beyond
            view.layoutIfNeeded()
            view.bounds.size.width = 160
            #expect(!layout.engine.cache.isComplete)
            #expect(Double(view.contentSize.height) == layout.engine.collectionViewContentSize.height)
            #expect(Double(view.contentOffset.y) == layout.engine.contentOffset.y)
        }

        /// A context that is refused leaves what is on the screen where it is, however far it would have moved it.
        @Test(arguments: [7.0, -300, 40_000, -80_000, 1e7], [ScrollAnchor.none, .firstVisible])
        func refusedContexts(_ move: Double, _ anchor: ScrollAnchor) throws {
            // The second one is laid out as a whole by the way, where it is moved to its end.
            for (count, offset) in [(20_000, 120_000.0), (1500, 36_000)] {
                let (view, layout) = try estimatedRows((0..<count).map { 20 + Double($0) / 50 }, anchor: anchor)
                var errors = 0
                layout.onError = { _ in errors += 1 }
                view.contentOffset.y = offset
                view.layoutIfNeeded()
                let before = try #require(view.shown.min { $0.frame.minY < $1.frame.minY })
                let place = before.frame.minY - view.contentOffset.y
                let context = EngineInvalidationContext()
                var engineContext = InvalidationContext()
                engineContext.changes = [.resize(section: 0, item: count, to: [5])]
                engineContext.contentOffsetAdjustment.y = move
                context.engineContext = engineContext
                #expect(!layout.engine.cache.isComplete)
                layout.invalidateLayout(with: context)
                view.layoutIfNeeded()
                #expect(errors == 1)
                let now = view.shown.first { $0.indexPath == before.indexPath }
                #expect(now.map { $0.frame.minY - view.contentOffset.y } == place, "\(count) rows")
                #expect(Double(view.contentSize.height) == layout.engine.collectionViewContentSize.height)
            }
        }
    }
#endif
