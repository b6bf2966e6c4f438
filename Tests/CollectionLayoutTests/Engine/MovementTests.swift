import CollectionLayout
import Testing

/// Items that a finger moves.
@Suite struct MovementTests {
    @Test(arguments: Axis.allCases)
    func theCentreFollowsTheFinger(_ axis: Axis) throws {
        let engine = try listEngine(axis)
        let position = Point(x: 33, y: 77)
        let path = LayoutIndexPath(0, 3)
        let moved = try #require(
            engine.layoutAttributesForInteractivelyMovingItem(at: path, withTargetPosition: position))
        #expect(moved.center == position && moved.zIndex == .max && moved.id.item == 3)
        #expect(moved.size == engine.layoutAttributesForItem(at: path)?.size)
        let none = engine.layoutAttributesForInteractivelyMovingItem(
            at: LayoutIndexPath(0, 20), withTargetPosition: position)
        #expect(none == nil)
    }

    @Test(arguments: Axis.allCases)
    func targets(_ axis: Axis) throws {
        let engine = try listEngine(axis, counts: [5, 0, 4], headerLength: 30)
        func target(_ along: Double, across: Double = 50) -> LayoutIndexPath {
            engine.targetIndexPath(
                forInteractivelyMovingItem: LayoutIndexPath(0, 1),
                withPosition: axis.transpose(Point(x: across, y: along)))
        }
        #expect(target(40) == LayoutIndexPath(0, 0))
        #expect(target(260) == LayoutIndexPath(0, 4))
        // The edge between two rows belongs to the latter, as that at which the content begins belongs to it.
        #expect(target(130) == LayoutIndexPath(0, 2))
        #expect(target(129.5) == LayoutIndexPath(0, 1))
        #expect(target(40, across: 0) == LayoutIndexPath(0, 0))
        // Beside the content it stays.
        #expect(target(40, across: 100) == LayoutIndexPath(0, 1))
        #expect(target(40, across: 150) == LayoutIndexPath(0, 1))
        // A header stands for the beginning of its section, an empty one as well.
        #expect(target(10) == LayoutIndexPath(0, 0))
        #expect(target(290) == LayoutIndexPath(1, 0))
        #expect(target(330) == LayoutIndexPath(2, 0))
    }

    @Test func theTopmostElementCounts() throws {
        var engine = try listEngine(offset: 160, headerLength: 30)
        let position = Point(x: 50, y: 170)
        func target() -> LayoutIndexPath {
            engine.targetIndexPath(forInteractivelyMovingItem: LayoutIndexPath(0, 9), withPosition: position)
        }
        #expect(target() == LayoutIndexPath(0, 2))
        // A pinned header lies above the row, and may be all there is where the content scrolls under the finger.
        engine.effects = EffectLayer([StickyEffect(.start)])
        #expect(target() == LayoutIndexPath(0, 2))
        engine.contentOffset.y = 0
        let header = engine.targetIndexPath(
            forInteractivelyMovingItem: LayoutIndexPath(0, 9), withPosition: Point(x: 50, y: 10))
        #expect(header == LayoutIndexPath(0, 0))
    }

    /// Whatever its number in its section: here the first item of a section lies over the second one of the section before.
    @Test func theLastOfManySectionsIsOnTop() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let canvas = try content.addLayout(FreeFormLayout())
        try content.appendSection(layout: canvas, values: [0, 0, 50, 50, 0, 0, 50, 50])
        try content.appendSection(layout: canvas, values: [0, -50, 50, 50])
        for strategy in CacheStrategy.all {
            func check<Cache: AttributeCache>(_ cache: Cache) throws {
                let engine = try CollectionLayoutEngine<Cache>(
                    content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
                let target = engine.targetIndexPath(
                    forInteractivelyMovingItem: LayoutIndexPath(0, 0), withPosition: Point(x: 25, y: 25))
                #expect(target == LayoutIndexPath(1, 0), "\(strategy.id)")
            }
            try check(strategy.make())
        }
    }

    @Test func footersStandForTheEnd() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout(lineSpacing: 0))
        for _ in 0..<2 {
            try content.appendUniformSection(
                layout: list, count: 2, value: [50], footer: Size(width: 100, height: 20), background: .background)
        }
        let engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        let footer = Point(x: 50, y: 110)
        func target(_ path: LayoutIndexPath) -> LayoutIndexPath {
            engine.targetIndexPath(forInteractivelyMovingItem: path, withPosition: footer)
        }
        #expect(target(LayoutIndexPath(0, 0)) == LayoutIndexPath(0, 1))
        #expect(target(LayoutIndexPath(1, 0)) == LayoutIndexPath(0, 2))
    }

    @Test func contexts() throws {
        let engine = try listEngine()
        let (from, to) = (LayoutIndexPath(0, 2), LayoutIndexPath(0, 5))
        let moving = engine.invalidationContext(
            forInteractivelyMovingItems: [to], withTargetPosition: Point(x: 1, y: 2), previousIndexPaths: [from],
            previousPosition: .zero)
        #expect(moving.previousIndexPathsForInteractivelyMovingItems == [from])
        #expect(moving.targetIndexPathsForInteractivelyMovingItems == [to])
        #expect(moving.interactiveMovementTarget == Point(x: 1, y: 2))
        #expect(moving.invalidatedItemIndexPaths == [from, to])
        let ended = engine.invalidationContextForEndingInteractiveMovementOfItems(
            toFinalIndexPaths: [to], previousIndexPaths: [from], movementCancelled: false)
        #expect(ended.targetIndexPathsForInteractivelyMovingItems == [to] && ended.interactiveMovementTarget == nil)
        let cancelled = engine.invalidationContextForEndingInteractiveMovementOfItems(
            toFinalIndexPaths: [to], previousIndexPaths: [from], movementCancelled: true)
        #expect(cancelled.targetIndexPathsForInteractivelyMovingItems == [from])
        #expect(cancelled.invalidatedItemIndexPaths == [from])
    }

    /// Items that are dropped together stand where they were dropped, those included whose paths are the former ones.
    @Test(arguments: [
        // Out of the first section before one that stays at its place of the second one.
        (from: [LayoutIndexPath(0, 5), LayoutIndexPath(1, 3)], to: [LayoutIndexPath(1, 2), LayoutIndexPath(1, 3)]),
        (from: [LayoutIndexPath(0, 2), LayoutIndexPath(0, 0)], to: [LayoutIndexPath(0, 2), LayoutIndexPath(0, 3)]),
    ])
    func droppedTogether(_ item: (from: [LayoutIndexPath], to: [LayoutIndexPath])) throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout())
        // Lengths tell the items apart.
        for section in 0..<2 {
            try content.appendSection(layout: list, values: (0..<6).map { Double(10 + 100 * section + $0) })
        }
        var engine = try Engine(content, bounds: Rect(x: 0, y: 0, width: 100, height: 200))
        func length(_ path: LayoutIndexPath) throws -> Double {
            try #require(engine.layoutAttributesForItem(at: path)).frame.height
        }
        let lengths = try item.from.map(length)
        let others = try (0..<2).flatMap { section in
            try (0..<6).map { LayoutIndexPath(section, $0) }.filter { !item.from.contains($0) }.map(length)
        }
        engine.invalidateLayout(
            with: engine.invalidationContextForEndingInteractiveMovementOfItems(
                toFinalIndexPaths: item.to, previousIndexPaths: item.from, movementCancelled: false))
        try engine.prepare()
        #expect(try item.to.map(length) == lengths)
        let rest = try (0..<2).flatMap { section in
            try (0..<Int(engine.content.sections[section].count)).map { LayoutIndexPath(section, $0) }
                .filter { !item.to.contains($0) }.map(length)
        }
        #expect(rest == others)
    }

    /// From 300 pt/s 60 pt before an edge to 600 at the edge, in the view from 100 to 300.
    @Test(arguments: Axis.allCases)
    func autoscroll(_ axis: Axis) throws {
        var engine = try listEngine(axis, offset: 100)
        func velocity(_ along: Double) -> Double {
            let velocity = engine.autoscrollVelocity(
                forInteractiveMovementAt: axis.transpose(Point(x: 50, y: along)))
            #expect(axis.transpose(velocity).x == 0)
            return axis.transpose(velocity).y
        }
        #expect(
            [90, 100, 130, 159, 160, 200, 240, 270, 300, 350].map(velocity) == [
                -600, -600, -450, -305, 0, 0, 0, 450, 600, 600,
            ])
        engine.contentOffset = .zero
        #expect(velocity(0) == 0 && velocity(200) == 600)
        engine.contentOffset = axis.transpose(Point(x: 0, y: 800))
        #expect(velocity(800) == -600 && velocity(1000) == 0)
    }
}
