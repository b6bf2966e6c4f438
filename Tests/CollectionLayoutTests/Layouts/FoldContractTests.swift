import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What every fold promises, whatever it lays out: runs of any length give the same frames, a stored state restarts it,
/// states depend on no more than they say, and what follows a moved state moves along.
@Suite("Folds")
struct FoldContractTests {
    /// All frames of a section, and the state before each item and at the end.
    private struct Trail {
        var frames: [Rect] = []
        var states: [[Double]] = []
        var extent = 0.0

        /// - Parameter runs: How many items are placed at once.
        init(_ content: Content, runs: [Int]) throws {
            var runner = FoldRunner(content)
            runner.begin(0)
            frames = [Rect](repeating: .zero, count: runs.reduce(0, +))
            states.append(runner.slots)
            var first = 0
            for run in runs {
                frames.withUnsafeMutableBufferPointer {
                    runner.place(first..<first + run, into: $0.baseAddress! + first)
                }
                states.append(runner.slots)
                first += run
            }
            try runner.end()
            extent = runner.extent
        }
    }

    private func withEveryContent(
        counts: [Int], _ body: (_ content: Content, _ entry: NamedLayout, _ items: [[Double]]) throws -> Void
    ) throws {
        for entry in LayoutVariants.all {
            for axis in Axis.allCases {
                for fidelity in Fidelity.allCases {
                    try withEvery("\(entry.id) (\(entry.summary)), \(axis), \(fidelity), seed", in: 1...UInt64(2)) {
                        seed in
                        for count in counts {
                            let items = entry.values(count, seed: seed)
                            let content = try Content(
                                entry.make(), items, axis: axis, header: Size(width: 10, height: 20), fidelity: fidelity
                            )
                            try body(content, entry, items)
                        }
                    }
                }
            }
        }
    }

    @Test func everySplitIntoRunsGivesTheSameFrames() throws {
        try withEveryContent(counts: Array(1...6)) { content, _, items in
            let whole = try Trail(content, runs: [items.count])
            for cuts in 0..<1 << (items.count - 1) {
                let ends = (1..<items.count).filter { cuts >> ($0 - 1) & 1 == 1 } + [items.count]
                let runs = zip(ends, [0] + ends).map { $0 - $1 }
                let split = try Trail(content, runs: runs)
                try check(split.frames == whole.frames && split.extent == whole.extent, "runs \(runs)")
                try check(split.states.last == whole.states.last, "state after runs \(runs)")
            }
        }
    }

    /// Long enough for what a fold does to many items at once.
    @Test func longRunsGiveTheFramesOfShortOnes() throws {
        try withEveryContent(counts: [400]) { content, _, items in
            let single = try Trail(content, runs: items.map { _ in 1 })
            for runs in [[400], [7, 193, 8, 64, 128], [130, 1, 9, 260]] {
                let long = try Trail(content, runs: runs)
                try check(long.frames == single.frames && long.extent == single.extent, "runs \(runs)")
                try check(long.states.last == single.states.last, "state after runs \(runs)")
            }
        }
    }

    @Test func noItemBeginsBeforeAStateSays() throws {
        var isKnown: Set<String> = []
        try withEveryContent(counts: [60]) { content, entry, items in
            let trail = try Trail(content, runs: items.map { _ in 1 })
            var nearest = Double.infinity
            for item in items.indices.reversed() {
                nearest = min(nearest, trail.frames[item].minY)
                let bound = withState(trail.states[item]) { content.fold(ofSection: 0).nearest(behind: $0) }
                try check(bound <= nearest, "item \(item) or one behind it begins at \(nearest), not from \(bound) on")
                if bound > -.infinity { isKnown.insert(entry.id) }
            }
        }
        #expect(isKnown.isSuperset(of: ["list", "flow", "grid", "waterfall", "staggered", "pinterest"]))
    }

    @Test func aStoredStateRestartsTheFold() throws {
        try withEveryContent(counts: [1, 9]) { content, _, _ in try checkRestarts(content) }
    }

    @Test(arguments: NamedLayout.all)
    func aStoredStateRestartsTheFoldWhateverTheParameters(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 100) { world in
            for axis in Axis.allCases { try checkRestarts(world.content(axis)) }
        }
    }

    /// Places all items at once, one by one, and from each item on.
    private func checkRestarts(_ content: Content) throws {
        guard content.itemCount > 0 else { return }
        let whole = try Trail(content, runs: [content.itemCount])
        let trail = try Trail(content, runs: [Int](repeating: 1, count: content.itemCount))
        try check(trail.frames == whole.frames && trail.extent == whole.extent, "one by one")
        for first in 0..<content.itemCount {
            var runner = FoldRunner(content)
            runner.begin(0)
            for (slot, value) in trail.states[first].enumerated() { runner.state[slot] = value }
            var frames = [Rect](repeating: .zero, count: content.itemCount - first)
            frames.withUnsafeMutableBufferPointer { runner.place(first..<content.itemCount, into: $0.baseAddress!) }
            try runner.end()
            try check(frames == Array(trail.frames[first...]), "from item \(first)")
            try check(runner.extent == trail.extent, "extent from item \(first)")
        }
    }

    @Test func aStateDependsOnNoMoreThanItSays() throws {
        try withEveryContent(counts: [9]) { content, entry, items in
            guard !items[0].isEmpty else { return }
            let trail = try Trail(content, runs: items.map { _ in 1 })
            for changed in items.indices {
                var other = content
                try other.apply(.resize(section: 0, item: changed, to: ItemValue(entry.sample(99))))
                let second = try Trail(other, runs: items.map { _ in 1 })
                for first in items.indices {
                    let fold = content.fold(ofSection: 0)
                    let lookahead = withState(trail.states[first]) { fold.lookahead($0) }
                    guard first + lookahead <= changed else { continue }
                    try check(
                        trail.states[first] == second.states[first], "state \(first) after a change of \(changed)")
                }
            }
        }
    }

    /// The rule by which a strategy stops laying out after a resize or an insertion.
    @Test func whatFollowsAMovedStateMovesAlong() throws {
        var moving: Set<String> = []
        try withEveryContent(counts: [12]) { content, entry, items in
            for (added, removed) in Self.edits {
                for position in stride(from: 0, through: items.count - removed, by: 3) {
                    let hasMoved = try checkMoves(
                        content, items, replacing: position..<position + removed, by: entry.values(added, seed: 5))
                    if hasMoved { moving.insert(entry.id) }
                }
            }
        }
        #expect(moving.isSuperset(of: ["list", "flow", "grid", "waterfall", "staggered", "pinterest"]))
    }

    @Test(arguments: NamedLayout.all)
    func whatFollowsAMovedStateMovesAlongWhateverTheParameters(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 60) { world in
            let content = try world.content()
            for (added, removed) in Self.edits where world.items.count >= added + removed {
                let position = world.choice % (world.items.count - removed + 1)
                _ = try checkMoves(
                    content, world.items, replacing: position..<position + removed, by: world.items.suffix(added))
            }
        }
    }

    /// How many items take the place of how many others.
    private static let edits = [(1, 1), (1, 0), (4, 0), (0, 1), (0, 3)]

    /// Replaces items and compares what stands behind the first moved state with the former frames, moved.
    ///
    /// - Returns: Whether there is such a state before the last item.
    private func checkMoves(
        _ content: Content, _ items: [[Double]], replacing range: Range<Int>, by new: [[Double]]
    ) throws -> Bool {
        let trail = try Trail(content, runs: items.map { _ in 1 })
        let fold = content.fold(ofSection: 0)
        var edited = items
        edited.replaceSubrange(range, with: new)
        var other = Content(container: content.container)
        let length = content.sections[0].headerLength
        try other.append(
            edited, layout: other.addLayout(content.layouts[0]), header: Size(width: length, height: length))
        let shift = new.count - range.count
        var runner = FoldRunner(other)
        runner.begin(0)
        var frames = [Rect](repeating: .zero, count: range.lowerBound + new.count)
        frames.withUnsafeMutableBufferPointer { runner.place(0..<$0.count, into: $0.baseAddress!) }
        // Behind the edit items stay in their lanes.
        for first in range.upperBound..<items.count {
            if let distances = distances(from: trail.states[first], to: runner.slots, fold) {
                var rest = Array(trail.frames[first...])
                rest.withUnsafeMutableBufferPointer {
                    runner.replace(first + shift..<edited.count, in: $0.baseAddress!)
                }
                let moved = trail.frames[first...].map { $0.offset(x: 0, y: distances[fold.lane(of: $0)]) }
                try check(moved == rest, "\(new.count) items for \(range.count) at \(range.lowerBound), from \(first)")
                return true
            }
            var frame = [trail.frames[first]]
            frame.withUnsafeMutableBufferPointer {
                runner.replace(first + shift..<first + shift + 1, in: $0.baseAddress!)
            }
        }
        return false
    }

    /// By how much each lane of a state has moved to become another one, if that is all that has happened.
    private func distances(from old: [Double], to new: [Double], _ fold: any SectionFold) -> [Double]? {
        let moves = zip(old, new).map { $1 - $0 }
        guard moves[fold.positionCount...].allSatisfy({ $0 == 0 }) else { return nil }
        if fold.laneCount > 1 { return Array(moves.prefix(fold.positionCount)) }
        guard let first = moves.prefix(fold.positionCount).first else { return [0] }
        return moves.prefix(fold.positionCount).allSatisfy { $0 == first } ? [first] : nil
    }

    private func withState<Result>(_ slots: [Double], _ body: (FoldState) -> Result) -> Result {
        var slots = slots
        return slots.withUnsafeMutableBufferPointer { body(FoldState($0.baseAddress!, count: $0.count)) }
    }
}

extension FoldRunner {
    /// A copy of the state.
    fileprivate var slots: [Double] { (0..<state.count).map { state[$0] } }
}
