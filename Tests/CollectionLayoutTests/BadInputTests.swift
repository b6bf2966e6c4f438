import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// Input that cannot be laid out is refused with an error that names it, and everything stays as it was.
@Suite struct BadInputTests {
    private static let beyond = [
        Double.nan, -.nan, .signalingNaN, .infinity, -.infinity, 8e12.nextUp, .greatestFiniteMagnitude, -8e12.nextUp,
    ]
    private static let negative = [-1.0, -Double.leastNonzeroMagnitude, -8e12]

    /// The bad values of each value of an item.
    private func bad(_ name: String) -> [Double] {
        switch name {
        case "x", "y": Self.beyond
        case "aspect ratio": Self.beyond + Self.negative + [0, -0.0]
        default: Self.beyond + Self.negative
        }
    }

    private func expectBadValue(
        _ error: LayoutError?, section: Int, item: Int, name: String, value: Double
    ) throws {
        guard case .badValue(let gotSection, let gotItem, let gotName, let gotValue, let expected)? = error else {
            throw CheckFailure("\(name) = \(value): \(String(describing: error))")
        }
        try check(gotSection == section && gotItem == item && gotName == name, "\(error!)")
        try check(gotValue == value || gotValue.isNaN && value.isNaN, "\(error!)")
        try check(!expected.isEmpty && error!.description.contains("section \(section), item \(item)"), "\(error!)")
        try check(error!.description.contains("\(name) is \(value)"), "\(error!)")
    }

    /// Values that are asked for are those that were handed over; where that fails at an item, whichever it is, the content and
    /// what was laid out of it answer as before.
    @Test(arguments: SampleLayout.all)
    func askingMayFail(_ layout: SampleLayout) throws {
        struct NoSize: Error, Equatable { let item: Int }
        var content = try sample([layout], counts: [4], decoration: 1)
        let width = content.folds[0].valueNames.count
        var random = SplitMix64(seed: 3)
        let items = (0..<9).map { _ in layout.value(&random) }
        var handed = content
        try handed.appendSection(layout: 0, values: items.flatMap { $0 }, footer: Size(width: 5, height: 6))
        let before = fingerprint(of: content)
        var caches = try CacheStrategy.all.map { try $0.prepared(content) }
        for bad in items.indices {
            #expect(throws: NoSize(item: bad)) {
                try content.appendSection(layout: 0, count: 9) { item in
                    if item == bad { throw NoSize(item: item) }
                    return items[item]
                }
            }
            for value in [Array(repeating: Double.nan, count: width), Array(repeating: 1, count: width + 1), []] {
                let error = #expect(throws: LayoutError.self) {
                    try content.appendSection(layout: 0, count: 9) { $0 == bad ? value : items[$0] }
                }
                try check(error?.description.contains("section 1, item \(bad)") == true, "\(String(describing: error))")
            }
        }
        for count in [-1, Content.largestCount + 1, .max] {
            #expect(throws: LayoutError.self) {
                try content.appendSection(layout: 0, count: count) { _ in throw NoSize(item: 0) }
            }
        }
        #expect(fingerprint(of: content) == before)
        for cache in caches { #expect(fingerprint(of: cache.content) == before) }
        try content.appendSection(layout: 0, count: 9, footer: Size(width: 5, height: 6)) { items[$0] }
        #expect(fingerprint(of: content) == fingerprint(of: handed))
        for index in caches.indices {
            try caches[index].prepare(content)
            #expect(expectEquivalent(caches[index], try CacheStrategy.oracle.prepared(handed), [everything]) == nil)
        }
    }

    /// Items of a layout that takes no values have none to be asked for.
    @Test func askingForNoValues() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let circle = try content.addLayout(CircleLayout())
        var handed = content
        try content.appendSection(layout: circle, count: 5) { _ in [] }
        try handed.appendUniformSection(layout: circle, count: 5, value: [])
        #expect(fingerprint(of: content) == fingerprint(of: handed))
        #expect(throws: LayoutError.self) { try content.appendSection(layout: circle, count: 5) { _ in [1] } }
    }

    @Test(arguments: SampleLayout.all)
    func appendingNamesTheItem(_ layout: SampleLayout) throws {
        var content = try sample([layout], counts: [4], decoration: 1)
        let names = content.folds[0].valueNames
        let before = fingerprint(of: content)
        var random = SplitMix64(seed: 2)
        var values: [Double] = []
        for _ in 0..<5 { values += layout.value(&random) }
        for item in 0..<5 {
            for (index, name) in names.enumerated() {
                for value in bad(name) {
                    var changed = values
                    changed[item * names.count + index] = value
                    let error = #expect(throws: LayoutError.self) {
                        try content.appendSection(layout: 0, values: changed)
                    }
                    try expectBadValue(error, section: 1, item: item, name: name, value: value)
                }
            }
        }
        for (index, name) in names.enumerated() {
            var changed = Array(values[..<names.count])
            changed[index] = bad(name)[0]
            let error = #expect(throws: LayoutError.self) {
                try content.appendUniformSection(layout: 0, count: 9, value: changed)
            }
            try expectBadValue(error, section: 1, item: 0, name: name, value: bad(name)[0])
        }
        #expect(fingerprint(of: content) == before && content.itemCount == 4 && content.sections.count == 1)
        try content.appendSection(layout: 0, values: values)
        #expect(content.itemCount == 9)
        #expect(content.value(section: 0, item: 3) == (try sample([layout], counts: [4])).value(section: 0, item: 3))
    }

    @Test(arguments: SampleLayout.all)
    func resizingNamesTheItem(_ layout: SampleLayout) throws {
        let content = try sample([layout], counts: [2, 70], decoration: 1)
        let names = content.folds[0].valueNames
        for strategy in CacheStrategy.all {
            var cache = try strategy.prepared(content)
            let before = try BruteForce(cache)
            for item in [0, 69] {
                for (index, name) in names.enumerated() {
                    for value in bad(name) {
                        var changed = content.value(section: 1, item: item)
                        changed[index] = value
                        let error = #expect(throws: LayoutError.self) {
                            try cache.apply(.resize(section: 1, item: item, to: changed))
                        }
                        try expectBadValue(error, section: 1, item: item, name: name, value: value)
                    }
                }
            }
            try before.checkFrames(cache)
            #expect(fingerprint(of: cache.content) == fingerprint(of: content))
        }
    }

    @Test(arguments: SampleLayout.all)
    func valueCountsMustAddUp(_ layout: SampleLayout) throws {
        var content = try sample([layout], counts: [1])
        let width = content.folds[0].valueNames.count
        for count in 0..<9 where !count.isMultiple(of: width) {
            let error = #expect(throws: LayoutError.self) {
                try content.appendSection(layout: 0, values: [Double](repeating: 1, count: count))
            }
            guard case .badValueCount(1, count, let expected)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(expected.isMultiple(of: width) && expected > count)
        }
        for count in [0, width + 1] {
            #expect(throws: LayoutError.badValueCount(section: 1, got: count, expected: width)) {
                try content.appendUniformSection(layout: 0, count: 3, value: [Double](repeating: 1, count: count))
            }
        }
        for count in [-1, Content.largestCount + 1, Int.max, Int.min] {
            let error = #expect(throws: LayoutError.self) {
                try content.appendUniformSection(
                    layout: 0, count: count, value: [Double](repeating: 1, count: width))
            }
            guard case .tooMany(_, count, Content.largestCount)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(content.sections.count == 1 && content.itemCount == 1)
    }

    @Test func headersAndFootersAreChecked() throws {
        var content = try sample([SampleLayout.all[0]], counts: [1])
        for value in Self.beyond + Self.negative {
            for size in [Size(width: value, height: 1), Size(width: 1, height: value)] {
                let error = #expect(throws: LayoutError.self) {
                    try content.appendSection(layout: 0, values: [1, 1], header: size)
                }
                guard case .badParameter(let name, _, _)? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(name.hasSuffix(" of the header of section 1"))
                let other = #expect(throws: LayoutError.self) {
                    try content.appendSection(layout: 0, values: [1, 1], footer: size)
                }
                #expect(other?.description.contains(" of the footer of section 1 is ") == true)
            }
        }
        #expect(content.sections.count == 1 && content.itemCount == 1)
    }

    @Test func parametersAreChecked() throws {
        for value in Self.beyond + Self.negative {
            #expect(throws: LayoutError.self) { try Content(bounds: Size(width: value, height: 1)) }
            #expect(throws: LayoutError.self) { try Content(bounds: Size(width: 1, height: value)) }
            let inset = EdgeInsets(right: value)
            if value < 0, value > -8e12 {
                // The content reaches beyond the view.
                let content = try Content(bounds: Size(width: 1, height: 1), contentInset: inset)
                #expect(content.container.breadth == 1 - Snapping.grain.snap(value))
            } else {
                #expect(throws: LayoutError.self) {
                    try Content(bounds: Size(width: 1, height: 1), contentInset: inset)
                }
            }
            let layouts: [any SectionLayout] = [
                FlowLayout(lineSpacing: value), FlowLayout(itemSpacing: value),
                FlowLayout(insets: EdgeInsets(top: value)), FlowLayout(insets: EdgeInsets(left: value)),
                FlowLayout(insets: EdgeInsets(bottom: value)), FlowLayout(insets: EdgeInsets(right: value)),
                GridLayout(insets: EdgeInsets(left: value)), GridLayout(lineSpacing: value),
                GridLayout(itemSpacing: value), ListLayout(lineSpacing: value),
                ListLayout(insets: EdgeInsets(bottom: value)), WaterfallLayout(lineSpacing: value),
                WaterfallLayout(itemSpacing: value), WaterfallLayout(insets: EdgeInsets(right: value)),
            ]
            var content = try Content(bounds: Size(width: 100, height: 100))
            for layout in layouts {
                let error = #expect(throws: LayoutError.self) { _ = try content.addLayout(layout) }
                guard case .badParameter(let name, let got, let expected)? = error else {
                    Issue.record("\(layout): \(String(describing: error))")
                    continue
                }
                #expect(!name.isEmpty && !expected.isEmpty && (got == value || got.isNaN && value.isNaN))
            }
            #expect(content.layouts.isEmpty && content.folds.isEmpty)
        }
        for lanes in [0, -1, 1025, Int.max, Int.min] {
            var content = try Content(bounds: Size(width: 100, height: 100))
            #expect(throws: LayoutError.self) { try content.addLayout(WaterfallLayout(laneCount: lanes)) }
        }
    }

    /// Rects that end before they begin, that have no end, or are no rects at all meet what the definition says.
    @Test(arguments: CacheStrategy.all)
    func rectsThatAreNone(_ strategy: CacheStrategy) throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let list = try content.addLayout(ListLayout(lineSpacing: 1))
        let lanes = try content.addLayout(WaterfallLayout(laneCount: 3))
        for (layout, count) in [(list, 3000), (lanes, 3000), (list, 20), (list, 20)] {
            try content.appendSection(
                layout: layout, count: count, header: Size(width: 1, height: 30)
            ) { [Double(20 + $0 % 7)] }
        }
        let cache = try strategy.prepared(content)
        var rects: [Rect] = []
        for y in [0, 15, 40_000, 69_010.5, 70_000, 92_000, .infinity, -.infinity, .nan] {
            for height in [-5, -1, -500, -5000, 0, .infinity, -.infinity, .nan, 1e300] {
                rects.append(Rect(x: 10, y: y, width: 50, height: height))
                rects.append(Rect(x: 10, y: y, width: -1, height: height))
            }
        }
        try BruteForce(cache).checkQueries(cache, rects)
    }

    /// Two elements of a section would be called alike.
    @Test(arguments: [ElementKind.cell, .header, .footer, .supplementary(2)])
    func backgroundsAreDecorations(_ kind: ElementKind) throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let layout = try content.addLayout(ListLayout())
        let error = #expect(throws: LayoutError.self) {
            try content.appendUniformSection(layout: layout, count: 3, value: [10], background: kind)
        }
        #expect(error?.description.contains("\(kind)") == true && content.sections.isEmpty)
        let description = SectionDescription(
            layout: layout, items: .uniform(count: 3, value: [10]), background: kind)
        #expect(throws: try #require(error)) { try content.apply(.insertSection(at: 0, description)) }
    }

    /// What a layout has taken as a share or a coordinate may not be a length, or not one on the grain.
    @Test func replacedLayoutsTakeNoValuesOfAnotherKind() throws {
        var ratios = try Content(bounds: Size(width: 390, height: 844))
        _ = try ratios.addLayout(WaterfallLayout(itemLength: .aspectRatio))
        try ratios.appendSection(layout: 0, values: [0.5, 2, 0.1])
        try expectBadValue(
            #expect(throws: LayoutError.self) { try ratios.replacingLayouts { _, _ in ListLayout() } },
            section: 0, item: 2, name: "length", value: 0.1)
        var frames = try Content(bounds: Size(width: 390, height: 844))
        _ = try frames.addLayout(FreeFormLayout())
        try frames.appendSection(layout: 0, values: [0, 10, 20, 30, -1, 10, 20, 30])
        let lengths = Lengths()
        try expectBadValue(
            #expect(throws: LayoutError.self) { try frames.replacingLayouts { _, _ in lengths } },
            section: 0, item: 1, name: "a", value: -1)
        // Lengths on the grain are as good as any.
        try ratios.apply(.resize(section: 0, item: 2, to: [0.25]))
        let list = try ratios.replacingLayouts { _, _ in ListLayout() }
        var cache = FullArrayCache()
        try cache.prepare(list)
        #expect(cache.contentSize.height == 2.75)
    }

    /// It is replaced by whatever it may be; where a section has it, that one is named.
    @Test func aLayoutThatNoSectionHasTakesAnyValues() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        _ = try content.addLayout(ListLayout())
        let flow = try content.addLayout(FlowLayout())
        try content.appendUniformSection(layout: flow, count: 1, value: [10, 10])
        let replaced = try content.replacingLayouts { index, former in index == 0 ? FlowLayout() : former }
        #expect(replaced.layouts.map { type(of: $0).id } == [FlowLayout.id, FlowLayout.id])
        try content.appendUniformSection(layout: 0, count: 1, value: [10])
        #expect(throws: LayoutError.badValueCount(section: 1, got: 1, expected: 2)) {
            try content.replacingLayouts { index, former in index == 0 ? FlowLayout() : former }
        }
    }

    /// Where an item of a free form ends is a coordinate, too.
    @Test func freeFormsEndWithinTheCoordinates() throws {
        let far = Snapping.largestCoordinate
        let grain = Snapping.grainLength
        for (number, frame) in [(2, [far - grain, 0, 2 * grain, 1]), (3, [0, far - grain, 1, 2 * grain])] {
            try expectBadValue(
                #expect(throws: LayoutError.self) { try Content(FreeFormLayout(), [[0, 0, 1, 1], frame]) },
                section: 0, item: 1, name: ["x", "y", "width", "height"][number], value: 2 * grain)
        }
        _ = try Content(FreeFormLayout(), [[far - grain, 0, grain, 1]])
    }

    /// A number too many is refused, by whatever way it came.
    @Test func aNumberThatIsSetCounts() throws {
        var value: ItemValue = [60]
        value[0] = 70
        #expect(value == [70] && value.values == [70])
        value[2] = 5
        #expect(value == [70, 0, 5] && value.count == 3)
        var content = try Content(ListLayout(), [[50]])
        let error = LayoutError.badParameter(
            name: "number of values of section 0, item 0", value: 3, expected: "1")
        #expect(throws: error) {
            try content.apply(.resize(section: 0, item: 0, to: value))
        }
    }

    /// A list of items as high as the first of four lengths.
    private struct Lengths: SectionLayout {
        static let id = "lengths"

        func fold(in container: Container) -> any SectionFold { Fold() }

        private struct Fold: SectionFold {
            let valueNames = ["a", "b", "c", "d"]
            let stateCount = 1
            let positionCount = 1
            let insets = EdgeInsets.zero

            func begin(at top: Double, items: ItemValues, _ state: FoldState) { state[0] = top }

            func place(
                _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>
            ) {
                for item in range {
                    frames[item - range.lowerBound] = Rect(x: 0, y: state[0], width: 1, height: items[item, 0])
                    state[0] += items[item, 0]
                }
            }

            func end(_ state: FoldState, items: ItemValues) -> Double { state[0] }
        }
    }
}
