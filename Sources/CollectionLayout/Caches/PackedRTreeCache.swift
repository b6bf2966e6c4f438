/// A static packed R-tree: flat levels of nodes with 16 children, without a pointer.
///
/// Elements keep their order where consecutive ones lie close together, as in rows and in a waterfall; otherwise they
/// are packed; see `TileOrder`. Boxes of nodes are 32-bit floats, rounded outwards; the exact frame decides.
///
/// Prepare O(n), change O(n): the tree is built again. Query O(log n + k). About 45 bytes an element, 20 more if packed:
/// its number, and its box as floats, which are tested 16 at a time and leave little to test exactly.
public struct PackedRTreeCache: RelayingCache {
    /// What was prepared.
    public internal(set) var content = Content(container: Container(breadth: 0, viewportLength: 0))
    private let passing = PassedByAddress()
    private var table = SectionTable()
    /// Frames in content coordinates, in the order of sections.
    private var frames = FlatArray<Rect>()
    /// Ids in the order of the tree's leaves.
    private var ids = FlatArray<ElementID>()
    /// Which frame is that of a leaf; empty if they stand in the same order.
    private var order = FlatArray<UInt32>()
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
        if TileOrder.pays(for: frames) {
            let entries = TileOrder(frames, in: table.size).entries
            let former = ids
            // Where there is nothing but one section, its items are numbered as they stand: no load for each from anywhere.
            let isOneSection = content.sections.count == 1 && content.supplementaryCount == 0
            ids = FlatArray(
                entries.elements.lazy.map {
                    isOneSection ? ElementID(section: 0, item: Int($0.index)) : former[Int($0.index)]
                })
            order = FlatArray(entries.elements.lazy.map(\.index))
            tree = BoxTree(over: entries, threads: content.threadCount)
        } else {
            tree = BoxTree(over: frames, threads: content.threadCount)
        }
    }

    /// The extent of all elements.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { frames.count }
    /// Bytes held.
    public var byteCount: Int {
        frames.byteCount + ids.byteCount + order.byteCount + tree.byteCount + table.byteCount
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
        return frames[rank]
    }

    /// Descends into the nodes that intersect the rect.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        tree.search(
            rect, counting: &counter,
            expecting: { node, meeting in
                let first = node &* BoxTree.fanout
                if tree.keepsLeaves { return ids.prefetch(first, BoxTree.fanout) }
                meeting.forEachBit {
                    let run = (first &+ $0) &* BoxTree.fanout
                    frames.prefetch(run, BoxTree.fanout)
                    ids.prefetch(run, BoxTree.fanout)
                }
            }
        ) { node, meeting, certain, counter in
            let first = node &* BoxTree.fanout
            if tree.keepsLeaves {
                var hits = certain
                let doubtful = meeting & ~certain
                counter.test(elements: doubtful.nonzeroBitCount)
                doubtful.forEachBit {
                    if frames[Int(order[first &+ $0])].intersects(rect) { hits |= 1 &<< UInt32($0) }
                }
                sink.reserve(BoxTree.fanout)
                sink.put(hits, id: { ids[first &+ $0] }, frame: { frames[Int(order[first &+ $0])] })
                return
            }
            meeting.forEachBit {
                let first = (first &+ $0) &* BoxTree.fanout
                let range = first..<min(first &+ BoxTree.fanout, frames.count)
                counter.test(elements: range.count)
                let hits = frames.intersecting(rect, range, usualCount: BoxTree.fanout)
                sink.reserve(BoxTree.fanout)
                sink.put(hits, id: { ids[first &+ $0] }, frame: { frames[first &+ $0] })
            }
        }
    }

    /// Every node's box contains its children.
    public func checkInvariants() {
        precondition(frames.count == ids.count)
        tree.checkInvariants(
            over: tree.keepsLeaves ? FlatArray(order.elements.lazy.map { frames[Int($0)] }) : frames)
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
                if entry.offset != 0 { for position in items { frames[position].y += entry.offset } }
                for position in items {
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
