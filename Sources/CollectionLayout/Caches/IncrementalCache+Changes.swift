extension IncrementalCache {
    /// Applies an edit. O(B + log n) where the layout converges; see ``IncrementalCache``.
    public mutating func apply(_ change: Change) throws(LayoutError) {
        let undo = try content.apply(change)
        guard case .resize(let section, let item, _) = change else { return }
        do {
            try relay(section, from: item, through: item + 1, restartingAt: item)
        } catch {
            try content.apply(undo)
            restore(section)
            throw error
        }
    }

    /// Places all items of a section again after a layout that was too long. O(items).
    ///
    /// Sums beyond the largest coordinate are not exact, so the steps cannot be taken back: this starts without shifts.
    /// Only frames, spans and states of the section have been changed by then.
    mutating func restore(_ section: Int) {
        let first = entries[section].firstSpan
        (spans.writable + first).update(repeating: ShiftTree.Span(), count: tree(of: section).spanCount)
        _ = refold(section, from: 0, through: Int(content.sections[section].count), restartingAt: 0)
    }

    /// Lays out a section again after a change of a range of items and moves what lies behind.
    ///
    /// The tree has the items of the content already; those that are new have no lane.
    ///
    /// - Parameters:
    ///   - first: The first item that is new, has other values or stands behind a deleted one.
    ///   - end: Where items begin whose blocks may be as they were.
    ///   - known: An item in the last block that still has the state before its first item.
    mutating func relay(
        _ section: Int, from first: Int, through end: Int, restartingAt known: Int
    ) throws(LayoutError) {
        let itemsEnd = refold(section, from: first, through: end, restartingAt: known)
        let description = content.sections[section]
        let layout = content.layout(ofSection: section)
        let entry = entries[section]
        let growth = layout.extent(of: description, itemsEnd: itemsEnd) - entry.extent
        if growth != 0 {
            let length = contentSize.height + growth
            guard length <= Snapping.largestCoordinate else {
                throw .contentTooLong(section: content.sections.count - 1, length: length)
            }
            entries.writable[section].extent += growth
            let others = entry.firstSupplementary..<entries[section + 1].firstSupplementary
            if !others.isEmpty {
                var elements: [Supplementary] = []
                layout.appendSupplementaries(
                    of: description, itemsEnd: itemsEnd, across: content.container.breadth, to: &elements)
                let all = supplementaries.writable
                for (index, element) in zip(others, elements) { all[index] = element }
            }
        }
        cover(section, tree(of: section))
        sectionTree.moveLeaves(behind: section, sectionSpans.writable.baseAddress!) { _ in growth }
    }

    /// Runs the fold from the last state that does not depend on an item until it converges behind `end`.
    ///
    /// - Returns: Where the items end along the axis, in section coordinates.
    private mutating func refold(_ section: Int, from first: Int, through end: Int, restartingAt known: Int) -> Double {
        let layout = content.layout(ofSection: section)
        let entry = entries[section]
        let tree = tree(of: section)
        let top = layout.itemsTop(of: content.sections[section])
        let refold = Refold(
            layout: layout, tree: tree, spans: spans.writable + entry.firstSpan,
            states: states.writable + entry.firstState, counts: UnsafePointer(counts.writable + entry.firstNode))
        return content.withItems(ofSection: section) { items in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: layout.stateCount + tree.lanes) { slots in
                let now = FoldState(slots.baseAddress!, count: layout.stateCount)
                let scratch = slots.baseAddress! + layout.stateCount
                layout.fold.begin(at: top, items: items, now)
                var (place, item) = refold.restart(at: known, before: first, now, scratch)
                while let slot = place {
                    let handle = blocks[entry.firstSlot + slot].handle
                    let frames = frames.writableRun(handle)
                    let count = Int(refold.counts[slot])
                    layout.fold.replace(item..<item + count, of: items, now, in: frames)
                    refold.cover(slot, frames, count, hasLanes ? lanes.writableRun(handle) : nil, scratch)
                    item += count
                    place = tree.next(after: slot, refold.counts)
                    if let next = place, item >= end, refold.converge(now, before: next, behind: slot, scratch) { break }
                    tree.leafChanged(slot, refold.spans)
                    if let next = place { refold.store(now, before: next, scratch) }
                }
                refold.storeLast(now)
                return layout.fold.end(now, items: items)
            }
        }
    }
}

/// The tree of a section while its items are placed again. Scratch is room for one Double a lane.
private struct Refold {
    let layout: ResolvedLayout
    let tree: ShiftTree
    let spans: UnsafeMutablePointer<ShiftTree.Span>
    let states: UnsafeMutablePointer<Double>
    let counts: UnsafePointer<Int32>

    private func state(_ slot: Int) -> FoldState {
        FoldState(states + slot * layout.stateCount, count: layout.stateCount)
    }

    /// Computes how far a leaf is moved in each lane.
    private func loadShifts(of slot: Int, _ shifts: UnsafeMutablePointer<Double>) {
        for lane in 0..<tree.lanes { shifts[lane] = tree.shift(of: slot, lane: lane, spans) }
    }

    /// Sets a state to the last stored one that does not depend on an item; if there is none, leaves it as it is.
    ///
    /// - Returns: The leaf that the state stands before, and the number of items before that; no leaf without items.
    func restart(
        at known: Int, before item: Int, _ now: FoldState, _ scratch: UnsafeMutablePointer<Double>
    ) -> (slot: Int?, firstItem: Int) {
        let items = tree.itemCount(counts)
        guard items > 0, known >= 0 else { return (tree.next(after: -1, counts), 0) }
        var (slot, first) = tree.find(min(known, items - 1), counts)
        while first > 0 {
            let stored = state(slot)
            if first + layout.fold.lookahead(stored) <= item {
                loadShifts(of: slot, scratch)
                for index in 0..<layout.positionCount {
                    now[index] = stored[index] + scratch[tree.lanes > 1 ? index : 0]
                }
                for index in layout.positionCount..<max(layout.stateCount, layout.positionCount) {
                    now[index] = stored[index]
                }
                return (slot, first)
            }
            slot = tree.previous(before: slot, counts)!
            first -= Int(counts[slot])
        }
        return (slot, 0)
    }

    /// Stores a state before a leaf, less the shifts of that leaf.
    func store(_ now: FoldState, before slot: Int, _ scratch: UnsafeMutablePointer<Double>) {
        let stored = state(slot)
        loadShifts(of: slot, scratch)
        for index in 0..<layout.stateCount {
            stored[index] =
                index < layout.positionCount ? now[index] - scratch[tree.lanes > 1 ? index : 0] : now[index]
        }
    }

    /// Stores the state behind all items.
    func storeLast(_ now: FoldState) {
        let last = state(tree.count)
        for index in 0..<layout.stateCount { last[index] = now[index] }
    }

    /// If a state is the one that is stored before a leaf with its positions moved, all by one distance or each lane's
    /// by its own, then moves all from there on, and sets the state to the moved one behind all items.
    func converge(
        _ now: FoldState, before next: Int, behind slot: Int, _ scratch: UnsafeMutablePointer<Double>
    ) -> Bool {
        let stored = state(next)
        let positions = layout.positionCount
        for index in positions..<max(layout.stateCount, positions) where now[index] != stored[index] { return false }
        loadShifts(of: next, scratch)
        if tree.lanes == 1 {
            let distance = positions > 0 ? now[0] - (stored[0] + scratch[0]) : 0
            for index in 1..<max(positions, 1) where now[index] - (stored[index] + scratch[0]) != distance {
                return false
            }
            scratch[0] = distance
        } else {
            for lane in 0..<tree.lanes {
                scratch[lane] = lane < positions ? now[lane] - (stored[lane] + scratch[lane]) : 0
            }
        }
        tree.moveLeaves(behind: slot, spans) { scratch[$0] }
        let last = state(tree.count)
        for index in 0..<layout.stateCount {
            now[index] = index < positions ? last[index] + scratch[tree.lanes > 1 ? index : 0] : last[index]
        }
        return true
    }

    /// Computes the spans of a block whose frames have just been placed, and takes its shifts off the frames.
    func cover(
        _ slot: Int, _ frames: UnsafeMutablePointer<Rect>, _ count: Int, _ lanes: UnsafeMutablePointer<UInt16>?,
        _ scratch: UnsafeMutablePointer<Double>
    ) {
        loadShifts(of: slot, scratch)
        let leaf = spans + slot * tree.lanes
        if tree.lanes == 1 {
            var span = ShiftTree.Span(shift: leaf.pointee.shift)
            for index in 0..<count {
                frames[index].y -= scratch[0]
                span.cover(frames[index])
            }
            leaf.pointee = span
            return
        }
        for lane in 0..<tree.lanes { leaf[lane] = ShiftTree.Span(shift: leaf[lane].shift) }
        for index in 0..<count {
            let lane = layout.fold.lane(of: frames[index])
            lanes?[index] = UInt16(lane)
            frames[index].y -= scratch[lane]
            leaf[lane].cover(frames[index])
        }
    }
}
