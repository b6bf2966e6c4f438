/// Passes over rows, or places only those that a viewport can show.
extension RowFold: SkimmingFold {
    /// Where no row is open, all rows behind depend on nothing but the largest far edge so far.
    var restCount: Int { 1 }

    var canSkim: Bool { rows.snapping != .none }

    func skim(_ range: Range<Int>, of items: ItemValues, _ state: FoldState) -> ItemSpan {
        skim(range, of: items, state, restingFrom: .max) { _, _ in nil }
    }

    /// Looks at whole rows only; where items are alike, at one for many.
    func skim(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, restingFrom stop: Int,
        _ rest: (_ item: Int, _ span: ItemSpan) -> Int?
    ) -> ItemSpan {
        let most = takesRows && !items.areAlike ? range.count : 0
        return withUnsafeTemporaryAllocation(byteCount: RowCounts.byteCount(items: most, measure), alignment: 8) {
            let room = (rows.exactWrapEdge ?? -.infinity) - rows.insets.left
            var counts = RowCounts($0, items: most, measure, spacing: rows.itemSpacing, room: room)
            return skim(range, of: items, state, &counts, restingFrom: stop, rest)
        }
    }

    @inline(__always)
    private func skim(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, _ counts: inout RowCounts,
        restingFrom stop: Int,
        _ rest: (_ item: Int, _ span: ItemSpan) -> Int?
    ) -> ItemSpan {
        var span = ItemSpan()
        var item = range.lowerBound
        var stop = stop
        let left = Int(state[2])
        if left > 0 {
            item = min(item + left, range.upperBound)
            span = placeAndCover(range.lowerBound..<item, of: items, state)
        }
        var ruler = RowRuler(measure, items)
        var cursor = Cursor(state)
        while item < range.upperBound {
            if item >= stop {
                cursor.store(state, before: item)
                guard let next = rest(item, span) else { return ItemSpan() }
                (stop, span) = (next, ItemSpan())
            }
            let end = min(stop, range.upperBound)
            skimRows(&item, below: range.upperBound, until: end, ruler, &counts, &cursor.bottom, &span)
            if item >= end { continue }
            var before = cursor
            let row = openRow(at: item, &ruler, &cursor)
            let count = row.count
            guard item &+ count <= range.upperBound else {
                before.store(state, before: item)
                span.cover(placeAndCover(item..<range.upperBound, of: items, state))
                return span
            }
            span.near = min(span.near, cursor.rowTop)
            if items.areAlike {
                // All rows up to the next rest.
                let whole = Self.alikeItemCount(from: item, to: range.upperBound, of: items) / count
                let alike = min(whole, (end &- item &+ count &- 1) / count)
                if alike > 1 {
                    let distance = Double(alike &- 1) * (cursor.bottom - cursor.rowTop + rows.lineSpacing)
                    cursor.rowTop += distance
                    cursor.bottom += distance
                    item &+= (alike &- 1) &* count
                }
            }
            // The last item of the row lies farthest across, and one of its items is as thick as the row.
            span.breadth = max(span.breadth, rows.reach(of: row, shift: cursor.shift, gap: cursor.gap))
            span.far = max(span.far, cursor.bottom)
            cursor.x = row.lastMaxX + rows.itemSpacing
            cursor.placed = cursor.left
            cursor.left = 0
            item &+= count
        }
        cursor.store(state, before: item)
        return span
    }

    /// Passes over rows whose values stand in memory, and leaves at least one item.
    ///
    /// - Parameters:
    ///   - item: The item that the next row begins with.
    ///   - end: How many of the items may be looked at.
    ///   - stop: Before which item rows begin.
    ///   - counts: How many items rows hold, as far as it is known.
    ///   - bottom: The largest far edge so far.
    @inline(__always)
    private func skimRows(
        _ item: inout Int, below end: Int, until stop: Int, _ ruler: borrowing RowRuler, _ counts: inout RowCounts,
        _ bottom: inout Double, _ span: inout ItemSpan
    ) {
        guard takesRows, !ruler.areAlike, let values = ruler.items.values(item..<end, each: 2) else { return }
        let begin = item
        let near = item == 0 ? bottom : bottom + rows.lineSpacing
        var isOpen = false
        while item < stop {
            if isOpen || !counts.known.contains(item) { counts.look(at: item..<end, values + 2 &* (item &- begin)) }
            let first = item
            skimRows(&item, until: stop, counts, &bottom, &span.breadth)
            // A row that holds all that has been looked at may hold more.
            isOpen = item == first
            if isOpen && counts.known.lowerBound == item { break }
        }
        if item > begin { span.cover(ItemSpan(near: near, far: bottom, breadth: span.breadth)) }
    }

    /// Passes over rows whose counts are known.
    ///
    /// A function of its own, for whose variables there are registers.
    @inline(never)
    private func skimRows(
        _ item: inout Int, until stop: Int, _ counts: RowCounts, _ bottom: inout Double, _ breadth: inout Double
    ) {
        let last = min(stop, counts.known.upperBound)
        let commonReach = rows.commonReach
        var (next, far, reach) = (item, bottom, breadth)
        var top = item == 0 ? far : far + rows.lineSpacing
        while next < last {
            var count = counts[next]
            // Rows of two to six share it in any case.
            var isShared = count > 1
            if count == RowCounts.most {
                guard let all = counts.longCount(next) else { break }
                isShared = Rows.sharesReach(all)
                count = all
            }
            let thickness = counts.thickness(next..<next &+ count)
            if let commonReach, isShared {
                reach = larger(reach, commonReach)
            } else {
                let lastMaxX = rows.insets.left + counts.breadth(next..<next &+ count)
                reach = larger(
                    reach, rows.reach(of: RowExtent(count: count, lastMaxX: lastMaxX, thickness: thickness)))
            }
            far = larger(far, top + thickness)
            top = far + rows.lineSpacing
            next &+= count
        }
        (item, bottom, breadth) = (next, far, reach)
    }

    /// Whether rows can be found ahead, of items that are not alike.
    var takesRows: Bool { rows.exactWrapEdge != nil }

    var findsViewports: Bool { takesRows }
    var jumpsAlikeItems: Bool { canSkim }

    /// Whole rows only, as long as there is room for the next one, so that no row is cut; where rows cannot be taken, as many
    /// items as there is room for.
    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, from near: Double, to far: Double, most: Int,
        into frames: UnsafeMutablePointer<Rect>
    ) -> Range<Int> {
        if items.areAlike { return placeAlike(range, of: items, state, from: near, to: far, most: most, into: frames) }
        var cursor = Cursor(state)
        var item = range.lowerBound
        var first: Int?
        var isBehind = false
        if cursor.left == 0 {
            let ruler = RowRuler(measure, items)
            takeRows(&item, below: items.window.upperBound, until: range.upperBound, ruler, &cursor.bottom) {
                let (item, row, top) = ($0, $1, $2)
                let end = item &+ row.extent.count
                guard row.extent.thickness <= Snapping.largestShortLength, end <= range.upperBound else { return false }
                if first == nil && top + row.extent.thickness <= near { return true }
                let start = first ?? item
                isBehind = top >= far
                guard !isBehind, end &- start <= most else { return false }
                first = start
                let (shift, gap) = rows.align(row.extent)
                let placed = item &- start
                row.place(
                    at: top, shift: shift, gap: gap, across: rows.across, into: frames + placed, room: most &- placed)
                return true
            }
            cursor.store(state, before: item)
        }
        if let first { return first..<item }
        let run = item..<(isBehind ? item : min(item &+ most, range.upperBound))
        place(run, of: items, state, into: frames)
        return run
    }

    /// The same of equal items, O(most); those behind them may be others.
    ///
    /// Not where others are placed, which would have fewer registers.
    @inline(never)
    private func placeAlike(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, from near: Double, to far: Double, most: Int,
        into frames: UnsafeMutablePointer<Rect>
    ) -> Range<Int> {
        var (item, end) = (range.lowerBound, range.upperBound)
        var before = Cursor(state)
        if before.left == 0 {
            var (ruler, cursor) = (RowRuler(measure, items), before)
            let row = openRow(at: item, &ruler, &cursor)
            let alike = AlikeRows(
                near: cursor.rowTop, far: cursor.bottom,
                distance: cursor.bottom - cursor.rowTop + rows.lineSpacing,
                count: Self.alikeItemCount(from: item, to: end, of: items) / row.count)
            let (passed, begun) = (alike.count(endingBy: near), alike.count(beginningBefore: far))
            if begun < alike.count { end = item &+ max(begun, passed) &* row.count }
            if passed > 0 { before.bottom = cursor.bottom + Double(passed &- 1) * alike.distance }
            item &+= passed &* row.count
            before.store(state, before: item)
        }
        let run = item..<min(item &+ most, end)
        place(run, of: items, state, into: frames)
        return run
    }

    /// How many items, of rows that only hold such, may make up rows that are the same: that which holds another item or has one
    /// behind, and the last one, may be aligned otherwise.
    private static func alikeItemCount(from first: Int, to end: Int, of items: ItemValues) -> Int {
        max(min(end, items.window.upperBound &- 1) &- first, 0)
    }
}
