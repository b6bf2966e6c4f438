import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Passing over items is placing them without a look at the frames.
@Suite struct SkimmingTests {
    /// Passes over random ranges from the states to which placing comes, and compares what that leaves.
    private func check(_ content: Content, seed: UInt64) throws {
        let count = content.itemCount
        guard count > 0, content.layout(ofSection: 0).canSkim else { return }
        var runner = FoldRunner(content)
        var frames = [Rect](repeating: .zero, count: count)
        var states: [[Double]] = []
        runner.begin(0)
        for item in 0..<count {
            states.append(runner.slots)
            frames.withUnsafeMutableBufferPointer { runner.place(item..<item + 1, into: $0.baseAddress! + item) }
        }
        states.append(runner.slots)
        try checkRests(content, runner, frames, states, seed: seed)
        try checkViewports(content, runner, frames, states, seed: seed)
        var random = SplitMix64(seed: seed)
        for _ in 0..<24 {
            let first = random.index(below: count)
            let range = first..<first + 1 + random.index(below: count - first)
            for (slot, value) in states[first].enumerated() { runner.state[slot] = value }
            let span = runner.skim(range)
            try LayoutTestSupport.check(runner.slots == states[range.upperBound], "state behind \(range)")
            let placed = frames[range]
            try LayoutTestSupport.check(span.near == placed.map(\.minY).min(), "near edge of \(range)")
            try LayoutTestSupport.check(span.far == placed.map(\.maxY).max(), "far edge of \(range)")
            try LayoutTestSupport.check(span.breadth == placed.map(\.maxX).max(), "breadth of \(range)")
        }
    }

    /// Passes over all items, now and then told of a rest, and places what follows each rest from what says all of its state.
    private func checkRests(
        _ content: Content, _ runner: borrowing FoldRunner, _ frames: [Rect], _ states: [[Double]], seed: UInt64
    ) throws {
        let layout = content.layout(ofSection: 0)
        var random = SplitMix64(seed: seed)
        var rests: [(stop: Int, item: Int, state: [Double], span: ItemSpan)] = []
        var stop = random.index(below: 4)
        for (slot, value) in states[0].enumerated() { runner.state[slot] = value }
        let last = runner.skim(0..<frames.count, restingFrom: stop) { item, span in
            rests.append((stop, item, runner.slots, span))
            stop = item + 1 + random.index(below: 9)
            return stop
        }
        try LayoutTestSupport.check(runner.slots == states[frames.count], "state behind all items")
        var first = 0
        for (item, span) in rests.map({ ($0.item, $0.span) }) + [(frames.count, last)] {
            let placed = frames[first..<item]
            try LayoutTestSupport.check(span.near == placed.map(\.minY).min() ?? .infinity, "near edge from \(first)")
            try LayoutTestSupport.check(span.far == placed.map(\.maxY).max() ?? -.infinity, "far edge from \(first)")
            try LayoutTestSupport.check(span.breadth == placed.map(\.maxX).max() ?? 0, "breadth from \(first)")
            first = item
        }
        for rest in rests {
            try LayoutTestSupport.check(rest.item >= rest.stop, "\(rest.item) is not behind \(rest.stop)")
            if layout.restCount == layout.stateCount {
                try LayoutTestSupport.check(rest.item == rest.stop, "\(rest.item), expected \(rest.stop)")
            }
            var stored = Array(rest.state.prefix(layout.restCount))
            stored.withUnsafeMutableBufferPointer {
                layout.set(runner.state, toRest: FoldState($0.baseAddress!, count: $0.count))
            }
            var again = [Rect](repeating: .zero, count: frames.count - rest.item)
            again.withUnsafeMutableBufferPointer { runner.place(rest.item..<frames.count, into: $0.baseAddress!) }
            try LayoutTestSupport.check(again == Array(frames[rest.item...]), "frames behind the rest \(rest.item)")
        }
        try checkSomeAtATime(content, runner, frames, states)
    }

    /// Places all items, some at a time: where rows are cut, they go on.
    private func checkSomeAtATime(
        _ content: Content, _ runner: borrowing FoldRunner, _ frames: [Rect], _ states: [[Double]]
    ) throws {
        for room in [1, 8, 32] {
            for (slot, value) in states[0].enumerated() { runner.state[slot] = value }
            for item in stride(from: 0, to: frames.count, by: room) {
                let run = item..<min(item + room, frames.count)
                var placed = [Rect](repeating: .zero, count: run.count)
                placed.withUnsafeMutableBufferPointer { runner.place(run, into: $0.baseAddress!) }
                try LayoutTestSupport.check(placed == Array(frames[run]), "frames of \(run)")
                try LayoutTestSupport.check(runner.slots == states[run.upperBound], "the state behind \(run)")
            }
        }
    }

    /// Places what random viewports show, some at a time: what is left out lies before or behind them.
    private func checkViewports(
        _ content: Content, _ runner: borrowing FoldRunner, _ frames: [Rect], _ states: [[Double]], seed: UInt64
    ) throws {
        guard let items = content.unpagedItems(of: content.sections[0], content.resolved[0].width) else { return }
        let fold = content.layout(ofSection: 0).skimming
        var random = SplitMix64(seed: seed)
        let length = frames.map(\.maxY).max() ?? 0
        for most in [1, 5, 8, 32, 32, 32] {
            let first = random.index(below: frames.count)
            let range = first..<first + 1 + random.index(below: frames.count - first)
            let near = random.index(below: 3) == 0 ? frames[range.lowerBound].minY : random.uniform(-9, length)
            let far = near + random.uniform(0, length / 2)
            for (slot, value) in states[range.lowerBound].enumerated() { runner.state[slot] = value }
            var next = range.lowerBound
            while next < range.upperBound {
                var placed = [Rect](repeating: .zero, count: most)
                let run = placed.withUnsafeMutableBufferPointer {
                    fold.place(
                        next..<range.upperBound, of: items, runner.state, from: near, to: far, most: most,
                        into: $0.baseAddress!)
                }
                let what = "\(run) of \(next)..<\(range.upperBound) from \(near) to \(far)"
                guard run.lowerBound >= next, run.upperBound <= range.upperBound, run.count <= most else {
                    throw CheckFailure(what)
                }
                try LayoutTestSupport.check(Array(placed[..<run.count]) == Array(frames[run]), "frames of \(what)")
                try LayoutTestSupport.check(runner.slots == states[run.upperBound], "the state behind \(what)")
                let passed = frames[next..<run.lowerBound]
                try LayoutTestSupport.check(passed.allSatisfy { $0.maxY <= near }, "passed over by \(what)")
                next = run.upperBound
                guard run.isEmpty else { continue }
                let left = frames[next..<range.upperBound]
                try LayoutTestSupport.check(left.allSatisfy { $0.minY >= far }, "left by \(what)")
                break
            }
        }
    }

    /// Rows with room for six items and more, among them some that are passed over without a branch: those rest at the first
    /// beginning of a row behind where they are told to.
    @Test(arguments: FlowLayout.Alignment.allCases)
    func rowsRestWhereTheyBegin(_ alignment: FlowLayout.Alignment) throws {
        try withEvery("widths", in: [8...30, 20...80, 90...130, 3...100] as [ClosedRange<Double>]) { widths in
            try withEvery("seed", in: 1...UInt64(4)) { seed in
                var random = SplitMix64(seed: seed)
                let values = (0..<500).flatMap { _ in
                    [random.uniform(widths.lowerBound, widths.upperBound), random.uniform(5, 40)]
                }
                func content(_ alignment: FlowLayout.Alignment) throws -> Content {
                    var content = try Content(bounds: Size(width: 128, height: 80))
                    let flow = FlowLayout(lineSpacing: 3, itemSpacing: 2, alignment: alignment)
                    try content.appendSection(layout: try content.addLayout(flow), values: values)
                    return content
                }
                // Where rows are not moved, they begin at the edge.
                let plain = try CacheStrategy.oracle.prepared(content(.start))
                let begins = (0..<500).filter { plain.frame(of: ElementID(section: 0, item: $0))?.x == 0 }
                let content = try content(alignment)
                try check(content, seed: seed)
                var runner = FoldRunner(content)
                for first in stride(from: 1, to: 500, by: 7) {
                    runner.begin(0)
                    var rest: Int?
                    _ = runner.skim(0..<500, restingFrom: first) { item, _ in
                        rest = item
                        return nil
                    }
                    #expect(rest == begins.first { $0 >= first }, "from \(first) on")
                }
            }
        }
    }

    /// Rows of one item and of hundreds, and breadths that are too large to be counted in few bits.
    @Test(arguments: FlowLayout.Alignment.allCases)
    func rowsOfAnyNumberOfItems(_ alignment: FlowLayout.Alignment) throws {
        let breadths: [[ClosedRange<Double>]] = [
            [0...0.02], [0...1], [0...4], [30...300], [0...0.5, 0...0.5, 60...130],
            [1...60, 1...60, 1...60, 1...60, 4000...9000],
            [0...0, 0...0, 20...60], [9000...1e6],
        ]
        try withEvery("breadths", in: breadths) { breadths in
            for (room, seed) in [(120.0, 1 as UInt64), (390, 2), (9000, 3), (2e6, 4)] {
                var random = SplitMix64(seed: seed)
                let values = (0..<700).flatMap { _ in
                    let breadths = breadths[random.index(below: breadths.count)]
                    return [random.uniform(breadths.lowerBound, breadths.upperBound), random.uniform(0, 40)]
                }
                var content = try Content(bounds: Size(width: room, height: 80))
                let flow = FlowLayout(
                    insets: EdgeInsets(all: 2), lineSpacing: 3, itemSpacing: seed == 1 ? 0 : 1.5, alignment: alignment)
                try content.appendSection(layout: try content.addLayout(flow), values: values)
                try check(content, seed: seed)
            }
        }
    }

    @Test(arguments: NamedLayout.all)
    func leavesTheSameStates(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 150) { world in
            for axis in Axis.allCases { try check(world.content(axis), seed: 3) }
        }
    }

    /// Rows of lists are passed over many at a time, those of no length among them.
    @Test(arguments: [0, 1.5]) func longLists(_ lineSpacing: Double) throws {
        try withEvery("seed", in: 1...UInt64(40)) { seed in
            var random = SplitMix64(seed: seed)
            let values = (0..<150).map { _ in random.index(below: 3) == 0 ? 0 : random.uniform(0, 9) }
            var content = try Content(bounds: Size(width: 100, height: 80))
            let layout = ListLayout(insets: EdgeInsets(all: 3), lineSpacing: lineSpacing)
            try content.appendSection(layout: try content.addLayout(layout), values: values)
            try check(content, seed: seed)
        }
    }

    /// Lanes without an item are not covered, and those are to which only items of no length come.
    @Test(arguments: 1...9)
    func lanesThatStayAsTheyAre(_ lanes: Int) throws {
        for lineSpacing in [0, 1.5] {
            try withEvery("seed", in: 1...UInt64(20)) { seed in
                var random = SplitMix64(seed: seed)
                let values = (0..<3 * lanes).map { _ in random.index(below: 2) == 0 ? 0 : random.uniform(0, 9) }
                var content = try Content(bounds: Size(width: 100, height: 80))
                let layout = WaterfallLayout(laneCount: lanes, lineSpacing: lineSpacing, itemSpacing: 1)
                try content.appendSection(layout: try content.addLayout(layout), values: values)
                try check(content, seed: seed)
            }
        }
    }

    /// An item that is too long for short cuts, wherever it comes in a run.
    @Test(arguments: WaterfallLayout.ItemLength.allCases)
    func oneLongItem(_ itemLength: WaterfallLayout.ItemLength) throws {
        try withEvery("position", in: Array(0..<6)) { position in
            var content = try Content(bounds: Size(width: 100, height: 80))
            let layout = WaterfallLayout(laneCount: 3, itemLength: itemLength)
            var values = [7.0, 3, 9, 4, 1, 6]
            values[position] = itemLength == .length ? 3e12 : 1e-11
            try content.appendSection(layout: try content.addLayout(layout), values: values)
            try check(content, seed: 1)
        }
    }

    /// Rows of equal items are passed over together.
    @Test(arguments: FlowLayout.Alignment.allCases)
    func uniformRows(_ alignment: FlowLayout.Alignment) throws {
        for (width, uniformLastRow) in [(30.0, false), (33.25, true), (100, false), (150, true)] {
            try withEvery("count", in: [1, 2, 3, 4, 6, 7, 9, 40]) { count in
                var content = try Content(bounds: Size(width: 100, height: 80))
                let layout = FlowLayout(
                    insets: EdgeInsets(all: 2), lineSpacing: 3, itemSpacing: 1.5, alignment: alignment,
                    uniformLastRow: uniformLastRow)
                try content.appendUniformSection(
                    layout: try content.addLayout(layout), count: count, value: [width, 20])
                try check(content, seed: UInt64(count))
            }
        }
    }

    /// Values in pages are passed over page by page.
    @Test func pages() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        try content.appendSection(layout: list, values: (0..<3000).map { Double($0 % 37) })
        try content.apply(.insertItems(section: 0, at: 1500, .each(count: 2, values: [5, 6])))
        #expect(content.isPaged(0))
        try check(content, seed: 1)
    }

    @Test func theMostFrequentLayoutsCanSkim() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        for id in [ListLayout.id, FlowLayout.id, GridLayout.id, WaterfallLayout.id] {
            let entry = try #require(NamedLayout.named(id))
            let layout = try content.addLayout(entry.make())
            #expect(content.resolved[layout].canSkim, "\(id)")
        }
    }
}

extension FoldRunner {
    fileprivate var slots: [Double] { (0..<state.count).map { state[$0] } }
}
