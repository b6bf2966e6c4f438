/// How many items the row would hold that each of some items began, whose values stand in memory.
///
/// Which item begins a row is known when the row before it is: a processor waits for one row after the other. So the counts of
/// all possible rows are found first, which wait for nothing; then all that a row waits for is one look at memory.
/// Breadths are counted in grains, of which four fit where two Doubles would.
///
/// Only where sums of lengths are exact, so that they can be taken in any order.
struct RowCounts {
    private typealias Four = SIMD4<Int32>

    /// Rows of as many items may hold more.
    static let most = 7
    /// How many items are looked at in one go.
    private static let mostItems = 256
    /// What a breadth with the spacing behind it and the room of a row lie below, in grains: so sums fit into 32 bits.
    private static let mostGrains = 1 << 22

    /// As many ones as items may follow the first of a row, then as many zeros.
    private let factors: UnsafeMutablePointer<Double>
    /// Where each item would stand if all stood in one row, and where one behind the last would.
    private let places: UnsafeMutablePointer<Int32>
    private let counts: UnsafeMutablePointer<Int32>
    private let capacity: Int
    /// How items are measured, and where their sizes then stand; nil if their values are their sizes.
    private let measure: RowMeasure
    private let measured: UnsafeMutablePointer<Double>?
    /// Widths and heights of the items that have been looked at, in turn.
    private var sizes: UnsafePointer<Double>
    /// The spacing behind an item, in points, and the room of a row with it, in grains.
    private let spacing: Double
    private let room: Int32
    /// The items that have been looked at, and those of them whose counts are known: all but the last ones.
    private var items = 0..<0
    private(set) var known = 0..<0
    /// The item behind those some of which are too broad.
    private var refused = 0

    /// How many bytes it takes to look at some items.
    static func byteCount(items: Int, _ measure: RowMeasure) -> Int {
        let items = min(items, mostItems)
        return 2 * (most - 1) * 8 + (2 * items + 24) * 4 + (measure.isPlain ? 0 : 2 * items * 8)
    }

    /// - Parameters:
    ///   - memory: Aligned to 8 bytes, as much as ``byteCount(items:_:)`` says for as many items.
    ///   - room: How far the last item of a row may end behind the beginning of the first.
    ///
    /// Where lengths are too large, no counts will be known.
    init(_ memory: UnsafeMutableRawBufferPointer, items: Int, _ measure: RowMeasure, spacing: Double, room: Double) {
        let isCounted = room >= 0 && max(room, spacing) < Double(Self.mostGrains) * Snapping.grainLength
        capacity = isCounted ? min(items, Self.mostItems) : 0
        self.measure = measure
        self.spacing = spacing
        self.room = isCounted ? Int32(truncatingIfNeeded: Snapping.grains(ofShort: room + spacing)) : 0
        factors = memory.baseAddress!.assumingMemoryBound(to: Double.self)
        let others = Self.most - 1
        factors.update(repeating: 1, count: others)
        (factors + others).update(repeating: 0, count: others)
        let sizes = factors + 2 * others
        measured = measure.isPlain ? nil : sizes
        self.sizes = UnsafePointer(sizes)
        places = UnsafeMutableRawPointer(measure.isPlain ? sizes : sizes + 2 * capacity)
            .assumingMemoryBound(to: Int32.self)
        counts = places + capacity + 12
    }

    /// How many items the row holds that begins with an item of ``known``; where it is ``most``, at least as many.
    @inline(__always)
    subscript(item: Int) -> Int { Int(counts[item &- items.lowerBound]) }

    /// How many items a row holds that holds at least ``most``; nil if it may hold all that have been looked at.
    @inline(__always)
    func longCount(_ item: Int) -> Int? {
        let (start, end) = (item &- items.lowerBound, items.count)
        let limit = places[start] &+ room
        var next = start &+ Self.most
        while next < end && places[next &+ 1] <= limit { next &+= 1 }
        return next < end ? next &- start : nil
    }

    /// What some items take without alignment.
    func breadth(_ range: Range<Int>) -> Double {
        let grains = places[range.upperBound - items.lowerBound] &- places[range.lowerBound - items.lowerBound]
        return Double(grains) * Snapping.grainLength - spacing
    }

    /// The length along the axis of the longest item of a row.
    @inline(__always)
    func thickness(_ range: Range<Int>) -> Double {
        let sizes = sizes + 2 &* (range.lowerBound &- items.lowerBound)
        var count = min(range.count, Self.most)
        var thickness = thickness(count, sizes)
        while count < range.count {
            thickness = larger(thickness, sizes[2 &* count &+ 1])
            count &+= 1
        }
        return thickness
    }

    /// The same of a row of at most ``most``.
    ///
    /// - Parameter sizes: Widths and heights of ``most`` items, whether the row holds them or not, in turn.
    @inline(__always)
    private func thickness(_ count: Int, _ sizes: UnsafePointer<Double>) -> Double {
        typealias Two = SIMD2<Double>
        let factors = UnsafePointer(factors + (Self.most &- count))
        @inline(__always)
        func lengths(_ item: Int) -> Two {
            Two(sizes[2 &* item &+ 1], sizes[2 &* item &+ 3]) * factors.pair(item &- 1)
        }
        let longest = larger(lengths(1), larger(lengths(3), lengths(5)))
        return larger(sizes[1], larger(longest.x, longest.y))
    }

    /// Looks at the items from one on, whose counts are then known where none of them is too broad.
    ///
    /// - Parameters:
    ///   - range: The item, up to those that may be looked at.
    ///   - values: Their values, two each.
    mutating func look(at range: Range<Int>, _ values: UnsafePointer<Double>) {
        items = range.prefix(range.lowerBound < refused ? 0 : capacity)
        sizes = values
        if let measured {
            measure.measure(items.count, values, into: measured)
            sizes = UnsafePointer(measured)
        }
        if !sumUp(items.count, sizes) {
            refused = items.upperBound
            items = items.prefix(0)
        }
        known = items.dropLast(Self.most - 1)
        let most = Four(repeating: Int32(truncatingIfNeeded: Self.most))
        let count = known.count
        let (places, counts, room) = (places, counts, room)
        var start = 0
        while start < count {
            // What is looked at next is on its way meanwhile: the processor does not foresee it behind a pause.
            (values + 2 &* (start &+ items.count)).prefetch(8)
            let places = places + start
            let limits = places.four(0) &+ room
            // A lane that is set counts as -1.
            @inline(__always)
            func excess(_ item: Int) -> Four { unsafeBitCast(places.four(item &+ 1) .> limits, to: Four.self) }
            let excess = (excess(1) &+ excess(2)) &+ (excess(3) &+ excess(4)) &+ (excess(5) &+ excess(6))
            counts.store(most &+ excess, at: start)
            start &+= 4
        }
    }

    /// Sums up breadths of items, each with the spacing behind it.
    ///
    /// - Returns: Whether all of them are small enough.
    @inline(__always)
    private func sumUp(_ count: Int, _ sizes: UnsafePointer<Double>) -> Bool {
        typealias Two = SIMD2<UInt64>
        // Grains are the last bits of what a number is rounded by; only the last 32 of sums mean anything.
        let rounder = Snapping.rounder + spacing
        var all = Two()
        @inline(__always)
        func grains(_ one: Double, _ other: Double) -> Two {
            let bits = unsafeBitCast(SIMD2(one, other) + rounder, to: Two.self)
            all |= bits
            return bits
        }
        var place = Two()
        var index = 0
        places[0] = 0
        while index &+ 4 <= count {
            let sizes = sizes + 2 &* index
            var (one, other) = (grains(sizes[0], sizes[2]), grains(sizes[4], sizes[6]))
            one &+= Two(0, one[0])
            other &+= Two(0, other[0])
            other &+= Two(repeating: one[1])
            one &+= place
            other &+= place
            place = Two(repeating: other[1])
            let (low, high) = (unsafeBitCast(one, to: Four.self), unsafeBitCast(other, to: Four.self))
            places.store(Four(lowHalf: low.evenHalf, highHalf: high.evenHalf), at: index &+ 1)
            index &+= 4
        }
        while index < count {
            let breadth = Int32(truncatingIfNeeded: grains(sizes[2 &* index], 0)[0])
            places[index &+ 1] = places[index] &+ breadth
            index &+= 1
        }
        // Counts are found four at a time, and those of the last items, which are not known, read on behind the last place.
        places.store(Four(), at: count &+ 1)
        places.store(Four(), at: count &+ 5)
        let most = Snapping.rounder.bitPattern | UInt64(Self.mostGrains &- 1)
        return (all[0] | all[1]) & ~most == 0
    }
}

extension UnsafeMutablePointer<Int32> {
    @inline(__always)
    fileprivate func four(_ index: Int) -> SIMD4<Int32> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD4<Int32>.self)
    }

    @inline(__always)
    fileprivate func store(_ four: SIMD4<Int32>, at index: Int) {
        UnsafeMutableRawPointer(self + index).storeBytes(of: four, as: SIMD4<Int32>.self)
    }
}
