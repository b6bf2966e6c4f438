/// The layout of a section as a fold over its items, in layout space.
///
/// `begin` sets a state, `place` advances it item by item and emits frames, `end` reads the extent from it. The state is
/// a few Doubles: first ``positionCount`` coordinates along the scroll axis, then values that do not move with the
/// content. This alone lets every cache strategy restart the fold from a stored state, notice that a state is an old one
/// moved along the axis, and place items on demand, without code per layout. All that a fold gives follows from the state and
/// the values: of sections that begin alike and have the same items only one may be placed, and the others copied.
public protocol SectionFold: Sendable {
    /// Names of the values that describe an item: at most four, and none for a layout that takes no values.
    ///
    /// Errors are told by them, and an item that measures itself gets its size by them. Of these names only the values follow:
    /// `width` and `height`, in points and not transposed; `length` and `breadth`, the same along the axis and across;
    /// `aspect ratio`, width divided by height; `annotation length`, which grows by what the item does along the axis. Values of
    /// other names stay as they are, and items of a layout without any of these have the size that it gives them.
    var valueNames: [String] { get }
    /// Number of Doubles in the state.
    var stateCount: Int { get }
    /// How many of the state's first Doubles are coordinates along the scroll axis.
    var positionCount: Int { get }
    /// 1, or ``positionCount`` if each position belongs to a lane of its own that can move apart from the others.
    var laneCount: Int { get }
    /// Whether items fill the lanes in turn: item `i` goes to lane `i` mod ``laneCount``, whatever its size. Lanes are counted in
    /// the order of their turns.
    ///
    /// The state is then the position of each lane, the lane of the next item, and numbers that never change; the frames of
    /// an item in two lanes differ by their position and by the distance of the lanes' edges, exactly.
    var turnsLanes: Bool { get }
    /// Where a lane begins across the axis; asked only where ``turnsLanes``.
    func edge(ofLane lane: Int) -> Double
    /// Distances between the section's items and its edges, in layout space.
    var insets: EdgeInsets { get }
    /// Distances around the section's header, in layout space; they count only if there is one.
    var headerInsets: EdgeInsets { get }
    /// Distances around the section's footer, in layout space; they count only if there is one.
    var footerInsets: EdgeInsets { get }
    /// The least breadth of the section, insets included, whatever its items; for layouts that scroll along both axes.
    var leastBreadth: Double { get }

    /// Checks the values of one item; the engine has checked already that they are finite and, unless
    /// ``allowsNegativeValues``, not negative.
    ///
    /// - Returns: The index of the bad value and what was expected instead, or nil.
    func problem(with value: ItemValue) -> (index: Int, expected: String)?

    /// Whether ``problem(with:)`` can find any; it is not asked where this is false, which spares a call for each item. By
    /// default it is true.
    var hasValueRules: Bool { get }

    /// Whether values may be negative: coordinates may, lengths may not.
    var allowsNegativeValues: Bool { get }

    /// Whether a value is a length, which is rounded down to 1/1024 pt as it comes in. By default all are: a layout that
    /// takes ratios, shares, counts or numbers of days has to say which ones are none.
    func isLength(value: Int) -> Bool

    /// Sets the state before the first item.
    ///
    /// - Parameters:
    ///   - top: Where the items begin, in section coordinates: below the header and the top inset.
    ///   - items: The values of all items of the section.
    ///   - state: Receives the state.
    func begin(at top: Double, items: ItemValues, _ state: FoldState)

    /// Places the items of a range, in order, and advances the state past them.
    ///
    /// - Parameters:
    ///   - range: The items; it starts where the state stands.
    ///   - items: The values of all items of the section: a fold may look ahead.
    ///   - state: That before the first item of the range; left as that behind its last one.
    ///   - frames: Receives one frame an item, in section coordinates.
    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>)

    /// Places items again after edits and keeps what must not jump: every item stays in its lane.
    ///
    /// An item without a former place, because it was inserted or moved, has a frame whose x is not a number. It goes to
    /// the lane that ``place(_:of:_:into:)`` would give it in the state of its turn; those behind it keep theirs. A lane is
    /// told from x alone: the other numbers of a former frame mean nothing.
    ///
    /// To let the items choose their lanes anew, as a rebalancing does, call ``place(_:of:_:into:)`` instead.
    ///
    /// - Parameters:
    ///   - range: The items; it starts where the state stands.
    ///   - items: The values of all items of the section.
    ///   - state: That before the first item of the range; left as that behind its last one.
    ///   - frames: Holds the former frames of the items, which are replaced.
    func replace(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, in frames: UnsafeMutablePointer<Rect>)

    /// Whether the time to place a run of items depends on the run alone, so that frames need not be kept.
    var placesRunsAlone: Bool { get }

    /// Whether where an item stands follows from its own values and from where the items begin, whatever the other items; and
    /// where all of them end from the one that reaches farthest along the axis. Strategies that keep frames then place only the
    /// items that an edit changes.
    var placesItemsAlone: Bool { get }

    /// Whether ``replace(_:of:_:in:)`` heeds where items have been: then strategies must know the lane of each item of a
    /// section that has been edited.
    var keepsLanes: Bool { get }

    /// Where the items end along the axis, without the bottom inset, after the last item.
    func end(_ state: FoldState, items: ItemValues) -> Double

    /// The stacking order of a kind of element that the layout adds; larger is nearer to the viewer.
    ///
    /// Also asked for the kind of the section's background, which lies one behind the answer, and behind cells. A layout that adds
    /// elements behind cells answers with the depth of the hindmost.
    func zIndex(of kind: ElementKind) -> Int

    /// How many elements ``supplementaries(from:to:)`` gives.
    var supplementaryCount: Int { get }

    /// Supplementary views and decorations that the layout itself adds, in section coordinates.
    ///
    /// - Parameters:
    ///   - top: Where the items began.
    ///   - end: Where they ended, as ``end(_:items:)`` gave it.
    func supplementaries(from top: Double, to end: Double) -> [Supplementary]

    /// Calls `body` with one after the other of ``supplementaries(from:to:)`` that intersects a rect, and with others if the layout
    /// likes. Strategies that keep no frames do so at each query, which then allocates nothing and looks at few.
    ///
    /// - Parameters:
    ///   - top: Where the items began.
    ///   - end: Where they ended, as ``end(_:items:)`` gave it.
    ///   - rect: In section coordinates and layout space; along the axis it is rounded. Nil means all.
    ///   - body: Called with each of them.
    func forEachSupplementary(from top: Double, to end: Double, meeting rect: Rect?, _ body: (Supplementary) -> Void)

    /// How many items at and after its position a state depends on.
    ///
    /// A stored state before item `i` stays valid after a change of item `j` only if `i + lookahead <= j`.
    func lookahead(_ state: FoldState) -> Int

    /// Whether items stand in rows, none of which begins before the one before it has ended; only with one lane.
    ///
    /// A row depends on nothing but its items and the one behind it, on where the rows before it end, and on whether it is
    /// the section's first or last one. An item that begins at or behind the far edge of the item before it, if that one is
    /// longer than two grains, begins a row. Strategies that keep frames in grains find rows so, and after an edit place only
    /// those around it.
    var placesRows: Bool { get }

    /// Where the rows before a state end along the axis; nil if items of the last one are still to come. Asked only where
    /// ``placesRows``.
    func rowsEnd(_ state: FoldState) -> Double?

    /// Sets the state between two rows. Called only where ``placesRows``.
    ///
    /// - Parameters:
    ///   - state: Receives the state.
    ///   - end: Where the rows before it end along the axis.
    func begin(behindRowsTo end: Double, _ state: FoldState)

    /// Places items row by row until one of the rows ends where that is asked for. Called only where ``placesRows``.
    ///
    /// - Parameters:
    ///   - range: The items; it starts where the state stands.
    ///   - items: The values of all items of the section.
    ///   - state: That before the first item of the range; left as that behind the last one that is placed.
    ///   - frames: Receives one frame an item, in section coordinates.
    ///   - ends: Items to end before, between two rows; the first one of the range is none of them.
    /// - Returns: The item that the state stands before: one to end before, or the one behind the range.
    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>,
        until ends: ItemSet
    ) -> Int

    /// Finds the row that each of some items would begin, if the rows before it end before that item. Called only where
    /// ``placesRows``.
    ///
    /// - Parameters:
    ///   - range: The items.
    ///   - items: The values of all items of the section.
    ///   - most: How many items a row may hold; at most ``FoundRow/mostItems``.
    ///   - rows: Receives the row of each item.
    /// - Returns: Whether no row holds more; if not, what has been received means nothing.
    func findRows(
        _ range: Range<Int>, of items: ItemValues, most: Int, into rows: UnsafeMutablePointer<FoundRow>
    ) -> Bool

    /// Whether items that have been placed since refute what a state took for granted of all of them. The section has to be
    /// placed again from its beginning. Asked only where ``placesRunsAlone`` is false.
    func isRefuted(_ state: FoldState) -> Bool

    /// Where the first of the items behind a state can begin along the axis, in section coordinates: a query that looks at one
    /// item after another ends there.
    func nearest(behind state: FoldState) -> Double

    /// The lane of a placed item, from its frame; below ``laneCount``.
    func lane(of frame: Rect) -> Int

    /// The lanes of placed items, in one call for all of them. By default ``lane(of:)`` is asked for each.
    ///
    /// - Parameters:
    ///   - frames: Those of the items.
    ///   - count: The number of items.
    ///   - lanes: Receives the lane of each.
    func findLanes(of frames: UnsafePointer<Rect>, count: Int, into lanes: UnsafeMutablePointer<UInt16>)
}

extension SectionFold {
    /// None.
    public var headerInsets: EdgeInsets { .zero }
    /// None.
    public var footerInsets: EdgeInsets { .zero }
    /// None: the items decide.
    public var leastBreadth: Double { 0 }
    /// The rules of ``problem(with:)`` are asked.
    public var hasValueRules: Bool { true }
    /// Any values will do.
    public func problem(with value: ItemValue) -> (index: Int, expected: String)? { nil }
    /// Lengths are not negative.
    public var allowsNegativeValues: Bool { false }
    /// Values are lengths.
    public func isLength(value: Int) -> Bool { true }
    /// One lane.
    public var laneCount: Int { 1 }
    /// By default items do not fill the lanes in turn.
    public var turnsLanes: Bool { false }
    /// One lane.
    public func edge(ofLane lane: Int) -> Double { 0 }
    /// By default runs are placed alone.
    public var placesRunsAlone: Bool { true }
    /// By default items are not placed alone.
    public var placesItemsAlone: Bool { false }
    /// By default where there is more than one lane.
    public var keepsLanes: Bool { laneCount > 1 }
    /// No look-ahead.
    public func lookahead(_ state: FoldState) -> Int { 0 }
    /// By default nothing is said of rows.
    public var placesRows: Bool { false }
    /// By default nil: rows end nowhere.
    public func rowsEnd(_ state: FoldState) -> Double? { nil }
    /// By default it stops the program: only layouts that place rows are asked.
    public func begin(behindRowsTo end: Double, _ state: FoldState) {
        preconditionFailure("a layout that places rows sets the state between them")
    }
    /// By default nothing is refuted.
    public func isRefuted(_ state: FoldState) -> Bool { false }
    /// At depth 0.
    public func zIndex(of kind: ElementKind) -> Int { 0 }
    /// None.
    public var supplementaryCount: Int { 0 }
    /// None.
    public func supplementaries(from top: Double, to end: Double) -> [Supplementary] { [] }
    /// All of an array.
    public func forEachSupplementary(
        from top: Double, to end: Double, meeting rect: Rect?, _ body: (Supplementary) -> Void
    ) {
        for element in supplementaries(from: top, to: end) { body(element) }
    }
    /// By default anywhere.
    public func nearest(behind state: FoldState) -> Double { -.infinity }
    /// One lane.
    public func lane(of frame: Rect) -> Int { 0 }
    /// Asks for each.
    public func findLanes(of frames: UnsafePointer<Rect>, count: Int, into lanes: UnsafeMutablePointer<UInt16>) {
        for index in 0..<count { lanes[index] = UInt16(truncatingIfNeeded: lane(of: frames[index])) }
    }

    /// Looks, wherever it may end, whether a row does.
    public func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>,
        until ends: ItemSet
    ) -> Int {
        var item = range.lowerBound
        while item < range.upperBound {
            let first = item
            item = min(ends.next(after: item) ?? range.upperBound, range.upperBound)
            place(first..<item, of: items, state, into: frames + (first - range.lowerBound))
            if rowsEnd(state) != nil { break }
        }
        return item
    }

    /// Without lanes of their own, items are placed as at first.
    public func replace(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, in frames: UnsafeMutablePointer<Rect>
    ) {
        place(range, of: items, state, into: frames)
    }
}
