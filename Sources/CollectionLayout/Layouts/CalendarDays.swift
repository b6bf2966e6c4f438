import Synchronization

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

    /// What an event has of the breadth of its day: one lane of several.
    struct Share {
        var lane: Int32 = 0
        var laneCount: Int32 = 1
    }

    /// The lanes of a cluster. Of a few the first one that is free is looked for one by one; of more, as where events take place all
    /// at the same time, by a tree in O(log lanes).
    private struct ClusterLanes {
        /// Of so many a look at all takes less time than to keep a tree.
        private static let few = 16

        /// Where the last event of each ends.
        private let ends: UnsafeMutablePointer<Double>
        private(set) var count = 0
        /// A tree over more than a few: in its second half the ends, behind them infinity, before that of each two of its numbers the
        /// lesser.
        private var least: [Double] = []

        /// No lanes.
        ///
        /// - Parameter ends: Room for a number for each event.
        init(_ ends: UnsafeMutablePointer<Double>) { self.ends = ends }

        /// Puts an event into the first lane that is free when it begins.
        ///
        /// - Returns: That lane.
        @inline(__always)
        mutating func put(from near: Double, to far: Double) -> Int {
            guard count <= Self.few else { return putIntoTree(from: near, to: far) }
            var lane = 0
            while lane < count, ends[lane] > near { lane &+= 1 }
            ends[lane] = far
            count = max(count, lane &+ 1)
            return lane
        }

        @inline(never)
        private mutating func putIntoTree(from near: Double, to far: Double) -> Int {
            if count > least.count / 2 || least.isEmpty { makeTree() }
            let lane = firstFree(at: near)
            ends[lane] = far
            count = max(count, lane + 1)
            if lane < least.count / 2 { setEnd(of: lane, to: far) }
            return lane
        }

        /// The first lane of the tree that is free; the next one where none is.
        private func firstFree(at near: Double) -> Int {
            guard least[1] <= near else { return count }
            var node = 1
            while node < least.count / 2 { node = least[2 * node] <= near ? 2 * node : 2 * node + 1 }
            return node - least.count / 2
        }

        private mutating func setEnd(of lane: Int, to far: Double) {
            var node = least.count / 2 + lane
            least[node] = far
            while node > 1 {
                node /= 2
                least[node] = min(least[2 * node], least[2 * node + 1])
            }
        }

        /// Makes a tree with room for as many lanes again, or more.
        private mutating func makeTree() {
            let room = max(least.count, 4 * Self.few)
            least = Array(repeating: .infinity, count: 2 * room)
            for lane in 0..<count { least[room + lane] = ends[lane] }
            for node in (1..<room).reversed() { least[node] = min(least[2 * node], least[2 * node + 1]) }
        }
    }

    /// Finds the shares of all events of a day.
    ///
    /// - Parameter frame: Where an event stands if it has its day for itself.
    @inline(__always)
    private static func sweep(
        _ day: some RandomAccessCollection<Int>, frame: (_ item: Int) -> Rect, _ body: (_ item: Int, Share) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Event.self, capacity: day.count) { room in
            var events = room
            var count = 0
            for item in day {
                let frame = frame(item)
                events.initializeElement(at: count, to: Event(near: frame.minY, far: frame.maxY, item: item))
                count &+= 1
            }
            events.sort()
            withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { ends in
                var first = 0
                while first < count {
                    var lanes = ClusterLanes(ends.baseAddress!)
                    var farthest = -Double.infinity
                    var last = first
                    while last < count, last == first || events[last].near < farthest {
                        events[last].lane = lanes.put(from: events[last].near, to: events[last].far)
                        farthest = larger(events[last].far, farthest)
                        last &+= 1
                    }
                    for event in first..<last {
                        body(
                            events[event].item,
                            Share(lane: Int32(events[event].lane), laneCount: Int32(lanes.count)))
                    }
                    first = last
                }
            }
        }
    }

    private let grid: CalendarGrid
    private let items: ItemValues
    private let top: Double

    init(_ grid: CalendarGrid, _ items: ItemValues, top: Double) {
        self.grid = grid
        self.items = items
        self.top = top
    }

    /// What is known of a day that has begun, for the events of it that are still to be placed.
    struct Rest {
        /// That of all of its events, see ``ItemValues/digest(_:)``; 0 if none are left.
        var digest = 0.0
        /// The shares of those that are left.
        var shares: ArraySlice<Share> = []
    }

    /// Narrows the frames of some events, which have been placed as if each had its day for itself and stand in the order of
    /// their days. O(e log e) for the e events of the range's days, less what is known.
    ///
    /// - Parameter begun: What is known of the day that has begun before the range, if one has.
    /// - Returns: The rest of the last day; nil, and frames mean nothing, if they do not stand in that order.
    func shareByDay(_ range: Range<Int>, _ frames: UnsafeMutablePointer<Rect>, behind begun: Rest?) -> Rest? {
        var item = range.lowerBound
        var rest = Rest()
        if let begun {
            let count = min(begun.shares.count, range.count)
            for (index, share) in zip(0..<count, begun.shares) { grid.narrow(&frames[index], to: share) }
            guard items.isSortedByDay(at: item + begun.shares.count) else { return nil }
            item += count
            if count < begun.shares.count { rest = Rest(digest: begun.digest, shares: begun.shares.dropFirst(count)) }
        }
        while item < range.upperBound {
            let day = items.day(of: item)
            guard items.isSortedByDay(at: day.lowerBound), items.isSortedByDay(at: day.upperBound) else { return nil }
            let left = max(day.upperBound - range.upperBound, 0)
            if left > 0 { rest = Rest(digest: items.digest(day), shares: ArraySlice(repeating: Share(), count: left)) }
            Self.sweep(day) { event in
                range.contains(event) ? frames[event - range.lowerBound] : frame(of: event)
            } _: { event, share in
                if range.contains(event) {
                    grid.narrow(&frames[event - range.lowerBound], to: share)
                } else if event >= range.upperBound {
                    rest.shares[event - range.upperBound] = share
                }
            }
            item = day.upperBound
        }
        return rest
    }

    /// What share of its day each event has, wherever the others of that day stand. O(days + events log e) for e events a day.
    func allShares() -> [Share] {
        // The events by day, in their order.
        var starts = Array(repeating: 0, count: grid.weekCount * grid.dayCount + 1)
        for item in 0..<items.count { starts[Int(items[item, 0]) + 1] += 1 }
        for day in starts.indices.dropFirst() { starts[day] += starts[day - 1] }
        var events = Array(repeating: 0, count: items.count)
        var next = starts
        for item in 0..<items.count {
            let day = Int(items[item, 0])
            events[next[day]] = item
            next[day] += 1
        }
        var shares = Array(repeating: Share(), count: items.count)
        for (start, end) in zip(starts, starts.dropFirst()) {
            Self.sweep(events[start..<end], frame: frame) { shares[$0] = $1 }
        }
        return shares
    }

    /// The frame of an event as if it had its day for itself.
    private func frame(of item: Int) -> Rect {
        grid.frame(day: items[item, 0], start: items[item, 1], duration: items[item, 2], top: top)
    }
}

/// The shares that were found last, for the runs of events that are placed one after the other: each needs all events of its
/// days.
final class CalendarShares: Sendable {
    private struct Known {
        let digest: Double
        let top: Double
        let shares: ArraySlice<CalendarDays.Share>

        /// The shares if they are of so many events with a digest.
        func shares(of digest: Double, count: Int, top: Double) -> ArraySlice<CalendarDays.Share>? {
            (self.digest, self.top, shares.count) == (digest, top, count) ? shares : nil
        }
    }

    private let last = Mutex<Known?>(nil)
    private let lastRest = Mutex<Known?>(nil)

    /// The shares of events with a digest; see ``ItemValues/digest(_:)``.
    func shares(
        _ digest: Double, _ grid: CalendarGrid, _ items: ItemValues, top: Double
    ) -> ArraySlice<CalendarDays.Share> {
        let known = last.withLock { $0 }?.shares(of: digest, count: items.count, top: top)
        if let known { return known }
        let shares = CalendarDays(grid, items, top: top).allShares()[...]
        last.withLock { $0 = Known(digest: digest, top: top, shares: shares) }
        return shares
    }

    /// The rest of a day with a digest, if that has just been found; nobody waits for it.
    func rest(of digest: Double, count: Int, top: Double) -> CalendarDays.Rest? {
        let known = lastRest.withLockIfAvailable { $0 } ?? nil
        return known?.shares(of: digest, count: count, top: top).map { CalendarDays.Rest(digest: digest, shares: $0) }
    }

    /// Keeps the rest of a day.
    func keep(_ rest: CalendarDays.Rest, top: Double) {
        _ = lastRest.withLockIfAvailable { $0 = Known(digest: rest.digest, top: top, shares: rest.shares) }
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

    /// A hash of 53 bits, as many as a Double keeps: other events have the same one once in 2^53 times, which is accepted.
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
