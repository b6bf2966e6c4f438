/// Events in columns of days and rows of hours, one page as broad as the container a week.
///
/// Values of an item: day, counted from the first day of the first week; start and duration in hours, fractions included.
/// Each week has a header for every day above the events and one for every hour behind them, z −10; they are
/// ``dayHeaderKind`` and ``hourHeaderKind``, counted through all weeks. Lengths are named for vertical scrolling.
public struct CalendarWeekLayout: SectionLayout, Hashable {
    /// How events that take place at the same time share a day.
    public enum Overlaps: String, Sendable, CaseIterable {
        /// Each is as broad as the day; one lies on the other, as in the tutorial. Always so in the faithful mode.
        case stacked
        /// They stand side by side and share the breadth: each goes to the first place that is free when it begins.
        ///
        /// An event then depends on every other one of its day: a run of items costs O(e log e) for the e events of its days.
        /// If the events do not stand in the order of their days, every change costs O(n) besides: an event that changes its
        /// day had better move among those of the other one in the same transaction.
        case sideBySide
    }

    /// `calendar-week`
    public static let id = "calendar-week"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// The kind of day headers; item number: the day.
    public static let dayHeaderKind = ElementKind.supplementary(2)
    /// The kind of hour headers; item number: the week times the hours of a day, plus the hour.
    public static let hourHeaderKind = ElementKind.supplementary(3)
    /// Stacking order of all headers.
    public static let headerZIndex = -10

    /// Number of weeks, one page each.
    public var weekCount: Int
    /// Number of days of a week.
    public var dayCount: Int
    /// Number of hours of a day.
    public var hourCount: Int
    /// Height of the day headers, in points.
    public var dayHeaderHeight: Double
    /// Width of the column before the days of each week, in points.
    public var hourHeaderWidth: Double
    /// Height of an hour, in points.
    public var heightPerHour: Double
    /// Distance between the events of two days, in points.
    public var horizontalSpacing: Double
    /// How events that take place at the same time share a day.
    public var overlaps: Overlaps

    /// Creates a calendar of 1 to 1024 weeks of 1 to 31 days of 1 to 48 hours.
    public init(
        weekCount: Int = 1, dayCount: Int = 7, hourCount: Int = 24, dayHeaderHeight: Double = 40,
        hourHeaderWidth: Double = 100, heightPerHour: Double = 50, horizontalSpacing: Double = 10,
        overlaps: Overlaps = .stacked
    ) {
        self.weekCount = weekCount
        self.dayCount = dayCount
        self.hourCount = hourCount
        self.dayHeaderHeight = dayHeaderHeight
        self.hourHeaderWidth = hourHeaderWidth
        self.heightPerHour = heightPerHour
        self.horizontalSpacing = horizontalSpacing
        self.overlaps = overlaps
    }

    /// Resolves the layout in a container.
    ///
    /// The corrected mode cuts events off at the end of their day.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        for (name, count, most) in [
            ("week count", weekCount, 1024), ("day count", dayCount, 31), ("hour count", hourCount, 48),
        ] where !(1...most).contains(count) {
            throw .badParameter(name: name, value: Double(count), expected: "1 to \(most)")
        }
        let headerLength = try container.length(dayHeaderHeight, "day header height")
        let gutter = try container.length(hourHeaderWidth, "hour header width")
        let grid = CalendarGrid(
            weekCount: weekCount, dayCount: dayCount, hourCount: hourCount, headerLength: headerLength, gutter: gutter,
            hourLength: try container.length(heightPerHour, "height per hour"),
            inset: container.snapping.snap(try container.spacing(horizontalSpacing, "horizontal spacing") / 2),
            dayBreadth: max(container.snapping.snap((container.breadth - gutter) / Double(dayCount)), 0),
            cutsAtMidnight: container.fidelity == .corrected, container: container)
        for (name, length) in [("breadth of all weeks", grid.breadth), ("length of a day", grid.length)]
        where length > Snapping.largestCoordinate {
            throw .badParameter(name: name, value: length, expected: "at most \(Snapping.largestCoordinate)")
        }
        let sharesDays = overlaps == .sideBySide && container.fidelity == .corrected
        return CalendarFold(grid: grid, sharesDays: sharesDays, shares: CalendarShares())
    }
}

/// Where days and hours are, in layout space.
struct CalendarGrid: Sendable {
    let weekCount: Int
    let dayCount: Int
    let hourCount: Int
    let headerLength: Double
    let gutter: Double
    let hourLength: Double
    /// Distance between an edge of a day and its events.
    let inset: Double
    let dayBreadth: Double
    let cutsAtMidnight: Bool
    let container: Container

    /// The breadth of all weeks, and the length of the headers and hours.
    var breadth: Double { Double(weekCount) * container.breadth }
    var length: Double { headerLength + Double(hourCount) * hourLength }

    func x(ofDay day: Int) -> Double { x(ofDay: day % dayCount, inWeek: day / dayCount) }

    private func x(ofDay day: Int, inWeek week: Int) -> Double {
        Double(week) * container.breadth + gutter + Double(day) * dayBreadth
    }

    /// The frame of an event that has its day for itself.
    func frame(day: Double, start: Double, duration: Double, top: Double) -> Rect {
        let hours = cutsAtMidnight ? min(duration, Double(hourCount) - start) : duration
        let near = container.snapping.snap(hourLength * start)
        // With snapping both ends snap, so that an event that begins when another one ends touches it.
        let length =
            container.snapping == .none
            ? hourLength * hours : container.snapping.snap(hourLength * (start + hours)) - near
        return Rect(
            x: x(ofDay: Int(day)) + inset, y: top + headerLength + near, width: max(dayBreadth - 2 * inset, 0),
            height: max(length, 0))
    }

    /// Gives an event that has its day for itself its share of it.
    func narrow(_ frame: inout Rect, to share: CalendarDays.Share) {
        frame.width = container.snapping.snap(frame.width / Double(share.laneCount))
        frame.x += Double(share.lane) * frame.width
    }

    /// Which of some parts of a length, one behind the other from a coordinate on, an interval meets, or all; perhaps one more to
    /// either side, as coordinates are rounded.
    private static func parts(
        _ count: Int, of length: Double, from start: Double, meeting interval: (near: Double, far: Double)?
    ) -> Range<Int> {
        guard let interval else { return 0..<count }
        let parts = AlikeRows(near: start, far: start + length, distance: length, count: count)
        let first = parts.count(endingBy: interval.near - largestError)
        return first..<max(parts.count(beginningBefore: interval.far + largestError), first)
    }
    /// More than coordinates differ by that are added up in another order: a grain is the last bit of the largest one.
    private static let largestError = 4 * Snapping.grainLength

    /// Calls `body` with the headers of all days, then with those of all hours, week by week: at least with those that a rect meets.
    func forEachHeader(from top: Double, meeting rect: Rect?, _ body: (Supplementary) -> Void) {
        let (across, along) = (rect.map { ($0.minX, $0.maxX) }, rect.map { ($0.minY, $0.maxY) })
        // Days begin in their week, unless the distance before them is longer.
        let weeks = Self.parts(
            weekCount, of: container.breadth, from: 0, meeting: gutter <= container.breadth ? across : nil)
        let showsDays = !Self.parts(1, of: headerLength, from: top, meeting: along).isEmpty
        for week in weeks where showsDays {
            for day in Self.parts(dayCount, of: dayBreadth, from: x(ofDay: 0, inWeek: week), meeting: across) {
                let frame = Rect(x: x(ofDay: day, inWeek: week), y: top, width: dayBreadth, height: headerLength)
                body(Supplementary(kind: CalendarWeekLayout.dayHeaderKind, item: week * dayCount + day, frame: frame))
            }
        }
        let near = top + headerLength
        let hours = Self.parts(hourCount, of: hourLength, from: near, meeting: along)
        for week in weeks {
            for hour in hours {
                let frame = Rect(
                    x: Double(week) * container.breadth, y: near + Double(hour) * hourLength, width: container.breadth,
                    height: hourLength)
                body(
                    Supplementary(kind: CalendarWeekLayout.hourHeaderKind, item: week * hourCount + hour, frame: frame))
            }
        }
    }
}

/// State: where the section's items begin; if events share days, also what is known of their order, then a digest of what the
/// next events depend on besides, and how many of these belong to a day that has begun before them. None is a position:
/// events do not depend on where former ones ended.
///
/// Events that are sorted by day depend on those of their day only. Of others, any may be of the same day, wherever it stands:
/// the digest is then one of all events, so that no stored state outlives a change of any of them.
private struct CalendarFold: SectionFold {
    let grid: CalendarGrid
    let sharesDays: Bool
    let shares: CalendarShares

    /// What is known of the order of the events.
    private enum Order {
        /// None is before an event of a former day.
        static let byDay = 1.0
        static let none = 0.0
        /// Some are, although none was when the state was begun: what is placed means nothing.
        static let broken = -1.0
    }

    var insets: EdgeInsets { .zero }
    var leastBreadth: Double { grid.breadth }
    var valueNames: [String] { ["day", "start hour", "duration"] }
    var stateCount: Int { sharesDays ? 4 : 1 }
    var placesRunsAlone: Bool { !sharesDays }
    var placesItemsAlone: Bool { !sharesDays }
    var positionCount: Int { 0 }
    var supplementaryCount: Int { grid.weekCount * (grid.dayCount + grid.hourCount) }
    func zIndex(of kind: ElementKind) -> Int { CalendarWeekLayout.headerZIndex }

    func isLength(value: Int) -> Bool { false }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        let days = grid.weekCount * grid.dayCount
        if value[0] != value[0].rounded(.down) || value[0] >= Double(days) {
            return (0, "a whole number from 0 to \(days - 1)")
        }
        if value[1] >= Double(grid.hourCount) { return (1, "an hour from 0 to below \(grid.hourCount)") }
        if !grid.cutsAtMidnight && grid.hourLength * (value[1] + value[2]) > Snapping.largestCoordinate {
            return (2, "a duration that makes no length beyond \(Snapping.largestCoordinate)")
        }
        return nil
    }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
        guard sharesDays else { return }
        let isSorted = items.areSortedByDay
        state[1] = isSorted ? Order.byDay : Order.none
        state[2] = isSorted ? 0 : items.digest(0..<items.count)
        state[3] = 0
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        for item in range {
            frames[item - range.lowerBound] = grid.frame(
                day: items[item, 0], start: items[item, 1], duration: items[item, 2], top: state[0])
        }
        guard sharesDays, !range.isEmpty, state[1] != Order.broken else { return }
        guard state[1] == Order.byDay else {
            let shares = shares.shares(state[2], grid, items, top: state[0])
            for item in range { grid.narrow(&frames[item - range.lowerBound], to: shares[item]) }
            return
        }
        let begun = state[3] > 0 ? shares.rest(of: state[2], count: Int(state[3]), top: state[0]) : nil
        let days = CalendarDays(grid, items, top: state[0])
        guard let rest = days.shareByDay(range, frames, behind: begun) else {
            state[1] = Order.broken
            return
        }
        state[2] = rest.digest
        state[3] = Double(rest.shares.count)
        if !rest.shares.isEmpty { shares.keep(rest, top: state[0]) }
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] + grid.length }

    /// An event that comes right behind a day may become one of it.
    func lookahead(_ state: FoldState) -> Int {
        guard sharesDays else { return 0 }
        return state[1] == Order.byDay ? Int(state[3]) + 1 : Content.largestCount
    }

    func isRefuted(_ state: FoldState) -> Bool { sharesDays && state[1] == Order.broken }

    func supplementaries(from top: Double, to end: Double) -> [Supplementary] {
        var all: [Supplementary] = []
        forEachSupplementary(from: top, to: end, meeting: nil) { all.append($0) }
        return all
    }
    func forEachSupplementary(
        from top: Double, to end: Double, meeting rect: Rect?, _ body: (Supplementary) -> Void
    ) {
        grid.forEachHeader(from: top, meeting: rect, body)
    }
}
