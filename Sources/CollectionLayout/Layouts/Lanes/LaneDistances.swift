/// How far lanes are from those that have been assumed in their place.
///
/// Which lane an item goes to depends on which one ends first. Where it is the first by a margin, it is that also if all
/// lanes end somewhere else, as long as none of them is moved so much farther than another one. Once an item has gone to another
/// lane than it was assumed to, the two have changed their parts, and end closer to each other's than to their own. So the
/// distances get less the more items have been passed over, and soon are less than almost all margins.
struct LaneDistances {
    private let count: Int
    /// Of each assumed lane, and the lane that has its part.
    private var distances = SIMD8<Double>.zero
    private var lanes = SIMD8<Int>.zero
    /// What a margin has to exceed: how much farther the lane is moved that is moved farthest than the one that is moved least;
    /// nothing, if all lanes are moved alike, each from its own place.
    private let leastMargin: Double

    /// Compares lanes in the order of their ends. At most as many as ``ShortestLanes`` has.
    init(of state: FoldState, from assumed: UnsafePointer<Double>) {
        let count = state.count
        self.count = count
        var order = SIMD8<Int>.zero
        for lane in 0..<count { order[Self.place(of: lane, state.base, count)] = lane }
        var areSame = true
        for other in 0..<count {
            let lane = order[Self.place(of: other, assumed, count)]
            lanes[other] = lane
            distances[other] = state[lane] - assumed[other]
            areSame = areSame && lane == other
        }
        var (least, most) = (distances[0], distances[0])
        for lane in 1..<max(count, 1) {
            least = smaller(least, distances[lane])
            most = larger(most, distances[lane])
        }
        let isShift = most == least && areSame
        leastMargin = isShift ? -.infinity : most - least
    }

    /// Whether all items of a block go where they were assumed to; see ``AssumedLanes/margins``.
    @inline(__always)
    func keepLanes(margin: Double) -> Bool { margin > leastMargin }

    /// Whether all lanes are moved alike, each from its own place.
    var areEqual: Bool { leastMargin == -.infinity }

    /// Stores where lanes are that are assumed somewhere.
    @inline(__always)
    func move(_ assumed: UnsafePointer<Double>, to positions: UnsafeMutablePointer<Double>) {
        for lane in 0..<count { positions[lanes[lane]] = assumed[lane] + distances[lane] }
    }

    /// How many lanes take an item before a lane does.
    private static func place(of lane: Int, _ ends: UnsafePointer<Double>, _ count: Int) -> Int {
        var place = 0
        for other in 0..<count {
            let isBefore = ends[other] < ends[lane] || (ends[other] == ends[lane] && other < lane)
            place &+= Int(bit: isBefore)
        }
        return place
    }
}
