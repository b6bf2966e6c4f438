import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// The worked examples of the articles, held against the oracle and against formulas.
@Suite struct WorkedExampleTests {
    /// A section of each layout with few and with many items, decorated in turn.
    private func content(_ axis: Axis, breadth: Double, count: Int) throws -> Content {
        var content = try Content(axis: axis, bounds: axis.transpose(Size(width: breadth, height: 844)))
        var random = SplitMix64(seed: UInt64(count))
        let staircase = NamedLayout("steps", make: StaircaseLayout()) { [Double(20 + $0 % 64)] }
        let trailing = NamedLayout("rows at the end", make: FlowLayout(insets: EdgeInsets(all: 5), alignment: .end)) {
            [Double($0 % 50), 20]
        }
        for (index, entry) in ([trailing, staircase] + NamedLayout.all).enumerated() {
            let values = (0..<(index % 3 == 2 ? 0 : count)).flatMap { _ in entry.sample(random.next()) }
            let header = index % 2 == 0 ? Size(width: 40, height: 30) : .zero
            try content.appendSection(
                entry, values, header: header, footer: index % 3 == 0 ? header : .zero,
                background: index % 4 == 1 ? .background : nil)
        }
        return content
    }

    private let everything = Rect(x: -1e6, y: -1e6, width: 1e8, height: 1e8)

    @Test(arguments: Axis.allCases, [0, 1, 40])
    func theStrategyAnswersAsTheOracle(_ axis: Axis, _ count: Int) throws {
        // With hardly any room some items end before it begins.
        try withEvery("breadth", in: [390, 4]) { breadth in try compare(content(axis, breadth: breadth, count: count)) }
    }

    private func compare(_ content: Content) throws {
        var (cache, oracle) = (SortedWindowCache(), FullArrayCache())
        try cache.prepare(content)
        try oracle.prepare(content)
        func compare() throws {
            let frames = (0..<content.sections.count).compactMap { oracle.frame(of: ElementID(section: $0, item: 0)) }
            if let difference = expectEquivalent(cache, oracle, boundaryRects(of: frames, limit: 200) + [everything]) {
                throw CheckFailure(difference)
            }
            for section in oracle.content.sections.indices {
                try check(
                    cache.geometry(ofSection: section) == oracle.geometry(ofSection: section), "section \(section)")
            }
        }
        try compare()
        for changes in [
            resizes(of: content, count: 20, seed: 1, at: .random),
            Array(Edit.insert.cycle(of: content, count: 22, seed: 2, at: .middle).joined().prefix(21)),
        ] {
            try cache.apply(changes)
            try oracle.apply(changes)
            try compare()
        }
        let before = fingerprint(of: cache.content)
        #expect(throws: LayoutError.self) { try cache.apply([.deleteSection(at: 0), .deleteSection(at: 99)]) }
        #expect(fingerprint(of: cache.content) == before)
        try compare()
    }

    @Test(arguments: Trace.all.map(\.id)) func theStrategyFollowsScrolls(_ trace: String) throws {
        for dataset in Dataset.every {
            let content = try dataset.make(200, 3)
            var (cache, oracle) = (SortedWindowCache(), FullArrayCache())
            try cache.prepare(content)
            try oracle.prepare(content)
            var replay = Replay(
                try #require(Trace.all.first { $0.id == trace }), content: oracle.contentSize, frames: 10, seed: 9)
            replay.edits[4] = resizes(of: content, count: 3, seed: 5, at: .random)
            let difference = try replay.firstDifference(between: &cache, and: &oracle)
            #expect(difference == nil, "\(dataset.id)")
        }
    }

    /// Each staircase is the sum of its rows high, and row k is indented by k mod the number of rows.
    @Test(arguments: Axis.allCases) func theLayoutIsAStaircase(_ axis: Axis) throws {
        var content = try Content(axis: axis, bounds: axis.transpose(Size(width: 300, height: 500)))
        let layout = try content.addLayout(StaircaseLayout(insets: EdgeInsets(all: 10), step: 40, rowCount: 4))
        let lengths = (0..<11).map { Double(20 + $0) }
        try content.appendSection(layout: layout, values: lengths)
        for strategy in CacheStrategy.all {
            var cache = strategy.make()
            try cache.prepare(content)
            for item in 0..<11 {
                let indentation = Double(item % 4) * 40
                let above = lengths[..<item].reduce(10, +)
                #expect(
                    cache.frame(of: ElementID(section: 0, item: item))
                        == Rect(x: 10 + indentation, y: above, width: 280 - indentation, height: lengths[item]))
            }
            #expect(cache.contentSize == Size(width: 300, height: 20 + lengths.reduce(0, +)))
        }
        for bad in [StaircaseLayout(step: -1), StaircaseLayout(step: .nan), StaircaseLayout(rowCount: 0)] {
            #expect(throws: LayoutError.self) { try content.addLayout(bad) }
        }
    }

    /// Steps wider than the room end in rows without breadth.
    @Test func stepsBeyondTheRoom() throws {
        var content = try Content(bounds: Size(width: 50, height: 500))
        let layout = try content.addLayout(StaircaseLayout(step: 40))
        try content.appendUniformSection(layout: layout, count: 4, value: [10])
        var cache = FullArrayCache()
        try cache.prepare(content)
        let widths = (0..<4).map { cache.frame(of: ElementID(section: 0, item: $0))?.width }
        #expect(widths == [50, 10, 0, 0])
        #expect(cache.contentSize.width == 50)
    }
}

extension Content {
    /// Appends a section of a layout, whether it takes values or not.
    fileprivate mutating func appendSection(
        _ entry: NamedLayout, _ values: [Double], header: Size, footer: Size, background: ElementKind?
    ) throws(LayoutError) {
        let layout = try addLayout(entry.make())
        if folds[layout].valueNames.isEmpty {
            try appendUniformSection(
                layout: layout, count: 9, value: [], header: header, footer: footer, background: background)
        } else {
            try appendSection(layout: layout, values: values, header: header, footer: footer, background: background)
        }
    }
}
