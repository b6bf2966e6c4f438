/// Up to eight lanes in the order in which they take items: the shortest first, of equally short ones the first.
///
/// Which lane is the shortest is what a processor predicts worst, and a search for it waits for the item before. Here the
/// lanes' ends are whole grains times eight plus the lane's number, so that one comparison tells all, and they are sorted:
/// the next shortest lane follows from a single comparison, and the others are put in their places meanwhile.
struct ShortestLanes {
    /// The most lanes, a power of 2.
    static let most = 8
    /// The most items that are put before the ends are stored: sums of short lengths and spacings do not overflow, and lengths
    /// take 1 KiB, the most that is on the stack for sure.
    static let runLength = 128

    private var keys: (Int, Int, Int, Int, Int, Int, Int, Int)
    private let count: Int
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
        self.count = count
        keys = (.min, .min, .min, .min, .min, .min, .min, .min)
        guard (0..<count).allSatisfy({ state[$0] >= 0 && state[$0] <= Self.largestEnd }) else { return nil }
        withPlaces { lanes, places in
            for lane in 0..<places {
                lanes.replaceFirst(with: lane < count ? Self.key(state[lane]) &+ lane : .max, in: places)
            }
        }
    }

    /// Stores where the next item of each lane begins; does nothing if a lane has become too long.
    ///
    /// - Parameter body: Gets each lane that has become longer before that is stored, and where its next item begins.
    /// - Returns: Whether none has become too long.
    @inline(__always)
    func store(_ state: FoldState, _ body: (_ lane: Int, _ position: Double) -> Void = { _, _ in }) -> Bool {
        withUnsafeBytes(of: keys) { bytes in
            let keys = UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: Int.self)[..<count])
            // They are sorted.
            guard Self.position(keys[count &- 1]) <= Self.largestEnd else { return false }
            for key in keys {
                let (lane, position) = (key & (Self.most &- 1), Self.position(key))
                if position != state[lane] { body(lane, position) }
                state[lane] = position
            }
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

    /// Puts some items one after the other.
    ///
    /// - Parameters:
    ///   - lengths: Snapped, at most ``Snapping/largestShortLength`` each.
    ///   - body: Gets the index of each, its lane, and where it begins.
    @inline(__always)
    mutating func put(
        _ lengths: UnsafeBufferPointer<Double>, _ body: (_ index: Int, _ lane: Int, _ position: Double) -> Void
    ) {
        withPlaces { lanes, places in
            for index in lengths.indices {
                body(index, lanes.next, lanes.position)
                let grains = Snapping.grains(ofShort: lengths[index])
                lanes.put(adding: grains &* Self.most &+ lanes.spacing, in: places)
            }
        }
    }

    /// What items of two such lengths add to the keys of their lanes.
    @inline(__always)
    func additions(_ lengths: SIMD2<Double>) -> SIMD2<Int> {
        Snapping.grains(ofShort: lengths) &<< Self.most.trailingZeroBitCount &+ spacing
    }

    /// Puts some items one after the other.
    ///
    /// - Parameter additions: What they add to the keys of their lanes.
    @inline(__always)
    mutating func put(_ additions: UnsafeBufferPointer<Int>) {
        withPlaces { lanes, places in
            var next = 0
            while next &+ 1 < additions.count {
                lanes.put(adding: additions[next], in: places)
                lanes.put(adding: additions[next &+ 1], in: places)
                next &+= 2
            }
            if next < additions.count { lanes.put(adding: additions[next], in: places) }
        }
    }

    /// Calls `body` with the lanes and how many places they take, which is a constant in each of the calls: behind the lanes
    /// stands what no lane comes behind.
    @inline(__always)
    private mutating func withPlaces(_ body: (_ lanes: inout ShortestLanes, _ places: Int) -> Void) {
        switch count {
        case ...2: body(&self, 2)
        case 3: body(&self, 3)
        case 4: body(&self, 4)
        default: body(&self, Self.most)
        }
    }

    /// Puts an item that adds something to the key of its lane.
    @inline(__always)
    private mutating func put(adding addition: Int, in places: Int) {
        replaceFirst(with: keys.0 &+ addition, in: places)
    }

    /// Takes the first key out and another one in. All others are compared with it at once: that they are sorted again takes
    /// three steps that wait for each other, whatever their number.
    ///
    /// - Parameter places: How many keys there are: a constant of 2, 3, 4 or 8.
    @inline(__always)
    private mutating func replaceFirst(with key: Int, in places: Int) {
        /// What takes the place of one of two neighbours.
        @inline(__always)
        func place(_ lane: Int, _ next: Int) -> Int { key < lane ? lane : key < next ? key : next }
        keys.0 = min(keys.1, key)
        keys.1 = places > 2 ? place(keys.1, keys.2) : max(keys.1, key)
        guard places > 2 else { return }
        keys.2 = places > 3 ? place(keys.2, keys.3) : max(keys.2, key)
        guard places > 3 else { return }
        keys.3 = places > 4 ? place(keys.3, keys.4) : max(keys.3, key)
        guard places > 4 else { return }
        keys.4 = place(keys.4, keys.5)
        keys.5 = place(keys.5, keys.6)
        keys.6 = place(keys.6, keys.7)
        keys.7 = max(keys.7, key)
    }
}
