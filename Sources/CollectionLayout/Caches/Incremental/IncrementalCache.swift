/// Blocks of items whose frames move by lazily added offsets, and the state of the layout's fold before each block.
///
/// After edits the fold restarts at the last state that does not depend on what has changed and runs, block by block,
/// until its new state is the old one moved along the axis, by one distance or by one a lane. Where items stand in rows,
/// the frames of a block tell between which of them it can restart and end. From there on everything is moved by adding
/// the distance to a few nodes of a `ShiftTree`; a second tree moves the sections behind. Items are found by counts in the
/// same nodes, so that nothing else knows their numbers; blocks split and join as items come and go, and a tree has room
/// for more. So are sections, once some have come, gone or moved.
///
/// Prepare O(n). Query O(log n + k). An edit of items O(B + log n) where the layout converges within a few blocks of
/// B = 32 items, which is so unless
/// - all lanes of a waterfall are chosen anew (``WaterfallLayout/rebalances``), in O(items behind);
/// - many items are alike and get out of step with former rows: frames then go from one to another, in O(B + log n) for each
///   item that is different until rows meet former ones, and for 64 of them at most;
/// - rows wrap anew for the rest of the section, as those of items of equal breadth but other lengths do, or alike ones behind
///   more different ones than that. Once an edit has come to know it, in O(items), on several threads where that pays, or
///   ``rehearseEdits(ofSection:)`` before any edit, chains of rows are kept of the section and no frames: an edit is O(B + log n)
///   times the items of a row, a query O(B + log n + k). For rows of more than 512 items it stays at O(items behind).
///
/// A header or footer of another size is an edit like one of items. A section that comes, goes or moves takes O(log² sections),
/// amortised, beside what its own items take and what the content does (``SectionList``); where lengths do not snap, each
/// transaction with such edits takes O(sections). After edits that have moved sections by 2e12 pt less a quarter of the content's
/// length, all distances together, all is placed again, in O(n): sums stay exact.
///
/// Where items stand side by side over more than the container's breadth, as the weeks of a calendar or the columns of a table do,
/// queries tell blocks apart along both axes, and ask a layout that adds more than 64 elements of its own for those that they meet.
///
/// Queries allocate only where lanes times one more than the levels of a section's tree is above 128: from 26 lanes on in a section
/// of a million items; and where such a layout gives its elements as an array, see
/// ``SectionFold/forEachSupplementary(from:to:meeting:_:)``.
///
/// About 21 bytes an item, with chains of rows of r items min(r, 36) + r / 13 more; 37 where lengths do not snap, or once a frame
/// is too large or too far from its neighbours for grains, which takes O(n) that one time.
public struct IncrementalCache: AttributeCache {
    /// The most items of a block.
    static let blockSize = BlockFrames.blockSize
    /// Items of a block as prepared: the first few that come do not split it.
    static let preparedSize = 28
    /// The most elements of a section beside its items for each of which a look is cheap.
    static let fewElements = 64

    typealias Entry = SectionNodes.Entry
    typealias Block = SectionNodes.Block

    /// What was prepared.
    public internal(set) var content = Content(container: .empty)
    private let passing = PassedByAddress()
    /// One for each section. It stays where it is while others come and go: as prepared they stand in the order of the sections.
    var entries = Arena<Entry>()
    /// The elements of each section beside its items, in section coordinates.
    var supplementaries = Arena<Supplementary>()
    /// Frames in section coordinates, less the shifts of their block.
    var frames = BlockFrames(capacity: 0, isInGrains: true)
    /// The lane of each item, by the handles of the frames; empty if no section has lanes that move apart.
    var lanes = BlockPool<UInt16>(capacity: 0, recycledLength: blockSize, filler: 0)
    var hasLanes = false
    /// The numbers of each section's nodes, and of those of the tree over the sections.
    var nodes = Arena<Double>()
    /// The tree over the sections, in content coordinates: each is a block of one item, whose handle is its entry's index.
    var root = Entry()
    var sectionTree = ShiftTree(count: 0, lanes: 1)
    /// Whether sections have come, gone or moved since they were prepared.
    var hasMovedSections = false
    /// The section that was looked for last since then, for edits to look for it once; -1 if there is none.
    var foundSection = -1
    var foundPlace = (slot: 0, index: 0)
    /// The leaf of the section that an edit has asked for last, with what a query around the edit will need, and the first one of
    /// the sibling leaves of its blocks; nothing depends on it. Before the first edit one that is beside no leaf.
    var expected = (slot: -2, run: -1)
    /// What sections do not use any more of the arenas.
    var unused = UnusedRuns()
    /// The length of all sections.
    var length = 0.0
    /// How far edits have moved sections since all were placed, all distances together.
    var moves = 0.0
    /// Room for a state, and for the shifts of its lanes.
    var scratch = FlatArray<Double>()
    /// Room for what edits do.
    var log = EditLog()
    /// Room for the frames of a block while they are placed.
    var room = FlatArray<Rect>(uninitialized: blockSize)

    /// How many items an edit has to place, and how many must be left behind them, before their rows are taken for such that wrap
    /// anew for the rest of the section.
    var patience = 1024
    /// How many times more the changes in hand may bring rows into step; see ``mostSteps``.
    var stepsLeft = 0

    /// Another one after each change.
    public internal(set) var version: CacheVersion? = CacheVersion()

    /// A cache of nothing.
    public init() {}

    /// The nodes of a section, to be read.
    @inline(__always)
    func nodes(of section: Int) -> SectionNodes { nodes(of: entry(of: section)) }

    @inline(__always)
    func nodes(of entry: Entry) -> SectionNodes { nodes.nodes(of: entry) }

    /// The nodes of a section, which may be written to until the cache is copied or nodes are allocated.
    @inline(__always)
    mutating func writableNodes(of section: Int) -> SectionNodes {
        let entry = entry(of: section)
        return writableNodes(of: entry)
    }

    @inline(__always)
    mutating func writableNodes(of entry: Entry) -> SectionNodes { nodes.writableNodes(of: entry) }

    /// The nodes of all sections, writable even if they are shared; see ``FlatArray/shared``.
    var sharedNodes: UnsafeMutablePointer<Double> { UnsafeMutablePointer(mutating: nodes.elements) }

    /// Notes it in the content.
    public mutating func setViewportLength(_ length: Double) -> Bool {
        content.container.viewportLength = length
        return true
    }

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        var next = IncrementalCache()
        if try !next.lay(content, inGrains: content.container.snapping == .grain) {
            next = IncrementalCache()
            _ = try next.lay(content, inGrains: false)
        }
        next.patience = patience
        self = next
        changed()
    }

    /// Lays out into an empty cache.
    ///
    /// - Returns: Whether all frames fit; if not, the cache is of no use.
    private mutating func lay(_ content: Content, inGrains: Bool) throws(LayoutError) -> Bool {
        self.content = content
        reserve(inGrains)
        entries = Arena(capacity: content.sections.count + Arena<Entry>.spare(content.sections.count))
        for section in content.sections { _ = entries.append(CollectionOfOne(allocateEntry(section))) }
        let misfits = FlatArray(repeating: false, count: content.sections.count)
        let placer = Placer(self, misfits: misfits.shared.baseAddress!)
        let table = try SectionTable.lay(
            content, placing: { section, _, runner in runner.withLayout { placer.place(section, $0, runner) } },
            copies: true, copying: { placer.copy($0, like: $1, of: content) },
            spare: Arena<Supplementary>.spare(content.supplementaryCount))
        guard !misfits.elements.contains(true) else { return false }
        supplementaries = Arena(table.supplementaries, count: content.supplementaryCount)
        length = table.size.height
        let all = entries.writable
        for section in 0..<table.count {
            let others = table.supplementaries(of: section)
            all[section].firstSupplementary = others.lowerBound
            all[section].supplementaryCount = Int32(others.count)
            all[section].offset = table[section].offset
            all[section].extent = table[section].extent
        }
        linkAll { table[$0].items }
        return true
    }

    /// Makes room for exactly what the content needs.
    private mutating func reserve(_ inGrains: Bool) {
        root = Entry()
        root.slotCount = SectionNodes.slotCount(forBlocks: content.sections.count)
        let numberCount = content.sections.reduce(SectionNodes.numberCount(root)) {
            $0 + SectionNodes.numberCount(entry(of: $1))
        }
        frames = BlockFrames(capacity: content.itemCount, isInGrains: inGrains)
        nodes = Arena(capacity: numberCount + Arena<Double>.spare(numberCount))
        makeRoomForLayouts()
    }

    /// Makes the room that the layouts of the content need, as prepared or when one has come since. The lanes of the items that are
    /// there when the first layout comes whose items choose some are never asked for.
    mutating func makeRoomForLayouts() {
        let most = content.resolved.reduce(0) { max($0, $1.stateCount + $1.laneCount) }
        if most > scratch.count { scratch = FlatArray(uninitialized: most) }
        if !hasLanes, content.resolved.contains(where: { $0.laneCount > 1 && !$0.turnsLanes }) {
            hasLanes = true
            lanes = frames.pool(of: 0)
        }
    }

    /// The leaf of an item as prepared.
    static func slot(ofItem item: Int, of tree: ShiftTree) -> Int {
        SectionNodes.slot(ofBlock: item / preparedSize, tree.count)
    }

    /// The blocks of items as prepared.
    static func blockCount(forItems items: Int) -> Int { (items + preparedSize - 1) / preparedSize }

    static func slotCount(forItems items: Int) -> Int {
        SectionNodes.slotCount(forBlocks: blockCount(forItems: items))
    }

    /// What is known of a section before it has nodes.
    private func entry(of section: Section) -> Entry {
        var entry = Entry(layout: section.layout, content.resolved[Int(section.layout)])
        entry.slotCount = Self.slotCount(forItems: Int(section.count))
        return entry
    }

    /// Takes the frames of a block.
    mutating func allocateBlock(capacity: Int) -> Block {
        let handle = frames.allocate(capacity)
        if hasLanes { _ = lanes.allocate(capacity) }
        return Block(handle: handle, capacity: UInt32(capacity))
    }

    /// Takes the nodes and the blocks of a section.
    private mutating func allocateEntry(_ section: Section) -> Entry {
        let items = Int(section.count)
        var entry = entry(of: section)
        nodes.allocateNodes(of: &entry, from: &unused)
        let nodes = writableNodes(of: entry)
        let blockCount = Self.blockCount(forItems: items)
        for number in 0..<blockCount {
            let slot = SectionNodes.slot(ofBlock: number, blockCount)
            let count = min(Self.preparedSize, items - number * Self.preparedSize)
            nodes.blocks[slot] = allocateBlock(capacity: count)
            nodes.counts[slot] = Int32(count)
        }
        if blockCount > 0 { entry.firstFrame = nodes.blocks[0].handle }
        return entry
    }

    /// What the items of a section span, in section coordinates.
    func itemSpan(of section: Int) -> ItemSpan {
        itemSpan(of: section, nodes(of: section), content.layout(ofSection: section))
    }

    func itemSpan(of section: Int, _ nodes: SectionNodes, _ layout: ResolvedLayout) -> ItemSpan {
        nodes.tree.isChained ? chainedSpan(of: section, nodes, layout) : Self.itemSpan(nodes, layout)
    }

    static func itemSpan(_ nodes: SectionNodes, _ layout: ResolvedLayout) -> ItemSpan {
        let tree = nodes.tree
        var whole = ItemSpan()
        guard tree.count > 0 else { return whole }
        for lane in 0..<tree.lanes {
            let span = tree.whole(lane: lane, nodes.spans, nodes.counts)
            whole.near = min(whole.near, span.near)
            whole.far = max(whole.far, span.far)
            // Where lanes turn, breadths are counted from the edge of the lane.
            let edge = tree.turns && span.near <= span.far ? layout.laneEdges[lane] : 0
            whole.breadth = max(whole.breadth, edge + span.breadth)
        }
        return whole
    }

    /// Where a section stands. O(log S).
    public func geometry(ofSection section: Int) -> SectionGeometry {
        SectionGeometry(
            offset: offset(of: section), extent: entry(of: section).extent, items: itemSpan(of: section))
    }

    /// The extent of all elements, in layout space and points.
    public var contentSize: Size {
        guard sectionTree.count > 0 else { return Size(width: content.container.breadth, height: 0) }
        let breadth = sectionTree.whole(lane: 0, sectionSpans).breadth
        return Size(width: max(breadth, content.container.breadth), height: length)
    }

    /// The number of elements.
    public var elementCount: Int { content.itemCount + content.supplementaryCount }

    /// Bytes held.
    public var byteCount: Int {
        entries.byteCount + supplementaries.byteCount + frames.byteCount + lanes.byteCount + nodes.byteCount
    }

    /// The frame of an element. O(log n).
    public func frame(of id: ElementID) -> Rect? {
        let section = Int(id.section)
        guard content.sections.indices.contains(section) else { return nil }
        let entry = entry(of: section)
        if id.kind == .cell {
            let item = Int(id.item)
            guard (0..<Int(content.sections[section].count)).contains(item) else { return nil }
            if entry.isChained { return chainedFrame(of: item, in: section)?.offset(x: 0, y: offset(of: section)) }
            let nodes = nodes(of: entry)
            let tree = nodes.tree
            let (slot, first) = nodes.find(item)
            let handle = nodes.blocks[slot].handle
            let lane =
                tree.turns ? (item - first) % tree.lanes : tree.lanes > 1 ? Int(lanes.run(handle)[item - first]) : 0
            let shift = tree.shift(of: slot, lane: lane, nodes.spans, nodes.counts)
            let edge = tree.turns ? content.layout(ofSection: section).laneEdges[item % tree.lanes] : 0
            return frames.frame(handle, item - first).offset(x: edge, y: shift).offset(x: 0, y: offset(of: section))
        }
        return supplementaries.run(entry.supplementaries).first { $0.id(inSection: section) == id }?
            .frame.offset(x: 0, y: offset(of: section))
    }
}
