import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import Testing

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    final class FeedController: NSObject, UICollectionViewDataSource {
        var lengths: [Double] = Array(repeating: 44, count: 1000)
        private(set) var layout: EngineLayout<IncrementalCache>!

        override init() {
            super.init()
            layout = EngineLayout { [unowned self] in try content() }
            layout.engine.effects = EffectLayer([StickyEffect(.start)])
            layout.engine.anchor = .firstVisible
        }

        func content() throws -> Content {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let list = try content.addLayout(ListLayout(lineSpacing: 1))
            try content.appendSection(layout: list, values: lengths, header: Size(width: 390, height: 30))
            return content
        }

        func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            lengths.count
        }
    }

    final class LongFeedController: NSObject, UICollectionViewDataSource {
        private(set) var content: Content
        private(set) var layout: EngineLayout<IncrementalCache>!

        init(lengths: [Double]) throws {
            content = try Content(bounds: Size(width: 390, height: 844))
            let list = try content.addLayout(ListLayout(lineSpacing: 1))
            try content.appendSection(layout: list, values: lengths)
            super.init()
            layout = EngineLayout { [unowned self] in content }
            layout.onResize = { [unowned self] in edit($0) }
        }

        @discardableResult
        private func edit(_ change: Change) -> Bool {
            do {
                try content.apply(change)
                return true
            } catch {
                layout.onError(error)
                return false
            }
        }

        func insert(length: Double, at item: Int, in collectionView: UICollectionView) {
            collectionView.performBatchUpdates {
                guard self.edit(.insertItems(section: 0, at: item, .uniform(count: 1, value: [length]))) else { return }
                collectionView.insertItems(at: [IndexPath(item: item, section: 0)])
            }
        }

        func numberOfSections(in collectionView: UICollectionView) -> Int { content.sections.count }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            Int(content.sections[section].count)
        }
    }

    @MainActor
    final class RecordingController: NSObject {
        let recorder = LayoutRecorder()
        var folder = FileManager.default.temporaryDirectory

        /// Call it once, when the data is there and the content is not scrolled.
        func viewDidAppear(_ collectionView: UICollectionView) throws {
            try recorder.writeFrames(of: collectionView.collectionViewLayout, to: folder)
        }

        /// Call it from the delegate's method of this name.
        func scrollViewDidScroll(_ collectionView: UICollectionView) {
            recorder.scrolled(to: collectionView.bounds)
        }

        /// Call it when you have scrolled enough.
        func finish() throws {
            try recorder.writeViewports(to: folder)
            print(folder.path)
        }
    }

    /// The code of CollectionLayoutUIKit's pages, run on the stand-in for UIKit.
    @MainActor
    @Suite struct UIKitSnippets {
        /// A view that is scrolled to 450 pt.
        private func view(
            _ source: any UICollectionViewDataSource, _ layout: UICollectionViewLayout
        ) -> UICollectionView {
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: layout)
            view.dataSource = source
            view.contentOffset = CGPoint(x: 0, y: 450)
            return view
        }

        @Test func feed() {
            let controller = FeedController()
            let collectionView = view(controller, controller.layout)
            collectionView.performBatchUpdates {
                controller.lengths.insert(60, at: 3)
                collectionView.insertItems(at: [IndexPath(item: 3, section: 0)])
            }
            // The first visible row stays on the screen; the header sticks to its edge.
            #expect(collectionView.contentOffset == CGPoint(x: 0, y: 450 + 61))
            #expect(collectionView.contentSize == CGSize(width: 390, height: 30 + 1000 * 45 + 60))
            let header = collectionView.shown.first { $0.representedElementCategory == .supplementaryView }
            #expect(header?.frame.minY == 511)
        }

        @Test func appearanceAndItems() {
            let controller = FeedController()
            let collectionView = view(controller, controller.layout)
            collectionView.layoutIfNeeded()
            func headers() -> Int { collectionView.shown.count { $0.representedElementCategory == .supplementaryView } }
            #expect(headers() == 1)
            let layout = controller.layout!
            layout.engine.effects = EffectLayer()
            layout.invalidateAppearance()
            collectionView.layoutIfNeeded()
            #expect(headers() == 0)
            controller.lengths[3] = 144
            let context = EngineInvalidationContext()
            context.invalidateItems(at: [IndexPath(item: 3, section: 0)])
            layout.invalidateLayout(with: context)
            collectionView.layoutIfNeeded()
            #expect(collectionView.contentSize == CGSize(width: 390, height: 30 + 1000 * 45 - 1 + 100))
        }

        @Test func longFeed() throws {
            let controller = try LongFeedController(lengths: Array(repeating: 44, count: 10_000))
            let collectionView = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: controller.layout)
            collectionView.dataSource = controller
            var errors = 0
            controller.layout.onError = { _ in errors += 1 }
            for item in 0..<5 { controller.insert(length: 60, at: 2 * item, in: collectionView) }
            controller.insert(length: -1, at: 0, in: collectionView)
            #expect(errors == 1 && controller.content.itemCount == 10_005)
            #expect(collectionView.contentSize == CGSize(width: 390, height: 10_005 * 45 - 1 + 5 * 16))
            // What a cell has measured is there after all has been laid out anew.
            collectionView.preferredSize = { CGSize(width: 390, height: $0.indexPath.item == 3 ? 100 : $0.size.height) }
            collectionView.layoutIfNeeded()
            collectionView.preferredSize = nil
            #expect(controller.content.value(section: 0, item: 3) == [100])
            collectionView.reloadData()
            collectionView.layoutIfNeeded()
            #expect(collectionView.contentSize == CGSize(width: 390, height: 10_005 * 45 - 1 + 5 * 16 + 100 - 44))
        }

        @Test func longContent() throws {
            var content = try Content(bounds: Size(width: 390, height: 844))
            let list = try content.addLayout(ListLayout())
            try content.appendSection(layout: list, values: Array(repeating: 44, count: 30_000))
            let layout = EngineLayout<ViewportFirstCache> { content }
            let collectionView = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: layout)
            collectionView.layoutIfNeeded()
            var slices = 0
            while slices < 10 {
                let isLaidOut = layout.continuePreparing(items: 10_000)
                slices += 1
                if isLaidOut { break }
            }
            #expect(layout.engine.cache.isComplete && (2...4).contains(slices))
        }

        @Test func recording() throws {
            let feed = FeedController()
            let collectionView = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: feed.layout)
            collectionView.dataSource = feed
            collectionView.layoutIfNeeded()
            let controller = RecordingController()
            controller.folder.append(component: "frames-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: controller.folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: controller.folder) }
            try controller.viewDidAppear(collectionView)
            for step in 1...3 {
                collectionView.contentOffset.y = Double(step) * 12.5
                controller.scrollViewDidScroll(collectionView)
            }
            try controller.finish()
            func lines(_ name: String) throws -> [Substring] {
                try String(contentsOf: controller.folder.appendingPathComponent(name), encoding: .utf8).split(
                    separator: "\n")
            }
            let frames = try lines("frames.csv")
            #expect(frames.count == 1002 && frames.contains("0,1,cell,0.0,75.0,390.0,44.0"))
            let viewports = try lines("viewports.csv")
            #expect(viewports.last == "0.0,37.5,390.0,844.0" && viewports.count == 4)
        }
    }
#endif
