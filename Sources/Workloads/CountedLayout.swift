import CollectionLayout
import Synchronization

/// How many items and other elements the folds of some layouts have placed: work in a number that does not depend on the machine.
public final class PlacedItems: Sendable {
    private let placed = Atomic(0)
    private let elements = Atomic(0)

    /// None yet.
    public init() {}

    /// The number of items placed so far; an item that is placed again counts again.
    public var count: Int { placed.load(ordering: .relaxed) }

    /// The number of elements beside items that searches were told of by a layout, and did not look up: each was placed again.
    public var elementCount: Int { elements.load(ordering: .relaxed) }

    fileprivate func add(_ items: Int) { placed.add(items, ordering: .relaxed) }
    fileprivate func add(elements count: Int) { elements.add(count, ordering: .relaxed) }
}

extension Content {
    /// The same content with layouts that count the items they place.
    public func counting(in placed: PlacedItems) throws(LayoutError) -> Content {
        try replacingLayouts { _, layout in CountedLayout(base: layout, placed: placed) }
    }
}

/// Another layout, whose placed items are counted.
public struct CountedLayout: SectionLayout {
    /// `counted`
    public static let id = "counted"
    private let base: any SectionLayout
    private let placed: PlacedItems

    /// Counts what a layout places.
    public init(base: any SectionLayout, placed: PlacedItems) {
        self.base = base
        self.placed = placed
    }

    /// Whether both count the same layout in the same place.
    public static func == (first: Self, second: Self) -> Bool {
        first.placed === second.placed && first.base.isEqual(to: second.base)
    }

    /// Whether those of the other layout do.
    public var dependsOnViewportLength: Bool { base.dependsOnViewportLength }

    /// Resolves the other layout.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        CountedFold(base: try base.fold(in: container), placed: placed)
    }
}

private struct CountedFold: SectionFold {
    let base: any SectionFold
    let placed: PlacedItems

    var valueNames: [String] { base.valueNames }
    var stateCount: Int { base.stateCount }
    var positionCount: Int { base.positionCount }
    var laneCount: Int { base.laneCount }
    var turnsLanes: Bool { base.turnsLanes }
    var insets: EdgeInsets { base.insets }
    var headerInsets: EdgeInsets { base.headerInsets }
    var footerInsets: EdgeInsets { base.footerInsets }
    var leastBreadth: Double { base.leastBreadth }
    var hasValueRules: Bool { base.hasValueRules }
    var allowsNegativeValues: Bool { base.allowsNegativeValues }
    var placesRunsAlone: Bool { base.placesRunsAlone }
    var placesItemsAlone: Bool { base.placesItemsAlone }
    var keepsLanes: Bool { base.keepsLanes }
    var placesRows: Bool { base.placesRows }
    var supplementaryCount: Int { base.supplementaryCount }

    func edge(ofLane lane: Int) -> Double { base.edge(ofLane: lane) }
    func problem(with value: ItemValue) -> (index: Int, expected: String)? { base.problem(with: value) }
    func isLength(value: Int) -> Bool { base.isLength(value: value) }
    func begin(at top: Double, items: ItemValues, _ state: FoldState) { base.begin(at: top, items: items, state) }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        placed.add(range.count)
        base.place(range, of: items, state, into: frames)
    }

    func replace(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, in frames: UnsafeMutablePointer<Rect>) {
        placed.add(range.count)
        base.replace(range, of: items, state, in: frames)
    }

    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>,
        until ends: ItemSet
    ) -> Int {
        let end = base.place(range, of: items, state, into: frames, until: ends)
        placed.add(end - range.lowerBound)
        return end
    }

    func findRows(
        _ range: Range<Int>, of items: ItemValues, most: Int, into rows: UnsafeMutablePointer<FoundRow>
    ) -> Bool {
        placed.add(range.count)
        return base.findRows(range, of: items, most: most, into: rows)
    }

    func rowsEnd(_ state: FoldState) -> Double? { base.rowsEnd(state) }
    func begin(behindRowsTo end: Double, _ state: FoldState) { base.begin(behindRowsTo: end, state) }
    func end(_ state: FoldState, items: ItemValues) -> Double { base.end(state, items: items) }
    func zIndex(of kind: ElementKind) -> Int { base.zIndex(of: kind) }
    func supplementaries(from top: Double, to end: Double) -> [Supplementary] {
        base.supplementaries(from: top, to: end)
    }
    func forEachSupplementary(
        from top: Double, to end: Double, meeting rect: Rect?, _ body: (Supplementary) -> Void
    ) {
        var count = 0
        base.forEachSupplementary(from: top, to: end, meeting: rect) {
            count += 1
            body($0)
        }
        if rect != nil { placed.add(elements: count) }
    }
    func lookahead(_ state: FoldState) -> Int { base.lookahead(state) }
    func isRefuted(_ state: FoldState) -> Bool { base.isRefuted(state) }
    func nearest(behind state: FoldState) -> Double { base.nearest(behind: state) }
    func lane(of frame: Rect) -> Int { base.lane(of: frame) }
}
