/// Up to eight lanes in the order in which they take items: the shortest first, of equally short ones the first.
///
/// Which lane is the shortest is what a processor predicts worst, and a search for it waits for the item before. Here the
/// lanes' ends are whole grains times eight plus the lane's number, so that one comparison tells all, and they are sorted:
/// the next shortest lane follows from a single comparison, and the others are put in their places meanwhile.
struct ShortestLanes {
    /// The most lanes, a power of 2.
    private static let most = 8
    /// The most items that are put before the ends are stored: sums of short lengths and spacings do not overflow, and lengths
    /// take 1 KiB, the most that is on the stack for sure.
    static let runLength = 128

    private var keys: (Int, Int, Int, Int, Int, Int, Int, Int)
    private let isFew: Bool
    private let spacing: Int

    /// Beyond this, sums in a state are not exact.
    private static let largestEnd = 0x1p53 * Snapping.grainLength

    /// Lanes whose next items begin where a state says; nil if there are too many lanes, or one or the spacing is too long.
    ///
    /// - Parameter spacing: Behind each item; snapped, as all lengths.
    @inline(__always)
    init?(_ state: FoldState, count: Int, spacing: Double) {
        guard count <= Self.most, spacing <= Snapping.largestShortLength else { return nil }
        self.spacing = Self.key(spacing)
        isFew = count <= 4
        keys = (.max, .max, .max, .max, .max, .max, .max, .max)
        for lane in 0..<count {
            guard state[lane] >= 0, state[lane] <= Self.largestEnd else { return nil }
            var key = Self.key(state[lane]) &+ lane
            Self.sort(&keys.0, &key)
            Self.sort(&keys.1, &key)
            Self.sort(&keys.2, &key)
            Self.sort(&keys.3, &key)
            Self.sort(&keys.4, &key)
            Self.sort(&keys.5, &key)
            Self.sort(&keys.6, &key)
            keys.7 = min(keys.7, key)
        }
    }

    /// Stores where the next item of each lane begins; does nothing if a lane has become too long.
    ///
    /// - Returns: Whether it has not.
    @inline(__always)
    func store(_ state: FoldState) -> Bool {
        withUnsafeBytes(of: keys) { bytes in
            let keys = bytes.assumingMemoryBound(to: Int.self)
            guard keys.allSatisfy({ $0 == .max || Self.position($0) <= Self.largestEnd }) else { return false }
            for key in keys where key < .max { state[key & (Self.most &- 1)] = Self.position(key) }
            return true
        }
    }

    @inline(__always)
    private static func key(_ length: Double) -> Int { Int(length * (1 / Snapping.grainLength)) &* most }

    @inline(__always)
    private static func position(_ key: Int) -> Double {
        Double(key &>> most.trailingZeroBitCount) * Snapping.grainLength
    }

    /// The lane that takes the next item.
    @inline(__always)
    var next: Int { keys.0 & (Self.most &- 1) }

    /// Where that item begins, in points.
    @inline(__always)
    var position: Double { Self.position(keys.0) }

    /// Puts an item of a length there: a snapped one of at most ``Snapping/largestShortLength``.
    @inline(__always)
    mutating func put(_ length: Double) {
        var key = keys.0 &+ Snapping.grains(ofShort: length) &* Self.most &+ spacing
        Self.sort(&keys.1, &key)
        Self.sort(&keys.2, &key)
        Self.sort(&keys.3, &key)
        keys.0 = keys.1
        keys.1 = keys.2
        keys.2 = keys.3
        keys.3 = key
        guard !isFew else { return }
        Self.sort(&keys.4, &key)
        Self.sort(&keys.5, &key)
        Self.sort(&keys.6, &key)
        keys.3 = keys.4
        keys.4 = keys.5
        keys.5 = keys.6
        keys.6 = min(keys.7, key)
        keys.7 = max(keys.7, key)
    }

    /// Puts the smaller one of two numbers first.
    @inline(__always)
    private static func sort(_ first: inout Int, _ second: inout Int) {
        (first, second) = (min(first, second), max(first, second))
    }
}
