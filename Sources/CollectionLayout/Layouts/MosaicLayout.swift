/// Lanes whose lengths are multiples of a unit, so that gaps close and a big item may span several lanes of one height.
///
/// Values of an item: aspect ratio (width / height), and whether it may span lanes (1) or not (0). An item that may spans
/// the lanes that end first, unless the former item spans several, or it would span all lanes and be longer than broad.
public struct MosaicLayout: SectionLayout, Hashable {
    /// Which lanes of the smallest height an item goes to: a big one spans them, another one stands in the first of them.
    public enum Run: String, Sendable, CaseIterable {
        /// The longest run of neighbours among them; the first one of several.
        case longest
        /// The run that begins with the first of them, as PluginLayout has it; always so in the faithful mode.
        case first
    }

    /// `mosaic`
    public static let id = "mosaic"
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
    /// Lengths of items are multiples of this; below 20 points it counts as 20.
    ///
    /// In the faithful mode only vertical layouts raise it to 20, and it must be above 0.
    public var lineMultiple: Double
    /// Whether the line spacing also stands above the first item of each lane, as in PluginLayout; always so in the
    /// faithful mode.
    public var spacesFirstRow: Bool
    /// Which lanes a big item spans.
    public var run: Run
    /// Lanes whose ends lie at most so far behind the first one's count as ending with it, in points.
    ///
    /// Snapping makes ends exact, so 0 will do; without snapping half a grain is the least in the corrected mode. The
    /// faithful mode compares exactly.
    public var tolerance: Double

    /// The least multiple, in points.
    public static let leastMultiple = 20.0

    /// Creates a mosaic of 1 to 1024 lanes.
    public init(
        laneCount: Int = 2, insets: EdgeInsets = .zero, lineSpacing: Double = 10, itemSpacing: Double = 10,
        lineMultiple: Double = leastMultiple, spacesFirstRow: Bool = false, run: Run = .longest, tolerance: Double = 0
    ) {
        self.laneCount = laneCount
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.itemSpacing = itemSpacing
        self.lineMultiple = lineMultiple
        self.spacesFirstRow = spacesFirstRow
        self.run = run
        self.tolerance = tolerance
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        let isFaithful = container.fidelity == .faithful
        var multiple = try container.length(lineMultiple, "line multiple")
        if !isFaithful || container.axis == .vertical { multiple = max(multiple, Self.leastMultiple) }
        guard multiple > 0 else {
            throw .badParameter(name: "line multiple", value: lineMultiple, expected: "a length above 0")
        }
        let tolerance = try container.length(tolerance, "tolerance")
        let leastTolerance = container.snapping == .none ? Snapping.grainLength / 2 : 0
        return MosaicFold(
            lanes: try Lanes(
                count: laneCount, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, in: container),
            container: container, multiple: multiple, spacesFirstRow: isFaithful || spacesFirstRow,
            seeksLongestRun: !isFaithful && run == .longest,
            tolerance: isFaithful ? 0 : max(tolerance, leastTolerance))
    }
}

/// State: where the last item of each lane ends, then how many lanes the former item spans.
///
/// Which lanes an item spans depends on how the lanes' ends compare, so they can move together only: one movable lane.
private struct MosaicFold: SectionFold {
    let lanes: Lanes
    let container: Container
    let multiple: Double
    let spacesFirstRow: Bool
    let seeksLongestRun: Bool
    let tolerance: Double

    var insets: EdgeInsets { lanes.insets }
    var valueNames: [String] { ["aspect ratio", "can be big"] }
    var stateCount: Int { lanes.count + 1 }
    var positionCount: Int { lanes.count }

    func isLength(value: Int) -> Bool { false }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        if let expected = container.problem(aspectRatio: value[0], breadth: breadth(span: lanes.count)) {
            return (0, expected)
        }
        return value[1] == 0 || value[1] == 1 ? nil : (1, "0 or 1")
    }

    // Without spacing above the first row, an untouched lane ends a spacing before the items begin.
    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        for lane in 0..<lanes.count { state[lane] = spacesFirstRow ? top : top - lanes.lineSpacing }
        state[lanes.count] = 1
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        for item in range {
            let ratio = items[item, 0]
            var run = lowestRun(state)
            let wouldFillAll = run.count == lanes.count && isLong(ratio)
            if items[item, 1] == 0 || state[lanes.count] > 1 || wouldFillAll {
                run = run.lowerBound..<run.lowerBound + 1
            }
            let breadth = breadth(span: run.count)
            var y = state[run.lowerBound]
            for lane in run.dropFirst() { y = max(y, state[lane]) }
            y += lanes.lineSpacing
            var length = (container.length(breadth: breadth, aspectRatio: ratio) / multiple).rounded(.up) * multiple
            if let bottom = end(near: y + length, state) { length = max(bottom - y, 0) }
            frames[item - range.lowerBound] = Rect(x: lanes.x(of: run.lowerBound), y: y, width: breadth, height: length)
            for lane in run { state[lane] = y + length }
            state[lanes.count] = Double(run.count)
        }
    }

    /// Whether an item is too long to span all lanes: a portrait; the original takes that word untransposed.
    private func isLong(_ ratio: Double) -> Bool {
        container.axis == .vertical || container.fidelity == .faithful ? ratio < 1 : ratio > 1
    }

    private func breadth(span: Int) -> Double {
        lanes.breadth * Double(span) + Double(span - 1) * lanes.itemSpacing
    }

    /// The run of neighbouring lanes that end first.
    private func lowestRun(_ state: FoldState) -> Range<Int> {
        let limit = lanes.nearest(state) + tolerance
        var best = 0..<0
        var lane = 0
        while lane < lanes.count {
            guard state[lane] <= limit else {
                lane += 1
                continue
            }
            let first = lane
            while lane < lanes.count && state[lane] <= limit { lane += 1 }
            if lane - first > best.count { best = first..<lane }
            if !seeksLongestRun { break }
        }
        return best
    }

    /// The smallest end of a lane less than a multiple away from a coordinate.
    private func end(near y: Double, _ state: FoldState) -> Double? {
        var nearest = Double.infinity
        for lane in 0..<lanes.count where abs(state[lane] - y) < multiple { nearest = min(nearest, state[lane]) }
        return nearest == .infinity ? nil : nearest
    }

    func end(_ state: FoldState, items: ItemValues) -> Double {
        items.count == 0 && !spacesFirstRow ? state[0] + lanes.lineSpacing : lanes.farthest(state)
    }
}
