/// A static packed R-tree: flat levels of nodes with 16 children, without a pointer.
///
/// Elements keep their order where consecutive ones lie close together, as in rows and in a waterfall; otherwise they
/// are packed by sort-tile-recursive (Leutenegger, López, Edgington: STR, a simple and efficient algorithm for R-tree
/// packing, 1997). Boxes of nodes are 32-bit floats, rounded outwards; the exact frame decides.
///
/// Prepare O(n), change O(n): the tree is built again. Query O(log n + k). About 45 bytes an element, 20 more if packed:
/// its position, and its box as floats, which are tested 16 at a time and leave little to test exactly.
public struct PackedRTreeCache: RelayingCache {
    /// What was prepared.
    public internal(set) var content = Content(container: Container(breadth: 0, viewportLength: 0))
    private let passing = PassedByAddress()
    private var table = SectionTable()
    /// Frames in content coordinates and ids, in the order of the tree's leaves.
    private var frames = FlatArray<Rect>()
    private var ids = FlatArray<ElementID>()
    /// Where each element stands, by the order of sections; empty if that is the order of the leaves.
    private var positionOf = FlatArray<UInt32>()
    private var tree = BoxTree()

    /// A cache of nothing.
    public init() {}

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        try lay(content, following: nil)
        changed()
    }

    /// Lays out again, lanes kept, and builds the tree again. O(n).
    public mutating func apply(_ changes: [Change]) throws(LayoutError) { try relay(changes) }

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var next = PackedRTreeCache()
        try next.lay(
            content, edits.map { ($0, { [self] in frame(of: ElementID(section: $0, item: $1))! }) })
        self = next
    }

    /// Places the elements in the order of sections: the header, the items, the rest.
    private mutating func lay(_ content: Content, _ former: SectionTable.Former?) throws(LayoutError) {
        self.content = content
        let count = content.itemCount + content.supplementaryCount
        frames = FlatArray(uninitialized: count)
        ids = FlatArray(uninitialized: count)
        table = try SectionTable.lay(content, among: frames.writable, ids.writable, following: former)
        let isScattered = BoxTree.isScattered(frames)
        if isScattered { pack() }
        tree = BoxTree(over: frames, keepingLeaves: isScattered, threads: content.threadCount)
    }

    /// Brings the elements into the order of tiles.
    private mutating func pack() {
        let order = BoxTree.tileOrder(frames)
        frames = FlatArray(order.elements.lazy.map { [frames] in frames[Int($0)] })
        ids = FlatArray(order.elements.lazy.map { [ids] in ids[Int($0)] })
        positionOf = FlatArray(uninitialized: order.count)
        let positions = positionOf.writable
        for position in 0..<order.count { positions[Int(order[position])] = UInt32(position) }
    }

    /// The extent of all elements.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { frames.count }
    /// Bytes held.
    public var byteCount: Int {
        frames.byteCount + ids.byteCount + positionOf.byteCount + tree.byteCount + table.byteCount
    }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { table.geometry(of: section) }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        guard let ordinal = table.ordinal(id) else {
            guard let element = table.supplementary(id) else { return nil }
            return element.frame.offset(x: 0, y: table[Int(id.section)].offset)
        }
        // Before the item stand the elements of former sections and the header of its own.
        let section = Int(id.section)
        let others = table.supplementaries(of: section)
        let header = !others.isEmpty && table.supplementaries[others.lowerBound].kind == .header ? 1 : 0
        let rank = ordinal + table[section].firstSupplementary + header
        return frames[positionOf.count > 0 ? Int(positionOf[rank]) : rank]
    }

    /// Descends into the nodes that intersect the rect.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        tree.search(
            rect, counting: &counter,
            expecting: { if tree.keepsLeaves { ids.prefetch($0 &* BoxTree.fanout, BoxTree.fanout) } }
        ) { node, meeting, certain, counter in
            let first = node &* BoxTree.fanout
            if tree.keepsLeaves {
                let doubtful = meeting & ~certain
                counter.test(elements: doubtful.nonzeroBitCount)
                put(certain | frames.intersecting(rect, first, among: doubtful), from: first, into: &sink)
                return
            }
            var leaves = meeting
            while leaves != 0 {
                let first = (first &+ leaves.trailingZeroBitCount) &* BoxTree.fanout
                leaves &= leaves &- 1
                let range = first..<min(first &+ BoxTree.fanout, frames.count)
                counter.test(elements: range.count)
                put(frames.intersecting(rect, range, usualCount: BoxTree.fanout), from: first, into: &sink)
            }
        }
    }

    /// Takes the elements of the bits set, counted from `first`.
    @inline(__always)
    private func put<Sink: HitSink & ~Copyable>(_ hits: UInt32, from first: Int, into sink: inout Sink) {
        sink.reserve(BoxTree.fanout)
        sink.put(hits, id: { ids[first &+ $0] }, frame: { frames[first &+ $0] })
    }

    /// Every node's box contains its children.
    public func checkInvariants() {
        precondition(frames.count == ids.count)
        tree.checkInvariants(over: frames)
    }
}

extension SectionTable {
    /// Lays out a content into one array of all elements in content coordinates, in the order of sections.
    fileprivate static func lay(
        _ content: Content, among frames: UnsafeMutableBufferPointer<Rect>,
        _ ids: UnsafeMutableBufferPointer<ElementID>,
        following edits: Former?
    ) throws(LayoutError) -> SectionTable {
        /// The items of a section, and where its header stands before them if it has one.
        func place(of section: Int, _ entry: Entry) -> (first: Int, items: Range<Int>) {
            let header = content.sections[section].headerLength > 0 ? 1 : 0
            let first = entry.firstItem + entry.firstSupplementary
            return (first, first + header..<first + header + Int(content.sections[section].count))
        }
        return try lay(
            content,
            placing: { section, entry, runner in
                let items = UnsafeMutableBufferPointer(rebasing: frames[place(of: section, entry).items])
                runner.place(section, into: items, following: edits)
                return ItemSpan(items)
            },
            settling: { section, entry, others in
                let (first, items) = place(of: section, entry)
                for position in items {
                    frames[position].y += entry.offset
                    ids[position] = ElementID(section: section, item: position - items.lowerBound)
                }
                let header = items.lowerBound - first
                for index in 0..<content.supplementaryCount(ofSection: section) {
                    let position = index < header ? first : items.upperBound + index - header
                    frames[position] = others[index].frame.offset(x: 0, y: entry.offset)
                    ids[position] = ElementID(
                        section: Int32(section), item: others[index].item, kind: others[index].kind)
                }
            })
    }
}
