/// What an edit needs, and the query around it that most often follows, is asked for before it is looked at: at a random place
/// of many millions of items one miss after the other would be waited for.
extension IncrementalCache {
    /// Begins to load what is known of a section and of its neighbours.
    @inline(__always)
    mutating func expect(_ section: Int) {
        let (slot, index) = find(section)
        (entries.elements + (index &- 1)).prefetchMany(3)
        sectionTree.prefetch(slot, sectionSpans)
    }

    /// Finds the leaf with an item, and begins to load what an edit of the item will need.
    ///
    /// - Returns: The leaf and the number of items before it.
    func find(_ item: Int, in section: Int) -> (slot: Int, firstItem: Int) {
        let entry = entries.elements + index(of: section)
        let nodes = nodes(of: entry.pointee)
        // Most items are where they were when prepared, or not far from there. First what is waited for first.
        let guess = min(Self.slot(ofItem: item, of: nodes.tree), nodes.tree.count - 1)
        expect(guess, nodes)
        // What the section covers is computed with its header.
        (supplementaries.elements + (entry.pointee.firstSupplementary &- 1)).prefetchMany(3)
        // Where the values are is known at once, and which of them will be looked at nearly: those of some rows behind the item
        // and of its own one.
        let values = max(item - 8, 0)..<min(item + 56, Int(content.sections[section].count))
        // The page of those that stand in pages takes a look-up, which is not worth two.
        if !content.isPaged(section) { content.prefetch(item..<item + 1, changedAt: item, ofSection: section) }
        nodes.tree.prefetch(guess, nodes.spans)
        let guessedFrames = entry.pointee.firstFrame &+ UInt32(truncatingIfNeeded: item - item % Self.preparedSize)
        frames.prefetch(guessing: guessedFrames, Self.blockSize)
        content.prefetch(values, changedAt: item, ofSection: section)
        // A guess that holds is seen to hold without a branch that is a coin toss.
        let found = nodes.tree.find(item, guessing: guess, nodes.counts)
        if found.leaf != guess {
            expect(found.leaf, nodes)
            nodes.tree.prefetch(found.leaf, nodes.spans)
        }
        let handle = nodes.blocks[found.leaf].handle
        if handle != guessedFrames { frames.prefetch(handle) }
        expectNeighbours(of: section)
        return (found.leaf, found.firstItem)
    }

    /// Begins to load what the query around an edit will need beside what the edit does: asked for with that, it would keep it
    /// waiting.
    mutating func expectQuery(around slot: Int, of section: Int) {
        let place = place(of: section)
        expected = (place.slot, ShiftTree.firstSibling(of: slot))
        let entry = entries.elements + place.index
        // What a viewport shows of the section before an edit in its middle, with some to spare, and the rest of a block.
        let count = Double(content.sections[section].count)
        let shown = entry.pointee.extent > 0 ? count * content.container.viewportLength / entry.pointee.extent : 0
        let around = Self.preparedSize + Int(min(shown * 0.625, 64))
        frames.prefetch(nodes(of: entry.pointee).blocks[slot].handle, andAround: around)
    }

    /// Begins to load what a search looks at in the sections beside one, if these are short.
    @inline(__always)
    private func expectNeighbours(of section: Int) {
        if section > 0 { expectTop(of: neighbour(of: section, -1)) }
        if section + 1 < content.sections.count { expectTop(of: neighbour(of: section, 1)) }
    }

    /// The entry of a section beside one; perhaps another one, if leaves between them are empty.
    @inline(__always)
    private func neighbour(of section: Int, _ distance: Int) -> Int {
        guard hasMovedSections else { return section + distance }
        let slot = place(of: section).slot + distance
        return Int(sectionNodes.blocks[min(max(slot, 0), sectionTree.count - 1)].handle)
    }

    /// Begins to load what a search of a short section looks at.
    @inline(__always)
    private func expectTop(of index: Int) {
        // Two leaves with their blocks and counts, which may stand on three lines.
        UnsafePointer(nodes(of: entries[index]).spans).prefetchMany(20)
    }

    /// Where the blocks that ``expectQuery(around:of:)`` has asked for begin among those of the section at a leaf; below 0 if it
    /// has not asked for any.
    @inline(__always)
    func expectedRun(at slot: Int) -> Int {
        let distance = slot &- expected.slot
        return distance == 0 ? expected.run : abs(distance) == 1 ? 0 : -1
    }

    /// Begins to load what is known of a leaf.
    @inline(__always)
    private func expect(_ leaf: Int, _ nodes: SectionNodes) {
        // The query that follows looks at the leaf's siblings, too.
        let first = ShiftTree.firstSibling(of: leaf)
        UnsafePointer(nodes.counts + first).prefetchMany(ShiftTree.fanout)
        UnsafePointer(nodes.blocks + first).prefetchMany(ShiftTree.fanout)
        UnsafePointer(nodes.marks + leaf).prefetchMany(1)
        // The state before the leaf and that before the next one, which most often stands in the next leaf.
        UnsafePointer(nodes.states + leaf &* nodes.stateCount).prefetchMany(2 &* nodes.stateCount)
    }
}
