/// Keys in their order, in each lane of vectors some of their own: a type for each count of them, for which the compiler
/// makes functions that keep them in registers.
protocol SortedKeys {
    typealias Four = SIMD4<Float>

    static var count: Int { get }

    /// Keys that are all 0.
    init()

    var least: Four { get }
    var largest: Four { get }
    /// How far the least key is from the next one.
    var gap: Four { get }

    /// Takes the least key out and another one in.
    mutating func replaceLeast(with key: Four)

    /// Subtracts a number from each key.
    mutating func subtract(_ number: Four)
}

struct OneKey: SortedKeys {
    private var key = Four.zero

    static var count: Int { 1 }

    @inline(__always)
    var least: Four { key }
    @inline(__always)
    var largest: Four { key }
    @inline(__always)
    var gap: Four { Four(repeating: .infinity) }

    @inline(__always)
    mutating func replaceLeast(with key: Four) { self.key = key }

    @inline(__always)
    mutating func subtract(_ number: Four) { key -= number }
}

/// Some keys, and behind them those that are not less.
struct KeyPair<Former: SortedKeys, Latter: SortedKeys>: SortedKeys {
    private var former = Former()
    private var latter = Latter()

    static var count: Int { Former.count + Latter.count }

    @inline(__always)
    var least: Four { former.least }
    @inline(__always)
    var largest: Four { latter.largest }
    @inline(__always)
    var gap: Four { Former.count == 1 ? latter.least - former.least : former.gap }

    @inline(__always)
    mutating func replaceLeast(with key: Four) {
        let next = latter.least
        former.replaceLeast(with: smaller(key, next))
        latter.replaceLeast(with: larger(key, next))
    }

    @inline(__always)
    mutating func subtract(_ number: Four) {
        former.subtract(number)
        latter.subtract(number)
    }
}

// The least key by itself takes the fewest steps that wait for each other; but a compiler takes apart only what is nested less
// than six deep.
typealias TwoKeys = KeyPair<OneKey, OneKey>
typealias ThreeKeys = KeyPair<OneKey, TwoKeys>
typealias FourKeys = KeyPair<OneKey, ThreeKeys>
typealias FiveKeys = KeyPair<OneKey, FourKeys>
typealias SixKeys = KeyPair<TwoKeys, FourKeys>
typealias SevenKeys = KeyPair<ThreeKeys, FourKeys>
typealias EightKeys = KeyPair<FourKeys, FourKeys>

/// The shortest lanes of four parts of a section at once, item by item: see ``ShortestLanes``.
///
/// An item waits for the one before it, which may have gone to the lane that it would take. Parts that lie apart wait for
/// nothing that they share, so each has a lane of vectors. A key is where the next item of a lane begins, from a base on that
/// follows the shortest lane, in points, and the number of the lane in fractions of a grain. Keys are Floats, of which four
/// fit where two Doubles would: all that are below ``mostKey`` are exact.
struct LaneParts<Keys: SortedKeys> {
    private typealias Four = Keys.Four

    /// After how many items the base is moved.
    static var runLength: Int { 8 }

    /// What the numbers of lanes are below: a power of 2.
    private static var numbers: Int { 1 << (Int.bitWidth - (Keys.count - 1).leadingZeroBitCount) }
    /// What a key is more than that of the lane before, if both end at the same place.
    private static var unit: Double { Snapping.grainLength / Double(numbers) }
    /// What keys are below that are exact, as are the lengths that they consist of; 2^11 pt with eight lanes.
    private static var mostKey: Double { 0x1p24 * unit }
    /// The same of the sum of a key and its base.
    private static var mostEnd: Double { 0x1p52 * unit }

    private var keys = Keys()
    private var base = SIMD4<Double>.zero
    private let spacing: Four
    /// The least distance of the two least keys before an item.
    private var gap = Four(repeating: .infinity)
    /// The largest key.
    private var largest = Four.zero

    /// Lanes that have yet to begin.
    ///
    /// - Parameter spacing: Behind each item.
    init(spacing: Double) { self.spacing = Four(repeating: Float(spacing)) }

    /// Begins a part, also once again.
    ///
    /// - Parameter state: Where the next item of each lane begins.
    mutating func begin(_ part: Int, at state: FoldState) {
        withKeys { keys, base in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: Keys.count) { room in
                var sorted = room
                for lane in 0..<Keys.count {
                    sorted.initializeElement(at: lane, to: state[lane] + Double(lane) * Self.unit)
                }
                sorted.sort()
                base[part] = sorted[0]
                for place in 0..<Keys.count { keys[place][part] = Float(sorted[place] - sorted[0]) }
            }
        }
    }

    /// Puts items of each part into their shortest lanes, one after the other.
    ///
    /// - Parameters:
    ///   - count: How many items of each part: a multiple of ``runLength``.
    ///   - values: One number an item.
    ///   - length: The snapped lengths of two items by their values.
    @inline(__always)
    mutating func put(_ count: Int, of values: PartPairs, _ length: (SIMD2<Double>) -> SIMD2<Double>) {
        // A variable of its own, for which there are registers.
        var next = self
        var item = 0
        while item < count {
            let end = item &+ Self.runLength
            while item < end {
                let lengths = values.at(item, length)
                next.put(lengths.first)
                next.put(lengths.second)
                item &+= 2
            }
            next.moveBase()
        }
        self = next
    }

    /// Puts an item of each part into its shortest lane.
    @inline(__always)
    private mutating func put(_ lengths: Four) {
        gap = smaller(gap, keys.gap)
        keys.replaceLeast(with: keys.least + (lengths + spacing))
    }

    /// Moves the base to the shortest lane of each part.
    @inline(__always)
    private mutating func moveBase() {
        largest = larger(largest, keys.largest)
        let least = keys.least
        base += SIMD4<Double>(least)
        keys.subtract(least)
    }

    /// The least margin, in points, by which items have chosen their lanes since this was asked the last time; -infinity where
    /// keys were not exact: there a part has to begin anew.
    @inline(__always)
    mutating func takeMargins() -> SIMD4<Double> {
        let isExact = SIMD4<Double>(largest) .< Self.mostKey .& base .< Self.mostEnd
        // Lanes that end at the same place differ by their numbers.
        var margins = SIMD4<Double>(gap) - Double(Keys.count - 1) * Self.unit
        margins.replace(with: -.infinity, where: .!isExact)
        gap = Four(repeating: .infinity)
        largest = .zero
        return margins
    }

    /// Stores where the next item of each lane of a part begins.
    mutating func store(_ part: Int, to state: FoldState) {
        withKeys { keys, base in
            for place in 0..<Keys.count {
                let key = base[part] + Double(keys[place][part])
                let lane = Int(key * (1 / Self.unit)) & (Self.numbers &- 1)
                state[lane] = key - Double(lane) * Self.unit
            }
        }
    }

    /// Calls `body` with the keys and the base.
    @inline(__always)
    private mutating func withKeys(_ body: (_ keys: UnsafeMutablePointer<Four>, _ base: inout SIMD4<Double>) -> Void) {
        withUnsafeMutableBytes(of: &keys) { body($0.assumingMemoryBound(to: Four.self).baseAddress!, &base) }
    }
}
