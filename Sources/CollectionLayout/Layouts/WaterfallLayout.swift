/// Lanes of equal breadth; each item goes to the shortest lane, the first one on ties.
///
/// Values of an item: its length along the scroll axis.
public struct WaterfallLayout: SectionLayout {
    /// `waterfall`
    public static let id = "waterfall"
    /// Number of lanes.
    public var laneCount: Int
    /// Distances between the items and the edges of the section.
    public var insets: EdgeInsets
    /// Distance between two items of a lane, in points.
    public var lineSpacing: Double
    /// Distance between two lanes, in points.
    public var itemSpacing: Double

    /// The most lanes.
    public static let largestLaneCount = 1024

    /// Creates a waterfall.
    public init(laneCount: Int = 2, insets: EdgeInsets = .zero, lineSpacing: Double = 10, itemSpacing: Double = 10) {
        self.laneCount = laneCount
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.itemSpacing = itemSpacing
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        guard (1...Self.largestLaneCount).contains(laneCount) else {
            throw .badParameter(
                name: "lane count", value: Double(laneCount), expected: "1 to \(Self.largestLaneCount)")
        }
        let insets = try container.insets(insets)
        let itemSpacing = try container.length(itemSpacing, "item spacing")
        let breadth = container.laneBreadth(count: laneCount, spacing: itemSpacing, insets: insets)
        return WaterfallFold(
            lanes: laneCount, insets: insets, lineSpacing: try container.length(lineSpacing, "line spacing"),
            breadth: breadth, pitch: breadth + itemSpacing,
            lanesPerPoint: breadth + itemSpacing > 0 ? 1 / (breadth + itemSpacing) : 0)
    }
}

/// State: where the next item of each lane begins, then where the items begin at all.
private struct WaterfallFold: SectionFold {
    let lanes: Int
    let insets: EdgeInsets
    let lineSpacing: Double
    let breadth: Double
    let pitch: Double
    /// 1 / pitch, or 0 if all lanes lie upon each other: a product is four times as fast as a quotient.
    let lanesPerPoint: Double

    var valueNames: [String] { ["length"] }
    var hasValueRules: Bool { false }
    var stateCount: Int { lanes + 1 }
    var positionCount: Int { lanes }
    /// A frame tells its lane by x; lanes that stand at one place cannot be told apart, so they do not move apart either.
    var laneCount: Int { pitch >= Snapping.grainLength ? lanes : 1 }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        for index in 0...lanes { state[index] = top }
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        for item in range {
            var lane = 0
            var next = state[0]
            for other in 1..<max(lanes, 1) where state[other] < next {
                lane = other
                next = state[other]
            }
            frames[item - range.lowerBound] = put(items[item, 0], in: lane, at: next, state)
        }
    }

    func replace(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, in frames: UnsafeMutablePointer<Rect>) {
        guard laneCount > 1 else { return place(range, of: items, state, into: frames) }
        for item in range {
            let lane = lane(of: frames[item - range.lowerBound])
            frames[item - range.lowerBound] = put(items[item, 0], in: lane, at: state[lane], state)
        }
    }

    @inline(__always)
    private func put(_ length: Double, in lane: Int, at y: Double, _ state: FoldState) -> Rect {
        state[lane] = y + length + lineSpacing
        return Rect(x: insets.left + Double(lane) * pitch, y: y, width: breadth, height: length)
    }

    // An untouched lane ends where it began; another one a spacing before its next item.
    func end(_ state: FoldState, items: ItemValues) -> Double {
        let top = state[lanes]
        var end = top
        for lane in 0..<lanes where state[lane] != top { end = max(end, state[lane] - lineSpacing) }
        return end
    }

    func lane(of frame: Rect) -> Int {
        laneCount > 1 ? min(Int((frame.x - insets.left) * lanesPerPoint + 0.5), lanes - 1) : 0
    }
}
