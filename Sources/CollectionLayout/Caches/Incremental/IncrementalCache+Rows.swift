/// Items in rows: of a block only those rows are placed again that an edit changes, and what stands behind them is moved.
extension IncrementalCache {
    /// What has become of a block.
    enum PlacedRows {
        /// Nothing; it has to be placed as a whole.
        case none
        /// All that has changed has been placed, and perhaps not all changes are in this block.
        case all
        /// The rows that change have been placed; what follows them is moved by a distance, and the block perhaps spans as much
        /// as before.
        case moved(Double, spansAsMuch: Bool)
    }

    /// Places the rows of a block that an edit changes, if its layout places rows and its former frames say where they are.
    /// O(rows that change), with 28 items in all.
    ///
    /// - Parameters:
    ///   - items: Those of the block.
    ///   - next: The leaf behind it.
    ///   - changed: The items that are new; none at the item that has changed or before which others were deleted. It may be in
    ///     another block.
    ///   - now: The state before the block; left as that behind what is placed, or as it was if that is nothing.
    ///   - shifts: How far the block is moved.
    mutating func placeRows(
        _ refold: Refold, _ layout: ResolvedLayout, _ section: Int, _ slot: Int, _ handle: UInt32, _ items: Range<Int>,
        before next: Int?, changed: Range<Int>, _ now: FoldState,
        _ shifts: UnsafeMutablePointer<Double>, near page: inout PagedValues.Place
    ) -> PlacedRows {
        // What is marked has other frames; the state before a block that has lost it is found by placing those before it.
        guard layout.placesRows, !refold.marks[slot].isSet, next.map({ !refold.marks[$0].losesState }) ?? true,
            let former = frames.grains(handle)
        else { return .none }
        let shift = shifts[0]
        let room = room.writable.baseAddress!
        let rows = former.rowStarts(items.count)
        let start = begin(items, former, rows, layout.fold, changed.lowerBound, now, shift)
        // From here on rows had the same items before. It ends behind one of them: where that ended before is known.
        let same = rows.first(from: max(changed.upperBound - items.lowerBound, start) + 1) ?? items.count
        let ends = ItemSet(rows.above(same), from: items.lowerBound)
        let first = items.lowerBound + start
        let placed =
            content.withParts(of: first..<items.upperBound, ofSection: section, near: &page) { values, part in
                // Where a page ends a row may, too.
                if part.lowerBound > first, layout.fold.rowsEnd(now) != nil, ends.contains(part.lowerBound) {
                    return part.lowerBound
                }
                return layout.fold.place(
                    part, of: values, now, into: room + (part.lowerBound - items.lowerBound), until: ends)
            } - items.lowerBound
        var distance = 0.0
        if placed < items.count, let end = layout.fold.rowsEnd(now) {
            distance = end - (shift + former.far((rows.last(upTo: placed - 1) ?? 0)..<placed))
        }
        let span = refold.tree.span(slot, lane: 0, refold.spans)
        let isNear = start > 0 || GrainRect.isNear(room[0].y, to: shift)
        guard isNear, GrainRect.reaches(span.far, movedBy: distance),
            let new = frames.replace(
                handle, start..<placed, with: room + start, from: shift, moving: placed..<items.count, by: distance)
        else {
            // In grains all sums are exact: the state is what has been stored, where items stand before it.
            if items.lowerBound > 0 {
                refold.load(before: slot, items.lowerBound, now, shifts)
            } else {
                self.begin(section, layout, now)
            }
            return .none
        }
        // No row begins before the one before it has ended.
        var whole = span
        if start == 0 { whole.near = new.near }
        whole.far = placed < items.count ? span.far + distance : new.far
        whole.breadth = new.breadth
        if new.breadth < span.breadth, let grains = frames.grains(handle) {
            whole.breadth = grains.breadth(items.count)
        }
        refold.tree.setExtent(slot, lane: 0, to: whole, refold.spans)
        var spansAsMuch = whole == span
        if refold.tree.isBroad {
            let begin = frames.begin(handle, items.count)
            spansAsMuch = refold.tree.setBegin(of: slot, to: begin, refold.spans) == begin && spansAsMuch
        }
        return placed < items.count ? .moved(distance, spansAsMuch: spansAsMuch) : .all
    }

    /// Sets the state before the last row that does not depend on an item, if that begins in a block.
    ///
    /// - Parameters:
    ///   - rows: A bit for each item of the block that begins a row.
    ///   - now: The state before the block; it stays if there is no such row.
    ///   - shift: How far the block is moved.
    /// - Returns: The position in the block that the state stands before.
    private func begin(
        _ items: Range<Int>, _ former: UnsafePointer<GrainRect>, _ rows: UInt64, _ fold: any SectionFold,
        _ changed: Int, _ now: FoldState, _ shift: Double
    ) -> Int {
        // A row depends on the item behind it, so that this must not be the one.
        guard let start = rows.last(upTo: min(changed - items.lowerBound, items.count) - 1) else { return 0 }
        let row = rows.last(upTo: start - 1)
        guard row != nil || fold.rowsEnd(now) != nil else { return 0 }
        fold.begin(behindRowsTo: shift + former.far((row ?? 0)..<start), now)
        return start
    }
}
