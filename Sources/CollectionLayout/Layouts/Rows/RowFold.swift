/// The fold of rows.
///
/// When a row begins, the fold looks ahead to where it wraps and notes what aligning it needs; then it emits the items
/// one by one. Each item is measured twice, frames come out final and in order, and the state stays small. Where values stand
/// together and sums are exact, rows are found and placed at once; see ``takeRows``.
struct RowFold: SectionFold {
    let rows: Rows
    let measure: RowMeasure
    private let passing = PassedByAddress()

    init(rows: Rows, measure: RowMeasure) {
        self.rows = rows
        self.measure = measure
    }

    var insets: EdgeInsets { rows.insets }

    var valueNames: [String] {
        switch measure {
        case .size: ["width", "height"]
        case .fraction: ["line fraction", "aspect ratio"]
        }
    }

    func isLength(value: Int) -> Bool {
        if case .size = measure { true } else { false }
    }

    var hasValueRules: Bool { if case .fraction = measure { true } else { false } }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        guard case .fraction(let container, _, _) = measure else { return nil }
        return container.problem(aspectRatio: value[1], breadth: measure.breadth(lineFraction: value[0]))
            .map { (1, $0) }
    }

    var stateCount: Int { 8 }
    var positionCount: Int { 2 }

    /// The state by name.
    struct Cursor {
        /// The largest far edge so far, and where the row begins along the axis.
        var bottom: Double
        var rowTop: Double
        /// Items of the row that are still to be placed, and how many have been.
        var left: Double
        var placed: Double
        /// Where the next item stands without alignment, what alignment adds to all items, and what to each gap.
        var x: Double
        var shift: Double
        var gap: Double
        /// Thickness of the row if its items are centred in it, else −1.
        var thickness: Double

        /// Behind rows that end at a coordinate.
        init(bottom: Double) {
            self.bottom = bottom
            (rowTop, left, placed, x, shift, gap, thickness) = (bottom, 0, 0, 0, 0, 0, 0)
        }

        init(_ state: FoldState) {
            bottom = state[0]
            rowTop = state[1]
            left = state[2]
            placed = state[3]
            x = state[4]
            shift = state[5]
            gap = state[6]
            thickness = state[7]
        }

        /// Stores the state before an item: the same numbers wherever the rows behind are the same. Where no row is open, they
        /// depend only on whether it is the first one.
        mutating func store(_ state: FoldState, before item: Int) {
            if left == 0 { (rowTop, placed, x, shift, gap, thickness) = (bottom, item > 0 ? 1 : 0, 0, 0, 0, 0) }
            state[0] = bottom
            state[1] = rowTop
            state[2] = left
            state[3] = placed
            state[4] = x
            state[5] = shift
            state[6] = gap
            state[7] = thickness
        }
    }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        for index in 0..<stateCount { state[index] = 0 }
        state[0] = top
        state[1] = top
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        _ = placeItems(range, of: items, state, into: frames) { _ in false }
    }

    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>,
        until ends: ItemSet
    ) -> Int {
        placeItems(range, of: items, state, into: frames) { ends.contains($0) }
    }

    /// Places items until a row ends before one that says so.
    ///
    /// - Returns: The first item that has not been placed.
    @inline(__always)
    private func placeItems(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>,
        until isEnd: (_ item: Int) -> Bool
    ) -> Int {
        var cursor = Cursor(state)
        var ruler = RowRuler(measure, items)
        var item = range.lowerBound
        while item < range.upperBound {
            if cursor.left == 0 {
                placeRows(
                    &item, range, items.window.upperBound, ruler, &cursor, frames - range.lowerBound, until: isEnd)
                if item == range.upperBound || isEnd(item) { break }
                _ = openRow(at: item, &ruler, &cursor)
            }
            let first = item
            let isWhole = cursor.placed == 0
            let end = min(range.upperBound, item &+ Int(cursor.left))
            cursor.left -= Double(end &- item)
            var x = cursor.x
            let (top, shift, gap, thickness) = (cursor.rowTop, cursor.shift, cursor.gap, cursor.thickness)
            var placed = cursor.placed
            @inline(__always)
            func emit(_ size: (_ item: Int) -> Size) {
                for item in item..<end {
                    let size = size(item)
                    var frame = Rect(x: x + shift, y: top, width: size.width, height: size.height)
                    if gap != 0 { frame.x += rows.snapping.snap(placed * gap) }
                    if thickness > size.height { frame.y += rows.snapping.snap((thickness - size.height) / 2) }
                    frames[item &- range.lowerBound] = frame
                    x += size.width + rows.itemSpacing
                    placed += 1
                }
            }
            if let sizes = ruler.sizes(item..<end) { emit { sizes[$0] } } else { emit { ruler.size(of: $0, measure) } }
            cursor.placed = placed
            cursor.x = x
            item = end
            if items.areAlike && isWhole && cursor.left == 0 {
                repeatRow(
                    first, &item, range, items.window.upperBound, &cursor, frames - range.lowerBound, until: isEnd)
            }
        }
        cursor.store(state, before: item)
        return item
    }

    /// Places the rows that are a row of equal items moved along the axis: all that follow it as long as an equal item stands
    /// behind them, as others may be aligned otherwise.
    ///
    /// - Parameters:
    ///   - first: The first item of the row.
    ///   - item: The item behind it; then that behind all these rows.
    ///   - equalEnd: The item behind the equal ones.
    ///   - frames: Where the frame of the section's first item would be.
    ///   - isEnd: Whether to end before an item that a row begins with.
    @inline(__always)
    private func repeatRow(
        _ first: Int, _ item: inout Int, _ range: Range<Int>, _ equalEnd: Int, _ cursor: inout Cursor,
        _ frames: UnsafeMutablePointer<Rect>, until isEnd: (_ item: Int) -> Bool
    ) {
        let count = item &- first
        let end = min(range.upperBound, equalEnd &- 1)
        while item &+ count <= end, !isEnd(item) {
            cursor.rowTop = cursor.bottom + rows.lineSpacing
            cursor.bottom = max(cursor.bottom, cursor.rowTop + cursor.thickness)
            for next in item..<item &+ count {
                frames[next] = frames[next &- count]
                frames[next].y = cursor.rowTop
            }
            item &+= count
        }
    }

    /// Places rows of items that are not alike, and at least the last item of the section not.
    ///
    /// - Parameters:
    ///   - item: The item that the next row begins with; then the one that has not been placed.
    ///   - range: The items to place: if a row goes on behind them, it stays open.
    ///   - end: How many of the items may be looked at.
    ///   - frames: Where the frame of the section's first item would be.
    ///   - isEnd: Whether to end before an item that a row begins with.
    @inline(__always)
    private func placeRows(
        _ item: inout Int, _ range: Range<Int>, _ end: Int, _ ruler: borrowing RowRuler, _ cursor: inout Cursor,
        _ frames: UnsafeMutablePointer<Rect>, until isEnd: (_ item: Int) -> Bool
    ) {
        var bottom = cursor.bottom
        takeRows(&item, below: end, until: range.upperBound, or: isEnd, ruler, &bottom) { item, row, top in
            guard row.extent.thickness <= Snapping.largestShortLength else { return false }
            let (shift, gap) = rows.align(row.extent)
            let room = range.upperBound &- item
            row.place(at: top, shift: shift, gap: gap, across: rows.across, into: frames + item, room: room)
            if row.extent.count > room {
                cursor.rowTop = top
                cursor.left = Double(row.extent.count &- room)
                cursor.placed = Double(room)
                cursor.x = row.places[room] + row.shift
                (cursor.shift, cursor.gap, cursor.thickness) = (shift, gap, row.extent.thickness)
            }
            return true
        }
        cursor.bottom = bottom
        item = min(item, range.upperBound)
    }

    /// How many items are summed up at once: their places take 1 KiB, the most that is on the stack for sure.
    private static let window = 126
    /// How many are measured at once, for the same reason.
    private static let measuredWindow = 64

    /// Finds rows of items that are not alike, and leaves at least one item.
    ///
    /// Where all items would stand in one row is computed beforehand, so that what finds a row waits for nothing but where
    /// the row before it ends.
    ///
    /// - Parameters:
    ///   - item: The item that the next row begins with.
    ///   - end: How many of the items may be looked at.
    ///   - stop: Before which item rows begin.
    ///   - isEnd: Whether to end before an item that a row begins with.
    ///   - bottom: The largest far edge so far.
    ///   - take: Takes a row by its first item and its near edge, and says whether to go on behind it.
    @inline(__always)
    func takeRows(
        _ item: inout Int, below end: Int, until stop: Int, or isEnd: (_ item: Int) -> Bool = { _ in false },
        _ ruler: borrowing RowRuler, _ bottom: inout Double, _ take: (_ item: Int, ShortRow, _ top: Double) -> Bool
    ) {
        guard let edge = rows.exactWrapEdge, item &+ ShortRow.items < end, !ruler.areAlike,
            let values = ruler.items.values(item..<end, each: 2)
        else { return }
        let (isPlain, begin) = (ruler.isPlain, item)
        let window = isPlain ? Self.window : Self.measuredWindow
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.window + 2) { buffer in
            let places = buffer.baseAddress!
            var top = item == 0 ? bottom : bottom + rows.lineSpacing
            while item &+ ShortRow.items < end, item < stop, !isEnd(item) {
                let count = min(end &- item, stop &- item &+ ShortRow.items &+ 1, window) & ~1
                let values = values + 2 &* (item &- begin)
                let isTaken =
                    if isPlain {
                        takeRows(&item, count, values, places, edge, until: stop, or: isEnd, &top, &bottom, take)
                    } else {
                        withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.measuredWindow) { room in
                            let sizes = room.baseAddress!
                            measure.measure(count, values, into: sizes)
                            return takeRows(
                                &item, count, sizes, places, edge, until: stop, or: isEnd, &top, &bottom, take)
                        }
                    }
                guard isTaken else { return }
            }
        }
    }

    /// The same in a window of items.
    ///
    /// - Returns: Whether to go on behind it.
    @inline(__always)
    private func takeRows(
        _ item: inout Int, _ count: Int, _ sizes: UnsafePointer<Double>, _ places: UnsafeMutablePointer<Double>,
        _ edge: Double, until stop: Int, or isEnd: (_ item: Int) -> Bool, _ top: inout Double, _ bottom: inout Double,
        _ take: (_ item: Int, ShortRow, _ top: Double) -> Bool
    ) -> Bool {
        sumUp(sizes, count, into: places)
        // Places grow: if the last one is exact, all are.
        guard places[count] <= Snapping.largestShortLength else { return false }
        var first = 0
        defer { item &+= first }
        while first &+ ShortRow.items <= count, item &+ first < stop {
            if isEnd(item &+ first) { break }
            let row = ShortRow(
                sizes + 2 &* first, places + first, most: count &- first, from: rows.insets.left,
                spacing: rows.itemSpacing, within: edge)
            if first > 0 && row.extent.count == count &- first { break }
            guard row.extent.count < count &- first, take(item &+ first, row, top) else { return false }
            bottom = larger(bottom, top + row.extent.thickness)
            top = bottom + rows.lineSpacing
            first &+= row.extent.count
        }
        return true
    }

    /// Sums up the widths of an even number of items, each with the spacing behind it: where each item would stand if all stood
    /// in one row, and where one behind the last would.
    @inline(__always)
    func sumUp(_ sizes: UnsafePointer<Double>, _ count: Int, into places: UnsafeMutablePointer<Double>) {
        let spacing = rows.itemSpacing
        var place = 0.0
        places[0] = 0
        var index = 0
        while index < count {
            let one = sizes[2 &* index] + spacing
            // One item waits for the sum of the other with it, not for two sums.
            let both = one + (sizes[2 &* index &+ 2] + spacing)
            places[index &+ 1] = place + one
            place += both
            places[index &+ 2] = place
            index &+= 2
        }
    }

    /// Finds the items of the row that begins with `first` and how they are aligned.
    ///
    /// - Returns: What the row takes without alignment.
    func openRow(at first: Int, _ ruler: inout RowRuler, _ cursor: inout Cursor) -> RowExtent {
        cursor.rowTop = first == 0 ? cursor.bottom : cursor.bottom + rows.lineSpacing
        let row = row(from: first, &ruler)
        let count = row.count
        cursor.left = Double(count)
        cursor.placed = 0
        cursor.x = rows.insets.left
        cursor.bottom = max(cursor.bottom, cursor.rowTop + row.thickness)
        cursor.shift = 0
        cursor.gap = 0
        cursor.thickness = row.thickness
        if rows.alignment == .default, first + count == ruler.items.count {
            cursor.thickness = -1
            if rows.uniformLastRow && count > 1 {
                // Items of other breadths than the first one may leave less room than a full row of its like.
                let free = rows.room - row.lastMaxX + rows.insets.left
                let fullGap = rows.fullRowGap(of: ruler.size(of: first, measure).width)
                cursor.gap = min(fullGap, max(free, 0) / Double(count - 1))
            }
        } else {
            (cursor.shift, cursor.gap) = rows.align(row)
        }
        return row
    }

    /// Finds the items that fit into the row that begins with `first`.
    func row(from first: Int, _ ruler: inout RowRuler) -> RowExtent {
        let items = ruler.items
        if let row = ruler.row, first &+ row.count < items.window.upperBound { return row }
        var row = RowExtent(lastMaxX: rows.insets.left)
        var x = rows.insets.left
        // Takes items until the row is full, and says whether it is, or until an end.
        @inline(__always)
        func extend(upTo end: Int, _ size: (_ item: Int) -> Size) -> Bool {
            while first &+ row.count < end {
                let size = size(first &+ row.count)
                if row.count > 0 && x + size.width + rows.insets.right > rows.wrapEdge { return true }
                row.thickness = larger(size.height, row.thickness)
                row.lastMaxX = x + size.width
                x = row.lastMaxX + rows.itemSpacing
                row.count &+= 1
            }
            return false
        }
        let end = items.window.upperBound
        if let sizes = ruler.sizes(first..<max(first, end)), extend(upTo: end, { sizes[$0] }) { return row }
        _ = extend(upTo: items.count) { ruler.size(of: $0, measure) }
        if items.areAlike && first &+ row.count < items.window.upperBound { ruler.row = row }
        return row
    }

    var placesRows: Bool { true }

    func rowsEnd(_ state: FoldState) -> Double? { state[2] > 0 ? nil : state[0] }

    func begin(behindRowsTo end: Double, _ state: FoldState) {
        var cursor = Cursor(state)
        (cursor.bottom, cursor.left) = (end, 0)
        // Before any item but the first one.
        cursor.store(state, before: 1)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[0] }

    // In the row that is not yet full, or below all rows so far.
    func nearest(behind state: FoldState) -> Double { state[2] > 0 ? state[1] : state[0] }

    // The row depends on its items and on the one that did not fit any more, or on the section's end.
    func lookahead(_ state: FoldState) -> Int { Int(state[2]) + 1 }
}
