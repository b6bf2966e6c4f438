import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

/// Passing over items is placing them without a look at the frames.
@Suite struct SkimmingTests {
    /// Passes over random ranges from the states to which placing comes, and compares what that leaves.
    private func check(_ content: Content, seed: UInt64) throws {
        let count = content.itemCount
        guard count > 0, content.layout(ofSection: 0).skimming != nil else { return }
        var runner = FoldRunner(content)
        var frames = [Rect](repeating: .zero, count: count)
        var states: [[Double]] = []
        runner.begin(0)
        for item in 0..<count {
            states.append(runner.slots)
            frames.withUnsafeMutableBufferPointer { runner.place(item..<item + 1, into: $0.baseAddress! + item) }
        }
        states.append(runner.slots)
        var random = SplitMix64(seed: seed)
        for _ in 0..<24 {
            let first = random.index(below: count)
            let range = first..<first + 1 + random.index(below: count - first)
            for (slot, value) in states[first].enumerated() { runner.state[slot] = value }
            guard let span = runner.skim(range) else { throw CheckFailure("does not skim") }
            try LayoutTestSupport.check(runner.slots == states[range.upperBound], "state behind \(range)")
            let placed = frames[range]
            try LayoutTestSupport.check(span.near == placed.map(\.minY).min(), "near edge of \(range)")
            try LayoutTestSupport.check(span.far == placed.map(\.maxY).max(), "far edge of \(range)")
            try LayoutTestSupport.check(span.breadth == placed.map(\.maxX).max(), "breadth of \(range)")
        }
    }

    @Test(arguments: NamedLayout.all)
    func leavesTheSameStates(_ entry: NamedLayout) throws {
        try forAllWorlds(entry, count: 150) { world in
            for axis in Axis.allCases { try check(world.content(axis), seed: 3) }
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
            #expect(content.resolved[layout].skimming != nil, "\(id)")
        }
    }
}

extension FoldRunner {
    fileprivate var slots: [Double] { (0..<state.count).map { state[$0] } }
}
