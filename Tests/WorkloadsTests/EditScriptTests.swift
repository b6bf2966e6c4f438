import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What each trace with edits says it does.
@Suite struct EditScriptTests {
    typealias Engine = CollectionLayoutEngine<FullArrayCache>

    /// Records a trace; `body` gets each frame with the engine before and after it.
    private func play(
        _ id: String, on dataset: String, n: Int = 400, frames: Int = 300,
        _ body: (_ frame: EditFrame, _ before: Engine, _ after: Engine) throws -> Void
    ) throws {
        let replay = try EditReplay(
            #require(EditTrace.named(id)), on: #require(Dataset.named(dataset)), n: n, frames: frames)
        var engine = try replay.engine(FullArrayCache.self)
        for frame in replay.frames {
            let before = engine
            try frame.apply(to: &engine)
            try body(frame, before, engine)
        }
    }

    /// All frames of a layout, in the order of their elements.
    private func layout(_ engine: Engine) -> [Rect] {
        engine.layoutAttributesForElements(
            in: Rect(x: -1, y: -1, width: 1e6, height: engine.collectionViewContentSize.height + 2)
        ).map(\.frame)
    }

    @Test func rotationSwapsWidthAndHeight() throws {
        for dataset in ["photo-grid", "photo-days"] {
            var turns = 0
            try play("rotation", on: dataset) { frame, before, after in
                let (old, new) = (before.bounds.size, after.bounds.size)
                #expect(new == old || new == Size(width: old.height, height: old.width))
                turns += new == old ? 0 : 1
            }
            #expect(turns == 23)
        }
    }

    @Test func olderMessagesComeWhenLessThanAScreenIsLeft() throws {
        var count = 0
        try play("reverse-chat", on: "chat") { frame, before, after in
            #expect(frame.changes.isEmpty == (frame.bounds.y >= frame.bounds.height))
            guard let change = frame.changes.first else { return }
            guard case .insertItems(section: 0, at: 0, let items) = change, frame.changes.count == 1 else {
                Issue.record("\(frame.changes)")
                return
            }
            #expect((20...50).contains(items.count))
            #expect(after.content.itemCount == before.content.itemCount + items.count)
            count += 1
        }
        #expect(count > 1)
    }

    @Test func theEndStaysAtTheEnd() throws {
        var appended = 0
        try play("live-append", on: "chat") { frame, before, after in
            #expect(after.bounds.maxY == after.collectionViewContentSize.height)
            let new = after.content.itemCount - before.content.itemCount
            appended += new
            guard new > 0 else { return }
            let last = after.content.sections.count - 1
            #expect(frame.changes.count == 1 && new <= 3)
            #expect(after.content.sections[last].count == before.content.sections[last].count + Int32(new))
        }
        // A quarter of 300 frames, two a time: five standard deviations around 150.
        #expect((75...225).contains(appended))
    }

    @Test func aPullInsertsAtTheHead() throws {
        var depths: [Double] = []
        try play("pull-to-refresh", on: "pinterest") { frame, before, after in
            #expect(after.bounds == frame.bounds && after.bounds.y <= 0)
            guard !frame.changes.isEmpty else { return }
            depths.append(-after.bounds.y)
            // The view is still being pulled, and is let go now.
            #expect(before.bounds.y < 0 && before.bounds.y > after.bounds.y)
            guard case .insertItems(section: 0, at: 0, let items) = frame.changes[0] else {
                Issue.record("\(frame.changes)")
                return
            }
            #expect((5...20).contains(items.count))
        }
        #expect(depths.count == 5 && depths.allSatisfy { $0 > 59.9 && $0 <= 120 })
    }

    /// What has been seen has the dataset's heights, and once all rows have been, the layout is the dataset's.
    @Test func visibleRowsHaveTheirOwnHeights() throws {
        let content = try #require(Dataset.named("chat")).make(60, Dataset.defaultSeed)
        let whole = try Engine(content, bounds: Rect(origin: .zero, size: Dataset.bounds))
        var last: Engine?
        var measured: Set<LayoutIndexPath> = []
        try play("self-sizing", on: "chat", n: 60, frames: 4000) { frame, before, after in
            for case .resize(let section, let item, _) in frame.changes {
                #expect(before.content.value(section: section, item: item)[0] == 44)
                #expect(measured.insert(LayoutIndexPath(item: item, section: section)).inserted, "measured twice")
            }
            for row in after.layoutAttributesForElements(in: after.bounds) where row.id.kind == .cell {
                #expect(row.frame.height == whole.layoutAttributes(for: row.id)?.frame.height)
            }
            #expect((layout(after) == layout(whole)) == (measured.count == 60))
            last = after
        }
        #expect(measured.count == 60)
        #expect(last?.collectionViewContentSize == whole.collectionViewContentSize)
    }

    /// Nine of ten go at once and come back at once, and the layout is the original one.
    @Test func aFilterLeavesNoTrace() throws {
        var steps: [Int] = []
        var original: [Rect]?
        try play("filter", on: "chat") { frame, before, after in
            if original == nil { original = layout(before) }
            guard !frame.changes.isEmpty else { return }
            steps.append(after.content.itemCount)
            guard after.content.itemCount == 400 else {
                #expect(after.bounds.y == 0 && layout(after) != original)
                return
            }
            #expect(layout(after) == original)
        }
        #expect(steps.count > 40)
        for (number, count) in steps.enumerated() {
            // Five standard deviations around a tenth.
            #expect(number.isMultiple(of: 2) ? (10...70).contains(count) : count == 400)
        }
    }

    /// The item that is held is one and the same, where it is held all the time, and ends where the last move says.
    @Test func aHeldItemFollowsTheFinger() throws {
        for dataset in ["photo-days", "pinterest"] {
            var held: LayoutIndexPath?
            var value: ItemValue?
            var moves = 0
            var speeds: [Double] = []
            try play("interactive-move", on: dataset, n: 3000) { frame, before, after in
                if frame.time > 0 {
                    let speed = 60 * (after.bounds.y - before.bounds.y)
                    if speed != 0 { speeds.append(speed) }
                }
                guard let change = frame.changes.first, frame.changes.count == 1 else {
                    #expect(frame.changes.isEmpty)
                    return
                }
                guard case .moveItem(let from, let to) = change else {
                    Issue.record("\(change)")
                    return
                }
                if from != held { value = before.content.value(section: from.section, item: from.item) }
                held = to
                moves += 1
                #expect(after.content.value(section: to.section, item: to.item) == value)
                // In lanes an item goes to the shortest one at its turn, which may be some way from where it is held.
                let near = dataset == "pinterest" ? after.bounds.height : 0
                let view = Rect(
                    x: 0, y: after.bounds.y - near, width: after.bounds.width, height: after.bounds.height + 2 * near)
                let place = after.layoutAttributesForItem(at: to)?.frame
                #expect(place?.intersects(view) == true, "\(to) is out of view")
            }
            #expect(moves > 20, "\(dataset): \(moves) moves")
            #expect(speeds.count > 100)
            // Offsets are snapped to a grain, down.
            #expect(speeds.allSatisfy { $0 > 299.9 && $0 <= 600 }, "\(dataset): \(speeds)")
        }
    }

    @Test func aPinchGoesThroughColumns() throws {
        /// How many items have the top of the first one that is visible.
        func columns(_ engine: Engine) -> Int {
            let row = engine.layoutAttributesForElements(in: engine.bounds)
            return row.count { $0.frame.y == row[row.count / 2].frame.y }
        }
        var seen: [Int] = []
        try play("pinch-columns", on: "photo-grid", frames: 121) { frame, before, after in
            if frame.time == 0 { #expect(columns(before) == 3) } else { #expect(layout(before) != layout(after)) }
            if seen.last != columns(after) { seen.append(columns(after)) }
        }
        #expect(seen == [3, 4, 5, 6, 7, 6, 5, 4, 3])
    }

    @Test func theWindowHasAnotherWidthInEveryFrame() throws {
        var widths: [Double] = []
        try play("window-resize", on: "photo-days", frames: 121) { _, before, after in
            if !widths.isEmpty { #expect(after.bounds.width != before.bounds.width) }
            #expect(after.bounds.height == before.bounds.height)
            widths.append(after.bounds.width)
        }
        #expect(widths[60] == 844 && widths[0] == 390 && widths[120] == 390)
    }
}
