import CollectionLayout
import LayoutTestSupport
import Testing
import Workloads

/// What each parameter does, on examples small enough to check by hand.
@Suite("Parameters of layouts")
struct LayoutParameterTests {
    private func frames(_ content: Content) throws -> [Rect] {
        var cache = FullArrayCache()
        try cache.prepare(content)
        return (0..<content.itemCount).map { cache.frame(of: ElementID(section: 0, item: $0))! }
    }

    private func frames(
        _ layout: some SectionLayout, _ items: [[Double]], axis: Axis = .vertical, width: Double = 400
    ) throws -> [Rect] {
        try frames(Content(layout, items, axis: axis, bounds: axis.transpose(Size(width: width, height: 300))))
    }

    @Test func lanesReachNoFartherThanCoordinates() throws {
        let breadth = Snapping.largestCoordinate / 64
        let layouts: [any SectionLayout] = [
            StaggeredLayout(laneCount: 66, itemSpacing: breadth),
            WaterfallLayout(laneCount: 66, itemSpacing: breadth), MosaicLayout(laneCount: 66, itemSpacing: breadth),
            WaterfallLayout(insets: EdgeInsets(top: 0, left: 5e12, bottom: 0, right: 5e12)),
        ]
        for layout in layouts {
            var content = try Content(bounds: Size(width: 64, height: 80))
            let error = #expect(throws: LayoutError.self) { _ = try content.addLayout(layout) }
            guard case .badParameter("breadth of all lanes", let whole, _)? = error else {
                Issue.record("\(layout): \(String(describing: error))")
                continue
            }
            #expect(whole > Snapping.largestCoordinate && whole < 1.1e13)
        }
        var content = try Content(bounds: Size(width: 64, height: 80))
        _ = try content.addLayout(StaggeredLayout(laneCount: 64, itemSpacing: breadth))
    }

    /// Behind the last item, and beside the broadest, coordinates are exact, too.
    @Test func distancesAreNoLongerThanSumsAreExact() throws {
        let insets = EdgeInsets(top: 0, left: 6e10, bottom: 0, right: 5e10)
        let bad: [(any SectionLayout, name: String, value: Double)] = [
            (ListLayout(lineSpacing: 1.5e12), "line spacing", 1.5e12),
            (ListLayout(lineSpacing: 1.5e12, alignment: .each), "line spacing", 1.5e12),
            (StaggeredLayout(lineSpacing: 2e11), "line spacing", 2e11),
            (WaterfallLayout(lineSpacing: 8e12), "line spacing", 8e12),
            (MosaicLayout(lineSpacing: 8e12), "line spacing", 8e12),
            (PinterestLayout(cellPadding: 4e12), "cell padding", 4e12),
            (CalendarWeekLayout(horizontalSpacing: 4e12), "horizontal spacing", 4e12),
            (FlowLayout(insets: insets), "insets across", 1.1e11),
            (ListLayout(insets: insets), "insets across", 1.1e11),
            (GridLayout(insets: insets), "insets across", 1.1e11),
        ]
        var content = try Content(bounds: Size(width: 100, height: 80))
        for (layout, name, value) in bad {
            let error = LayoutError.badParameter(
                name: name, value: value, expected: "a length from 0 to 100000000000.0")
            #expect(throws: error) { _ = try content.addLayout(layout) }
        }
        // The largest ones that are taken: a grain more would be missed.
        let grain = Snapping.grainLength
        let list = try content.addLayout(ListLayout(lineSpacing: 1e11))
        let waterfall = try content.addLayout(WaterfallLayout(laneCount: 1, lineSpacing: 1e11))
        for layout in [list, waterfall] {
            var long = Content(container: content.container)
            for layout in content.layouts { _ = try long.addLayout(layout) }
            try long.appendSection(layout: layout, values: [7.8e12 + grain, 2 * grain])
            for strategy in CacheStrategy.all {
                #expect(try strategy.prepared(long).contentSize.height == 7.9e12 + 3 * grain, "\(strategy.id)")
            }
        }
    }

    // MARK: Waterfall

    @Test func waterfallFillsLanesInTurn() throws {
        let items: [[Double]] = [[100], [10], [10], [10]]
        var waterfall = WaterfallLayout(laneCount: 2, lineSpacing: 0, itemSpacing: 0)
        #expect(try frames(waterfall, items).map(\.origin.x) == [0, 200, 200, 200])
        waterfall.direction = .leftToRight
        #expect(try frames(waterfall, items).map(\.origin.x) == [0, 200, 0, 200])
        waterfall.direction = .rightToLeft
        #expect(try frames(waterfall, items).map(\.origin.x) == [200, 0, 200, 0])
        #expect(try frames(waterfall, items).map(\.origin.y) == [0, 0, 100, 10])
    }

    @Test func waterfallTakesAspectRatios() throws {
        let waterfall = WaterfallLayout(itemSpacing: 0, itemLength: .aspectRatio)
        #expect(try frames(waterfall, [[2], [0.5]]).map(\.height) == [100, 400])
        #expect(try frames(waterfall, [[2], [0.5]], axis: .horizontal).map(\.height) == [400, 100])
    }

    @Test func waterfallKeepsLanesAfterAResizeAndRebalancesOnRequest() throws {
        let waterfall = WaterfallLayout(lineSpacing: 0, itemSpacing: 0)
        var cache = FullArrayCache()
        try cache.prepare(Content(waterfall, [[100], [50], [50], [10]], bounds: Size(width: 400, height: 300)))
        func lanes(_ cache: FullArrayCache) -> [Double] {
            (0..<4).map { cache.frame(of: ElementID(section: 0, item: $0))!.x / 200 }
        }
        #expect(lanes(cache) == [0, 1, 1, 0])
        try cache.apply(.resize(section: 0, item: 0, to: [200]))
        #expect(lanes(cache) == [0, 1, 1, 0])
        // To place anew is to choose lanes anew; where that is asked for, an edit does.
        try cache.prepare(cache.content)
        #expect(lanes(cache) == [0, 1, 1, 1])
        let balanced = WaterfallLayout(lineSpacing: 0, itemSpacing: 0, rebalances: true)
        try cache.prepare(Content(balanced, [[100], [50], [50], [10]], bounds: Size(width: 400, height: 300)))
        #expect(lanes(cache) == [0, 1, 1, 0])
        try cache.apply(.resize(section: 0, item: 0, to: [200]))
        #expect(lanes(cache) == [0, 1, 1, 1])
    }

    @Test(arguments: Axis.allCases) func headersAndFootersHaveInsets(axis: Axis) throws {
        let top = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let bottom = EdgeInsets(top: 5, left: 6, bottom: 7, right: 8)
        let waterfall = WaterfallLayout(
            insets: axis.transpose(EdgeInsets(all: 10)), headerInsets: axis.transpose(top),
            footerInsets: axis.transpose(bottom))
        let bounds = axis.transpose(Size(width: 400, height: 300))
        let header = axis.transpose(Size(width: 50, height: 20))
        var cache = FullArrayCache()
        try cache.prepare(Content(waterfall, [[100]], axis: axis, bounds: bounds, header: header, footer: header))
        #expect(
            cache.frame(of: ElementID(section: 0, item: 0, kind: .header)) == Rect(x: 2, y: 1, width: 394, height: 20))
        #expect(cache.frame(of: ElementID(section: 0, item: 0))?.y == 34)
        #expect(
            cache.frame(of: ElementID(section: 0, item: 0, kind: .footer)) == Rect(x: 6, y: 149, width: 386, height: 20)
        )
        #expect(cache.contentSize.height == 176)
        // Without header and footer their insets do not count.
        try cache.prepare(Content(waterfall, [[100]], axis: axis, bounds: bounds))
        #expect(cache.contentSize.height == 120)
    }

    // MARK: List

    @Test func listAlignsRows() throws {
        let insets = EdgeInsets(top: 0, left: 20, bottom: 0, right: 30)
        func rows(_ alignment: ListLayout.Alignment, _ items: [[Double]]) throws -> [[Double]] {
            try frames(ListLayout(insets: insets, lineSpacing: 4, alignment: alignment), items).map(\.numbers)
        }
        #expect(try rows(.full, [[10], [20]]) == [[20, 0, 350, 10], [20, 14, 350, 20]])
        #expect(try rows(.leading, [[10, 100], [20, 999]]) == [[20, 0, 100, 10], [20, 14, 350, 20]])
        #expect(try rows(.trailing, [[10, 100], [20, 999]]) == [[270, 0, 100, 10], [20, 14, 350, 20]])
        #expect(
            try rows(.each, [[10, 100, 0], [10, 100, 0.5], [10, 100, 1]])
                == [[20, 0, 100, 10], [145, 14, 100, 10], [270, 28, 100, 10]])
    }

    // MARK: Circle

    @Test func circleTakesASectionWithoutValues() throws {
        var content = try Content(bounds: Size(width: 400, height: 300))
        let layout = try content.addLayout(CircleLayout(itemSide: 100))
        try content.appendUniformSection(layout: layout, count: 4, value: [])
        #expect(
            try frames(content) == [
                Rect(x: 250, y: 100, width: 100, height: 100), Rect(x: 150, y: 200, width: 100, height: 100),
                Rect(x: 50, y: 100, width: 100, height: 100), Rect(x: 150, y: 0, width: 100, height: 100),
            ])
        #expect(throws: LayoutError.self) { try content.appendSection(layout: layout, values: []) }
        #expect(throws: LayoutError.self) {
            try content.appendUniformSection(layout: layout, count: 1, value: [1])
        }
    }

    @Test func circleStacksBelowOtherSections() throws {
        var content = try Content(bounds: Size(width: 400, height: 300))
        let list = try content.addLayout(ListLayout())
        let circle = try content.addLayout(CircleLayout(itemSide: 100))
        try content.appendUniformSection(layout: list, count: 2, value: [50])
        try content.appendUniformSection(layout: circle, count: 1, value: [])
        var cache = FullArrayCache()
        try cache.prepare(content)
        #expect(cache.frame(of: ElementID(section: 1, item: 0)) == Rect(x: 250, y: 200, width: 100, height: 100))
        #expect(cache.contentSize.height == 400)
    }

    // MARK: Table

    @Test func tableRowsAreAsLongAsTheirLongestCell() throws {
        let table = TableLayout(
            columns: .breadths([100, 250, 150]), insets: EdgeInsets(all: 10), lineSpacing: 2, itemSpacing: 5)
        #expect(
            try frames(table, [[20], [30], [10], [40], [5]]).map(\.numbers) == [
                [10, 10, 100, 30], [115, 10, 250, 30], [370, 10, 150, 30], [10, 42, 100, 40], [115, 42, 250, 40],
            ])
        #expect(
            try frames(TableLayout(columns: .equal(4)), [[20], [30]]).map(\.numbers) == [
                [0, 0, 100, 30], [100, 0, 100, 30],
            ])
    }

    @Test func tableIsAsBroadAsItsColumnsWhateverItsCells() throws {
        let table = TableLayout(columns: .breadths([300, 300]), insets: EdgeInsets(all: 10), itemSpacing: 5)
        for items in [[], [[20.0]], [[20], [20]]] {
            var cache = FullArrayCache()
            try cache.prepare(Content(table, items, bounds: Size(width: 400, height: 300)))
            #expect(cache.contentSize.width == 625)
        }
    }

    // MARK: Calendar

    @Test func calendarPagesWeeks() throws {
        var cache = FullArrayCache()
        let calendar = CalendarWeekLayout(weekCount: 3)
        try cache.prepare(Content(calendar, [[7, 1.5, 0.5], [20, 0, 24]], bounds: Size(width: 800, height: 300)))
        #expect(cache.contentSize == Size(width: 2400, height: 1240))
        #expect(cache.frame(of: ElementID(section: 0, item: 0)) == Rect(x: 905, y: 115, width: 90, height: 25))
        #expect(cache.frame(of: ElementID(section: 0, item: 1)) == Rect(x: 2305, y: 40, width: 90, height: 1200))
        #expect(
            cache.frame(of: ElementID(section: 0, item: 8, kind: CalendarWeekLayout.dayHeaderKind))
                == Rect(x: 1000, y: 0, width: 100, height: 40))
        #expect(
            cache.frame(of: ElementID(section: 0, item: 49, kind: CalendarWeekLayout.hourHeaderKind))
                == Rect(x: 1600, y: 90, width: 800, height: 50))
        #expect(cache.elementCount == 2 + 3 * 31)
        // An empty calendar is as large.
        try cache.prepare(Content(calendar, [], bounds: Size(width: 800, height: 300)))
        #expect(cache.contentSize == Size(width: 2400, height: 1240))
    }

    @Test func calendarPutsSimultaneousEventsSideBySide() throws {
        let calendar = CalendarWeekLayout(heightPerHour: 10, horizontalSpacing: 10, overlaps: .sideBySide)
        // A cluster of three in two lanes: the third one reuses the first lane. Then one alone, and one on another day.
        let items: [[Double]] = [[0, 9, 2], [0, 10, 3], [0, 11, 1], [0, 14, 1], [1, 9, 2]]
        let expected: [[Double]] = [
            [105, 130, 45, 20], [150, 140, 45, 30], [105, 150, 45, 10], [105, 180, 90, 10], [205, 130, 90, 20],
        ]
        for order in [[0, 1, 2, 3, 4], [4, 2, 0, 3, 1]] {
            #expect(
                try frames(calendar, order.map { items[$0] }, width: 800).map(\.numbers) == order.map { expected[$0] })
        }
        // The originals let them lie on each other.
        let faithful = try Content(calendar, items, bounds: Size(width: 800, height: 300), fidelity: .faithful)
        #expect(try frames(faithful).map(\.width) == [90, 90, 90, 90, 90])
    }

    @Test func calendarCutsEventsAtMidnight() throws {
        #expect(
            try frames(CalendarWeekLayout(), [[0, 23, 3]], width: 800) == [Rect(x: 105, y: 1190, width: 90, height: 50)]
        )
        let faithful = try Content(
            CalendarWeekLayout(), [[0, 23, 3]], bounds: Size(width: 800, height: 300), fidelity: .faithful)
        #expect(try frames(faithful)[0].height == 150)
    }

    @Test(arguments: [
        [-1, 0, 1], [7, 0, 1], [0.5, 0, 1], [0, -1, 1], [0, 24, 1], [0, 0, -1], [.nan, 0, 1], [0, .infinity, 1],
    ])
    func calendarRefusesImpossibleEvents(event: [Double]) throws {
        #expect(throws: LayoutError.self) { try Content(CalendarWeekLayout(), [[0, 0, 1], event]) }
    }

    /// A day of 18 hours: 40 pt of headers and 50 pt an hour.
    @Test func daysHaveAnyNumberOfHours() throws {
        let calendar = CalendarWeekLayout(hourCount: 18)
        #expect(try frames(calendar, [[0, 17, 3]], width: 800) == [Rect(x: 105, y: 890, width: 90, height: 50)])
        var cache = FullArrayCache()
        try cache.prepare(Content(calendar, [[0, 17, 3]]))
        #expect(cache.contentSize.height == 940 && cache.elementCount == 1 + 7 + 18)
        let last = ElementID(section: 0, item: 17, kind: CalendarWeekLayout.hourHeaderKind)
        #expect(cache.frame(of: last)?.y == 890)
        let late = LayoutError.badValue(
            section: 0, item: 0, name: "start hour", value: 18, expected: "an hour from 0 to below 18")
        #expect(throws: late) { try Content(calendar, [[0, 18, 1]]) }
        for count in [0, 49] {
            let error = LayoutError.badParameter(name: "hour count", value: Double(count), expected: "1 to 48")
            #expect(throws: error) { try Content(CalendarWeekLayout(hourCount: count), []) }
        }
    }

    // MARK: All

    @Test func layoutsRefuseRatiosThatMakeEndlessItems() throws {
        for ratio in [0, 1e-300, 1e-12] {
            #expect(throws: LayoutError.self) { try Content(StaggeredLayout(), [[ratio]]) }
            #expect(throws: LayoutError.self) { try Content(MosaicLayout(), [[ratio, 1]]) }
            #expect(throws: LayoutError.self) { try Content(GridLayout(), [[1, ratio]]) }
            #expect(throws: LayoutError.self) { try Content(WaterfallLayout(itemLength: .aspectRatio), [[ratio]]) }
        }
    }

    @Test func layoutsRefuseParametersOutOfRange() throws {
        let refused: [any SectionLayout] = [
            StaggeredLayout(laneCount: 0), MosaicLayout(laneCount: 1025), WaterfallLayout(laneCount: -1),
            PinterestLayout(laneCount: 0), PinterestLayout(cellPadding: -1), CircleLayout(itemSide: .nan),
            CalendarWeekLayout(weekCount: 0), CalendarWeekLayout(dayCount: 32), CalendarWeekLayout(heightPerHour: 8e12),
            TableLayout(columns: .breadths([])), TableLayout(columns: .equal(0)),
            TableLayout(columns: .breadths([1, -.infinity])), TableLayout(columns: .breadths([5e12, 5e12])),
            ListLayout(lineSpacing: .infinity), MosaicLayout(tolerance: -1),
        ]
        for layout in refused {
            #expect(throws: LayoutError.self, "\(layout)") { try Content(layout, []) }
        }
    }

    @Test func theCatalogDescribesEachLayout() throws {
        #expect(Set(NamedLayout.all.map(\.id)).count == NamedLayout.all.count)
        for entry in LayoutVariants.all {
            let content = try Content(entry.make(), entry.values(20, seed: 1))
            let names = content.folds[0].valueNames
            #expect(entry.sample(7).count == names.count, "\(entry.id)")
            #expect(names.isEmpty || Set(entry.values(20, seed: 1)).count > 1, "\(entry.id): all samples are the same")
            #expect(type(of: entry.make()).id == entry.id)
        }
        #expect(NamedLayout.named("mosaic")?.id == "mosaic" && NamedLayout.named("nothing") == nil)
    }
}
