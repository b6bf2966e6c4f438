extension IncrementalCache {
    /// Places sections into the memory of a new cache, which no other copy of it has to keep as it is: several of them at the
    /// same time.
    ///
    /// Refers to memory and not to its owners: with sections of 50 items, to count references to them took a sixth of the
    /// time.
    struct Placer {
        private let entries: UnsafePointer<Entry>
        private let nodes: UnsafeMutablePointer<Double>
        private let frames: BlockFrames.Shared
        private let lanes: UnsafeMutablePointer<UInt16>
        private let misfits: UnsafeMutablePointer<Bool>

        /// A placer into a cache that has taken nodes and blocks for all sections, and outlives the placer unchanged.
        ///
        /// - Parameter misfits: For each section whether a frame does not fit; set where one does not.
        init(_ cache: IncrementalCache, misfits: UnsafeMutablePointer<Bool>) {
            entries = cache.entries.elements
            nodes = cache.sharedNodes
            frames = cache.frames.shared
            lanes = cache.lanes.shared
            self.misfits = misfits
        }

        /// Places the items of a section, which the runner has begun, and keeps the states before each block and at the end.
        ///
        /// - Returns: What they span.
        func place(_ section: Int, _ layout: ResolvedLayout, _ runner: borrowing FoldRunner) -> ItemSpan {
            let nodes = SectionNodes(entries[section], in: nodes)
            let tree = nodes.tree
            let count = Int(runner.content.sections[section].count)
            let fit = runner.placeAll(count, step: IncrementalCache.preparedSize) { range, runner in
                place(range, of: count, nodes, layout, runner)
            } joining: {
                $0 = $0 && $1
            }
            if !fit { misfits[section] = true }
            store(runner.state, tree, count, nodes.state(before: tree.count))
            tree.buildCounts(nodes.counts)
            tree.build(nodes.spans, nodes.counts)
            return IncrementalCache.itemSpan(nodes, layout)
        }

        /// Copies what is kept of a section's items to one that is laid out alike. Where they do not fit, the other one says so.
        func copy(_ section: Int, like former: Int, of content: Content) {
            let (source, target) = (
                SectionNodes(entries[former], in: nodes), SectionNodes(entries[section], in: nodes)
            )
            let tree = target.tree
            guard tree.count > 0 else { return }
            target.counts.update(from: source.counts, count: tree.nodeCount)
            let before = entries[section].numberCountBefore
            (target.spans - before).update(from: source.spans - before, count: before + tree.numberCount)
            target.states.update(from: source.states, count: (tree.count + 1) * target.stateCount)
            // As prepared, the blocks of a section stand one after the other.
            let (from, to) = (source.blocks[0].handle, target.blocks[0].handle)
            let count = Int(content.sections[section].count)
            frames.copy(count, of: from, to: to)
            if tree.lanes > 1 && !tree.turns {
                (lanes + Int(to)).update(from: lanes + Int(from), count: count)
            }
        }

        /// Places the items of whole blocks and keeps the state before each block.
        ///
        /// - Parameter itemCount: How many items the section has.
        /// - Returns: Whether all frames fit.
        @inline(__always)
        private func place(
            _ items: Range<Int>, of itemCount: Int, _ nodes: SectionNodes, _ layout: ResolvedLayout,
            _ runner: borrowing FoldRunner
        ) -> Bool {
            let (tree, spans) = (nodes.tree, nodes.spans)
            let room = runner.room.baseAddress!
            let blockCount = IncrementalCache.blockCount(forItems: itemCount)
            var fit = true
            for first in stride(from: items.lowerBound, to: items.upperBound, by: IncrementalCache.preparedSize) {
                let slot = SectionNodes.slot(ofBlock: first / IncrementalCache.preparedSize, blockCount)
                let range = first..<min(first + IncrementalCache.preparedSize, items.upperBound)
                let state = nodes.state(before: slot)
                store(runner.state, tree, first, state)
                runner.place(range, into: room)
                let base = frames.base(room[0].y)
                for index in 0..<layout.positionCount { state[index] -= base }
                tree.setShift(slot, to: base, spans)
                let handle = nodes.blocks[slot].handle
                var span: ItemSpan?
                if tree.lanes == 1 {
                    span = frames.place(handle, range.count, room, from: base)
                    if let span { tree.setExtent(slot, lane: 0, to: ShiftTree.Span(span), spans) }
                    if tree.isBroad { tree.setBegin(of: slot, to: UnsafePointer(room).begin(range.count), spans) }
                } else {
                    tree.cover(slot, room, range, tree.turns ? nil : lanes + Int(handle), layout, spans) { _ in base }
                    span = frames.place(handle, range.count, room, from: 0)
                }
                fit = fit && span != nil
            }
            return fit
        }

        /// Stores the state before an item, its lanes counted from that item if they turn.
        private func store(
            _ state: FoldState, _ tree: ShiftTree, _ item: Int, _ slots: FoldState
        ) {
            for index in 0..<state.count { slots[index] = state[index] }
            guard tree.turns else { return }
            for lane in 0..<tree.lanes { slots[lane] = state[tree.lane(lane, behind: item)] }
        }
    }
}
