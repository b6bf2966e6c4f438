/// Events in columns of days and rows of hours, one page as broad as the container a week.
///
/// Values of an item: day, counted from the first day of the first week; start and duration in hours, fractions included.
/// Each week has a header for every day above the events and one for every hour behind them, z −10; they are
/// ``dayHeaderKind`` and ``hourHeaderKind``, counted through all weeks. Lengths are named for vertical scrolling.
public struct CalendarWeekLayout: SectionLayout {
    /// How events that take place at the same time share a day.
    public enum Overlaps: String, Sendable, CaseIterable {
        /// Each is as broad as the day; one lies on the other, as in the tutorial. Always so in the faithful mode.
        case stacked
        /// They stand side by side and share the breadth: each goes to the first place that is free when it begins.
        ///
        /// An event may then depend on every other one of its day, so a change lays out the whole section again, and each
        /// run of items costs O(e log e) for the e events of its days, and O(n) if the events are not sorted by day.
        case sideBySide
    }

    /// `calendar-week`
    public static let id = "calendar-week"
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
        let grid = CalendarGrid(
            weekCount: weekCount, dayCount: dayCount, hourCount: hourCount,
            headerLength: try container.length(dayHeaderHeight, "day header height"),
            gutter: try container.length(hourHeaderWidth, "hour header width"),
            hourLength: try container.length(heightPerHour, "height per hour"),
            inset: container.snapping.snap(try container.length(horizontalSpacing, "horizontal spacing") / 2),
            cutsAtMidnight: container.fidelity == .corrected, container: container)
        for (name, length) in [("breadth of all weeks", grid.breadth), ("length of a day", grid.length)]
        where length > Snapping.largestCoordinate {
            throw .badParameter(name: name, value: length, expected: "at most \(Snapping.largestCoordinate)")
        }
        let sharesDays = overlaps == .sideBySide && container.fidelity == .corrected
        return CalendarFold(grid: grid, sharesDays: sharesDays)
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
    let cutsAtMidnight: Bool
    let container: Container

    /// The breadth of all weeks, and the length of the headers and hours.
    var breadth: Double { Double(weekCount) * container.breadth }
    var length: Double { headerLength + Double(hourCount) * hourLength }
    var dayBreadth: Double { max(container.snapping.snap((container.breadth - gutter) / Double(dayCount)), 0) }

    func x(ofDay day: Int) -> Double {
        Double(day / dayCount) * container.breadth + gutter + Double(day % dayCount) * dayBreadth
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

    /// The headers of all days, then those of all hours, week by week.
    func headers(from top: Double) -> [Supplementary] {
        let days = (0..<weekCount * dayCount).map { day in
            Supplementary(
                kind: CalendarWeekLayout.dayHeaderKind, item: day,
                frame: Rect(x: x(ofDay: day), y: top, width: dayBreadth, height: headerLength))
        }
        let hours = (0..<weekCount * hourCount).map { number in
            Supplementary(
                kind: CalendarWeekLayout.hourHeaderKind, item: number,
                frame: Rect(
                    x: Double(number / hourCount) * container.breadth,
                    y: top + headerLength + Double(number % hourCount) * hourLength, width: container.breadth,
                    height: hourLength))
        }
        return days + hours
    }
}

/// State: where the section's items begin; if events share days, also whether they are sorted by day, and a digest of all
/// values. None is a position: events do not depend on where former ones ended.
///
/// The digest makes sure that no stored state outlives a change of any event.
private struct CalendarFold: SectionFold {
    let grid: CalendarGrid
    let sharesDays: Bool

    var insets: EdgeInsets { .zero }
    var leastBreadth: Double { grid.breadth }
    var valueNames: [String] { ["day", "start hour", "duration"] }
    var stateCount: Int { sharesDays ? 3 : 1 }
    var placesRunsAlone: Bool { !sharesDays }
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
        var isSorted = true
        var digest = UInt64(items.count)
        for item in 0..<(items.isUniform ? min(items.count, 1) : items.count) {
            if item > 0 && items[item, 0] < items[item - 1, 0] { isSorted = false }
            for value in 0..<3 {
                digest = (digest ^ items[item, value].bitPattern) &* 0x9E37_79B9_7F4A_7C15
                digest ^= digest >> 32
            }
        }
        state[1] = isSorted ? 1 : 0
        // 53 bits: as many as a Double keeps.
        state[2] = Double(digest >> 11)
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        for item in range {
            frames[item - range.lowerBound] = grid.frame(
                day: items[item, 0], start: items[item, 1], duration: items[item, 2], top: state[0])
        }
        if sharesDays && !range.isEmpty {
            CalendarDays(grid, items, isSorted: state[1] == 1, top: state[0]).share(range, frames)
        }
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] + grid.length }

    func lookahead(_ state: FoldState) -> Int { sharesDays ? Content.largestCount : 0 }

    func supplementaries(from top: Double, to end: Double) -> [Supplementary] { grid.headers(from: top) }
}
