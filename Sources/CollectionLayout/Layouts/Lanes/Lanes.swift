/// Lanes of equal breadth beside each other, resolved: what the layouts of lanes share.
struct Lanes: Sendable {
    /// The most lanes.
    static let largestCount = 1024

    let count: Int
    let insets: EdgeInsets
    /// Distance between two items of a lane, and between two lanes.
    let lineSpacing: Double
    let itemSpacing: Double
    /// The breadth of a lane, and the distance from one lane's near edge to the next one's.
    let breadth: Double
    let pitch: Double
    /// Whether sums of lengths are exact.
    private let isExact: Bool
    /// 1 / pitch, or 0 where lanes coincide: a product is four times as fast as a quotient.
    private let lanesPerPoint: Double

    init(
        count: Int, insets: EdgeInsets, lineSpacing: Double, itemSpacing: Double, in container: Container
    ) throws(LayoutError) {
        guard (1...Self.largestCount).contains(count) else {
            throw .badParameter(name: "lane count", value: Double(count), expected: "1 to \(Self.largestCount)")
        }
        self.count = count
        self.insets = try container.insets(insets)
        self.lineSpacing = try container.spacing(lineSpacing, "line spacing")
        self.itemSpacing = try container.length(itemSpacing, "item spacing")
        breadth = container.laneBreadth(count: count, spacing: self.itemSpacing, insets: self.insets)
        pitch = breadth + self.itemSpacing
        isExact = container.snapping != .none
        lanesPerPoint = pitch >= Snapping.grainLength ? 1 / pitch : 0
        let whole = x(of: count - 1) + breadth + self.insets.right
        guard whole <= Snapping.largestCoordinate else {
            throw .badParameter(
                name: "breadth of all lanes", value: whole, expected: "at most \(Snapping.largestCoordinate)")
        }
    }

    /// Whether the lane of an item can be told from its frame: in a container without room all lanes coincide.
    var areApart: Bool { pitch >= Snapping.grainLength }

    /// The number of lanes that can move apart.
    var movableCount: Int { areApart ? count : 1 }

    /// Whether items that fill the lanes in turn can be moved from one to another exactly.
    var canTurn: Bool { movableCount > 1 && isExact }

    /// The near edge of a lane across the axis.
    @inline(__always)
    func x(of lane: Int) -> Double { insets.left + Double(lane) * pitch }

    /// The least of the positions of all lanes, with which a state begins.
    @inline(__always)
    func nearest(_ state: FoldState) -> Double {
        var nearest = state[0]
        for lane in 1..<max(count, 1) { nearest = smaller(nearest, state[lane]) }
        return nearest
    }

    /// The greatest of the positions of all lanes, with which a state begins.
    func farthest(_ state: FoldState) -> Double {
        var farthest = state[0]
        for lane in 1..<max(count, 1) { farthest = larger(farthest, state[lane]) }
        return farthest
    }

    /// Where items end of which the next one of each lane begins where a state says: a lane ends a spacing before its next item,
    /// and no lane without items reaches farther than the others.
    func end(_ state: FoldState, items: ItemValues) -> Double {
        farthest(state) - (items.count > 0 ? lineSpacing : 0)
    }

    /// The lane that begins at a coordinate across the axis.
    @inline(__always)
    func lane(at x: Double) -> Int {
        min(Int((x - insets.left) * lanesPerPoint + 0.5), count - 1)
    }
}
