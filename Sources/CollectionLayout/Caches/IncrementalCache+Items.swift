extension IncrementalCache {
    /// The most items of a block after it was split: room for a third as many again before it is split once more.
    private static var splitSize: Int { blockSize * 3 / 4 }
    /// A block with fewer items joins the next one, if that has room.
    private static var leastSize: Int { blockSize / 4 }

    /// Puts new items before an item and lays out what they change. O(B + log n + new).
    ///
    /// The content has them already.
    mutating func insertItems(_ count: Int, in section: Int, at item: Int) throws(LayoutError) {
        guard count > 0 else { return }
        let tree = tree(of: section)
        let items = tree.itemCount(counts.elements + entries[section].firstNode)
        var (slot, first) = (-1, 0)
        if items > 0 { (slot, first) = tree.find(min(item, items - 1), counts.elements + entries[section].firstNode) }
        let former = slot < 0 ? 0 : Int(counts[entries[section].firstNode + slot])
        let total = former + count
        // A NaN for x says that an item has no lane yet.
        let new = Rect(x: .nan, y: 0, width: 0, height: 0)
        if slot >= 0 && total <= Self.blockSize {
            let run = makeRoom(for: total, in: slot, of: section)
            let gap = run + (item - first)
            (gap + count).update(from: gap, count: former - (item - first))
            gap.update(repeating: new, count: count)
            tree.add(count, to: slot, counts.writable + entries[section].firstNode)
            return try relay(section, from: item, through: item + count, restartingAt: first)
        }
        var frames: [Rect] = []
        frames.reserveCapacity(total)
        if slot >= 0 {
            let run = self.frames.run(blocks[entries[section].firstSlot + slot].handle)
            frames += UnsafeBufferPointer(start: run, count: former)
        }
        frames.insert(contentsOf: repeatElement(new, count: count), at: item - first)
        split(frames, behind: slot, of: section)
        try relay(section, from: item, through: first + total, restartingAt: first)
    }

    /// Takes items out and lays out what that changes. O(B + log n + deleted).
    ///
    /// The content lacks them already.
    mutating func deleteItems(_ range: Range<Int>, in section: Int) throws(LayoutError) {
        guard !range.isEmpty else { return }
        let entry = entries[section]
        let tree = tree(of: section)
        var left = range.count
        // Where blocks may be as they were: the state before a block that lost its first items is of no use.
        var end = range.lowerBound
        while left > 0 {
            let (slot, first) = tree.find(range.lowerBound, counts.elements + entry.firstNode)
            let position = range.lowerBound - first
            let count = Int(counts[entry.firstNode + slot])
            let deleted = min(count - position, left)
            let block = blocks[entry.firstSlot + slot]
            let gap = frames.writableRun(block.handle) + position
            gap.update(from: gap + deleted, count: count - position - deleted)
            tree.add(-deleted, to: slot, counts.writable + entry.firstNode)
            if deleted == count { clear(slot, tree, entry) } else { end = first + count - deleted }
            left -= deleted
        }
        try relay(
            section, from: range.lowerBound, through: max(end, join(near: range.lowerBound, tree, entry)),
            restartingAt: range.lowerBound - 1)
    }

    /// Joins the block around an item with the next one if both are small.
    ///
    /// - Returns: The item that the block ends before.
    private mutating func join(near item: Int, _ tree: ShiftTree, _ entry: Entry) -> Int {
        let numbers = counts.elements + entry.firstNode
        let items = tree.itemCount(numbers)
        guard items > 0 else { return 0 }
        let (slot, first) = tree.find(max(min(item, items) - 1, 0), numbers)
        let count = Int(numbers[slot])
        guard count < Self.leastSize, let next = tree.next(after: slot, numbers),
            count + Int(numbers[next]) <= Self.splitSize
        else { return 0 }
        let more = Int(numbers[next])
        let source = blocks[entry.firstSlot + next].handle
        let run = makeRoom(for: count + more, in: slot, entry, count)
        (run + count).update(from: frames.run(source), count: more)
        tree.add(more, to: slot, counts.writable + entry.firstNode)
        tree.add(-more, to: next, counts.writable + entry.firstNode)
        clear(next, tree, entry)
        return first + count + more
    }

    /// Gives up the block of a leaf without items.
    private mutating func clear(_ slot: Int, _ tree: ShiftTree, _ entry: Entry) {
        recycle(blocks[entry.firstSlot + slot])
        blocks.writable[entry.firstSlot + slot] = Block()
        let spans = spans.writable + entry.firstSpan
        for lane in 0..<tree.lanes {
            spans[slot * tree.lanes + lane] = ShiftTree.Span(shift: spans[slot * tree.lanes + lane].shift)
        }
        tree.leafChanged(slot, spans)
    }

    private mutating func recycle(_ block: Block) {
        guard block.capacity > 0 else { return }
        frames.recycle(block.handle, length: Int(block.capacity))
        if hasLanes { lanes.recycle(block.handle, length: Int(block.capacity)) }
    }

    private mutating func makeRoom(
        for total: Int, in slot: Int, of section: Int
    ) -> UnsafeMutablePointer<Rect> {
        let entry = entries[section]
        return makeRoom(for: total, in: slot, entry, Int(counts[entry.firstNode + slot]))
    }

    /// The frames of a block that has room for `total` items; its items are kept.
    private mutating func makeRoom(
        for total: Int, in slot: Int, _ entry: Entry, _ count: Int
    ) -> UnsafeMutablePointer<Rect> {
        let former = blocks[entry.firstSlot + slot]
        guard total > Int(former.capacity) else { return frames.writableRun(former.handle) }
        let block = allocateBlock(capacity: Self.blockSize)
        let run = frames.writableRun(block.handle)
        run.update(from: frames.run(former.handle), count: count)
        recycle(former)
        blocks.writable[entry.firstSlot + slot] = block
        return run
    }

    /// Spreads frames over a leaf, instead of those it has, and over as many leaves behind it as that takes.
    ///
    /// - Parameter slot: The leaf; −1 if there is none, and the frames stand first.
    private mutating func split(_ frames: [Rect], behind slot: Int, of section: Int) {
        let pieces = (frames.count + Self.splitSize - 1) / Self.splitSize
        let slots =
            slot < 0
            ? makeSlots(pieces, behind: slot, of: section).new
            : {
                let (slot, new) = makeSlots(pieces - 1, behind: slot, of: section)
                return [slot] + new
            }()
        let entry = entries[section]
        let tree = tree(of: section)
        var first = 0
        for (number, slot) in slots.enumerated() {
            let end = frames.count * (number + 1) / pieces
            let run = makeRoom(for: end - first, in: slot, entry, 0)
            frames[first..<end].withUnsafeBufferPointer { run.update(from: $0.baseAddress!, count: $0.count) }
            tree.add(end - first - Int(counts[entry.firstNode + slot]), to: slot, counts.writable + entry.firstNode)
            first = end
        }
    }
}
