extension IncrementalCache {
    /// Places sections into the memory of a new cache, which no other copy of it has to keep as it is: several of them at the
    /// same time.
    ///
    /// Refers to memory and not to its owners: with sections of 50 items, to count references to them took a sixth of the
    /// time.
    struct Placer {
        private let entries: UnsafePointer<Entry>
        private let blocks: UnsafePointer<Block>
        private let counts: UnsafeMutablePointer<Int32>
        private let spans: UnsafeMutablePointer<Double>
        private let states: UnsafeMutablePointer<Double>
        private let frames: UnsafeMutablePointer<Rect>
        private let lanes: UnsafeMutablePointer<UInt16>

        /// A placer into a cache that has taken nodes and blocks for all sections, and outlives the placer unchanged.
        init(_ cache: IncrementalCache) {
            entries = cache.entries.elements.baseAddress!
            blocks = cache.blocks.elements
            counts = UnsafeMutablePointer(mutating: cache.counts.elements)
            spans = UnsafeMutablePointer(mutating: cache.spans.elements)
            states = UnsafeMutablePointer(mutating: cache.states.elements)
            frames = cache.frames.shared
            lanes = cache.lanes.shared
        }

        /// Places the items of a section, which the runner has begun, and keeps the states before each block and at the end.
        func place(_ section: Int, _ layout: ResolvedLayout, _ runner: borrowing FoldRunner) -> ItemSpan {
            let entry = entries[section]
            let tree = IncrementalCache.tree(slots: entry.slotCount, layout)
            let blocks = blocks + entry.firstSlot
            let counts = counts + entry.firstNode
            let spans = spans + entry.firstSpan
            let states = states + entry.firstState
            var first = 0
            for slot in 0..<tree.count where counts[slot] > 0 {
                let range = first..<first + Int(counts[slot])
                store(runner.state, tree, first, states + slot * layout.stateCount)
                let run = Int(blocks[slot].handle)
                let frames = frames + run
                runner.place(range, into: frames)
                if tree.lanes == 1 {
                    var span = ShiftTree.Span()
                    for item in 0..<range.count { span.cover(frames[item]) }
                    tree.set(slot, lane: 0, to: span, spans)
                } else if tree.turns {
                    for item in 0..<range.count {
                        frames[item].x -= layout.laneEdges[tree.lane(item, behind: range.lowerBound)]
                        tree.extend(slot, lane: item % tree.lanes, over: frames[item], spans)
                    }
                } else {
                    for item in 0..<range.count {
                        let lane = layout.fold.lane(of: frames[item])
                        lanes[run + item] = UInt16(lane)
                        tree.extend(slot, lane: lane, over: frames[item], spans)
                    }
                }
                first = range.upperBound
            }
            store(runner.state, tree, first, states + tree.count * layout.stateCount)
            tree.buildCounts(counts)
            tree.build(spans, counts)
            return IncrementalCache.itemSpan(tree, layout, spans, counts)
        }

        /// Stores the state before an item, its lanes counted from that item if they turn.
        private func store(
            _ state: FoldState, _ tree: ShiftTree, _ item: Int, _ slots: UnsafeMutablePointer<Double>
        ) {
            for index in 0..<state.count { slots[index] = state[index] }
            guard tree.turns else { return }
            for lane in 0..<tree.lanes { slots[lane] = state[tree.lane(lane, behind: item)] }
        }
    }
}
