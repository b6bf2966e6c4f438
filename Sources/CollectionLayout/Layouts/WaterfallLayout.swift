/// Lanes of equal breadth; each item goes to the shortest lane, the first one on ties, or to the lanes in turn.
///
/// Values of an item: its length along the scroll axis, or its aspect ratio (width / height); see ``itemLength``.
///
/// After edits every item stays in its lane, and an inserted one chooses its own, unless ``rebalances`` says otherwise; see
/// ``SectionFold/replace(_:of:_:in:)``. Where items keep their lanes, they choose anew when the content is prepared again.
public struct WaterfallLayout: SectionLayout, Hashable {
    /// Which lane an item goes to; the names are those of CHTCollectionViewWaterfallLayout.
    public enum Direction: String, Sendable, CaseIterable {
        /// The shortest lane, the first one on ties.
        case shortestFirst
        /// Each lane in turn.
        case leftToRight
        /// Each lane in turn, from the last one to the first.
        case rightToLeft
    }

    /// What the value of an item says.
    public enum ItemLength: String, Sendable, CaseIterable {
        /// Its length along the scroll axis, in points.
        case length
        /// Its aspect ratio (width / height), from which its length follows.
        case aspectRatio
    }

    /// Whose defects the faithful mode keeps.
    public enum Original: String, Sendable, CaseIterable {
        /// CHTCollectionViewWaterfallLayout: a section without items is one spacing too short, and the ends of lanes are
        /// 32-bit numbers, which lose points beyond 2^24.
        case chtCollectionView
        /// The tutorial: lanes behind the first one begin at the bottom inset, and ties go to the last lane.
        case tutorial
    }

    /// `waterfall`
    public static let id = "waterfall"
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
    /// Which lane an item goes to.
    public var direction: Direction
    /// Whether after an edit all items behind it go to the shortest lane again, in place of keeping theirs: lanes stay as even
    /// as in a new layout, but items jump from one to another. Heeded only if the shortest lane is first.
    ///
    /// The choice depends on all lanes, so that a strategy stops to place items where all have been moved by one distance. That
    /// they soon are if an edit changes the sum of the lengths by a multiple of the lanes' number, counted in a unit that all
    /// lengths have in common; otherwise they never are, and all items behind the edit are placed.
    public var rebalances: Bool
    /// What the value of an item says.
    public var itemLength: ItemLength
    /// Distances around the section's header, not transposed; the section's insets begin below them.
    public var headerInsets: EdgeInsets
    /// Distances around the section's footer, not transposed; the section's insets end above them.
    public var footerInsets: EdgeInsets
    /// Whose defects the faithful mode keeps.
    public var original: Original

    /// Creates a waterfall.
    public init(
        laneCount: Int = 2, insets: EdgeInsets = .zero, lineSpacing: Double = 10, itemSpacing: Double = 10,
        direction: Direction = .shortestFirst, rebalances: Bool = false, itemLength: ItemLength = .length,
        headerInsets: EdgeInsets = .zero, footerInsets: EdgeInsets = .zero, original: Original = .chtCollectionView
    ) {
        self.laneCount = laneCount
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.itemSpacing = itemSpacing
        self.direction = direction
        self.rebalances = rebalances
        self.itemLength = itemLength
        self.headerInsets = headerInsets
        self.footerInsets = footerInsets
        self.original = original
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        let fold = WaterfallFold(
            lanes: try Lanes(
                count: laneCount, insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, in: container),
            container: container, direction: direction, rebalances: rebalances, byRatio: itemLength == .aspectRatio,
            headerInsets: try container.insets(headerInsets), footerInsets: try container.insets(footerInsets))
        return container.fidelity == .faithful ? OriginalWaterfallFold(base: fold, original: original) : fold
    }
}

/// State: where the next item of each lane begins; if the lanes are filled in turn, in the order of their turns, and then whose
/// turn it is.
struct WaterfallFold: SkimmingFold {
    let lanes: Lanes
    let container: Container
    let direction: WaterfallLayout.Direction
    let rebalances: Bool
    let byRatio: Bool
    let headerInsets: EdgeInsets
    let footerInsets: EdgeInsets

    var insets: EdgeInsets { lanes.insets }
    var valueNames: [String] { [byRatio ? "aspect ratio" : "length"] }
    var hasValueRules: Bool { byRatio }
    var takesTurns: Bool { direction != .shortestFirst }
    var stateCount: Int { takesTurns ? lanes.count + 1 : lanes.count }
    var positionCount: Int { lanes.count }
    // Where items choose anew, it is by how the lanes' ends compare, so these can move together only.
    var laneCount: Int { rebalances && !takesTurns ? 1 : lanes.movableCount }
    var keepsLanes: Bool { !takesTurns && laneCount > 1 }
    var turnsLanes: Bool { takesTurns && lanes.canTurn }

    func edge(ofLane lane: Int) -> Double { lanes.x(of: self.lane(ofTurn: lane)) }

    func isLength(value: Int) -> Bool { !byRatio }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        byRatio ? container.problem(aspectRatio: value[0], breadth: lanes.breadth).map { (0, $0) } : nil
    }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        for index in 0..<lanes.count { state[index] = top }
        if takesTurns { state[lanes.count] = 0 }
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        guard !takesTurns else { return placeInTurn(range, of: items, state, into: frames) }
        let rest = putRuns(of: range, state) { run, shortest in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: ShortestLanes.runLength) { lengths in
                let room = UnsafeMutableRawPointer(lengths.baseAddress!)
                let areShort = measureShort(run, of: items) {
                    room.storeBytes(of: $1, toByteOffset: $0 &* 8, as: SIMD2.self)
                }
                guard areShort else { return false }
                // If a lane becomes too long, these are placed once more.
                shortest.put(UnsafeBufferPointer(rebasing: lengths[..<run.count])) { index, lane, y in
                    frames[run.lowerBound &- range.lowerBound &+ index] = Rect(
                        x: lanes.x(of: lane), y: y, width: lanes.breadth, height: lengths[index])
                }
                return shortest.store(state)
            }
        }
        putOneByOne(rest, of: items, state) { item, _, frame in frames[item &- range.lowerBound] = frame }
    }

    /// Puts items into the shortest lanes, each of which is searched for.
    @inline(__always)
    private func putOneByOne(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState,
        _ body: (_ item: Int, _ lane: Int, _ frame: Rect) -> Void
    ) {
        for item in range {
            let lane = shortestLane(state)
            body(item, lane, put(items[item, 0], in: lane, &state[lane]))
        }
    }

    /// Puts runs of items into lanes that are sorted, without a branch, where these are few, and items neither very long nor
    /// unsnapped.
    ///
    /// - Parameter put: Puts a run into the lanes, and says whether that could be done.
    /// - Returns: The items that are left.
    @inline(__always)
    private func putRuns(
        of range: Range<Int>, _ state: FoldState, _ put: (_ run: Range<Int>, inout ShortestLanes) -> Bool
    ) -> Range<Int> {
        var first = range.lowerBound
        while canSkim, first < range.upperBound,
            var shortest = ShortestLanes(state, count: lanes.count, spacing: lanes.lineSpacing)
        {
            let run = first..<min(first &+ ShortestLanes.runLength, range.upperBound)
            guard put(run, &shortest) else { break }
            first = run.upperBound
        }
        return first..<range.upperBound
    }

    /// Measures items, two at a time.
    ///
    /// - Parameter body: Gets the lengths of an item and the next one, and how many items are before them; behind the last item
    ///   a length of 0.
    /// - Returns: Whether none is longer than ``Snapping/largestShortLength``.
    @inline(__always)
    func measureShort(
        _ range: Range<Int>, of items: ItemValues, _ body: (_ index: Int, _ lengths: SIMD2<Double>) -> Void
    ) -> Bool {
        var longest = SIMD2<Double>()
        var next = 0
        @inline(__always)
        func note(_ lengths: SIMD2<Double>) {
            longest.replace(with: lengths, where: lengths .> longest)
            body(next, lengths)
            next &+= 2
        }
        if let values = items.values(range, each: 1) {
            if byRatio {
                while next &+ 1 < range.count {
                    let lengths = container.lengths(
                        breadths: SIMD2(repeating: lanes.breadth), aspectRatios: values.pair(next))
                    note(Snapping.snapShort(lengths))
                }
            } else {
                while next &+ 1 < range.count { note(values.pair(next)) }
            }
        }
        while next < range.count {
            let item = range.lowerBound &+ next
            note(SIMD2(length(items[item, 0]), next &+ 1 < range.count ? length(items[item &+ 1, 0]) : 0))
        }
        return longest.max() <= Snapping.largestShortLength
    }

    var canSkim: Bool { !takesTurns && container.snapping != .none }

    func skim(_ range: Range<Int>, of items: ItemValues, _ state: FoldState) -> ItemSpan {
        // Items begin in their order.
        var span = ItemSpan(near: lanes.nearest(state), far: -.infinity, breadth: 0)
        var lastLane = 0
        func cover(_ lane: Int, to end: Double) {
            span.far = larger(span.far, end)
            lastLane = max(lastLane, lane)
        }
        let rest = putRuns(of: range, state) { run, shortest in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: ShortestLanes.runLength) { additions in
                let room = UnsafeMutableRawPointer(additions.baseAddress!)
                let areShort = measureShort(run, of: items) {
                    room.storeBytes(of: shortest.additions($1), toByteOffset: $0 &* 8, as: SIMD2.self)
                }
                guard areShort else { return false }
                shortest.put(UnsafeBufferPointer(rebasing: additions[..<run.count]))
                let isDone = shortest.store(state) { cover($0, to: $1 - lanes.lineSpacing) }
                // Items of no length leave their lane as it was, which then still is the shortest.
                if isDone, additions[run.count &- 1] == 0 { cover(shortest.next, to: shortest.position) }
                return isDone
            }
        }
        putOneByOne(rest, of: items, state) { _, lane, frame in cover(lane, to: frame.maxY) }
        span.breadth = lanes.x(of: lastLane) + lanes.breadth
        return span
    }

    /// The lane whose next item begins first, the first such lane on ties.
    @inline(__always)
    private func shortestLane(_ state: FoldState) -> Int {
        var lane = 0
        var next = state[0]
        for other in 1..<max(lanes.count, 1) where state[other] < next {
            lane = other
            next = state[other]
        }
        return lane
    }

    private func placeInTurn(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>
    ) {
        var turn = Int(state[lanes.count])
        for item in range {
            frames[item - range.lowerBound] = put(items[item, 0], in: lane(ofTurn: turn), &state[turn])
            turn = turn + 1 == lanes.count ? 0 : turn + 1
        }
        state[lanes.count] = Double(turn)
    }

    /// The lane that has a turn; also the other way about.
    func lane(ofTurn turn: Int) -> Int { direction == .rightToLeft ? lanes.count - 1 - turn : turn }

    func replace(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, in frames: UnsafeMutablePointer<Rect>) {
        guard keepsLanes else { return place(range, of: items, state, into: frames) }
        for item in range {
            let x = frames[item - range.lowerBound].x
            let lane = x.isNaN ? shortestLane(state) : lanes.lane(at: x)
            frames[item - range.lowerBound] = put(items[item, 0], in: lane, &state[lane])
        }
    }

    /// The length of an item along the axis.
    @inline(__always)
    func length(_ value: Double) -> Double {
        byRatio ? container.length(breadth: lanes.breadth, aspectRatio: value) : value
    }

    @inline(__always)
    private func put(_ value: Double, in lane: Int, _ next: inout Double) -> Rect {
        let (y, length) = (next, length(value))
        next = y + length + lanes.lineSpacing
        return Rect(x: lanes.x(of: lane), y: y, width: lanes.breadth, height: length)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { lanes.end(state, items: items) }

    func nearest(behind state: FoldState) -> Double { lanes.nearest(state) }

    func lane(of frame: Rect) -> Int {
        let lane = lanes.lane(at: frame.x)
        return takesTurns ? self.lane(ofTurn: lane) : lane
    }
}
