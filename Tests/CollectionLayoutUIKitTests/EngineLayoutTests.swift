import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import LayoutTestSupport
import Testing
import Workloads

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// The adapter, asked by the stand-in for UIKit's collection view.
    @MainActor
    @Suite struct EngineLayoutTests {
        /// A section of each layout with header, footer and background.
        private func mixed(_ axis: Axis) throws -> Screen {
            let size = axis.transpose(Size(width: 390, height: 300))
            var content = try Content(axis: axis, bounds: size)
            var random = SplitMix64(seed: 3)
            for (index, entry) in NamedLayout.all.enumerated() {
                let layout = try content.addLayout(entry.make())
                let values = (0..<9).flatMap { _ in entry.sample(random.next()) }
                let header = Size(width: 30, height: 20)
                if values.isEmpty {
                    try content.appendUniformSection(layout: layout, count: 9, value: [], header: header)
                } else {
                    try content.appendSection(
                        layout: layout, values: values, header: header, footer: index % 2 == 0 ? header : .zero,
                        background: index % 3 == 0 ? .background : nil)
                }
            }
            return Screen(content, size: CGSize(width: size.width, height: size.height))
        }

        @Test(arguments: Axis.allCases) func showsWhatTheEngineFinds(_ axis: Axis) throws {
            let screen = try mixed(axis)
            screen.view.layoutIfNeeded()
            let length = axis == .vertical ? screen.view.contentSize.height : screen.view.contentSize.width
            #expect(length > 2000)
            for step in 0..<20 {
                let offset = Double(length) / 19 * Double(step)
                screen.view.contentOffset = axis == .vertical ? CGPoint(x: 0, y: offset) : CGPoint(x: offset, y: 0)
                screen.view.layoutIfNeeded()
                try screen.check()
                for shown in screen.view.shown {
                    let path = shown.indexPath
                    let asked =
                        switch shown.representedElementCategory {
                        case .cell: screen.layout.layoutAttributesForItem(at: path)
                        case .supplementaryView:
                            screen.layout.layoutAttributesForSupplementaryView(
                                ofKind: shown.representedElementKind!, at: path)
                        case .decorationView:
                            screen.layout.layoutAttributesForDecorationView(
                                ofKind: shown.representedElementKind!, at: path)
                        }
                    #expect(asked?.frame == shown.frame && asked?.indexPath == path)
                    #expect(asked?.representedElementCategory == shown.representedElementCategory)
                }
            }
            // Scrolling alone asks for nothing.
            #expect(screen.contentRequests == 1 && screen.errors.isEmpty)
        }

        /// The engine's direction alone mirrors nothing, as in UIKit; with leave to flip, rows begin on the right.
        @Test func rightToLeft() throws {
            var content = try Content(bounds: Size(width: 100, height: 300))
            let flow = try content.addLayout(FlowLayout(alignment: .start))
            try content.appendUniformSection(layout: flow, count: 4, value: [30, 20])
            let screen = Screen(content, size: CGSize(width: 100, height: 300))
            func first() throws -> CGRect? {
                screen.layout.invalidateLayout()
                screen.view.layoutIfNeeded()
                return screen.layout.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame
            }
            let natural = try first()
            #expect(natural == CGRect(x: 0, y: 0, width: 30, height: 20))
            screen.layout.engine.layoutDirection = .rightToLeft
            #expect(try first() == natural)
            screen.layout.engine.flipsHorizontallyInOppositeLayoutDirection = true
            #expect(try first() == CGRect(x: 70, y: 0, width: 30, height: 20))
        }

        /// What the engine says of the same layout changes without it: no content is asked for, and measured sizes stay.
        @Test func appearanceAlone() throws {
            let screen = try rows([20, 20], header: 30)
            screen.view.preferredSize = { CGSize(width: $0.size.width, height: 60) }
            screen.view.contentOffset = CGPoint(x: 0, y: 100)
            screen.view.layoutIfNeeded()
            let shown = screen.view.shown.filter { $0.representedElementCategory == .cell }
            let size = screen.view.contentSize
            #expect(size.height > 2060 && screen.contentRequests == 1)
            screen.layout.engine.effects = EffectLayer([StickyEffect(.start)])
            screen.layout.invalidateAppearance()
            screen.view.layoutIfNeeded()
            let header = screen.view.shown.first { $0.representedElementCategory == .supplementaryView }
            #expect(header?.frame.minY == screen.view.contentOffset.y)
            let cells = screen.view.shown.filter { $0.representedElementCategory == .cell }
            #expect(cells.map(\.frame) == shown.map(\.frame) && screen.view.contentSize == size)
            #expect(screen.contentRequests == 1 && screen.errors.isEmpty)
        }

        /// With an anchor all that is laid out anew moves the view along; without one its offset stays.
        @Test(arguments: [ScrollAnchor.none, .firstVisible], [false, true])
        func anchorsOfWholeInvalidations(_ anchor: ScrollAnchor, _ isReload: Bool) throws {
            let screen = try rows()
            screen.layout.engine.anchor = anchor
            screen.view.contentOffset = CGPoint(x: 0, y: 500)
            screen.view.layoutIfNeeded()
            try screen.content.apply(.resize(section: 0, item: 1, to: [90]))
            if isReload { screen.view.reloadData() } else { screen.layout.invalidateLayout() }
            screen.view.layoutIfNeeded()
            #expect(screen.view.contentOffset.y == (anchor == .none ? 500 : 540))
            #expect(screen.shown(0, 10)?.frame.minY == 540 && screen.contentRequests == 2)
            try screen.check()
        }

        @Test func unknownElementsHaveNoAttributes() throws {
            let layout = try rows(header: 10).layout!
            let path = IndexPath(item: 0, section: 0)
            #expect(layout.layoutAttributesForItem(at: IndexPath(item: 20, section: 0)) == nil)
            #expect(layout.layoutAttributesForSupplementaryView(ofKind: "Badge", at: path) == nil)
            #expect(layout.layoutAttributesForDecorationView(ofKind: "Shelf", at: path) == nil)
            let header = layout.layoutAttributesForSupplementaryView(
                ofKind: UICollectionView.elementKindSectionHeader, at: path)
            #expect(header?.frame == CGRect(x: 0, y: 0, width: 100, height: 10))
        }

        /// A header sticks to the top while its section is there, above the cells.
        @Test func stickyHeaders() throws {
            let screen = try rows([20, 20], header: 30)
            screen.layout.engine.effects = EffectLayer([StickyEffect(.start)])
            screen.layout.invalidateLayout()
            func header(_ section: Int) -> UICollectionViewLayoutAttributes? {
                screen.view.shown.first {
                    $0.representedElementKind == UICollectionView.elementKindSectionHeader
                        && $0.indexPath.section == section
                }
            }
            for offset in stride(from: 0.0, through: 1800, by: 37) {
                screen.view.contentOffset = CGPoint(x: 0, y: offset)
                screen.view.layoutIfNeeded()
                // The first section ends at 1030.
                let expected = CGFloat(min(offset, 1030 - 30))
                if offset < 1030 { #expect(header(0)?.frame.minY == expected && (header(0)?.zIndex ?? 0) > 0) }
                if offset > 1030 { #expect(header(1)?.frame.minY == CGFloat(offset) && header(0) == nil) }
            }
            screen.view.adjustedContentInset = UIEdgeInsets(top: 44)
            screen.view.contentOffset = CGPoint(x: 0, y: 500)
            screen.view.layoutIfNeeded()
            #expect(header(0)?.frame.minY == 544)
        }

        /// Transforms and transparency arrive in the view's attributes.
        @Test func appearance() throws {
            let screen = try rows()
            screen.layout.engine.effects = EffectLayer([TiltEffect(), FadeEffect(span: 100)])
            screen.layout.invalidateLayout()
            screen.view.layoutIfNeeded()
            let last = try #require(screen.shown(0, 3))
            // It begins 50 pt above the end of the view, which leaves 150 pt to tilt in: two thirds of 60°.
            let angle = -Double.pi / 3 * (1 - 50.0 / 150)
            #expect(abs(last.transform3D.m22 - cos(angle)) < 1e-12 && abs(last.transform3D.m23 - sin(angle)) < 1e-12)
            #expect(abs(last.transform3D.m34 - 1 / 2000) < 1e-3 && last.transform3D.m34 != 0)
            #expect(last.alpha == 0.5 && last.frame == CGRect(x: 0, y: 150, width: 100, height: 50))
            #expect(screen.shown(0, 0)?.transform3D.m34 == 1.0 / 2000)
        }

        /// Rows are as long as their cells want to be, thirds of a point included.
        @Test(arguments: Axis.allCases) func selfSizing(_ axis: Axis) throws {
            let screen = try rows(axis: axis)
            func length(_ item: Int) -> Double { 30 + Double(item) / 3 }
            screen.view.preferredSize = { attributes in
                let size = axis.transpose(Size(width: 100, height: length(attributes.indexPath.item)))
                return CGSize(width: size.width, height: size.height)
            }
            screen.view.layoutIfNeeded()
            var near = 0.0
            for item in 0..<6 {
                let frame = try #require(screen.shown(0, item)?.frame)
                #expect(Double(axis == .vertical ? frame.minY : frame.minX) == near)
                near += (length(item) * 1024).rounded(.down) / 1024
            }
            #expect(screen.view.contentSize != .zero && screen.errors.isEmpty)
            // Nothing moves any more.
            let before = screen.view.shown.map(\.frame)
            screen.view.layoutIfNeeded()
            #expect(screen.view.shown.map(\.frame) == before)
        }

        /// What grows above the view does not move what is in view; an anchor keeps the rest in place, too.
        @Test func selfSizingAbove() throws {
            let screen = try rows()
            screen.view.contentOffset = CGPoint(x: 0, y: 500)
            screen.view.layoutIfNeeded()
            func resize(_ item: Int, to length: Double) throws {
                let original = try #require(
                    screen.layout.layoutAttributesForItem(at: IndexPath(item: item, section: 0)))
                let preferred = UICollectionViewLayoutAttributes(forCellWith: original.indexPath)
                preferred.size = CGSize(width: 100, height: length)
                let should = screen.layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
                #expect(should)
                screen.layout.invalidateLayout(
                    with: screen.layout.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
                screen.view.layoutIfNeeded()
            }
            try resize(2, to: 70)
            #expect(screen.view.contentOffset.y == 520 && screen.shown(0, 10)?.frame.minY == 520)
            #expect(screen.view.contentSize.height == 1020)
            // Item 10 is in view; without an anchor its growth moves item 11, with one item 11 stays on the screen.
            try resize(10, to: 60)
            #expect(screen.view.contentOffset.y == 520 && screen.shown(0, 11)?.frame.minY == 580)
            screen.layout.engine.anchor = .element(ElementID(section: 0, item: 11))
            try resize(10, to: 80)
            #expect(screen.view.contentOffset.y == 540 && screen.shown(0, 11)?.frame.minY == 600)
        }

        /// A size that cannot be is an error; the last good layout stays.
        @Test func badSizes() throws {
            let screen = try rows()
            var wanted = Double.infinity
            screen.view.preferredSize = { CGSize(width: 100, height: $0.indexPath.item == 1 ? wanted : 50) }
            let original = try #require(screen.shown(0, 1))
            let preferred = UICollectionViewLayoutAttributes(forCellWith: original.indexPath)
            for length in [-1, .nan, .infinity] {
                preferred.size = CGSize(width: 100, height: length)
                screen.layout.invalidateLayout(
                    with: screen.layout.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
                screen.layout.prepare()
            }
            #expect(screen.errors.count == 3 && screen.errors.allSatisfy { $0 is LayoutError })
            wanted = 50
            screen.view.layoutIfNeeded()
            try screen.check()
        }

        @Test func targetOffsets() throws {
            let screen = try rows()
            func target(_ proposed: Double, _ velocity: Double = 0) -> Double {
                screen.layout.targetContentOffset(
                    forProposedContentOffset: CGPoint(x: 0, y: proposed),
                    withScrollingVelocity: CGPoint(x: 0, y: velocity)
                ).y
            }
            #expect(target(130) == 130)
            screen.layout.engine.snapRule = .items(.start)
            #expect(target(130) == 150 && target(120) == 100 && target(120, 1) == 150 && target(140, -1) == 100)
            #expect(screen.layout.targetContentOffset(forProposedContentOffset: CGPoint(x: 0, y: 130)).y == 150)
            screen.layout.engine.snapRule = .pages
            screen.view.contentOffset = CGPoint(x: 0, y: 390)
            #expect(target(900, 1) == 400 && target(0, -1) == 200)
        }

        /// Another size lays out again; the animation begins where the cells were.
        @Test func boundsChange() throws {
            let screen = try rows()
            #expect(!screen.layout.shouldInvalidateLayout(forBoundsChange: CGRect(x: 0, y: 5, width: 100, height: 200)))
            screen.view.contentOffset = CGPoint(x: 0, y: 100)
            screen.view.layoutIfNeeded()
            screen.view.bounds.size = CGSize(width: 60, height: 250)
            try screen.check()
            #expect(screen.shown(0, 2)?.frame == CGRect(x: 0, y: 100, width: 60, height: 50))
            #expect(screen.view.initial.map(\.frame.width) == [100, 100, 100, 100, 100])
            #expect(screen.view.final.map(\.frame.width) == [60, 60, 60, 60])
            let path = IndexPath(item: 2, section: 0)
            #expect(screen.layout.initialLayoutAttributesForAppearingItem(at: path)?.frame.width == 60)
        }

        /// The end of a chat stays where it is as the keyboard comes.
        @Test func anchoredBoundsChange() throws {
            let screen = try rows()
            screen.layout.engine.anchor = .end
            screen.view.contentOffset = CGPoint(x: 0, y: 800)
            screen.view.layoutIfNeeded()
            screen.view.bounds.size.height = 120
            #expect(screen.view.contentOffset.y == 880)
            try screen.check()
            screen.view.bounds.size.height = 200
            #expect(screen.view.contentOffset.y == 800)
        }

        /// What is invalid is asked for again: all of it, or the values of some items.
        @Test func invalidations() throws {
            let screen = try rows([5, 5], header: 20)
            try screen.content.apply(.resize(section: 0, item: 1, to: [80]))
            let context = EngineInvalidationContext()
            context.invalidateItems(at: [IndexPath(item: 1, section: 0)])
            screen.layout.invalidateLayout(with: context)
            screen.view.layoutIfNeeded()
            try screen.check()
            try screen.content.apply(.resize(section: 0, item: 0, to: [10]))
            screen.layout.invalidateLayout()
            screen.view.layoutIfNeeded()
            try screen.check()
            try screen.content.apply(.deleteSection(at: 0))
            screen.view.reloadData()
            screen.view.layoutIfNeeded()
            try screen.check()
            #expect(screen.contentRequests == 4)
            // Headers follow the content offset and not the data.
            let headers = EngineInvalidationContext()
            headers.invalidateSupplementaryElements(
                ofKind: UICollectionView.elementKindSectionHeader, at: [IndexPath(item: 0, section: 0)])
            screen.layout.invalidateLayout(with: headers)
            screen.view.layoutIfNeeded()
            #expect(screen.contentRequests == 4 && screen.errors.isEmpty)
        }

        /// A header measures itself as cells do; a decoration does not.
        @Test func headersMeasureThemselves() throws {
            let screen = try rows([5, 5], header: 20)
            let path = IndexPath(item: 0, section: 0)
            let layout = screen.layout!
            let original = try #require(
                layout.layoutAttributesForSupplementaryView(
                    ofKind: UICollectionView.elementKindSectionHeader, at: path))
            let preferred = UICollectionViewLayoutAttributes(
                forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader, with: path)
            preferred.frame = original.frame
            #expect(
                !layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
            preferred.size.height = 35
            #expect(
                layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
            layout.invalidateLayout(
                with: layout.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
            screen.view.layoutIfNeeded()
            try screen.content.apply(.resizeSection(at: 0, header: Size(width: 100, height: 35)))
            try screen.check()
            let decoration = UICollectionViewLayoutAttributes(forDecorationViewOfKind: "other", with: path)
            #expect(
                !layout.shouldInvalidateLayout(
                    forPreferredLayoutAttributes: decoration, withOriginalAttributes: decoration))
        }

        /// A content that could not be had is asked for again.
        @Test func aContentThatFailsOnceIsAskedForAgain() throws {
            struct NotYet: Error {}
            @MainActor final class App {
                var content: Content?
                var errors = 0
            }
            let app = App()
            let layout = EngineLayout<IncrementalCache> {
                guard let content = app.content else { throw NotYet() }
                return content
            }
            layout.onError = { _ in app.errors += 1 }
            let screen = try rows()
            let view = UICollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.dataSource = screen
            view.layoutIfNeeded()
            #expect(app.errors > 0 && view.shown.isEmpty)
            app.content = screen.content
            view.bounds.size.height = 150
            view.layoutIfNeeded()
            #expect(view.shown.count == 3)
        }

        /// The end of a content that is shorter than the view stays in place without the view going beyond it.
        @Test func theEndOfAShortContent() throws {
            let screen = try rows([2])
            screen.layout.engine.anchor = .end
            screen.view.preferredSize = { CGSize(width: 100, height: $0.indexPath.item == 1 ? 70 : 50) }
            screen.layout.invalidateLayout()
            screen.view.layoutIfNeeded()
            #expect(screen.view.contentSize.height == 120 && screen.view.contentOffset.y == 0)
        }
    }
#endif
