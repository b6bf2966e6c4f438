/// Blocks of items whose frames move by lazily added offsets, and the state of the layout's fold before each block.
///
/// After edits the fold restarts at the last state that does not depend on what has changed and runs, block by block,
/// until its new state is the old one moved along the axis, by one distance or by one a lane. From there on everything
/// is moved by adding the distance to a few nodes of a ``ShiftTree``; a second tree moves the sections behind. Items are
/// found by counts in the same nodes, so that nothing else knows their numbers; blocks split and join as items come and
/// go, and a tree has room for more.
///
/// Prepare O(n). Query O(log n + k). An edit of items O(B + log n) where the layout converges within a few blocks of
/// B = 32 items, which is so unless items wrap or change lanes for the rest of the section: a flow of items of one size
/// and lanes filled in turn take O(items behind) for an insertion. Edits of sections O(sections) together. About 37 bytes
/// an item.
public struct IncrementalCache: AttributeCache {
    /// The most items of a block.
    public static let blockSize = 32
    /// Items of a block as prepared: the first few that come do not split it.
    static let preparedSize = 28

    /// A section, and where its nodes stand in the arenas.
    struct Entry: BitwiseCopyable {
        /// Index of its layout.
        var layout: Int32 = 0
        /// Whether items or their values have changed since they were placed.
        var isTouched = false
        var firstSupplementary = 0
        var firstNode = 0
        var firstSlot = 0
        var firstSpan = 0
        var firstState = 0
        /// Leaves of its tree, with and without a block.
        var slotCount = 0
        /// Where the section began when it was prepared, and its length along the axis now.
        var offset = 0.0
        var extent = 0.0
    }

    /// Where the frames of a block are, and for how many there is room.
    struct Block: BitwiseCopyable {
        var handle: UInt32 = 0
        var capacity: UInt32 = 0
    }

    /// What was prepared.
    public internal(set) var content = Content(container: Container(breadth: 0, viewportLength: 0))
    var entries = FlatArray<Entry>()
    var supplementaries = FlatArray<Supplementary>()
    /// Frames in section coordinates, less the shifts of their block; NaN for x where an item has no lane yet.
    var frames = BlockPool<Rect>(capacity: 0, recycledLength: blockSize, filler: .zero)
    /// The lane of each item, by the handles of the frames; empty if no section has lanes that move apart.
    var lanes = BlockPool<UInt16>(capacity: 0, recycledLength: blockSize, filler: 0)
    var hasLanes = false
    /// For each section the leaves' blocks; the items in each node of its tree; what is marked among them; the spans of
    /// these nodes; and the state before each block, less the shifts of that block, then the state at the end.
    var blocks = Arena<Block>()
    var counts = Arena<Int32>()
    var marks = Arena<BlockMark>()
    var spans = Arena<ShiftTree.Span>()
    var states = Arena<Double>()
    /// The tree over the sections, in content coordinates.
    var sectionTree = ShiftTree(count: 0, lanes: 1)
    var sectionSpans = FlatArray<ShiftTree.Span>()

    /// A cache of nothing.
    public init() {}

    @inline(__always)
    func tree(of section: Int) -> ShiftTree {
        let entry = entries[section]
        return ShiftTree(count: entry.slotCount, lanes: content.resolved[Int(entry.layout)].laneCount)
    }

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        var next = IncrementalCache()
        try next.lay(content)
        self = next
    }

    private mutating func lay(_ content: Content) throws(LayoutError) {
        self.content = content
        reserve()
        sectionTree = ShiftTree(count: content.sections.count, lanes: 1)
        sectionSpans = FlatArray(repeating: ShiftTree.Span(), count: sectionTree.spanCount)
        entries = FlatArray(repeating: Entry(), count: content.sections.count + 1)
        for section in content.sections.indices { entries.writable[section] = allocateEntry(section) }
        let table = try SectionTable.lay(content, placing: { [self] section, _, runner in place(section, runner) })
        supplementaries = table.supplementaries
        let all = entries.writable
        all[table.count].firstSupplementary = supplementaries.count
        for section in 0..<table.count {
            all[section].firstSupplementary = table[section].firstSupplementary
            all[section].offset = table[section].offset
            all[section].extent = table[section].extent
        }
        for section in 0..<table.count { cover(section, table[section].items) }
        sectionTree.build(sectionSpans.writable.baseAddress!)
    }

    /// Makes room for exactly what the content needs.
    private mutating func reserve() {
        var (slots, nodes, spanCount, stateSlots) = (0, 0, 0, 0)
        for section in content.sections {
            let layout = content.resolved[Int(section.layout)]
            let tree = ShiftTree(count: Self.slotCount(forItems: Int(section.count)), lanes: layout.laneCount)
            slots += tree.count
            nodes += tree.nodeCount
            spanCount += tree.spanCount
            stateSlots += (tree.count + 1) * layout.stateCount
        }
        hasLanes = content.resolved.contains { $0.laneCount > 1 }
        frames = BlockPool(capacity: content.itemCount, recycledLength: Self.blockSize, filler: .zero)
        lanes = BlockPool(capacity: hasLanes ? content.itemCount : 0, recycledLength: Self.blockSize, filler: 0)
        blocks = Arena(capacity: slots)
        counts = Arena(capacity: nodes)
        marks = Arena(capacity: nodes)
        spans = Arena(capacity: spanCount)
        states = Arena(capacity: stateSlots)
    }

    /// The leaf of a block as prepared: of long sections every eighth leaf is left empty, for blocks to come.
    private static func slot(ofBlock block: Int, _ blocks: Int) -> Int {
        blocks <= ShiftTree.fanout ? block : block + block / 7
    }

    static func slotCount(forItems items: Int) -> Int {
        let blocks = (items + preparedSize - 1) / preparedSize
        return blocks == 0 ? 0 : slot(ofBlock: blocks - 1, blocks) + 1
    }

    /// Takes new nodes for a section's tree: empty ones.
    mutating func allocateNodes(_ tree: ShiftTree, stateCount: Int, _ entry: inout Entry) {
        entry.slotCount = tree.count
        entry.firstSlot = blocks.allocate(tree.count, repeating: Block())
        entry.firstNode = counts.allocate(tree.nodeCount, repeating: 0)
        _ = marks.allocate(tree.nodeCount, repeating: .none)
        entry.firstSpan = spans.allocate(tree.spanCount, repeating: ShiftTree.Span())
        entry.firstState = states.allocate((tree.count + 1) * stateCount, repeating: 0)
    }

    /// Takes the frames of a block.
    mutating func allocateBlock(capacity: Int) -> Block {
        let handle = frames.allocate(capacity)
        if hasLanes { _ = lanes.allocate(capacity) }
        return Block(handle: handle, capacity: UInt32(capacity))
    }

    /// Takes the nodes and the blocks of a section.
    private mutating func allocateEntry(_ section: Int) -> Entry {
        let items = Int(content.sections[section].count)
        let layout = content.layout(ofSection: section)
        var entry = Entry(layout: content.sections[section].layout)
        allocateNodes(
            ShiftTree(count: Self.slotCount(forItems: items), lanes: layout.laneCount),
            stateCount: layout.stateCount, &entry)
        let blockCount = (items + Self.preparedSize - 1) / Self.preparedSize
        let blocks = blocks.writable + entry.firstSlot
        let counts = counts.writable + entry.firstNode
        for number in 0..<blockCount {
            let slot = Self.slot(ofBlock: number, blockCount)
            let count = min(Self.preparedSize, items - number * Self.preparedSize)
            blocks[slot] = allocateBlock(capacity: count)
            counts[slot] = Int32(count)
        }
        return entry
    }

    /// Places the items of a section and keeps the states before each block and at the end, in memory that no other copy
    /// of this cache has to keep as it is: several sections can be placed at the same time.
    private func place(_ section: Int, _ runner: borrowing FoldRunner) -> ItemSpan {
        let entry = entries[section]
        let layout = content.layout(ofSection: section)
        let tree = tree(of: section)
        let states = UnsafeMutablePointer(mutating: states.elements) + entry.firstState
        let counts = UnsafeMutablePointer(mutating: counts.elements) + entry.firstNode
        let spans = UnsafeMutablePointer(mutating: spans.elements) + entry.firstSpan
        var first = 0
        for slot in 0..<tree.count where counts[slot] > 0 {
            let range = first..<first + Int(counts[slot])
            store(runner.state, states + slot * layout.stateCount)
            let handle = blocks[entry.firstSlot + slot].handle
            let frames = UnsafeMutablePointer(mutating: frames.run(handle))
            runner.place(range, into: frames)
            let leaf = spans + slot * tree.lanes
            if tree.lanes == 1 {
                for item in 0..<range.count { leaf.pointee.cover(frames[item]) }
            } else {
                let lanes = UnsafeMutablePointer(mutating: lanes.run(handle))
                for item in 0..<range.count {
                    let lane = layout.fold.lane(of: frames[item])
                    lanes[item] = UInt16(lane)
                    leaf[lane].cover(frames[item])
                }
            }
            first = range.upperBound
        }
        store(runner.state, states + tree.count * layout.stateCount)
        tree.build(spans)
        tree.buildCounts(counts)
        return itemSpan(of: section, tree)
    }

    func store(_ state: FoldState, _ slots: UnsafeMutablePointer<Double>) {
        for index in 0..<state.count { slots[index] = state[index] }
    }

    /// Computes the span of a section in the tree of sections; its shift stays.
    mutating func cover(_ section: Int, _ tree: ShiftTree) { cover(section, itemSpan(of: section, tree)) }

    private mutating func cover(_ section: Int, _ items: ItemSpan) {
        let entry = entries[section]
        var whole = ShiftTree.Span()
        whole.near = items.near
        whole.far = items.far
        whole.breadth = items.breadth
        for index in entry.firstSupplementary..<entries[section + 1].firstSupplementary {
            whole.near = min(whole.near, supplementaries[index].frame.minY)
            whole.far = max(whole.far, supplementaries[index].frame.maxY)
        }
        whole.near += entry.offset
        whole.far += entry.offset
        whole.breadth = content.layout(ofSection: section).sectionBreadth(reaching: items.breadth)
        let spans = sectionSpans.writable
        whole.shift = spans[section].shift
        spans[section] = whole
    }

    /// What the items of a section span, in section coordinates.
    private func itemSpan(of section: Int, _ tree: ShiftTree) -> ItemSpan {
        var whole = ItemSpan()
        guard tree.count > 0 else { return whole }
        for lane in 0..<tree.lanes {
            let span = tree.whole(lane: lane, spans.elements + entries[section].firstSpan)
            whole.near = min(whole.near, span.near)
            whole.far = max(whole.far, span.far)
            whole.breadth = max(whole.breadth, span.breadth)
        }
        return whole
    }

    /// Where a section stands. O(log S).
    public func geometry(ofSection section: Int) -> SectionGeometry {
        SectionGeometry(
            offset: offset(of: section), extent: entries[section].extent,
            items: itemSpan(of: section, tree(of: section)))
    }

    /// The extent of all elements.
    public var contentSize: Size {
        let count = content.sections.count
        guard count > 0 else { return Size(width: content.container.breadth, height: 0) }
        let breadth = sectionTree.whole(lane: 0, sectionSpans.elements.baseAddress!).breadth
        return Size(
            width: max(breadth, content.container.breadth), height: offset(of: count - 1) + entries[count - 1].extent)
    }

    /// Where a section begins, in content coordinates.
    func offset(of section: Int) -> Double {
        entries[section].offset + sectionTree.shift(of: section, lane: 0, sectionSpans.elements.baseAddress!)
    }

    /// The number of elements.
    public var elementCount: Int { content.itemCount + supplementaries.count }

    /// Bytes held.
    public var byteCount: Int {
        entries.byteCount + supplementaries.byteCount + frames.byteCount + lanes.byteCount + blocks.byteCount
            + counts.byteCount + marks.byteCount + spans.byteCount + states.byteCount + sectionSpans.byteCount
    }

    /// The frame of an element. O(log n).
    public func frame(of id: ElementID) -> Rect? {
        let section = Int(id.section)
        guard content.sections.indices.contains(section) else { return nil }
        let entry = entries[section]
        if id.kind == .cell {
            let item = Int(id.item)
            guard (0..<Int(content.sections[section].count)).contains(item) else { return nil }
            let tree = tree(of: section)
            let (slot, first) = tree.find(item, counts.elements + entry.firstNode)
            let handle = blocks[entry.firstSlot + slot].handle
            let lane = tree.lanes > 1 ? Int(lanes.run(handle)[item - first]) : 0
            let shift = tree.shift(of: slot, lane: lane, spans.elements + entry.firstSpan)
            return frames.run(handle)[item - first].offset(x: 0, y: shift).offset(x: 0, y: offset(of: section))
        }
        for index in entry.firstSupplementary..<entries[section + 1].firstSupplementary {
            let element = supplementaries[index]
            if element.kind == id.kind && element.item == id.item {
                return element.frame.offset(x: 0, y: offset(of: section))
            }
        }
        return nil
    }

    /// Descends the tree of sections, and in each section that meets the rect the tree of blocks.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        guard sectionTree.count > 0 else { return }
        sectionTree.forEachLeaf(
            between: rect.minY, and: rect.maxY, origin: 0, sectionSpans.elements.baseAddress!, counting: &counter
        ) { section, _, shifts, counter in
            search(section, at: entries[section].offset + shifts[0], rect, &sink, &counter)
        }
    }

    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, at offset: Double, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let entry = entries[section]
        let others = entry.firstSupplementary..<entries[section + 1].firstSupplementary
        sink.reserve(others.count)
        counter.test(elements: others.count)
        for index in others {
            let element = supplementaries[index]
            let frame = element.frame.offset(x: 0, y: offset)
            let id = ElementID(section: Int32(truncatingIfNeeded: section), item: element.item, kind: element.kind)
            sink.put(id, frame, if: frame.intersects(rect))
        }
        let tree = tree(of: section)
        guard tree.count > 0 else { return }
        let counts = counts.elements + entry.firstNode
        tree.forEachLeaf(
            between: rect.minY, and: rect.maxY, origin: offset, spans.elements + entry.firstSpan, counts,
            counting: &counter
        ) { slot, firstItem, shifts, counter in
            let count = Int(counts[slot])
            let handle = blocks[entry.firstSlot &+ slot].handle
            let run = frames.run(handle)
            let section = Int32(truncatingIfNeeded: section)
            sink.reserve(count)
            counter.test(elements: count)
            var hits: UInt32 = 0
            if tree.lanes == 1 {
                hits = run.intersecting(rect, count, movedBy: shifts[0], usualCount: Self.preparedSize)
            } else {
                let lanes = lanes.run(handle)
                for index in 0..<count {
                    let frame = run[index].offset(x: 0, y: shifts[Int(lanes[index])])
                    hits |= UInt32(truncatingIfNeeded: Int(bit: frame.intersects(rect))) &<< UInt32(index)
                }
            }
            sink.put(hits) { index in
                ElementID(section: section, item: Int32(truncatingIfNeeded: firstItem &+ index))
            } frame: { index in
                let lane = tree.lanes == 1 ? 0 : Int(lanes.run(handle)[index])
                return run[index].offset(x: 0, y: shifts[lane])
            }
        }
    }
}
