import BenchmarkKit
import CollectionLayout

/// Layouts whose items stand where they say, or where their number says.
extension SectionKind {
    static let circle = SectionKind(
        name: CircleLayout.id, summary: "items on a circle; section: count, itemSize"
    ) { (section) throws(InputError) in
        (CircleLayout(itemSide: try section.number("itemSize", default: 70)), .count(try section.count("count")))
    }

    static let calendarWeek = SectionKind(
        name: CalendarWeekLayout.id,
        summary: "events by day and hour; section: events (day, startHour, durationInHours), weeks, days, hours, "
            + "dayHeaderHeight, hourHeaderWidth, heightPerHour, horizontalSpacing, overlaps"
    ) { (section) throws(InputError) in
        let plain = CalendarWeekLayout()
        let layout = CalendarWeekLayout(
            weekCount: try section.count("weeks", default: plain.weekCount),
            dayCount: try section.count("days", default: plain.dayCount),
            hourCount: try section.count("hours", default: plain.hourCount),
            dayHeaderHeight: try section.number("dayHeaderHeight", default: plain.dayHeaderHeight),
            hourHeaderWidth: try section.number("hourHeaderWidth", default: plain.hourHeaderWidth),
            heightPerHour: try section.number("heightPerHour", default: plain.heightPerHour),
            horizontalSpacing: try section.number("horizontalSpacing", default: plain.horizontalSpacing),
            overlaps: try section.choice("overlaps", default: plain.overlaps))
        var values: [Double] = []
        for event in try section.objects("events") {
            values += [
                try event.number("day"), try event.number("startHour"), try event.number("durationInHours"),
            ]
            try event.checkNames()
        }
        return (layout, .values(values))
    }

    static let freeForm = SectionKind(
        name: FreeFormLayout.id, summary: "items where their frames say; section: itemFrames"
    ) { (section) throws(InputError) in
        let count = try section.itemCount("itemFrames")
        return (
            FreeFormLayout(),
            .values(try section.tuples("itemFrames", of: ["x", "y", "width", "height"], count: count))
        )
    }
}
