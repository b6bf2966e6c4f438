/// Room for new blocks among the leaves of a section's tree: a packed-memory array (Itai, Konheim, Rodeh: a sparse table
/// implementation of priority queues, 1981).
///
/// Where there is no empty leaf behind one, the leaves of the smallest node around it that has room spread over that node;
/// larger nodes must keep more leaves empty, so that spreading costs O(log² n) leaves a block, amortised. Empty leaves are left
/// evenly between others; but half of them where blocks come for the second time in turn, as one page of messages after the other
/// does before all (after Bender and Hu: an adaptive packed-memory array, 2007).
extension Arena<Double> {
    /// Finds empty leaves right behind a leaf; other leaves may move.
    ///
    /// - Parameters:
    ///   - slot: The leaf, or −1 for leaves before the first one.
    ///   - entry: Whose leaves these are.
    ///   - unused: What other nodes are taken from if there have to be more, and where the former ones go.
    /// - Returns: Where the leaf is now, and the empty ones in order.
    mutating func makeSlots(
        _ count: Int, behind slot: Int, of entry: inout SectionNodes.Entry, from unused: inout UnusedRuns
    ) -> [Int] {
        let nodes = nodes(of: entry)
        let (tree, counts) = (nodes.tree, nodes.counts)
        let wanted = slot + 1..<slot + 1 + count
        if wanted.upperBound <= tree.count && wanted.allSatisfy({ counts[$0] == 0 }) {
            entry.lastSlot = Int32(slot + count)
            return [slot] + wanted
        }
        var level = 1
        var size = ShiftTree.fanout
        while level < tree.levels {
            let first = max(slot, 0) / size * size
            let window = first..<min(first + size, tree.count)
            let used = window.reduce(0) { $0 + (counts[$1] == 0 ? 0 : 1) }
            if used + count <= window.count - window.count / 16 * min(level - 1, 2) {
                return spread(window, level, into: nil, behind: slot, count, of: &entry, from: &unused)
            }
            level += 1
            size *= ShiftTree.fanout
        }
        let used = (0..<tree.count).reduce(0) { $0 + (counts[$1] == 0 ? 0 : 1) }
        let needed = used + count
        if needed <= tree.count - tree.count / 8 {
            return spread(0..<tree.count, tree.levels, into: nil, behind: slot, count, of: &entry, from: &unused)
        }
        let capacity = needed < ShiftTree.fanout ? needed + 1 : (needed + needed / 4 + 15) / 16 * 16
        return spread(0..<tree.count, tree.levels, into: capacity, behind: slot, count, of: &entry, from: &unused)
    }

    /// What a leaf is.
    private struct Leaf {
        var block = SectionNodes.Block()
        var count: Int32 = 0
        var mark = BlockMark.none
        /// Where it begins across the axis, if that is known.
        var begin = Double.infinity
        /// Where its state was, or −1.
        var slot = -1
    }

    /// Spreads leaves.
    ///
    /// - Parameters:
    ///   - window: The leaves of a node.
    ///   - level: The level of that node; that of the root if it is the whole tree.
    ///   - capacity: How many leaves the tree is to have from now on; nil if as many as it has.
    private mutating func spread(
        _ window: Range<Int>, _ level: Int, into capacity: Int?, behind slot: Int, _ count: Int,
        of entry: inout SectionNodes.Entry, from unused: inout UnusedRuns
    ) -> [Int] {
        let former = nodes(of: entry)
        let source = former.tree
        let (lanes, stateCount) = (source.lanes, former.stateCount)
        var leaves: [Leaf] = []
        if slot < 0 { leaves += Array(repeating: Leaf(), count: count) }
        for leaf in window where former.counts[leaf] > 0 || leaf == slot {
            leaves.append(
                Leaf(
                    block: former.blocks[leaf], count: former.counts[leaf], mark: former.marks[leaf],
                    begin: source.isBroad ? source.begin(of: leaf, on: source.leaves, former.spans) : .infinity,
                    slot: leaf))
            if leaf == slot { leaves += Array(repeating: Leaf(), count: count) }
        }
        // Spans and states by leaf, with all shifts below the window's node in the spans.
        var spansOf: [ShiftTree.Span] = []
        var statesOf: [Double] = []
        for leaf in leaves {
            for lane in 0..<lanes {
                guard leaf.slot >= 0 else {
                    spansOf.append(ShiftTree.Span())
                    continue
                }
                var span = source.span(leaf.slot, lane: lane, former.spans)
                span.shift = source.shift(of: leaf.slot, lane: lane, former.spans, former.counts, below: level)
                spansOf.append(span)
            }
            for index in 0..<stateCount {
                statesOf.append(leaf.slot < 0 ? 0 : former.state(before: leaf.slot)[index])
            }
        }
        var room = window
        if let capacity {
            let last = (0..<stateCount).map { former.state(before: source.count)[$0] }
            unused.addNodes(of: entry)
            entry.slotCount = capacity
            allocateNodes(of: &entry, from: &unused)
            let state = writableNodes(of: entry).state(before: capacity)
            for index in 0..<stateCount { state[index] = last[index] }
            room = 0..<capacity
        }
        let nodes = writableNodes(of: entry)
        let (target, blocks, counts, marks, spans, states) = (
            nodes.tree, nodes.blocks, nodes.counts, nodes.marks, nodes.spans, nodes.states
        )
        for leaf in room {
            blocks[leaf] = SectionNodes.Block()
            counts[leaf] = 0
            marks[leaf] = .none
            for lane in 0..<lanes { target.set(leaf, lane: lane, to: ShiftTree.Span(), spans) }
            if target.isBroad { target.setBegin(of: leaf, to: .infinity, spans) }
        }
        var result = slot < 0 ? [slot] : []
        // Empty ones right behind the new ones.
        let gap = abs(slot - Int(entry.lastSlot)) <= ShiftTree.fanout ? (room.count - leaves.count) / 2 : 0
        for (number, leaf) in leaves.enumerated() {
            let place =
                room.lowerBound + number * (room.count - gap) / leaves.count + (result.count > count ? gap : 0)
            if leaf.slot < 0 || leaf.slot == slot { result.append(place) }
            blocks[place] = leaf.block
            counts[place] = leaf.count
            marks[place] = leaf.mark
            for lane in 0..<lanes { target.set(place, lane: lane, to: spansOf[number * lanes + lane], spans) }
            if target.isBroad { target.setBegin(of: place, to: leaf.begin, spans) }
            for index in 0..<stateCount { states[place * stateCount + index] = statesOf[number * stateCount + index] }
        }
        entry.lastSlot = Int32(result.last!)
        target.rebuild(above: room, capacity == nil ? level : target.levels, spans, counts, marks)
        return result
    }
}

extension ShiftTree {
    /// Computes the nodes above some leaves: those below a level without shifts of their own, the others with theirs.
    fileprivate func rebuild(
        above leaves: Range<Int>, _ level: Int, _ spans: UnsafeMutablePointer<Double>,
        _ counts: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<BlockMark>
    ) {
        var nodes = leaves
        forEachUpperLevel { current, below in
            nodes = nodes.lowerBound / Self.fanout..<(nodes.upperBound + Self.fanout - 1) / Self.fanout
            for node in nodes {
                if current.number < level {
                    for lane in 0..<lanes { clearShift(node, on: current, lane: lane, spans) }
                }
                countChildren(node, on: current, below, counts)
                cover(node, on: current, below, spans, counts)
                markParent(node, on: current, below, marks)
            }
        }
    }
}
