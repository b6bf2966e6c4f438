/// The tree of a section while items are placed again. Scratch is room for one Double a lane.
struct Refold {
    let layout: ResolvedLayout
    let tree: ShiftTree
    let spans: UnsafeMutablePointer<Double>
    let states: UnsafeMutablePointer<Double>
    let counts: UnsafePointer<Int32>
    let marks: UnsafeMutablePointer<BlockMark>

    private func state(_ slot: Int) -> FoldState {
        FoldState(states + slot * layout.stateCount, count: layout.stateCount)
    }

    /// Computes how far a leaf is moved in each lane.
    private func loadShifts(of slot: Int, _ shifts: UnsafeMutablePointer<Double>) {
        for lane in 0..<tree.lanes { shifts[lane] = tree.shift(of: slot, lane: lane, spans) }
    }

    /// Sets a state to the last stored one that does not depend on an item and has items before it; if there is none,
    /// leaves it as it is.
    ///
    /// - Parameters:
    ///   - slot: The leaf with the item, or with the one before it.
    ///   - first: The number of items before that leaf.
    /// - Returns: The leaf that the state stands before, and the number of items before that.
    func restart(
        at slot: Int?, _ first: Int, before item: Int, _ now: FoldState, _ scratch: UnsafeMutablePointer<Double>
    ) -> (slot: Int?, firstItem: Int) {
        guard var slot else { return (nil, 0) }
        var first = first
        while first > 0 {
            let stored = state(slot)
            if !marks[slot].losesState && first + layout.fold.lookahead(stored) <= item {
                loadShifts(of: slot, scratch)
                for index in 0..<layout.stateCount {
                    now[index] =
                        index < layout.positionCount
                        ? stored[index] + scratch[tree.lanes > 1 ? index : 0] : stored[index]
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
        if marks[next].losesState { return false }
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
        if tree.lanes == 1 {
            return tree.setExtent(
                slot, lane: 0, to: ShiftTree.Span(frames, count, movedBackBy: scratch[0]), spans)
        }
        for lane in 0..<tree.lanes { tree.setExtent(slot, lane: lane, to: ShiftTree.Span(), spans) }
        for index in 0..<count {
            let lane = layout.fold.lane(of: frames[index])
            lanes?[index] = UInt16(lane)
            frames[index].y -= scratch[lane]
            tree.extend(slot, lane: lane, over: frames[index], spans)
        }
    }
}
