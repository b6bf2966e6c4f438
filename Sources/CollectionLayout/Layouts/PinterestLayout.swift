/// Lanes that items fill in turn, each item a padded photo with an annotation below it; a header lies above all lanes.
///
/// The header is the section's own; as long as the section has no insets it stands at (0, 0), as broad as the container.
/// Values of an item: length of the photo and length of the annotation along the scroll axis.
public struct PinterestLayout: SectionLayout, Hashable {
    /// `pinterest`
    public static let id = "pinterest"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// Number of lanes, 1 to 1024.
    public var laneCount: Int
    /// Distances between the cells and the edges of the section, in points and not transposed.
    public var insets: EdgeInsets
    /// Distance between the edges of a cell's place and the cell, in points; twice that between cells.
    public var cellPadding: Double

    /// Creates a layout of 1 to 1024 lanes.
    public init(laneCount: Int = 2, insets: EdgeInsets = .zero, cellPadding: Double = 6) {
        self.laneCount = laneCount
        self.insets = insets
        self.cellPadding = cellPadding
    }

    /// Resolves the layout in a container.
    ///
    /// In the faithful mode the lanes begin at the top inset, below the header: the original does not add its length.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        PinterestFold(
            lanes: try Lanes(count: laneCount, insets: insets, lineSpacing: 0, itemSpacing: 0, in: container),
            padding: try container.spacing(cellPadding, "cell padding"),
            startsBelowHeader: container.fidelity == .corrected)
    }
}

/// State: where the next place of each lane begins, then the lane of the next item; then, if that is not where the lanes begin,
/// where the items of the section do.
private struct PinterestFold: SectionFold {
    let lanes: Lanes
    let padding: Double
    let startsBelowHeader: Bool

    var insets: EdgeInsets { lanes.insets }
    var valueNames: [String] { ["photo length", "annotation length"] }
    var hasValueRules: Bool { false }
    var stateCount: Int { lanes.count + (startsBelowHeader ? 1 : 2) }
    var positionCount: Int { lanes.count }
    var laneCount: Int { lanes.movableCount }
    var keepsLanes: Bool { false }
    var turnsLanes: Bool { lanes.canTurn }

    func edge(ofLane lane: Int) -> Double { lanes.x(of: lane) }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        for lane in 0..<lanes.count { state[lane] = startsBelowHeader ? top : lanes.insets.top }
        state[lanes.count] = 0
        if !startsBelowHeader { state[lanes.count + 1] = top }
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        var lane = Int(state[lanes.count])
        let breadth = max(lanes.breadth - 2 * padding, 0)
        for item in range {
            let y = state[lane]
            let length = items[item, 0] + items[item, 1]
            frames[item - range.lowerBound] = Rect(
                x: lanes.x(of: lane) + padding, y: y + padding, width: breadth, height: length)
            state[lane] = y + padding + length + padding
            lane = lane + 1 == lanes.count ? 0 : lane + 1
        }
        state[lanes.count] = Double(lane)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double {
        let end = lanes.farthest(state)
        return startsBelowHeader ? end : max(end, state[lanes.count + 1])
    }

    func nearest(behind state: FoldState) -> Double { lanes.nearest(state) }

    func lane(of frame: Rect) -> Int { lanes.lane(at: frame.x - padding) }
}
