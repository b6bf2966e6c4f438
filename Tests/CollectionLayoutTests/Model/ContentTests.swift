import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

@Suite struct ContentTests {
    private func content(_ snapping: Snapping = .grain) throws -> Content {
        var content = try Content(bounds: Size(width: 100.3, height: 80), snapping: snapping)
        _ = try content.addLayout(FlowLayout())
        return content
    }

    @Test func lengthsSnapAndRatiosDoNot() throws {
        for snapping in Snapping.allCases {
            var content = try content(snapping)
            let grid = try content.addLayout(GridLayout())
            try content.appendSection(layout: 0, values: [10.1, 20.2], header: Size(width: 1, height: 5.3))
            try content.appendUniformSection(layout: grid, count: 4, value: [3, 1.1])
            #expect(content.container.breadth == snapping.snap(100.3))
            let value = content.value(section: 0, item: 0)
            #expect(value[0] == snapping.snap(10.1) && value[1] == snapping.snap(20.2))
            #expect(content.sections[0].headerLength == snapping.snap(5.3))
            #expect(content.value(section: 1, item: 3)[1] == 1.1)
            try content.apply(.resize(section: 0, item: 0, to: [7.7, 8.8]))
            #expect(content.value(section: 0, item: 0)[0] == snapping.snap(7.7))
        }
    }

    @Test func lengthsOfAContainerSnap() {
        let container = Container(breadth: 100.3, viewportLength: 80.7)
        #expect(Content(container: container).container.breadth == Snapping.grain.snap(100.3))
        #expect(Content(container: container).container.viewportLength == Snapping.grain.snap(80.7))
        let exact = Container(breadth: 100.3, viewportLength: 80.7, snapping: .none)
        #expect(Content(container: exact).container == exact)
    }

    @Test func headersAndFootersNeedBothLengths() throws {
        for axis in Axis.allCases {
            var content = try Content(axis: axis, bounds: Size(width: 100, height: 80))
            let layout = try content.addLayout(ListLayout())
            for size in [Size(width: 0, height: 5), Size(width: 5, height: 0), Size(width: 4, height: 5)] {
                try content.appendUniformSection(layout: layout, count: 1, value: [1], header: size, footer: size)
            }
            #expect(content.sections.map(\.headerLength) == [0, 0, axis == .vertical ? 5 : 4])
            #expect(content.sections.map(\.footerLength) == content.sections.map(\.headerLength))
            #expect((0..<3).map { content.supplementaryCount(ofSection: $0) } == [0, 0, 2])
        }
    }

    @Test func headersAndFootersStandOutsideTheInsets() throws {
        var content = try Content(bounds: Size(width: 100, height: 80))
        let list = try content.addLayout(ListLayout(insets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)))
        for _ in 0..<2 {
            try content.appendUniformSection(
                layout: list, count: 2, value: [10], header: Size(width: 1, height: 5),
                footer: Size(width: 1, height: 6),
                background: .decoration(3))
        }
        for strategy in CacheStrategy.all {
            let cache = try strategy.prepared(content)
            func frame(_ item: Int, _ kind: ElementKind = .cell) -> Rect? {
                cache.frame(of: ElementID(section: 1, item: item, kind: kind))
            }
            #expect(frame(0, .header) == Rect(x: 0, y: 35, width: 100, height: 5))
            #expect(frame(0) == Rect(x: 2, y: 41, width: 94, height: 10))
            #expect(frame(1) == Rect(x: 2, y: 51, width: 94, height: 10))
            #expect(frame(0, .footer) == Rect(x: 0, y: 64, width: 100, height: 6))
            #expect(frame(0, .decoration(3)) == Rect(x: 0, y: 35, width: 100, height: 35))
            #expect(cache.contentSize == Size(width: 100, height: 70))
        }
    }

    @Test func anEditGivesTheOneThatUndoesIt() throws {
        for layout in SampleLayout.all {
            let original = try sample([layout], counts: [5, 3])
            var content = original
            for change in resizes(of: content, count: 10, seed: 1, at: .random) {
                let before = fingerprint(of: content)
                let undo = try content.apply(change)
                #expect(try content.apply(undo) == change || fingerprint(of: content) == before)
                #expect(fingerprint(of: content) == before)
                try content.apply(change)
            }
        }
    }

    @Test func copiesAreIndependent() throws {
        var content = try content()
        try content.appendUniformSection(layout: 0, count: 3, value: [10, 10])
        var copy = content
        try copy.apply(.resize(section: 0, item: 1, to: [20, 20]))
        #expect(content.value(section: 0, item: 1)[0] == 10 && content.sections[0].isUniform)
        #expect((0..<3).map { copy.value(section: 0, item: $0)[0] } == [10, 20, 10] && !copy.sections[0].isUniform)
    }

    /// However many values a literal has, it is the layout that says how many there have to be.
    @Test func resizesTakeAsManyValuesAsTheLayout() throws {
        var content = try content()
        let list = try content.addLayout(ListLayout())
        try content.appendUniformSection(layout: list, count: 4, value: [10])
        let section = content.sections.count - 1
        try content.apply(.resize(section: section, item: 3, to: [60]))
        #expect(content.value(section: section, item: 3) == [60])
        let before = fingerprint(of: content)
        for value: ItemValue in [[], [60, 0], [60, 0, 0, 0], [60, 1, 2, 3, 4]] {
            let expected = LayoutError.badParameter(
                name: "number of values of section \(section), item 3", value: Double(value.count), expected: "1")
            #expect(throws: expected) { try content.apply(.resize(section: section, item: 3, to: value)) }
            var transaction = Transaction()
            transaction.resizeItem(at: LayoutIndexPath(section, 3), to: value)
            #expect(throws: expected) { try transaction.changes(in: content) }
            for strategy in CacheStrategy.all {
                var cache = try strategy.prepared(content)
                #expect(throws: expected) { try cache.apply(.resize(section: section, item: 3, to: value)) }
            }
        }
        #expect(fingerprint(of: content) == before)
    }

    @Test func sectionsOfUnknownLayoutsAreRefused() throws {
        var content = try content()
        let (before, sections) = (fingerprint(of: content), content.sections.count)
        for layout in [-1, content.layouts.count, .max] {
            let expected = LayoutError.badParameter(
                name: "layout of section \(sections)", value: Double(layout),
                expected: "an index that 'addLayout(_:)' has returned, below \(content.layouts.count)")
            #expect(throws: expected) { try content.appendUniformSection(layout: layout, count: 1, value: [1, 1]) }
            #expect(throws: expected) { try content.appendSection(layout: layout, values: [1, 1]) }
            #expect(throws: expected) { try content.appendSection(layout: layout, count: 1) { _ in [1, 1] } }
        }
        #expect(fingerprint(of: content) == before && content.sections.count == sections)
    }

    @Test func errorsSayWhatWasGotAndExpected() {
        let errors: [(LayoutError, [String])] = [
            (
                .badValue(section: 3, item: 14, name: "width", value: -1, expected: "a length"),
                ["section 3", "item 14", "width", "-1.0", "a length"]
            ),
            (.badParameter(name: "inset top", value: 2, expected: "less"), ["inset top", "2.0", "less"]),
            (.badValueCount(section: 4, got: 5, expected: 6), ["section 4", "5 values", "expected 6"]),
            (.unknownPath(section: 7, item: 8, reason: "because"), ["section 7", "item 8", "because"]),
            (.unknownPath(section: 7, item: nil, reason: "because"), ["section 7: because"]),
            (.tooMany(what: "sections", got: 9, limit: 8), ["9 sections", "8"]),
            (.contentTooLong(section: 2, length: 9e12), ["section 2", "9000000000000.0", "8000000000000.0"]),
        ]
        for (error, parts) in errors {
            for part in parts { #expect(error.description.contains(part), "\(error)") }
        }
    }
}
