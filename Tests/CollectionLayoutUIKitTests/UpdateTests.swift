import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import LayoutTestSupport
import Testing
import Workloads

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// What a collection view announces reaches the engine as edits.
    @MainActor
    @Suite struct UpdateTests {
        private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

        private func items(_ lengths: [Double]) -> NewItems { .each(count: lengths.count, values: lengths) }

        /// Inserted cells appear in their place, deleted ones disappear where they were, the others move.
        @Test func insertionsAndDeletions() throws {
            let screen = try rows()
            let changes: [Change] = [
                .deleteItems(section: 0, 0..<1), .insertItems(section: 0, at: 2, items([30, 40])),
            ]
            try screen.update(changes) { view in
                view.insertItems(at: [path(0, 2), path(0, 3)])
                view.deleteItems(at: [path(0, 0)])
            }
            try screen.check()
            // 1 and 2 of old, the new ones, 3 of old.
            #expect(screen.view.shown.map(\.frame.minY) == [0, 50, 100, 130, 170])
            #expect(screen.view.initial.map(\.frame.minY) == [50, 100, 100, 130, 150])
            #expect(screen.view.initial.map(\.alpha) == [1, 1, 0, 0, 1])
            #expect(screen.view.initial.map(\.indexPath.item) == [0, 1, 2, 3, 4])
            // Cell 0 goes, 1 and 2 move up, 3 moves down behind the new ones.
            #expect(screen.view.final.map(\.frame.minY) == [0, 0, 50, 170])
            #expect(screen.view.final.map(\.alpha) == [0, 1, 1, 1])
            #expect(screen.view.final.map(\.indexPath.item) == [0, 1, 2, 3])
            // Nothing was answered from a layout that did not know the edits yet.
            #expect(screen.view.early.isEmpty && screen.errors.isEmpty)
        }

        @Test func movesAndReloads() throws {
            let screen = try rows([5, 5])
            try screen.update([
                .moveItem(from: LayoutIndexPath(item: 0, section: 0), to: LayoutIndexPath(item: 1, section: 1)),
                .deleteItems(section: 0, 2..<3), .insertItems(section: 0, at: 2, items([90])),
            ]) { view in
                view.moveItem(at: path(0, 0), to: path(1, 1))
                view.reloadItems(at: [path(0, 3)])
            }
            try screen.check()
            #expect(screen.shown(0, 2)?.frame == CGRect(x: 0, y: 100, width: 100, height: 90))
            let initial = screen.view.initial.first { $0.indexPath == path(0, 0) }
            #expect(initial?.frame.minY == 50 && initial?.alpha == 1)
            let reloaded = screen.view.initial.first { $0.indexPath == path(0, 2) }
            #expect(reloaded?.alpha == 0)
            #expect(screen.errors.isEmpty)
        }

        @Test func sections() throws {
            let screen = try rows([2, 1, 2], header: 20)
            let header = UICollectionView.elementKindSectionHeader
            var new = screen.content.description(ofSection: 1)
            new.items = items([10, 20])
            try screen.update([
                .deleteSection(at: 0), .moveSection(from: 1, to: 0), .insertSection(at: 1, new),
                .replaceSection(at: 2, with: new),
            ]) { view in
                view.deleteSections([0])
                view.insertSections([1])
                view.moveSection(2, toSection: 0)
                view.reloadSections([1])
            }
            try screen.check()
            #expect(screen.errors.isEmpty)
            // The moved section keeps its header, the others' are new.
            let headers = screen.view.initial.filter { $0.representedElementKind == header }
            #expect(headers.map(\.alpha) == [1, 0, 0] && headers.first?.frame.minY == 190)
        }

        /// Items that come and go with their sections may be announced, too, as a fetched results controller does.
        @Test func itemsOfSectionsThatComeAndGo() throws {
            let screen = try rows([3, 2, 2, 4], header: 20)
            var new = screen.content.description(ofSection: 0)
            new.items = items([10, 50, 20])
            var reloaded = new
            reloaded.items = items([70, 80])
            try screen.update([
                .deleteItems(section: 0, 1..<2), .deleteSection(at: 1), .replaceSection(at: 2, with: reloaded),
                .insertSection(at: 0, new), .insertItems(section: 2, at: 1, items([50])),
            ]) { view in
                view.insertSections([0])
                view.insertItems(at: [path(0, 0), path(0, 2)])
                view.moveItem(at: path(0, 1), to: path(0, 1))
                view.deleteItems(at: [path(1, 0)])
                view.deleteSections([1])
                view.moveItem(at: path(1, 1), to: path(2, 1))
                view.reloadSections([3])
                view.deleteItems(at: [path(3, 3)])
                view.insertItems(at: [path(3, 1)])
            }
            #expect(screen.errors.isEmpty)
            try screen.check()
        }

        /// An app that makes its content anew for each update, a layout for each section: their numbers change, and new ones come.
        @Test func layoutsOfOtherNumbers() throws {
            let spacings = [0.0, 4]
            /// Sections of three rows, each with a layout of its own.
            func content(_ spacings: [Double]) throws -> Content {
                var content = try Content(bounds: Size(width: 100, height: 200))
                for spacing in spacings {
                    let list = try content.addLayout(ListLayout(lineSpacing: spacing))
                    try content.appendSection(layout: list, values: [20, 30, 20])
                }
                return content
            }
            let screen = Screen(try content(spacings), size: CGSize(width: 100, height: 200))
            screen.view.layoutIfNeeded()
            func update(_ spacings: [Double], announcing announce: (UICollectionView) -> Void) throws {
                let next = try content(spacings)
                screen.view.performBatchUpdates {
                    screen.content = next
                    announce(screen.view)
                }
                try screen.check()
            }
            try update([9, 0, 4]) { $0.insertSections([0]) }
            try update([9, 4, 7]) { view in
                view.deleteSections([1])
                view.insertSections([2])
            }
            try update([9, 2, 7]) { $0.reloadSections([1]) }
            try update([2, 9, 7]) { $0.moveSection(1, toSection: 0) }
            #expect(screen.layout.engine.content.layouts.count == 5)
            // Of items that are invalid only the values are taken over: a content that is laid out anew has three layouts.
            try screen.content.apply(.resize(section: 2, item: 1, to: [80]))
            let context = EngineInvalidationContext()
            context.invalidateItems(at: [IndexPath(item: 1, section: 2)])
            screen.layout.invalidateLayout(with: context)
            screen.view.layoutIfNeeded()
            try screen.check()
            #expect(screen.layout.engine.content.layouts.count == 5 && screen.errors.isEmpty)
        }

        /// Any edits, one after the other, in any order: the view shows what the data says.
        @Test func randomEdits() throws {
            try withEvery("seed", in: 0..<20 as Range<UInt64>) { seed in
                var random = SplitMix64(seed: seed)
                let screen = try rows([4, 0, 9, 3], header: seed % 2 == 0 ? 15 : 0)
                for _ in 0..<15 {
                    screen.view.contentOffset = CGPoint(x: 0, y: Double(random.index(below: 400)))
                    let sections = screen.content.sections
                    let section = random.index(below: sections.count)
                    let count = Int(sections[section].count)
                    let item = random.index(below: count + 1)
                    let kind = random.index(below: 4)
                    if kind == 0 || item == count {
                        let lengths = (0..<3).map { _ in Double(random.index(below: 90)) }
                        try screen.update([.insertItems(section: section, at: item, items(lengths))]) { view in
                            view.insertItems(at: lengths.indices.map { path(section, item + $0) })
                        }
                    } else if kind == 1 {
                        try screen.update([.deleteItems(section: section, item..<count)]) { view in
                            view.deleteItems(at: (item..<count).map { path(section, $0) })
                        }
                    } else if kind == 2 {
                        let target = (section + 1) % sections.count
                        let to = random.index(below: Int(sections[target].count) + 1)
                        try screen.update([
                            .moveItem(
                                from: LayoutIndexPath(item: item, section: section),
                                to: LayoutIndexPath(item: to, section: target))
                        ]) { $0.moveItem(at: path(section, item), to: path(target, to)) }
                    } else {
                        let to = random.index(below: sections.count)
                        try screen.update([.moveSection(from: section, to: to)]) { view in
                            view.moveSection(section, toSection: to)
                        }
                    }
                    try screen.check()
                }
                try check(screen.errors.isEmpty, "\(screen.errors)")
            }
        }

        /// Edits that suit the content are applied and not laid out anew: self-sized items keep their sizes.
        @Test func edits() throws {
            let screen = try rows()
            screen.view.preferredSize = { _ in CGSize(width: 100, height: 80) }
            screen.view.layoutIfNeeded()
            screen.view.preferredSize = nil
            #expect(screen.view.shown.map(\.frame.minY) == [0, 80, 160])
            try screen.update([.insertItems(section: 0, at: 1, items([30]))]) { $0.insertItems(at: [path(0, 1)]) }
            #expect(screen.view.shown.map(\.frame.minY) == [0, 80, 110, 190])
        }

        /// The first visible row stays as rows come above it; the last one of a chat as rows come below.
        @Test func anchors() throws {
            let screen = try rows()
            screen.view.contentOffset = CGPoint(x: 0, y: 500)
            screen.view.layoutIfNeeded()
            screen.layout.engine.anchor = .firstVisible
            try screen.update([.insertItems(section: 0, at: 3, items([70, 70]))]) { view in
                view.insertItems(at: [path(0, 3), path(0, 4)])
            }
            #expect(screen.view.contentOffset.y == 640 && screen.shown(0, 12)?.frame.minY == 640)
            screen.layout.engine.anchor = .end
            screen.view.contentOffset = CGPoint(x: 0, y: 940)
            screen.view.layoutIfNeeded()
            try screen.update([.insertItems(section: 0, at: 22, items([60]))]) { $0.insertItems(at: [path(0, 22)]) }
            #expect(screen.view.contentOffset.y == 1000 && screen.view.contentSize.height == 1200)
            try screen.check()
        }

        /// Within an update the layout, or items, may be invalidated as well, before the data is edited or after.
        @Test(
            arguments: [ScrollAnchor.none, .firstVisible],
            [(false, false), (false, true), (true, false), (true, true)])
        func invalidationsWithinUpdates(_ anchor: ScrollAnchor, _ when: (isWhole: Bool, isAfter: Bool)) throws {
            let (isWhole, isAfter) = when
            let screen = try rows()
            screen.layout.engine.anchor = anchor
            func invalidate() {
                guard !isWhole else { return screen.layout.invalidateLayout() }
                let context = EngineInvalidationContext()
                context.invalidateItems(at: [path(0, 1)])
                screen.layout.invalidateLayout(with: context)
            }
            let changes: [Change] = [
                .resize(section: 0, item: 1, to: [80]), .insertItems(section: 0, at: 2, items([30])),
            ]
            if isAfter {
                try screen.update(changes) { view in
                    view.insertItems(at: [path(0, 2)])
                    invalidate()
                }
            } else {
                screen.view.performBatchUpdates {
                    invalidate()
                    for change in changes { try! screen.content.apply(change) }
                    screen.view.insertItems(at: [path(0, 2)])
                }
            }
            #expect(screen.errors.isEmpty)
            // What is laid out before the data has changed is as it was.
            if isAfter { try screen.check() } else { #expect(screen.layout.engine.content.itemCount == 21) }
            // Nothing is left of it.
            let shownCount = screen.view.shown.count
            try screen.update([.deleteItems(section: 0, 0..<1), .insertItems(section: 0, at: 3, items([60]))]) { view in
                view.deleteItems(at: [path(0, 0)])
                view.insertItems(at: [path(0, 3)])
            }
            #expect(screen.errors.isEmpty && screen.view.final.count == shownCount)
            screen.layout.invalidateLayout()
            screen.view.layoutIfNeeded()
            try screen.check()
        }

        /// A row that gets another size within an update that adds and removes none.
        @Test func sizesWithinUpdates() throws {
            let screen = try rows()
            screen.view.performBatchUpdates {
                try! screen.content.apply(.resize(section: 0, item: 0, to: [80]))
                screen.layout.invalidateLayout()
            }
            try screen.check()
            #expect(screen.shown(0, 1)?.frame.minY == 80 && screen.errors.isEmpty)
        }

        /// A keyboard of which nothing has told the layout: a message that comes is shown above it, and nothing is laid out for it.
        @Test func keyboard() throws {
            let screen = try rows()
            screen.layout.engine.anchor = .end
            screen.view.tellsInsets = false
            screen.view.contentOffset.y = 1100
            screen.view.adjustedContentInset = UIEdgeInsets(bottom: 300)
            try screen.update([.insertItems(section: 0, at: 20, items([60]))]) { $0.insertItems(at: [path(0, 20)]) }
            #expect(screen.view.contentOffset.y == 1160)
            try screen.check()
            let requests = screen.contentRequests
            screen.view.adjustedContentInset = UIEdgeInsets(top: 44, bottom: 300)
            screen.view.contentOffset.y = 1000
            screen.view.layoutIfNeeded()
            #expect(screen.layout.engine.contentInset == EdgeInsets(top: 44, bottom: 300))
            #expect(screen.contentRequests == requests && screen.errors.isEmpty)
        }

        /// Where an anchor wanted the view as it was shown first is no matter of an update that moves nothing.
        @Test(arguments: [ScrollAnchor.end, .firstVisible])
        func updatesThatMoveNothing(_ anchor: ScrollAnchor) throws {
            let screen = Screen(try rows().content, size: CGSize(width: 100, height: 200))
            screen.layout.engine.anchor = anchor
            screen.view.layoutIfNeeded()
            try screen.update([.deleteItems(section: 0, 0..<1), .insertItems(section: 0, at: 0, items([50]))]) { view in
                view.reloadItems(at: [path(0, 0)])
            }
            #expect(screen.view.contentOffset.y == 0)
            try screen.check()
        }

        /// A content that could not be had at an update, or for items that are invalid, is asked for again.
        @Test(arguments: [false, true]) func contentsThatFail(_ isUpdate: Bool) throws {
            struct NotNow: Error {}
            @MainActor final class App {
                var isFailing = false
                var errors = 0
            }
            let (app, screen) = (App(), try rows([2]))
            let layout = EngineLayout<IncrementalCache> {
                if app.isFailing { throw NotNow() }
                return screen.content
            }
            layout.onError = { _ in app.errors += 1 }
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.dataSource = screen
            view.layoutIfNeeded()
            app.isFailing = true
            if isUpdate {
                view.performBatchUpdates {
                    try! screen.content.apply(.insertItems(section: 0, at: 0, items([30])))
                    view.insertItems(at: [path(0, 0)])
                }
            } else {
                try screen.content.apply(.resize(section: 0, item: 0, to: [30]))
                let context = UICollectionViewLayoutInvalidationContext()
                context.invalidateItems(at: [path(0, 0)])
                layout.invalidateLayout(with: context)
            }
            view.layoutIfNeeded()
            #expect(app.errors > 0 && view.shown.map(\.frame.height) == [50, 50])
            app.isFailing = false
            view.bounds.size.height = 150
            view.layoutIfNeeded()
            #expect(view.shown.map(\.frame.height) == (isUpdate ? [30, 50, 50] : [30, 50]))
        }

        /// An update that does not lead to the data is an error, and what is shown is laid out anew.
        @Test func updatesThatDoNotAddUp() throws {
            let screen = try rows()
            try screen.update([.insertItems(section: 0, at: 0, items([10, 20]))]) { $0.insertItems(at: [path(0, 0)]) }
            let error = try #require(screen.errors.first as? LayoutError)
            #expect(screen.errors.count == 1)
            guard case .unexpectedCount(section: 0, got: 21, expected: 22, _) = error else {
                throw CheckFailure("got \(error)")
            }
            try screen.check()
            try screen.update([.deleteItems(section: 0, 0..<1)]) { $0.deleteItems(at: [path(0, 21), path(0, 22)]) }
            #expect(screen.errors.count == 2 && screen.errors.last is LayoutError)
            try screen.check()
        }
    }
#endif
