extension IncrementalCache {
    /// Applies a resize. O(B + log n) where the layout converges; see ``IncrementalCache``.
    mutating func resize(_ section: Int, _ item: Int, to value: ItemValue) throws(LayoutError) {
        let undo = try content.apply([.resize(section: section, item: item, to: value)])
        do {
            try relay(section, from: item)
        } catch {
            content.revert(undo)
            restore(section)
            throw error
        }
    }

    /// Places all items of a section again after a layout that was too long. O(items).
    ///
    /// Sums beyond the largest coordinate are not exact, so the steps cannot be taken back: this starts without shifts.
    /// Only frames, spans and states of the section have been changed by then.
    private mutating func restore(_ section: Int) {
        let first = entries[section].firstSpan
        spans.writable[first..<first + tree(of: section).spanCount].update(repeating: ShiftTree.Span())
        var runner = FoldRunner(content)
        runner.begin(section, at: offset(of: section))
        refold(section, runner, from: 0, converges: false)
    }

    /// Lays out a section again after a change of an item and moves what lies behind.
    private mutating func relay(_ section: Int, from item: Int) throws(LayoutError) {
        var runner = FoldRunner(content)
        runner.begin(section, at: offset(of: section))
        refold(section, runner, from: item)
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

    /// Runs the fold from the last state that does not depend on an item until it converges, if it may, and leaves the
    /// runner in the state at the section's end.
    private mutating func refold(
        _ section: Int, _ runner: borrowing FoldRunner, from item: Int, converges: Bool = true
    ) {
        let entry = entries[section]
        let tree = tree(of: section)
        let fold = content.fold(ofSection: section)
        let items = Int(content.sections[section].count)
        let now = runner.state
        var block = restart(section, tree, fold, before: item, now)
        let spans = spans.writable.baseAddress! + entry.firstSpan
        let states = states.writable.baseAddress! + entry.firstState
        let frames = frames.writable.baseAddress! + entry.firstItem
        let end = FoldState(states + tree.count * fold.stateCount, count: fold.stateCount)
        while block < tree.count {
            let range = block * Self.blockSize..<min((block + 1) * Self.blockSize, items)
            runner.replace(range, in: frames + range.lowerBound)
            cover(block, tree, frames + range.lowerBound, range.count, entry.firstItem + range.lowerBound, spans)
            block += 1
            let former = StoredState(
                FoldState(states + block * fold.stateCount, count: fold.stateCount), block,
                block == tree.count ? nil : spans, tree, fold)
            if converges, block < tree.count, item < range.upperBound, former.isTranslation(of: now) {
                former.withDistances(to: now) { distances in
                    tree.moveLeaves(behind: block - 1, spans) { distances[$0] }
                    for slot in 0..<fold.positionCount { end[slot] += distances[tree.lanes > 1 ? slot : 0] }
                }
                for slot in 0..<fold.stateCount { now[slot] = end[slot] }
                return
            }
            tree.leafChanged(block - 1, spans)
            former.store(now)
        }
    }

    /// Sets a state to the last stored one that does not depend on an item.
    ///
    /// - Returns: The block that the state stands before.
    private func restart(
        _ section: Int, _ tree: ShiftTree, _ fold: any SectionFold, before item: Int, _ now: FoldState
    ) -> Int {
        let entry = entries[section]
        // Only read: a state is a window for writing, too.
        let states = UnsafeMutablePointer(mutating: states.elements.baseAddress! + entry.firstState)
        var block = item / Self.blockSize
        while block > 0 {
            let state = FoldState(states + block * fold.stateCount, count: fold.stateCount)
            if block * Self.blockSize + fold.lookahead(state) <= item {
                StoredState(state, block, spans.elements.baseAddress! + entry.firstSpan, tree, fold).load(into: now)
                break
            }
            block -= 1
        }
        return block
    }

    /// Computes the spans of a block whose frames have just been placed, and takes its shifts off the frames.
    private func cover(
        _ block: Int, _ tree: ShiftTree, _ frames: UnsafeMutablePointer<Rect>, _ count: Int, _ ordinal: Int,
        _ spans: UnsafeMutablePointer<ShiftTree.Span>
    ) {
        let leaf = spans + block * tree.lanes
        withUnsafeTemporaryAllocation(of: Double.self, capacity: tree.lanes) { shifts in
            for lane in 0..<tree.lanes {
                shifts[lane] = tree.shift(of: block, lane: lane, spans)
                leaf[lane] = ShiftTree.Span(shift: leaf[lane].shift)
            }
            let lanes = laneOf.elements
            for index in 0..<count {
                let lane = tree.lanes == 1 ? 0 : Int(lanes[ordinal &+ index])
                frames[index].y -= shifts[lane]
                leaf[lane].cover(frames[index])
            }
        }
    }
}

/// A state of a fold as it is stored before a block: its positions lack the shifts of the block's lanes.
private struct StoredState {
    let slots: FoldState
    let block: Int
    /// The spans of the section's tree; nil for the state at the section's end, which lacks no shifts.
    let spans: UnsafePointer<ShiftTree.Span>?
    let tree: ShiftTree
    let fold: any SectionFold

    init(
        _ slots: FoldState, _ block: Int, _ spans: UnsafePointer<ShiftTree.Span>?, _ tree: ShiftTree,
        _ fold: any SectionFold
    ) {
        self.slots = slots
        self.block = block
        self.spans = spans
        self.tree = tree
        self.fold = fold
    }

    private func shift(ofSlot slot: Int) -> Double {
        guard slot < fold.positionCount, let spans else { return 0 }
        return tree.shift(of: block, lane: tree.lanes > 1 ? slot : 0, spans)
    }

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
