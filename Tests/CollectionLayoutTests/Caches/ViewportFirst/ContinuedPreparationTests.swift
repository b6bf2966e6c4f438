import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// The façade over a layout that is still estimated: what is on the screen stays there.
@Suite struct ContinuedPreparationTests {
    private typealias Engine = CollectionLayoutEngine<ViewportFirstCache>

    /// Rows of lengths that grow towards the end, so that estimates from the beginning are far off.
    private func engine(
        _ axis: Axis = .vertical, sections: Int = 1, seed: UInt64 = 1, layout: any SectionLayout = ListLayout()
    ) throws -> Engine {
        var random = SplitMix64(seed: seed)
        let size = axis.transpose(Size(width: 100, height: 200))
        var content = try Content(axis: axis, bounds: size)
        let list = try content.addLayout(layout)
        let isList = layout is ListLayout
        for section in 0..<sections {
            let values = (0..<6000 / sections).flatMap { item -> [Double] in
                let length = random.uniform(20, 40 + Double(section * 6000 / sections + item) / 60)
                return isList ? [length] : [random.uniform(15, 60), length]
            }
            try content.appendSection(layout: list, values: values)
        }
        return try Engine(content, bounds: Rect(origin: .zero, size: size))
    }

    private func along(_ engine: Engine, _ id: ElementID) throws -> Double {
        let frame = try #require(engine.layoutAttributes(for: id)).frame
        let (axis, bounds) = (engine.scrollAxis, engine.bounds)
        // Mirrored elements keep their right edge.
        return engine.isMirrored && axis == .horizontal
            ? bounds.maxX - frame.maxX : axis.transpose(frame).y - axis.transpose(bounds).y
    }

    private func visible(_ engine: Engine) -> [ElementID] {
        engine.layoutAttributesForElements(in: engine.bounds).map(\.id)
    }

    private func scroll(_ engine: inout Engine, to y: Double) {
        let axis = engine.scrollAxis
        engine.contentOffset = axis.transpose(Point(x: 0, y: (y * 1024).rounded() / 1024))
    }

    private func length(_ engine: Engine) -> Double {
        engine.scrollAxis.transpose(engine.collectionViewContentSize).height
    }

    /// Through all slices, along both axes, mirrored and not: from the top, the middle, the end and a little before it.
    @Test(arguments: Axis.allCases, [false, true])
    func nothingMoves(_ axis: Axis, _ isMirrored: Bool) throws {
        for sections in [1, 60] {
            for part in [0, 0.2, 0.5, 0.999, 1] {
                for items in [100, 1500] {
                    var engine = try engine(axis, sections: sections)
                    engine.flipsHorizontallyInOppositeLayoutDirection = isMirrored
                    engine.layoutDirection = .rightToLeft
                    scroll(&engine, to: (length(engine) - 200) * part)
                    let ids = visible(engine)
                    #expect(ids.count >= 3, "\(part)")
                    let places = try ids.map { try along(engine, $0) }
                    var estimates: Set<Double> = []
                    while try !engine.continuePreparing(items: items) {
                        estimates.insert(length(engine))
                        // Rows of a list are where they are relative to one another: none may move by one bit.
                        let now = try ids.map { try along(engine, $0) }
                        #expect(now == places)
                        #expect(visible(engine) == ids)
                    }
                    let now = try ids.map { try along(engine, $0) }
                    #expect(now == places)
                    #expect(visible(engine) == ids)
                    // There was something to stay put against.
                    #expect(estimates.count > 2)
                    let eager = try CollectionLayoutEngine<FullArrayCache>(engine.content, bounds: engine.bounds)
                    #expect(eager.cache.contentSize == engine.cache.contentSize)
                    if let difference = expectEquivalent(engine.cache, eager.cache, [everything]) {
                        Issue.record("\(difference)")
                    }
                }
            }
        }
    }

    /// A chat opened at its end shows the end, to the last bit, all the time.
    @Test(arguments: [ScrollAnchor.none, .end, .firstVisible])
    func chatAtTheEnd(_ anchor: ScrollAnchor) throws {
        var engine = try engine(sections: 60)
        engine.anchor = anchor
        scroll(&engine, to: length(engine) - 200)
        let last = ElementID(section: 59, item: 99)
        #expect(visible(engine).contains(last))
        func checkEnd() throws {
            let frame = try #require(engine.layoutAttributes(for: last)).frame
            #expect(frame.maxY == engine.bounds.maxY)
            #expect(engine.contentOffset.y == length(engine) - 200)
        }
        try checkEnd()
        var isDone = false
        while !isDone {
            isDone = try engine.continuePreparing(items: 500)
            try checkEnd()
        }
    }

    /// A chosen anchor stays, and so does the first visible item where none is chosen, also where rows are provisional.
    @Test(arguments: [false, true])
    func anchorsInProvisionalRows(_ isChosen: Bool) throws {
        var engine = try engine(layout: FlowLayout(lineSpacing: 3, itemSpacing: 4))
        scroll(&engine, to: length(engine) * 0.6)
        let ids = visible(engine)
        let id = isChosen ? try #require(ids.last) : try #require(ids.first)
        if isChosen { engine.anchor = .element(id) }
        let place = try along(engine, id)
        // The first one of its row may become the second one.
        while try !engine.continuePreparing(items: 200) {
            guard isChosen else {
                let tops = engine.layoutAttributesForElements(in: engine.bounds).map(\.frame.y)
                #expect(tops.min()! <= engine.bounds.y + place)
                continue
            }
            let now = try along(engine, id)
            #expect(now == place)
        }
        if isChosen {
            let now = try along(engine, id)
            #expect(now == place)
        }
    }

    /// Scrolling on and back, jumping, and slices in between: rows fill the screen and move by as much as was scrolled.
    @Test(arguments: 0..<6 as Range<UInt64>, [1, 60])
    func scrolling(_ seed: UInt64, _ sections: Int) throws {
        var random = SplitMix64(seed: seed)
        var engine = try engine(sections: sections, seed: seed)
        for step in 0..<150 {
            var before: [ElementID: Double] = [:]
            for id in visible(engine) { before[id] = try along(engine, id) }
            let distances: [Double] = [random.uniform(-190, 190), random.uniform(-900, 900), -150, 150]
            let distance = distances[Int(seed) % 4]
            let offset = min(max(engine.contentOffset.y + distance, 0), length(engine) - 200)
            let isJump = step % 40 == 20
            let target = isJump ? random.uniform(0, length(engine) - 200) : offset
            let former = engine.contentOffset.y
            let moved = (target * 1024).rounded() / 1024 - former
            scroll(&engine, to: target)
            try checkFilled(engine, "seed \(seed), step \(step)")
            if !isJump {
                for id in visible(engine) {
                    guard let place = before[id] else { continue }
                    try check(along(engine, id) == place - moved, "\(id) moved by another distance in step \(step)")
                }
            }
            if step % 5 == 4 { try engine.continuePreparing(items: 40) }
            try checkFilled(engine, "seed \(seed), after the slice of step \(step)")
        }
    }

    /// The rows on the screen follow one another, without a gap, from edge to edge.
    private func checkFilled(_ engine: Engine, _ context: String) throws {
        let rows = engine.layoutAttributesForElements(in: engine.bounds).sorted { $0.frame.y < $1.frame.y }
        try check(!rows.isEmpty, "\(context): nothing is visible at \(engine.bounds)")
        for (row, next) in zip(rows, rows.dropFirst()) {
            try check(row.frame.maxY == next.frame.y && row.id < next.id, "\(context): a gap behind \(row.id)")
        }
        let (first, last) = (rows.first!, rows.last!)
        let isFirst = first.id == ElementID(section: 0, item: 0)
        let isLast =
            Int(last.id.section) == engine.content.sections.count - 1
            && last.id.item == engine.content.sections.last!.count - 1
        try check(isFirst || first.frame.y <= engine.bounds.minY, "\(context): \(first.id) is the first one")
        try check(isLast || last.frame.maxY >= engine.bounds.maxY, "\(context): \(last.id) is the last one")
        if isFirst { try check(first.frame.y == 0, "\(context): the first row stands at \(first.frame.y)") }
        if isLast {
            try check(last.frame.maxY == length(engine), "\(context): the content does not end with its last row")
        }
    }

    /// Edits before everything is laid out: what is visible stays, with whatever anchor.
    @Test(arguments: [ScrollAnchor.none, .firstVisible, .end])
    func edits(_ anchor: ScrollAnchor) throws {
        for sections in [1, 60] {
            for part in [0.02, 0.5, 1] {
                var engine = try engine(sections: sections)
                engine.anchor = anchor
                scroll(&engine, to: (length(engine) - 200) * part)
                let ids = visible(engine)
                let kept = try #require(part == 1 && anchor == .end ? ids.last : ids.first)
                let place = try along(engine, kept)
                // Before what is visible, and behind it.
                let last = sections - 1
                let count = Int(engine.content.sections[last].count)
                let map = try engine.prepareForCollectionViewUpdates([
                    .insertItems(section: 0, at: 0, .uniform(count: 3, value: [77])),
                    .resize(section: last, item: count / 2, to: [99]),
                ])
                #expect(!engine.cache.isComplete)
                let new = try #require(map.new(of: kept))
                try checkFilled(engine, "\(anchor), \(part)")
                var isDone = false
                while !isDone {
                    let now = try along(engine, new)
                    #expect(now == place)
                    isDone = try engine.continuePreparing(items: 700)
                }
                let now = try along(engine, new)
                #expect(now == place)
            }
        }
    }

    /// A refused edit moves nothing; a turned screen keeps the first visible item.
    @Test func refusedEditsAndNewBounds() throws {
        var engine = try engine(layout: FlowLayout(lineSpacing: 3, itemSpacing: 4))
        engine.anchor = .firstVisible
        scroll(&engine, to: length(engine) / 2)
        let before = engine
        #expect(throws: LayoutError.self) {
            try engine.prepareForCollectionViewUpdates([
                .deleteItems(section: 0, 0..<2), .deleteItems(section: 1, 0..<1),
            ])
        }
        #expect(engine.bounds == before.bounds && visible(engine) == visible(before))
        let rows = engine.layoutAttributesForElements(in: engine.bounds)
        let first = try #require(rows.min { ($0.frame.y, $0.id) < ($1.frame.y, $1.id) }).id
        let place = try along(engine, first)
        engine.bounds = Rect(origin: engine.contentOffset, size: Size(width: 200, height: 100))
        try engine.prepare()
        #expect(!engine.cache.isComplete)
        let now = try along(engine, first)
        #expect(now == place)
        while try !engine.continuePreparing(items: 900) { #expect(visible(engine).count > 2) }
    }

    /// What an effect carries into view is found wherever the view has been scrolled to, and not only what has stood near it.
    @Test func effectsCarryIntoView() throws {
        var content = try Content(bounds: Size(width: 100, height: 200))
        let list = try content.addLayout(ListLayout(lineSpacing: 0))
        try content.appendSection(layout: list, values: (0..<20_000).map { Double(10 + $0 % 7) })
        var engine = try CollectionLayoutEngine<ViewportFirstCache>(
            content, bounds: Rect(x: 0, y: 100_000, width: 100, height: 200))
        engine.effects = EffectLayer([ElasticEffect()])
        for _ in 0..<200 {
            engine.contentOffset.y -= 7
            let found = engine.layoutAttributesForElements(in: engine.bounds)
            let first = Int(try #require(found.first).id.item)
            let before = (first - 20..<first).compactMap {
                engine.layoutAttributesForItem(at: LayoutIndexPath(item: $0, section: 0))
            }
            #expect(!before.contains { $0.frame.intersects(engine.bounds) }, "at \(engine.contentOffset.y)")
        }
        #expect(!engine.cache.isComplete)
    }
}
