/// Makes events that take place at the same time stand side by side.
///
/// The events of a day are swept in the order of their beginnings. Events that overlap, directly or through others, form
/// a cluster; in it each one takes the first lane whose last event has ended, and all lanes are equally broad.
struct CalendarDays {
    private struct Event {
        let day: Double
        let near: Double
        let far: Double
        let item: Int
        var lane = 0
    }

    private let grid: CalendarGrid
    private let items: ItemValues
    private let isSorted: Bool
    private let top: Double

    /// - Parameter isSorted: Whether the events stand in the order of their days.
    init(_ grid: CalendarGrid, _ items: ItemValues, isSorted: Bool, top: Double) {
        self.grid = grid
        self.items = items
        self.isSorted = isSorted
        self.top = top
    }

    /// Narrows the frames of some events, which have been placed as if each had its day for itself.
    func share(_ range: Range<Int>, _ frames: UnsafeMutablePointer<Rect>) {
        var events = events(ofDaysIn: range)
        var first = 0
        while first < events.count {
            var ends: [Double] = []
            var farthest = -Double.infinity
            var last = first
            while last < events.count, events[last].day == events[first].day,
                last == first || events[last].near < farthest
            {
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

    /// All events of the days that some items touch, in the order of the sweep: of several that begin together the longest
    /// one comes first.
    private func events(ofDaysIn range: Range<Int>) -> [Event] {
        var isTouched = [Bool](repeating: false, count: grid.weekCount * grid.dayCount)
        for item in range { isTouched[Int(items[item, 0])] = true }
        var events: [Event] = []
        for item in candidates(range) where isTouched[Int(items[item, 0])] {
            let frame = grid.frame(day: items[item, 0], start: items[item, 1], duration: items[item, 2], top: top)
            events.append(Event(day: items[item, 0], near: frame.minY, far: frame.maxY, item: item))
        }
        events.sort { ($0.day, $0.near, -$0.far, $0.item) < ($1.day, $1.near, -$1.far, $1.item) }
        return events
    }

    /// A range of items among which all events of those days are.
    private func candidates(_ range: Range<Int>) -> Range<Int> {
        guard isSorted && !items.isUniform else { return 0..<items.count }
        let firstDay = items[range.lowerBound, 0]
        let lastDay = items[range.upperBound - 1, 0]
        return firstItem { items[$0, 0] >= firstDay }..<firstItem { items[$0, 0] > lastDay }
    }

    /// The first item for which a condition holds, which then holds for all later ones; their number if there is none.
    private func firstItem(_ isBehind: (Int) -> Bool) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
