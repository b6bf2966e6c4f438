/// The tree of a section while items are placed again. Shifts are how far a leaf is moved in each of its lanes.
struct Refold {
    let nodes: SectionNodes
    // A number of the layout and not the layout: to count references takes atomic operations, each of which waits until all
    // that was written before has reached the cache.
    let positionCount: Int

    var tree: ShiftTree { nodes.tree }
    var spans: UnsafeMutablePointer<Double> { nodes.spans }
    var blocks: UnsafeMutablePointer<SectionNodes.Block> { nodes.blocks }
    var counts: UnsafeMutablePointer<Int32> { nodes.counts }
    var marks: UnsafeMutablePointer<BlockMark> { nodes.marks }
    private var stateCount: Int { nodes.stateCount }

    @inline(__always)
    private func stored(_ slot: Int) -> FoldState { nodes.state(before: slot) }

    /// Computes how far a leaf is moved in each of its lanes.
    func loadShifts(of slot: Int, _ shifts: UnsafeMutablePointer<Double>) {
        for lane in 0..<tree.lanes { shifts[lane] = tree.shift(of: slot, lane: lane, spans, counts) }
    }

    /// The same where the shifts of a leaf before it are known.
    ///
    /// - Parameter areGrains: Whether shifts are whole grains: their sums are exact in any order.
    @inline(__always)
    func loadShifts(
        of slot: Int, behind former: Int, areGrains: Bool, _ shifts: UnsafeMutablePointer<Double>
    ) {
        guard areGrains, tree.lanes == 1, ShiftTree.areSiblings(slot, former) else {
            return loadShifts(of: slot, shifts)
        }
        let own = spans + tree.place(tree.leaves, slot, 0)
        shifts[0] += own[0] - own[former - slot]
    }

    /// The shift of a position of a stored state.
    @inline(__always)
    private func shift(_ index: Int, _ shifts: UnsafeMutablePointer<Double>) -> Double {
        shifts[tree.lanes > 1 ? index : 0]
    }

    /// Where the number at an index of a stored state is in a state before an item.
    @inline(__always)
    private func index(_ index: Int, before item: Int) -> Int {
        tree.turns && index < positionCount ? tree.lane(index, behind: item) : index
    }

    /// Sets a state to a stored one whose positions are moved by the shifts of its lanes.
    ///
    /// - Parameter item: The item that the state stands before.
    @inline(__always)
    private func load(
        _ stored: FoldState, before item: Int, _ now: FoldState, _ shifts: UnsafeMutablePointer<Double>
    ) {
        forEachNumber(before: item) { index, place, isPosition in
            now[place] = isPosition ? stored[index] + shift(index, shifts) : stored[index]
        }
        if tree.turns { now[positionCount] = Double(item % tree.lanes) }
    }

    /// Calls `body` with the index of each number of a stored state, where it is in a state before an item, and whether it is a
    /// position: those come first.
    @inline(__always)
    private func forEachNumber(before item: Int, _ body: (_ index: Int, _ place: Int, _ isPosition: Bool) -> Void) {
        let positions = positionCount
        if tree.turns {
            for index in 0..<positions { body(index, tree.lane(index, behind: item), true) }
        } else {
            for index in 0..<positions { body(index, index, true) }
        }
        for index in stride(from: positions, to: stateCount, by: 1) { body(index, index, false) }
    }

    /// Sets a state to the one that is stored before a leaf and its first item.
    ///
    /// - Parameter shifts: Those of the leaf.
    func load(before slot: Int, _ item: Int, _ now: FoldState, _ shifts: UnsafeMutablePointer<Double>) {
        load(stored(slot), before: item, now, shifts)
    }

    /// Sets a state to the last stored one that does not depend on an item and has items before it; if there is none,
    /// leaves it as it is.
    ///
    /// - Parameters:
    ///   - slot: The leaf with the item, or with the one before it.
    ///   - first: The number of items before that leaf.
    ///   - shifts: Receives the shifts of the leaf that is returned.
    /// - Returns: The leaf that the state stands before, and the number of items before that.
    func restart(
        at slot: Int?, _ first: Int, before item: Int, _ layout: ResolvedLayout, _ now: FoldState,
        _ shifts: UnsafeMutablePointer<Double>
    ) -> (slot: Int?, firstItem: Int) {
        guard var slot else { return (nil, 0) }
        var first = first
        while first > 0 {
            let stored = stored(slot)
            if !marks[slot].losesState && first + layout.fold.lookahead(stored) <= item {
                loadShifts(of: slot, shifts)
                load(stored, before: first, now, shifts)
                return (slot, first)
            }
            slot = tree.previous(before: slot, counts)!
            first -= Int(counts[slot])
        }
        loadShifts(of: slot, shifts)
        return (slot, 0)
    }

    /// Stores a state before a leaf and its first item, less the shifts of that leaf.
    func store(_ now: FoldState, before slot: Int, _ item: Int, _ shifts: UnsafeMutablePointer<Double>) {
        let stored = stored(slot)
        forEachNumber(before: item) { index, place, isPosition in
            stored[index] = isPosition ? now[place] - shift(index, shifts) : now[place]
        }
    }

    /// Stores the state behind all items.
    func storeLast(_ now: FoldState, items: Int) {
        let last = stored(tree.count)
        forEachNumber(before: items) { index, place, _ in last[index] = now[place] }
    }

    /// Sets a state to that behind all items, each lane moved by its distance.
    func loadLast(_ now: FoldState, items: Int, movedBy distances: UnsafeMutablePointer<Double>) {
        load(stored(tree.count), before: items, now, distances)
    }

    /// If a state is the one that is stored before a leaf with its positions moved, all by one distance or each lane's
    /// by its own, then moves all from there on, and sets the state to the moved one behind all items.
    ///
    /// - Parameters:
    ///   - item: The first item of that leaf.
    ///   - slot: The leaf before it, and its first item.
    ///   - shifts: Those of the leaf that the state stands before; if all was moved, by how much.
    func converge(
        _ now: FoldState, before next: Int, _ item: Int, behind slot: Int, _ first: Int, items: Int,
        _ shifts: UnsafeMutablePointer<Double>
    ) -> Bool {
        if marks[next].losesState { return false }
        let stored = stored(next)
        let positions = positionCount
        // Where lanes turn, the lane of the next item is known.
        for index in (tree.turns ? positions + 1 : positions)..<max(stateCount, positions)
        where now[index] != stored[index] {
            return false
        }
        if tree.lanes == 1 {
            let distance = positions > 0 ? now[0] - (stored[0] + shifts[0]) : 0
            for index in 1..<max(positions, 1) where now[index] - (stored[index] + shifts[0]) != distance {
                return false
            }
            shifts[0] = distance
        } else {
            for lane in 0..<tree.lanes {
                let position = index(lane, before: item)
                shifts[lane] = lane < positions ? now[position] - (stored[lane] + shifts[lane]) : 0
            }
        }
        if tree.turns {
            tree.moveTurningLeaves(behind: slot, first, spans, counts) { shifts[tree.lane($0, from: item)] }
            // Distances are of lanes counted from the next leaf's first item; those of the last state from the items' end.
            withUnsafeTemporaryAllocation(of: Double.self, capacity: tree.lanes) { turned in
                for lane in 0..<tree.lanes {
                    turned[lane] = shifts[tree.lane(tree.lane(lane, behind: items), from: item)]
                }
                loadLast(now, items: items, movedBy: turned.baseAddress!)
            }
        } else {
            move(behind: slot, items: items, now, shifts)
        }
        return true
    }

    /// Moves all behind a leaf, each lane by its distance, and sets a state to the moved one behind all items. Lanes do not turn.
    func move(behind slot: Int, items: Int, _ now: FoldState, _ distances: UnsafeMutablePointer<Double>) {
        tree.moveLeaves(behind: slot, spans) { distances[$0] }
        loadLast(now, items: items, movedBy: distances)
    }

    /// Moves all behind a leaf by a distance. There is one lane.
    ///
    /// - Returns: The state behind all items.
    func move(behind slot: Int, by distance: Double) -> FoldState {
        tree.moveLeaves(behind: slot, spans) { _ in distance }
        let last = stored(tree.count)
        for index in 0..<positionCount { last[index] += distance }
        return last
    }

    /// Makes the shifts of a leaf what is near to its frames, if they are not, for these to fit in grains less the shifts.
    ///
    /// Of what the leaf spans and of what moves with it only the state before it is brought up to date.
    ///
    /// - Parameter near: Where the first frame begins along the axis.
    func bringNear(_ slot: Int, to near: Double, _ shifts: UnsafeMutablePointer<Double>) {
        guard !GrainRect.isNear(near, to: shifts[0]) else { return }
        let base = GrainRect.base(near)
        let stored = stored(slot)
        for index in 0..<positionCount { stored[index] += shift(index, shifts) - base }
        for lane in 0..<tree.lanes {
            spans[tree.place(tree.leaves, slot, lane)] += base - shifts[lane]
            shifts[lane] = base
        }
    }

    /// Computes the spans of a block of several lanes whose frames have just been placed, and takes its shifts off the frames.
    func cover(
        _ slot: Int, _ frames: UnsafeMutablePointer<Rect>, _ range: Range<Int>, _ lanes: UnsafeMutablePointer<UInt16>?,
        _ layout: ResolvedLayout, _ shifts: UnsafeMutablePointer<Double>
    ) {
        tree.cover(slot, frames, range, tree.turns ? nil : lanes, layout, spans) { shifts[$0] }
    }
}
