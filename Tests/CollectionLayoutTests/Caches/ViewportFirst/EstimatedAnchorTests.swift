import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Anchors where lengths are estimated, or come to be: only what is on the screen can stay there.
@Suite struct EstimatedAnchorTests {
    private typealias Engine = CollectionLayoutEngine<ViewportFirstCache>

    /// Rows in a view of 100 × 200 pt.
    private func engine(_ lengths: [Double]) throws -> Engine {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: list, values: lengths)
        return try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
    }

    /// Rows that are longer the farther down they are: estimates from the beginning are far off.
    private func growingRows(_ count: Int) throws -> Engine {
        try engine((0..<count).map { 20 + Double($0 / 8) * 0.125 })
    }

    private func layOutAll(_ engine: inout Engine) throws {
        while try !engine.continuePreparing(items: 100_000) {}
    }

    /// Where rows are on the screen, by item.
    private func places(_ engine: Engine) -> [Int32: Double] {
        let rows = engine.layoutAttributesForElements(in: engine.bounds)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.id.item, $0.frame.y - engine.bounds.y) })
    }

    /// What was laid out and is estimated again: the rows in view stay, whatever the anchor, and are there in the end.
    @Test(
        arguments: [ScrollAnchor.none, .firstVisible, .end, .element(ElementID(section: 0, item: 3))], [false, true])
    func laidOutAnewInTheMiddle(_ anchor: ScrollAnchor, _ isResized: Bool) throws {
        var engine = try growingRows(20_000)
        try layOutAll(&engine)
        engine.anchor = anchor
        engine.contentOffset.y = 200_000
        let before = places(engine)
        #expect(before.count > 2)
        if isResized {
            engine.bounds.width = 110
        } else {
            engine.invalidateLayout()
        }
        try engine.prepare()
        #expect(!engine.cache.isComplete)
        func staying() -> [Int32: Double] { places(engine).filter { before[$0.key] != nil } }
        #expect(staying() == before)
        try layOutAll(&engine)
        #expect(staying() == before && engine.contentOffset.y == 200_000)
    }

    /// A header or a footer that is the anchor stays while what is before it is laid out, in slices of all sizes; to show it takes no
    /// more items than to show a row.
    @Test(arguments: [ElementKind.header, .footer], [100, 1500])
    func headersAndFooters(_ kind: ElementKind, _ items: Int) throws {
        var content = try Content(bounds: Size(width: 200, height: 400))
        let list = try content.addLayout(ListLayout())
        for section in 0..<60 {
            try content.appendUniformSection(
                layout: list, count: section == 50 ? 20_000 : 100, value: [section < 20 ? 20 : 90],
                header: Size(width: 200, height: 30), footer: Size(width: 200, height: 30))
        }
        for section in [40, 50] {
            var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 200, height: 400))
            let id = ElementID(section: section, item: 0, kind: kind)
            // The place of an element that is estimated changes as it comes near.
            for _ in 0..<64 { engine.contentOffset.y = try #require(engine.cache.frame(of: id)).y - 200 }
            let placed = engine.cache.itemsPlaced
            engine.anchor = .element(id)
            engine.invalidateLayout()
            try engine.prepare()
            #expect(!engine.cache.isComplete && engine.cache.itemsPlaced - placed < 6000)
            func place() throws -> Double { try #require(engine.cache.frame(of: id)).y - engine.contentOffset.y }
            let before = try place()
            #expect((0...400).contains(before))
            while try !engine.continuePreparing(items: items) { #expect(try place() == before) }
            #expect(try place() == before)
        }
    }

    /// The end stays at the view's far edge in bounds of another size, though it is not as long as was estimated.
    @Test func endInNewBounds() throws {
        try withEvery("seed", in: 0..<60 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var engine = try engine((0..<3000).map { _ in random.uniform(20, 90) })
            try layOutAll(&engine)
            engine.anchor = .end
            engine.contentOffset.y = engine.collectionViewContentSize.height - 200
            engine.bounds.height = 100 + Double(random.index(below: 300))
            try engine.prepare()
            try check(engine.bounds.maxY == engine.collectionViewContentSize.height, "not at the end")
            try layOutAll(&engine)
            try check(engine.bounds.maxY == engine.collectionViewContentSize.height, "not at the end any more")
        }
    }

    /// An element that is the anchor, but out of view, stays the anchor; what stays in place is what is in view.
    @Test(arguments: [5000, 500, 2])
    func anchorOutOfView(_ item: Int) throws {
        var engine = try growingRows(6000)
        engine.contentOffset.y = 120_000
        engine.anchor = .element(ElementID(section: 0, item: 10))
        let before = places(engine)
        let first = try #require(before.keys.min())
        try engine.prepareForCollectionViewUpdates([
            .insertItems(section: 0, at: item, .uniform(count: 3, value: [77]))
        ])
        let shift: Int32 = item < Int(first) ? 3 : 0
        #expect(places(engine) == Dictionary(uniqueKeysWithValues: before.map { ($0 + shift, $1) }))
        #expect(engine.anchor == .element(ElementID(section: 0, item: item < 10 ? 13 : 10)))
    }

    /// Without an anchor the context of a row that has measured itself and the layout do not both move the offset.
    @Test func measuredAbove() throws {
        var engine = try engine([Double](repeating: 50, count: 6000))
        engine.contentOffset.y = 500
        try engine.measure(2, height: 80)
        try engine.prepare()
        #expect(engine.contentOffset.y == 530)
    }

    /// A row that is moved away does not take the view along; its neighbour stays.
    @Test func movedAway() throws {
        var engine = try engine([Double](repeating: 50, count: 6000))
        engine.contentOffset.y = 400
        try engine.prepareForCollectionViewUpdates([
            .moveItem(from: LayoutIndexPath(0, 8), to: LayoutIndexPath(0, 5999))
        ])
        #expect(places(engine) == [7: 0, 8: 50, 9: 100, 10: 150])
    }

    /// A view at the beginning shows what comes there, among estimates as without them.
    @Test(arguments: [500, 5000]) func atTheBeginning(_ count: Int) throws {
        func content(header: Double) throws -> Content {
            var content = try Content(bounds: Size(width: 100, height: 200))
            let list = try content.addLayout(ListLayout())
            try content.appendSection(
                layout: list, values: (0..<count).map { 44 + Double($0 % 2) }, header: Size(width: 100, height: header))
            return content
        }
        var engine = try Engine(content(header: 44), bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        #expect(engine.cache.isComplete == (count == 500))
        try engine.prepareForCollectionViewUpdates([.insertItems(section: 0, at: 0, .uniform(count: 1, value: [100]))])
        #expect(engine.contentOffset.y == 0)
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0))?.frame.y == 44)
        engine.reloadData(try content(header: 0))
        try engine.prepare()
        #expect(engine.contentOffset.y == 0)
        #expect(engine.layoutAttributesForItem(at: LayoutIndexPath(0, 0))?.frame.y == 0)
    }

    /// Scrolls, slices, edits, measured rows and new bounds in whatever order, with whatever anchor: what should stay on the screen
    /// does, rows fill it, and in the end all is where it is without estimates.
    @Test(arguments: Axis.allCases, [false, true])
    func randomChanges(_ axis: Axis, _ isMirrored: Bool) throws {
        try withEvery("seed", in: 0..<25 as Range<UInt64>) { seed in
            var random = SplitMix64(seed: seed)
            var world = try EstimatedWorld(axis, isMirrored, &random)
            for _ in 0..<12 { try world.step(&random) }
            while try !world.engine.continuePreparing(items: 3000) {}
            let eager = try CollectionLayoutEngine<FullArrayCache>(world.engine.content, bounds: world.engine.bounds)
            try check(eager.cache.contentSize == world.engine.cache.contentSize, "another length")
            if let difference = expectEquivalent(world.engine.cache, eager.cache, [everything]) {
                throw CheckFailure("\(difference)")
            }
        }
    }
}

/// Rows of two sections that are laid out little by little, and what should stay of them.
private struct EstimatedWorld {
    var engine: CollectionLayoutEngine<ViewportFirstCache>

    init(_ axis: Axis, _ isMirrored: Bool, _ random: inout SplitMix64) throws {
        let size = axis.transpose(Size(width: 100, height: 200))
        var content = try Content(axis: axis, bounds: size)
        let list = try content.addLayout(ListLayout(lineSpacing: 2))
        for longest in [40.0, 90] {
            try content.appendSection(layout: list, values: (0..<1500).map { _ in random.uniform(20, longest) })
        }
        engine = try CollectionLayoutEngine(content, bounds: Rect(origin: .zero, size: size))
        engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
        engine.layoutDirection = .rightToLeft
    }

    private var isReversed: Bool { engine.isMirrored && engine.scrollAxis == .horizontal }
    private var length: Double { engine.scrollAxis.transpose(engine.collectionViewContentSize).height }

    /// How far the near edge of the view is from the content's beginning, and how far its far edge is from the end.
    private var distances: (near: Double, far: Double) {
        let view = engine.scrollAxis.transpose(engine.bounds)
        return isReversed ? (length - view.maxY, view.y) : (view.y, length - view.maxY)
    }

    /// Where an element is on the screen, from the view's near edge.
    private func place(_ id: ElementID) -> Double? {
        let axis = engine.scrollAxis
        return engine.layoutAttributes(for: id).map {
            let (frame, view) = (axis.transpose($0.frame), axis.transpose(engine.bounds))
            return isReversed ? view.maxY - frame.maxY : frame.y - view.y
        }
    }

    /// The rows in view, from its near edge on.
    private var visible: [(id: ElementID, place: Double)] {
        engine.layoutAttributesForElements(in: engine.bounds).map { ($0.id, place($0.id)!) }
            .sorted { $0.place < $1.place }
    }

    private enum Step: CaseIterable { case scroll, chooseAnchor, layOutMore, measure, resize, insert, delete }

    /// Changes something, and checks what should stay.
    mutating func step(_ random: inout SplitMix64) throws {
        let (before, shown) = (self, visible)
        let step = Step.allCases[random.index(below: Step.allCases.count)]
        let map = try take(step, shown.map(\.id), &random)
        try checkFilled()
        guard step != .scroll, step != .chooseAnchor else { return }
        let isEstimated = !before.engine.cache.isComplete || !engine.cache.isComplete
        switch before.engine.anchor {
        case .none where !isEstimated: break
        case .none where before.distances.near <= 0:
            try check(distances.near == before.distances.near, "\(step): the beginning moved")
        case .end where !isEstimated || before.distances.far <= 0:
            try check(distances.far == before.distances.far, "\(step): the end moved")
        case .element(let id) where !isEstimated || shown.contains { $0.id == id }:
            try checkStays((id, before.place(id)!), map, "\(step)")
        default: try checkStays(shown[0], map, "\(step)")
        }
    }

    private mutating func take(_ step: Step, _ shown: [ElementID], _ random: inout SplitMix64) throws -> ElementMap {
        let axis = engine.scrollAxis
        let (section, first) = (Int(shown[0].section), Int(shown[0].item))
        let last = Int(engine.content.sections[section].count) - 1
        let item = min(max(first + random.index(below: 12) - 8, 0), last)
        switch step {
        case .scroll:
            let offset = random.uniform(0, length - 200)
            engine.contentOffset = axis.transpose(Point(x: 0, y: (offset * 8).rounded() / 8))
        case .chooseAnchor:
            let elements = [shown[random.index(below: shown.count)], ElementID(section: 0, item: 1)]
            let anchors = [.none, .firstVisible, .end] + elements.map(ScrollAnchor.element)
            engine.anchor = anchors[random.index(below: anchors.count)]
        case .layOutMore: try engine.continuePreparing(items: random.index(below: 900))
        case .measure:
            let original = engine.layoutAttributes(for: ElementID(section: section, item: item))!
            var preferred = original
            preferred.size = axis.transpose(Size(width: 100, height: 61))
            engine.invalidateLayout(
                with: engine.invalidationContext(
                    forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
            try engine.prepare()
        case .resize:
            let size = axis.transpose(Size(width: 100, height: 150 + Double(random.index(below: 100))))
            try engine.prepareForAnimatedBoundsChange(to: Rect(origin: engine.contentOffset, size: size))
        case .insert:
            return try engine.prepareForCollectionViewUpdates([
                .insertItems(section: section, at: item, .uniform(count: 1 + random.index(below: 30), value: [33]))
            ])
        case .delete:
            // What stays if the first visible row goes is for other tests.
            guard item + 2 < first else { break }
            return try engine.prepareForCollectionViewUpdates([.deleteItems(section: section, item..<item + 2)])
        }
        return ElementMap()
    }

    private func checkStays(_ row: (id: ElementID, place: Double), _ map: ElementMap, _ context: String) throws {
        guard let id = map.new(of: row.id) else { return }
        try check(place(id) == row.place, "\(context): \(row.id) moved from \(row.place) to \(place(id) ?? .nan)")
    }

    /// The rows in view follow one another from edge to edge, unless the content ends there.
    private func checkFilled() throws {
        let rows = visible
        let view = engine.scrollAxis.transpose(engine.bounds)
        guard distances.near < length, distances.near + view.height > 0 else { return }
        try check(!rows.isEmpty, "nothing is visible at \(engine.bounds)")
        func end(_ row: (id: ElementID, place: Double)) -> Double {
            row.place + engine.scrollAxis.transpose(engine.layoutAttributes(for: row.id)!.frame).height
        }
        for (row, next) in zip(rows, rows.dropFirst()) where row.id.section == next.id.section {
            try check(next.place - end(row) == 2 && next.id.item == row.id.item + 1, "a gap behind \(row.id)")
        }
        try check(rows[0].place <= 2 || distances.near <= 0, "a gap before \(rows[0])")
        try check(end(rows.last!) >= view.height - 2 || distances.far <= 0, "a gap behind \(rows.last!)")
    }
}
