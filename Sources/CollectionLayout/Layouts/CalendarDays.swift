/// Makes events that take place at the same time stand side by side.
///
/// The events of a day are swept in the order of their beginnings. Events that overlap, directly or through others, form
/// a cluster; in it each one takes the first lane whose last event has ended, and all lanes are equally broad.
struct CalendarDays {
    /// Events compare in the order of the sweep: of several that begin together the longest one comes first.
    private struct Event: Comparable {
        let near: Double
        let far: Double
        let item: Int
        var lane = 0

        @inline(__always)
        static func < (a: Event, b: Event) -> Bool {
            if a.near != b.near { return a.near < b.near }
            if a.far != b.far { return a.far > b.far }
            return a.item < b.item
        }
    }

    private let grid: CalendarGrid
    private let items: ItemValues
    private let top: Double
    /// Events of a day, and where the events of each lane of a cluster end so far.
    private var events: [Event] = []
    private var ends: [Double] = []

    init(_ grid: CalendarGrid, _ items: ItemValues, top: Double) {
        self.grid = grid
        self.items = items
        self.top = top
    }

    /// Narrows the frames of some events, which have been placed as if each had its day for itself. O(all events).
    mutating func share(_ range: Range<Int>, _ frames: UnsafeMutablePointer<Rect>) {
        let days = Set(range.lazy.map { [items] in items[$0, 0] })
        let touched = (0..<items.count).lazy.filter { [items] in days.contains(items[$0, 0]) }
        for day in Dictionary(grouping: touched, by: { [items] in items[$0, 0] }).values {
            share(day, range, frames)
        }
    }

    /// The same where all events stand in the order of their days. O(e log e) for the e events of the range's days.
    ///
    /// - Returns: The events of the last one of these days; nil, and frames mean nothing, if they do not stand in that order.
    mutating func shareByDay(_ range: Range<Int>, _ frames: UnsafeMutablePointer<Rect>) -> Range<Int>? {
        var day = items.day(of: range.lowerBound)
        guard items.isSortedByDay(at: day.lowerBound) else { return nil }
        while true {
            guard items.isSortedByDay(at: day.upperBound) else { return nil }
            share(day, range, frames)
            if day.upperBound >= range.upperBound { return day }
            day = items.day(of: day.upperBound)
        }
    }

    /// The same for all events of a day, those of them that are in the range.
    private mutating func share(
        _ day: some Sequence<Int>, _ range: Range<Int>, _ frames: UnsafeMutablePointer<Rect>
    ) {
        events.removeAll(keepingCapacity: true)
        for item in day {
            let frame =
                range.contains(item)
                ? frames[item - range.lowerBound]
                : grid.frame(day: items[item, 0], start: items[item, 1], duration: items[item, 2], top: top)
            events.append(Event(near: frame.minY, far: frame.maxY, item: item))
        }
        events.sort()
        var first = 0
        while first < events.count {
            ends.removeAll(keepingCapacity: true)
            var farthest = -Double.infinity
            var last = first
            while last < events.count, last == first || events[last].near < farthest {
                let lane = ends.firstIndex { $0 <= events[last].near } ?? ends.count
                if lane == ends.count { ends.append(0) }
                ends[lane] = events[last].far
                events[last].lane = lane
                farthest = max(farthest, events[last].far)
                last += 1
            }
            for event in events[first..<last] where range.contains(event.item) {
                let frame = frames + (event.item - range.lowerBound)
                frame.pointee.width = grid.container.snapping.snap(frame.pointee.width / Double(ends.count))
                frame.pointee.x += Double(event.lane) * frame.pointee.width
            }
            first = last
        }
    }
}

/// The values of events.
extension ItemValues {
    /// The consecutive events of the day of an event. O(their number).
    func day(of item: Int) -> Range<Int> {
        let day = self[item, 0]
        var (first, last) = (item, item + 1)
        while first > 0, self[first - 1, 0] == day { first -= 1 }
        while last < count, self[last, 0] == day { last += 1 }
        return first..<last
    }

    /// Whether all events stand in the order of their days. O(events).
    var areSortedByDay: Bool { isUniform || (0..<count).allSatisfy(isSortedByDay) }

    /// Whether the day of an event is not before that of the event before it, if there are both.
    func isSortedByDay(at item: Int) -> Bool { item <= 0 || item >= count || self[item - 1, 0] <= self[item, 0] }

    /// A number of 53 bits, as many as a Double keeps, that differs if a value of some events does.
    func digest(_ range: Range<Int>) -> Double {
        var digest = UInt64(range.count)
        for item in range {
            for value in 0..<3 {
                digest = (digest ^ self[item, value].bitPattern) &* 0x9E37_79B9_7F4A_7C15
                digest ^= digest >> 32
            }
        }
        return Double(digest >> 11)
    }
}
