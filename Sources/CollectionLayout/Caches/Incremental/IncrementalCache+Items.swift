/// Items come into blocks and go; what has to be placed again is marked.
extension IncrementalCache {
    /// The most items of a block after it was split: room for a third as many again before it is split once more.
    private static var splitSize: Int { blockSize * 3 / 4 }
    /// A block with fewer items joins the next one, if that has room.
    private static var leastSize: Int { blockSize / 4 }

    /// Marks a block to be placed again.
    mutating func mark(_ slot: Int, of section: Int, at position: Int, losesState: Bool = false) {
        writableEntry(of: section).pointee.isTouched = true
        let nodes = writableNodes(of: section)
        nodes.tree.mark(slot, BlockMark(at: position, losesState: losesState), nodes.marks)
    }

    /// Marks all blocks of a section to be placed again, from its beginning on.
    mutating func markAll(of section: Int) {
        writableEntry(of: section).pointee.isTouched = true
        let nodes = nodes(of: section)
        for slot in 0..<nodes.tree.count where nodes.counts[slot] > 0 {
            mark(slot, of: section, at: 0, losesState: true)
        }
    }

    /// Puts new items before an item. O(B + log n + new).
    ///
    /// - Parameter places: Where each stands across the axis, which tells its lane; NaN if it has none yet. None if none of
    ///   them has one.
    mutating func insertItems(
        _ count: Int, _ places: [Double] = [], in section: Int, at item: Int, _ log: inout EditLog
    ) {
        guard count > 0 else { return }
        let entry = entry(of: section)
        let nodes = nodes(of: entry)
        let items = nodes.itemCount
        let (slot, first) = items > 0 ? nodes.find(min(item, items - 1)) : (-1, 0)
        let former = slot < 0 ? 0 : Int(nodes.counts[slot])
        let position = item - first
        let total = former + count
        if slot >= 0 && total <= Self.blockSize {
            add(count, places, to: slot, at: position, entry, &log)
            mark(slot, of: section, at: position)
        } else {
            var all: [Double] = []
            all.reserveCapacity(total)
            if slot >= 0 {
                let handle = nodes.blocks[slot].handle
                all += (0..<former).lazy.map { frames.place(handle, $0) }
            }
            all.insert(contentsOf: places.isEmpty ? .nan(count) : places, at: position)
            split(all, in: slot, of: section, changedAt: position, &log)
        }
        log.add(.inserted(section: section, item..<item + count))
    }

    /// Puts new items into a block that does not get too long.
    private mutating func add(
        _ count: Int, _ places: [Double], to slot: Int, at position: Int, _ entry: Entry, _ log: inout EditLog
    ) {
        let readsFrames = readsFrames(entry)
        let former = Int(nodes(of: entry).counts[slot])
        let handle = makeRoom(for: former + count, in: slot, entry, keeping: readsFrames ? former : 0, &log)
        if readsFrames {
            frames.copy(position..<former, of: handle, to: position + count, of: handle)
            if keepsLanes(entry) { setPlaces(places.isEmpty ? .nan(count) : places, handle, at: position) }
        }
        addItems(count, to: slot, entry)
    }

    /// Takes items out of a block.
    ///
    /// - Parameter places: Receives where they stood across the axis, at their positions from `first` on, if that tells lanes.
    private mutating func remove(
        _ range: Range<Int>, from slot: Int, _ entry: Entry, into places: inout [Double], at first: Int
    ) {
        if readsFrames(entry) {
            let nodes = nodes(of: entry)
            let handle = nodes.blocks[slot].handle
            if keepsLanes(entry) {
                for position in range { places[first + position - range.lowerBound] = frames.place(handle, position) }
            }
            let count = Int(nodes.counts[slot])
            frames.copy(range.upperBound..<count, of: handle, to: range.lowerBound, of: handle)
        }
        addItems(-range.count, to: slot, entry)
    }

    /// Adds or removes a single item, if nothing comes of it but a block that is a little longer or shorter: of others the
    /// marks need not be looked through. The content has changed already.
    ///
    /// - Parameters:
    ///   - slot: The leaf with the item, or of new ones the one they come before.
    ///   - first: The number of items before that leaf.
    /// - Returns: The new item, or none at the one that stood behind the old one; nil if it has done nothing.
    mutating func addOrRemoveOne(
        _ change: Change, in section: Int, at slot: Int, _ first: Int, _ log: inout EditLog
    ) -> Range<Int>? {
        let entry = entry(of: section)
        let count = Int(nodes(of: entry).counts[slot])
        switch change {
        case .insertItems(_, let item, let items):
            guard items.count == 1, count < Self.blockSize else { return nil }
            add(1, [], to: slot, at: item - first, entry, &log)
            log.add(.inserted(section: section, item..<item + 1))
            return item..<item + 1
        case .deleteItems(_, let range):
            // Behind a block that loses its first item stands a state that is no more.
            guard range.count == 1, range.lowerBound > first, count > Self.leastSize else { return nil }
            var places: [Double] = keepsLanes(entry) ? .nan(1) : []
            let position = range.lowerBound - first
            remove(position..<position + 1, from: slot, entry, into: &places, at: 0)
            log.add(.deleted(section: section, range, places: places))
            return range.lowerBound..<range.lowerBound
        default: return nil
        }
    }

    private mutating func setPlaces(_ places: some Collection<Double>, _ handle: UInt32, at position: Int) {
        for (index, place) in places.enumerated() { frames.setPlace(handle, position + index, to: place) }
    }

    /// Whether the former frames of a block tell lanes that its items keep.
    private func keepsLanes(_ entry: Entry) -> Bool { content.resolved[Int(entry.layout)].keepsLanes }

    /// Whether they tell these lanes or where rows begin; else nobody reads them any more.
    private func readsFrames(_ entry: Entry) -> Bool {
        keepsLanes(entry) || (content.resolved[Int(entry.layout)].placesRows && !entry.isChained)
    }

    /// Changes the number of items of a leaf.
    private mutating func addItems(_ count: Int, to slot: Int, _ entry: Entry) {
        let nodes = writableNodes(of: entry)
        nodes.tree.handDownShifts(above: slot, nodes.spans, nodes.counts)
        nodes.tree.add(count, to: slot, nodes.counts)
    }

    /// Spreads items over a leaf, instead of those it has, and over as many leaves behind it as that takes.
    ///
    /// - Parameter slot: The leaf; −1 if there is none, and the frames stand first.
    private mutating func split(
        _ places: [Double], in slot: Int, of section: Int, changedAt position: Int, _ log: inout EditLog
    ) {
        let pieces = (places.count + Self.splitSize - 1) / Self.splitSize
        let place = writableEntry(of: section)
        var slots = nodes.makeSlots(
            slot < 0 ? pieces : pieces - 1, behind: slot, of: &place.pointee, from: &unused)
        if slot < 0 { slots.removeFirst() }
        let entry = place.pointee
        var first = 0
        for (number, piece) in slots.enumerated() {
            let end = places.count * (number + 1) / pieces
            let handle = makeRoom(for: end - first, in: piece, entry, keeping: 0, &log)
            setPlaces(places[first..<end], handle, at: 0)
            addItems(end - first - Int(nodes(of: entry).counts[piece]), to: piece, entry)
            // Only the first piece stands where there was a block before.
            let isFirst = number == 0 && slot >= 0
            mark(piece, of: section, at: isFirst ? min(position, end) : 0, losesState: !isFirst)
            first = end
        }
    }

    /// Takes items out. O(B + log n + deleted).
    mutating func deleteItems(_ range: Range<Int>, in section: Int, _ log: inout EditLog) {
        guard !range.isEmpty else { return }
        writableEntry(of: section).pointee.isTouched = true
        let entry = entry(of: section)
        var places: [Double] = keepsLanes(entry) ? .nan(range.count) : []
        var left = range.count
        while left > 0 {
            let nodes = nodes(of: entry)
            let (slot, first) = nodes.find(range.lowerBound)
            let position = range.lowerBound - first
            let count = Int(nodes.counts[slot])
            let deleted = min(count - position, left)
            remove(position..<position + deleted, from: slot, entry, into: &places, at: range.count - left)
            left -= deleted
            if deleted == count {
                empty(slot, entry, &log)
            } else {
                // The state before a block that lost its first items is that before items that are gone.
                mark(slot, of: section, at: position, losesState: position == 0)
            }
        }
        log.add(.deleted(section: section, range, places: places))
        guard nodes(of: entry).itemCount > 0 else { return }
        let (slot, first) = nodes(of: entry).find(max(range.lowerBound - 1, 0))
        mark(slot, of: section, at: range.lowerBound - first, losesState: range.lowerBound == 0)
        join(slot, of: section, entry, &log)
    }

    /// Joins a block with the next one if both are small.
    private mutating func join(_ slot: Int, of section: Int, _ entry: Entry, _ log: inout EditLog) {
        let nodes = nodes(of: entry)
        let count = Int(nodes.counts[slot])
        guard count < Self.leastSize, let next = nodes.tree.next(after: slot, nodes.counts),
            count + Int(nodes.counts[next]) <= Self.splitSize
        else { return }
        let more = Int(nodes.counts[next])
        let source = nodes.blocks[next].handle
        let handle = makeRoom(for: count + more, in: slot, entry, keeping: count, &log)
        frames.copy(0..<more, of: source, to: count, of: handle)
        addItems(more, to: slot, entry)
        addItems(-more, to: next, entry)
        empty(next, entry, &log)
        mark(slot, of: section, at: count)
    }

    /// Gives up the block of a leaf that has no items any more.
    private mutating func empty(_ slot: Int, _ entry: Entry, _ log: inout EditLog) {
        let nodes = writableNodes(of: entry)
        log.unused.append(nodes.blocks[slot])
        nodes.empty(slot)
        nodes.tree.leafChanged(slot, nodes.spans, nodes.counts)
    }

    /// Gives a block room for `total` items.
    ///
    /// - Returns: Its handle.
    /// - Parameter count: How many of its items are kept.
    private mutating func makeRoom(
        for total: Int, in slot: Int, _ entry: Entry, keeping count: Int, _ log: inout EditLog
    ) -> UInt32 {
        let former = nodes(of: entry).blocks[slot]
        guard total > Int(former.capacity) else { return former.handle }
        let block = allocateBlock(capacity: Self.blockSize)
        if count > 0 { frames.copy(0..<count, of: former.handle, to: 0, of: block.handle) }
        if former.capacity > 0 { log.unused.append(former) }
        writableNodes(of: entry).blocks[slot] = block
        return block.handle
    }
}

extension [Double] {
    /// So many places of items that have none.
    fileprivate static func nan(_ count: Int) -> [Double] { Array(repeating: .nan, count: count) }
}
