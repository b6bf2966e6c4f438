import CollectionLayout
import CollectionLayoutUIKit
import Foundation
import LayoutTestSupport
import Workloads

#if !canImport(UIKit) && !canImport(AppKit)
    import UIKitStandIn

    /// What an app does to a collection view whose rows are estimated at first, as random numbers, which become valid steps of
    /// whatever there is: every part of a program is a program.
    struct EstimateProgram: Sendable, CustomStringConvertible {
        struct Step: Sendable, CustomStringConvertible {
            var kind: Int
            var bits: [UInt64]

            var description: String { EstimateProgram.kinds[kind] }
        }

        static let kinds = [
            "jump", "scroll", "update", "update", "self-sizing", "bounds", "slice", "slice", "reload", "invalidate",
            "anchor", "refused", "resize", "appearance", "inset",
        ]

        /// Draws what there is at first.
        let seed: UInt64
        var steps: [Step]

        init(_ random: inout SplitMix64, steps: Int) {
            seed = random.next()
            self.steps = (0..<steps).map { _ in
                Step(kind: random.index(below: Self.kinds.count), bits: (0..<24).map { _ in random.next() })
            }
        }

        /// Programs without some of the steps.
        var shrinks: [EstimateProgram] {
            shorter(steps).map {
                var copy = self
                copy.steps = $0
                return copy
            }
        }

        var description: String { "\(steps)" }
    }

    /// An app with one collection view, which shows sections of rows that are estimated at first.
    @MainActor
    final class EstimateWorld: UICollectionViewDataSource {
        private(set) var content: Content
        private(set) var layout: EngineLayout<ViewportFirstCache>!
        private(set) var view: UICollectionView!
        private var errors: [any Error] = []
        private let headerLength: Double
        private let axis: Axis
        private let isMirrored: Bool
        /// Whether items of some sections stand beside each other.
        private let usesFlows: Bool

        init(_ program: EstimateProgram) throws {
            var random = SplitMix64(seed: program.seed)
            axis = Axis.allCases[random.index(below: 2)]
            isMirrored = axis == .horizontal && random.index(below: 2) == 0
            content = try Content(axis: axis, bounds: axis.transpose(Size(width: 100, height: 200)))
            headerLength = [0, 30][random.index(below: 2)]
            _ = try content.addLayout(ListLayout())
            _ = try content.addLayout(FlowLayout(lineSpacing: 0))
            usesFlows = random.index(below: 3) == 0
            for _ in 0..<1 + random.index(below: 3) {
                try content.apply(.insertSection(at: content.sections.count, section(&random)))
            }
            layout = EngineLayout { [unowned self] in content }
            layout.onError = { [unowned self] in errors.append($0) }
            if headerLength > 0, random.index(below: 2) == 0 {
                layout.engine.effects = EffectLayer([StickyEffect(.start)])
            }
            layout.engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
            layout.engine.layoutDirection = .rightToLeft
            view = UICollectionView(
                frame: CGRect(origin: .zero, size: size(across: 100, along: 200)), collectionViewLayout: layout)
            view.dataSource = self
            view.layoutIfNeeded()
        }

        func numberOfSections(in collectionView: UICollectionView) -> Int { content.sections.count }
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            Int(content.sections[section].count)
        }

        private func section(_ random: inout SplitMix64) -> SectionDescription {
            let count = [0, 3, 40, 1500, 5000][random.index(below: 5)]
            // Those at the beginning mislead about those that follow.
            let (first, rest) = (random.uniform(10, 100), random.uniform(10, 400))
            let layout = usesFlows ? random.index(below: 2) : 0
            let values = (0..<count).flatMap {
                value($0 < 1200 ? first : rest + random.uniform(0, 5), layout, random.uniform(20, 60))
            }
            return SectionDescription(
                layout: layout, items: .each(count: count, values: values),
                header: axis.transpose(Size(width: headerLength > 0 ? 100 : 0, height: headerLength)))
        }

        /// The values of an item of a length.
        private func value(_ length: Double, _ layout: Int, _ breadth: Double) -> [Double] {
            guard layout == 1 else { return [length] }
            let size = axis.transpose(Size(width: breadth, height: length))
            return [size.width, size.height]
        }

        private func randomValue(_ random: inout SplitMix64, inSection section: Int) -> [Double] {
            let layout = content.sections.indices.contains(section) ? Int(content.sections[section].layout) : 0
            return value(random.uniform(5, 300).rounded(), layout, random.uniform(20, 60))
        }

        // MARK: Along the axis

        private func size(across: Double, along: Double) -> CGSize {
            let size = axis.transpose(Size(width: across, height: along))
            return CGSize(width: size.width, height: size.height)
        }

        /// A rect as the layout has it: y is the distance from the beginning of the content.
        private func toLayout(_ rect: CGRect) -> Rect {
            let x = isMirrored ? view.contentSize.width - rect.maxX : rect.minX
            return axis.transpose(Rect(x: x, y: rect.minY, width: rect.width, height: rect.height))
        }

        /// What is shown, likewise.
        private var shownRect: Rect { toLayout(view.bounds) }
        private var contentLength: Double {
            axis.transpose(Size(width: view.contentSize.width, height: view.contentSize.height)).height
        }

        private func scroll(by distance: Double) {
            let move = axis.transpose(Point(x: 0, y: isMirrored ? -distance : distance))
            view.contentOffset = CGPoint(x: view.contentOffset.x + move.x, y: view.contentOffset.y + move.y)
        }

        // MARK: Steps

        /// Takes a step and throws unless the view shows what it should.
        func run(_ step: EstimateProgram.Step) throws {
            var random = SplitMix64(seed: step.bits[0])
            var before = place
            var stays = false
            var isRefused = false
            let anchor = layout.engine.anchor
            switch EstimateProgram.kinds[step.kind] {
            case "jump":
                scroll(by: (random.uniform(-0.1, 1.1) * contentLength).rounded() - shownRect.y)
            case "scroll": scroll(by: random.uniform(-400, 400).rounded())
            case "update":
                before = try update(&random)
                stays = anchor == .firstVisible
            case "self-sizing":
                let item = cells.randomElement(using: &random)
                let height = random.uniform(5, 300).rounded()
                let size = size(across: usesFlows ? 40 : 100, along: height)
                view.preferredSize = { $0.indexPath == item?.indexPath ? size : $0.size }
                view.layoutIfNeeded()
                view.preferredSize = nil
                // One that gets shorter may go, and what is behind a bar counts as gone by.
                stays =
                    anchor == .firstVisible && item?.indexPath != before?.path
                    || anchor == .none && view.adjustedContentInset == UIEdgeInsets() && item?.indexPath != before?.path
            case "bounds":
                view.bounds.size = size(
                    across: [100, 160][random.index(below: 2)], along: [200, 320][random.index(below: 2)])
            case "slice":
                layout.continuePreparing(items: [1, 100, 1500][random.index(below: 3)])
                stays = true
            case "reload": view.reloadData()
            case "invalidate": layout.invalidateLayout()
            case "anchor":
                let id = before.map { ElementID(section: $0.path.section, item: $0.path.item) }
                layout.engine.anchor =
                    [.none, .firstVisible, .end, id.map(ScrollAnchor.element) ?? .none][
                        random.index(below: 4)]
            case "refused":
                isRefused = true
                // Where nothing is estimated the view is moved before anything is laid out.
                stays = !layout.engine.cache.isComplete
                invalidate(.resize(section: random.index(below: 9), item: -1, to: [5]), &random)
            case "resize":
                guard let path = randomItem(&random) else { break }
                let value = ItemValue(randomValue(&random, inSection: path.section))
                invalidate(.resize(section: path.section, item: path.item, to: value), &random)
            case "inset":
                let inset = random.uniform(0, 60).rounded()
                view.adjustedContentInset =
                    axis == .vertical
                    ? UIEdgeInsets(top: inset) : isMirrored ? UIEdgeInsets(right: inset) : UIEdgeInsets(left: inset)
            default:
                layout.invalidateAppearance()
                stays = true
            }
            view.layoutIfNeeded()
            try check(errors.isEmpty != isRefused, "errors: \(errors)")
            errors = []
            try checkView()
            // Beyond the ends a view springs back.
            if stays, !usesFlows, let before, before.isInside, isInside {
                let now = view.shown.first { $0.representedElementCategory == .cell && $0.indexPath == before.path }
                let place = now.map { toLayout($0.frame).y - shownRect.y }
                try check(
                    place == before.place, "\(before.path) at \(before.place) went to \(String(describing: place))")
            }
        }

        /// A context that moves the content offset, and resizes an item.
        private func invalidate(_ change: Change, _ random: inout SplitMix64) {
            var engineContext = InvalidationContext()
            engineContext.changes = [change]
            let move = (random.normal() * [10, 1000, 100_000][random.index(below: 3)]).rounded()
            engineContext.contentOffsetAdjustment = axis.transpose(Point(x: 0, y: move))
            let context = EngineInvalidationContext()
            context.engineContext = engineContext
            layout.invalidateLayout(with: context)
        }

        private func randomItem(_ random: inout SplitMix64, in content: Content? = nil) -> LayoutIndexPath? {
            let sections = (content ?? self.content).sections
            guard !sections.isEmpty else { return nil }
            let section = random.index(below: sections.count)
            guard sections[section].count > 0 else { return nil }
            return LayoutIndexPath(item: random.index(below: Int(sections[section].count)), section: section)
        }

        /// Some edits at once, of sections and items together.
        ///
        /// - Returns: The first visible cell that they leave where it is, under its new path, and where it was on the screen.
        private func update(_ random: inout SplitMix64) throws -> (path: IndexPath, place: Double, isInside: Bool)? {
            var transaction = Transaction()
            var announcements: [(UICollectionView) -> Void] = []
            // Sections that are new, and those that items come to.
            var (inserted, targets): (Set<Int>, Set<Int>) = ([], [])
            var (movedSections, movedItems): (Set<Int>, Set<LayoutIndexPath>) = ([], [])
            for _ in 0..<1 + random.index(below: 3) {
                let kind = random.index(below: 8)
                let count = content.sections.count
                // Often near what is shown.
                var path = randomItem(&random)
                if random.index(below: 2) == 0, let shown = view.shown.randomElement(using: &random)?.indexPath {
                    path = LayoutIndexPath(item: shown.item, section: shown.section)
                }
                guard kind == 5 || count > 0 else { continue }
                switch (kind, path) {
                case (0, let path?):
                    targets.insert(path.section)
                    transaction.insertItems(
                        .uniform(count: 1, value: randomValue(&random, inSection: path.section)), at: path)
                    announcements.append { $0.insertItems(at: [IndexPath(item: path.item, section: path.section)]) }
                case (1, let path?):
                    transaction.deleteItems(at: [path])
                    announcements.append { $0.deleteItems(at: [IndexPath(item: path.item, section: path.section)]) }
                case (2, let path?):
                    transaction.reloadItem(at: path, value: randomValue(&random, inSection: path.section))
                    announcements.append { $0.reloadItems(at: [IndexPath(item: path.item, section: path.section)]) }
                case (3, let path?):
                    guard let to = randomItem(&random) else { continue }
                    targets.insert(to.section)
                    movedItems.insert(path)
                    transaction.moveItem(from: path, to: to)
                    announcements.append {
                        $0.moveItem(
                            at: IndexPath(item: path.item, section: path.section),
                            to: IndexPath(item: to.item, section: to.section))
                    }
                case (4, _):
                    let section = random.index(below: count)
                    transaction.deleteSections([section])
                    announcements.append { $0.deleteSections([section]) }
                case (5, _):
                    let section = random.index(below: count + 1)
                    inserted.insert(section)
                    transaction.insertSection(self.section(&random), at: section)
                    announcements.append { $0.insertSections([section]) }
                case (6, _):
                    let (from, to) = (random.index(below: count), random.index(below: count))
                    transaction.moveSection(from: from, to: to)
                    movedSections.insert(from)
                    announcements.append { $0.moveSection(from, toSection: to) }
                case (7, _):
                    let section = random.index(below: count)
                    transaction.reloadSection(at: section, with: self.section(&random))
                    announcements.append { $0.reloadSections([section]) }
                    inserted.formUnion(0...count)
                default: continue
                }
            }
            // A transaction adds items to a section, a view shows those that it has. Edits that contradict each other, or what there
            // is, are none.
            guard inserted.isDisjoint(with: targets), let changes = try? transaction.changes(in: content) else {
                return nil
            }
            var next = content
            for change in changes { try next.apply(change) }
            let map = ElementMap(changes)
            let stays = cells.lazy.compactMap { [isInside] cell -> (path: IndexPath, place: Double, isInside: Bool)? in
                let id = ElementID(section: cell.indexPath.section, item: cell.indexPath.item)
                let isMoved = movedSections.contains(Int(id.section)) || movedItems.contains(LayoutIndexPath(id))
                // In a flow, rows change with what is before them, and which item is the first in view.
                guard !isMoved, !self.usesFlows, let new = map.new(of: id) else { return nil }
                return (
                    IndexPath(item: Int(new.item), section: Int(new.section)),
                    self.toLayout(cell.frame).y - self.shownRect.y, isInside
                )
            }.first
            view.performBatchUpdates {
                content = next
                for announce in announcements { announce(view) }
            }
            return stays
        }

        // MARK: Checks

        /// The visible cells along the axis.
        private var cells: [UICollectionViewLayoutAttributes] {
            view.shown.filter { $0.representedElementCategory == .cell }.sorted { $0.indexPath < $1.indexPath }
        }

        /// The first visible cell, and where it is on the screen.
        private var place: (path: IndexPath, place: Double, isInside: Bool)? {
            guard let first = cells.first else { return nil }
            return (first.indexPath, toLayout(first.frame).y - shownRect.y, isInside)
        }

        /// Whether the view is where it can rest, and not at an end.
        private var isInside: Bool {
            shownRect.y > 0 && shownRect.maxY < contentLength
        }

        /// Throws unless the view knows the content size, and rows fill it.
        private func checkView() throws {
            let engine = layout.engine
            let size = engine.collectionViewContentSize
            try check(
                view.contentSize == CGSize(width: size.width, height: size.height),
                "content size \(view.contentSize), expected \(size)")
            let offset = Point(x: view.contentOffset.x, y: view.contentOffset.y)
            try check(engine.contentOffset == offset, "the engine is at \(engine.contentOffset), the view at \(offset)")
            try check(
                engine.content.sections.map(\.count) == content.sections.map(\.count), "the content is another one")
            let cells = cells
            if !engine.effects.isEmpty, let first = cells.first {
                let headers = view.shown.filter { $0.representedElementCategory == .supplementaryView }
                let header = headers.first { $0.indexPath.section == first.indexPath.section }
                let (pin, end) = (header.map { toLayout($0.frame).y }, toLayout(first.frame).maxY)
                try check(
                    pin.map { $0 <= shownRect.y + 60 || $0 <= end } ?? false,
                    "the header of \(first.indexPath) is at \(String(describing: pin)) in \(shownRect)")
            }
            if usesFlows { return }
            var (end, section) = (max(shownRect.y, 0), cells.first?.indexPath.section ?? 0)
            for (index, cell) in cells.enumerated() {
                let headers =
                    headerLength * Double(cell.indexPath.section - section + (index == 0 ? content.sections.count : 0))
                let gap = toLayout(cell.frame).y - end
                try check(index == 0 ? gap <= headers : gap == headers, "a gap of \(gap) before \(cell.indexPath)")
                (end, section) = (toLayout(cell.frame).maxY, cell.indexPath.section)
            }
            let room = min(shownRect.maxY, contentLength) - end
            try check(
                room <= headerLength * Double(content.sections.count), "a gap of \(room) behind \(cells.count) cells")
        }

        /// Has everything laid out, and throws unless that is what a linear scan lays out.
        func finish() throws {
            var slices = 0
            while !layout.continuePreparing(items: 5000) {
                view.layoutIfNeeded()
                try checkView()
                slices += 1
                try check(slices < 100, "there is no end")
            }
            view.layoutIfNeeded()
            try checkView()
            let engine = layout.engine
            var oracle = FullArrayCache()
            try oracle.prepare(engine.content)
            try check(axis.transpose(oracle.contentSize) == engine.collectionViewContentSize, "another size")
            if let difference = expectEquivalent(engine.cache, oracle, [.everything]) { throw CheckFailure(difference) }
        }
    }
#endif
