/// Lanes of equal breadth that items fill in turn: item `i` goes to lane `i` mod the number of lanes.
///
/// Values of an item: aspect ratio (width / height).
public struct StaggeredLayout: SectionLayout, Hashable {
    /// `staggered`
    public static let id = "staggered"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// Number of lanes, 1 to 1024.
    public var laneCount: Int
    /// Distances between the items and the edges of the section, in points and not transposed.
    public var insets: EdgeInsets
    /// Distance between two items of a lane, in points.
    public var lineSpacing: Double
    /// Distance between two lanes, in points.
    public var itemSpacing: Double

    /// Creates a staggered layout of 1 to 1024 lanes.
    public init(laneCount: Int = 2, insets: EdgeInsets = .zero, lineSpacing: Double = 10, itemSpacing: Double = 10) {
        self.laneCount = laneCount
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.itemSpacing = itemSpacing
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        StaggeredFold(
            lanes: try Lanes(
                count: laneCount, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, in: container),
            container: container)
    }
}

/// State: where the next item of each lane begins, then the lane of the next item.
private struct StaggeredFold: SectionFold {
    let lanes: Lanes
    let container: Container

    var insets: EdgeInsets { lanes.insets }
    var valueNames: [String] { ["aspect ratio"] }
    var stateCount: Int { lanes.count + 1 }
    var positionCount: Int { lanes.count }
    var laneCount: Int { lanes.movableCount }
    var keepsLanes: Bool { false }
    var turnsLanes: Bool { lanes.canTurn }

    func edge(ofLane lane: Int) -> Double { lanes.x(of: lane) }

    func isLength(value: Int) -> Bool { false }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        container.problem(aspectRatio: value[0], breadth: lanes.breadth).map { (0, $0) }
    }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        for lane in 0..<lanes.count { state[lane] = top }
        state[lanes.count] = 0
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        var lane = Int(state[lanes.count])
        // Summed up lane by lane, as the original does: without snapping the last bits differ from a product.
        var x = lanes.insets.left
        for _ in 0..<lane { x = x + lanes.breadth + lanes.itemSpacing }
        for item in range {
            let y = state[lane]
            let length = container.length(breadth: lanes.breadth, aspectRatio: items[item, 0])
            frames[item - range.lowerBound] = Rect(x: x, y: y, width: lanes.breadth, height: length)
            state[lane] = y + length + lanes.lineSpacing
            lane += 1
            x = x + lanes.breadth + lanes.itemSpacing
            if lane == lanes.count {
                lane = 0
                x = lanes.insets.left
            }
        }
        state[lanes.count] = Double(lane)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { lanes.end(state, items: items) }

    func nearest(behind state: FoldState) -> Double { lanes.nearest(state) }

    func lane(of frame: Rect) -> Int { lanes.lane(at: frame.x) }
}
