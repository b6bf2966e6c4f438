import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What strategies rely on: a state is all that the items before it leave behind.
@Suite struct FoldTests {
    /// Places items run by run, each run by a new runner that gets a copy of the state.
    ///
    /// - Returns: The frames, the state before each run and at the end, and the section's length.
    private func place(
        _ content: Content, _ runs: [Range<Int>]
    ) throws -> (frames: [Rect], states: [[Double]], extent: Double) {
        var frames: [Rect] = []
        var states: [[Double]] = []
        var state: [Double]?
        var extent = 0.0
        for (number, run) in runs.enumerated() {
            var runner = FoldRunner(content)
            runner.begin(0)
            if let state { for slot in state.indices { runner.state[slot] = state[slot] } }
            states.append((0..<runner.state.count).map { runner.state[$0] })
            frames += [Rect](unsafeUninitializedCapacity: max(run.count, 1)) { buffer, count in
                buffer.initialize(repeating: .zero)
                runner.place(run, into: buffer.baseAddress!)
                count = run.count
            }
            state = (0..<runner.state.count).map { runner.state[$0] }
            if number == runs.count - 1 {
                try runner.end()
                extent = runner.extent
            }
        }
        if let state { states.append(state) }
        return (frames, states, extent)
    }

    private func each(_ count: Int) -> [Range<Int>] { (0..<count).map { $0..<$0 + 1 } }

    /// Every split of up to 9 items into runs.
    @Test(arguments: SampleLayout.all)
    func everySplitGivesTheSameFrames(_ layout: SampleLayout) throws {
        try withEvery("count", in: 1...9) { count in
            let content = try sample([layout], counts: [count], decoration: 3, seed: UInt64(count))
            let whole = try place(content, [0..<count])
            try withEvery("split", in: 0..<1 << (count - 1)) { split in
                let cuts = [0] + (1..<count).filter { split & 1 << ($0 - 1) != 0 } + [count]
                let result = try place(content, zip(cuts, cuts.dropFirst()).map { $0..<$1 })
                try check(result.frames == whole.frames, "frames")
                try check(result.states.last == whole.states.last && result.extent == whole.extent, "end")
            }
        }
    }

    /// The same with runs of random lengths, empty ones among them.
    @Test(arguments: SampleLayout.all, Axis.allCases)
    func randomSplits(_ layout: SampleLayout, _ axis: Axis) throws {
        let content = try sample([layout], counts: [400], axis: axis, seed: 2)
        let whole = try place(content, [0..<400])
        var random = SplitMix64(seed: 3)
        for _ in 0..<10 {
            var runs: [Range<Int>] = []
            var first = 0
            while first < 400 {
                let end = min(first + random.index(below: 60), 400)
                runs.append(first..<end)
                first = end
            }
            let result = try place(content, runs)
            #expect(result.frames == whole.frames && result.extent == whole.extent)
        }
    }

    /// The runner gives what the oracle keeps.
    @Test(arguments: SampleLayout.all)
    func framesAreThoseOfTheOracle(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [50], decoration: 3)
        let oracle = try CacheStrategy.oracle.prepared(content)
        let result = try place(content, [0..<50])
        for (item, frame) in result.frames.enumerated() {
            #expect(oracle.frame(of: ElementID(section: 0, item: item)) == frame)
        }
        #expect(oracle.contentSize.height == result.extent)
    }

    @Test(arguments: SampleLayout.all)
    func shapeOfTheState(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [30], decoration: 3)
        let fold = content.fold(ofSection: 0)
        #expect(fold.positionCount >= 0 && fold.positionCount <= fold.stateCount)
        #expect(fold.laneCount == 1 || fold.laneCount == fold.positionCount)
        #expect((1...4).contains(fold.valueNames.count))
        // The state is a window onto the runner's memory: the runner must outlive it.
        let runner = FoldRunner(content, section: 0)
        let lookahead = fold.lookahead(runner.state)
        #expect(lookahead >= 0 && runner.breadth >= 0)
        for frame in try place(content, [0..<30]).frames {
            #expect((0..<fold.laneCount).contains(fold.lane(of: frame)))
        }
    }

    /// Another header moves all positions of all states and all frames by the same distance, and nothing else.
    @Test(arguments: SampleLayout.all.filter { $0.id != "free-form" })
    func aLongerHeaderTranslates(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [60], seed: 4)
        let moved = try sample([layout], counts: [60], decoration: 1, seed: 4)
        let positions = content.fold(ofSection: 0).positionCount
        let before = try place(content, each(60))
        let after = try place(moved, each(60))
        #expect(after.frames == before.frames.map { $0.offset(x: 0, y: 8) })
        for (old, new) in zip(before.states, after.states) {
            #expect(new[..<positions] == ArraySlice(old[..<positions].map { $0 + 8 }))
            // The state of a waterfall ends with where the items began at all.
            let isWaterfall = layout.id.hasPrefix("waterfall")
            if !isWaterfall { #expect(new[positions...] == old[positions...]) }
        }
    }

    /// From a state that is another one with its positions moved, frames are the same, moved: all by one distance, or
    /// each lane by its own where lanes do not depend on positions.
    @Test(arguments: SampleLayout.all)
    func aTranslatedStateTranslatesFrames(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [80], seed: 5)
        let fold = content.fold(ofSection: 0)
        let states = try place(content, each(80)).states
        for item in [0, 1, 17, 40, 79] {
            var runner = FoldRunner(content)
            let plain = self.frames(&runner, from: states[item], item..<80)
            let distances = (0..<fold.positionCount).map { slot in fold.laneCount > 1 ? Double(slot) * 3.5 : 100.25 }
            var moved = states[item]
            for (slot, distance) in distances.enumerated() { moved[slot] += distance }
            let replaced = self.frames(&runner, from: moved, item..<80, replacing: plain)
            for (frame, former) in zip(replaced, plain) {
                let distance = fold.positionCount == 0 ? 0 : distances[fold.lane(of: former)]
                #expect(frame == former.offset(x: 0, y: distance))
            }
        }
    }

    private func frames(
        _ runner: inout FoldRunner, from state: [Double], _ range: Range<Int>, replacing former: [Rect]? = nil
    ) -> [Rect] {
        runner.begin(0)
        for slot in state.indices { runner.state[slot] = state[slot] }
        var frames = former ?? [Rect](repeating: .zero, count: range.count)
        frames.withUnsafeMutableBufferPointer { buffer in
            if former == nil {
                runner.place(range, into: buffer.baseAddress!)
            } else {
                runner.replace(range, in: buffer.baseAddress!)
            }
        }
        return frames
    }

    /// A state before item i with look-ahead l does not change with items from i + l on.
    @Test(arguments: SampleLayout.all)
    func lookaheadBoundsWhatAStateDependsOn(_ layout: SampleLayout) throws {
        let count = 24
        try withEvery("seed", in: 0..<3 as Range<UInt64>) { seed in
            let content = try sample([layout], counts: [count], seed: seed)
            let fold = content.fold(ofSection: 0)
            let states = try place(content, each(count)).states
            let lookaheads = (0..<count).map { item in
                var runner = FoldRunner(content)
                runner.begin(0)
                for (slot, value) in states[item].enumerated() { runner.state[slot] = value }
                return fold.lookahead(runner.state)
            }
            try withEvery("changed", in: 0..<count) { changed in
                for change in resizes(of: content, count: 1, seed: seed, at: .random) + extremes(of: fold) {
                    guard case .resize(_, _, let value) = change else { continue }
                    var edited = content
                    try edited.apply(.resize(section: 0, item: changed, to: value))
                    let others = try place(edited, each(count)).states
                    for item in 0...changed where item + lookaheads[item] <= changed {
                        try check(states[item] == others[item], "state \(item), look-ahead \(lookaheads[item])")
                    }
                }
            }
        }
    }

    /// As small and as large as it gets: what changes rows most.
    private func extremes(of fold: any SectionFold) -> [Change] {
        let names = fold.valueNames
        return [0.0, 1, 1000].map { length in
            let value = names.map { $0 == "aspect ratio" ? max(length, 1) : length }
            return .resize(section: 0, item: 0, to: ItemValue(value))
        }
    }

    /// Placing again without a change changes nothing.
    @Test(arguments: SampleLayout.all)
    func replacingIsIdempotent(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [90], seed: 6)
        let whole = try place(content, [0..<90])
        var runner = FoldRunner(content)
        #expect(frames(&runner, from: whole.states[0], 0..<90, replacing: whole.frames) == whole.frames)
    }
}

extension FoldRunner {
    /// A runner at the beginning of a section.
    fileprivate init(_ content: Content, section: Int) {
        self.init(content)
        begin(section)
    }
}
