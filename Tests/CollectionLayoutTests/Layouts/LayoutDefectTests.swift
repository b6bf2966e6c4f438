import CollectionLayout
import LayoutTestSupport
import Testing

/// The defects of the originals: what the faithful mode answers, and what the corrected one does.
@Suite("Defects of the originals")
struct LayoutDefectTests {
    private func cache(
        _ layout: some SectionLayout, _ items: [[Double]], axis: Axis = .vertical, width: Double = 400,
        header: Size = .zero, snapping: Snapping = .grain, _ fidelity: Fidelity
    ) throws -> FullArrayCache {
        var cache = FullArrayCache()
        let bounds = axis.transpose(Size(width: width, height: 300))
        try cache.prepare(
            Content(
                layout, items, axis: axis, bounds: bounds, header: header, snapping: snapping, fidelity: fidelity))
        return cache
    }

    private func frame(_ cache: FullArrayCache, _ item: Int) -> Rect? {
        cache.frame(of: ElementID(section: 0, item: item))
    }

    // MARK: Mosaic

    @Test func mosaicSpacesItsFirstRow() throws {
        let mosaic = MosaicLayout(insets: EdgeInsets(top: 3), lineSpacing: 10, itemSpacing: 0)
        let faithful = try cache(mosaic, [[1, 0]], .faithful)
        #expect(frame(faithful, 0) == Rect(x: 0, y: 13, width: 200, height: 200))
        #expect(faithful.contentSize.height == 213)
        let corrected = try cache(mosaic, [[1, 0]], .corrected)
        #expect(frame(corrected, 0) == Rect(x: 0, y: 3, width: 200, height: 200))
        #expect(corrected.contentSize.height == 203)
        var asBefore = mosaic
        asBefore.spacesFirstRow = true
        #expect(try frame(cache(asBefore, [[1, 0]], .corrected), 0)?.y == 13)
    }

    @Test func mosaicTakesTheFirstRunAndNotTheLongest() throws {
        // The lanes end at 100, 200, 100 and 100; the next item may be big.
        let items: [[Double]] = [[1, 0], [0.5, 0], [1, 0], [1, 0], [2, 1]]
        let mosaic = MosaicLayout(laneCount: 4, lineSpacing: 0, itemSpacing: 0)
        #expect(try frame(cache(mosaic, items, .faithful), 4) == Rect(x: 0, y: 100, width: 100, height: 60))
        #expect(try frame(cache(mosaic, items, .corrected), 4) == Rect(x: 200, y: 100, width: 200, height: 100))
        var asBefore = mosaic
        asBefore.run = .first
        #expect(try frame(cache(asBefore, items, .corrected), 4) == Rect(x: 0, y: 100, width: 100, height: 60))
    }

    @Test func mosaicComparesMinimaExactly() throws {
        // Both lanes should end at 100.3, the second one by way of 0.3 + 20 + 0.3 + 79.7: a bit less in Doubles.
        let items: [[Double]] = [[0.5, 0], [50.0 / 20, 0], [50.0 / 80, 0], [2, 1]]
        let mosaic = MosaicLayout(lineSpacing: 0.3, itemSpacing: 0)
        func big(_ snapping: Snapping, _ fidelity: Fidelity) throws -> Rect? {
            try frame(cache(mosaic, items, width: 100, snapping: snapping, fidelity), 3)
        }
        #expect(try big(.none, .faithful)?.width == 50)
        #expect(try big(.none, .corrected)?.width == 100)
        #expect(try big(.grain, .corrected)?.width == 100)
    }

    @Test func mosaicToleratesUnevenLanesIfAsked() throws {
        // The lanes end at 200 and 220.
        let items: [[Double]] = [[1, 0], [200.0 / 220, 0], [2, 1]]
        let mosaic = MosaicLayout(lineSpacing: 0, itemSpacing: 0)
        #expect(try frame(cache(mosaic, items, .corrected), 2)?.width == 200)
        var lenient = mosaic
        lenient.tolerance = 20
        #expect(try frame(cache(lenient, items, .corrected), 2) == Rect(x: 0, y: 220, width: 400, height: 200))
        #expect(try frame(cache(lenient, items, .faithful), 2)?.width == 200)
    }

    @Test func mosaicClampsItsMultipleOnlyIfVertical() throws {
        let mosaic = MosaicLayout(lineSpacing: 0, itemSpacing: 0, lineMultiple: 5)
        func length(_ axis: Axis, _ fidelity: Fidelity) throws -> Double? {
            let ratio = axis == .vertical ? 200.0 / 101 : 101.0 / 200
            return try frame(cache(mosaic, [[ratio, 0]], axis: axis, fidelity), 0)?.height
        }
        #expect(try length(.vertical, .faithful) == 120)
        #expect(try length(.horizontal, .faithful) == 105)
        #expect(try length(.vertical, .corrected) == 120)
        #expect(try length(.horizontal, .corrected) == 120)
    }

    @Test func mosaicTakesPortraitsUntransposed() throws {
        // A horizontal item of ratio 0.5 is half as long as broad, one of ratio 2 twice as long as broad.
        let mosaic = MosaicLayout(lineSpacing: 0, itemSpacing: 0)
        func breadth(_ ratio: Double, _ fidelity: Fidelity) throws -> Double? {
            try frame(cache(mosaic, [[ratio, 1]], axis: .horizontal, fidelity), 0)?.width
        }
        #expect(try breadth(0.5, .faithful) == 200)
        #expect(try breadth(2, .faithful) == 400)
        #expect(try breadth(0.5, .corrected) == 400)
        #expect(try breadth(2, .corrected) == 200)
    }

    // MARK: Pinterest

    @Test func pinterestDoesNotAddTheHeader() throws {
        let pinterest = PinterestLayout(cellPadding: 5)
        let header = Size(width: 400, height: 60)
        let faithful = try cache(pinterest, [[100, 20]], header: header, .faithful)
        #expect(frame(faithful, 0) == Rect(x: 5, y: 5, width: 190, height: 120))
        #expect(faithful.contentSize.height == 130)
        let corrected = try cache(pinterest, [[100, 20]], header: header, .corrected)
        #expect(frame(corrected, 0) == Rect(x: 5, y: 65, width: 190, height: 120))
        #expect(corrected.contentSize.height == 190)
        for fidelity in Fidelity.allCases {
            #expect(try cache(pinterest, [], header: header, fidelity).contentSize.height == 60)
        }
    }

    @Test func pinterestNeverRefreshes() throws {
        var cache = try cache(PinterestLayout(laneCount: 1), [[100, 20], [80, 10]], .corrected)
        // The original lays out only if its cache is empty, so this is what it goes on to answer.
        let stale = frame(cache, 1)
        try cache.apply(.resize(section: 0, item: 0, to: [130, 20]))
        #expect(stale?.y == 138)
        #expect(frame(cache, 1)?.y == 168)
    }

    // MARK: Calendar

    /// The tutorial's query: days and hours by division, both ends included, then events by the hour of their start.
    private func tutorialQuery(_ rect: Rect, _ events: [[Double]], width: Double) -> (
        cells: [Int], days: [Int], hours: [Int]
    ) {
        func day(_ x: Double) -> Int { max(0, Int((x - 100) / ((width - 100) / 7))) }
        func hour(_ y: Double) -> Int { max(0, Int((y - 40) / 50)) }
        let days = day(rect.minX)...day(rect.maxX)
        let hours = hour(rect.minY)...hour(rect.maxY)
        let cells = events.indices.filter { days.contains(Int(events[$0][0])) && hours.contains(Int(events[$0][1])) }
        return (cells, rect.minY > 40 ? [] : Array(days), Array(hours))
    }

    private func exactQuery(_ rect: Rect, _ events: [[Double]], width: Double) throws -> (
        cells: [Int], days: [Int], hours: [Int]
    ) {
        let cache = try cache(CalendarWeekLayout(), events, width: width, .corrected)
        var hits = HitBuffer()
        cache.query(rect, into: &hits)
        func items(_ kind: ElementKind) -> [Int] { hits.ids.filter { $0.kind == kind }.map { Int($0.item) }.sorted() }
        return (items(.cell), items(CalendarWeekLayout.dayHeaderKind), items(CalendarWeekLayout.hourHeaderKind))
    }

    @Test func calendarLosesEventsThatBeginAboveTheRect() throws {
        let events: [[Double]] = [[0, 8, 4], [0, 10, 1]]
        // From 10 to 12 o'clock on the first day.
        let rect = Rect(x: 100, y: 545, width: 90, height: 90)
        #expect(tutorialQuery(rect, events, width: 800).cells == [1])
        #expect(try exactQuery(rect, events, width: 800).cells == [0, 1])
    }

    @Test func calendarFindsOneDayAndOneHourTooMany() throws {
        // Two days and two hours, whose edges the rect touches.
        let rect = Rect(x: 200, y: 0, width: 200, height: 140)
        let tutorial = tutorialQuery(rect, [], width: 800)
        #expect(tutorial.days == [1, 2, 3] && tutorial.hours == [0, 1, 2])
        let exact = try exactQuery(rect, [[6, 23, 1]], width: 800)
        #expect(exact.days == [1, 2] && exact.hours == [0, 1])
    }

    // MARK: Waterfall

    @Test func tutorialWaterfallBeginsLanesAtTheBottomInsetAndTakesTheLastOnTies() throws {
        let waterfall = WaterfallLayout(
            insets: EdgeInsets(top: 30, left: 0, bottom: 10, right: 0), lineSpacing: 5, itemSpacing: 0,
            original: .tutorial)
        let faithful = try cache(waterfall, [[100], [80], [60]], .faithful)
        #expect(
            (0..<3).map { frame(faithful, $0)?.origin } == [
                Point(x: 200, y: 10), Point(x: 0, y: 30), Point(x: 200, y: 115),
            ])
        let corrected = try cache(waterfall, [[100], [80], [60]], .corrected)
        #expect(
            (0..<3).map { frame(corrected, $0)?.origin } == [
                Point(x: 0, y: 30), Point(x: 200, y: 30), Point(x: 200, y: 115),
            ])
        let even = WaterfallLayout(lineSpacing: 5, itemSpacing: 0, original: .tutorial)
        #expect(try frame(cache(even, [[100]], .faithful), 0)?.x == 200)
        #expect(try frame(cache(even, [[100]], .corrected), 0)?.x == 0)
    }

    /// A lane without items does not make the content longer, wherever it begins.
    @Test func tutorialWaterfallEndsWithItsItems() throws {
        let waterfall = WaterfallLayout(insets: EdgeInsets(bottom: 500), lineSpacing: 10, original: .tutorial)
        #expect(try cache(waterfall, [[100]], .faithful).contentSize.height == 600)
        #expect(try cache(waterfall, [[100], [700]], .faithful).contentSize.height == 1310)
    }

    @Test func chtWaterfallSubtractsASpacingFromAnEmptySection() throws {
        let waterfall = WaterfallLayout(insets: EdgeInsets(top: 30, left: 0, bottom: 10, right: 0), lineSpacing: 5)
        #expect(try cache(waterfall, [], .faithful).contentSize.height == 35)
        #expect(try cache(waterfall, [], .corrected).contentSize.height == 40)
    }

    @Test func chtWaterfallLosesPointsBeyond32Bits() throws {
        let waterfall = WaterfallLayout(laneCount: 1, lineSpacing: 0)
        let items: [[Double]] = [[0x1p24], [1], [1]]
        #expect(try frame(cache(waterfall, items, .faithful), 2)?.y == 0x1p24)
        #expect(try frame(cache(waterfall, items, .corrected), 2)?.y == 0x1p24 + 1)
    }
}
