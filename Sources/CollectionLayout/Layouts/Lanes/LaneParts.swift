/// Keys in their order, in each lane of vectors some of their own: a type for each count of them, for which the compiler
/// makes functions that keep them in registers.
protocol SortedKeys {
    typealias Four = SIMD4<Int32>

    static var count: Int { get }

    /// Keys that are all 0.
    init()

    var least: Four { get }
    var largest: Four { get }
    /// The next one.
    var second: Four { get }

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
    var second: Four { Four(repeating: .max) }

    @inline(__always)
    mutating func replaceLeast(with key: Four) { self.key = key }

    @inline(__always)
    mutating func subtract(_ number: Four) { key &-= number }
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
    var second: Four { Former.count == 1 ? latter.least : former.second }

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

/// States of four parts, as many numbers from one to the next.
struct PartStates {
    let first: UnsafeMutablePointer<Double>
    let stride: Int

    @inline(__always)
    subscript(part: Int) -> UnsafeMutablePointer<Double> { first + part &* stride }
}

/// The shortest lanes of four parts of a section at once, item by item: see ``ShortestLanes``.
///
/// An item waits for the one before it, which may have gone to the lane that it would take. Parts that lie apart wait for
/// nothing that they share, so each has a lane of vectors. A key is where the next item of a lane begins, in fractions of a
/// grain from a base on that follows the shortest lane, and among the fractions is the number of the lane. Keys are Int32, of
/// which four fit where two Doubles would: they are right as long as no item is very long, nor one lane than another.
struct LaneParts<Keys: SortedKeys> {
    private typealias Four = Keys.Four

    /// After how many items the base is moved.
    static var runLength: Int { 16 }

    /// How many fractions a grain has: a power of 2.
    private static var fractions: Int32 { 1 << (Int32.bitWidth - Int32(Keys.count - 1).leadingZeroBitCount) }
    /// A fraction, in points: what a key is more than that of the lane before, if both end at the same place.
    private static var unit: Double { Snapping.grainLength / Double(fractions) }
    /// The key of the first lane, if it ends at the base.
    private static var leastKey: Int32 { Four.leastComparable }
    /// What keys are below when the base has been moved: 2^16 pt with eight lanes.
    private static var mostKey: Int32 { leastKey + 1 << 29 }
    /// The most that an item adds to a key, so that keys are comparable until the base is moved again: 2^13 pt with eight lanes.
    private static var mostAdded: Double { Double(1 << 30 / runLength) * unit }
    /// The sum of this and what is less than 2^52 fractions has in its lower bits how many they are.
    private static var rounder: Double { 0x1p52 * unit }
    /// What the sum of a key and its base is below.
    private static var mostEnd: Double { 0x1p52 * unit }

    private var keys = Keys()
    private var base = SIMD4<Double>.zero
    /// What the rounder and the spacing behind an item are.
    private let spacing: SIMD2<Double>
    /// The least distance of the two least keys before an item, as much of it as 16 bits say: of the first one of two items in
    /// the lower half, of the second one in the other.
    private var gaps = SIMD8<Int16>(repeating: .max)
    /// The largest key.
    private var largest = Four(repeating: leastKey)
    /// The most that an item has added to a key, and the rounder.
    private var mostAdded = SIMD2<Double>.zero

    /// Lanes that have yet to begin.
    ///
    /// - Parameter spacing: Behind each item.
    init(spacing: Double) { self.spacing = SIMD2(repeating: Self.rounder + spacing) }

    /// Begins a part, also once again.
    ///
    /// - Parameter state: Where the next item of each lane begins.
    mutating func begin(_ part: Int, at state: FoldState) {
        var nearest = state[0]
        for lane in 1..<Keys.count { nearest = smaller(nearest, state[lane]) }
        base[part] = nearest
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: Keys.count) { room in
            var sorted = room
            for lane in 0..<Keys.count {
                // A lane that ends farther off has a key that is too large, too.
                let distance = smaller((state[lane] - nearest) / Self.unit, 0x1p30)
                sorted.initializeElement(at: lane, to: Self.leastKey + Int32(distance) + Int32(lane))
            }
            sorted.sort()
            withKeys { keys in
                for place in 0..<Keys.count { keys[place][part] = sorted[place] }
            }
            largest[part] = max(largest[part], sorted[Keys.count - 1])
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
        let spacing = spacing
        var mostAdded = mostAdded
        @inline(__always)
        func added(_ values: SIMD2<Double>) -> SIMD2<Double> {
            let added = length(values) + spacing
            mostAdded = larger(mostAdded, added)
            return added
        }
        var item = 0
        while item < count {
            let end = item &+ Self.runLength
            while item < end {
                next.put(values.lowHalves(at: item, of: added))
                next.put(values.lowHalves(at: item &+ 2, of: added))
                item &+= 4
            }
            next.moveBase()
        }
        next.mostAdded = mostAdded
        self = next
    }

    /// Puts two items of each part into their shortest lanes.
    @inline(__always)
    private mutating func put(_ added: (first: Four, second: Four)) {
        let gap = keys.second &- keys.least
        keys.replaceLeast(with: keys.least &+ added.first)
        gaps = smaller(gaps, SIMD8(clamping: gap, keys.second &- keys.least))
        keys.replaceLeast(with: keys.least &+ added.second)
    }

    /// Moves the base to the shortest lane of each part.
    @inline(__always)
    private mutating func moveBase() {
        largest = larger(largest, keys.largest)
        let distance = (keys.least &- Self.leastKey) & ~(Self.fractions - 1)
        base += SIMD4<Double>(distance) * Self.unit
        keys.subtract(distance)
    }

    /// The least margin, in points, by which items have chosen their lanes since this was asked the last time, or a smaller one;
    /// -infinity where keys may be wrong: there a part has to begin anew.
    @inline(__always)
    mutating func takeMargins() -> SIMD4<Double> {
        let least = smaller(gaps, SIMD8(lowHalf: gaps.highHalf, highHalf: gaps.highHalf)).lowHalf
        // Lanes that end at the same place differ by their numbers.
        var margins = (SIMD4<Double>(SIMD4<Int32>(truncatingIfNeeded: least)) - Double(Keys.count - 1)) * Self.unit
        let areRight = SIMD4<Double>(largest) .< Double(Self.mostKey) .& base .< Self.mostEnd
        margins.replace(with: -.infinity, where: .!areRight)
        if larger(mostAdded.x, mostAdded.y) > Self.rounder + Self.mostAdded { margins = SIMD4(repeating: -.infinity) }
        gaps = SIMD8(repeating: .max)
        largest = Four(repeating: Self.leastKey)
        mostAdded = .zero
        return margins
    }

    /// Stores where the next item of each lane begins, of some parts.
    @inline(__always)
    mutating func store(_ parts: Range<Int>, to states: PartStates) {
        let base = base
        withKeys { keys in
            for place in 0..<Keys.count {
                let key = keys[place] &- Self.leastKey
                let lanes = key & (Self.fractions - 1)
                let ends = base + SIMD4<Double>(key &- lanes) * Self.unit
                for part in parts { states[part][Int(lanes[part])] = ends[part] }
            }
        }
    }

    /// Calls `body` with the keys.
    @inline(__always)
    private mutating func withKeys(_ body: (_ keys: UnsafeMutablePointer<Four>) -> Void) {
        withUnsafeMutableBytes(of: &keys) { body($0.assumingMemoryBound(to: Four.self).baseAddress!) }
    }
}
