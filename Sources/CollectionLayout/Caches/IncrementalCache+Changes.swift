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
        var runner = FoldRunner(content)
        runner.begin(section, at: offset(of: section))
        refold(section, runner, from: 0, through: Int(content.sections[section].count), restartingAt: 0)
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
        var runner = FoldRunner(content)
        runner.begin(section, at: offset(of: section))
        refold(section, runner, from: first, through: end, restartingAt: known)
        try runner.end()
        let entry = entries[section]
        let growth = runner.extent - entry.extent
        let length = contentSize.height + growth
        guard length <= Snapping.largestCoordinate else {
            throw .contentTooLong(section: content.sections.count - 1, length: length)
        }
        let others = supplementaries.writable
        for (index, element) in runner.supplementaries.enumerated() {
            others[entry.firstSupplementary + index] = element
        }
        entries.writable[section].extent = runner.extent
        cover(section, tree(of: section))
        sectionTree.moveLeaves(behind: section, sectionSpans.writable.baseAddress!) { _ in growth }
    }

    /// Runs the fold from the last state that does not depend on an item until it converges behind `end`, and leaves the
    /// runner in the state at the section's end.
    private mutating func refold(
        _ section: Int, _ runner: borrowing FoldRunner, from first: Int, through end: Int, restartingAt known: Int
    ) {
        let entry = entries[section]
        let tree = tree(of: section)
        let fold = content.fold(ofSection: section)
        let now = runner.state
        let spans = spans.writable + entry.firstSpan
        let states = states.writable + entry.firstState
        let counts = UnsafePointer(counts.writable + entry.firstNode)
        let last = FoldState(states + tree.count * fold.stateCount, count: fold.stateCount)
        func stored(_ slot: Int) -> StoredState {
            StoredState(FoldState(states + slot * fold.stateCount, count: fold.stateCount), slot, spans, tree, fold)
        }
        var (place, item) = restart(tree, at: known, before: first, counts, stored, now)
        while let slot = place {
            let block = blocks[entry.firstSlot + slot]
            let frames = frames.writableRun(block.handle)
            let count = Int(counts[slot])
            runner.replace(item..<item + count, in: frames)
            cover(slot, tree, fold, frames, count, hasLanes ? lanes.writableRun(block.handle) : nil, spans)
            item += count
            place = tree.next(after: slot, counts)
            guard let next = place else {
                tree.leafChanged(slot, spans)
                break
            }
            let former = stored(next)
            if item >= end, former.isTranslation(of: now) {
                former.withDistances(to: now) { distances in
                    tree.moveLeaves(behind: slot, spans) { distances[$0] }
                    for slot in 0..<fold.positionCount { last[slot] += distances[tree.lanes > 1 ? slot : 0] }
                }
                for slot in 0..<fold.stateCount { now[slot] = last[slot] }
                return
            }
            tree.leafChanged(slot, spans)
            former.store(now)
        }
        for slot in 0..<fold.stateCount { last[slot] = now[slot] }
    }

    /// Sets a state to the last stored one that does not depend on an item.
    ///
    /// - Returns: The leaf that the state stands before, and the number of items before that; no leaf without items.
    private func restart(
        _ tree: ShiftTree, at known: Int, before item: Int, _ counts: UnsafePointer<Int32>, _ stored: (Int) -> StoredState,
        _ now: FoldState
    ) -> (slot: Int?, firstItem: Int) {
        let items = tree.itemCount(counts)
        guard items > 0, known >= 0 else { return (tree.next(after: -1, counts), 0) }
        var (slot, first) = tree.find(min(known, items - 1), counts)
        while first > 0 {
            let state = stored(slot)
            if first + state.lookahead <= item {
                state.load(into: now)
                return (slot, first)
            }
            slot = tree.previous(before: slot, counts)!
            first -= Int(counts[slot])
        }
        return (slot, 0)
    }

    /// Computes the spans of a block whose frames have just been placed, and takes its shifts off the frames.
    private func cover(
        _ slot: Int, _ tree: ShiftTree, _ fold: any SectionFold, _ frames: UnsafeMutablePointer<Rect>, _ count: Int,
        _ lanes: UnsafeMutablePointer<UInt16>?, _ spans: UnsafeMutablePointer<ShiftTree.Span>
    ) {
        let leaf = spans + slot * tree.lanes
        if tree.lanes == 1 {
            let shift = tree.shift(of: slot, lane: 0, spans)
            var span = ShiftTree.Span(shift: leaf.pointee.shift)
            for index in 0..<count {
                frames[index].y -= shift
                span.cover(frames[index])
            }
            leaf.pointee = span
            return
        }
        withUnsafeTemporaryAllocation(of: Double.self, capacity: tree.lanes) { shifts in
            for lane in 0..<tree.lanes {
                shifts[lane] = tree.shift(of: slot, lane: lane, spans)
                leaf[lane] = ShiftTree.Span(shift: leaf[lane].shift)
            }
            for index in 0..<count {
                let lane = fold.lane(of: frames[index])
                lanes?[index] = UInt16(lane)
                frames[index].y -= shifts[lane]
                leaf[lane].cover(frames[index])
            }
        }
    }
}

/// A state of a fold as it is stored before a block: its positions lack the shifts of the block's lanes.
private struct StoredState {
    let slots: FoldState
    let slot: Int
    let spans: UnsafePointer<ShiftTree.Span>
    let tree: ShiftTree
    let fold: any SectionFold

    init(
        _ slots: FoldState, _ slot: Int, _ spans: UnsafePointer<ShiftTree.Span>, _ tree: ShiftTree,
        _ fold: any SectionFold
    ) {
        self.slots = slots
        self.slot = slot
        self.spans = spans
        self.tree = tree
        self.fold = fold
    }

    private func shift(ofSlot slot: Int) -> Double {
        guard slot < fold.positionCount else { return 0 }
        return tree.shift(of: self.slot, lane: tree.lanes > 1 ? slot : 0, spans)
    }

    /// How many items behind its own place the state depends on.
    var lookahead: Int { fold.lookahead(slots) }

    func load(into state: FoldState) {
        for slot in 0..<state.count { state[slot] = slots[slot] + shift(ofSlot: slot) }
    }

    func store(_ state: FoldState) {
        for slot in 0..<state.count { slots[slot] = state[slot] - shift(ofSlot: slot) }
    }

    /// Whether a state is this one with its positions moved: all by one distance, or each lane's by its own.
    func isTranslation(of state: FoldState) -> Bool {
        for slot in fold.positionCount..<max(fold.stateCount, fold.positionCount) where state[slot] != slots[slot] {
            return false
        }
        guard tree.lanes == 1, fold.positionCount > 1 else { return true }
        let shift = shift(ofSlot: 0)
        let distance = state[0] - (slots[0] + shift)
        for slot in 1..<fold.positionCount where state[slot] - (slots[slot] + shift) != distance { return false }
        return true
    }

    /// Calls `body` with the distance that each lane has moved to become a state.
    func withDistances(to state: FoldState, _ body: (UnsafeMutableBufferPointer<Double>) -> Void) {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: tree.lanes) { distances in
            for lane in 0..<tree.lanes {
                distances[lane] = lane < fold.positionCount ? state[lane] - (slots[lane] + shift(ofSlot: lane)) : 0
            }
            body(distances)
        }
    }
}
