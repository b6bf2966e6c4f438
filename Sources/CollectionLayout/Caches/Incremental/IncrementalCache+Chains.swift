import Synchronization

/// Sections whose rows wrap anew for good: chains of rows are known of them instead of frames.
///
/// Where items have the same breadth but other lengths, as in a grid of cards, one that comes or goes makes each row behind it
/// another one. Once that has been seen to happen in a section, what its tree knows of a block is no longer what the block
/// spans, but for each of its first items where a row leads that it begins; see ``ShiftTree/Chain``. An edit then takes
/// O(chains · (B + log n)), and a query places the rows that it shows, from the row that a block begins with.
extension IncrementalCache {
    /// Whether rows are taken for such that never meet former ones, or only after too many steps, and their chains can and are
    /// worth to be known.
    ///
    /// - Parameters:
    ///   - begin: Where an edit has begun to place items.
    ///   - item: What it has come to.
    func shouldChain(_ section: Int, _ layout: ResolvedLayout, from begin: Int, to item: Int) -> Bool {
        (item - begin >= patience || stepsLeft <= 0) && Int(content.sections[section].count) - item >= patience
            && layout.placesRows && content.container.snapping == .grain && !entry(of: section).refusesChains
    }

    /// Knows chains of rows of a section from now on, of longer ones than before if it did; if these get too long, never again.
    /// O(items · items of a row).
    ///
    /// - Parameter slot: A leaf with items; with rows that are too long for the chains that are known, if some are.
    /// - Returns: Whether it does. All nodes may have moved.
    mutating func chainRows(_ section: Int, _ layout: ResolvedLayout, as slot: Int) -> Bool {
        let former = entry(of: section)
        var slot = slot
        var least = Int(former.chains) * 3 / 2
        while let longest = longestRow(from: slot, section, layout) {
            let chains = (min(max(longest, least), FoundRow.mostItems) + 3) & ~3
            replaceNodes(of: section) {
                ($0.chains, $0.lanes, $0.stateCount) = (Int16(chains), Int16(min(chains, Self.blockSize)), 0)
            }
            guard let tooLong = chainAll(section, layout) else {
                unused.addNodes(of: former)
                return true
            }
            unused.addNodes(of: entry(of: section))
            writableEntry(of: section).pointee = former
            (slot, least) = (tooLong, chains * 3 / 2)
        }
        writableEntry(of: section).pointee.refusesChains = true
        return false
    }

    /// How many items the longest row holds that an item of a block begins; nil if too many.
    private func longestRow(from slot: Int, _ section: Int, _ layout: ResolvedLayout) -> Int? {
        let nodes = nodes(of: section)
        let first = nodes.tree.firstItem(of: slot, nodes.counts)
        let items = first..<first + Int(nodes.counts[slot])
        var page = PagedValues.Place()
        var longest = 0
        let areShort = withRows(of: items, section, layout, most: FoundRow.mostItems, near: &page) { rows in
            for position in 0..<items.count { longest = max(longest, rows[position].count) }
        }
        return areShort ? longest : nil
    }

    /// Gives a section other nodes for the same blocks. The former ones stay where they are.
    private mutating func replaceNodes(of section: Int, _ change: (inout Entry) -> Void) {
        let former = entry(of: section)
        var entry = former
        change(&entry)
        nodes.allocateNodes(of: &entry, from: &unused)
        let (source, target) = (nodes(of: former), writableNodes(of: entry))
        target.blocks.update(from: source.blocks, count: source.tree.count)
        target.counts.update(from: source.counts, count: source.tree.nodeCount)
        writableEntry(of: section).pointee = entry
    }

    /// Finds the chains of all blocks, of a large section on several threads.
    ///
    /// - Returns: A leaf with rows that are too long, or nil.
    private mutating func chainAll(_ section: Int, _ layout: ResolvedLayout) -> Int? {
        let nodes = writableNodes(of: section)
        let tree = nodes.tree
        let threads = content.threadCount(ofSection: section, of: content.threadCount)
        let tooLong = Mutex<Int?>(nil)
        Threads.run(over: tree.count, step: 1, threads: threads) { leaves in
            guard let leaf = chain(leaves, section, layout, nodes) else { return }
            tooLong.withLock { $0 = min($0 ?? leaf, leaf) }
        }
        if let leaf = tooLong.withLock({ $0 }) { return leaf }
        tree.build(nodes.spans, nodes.counts)
        return nil
    }

    /// Finds the chains of some blocks.
    ///
    /// - Returns: The first leaf with rows that are too long, or nil.
    private func chain(_ leaves: Range<Int>, _ section: Int, _ layout: ResolvedLayout, _ nodes: SectionNodes) -> Int? {
        var first = nodes.tree.firstItem(of: leaves.lowerBound, nodes.counts)
        var page = PagedValues.Place()
        for leaf in leaves where nodes.counts[leaf] > 0 {
            guard chain(leaf, first, section, layout, nodes, near: &page) else { return leaf }
            first += Int(nodes.counts[leaf])
        }
        return nil
    }

    /// Finds the chains of a block. O(B · items of a row).
    ///
    /// - Parameter first: The first item of the block.
    /// - Returns: Whether all rows are short enough.
    private func chain(
        _ slot: Int, _ first: Int, _ section: Int, _ layout: ResolvedLayout, _ nodes: SectionNodes,
        near page: inout PagedValues.Place
    ) -> Bool {
        forEachChain(
            of: first..<first + Int(nodes.counts[slot]), section, layout, most: nodes.tree.chains, near: &page
        ) { position, chain in
            guard position < nodes.tree.lanes else { return }
            nodes.tree.setExtent(slot, lane: position, to: ShiftTree.Span(chain), nodes.spans)
        }
    }

    /// Calls `body` with the chain that each item of a block begins, the last one first.
    ///
    /// - Parameter most: How many items a row may hold.
    /// - Returns: Whether no row holds more; if not, `body` is not called.
    func forEachChain(
        of items: Range<Int>, _ section: Int, _ layout: ResolvedLayout, most: Int, near page: inout PagedValues.Place,
        _ body: (_ position: Int, ShiftTree.Chain) -> Void
    ) -> Bool {
        withRows(of: items, section, layout, most: most, near: &page) { rows in
            withUnsafeTemporaryAllocation(of: ShiftTree.Chain.self, capacity: Self.blockSize) { chains in
                for position in (0..<items.count).reversed() {
                    let row = rows[position]
                    let next = position + row.count
                    var chain = ShiftTree.Chain(length: row.length, reach: row.reach, excess: next - items.count)
                    if next < items.count {
                        chain = chains[next]
                        chain.length += row.length
                        chain.reach = max(chain.reach, row.reach)
                    }
                    (chains.baseAddress! + position).initialize(to: chain)
                    body(position, chain)
                }
            }
        }
    }

    /// Calls `body` with the row that each item of a block begins.
    ///
    /// - Returns: Whether no row holds too many items; if not, `body` is not called.
    private func withRows(
        of items: Range<Int>, _ section: Int, _ layout: ResolvedLayout, most: Int, near page: inout PagedValues.Place,
        _ body: (UnsafePointer<FoundRow>) -> Void
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: FoundRow.self, capacity: Self.blockSize) { rows in
            let rows = rows.baseAddress!
            var areFound = false
            // The page of the first item; what stands on other ones takes a look-up.
            _ = content.withParts(of: items, ofSection: section, near: &page) { values, part in
                areFound = layout.fold.findRows(items, of: values, most: most, into: rows)
                return part.lowerBound
            }
            if areFound { body(rows) }
            return areFound
        }
    }

    /// Finds the chains of the blocks that are marked, and of those before them with rows that reach them.
    ///
    /// - Returns: Whether it could: if not, rows hold too many items, and all are to be placed.
    mutating func settleChains(_ section: Int, _ layout: ResolvedLayout) -> Bool {
        let nodes = writableNodes(of: section)
        let tree = nodes.tree
        var page = PagedValues.Place()
        while let slot = tree.firstMarked(nodes.marks) {
            var (leaf, first) = (slot, tree.firstItem(of: slot, nodes.counts))
            let changed = first + nodes.marks[slot].position
            tree.unmark(slot, nodes.marks)
            while true {
                guard chain(leaf, first, section, layout, nodes, near: &page) else {
                    if !chainRows(section, layout, as: leaf) { placeInRows(section, layout) }
                    return entry(of: section).isChained
                }
                // A row depends on the item behind it.
                guard first + tree.chains > changed, let previous = tree.previous(before: leaf, nodes.counts) else {
                    break
                }
                if !ShiftTree.areSiblings(leaf, previous) { tree.leafChanged(leaf, nodes.spans, nodes.counts) }
                leaf = previous
                first -= Int(nodes.counts[leaf])
            }
            tree.leafChanged(leaf, nodes.spans, nodes.counts)
        }
        return true
    }

    /// Knows frames of a section again, once all of its blocks are placed.
    private mutating func placeInRows(_ section: Int, _ layout: ResolvedLayout) {
        let former = entry(of: section)
        defer { unused.addNodes(of: former) }
        replaceNodes(of: section) {
            ($0.chains, $0.refusesChains) = (Entry.noChains(layout), true)
            ($0.lanes, $0.stateCount) = (1, Int16(layout.stateCount))
        }
        markAll(of: section)
    }

    /// Where the items of a section end along the axis, in section coordinates.
    func chainedEnd(of section: Int, _ layout: ResolvedLayout) -> Double {
        let nodes = nodes(of: section)
        return layout.itemsTop(of: content.sections[section]) + nodes.tree.wholeChain(nodes.spans, nodes.counts).length
    }

    /// What the items of a section span, in section coordinates.
    func chainedSpan(of section: Int, _ nodes: SectionNodes, _ layout: ResolvedLayout) -> ItemSpan {
        guard nodes.itemCount > 0 else { return ItemSpan() }
        let chain = nodes.tree.wholeChain(nodes.spans, nodes.counts)
        let top = layout.itemsTop(of: content.sections[section])
        return ItemSpan(near: top, far: top + chain.length, breadth: chain.reach)
    }

    /// Calls `body` with runs of items and their frames, in section coordinates, from the first row on that some others lead
    /// to, until it says that it needs no more.
    ///
    /// - Parameters:
    ///   - near: From which coordinate along the axis on frames are needed, and `far` up to which: others may be left out.
    ///   - pass: See ``ShiftTree/followRows(_:_:while:)``.
    private func placeRows(
        of section: Int, from near: Double, to far: Double, behind pass: (_ item: Int, _ end: Double) -> Bool,
        _ body: (_ items: Range<Int>, _ frames: UnsafeMutablePointer<Rect>) -> Bool
    ) {
        let nodes = nodes(of: section)
        let layout = content.layout(ofSection: section)
        let items = Int(content.sections[section].count)
        let top = layout.itemsTop(of: content.sections[section])
        var (item, end) = nodes.tree.followRows(nodes.spans, nodes.counts) { pass($0, top + $1) }
        OnDemand.with(section, layout, nil) { room in
            if item > 0 {
                layout.fold.begin(behindRowsTo: top + end, room.state)
            } else {
                begin(section, layout, room.state)
            }
            var page = PagedValues.Place()
            while item < items, layout.fold.rowsEnd(room.state) ?? layout.fold.nearest(behind: room.state) < far {
                var run = item..<item
                _ = content.withParts(of: item..<items, ofSection: section, near: &page) { values, part in
                    run = layout.skimming.place(
                        part, of: values, room.state, from: near, to: far, most: OnDemand.runLength,
                        into: room.frames)
                    // One part, and perhaps not all of it.
                    return part.lowerBound
                }
                // All of a part may have been passed over: then there is none to take, but perhaps in the next one.
                guard run.upperBound > item else { return }
                item = run.upperBound
                if !run.isEmpty, !body(run, room.frames) { return }
            }
        }
    }

    /// The frame of an item, in section coordinates. O(B + log n).
    func chainedFrame(of item: Int, in section: Int) -> Rect? {
        var frame: Rect?
        placeRows(of: section, from: -.infinity, to: .infinity) { next, _ in
            next <= item
        } _: { items, frames in
            if items.contains(item) { frame = frames[item - items.lowerBound] }
            return frame == nil
        }
        return frame
    }

    /// Emits the items of a section that intersect a rect. O(B + log n + k).
    func searchChains<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        of section: Int, at offset: Double, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        counter.visit(nodes: nodes(of: section).tree.levels)
        let (near, far) = (rect.minY - offset, rect.maxY - offset)
        placeRows(of: section, from: near, to: far) { _, end in
            end <= near
        } _: { items, frames in
            counter.test(elements: items.count)
            let hits = UnsafePointer(frames).intersecting(rect, most: items.count, movedBy: offset)
            sink.put(hits, items, of: section, frames, movedBy: offset)
            return true
        }
    }
}
