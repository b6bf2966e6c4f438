import CollectionLayout

/// The constants of the dataset `calendar`.
public enum EventCalendar {
    /// The weeks of a section, which stand beside each other.
    public static let weeksPerYear = 52
    /// How many events begin on each day; those that last over midnight go on the next day as another item.
    public static let eventsPerDay = 20
    /// The longest event, in hours.
    public static let longestHours = 96.0
}

extension Dataset {
    /// Asks for both axes and for elements that are long along the axis and overlap.
    ///
    /// Events begin on quarter hours, normally distributed around 13 h with σ 4 h, and last 1 h in the median, lognormal
    /// with σ 1.2, from a quarter of an hour to four days. A section is a year; a hundred of them are 730,500 events.
    static let calendar = Dataset(
        "calendar", "years of weeks side by side, 20 events a day of 15 minutes to 4 days, overlapping",
        layoutID: CalendarWeekLayout.id, bytesPerItem: 24
    ) { n, seed throws(LayoutError) in
        var random = SplitMix64(seed: seed)
        var content = try Content(bounds: bounds)
        let year = try content.addLayout(
            CalendarWeekLayout(weekCount: EventCalendar.weeksPerYear, overlaps: .sideBySide))
        let days = 7 * EventCalendar.weeksPerYear
        /// What is left of events that last over midnight, in hours.
        var overnight: [Double] = []
        var values: [Double] = []
        var day = 0
        while content.itemCount + values.count / 3 < n {
            let room = n - content.itemCount - values.count / 3
            appendDay(Double(day), room, &overnight, &random, to: &values)
            day += 1
            guard day == days else { continue }
            try content.appendSection(layout: year, values: values)
            values.removeAll(keepingCapacity: true)
            day = 0
        }
        guard day > 0 else { return content }
        let rest = try content.addLayout(CalendarWeekLayout(weekCount: (day + 6) / 7, overlaps: .sideBySide))
        try content.appendSection(layout: rest, values: values)
        return content
    }

    /// Appends at most `room` events: those that go on, then those that begin.
    private static func appendDay(
        _ day: Double, _ room: Int, _ overnight: inout [Double], _ random: inout SplitMix64, to values: inout [Double]
    ) {
        let former = overnight
        overnight.removeAll(keepingCapacity: true)
        for index in 0..<min(former.count + EventCalendar.eventsPerDay, room) {
            var start = 0.0
            var hours = index < former.count ? former[index] : 0
            if index >= former.count {
                start = min(max((13 + 4 * random.normal()) * 4, 0).rounded(.down), 95) / 4
                hours = min((random.logNormal(median: 1, sigma: 1.2) * 4).rounded(.up) / 4, EventCalendar.longestHours)
            }
            let today = min(hours, 24 - start)
            values += [day, start, today]
            if hours > today { overnight.append(hours - today) }
        }
    }
}
