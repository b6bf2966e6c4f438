/// For how many lanes there is room: a type, for which the compiler makes a function of its own.
protocol LanePlaces {
    static var count: Int { get }
}

enum TwoPlaces: LanePlaces { static var count: Int { 2 } }
enum ThreePlaces: LanePlaces { static var count: Int { 3 } }
enum FourPlaces: LanePlaces { static var count: Int { 4 } }
enum FivePlaces: LanePlaces { static var count: Int { 5 } }
enum SixPlaces: LanePlaces { static var count: Int { 6 } }
enum MostPlaces: LanePlaces { static var count: Int { ShortestLanes.most } }

/// The shortest lanes of four parts of a section at once, item by item: see ``ShortestLanes``.
///
/// An item waits for the one before it, which may have gone to the lane that it would take. Parts that lie apart wait for
/// nothing that they share, so each has a lane of vectors. A key is where a lane's next item begins, in points, and the lane's
/// number in eighths of a grain.
struct LaneParts {
    typealias Four = SIMD4<Double>

    /// What a lane's number adds to its key for each lane before it.
    private static let unit = Snapping.grainLength / Double(ShortestLanes.most)
    /// What all keys are below, so that they are exact, as are the lengths that they consist of.
    private static let mostKey = 0x1p52 * unit

    /// In their order, those that are not there last.
    private var keys: (Four, Four, Four, Four, Four, Four, Four, Four)
    private let count: Int
    private let spacing: Four
    /// The least distance of the two first keys before an item.
    private var gap = Four(repeating: .infinity)

    /// Lanes that begin at 0.
    @inline(__always)
    init(count: Int, spacing: Double) {
        self.count = count
        self.spacing = Four(repeating: spacing)
        func key(_ lane: Int) -> Four { Four(repeating: lane < count ? Double(lane) * Self.unit : .infinity) }
        keys = (key(0), key(1), key(2), key(3), key(4), key(5), key(6), key(7))
    }

    /// Puts an item of each part into its shortest lane.
    ///
    /// - Parameters:
    ///   - lengths: Snapped.
    ///   - places: For how many keys there is room.
    @inline(__always)
    mutating func put<Places: LanePlaces>(_ lengths: Four, in places: Places.Type) {
        let places = Places.count
        gap = smaller(gap, keys.1 - keys.0)
        var key = keys.0 + (lengths + spacing)
        keys.0 = pass(&key, keys.1)
        if places > 2 { keys.1 = pass(&key, keys.2) }
        if places > 3 { keys.2 = pass(&key, keys.3) }
        if places > 4 { keys.3 = pass(&key, keys.4) }
        if places > 5 { keys.4 = pass(&key, keys.5) }
        if places > 6 {
            keys.5 = pass(&key, keys.6)
            keys.6 = pass(&key, keys.7)
        }
        switch places {
        case 2: keys.1 = key
        case 3: keys.2 = key
        case 4: keys.3 = key
        case 5: keys.4 = key
        case 6: keys.5 = key
        default: keys.7 = key
        }
    }

    /// Passes on the larger one of a key and the next one.
    ///
    /// - Returns: The smaller one.
    @inline(__always)
    private func pass(_ key: inout Four, _ next: Four) -> Four {
        let first = smaller(key, next)
        key = larger(key, next)
        return first
    }

    /// The least margin, in points, by which items have chosen their lanes since this was asked the last time.
    @inline(__always)
    mutating func takeMargins() -> Four {
        // Lanes that end at the same place differ by their numbers.
        let margins = gap - Double(ShortestLanes.most - 1) * Self.unit
        gap = Four(repeating: .infinity)
        return margins
    }

    /// Stores where the next item of each lane begins.
    ///
    /// - Parameters:
    ///   - positions: Those of the first part.
    ///   - distance: How many numbers lie between two parts.
    /// - Returns: Whether they are exact.
    mutating func store(to positions: UnsafeMutablePointer<Double>, distance: Int) -> Bool {
        withUnsafeMutableBytes(of: &keys) { bytes in
            let keys = bytes.assumingMemoryBound(to: Double.self)
            for place in 0..<count {
                for part in 0..<Four.scalarCount {
                    let key = keys[place &* Four.scalarCount &+ part]
                    guard key < Self.mostKey else { return false }
                    let lane = Int(key * (1 / Self.unit)) & (ShortestLanes.most &- 1)
                    positions[part &* distance &+ lane] = key - Double(lane) * Self.unit
                }
            }
            return true
        }
    }
}
