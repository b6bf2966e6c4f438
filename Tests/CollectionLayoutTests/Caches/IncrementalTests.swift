import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Edits, one after the other: every strategy stays bit by bit what the oracle is.
@Suite struct IncrementalTests {
    private func run(_ content: Content, _ changes: [Change], on strategies: [CacheStrategy], every: Int = 1) throws {
        var oracle = try CacheStrategy.oracle.prepared(content)
        var caches = try strategies.map { try $0.prepared(content) }
        for (step, change) in changes.enumerated() {
            try oracle.apply(change)
            for index in caches.indices { try caches[index].apply(change) }
            guard step.isMultiple(of: every) || step == changes.count - 1 else { continue }
            let plain = try BruteForce(oracle)
            for (strategy, cache) in zip(strategies, caches) {
                try withEvery("strategy", in: [strategy.id]) { _ in
                    try withEvery("step", in: [step]) { _ in
                        try check(
                            fingerprint(of: cache.content) == fingerprint(of: oracle.content), "content after \(change)"
                        )
                        try plain.checkFrames(cache)
                        try plain.checkQueries(cache, queries(of: plain, step))
                    }
                }
            }
        }
    }

    /// A few viewports and rects that touch frames.
    private func queries(of plain: BruteForce, _ step: Int) -> [Rect] {
        let some = (0..<2).map { plain.frames[(step * 31 + $0 * 17) % plain.frames.count] }
        let trace = Trace.all[step % Trace.all.count]
        return boundaryRects(of: some, limit: 2, seed: UInt64(step))
            + trace.make(plain.size, Size(width: 100, height: 80), 1, UInt64(step))
    }

    private static let strategies = CacheStrategy.all.filter { $0.id != CacheStrategy.oracle.id }

    /// Sections of a few blocks each, edited in every place, with every strategy.
    @Test(arguments: SampleLayout.all)
    func resizesInAllPlaces(_ layout: SampleLayout) throws {
        try withEvery("place", in: EditPlace.allCases) { place in
            let content = try sample([layout], counts: [70, 0, 65, 1], decoration: 2, seed: 3)
            try run(
                content, resizes(of: content, count: 8, seed: 11, at: place), on: Self.strategies, every: 2)
        }
    }

    /// A section of so many blocks that shifts are kept at several levels.
    @Test(arguments: SampleLayout.all)
    func longSections(_ layout: SampleLayout) throws {
        let strategies = try ["incremental", "checkpoints"].map { try #require(CacheStrategy.named($0)) }
        let content = try sample([layout], counts: [1, 1300, 2], decoration: 7, seed: 5)
        var changes: [Change] = []
        for place in EditPlace.allCases { changes += resizes(of: content, count: 20, seed: 12, at: place) }
        var random = SplitMix64(seed: 13)
        changes.shuffle(using: &random)
        try run(content, changes, on: strategies, every: 16)
    }

    /// Sections of all layouts, more of them than a node has children.
    @Test(arguments: Axis.allCases)
    func manyMixedSections(_ axis: Axis) throws {
        let counts = (0..<40).map { ($0 * 7) % 11 }
        let content = try sample(SampleLayout.all, counts: counts, axis: axis, seed: 6)
        try run(content, resizes(of: content, count: 60, seed: 14, at: .random), on: Self.strategies, every: 5)
    }

    /// Back and forth: the same change and its reverse leave no trace.
    @Test(arguments: SampleLayout.all)
    func undoingLeavesNothingBehind(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [200], seed: 7)
        for strategy in CacheStrategy.all {
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            var described = content
            var undos: [Change] = []
            for change in resizes(of: content, count: 12, seed: 15, at: .random) {
                undos.append(try described.apply(change))
                try cache.apply(change)
            }
            for undo in undos.reversed() { try cache.apply(undo) }
            try before.checkFrames(cache)
        }
    }

    /// A uniform section gets values of its own at the first edit.
    @Test func uniformSections() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let flow = try content.addLayout(FlowLayout(lineSpacing: 2, itemSpacing: 2))
        let list = try content.addLayout(ListLayout())
        let waterfall = try content.addLayout(WaterfallLayout(laneCount: 3))
        try content.appendUniformSection(layout: flow, count: 150, value: [21, 10])
        try content.appendUniformSection(layout: list, count: 130, value: [7], header: Size(width: 1, height: 9))
        try content.appendUniformSection(layout: waterfall, count: 140, value: [7])
        try run(content, resizes(of: content, count: 40, seed: 16, at: .random), on: Self.strategies, every: 4)
    }

    /// An item of a waterfall stays in the lane that it was first placed in.
    @Test(arguments: [2, 3, 5])
    func waterfallItemsKeepTheirLanes(_ lanes: Int) throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(WaterfallLayout(laneCount: lanes, lineSpacing: 3, itemSpacing: 2))
        var random = SplitMix64(seed: 17)
        try content.appendSection(layout: layout, values: (0..<300).map { _ in random.uniform(0, 50) })
        let changes = resizes(of: content, count: 40, seed: 18, at: .random)
        for strategy in CacheStrategy.all {
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            #expect(Set(before.frames.map(\.x)).count == lanes)
            for change in changes { try cache.apply(change) }
            let after = try BruteForce(cache)
            #expect(before.frames.map(\.x) == after.frames.map(\.x), "\(strategy.id)")
            // Without gaps: in each lane one item follows the other.
            for x in Set(after.frames.map(\.x)) {
                let lane = after.frames.filter { $0.x == x }
                #expect(lane[0].y == 0)
                #expect(zip(lane, lane.dropFirst()).allSatisfy { $0.maxY + 3 == $1.y }, "\(strategy.id)")
            }
        }
    }

    /// Only the lane of the changed item moves.
    @Test func aResizeMovesOneLane() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(WaterfallLayout(laneCount: 4))
        try content.appendUniformSection(layout: layout, count: 400, value: [10])
        for strategy in CacheStrategy.all {
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            try cache.apply(.resize(section: 0, item: 101, to: [25]))
            let after = try BruteForce(cache)
            for item in 0..<400 {
                let moved = item > 101 && item % 4 == 101 % 4 ? 15.0 : 0
                let former = before.frames[item].offset(x: 0, y: moved)
                #expect(after.frames[item].origin == former.origin, "\(strategy.id), item \(item)")
            }
        }
    }

    /// Lanes of no breadth stand at the same place, but are lanes.
    @Test func lanesWithoutBreadth() throws {
        var content = try Content(bounds: Size(width: 0, height: 80))
        let layout = try content.addLayout(WaterfallLayout(laneCount: 2, lineSpacing: 0, itemSpacing: 0))
        try content.appendUniformSection(layout: layout, count: 200, value: [10])
        try run(content, resizes(of: content, count: 6, seed: 19, at: .random), on: Self.strategies)
    }

    @Test func unknownPathsAreRefused() throws {
        let content = try sample([SampleLayout.all[0]], counts: [3, 0], decoration: 1)
        for strategy in CacheStrategy.all {
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            for (section, item) in [(-1, 0), (2, 0), (0, -1), (0, 3), (1, 0), (0, Int.max), (Int.min, 0)] {
                let error = #expect(throws: LayoutError.self) {
                    try cache.apply(.resize(section: section, item: item, to: [1]))
                }
                guard case .unknownPath(section, item, _)? = error else {
                    Issue.record("\(strategy.id): \(String(describing: error))")
                    continue
                }
            }
            try before.checkFrames(cache)
        }
    }

    /// What nodes have left behind that got longer again and again is given up, whatever came and went in between.
    @Test(arguments: [1, 300])
    func longSessionsTakeNoMoreMemory(_ sections: Int) throws {
        var content = try Content(bounds: Size(width: 390, height: 844))
        let staggered = try content.addLayout(StaggeredLayout(laneCount: 3))
        let count = 15_000 / sections
        for _ in 0..<sections {
            try content.appendSection(layout: staggered, count: count) { [Double(40 + $0 % 90)] }
        }
        var cache = IncrementalCache()
        try cache.prepare(content)
        let copy = cache
        for round in 0..<60 {
            let section = round % sections
            let new = NewItems.uniform(count: 500, value: [Double(50 + round)])
            try cache.apply([.insertItems(section: section, at: 0, new)])
            if round % 3 > 0 { try cache.apply([.deleteItems(section: section, 200..<400)]) }
        }
        cache.checkInvariants()
        var fresh = IncrementalCache()
        try fresh.prepare(cache.content)
        #expect(cache.byteCount < fresh.byteCount * 3 / 2)
        #expect(expectEquivalent(cache, fresh, [everything]) == nil)
        #expect(try differenceFromFresh(copy, of: content) == nil)
    }
}
