/// A packed R-tree: flat levels of nodes with 16 children, without a pointer.
///
/// Elements keep their order where consecutive ones lie close together, as in rows and in a waterfall; otherwise they
/// are packed; see `TileOrder`. Boxes of nodes are 32-bit floats, those of elements 16-bit numbers of steps across 256 of them;
/// where these leave a doubt, the exact frame decides.
///
/// Prepare O(n). Query O(log n + k). Items that change where none depends on another one, as on canvases and maps, O(log n)
/// each: the boxes around them are fitted again, until some have become so large that it pays to pack anew. That takes O(n),
/// as any other change does; and O(items) if a section has to be looked through for what it spans, as it does where the
/// outermost item moves inwards. 41 bytes an element, 4 more if packed, and 12 more for its id where there are several
/// sections or supplementary elements.
public struct PackedRTreeCache: RelayingCache {
    /// What was prepared.
    public internal(set) var content = Content(container: .empty)
    private let passing = PassedByAddress()
    var table = SectionTable()
    /// Frames in content coordinates, in the order of sections.
    var frames = FlatArray<Rect>()
    /// Ids in the order of the tree; empty if all elements are items of one section, which their numbers tell.
    private var ids = FlatArray<ElementID>()
    /// Which frame stands where in the tree; empty if they stand in the same order.
    var order = FlatArray<UInt32>()
    var tree = BoxTree()
    /// Another one after each change.
    public internal(set) var version: CacheVersion? = CacheVersion()

    /// A cache of nothing.
    public init() {}

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
        let isOneSection = content.sections.count == 1 && content.supplementaryCount == 0
        ids = FlatArray(uninitialized: isOneSection ? 0 : count)
        table = try SectionTable.lay(content, among: frames.writable, ids.writable, following: former)
        pack()
    }

    /// Builds the tree over all frames, in an order of its own where that pays. O(n).
    mutating func pack() {
        // In the order of the frames, in which they are if the tree has no other one.
        var all = ids
        if ids.count > 0 && order.count > 0 {
            let room = all.writable
            for (position, index) in order.elements.enumerated() { room[Int(index)] = ids[position] }
        }
        order = FlatArray()
        if TileOrder.pays(for: frames) {
            let entries = TileOrder(frames, in: table.size).entries
            order = FlatArray(entries.elements.lazy.map(\.index))
            ids = all.count == 0 ? all : FlatArray(entries.elements.lazy.map { all[Int($0.index)] })
            tree = BoxTree(frames.count, threads: content.threadCount) { entries[$0].box }
        } else {
            ids = all
            tree = BoxTree(frames.count, threads: content.threadCount) { [frames] in BoxTree.Box(around: frames[$0]) }
        }
    }

    /// The extent of all elements, in layout space and points.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { frames.count }
    /// Bytes held.
    public var byteCount: Int {
        frames.byteCount + ids.byteCount + order.byteCount + tree.byteCount + table.byteCount
    }

    mutating func lay(after changes: [Change]) throws(LayoutError) {
        if try !refit(changes) { try lay(content, following: ElementMap(changes)) }
    }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { table.geometry(of: section) }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        guard let ordinal = table.ordinal(id) else { return table.supplementaryFrame(of: id) }
        return frames[firstRank(ofSection: Int(id.section)) + ordinal - table[Int(id.section)].firstItem]
    }

    /// Where the frame of the first item of a section stands: behind the elements of former sections and the header of its own.
    func firstRank(ofSection section: Int) -> Int {
        let others = table.supplementaries(of: section)
        let header = !others.isEmpty && table.supplementaries[others.lowerBound].kind == .header ? 1 : 0
        return table[section].firstItem + table[section].firstSupplementary + header
    }

    /// Descends into the nodes that intersect the rect.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        var hint = sink.hint
        tree.search(rect, from: &hint.start, of: self, into: &sink, counting: &counter)
        sink.hint = hint
    }

    /// Which frame stands at a position of the tree.
    @inline(__always)
    private func number(_ position: Int) -> Int { order.count > 0 ? Int(order[position]) : position }

    /// Every node's box contains its children, and no leaf denies an element.
    public func checkInvariants() {
        precondition(ids.count == frames.count || content.sections.count == 1, "ids")
        let ordered = order.count == 0 ? frames : FlatArray(order.elements.lazy.map { frames[Int($0)] })
        precondition(ordered.count == frames.count, "order")
        tree.checkInvariants(over: ordered)
    }
}

extension PackedRTreeCache: BoxTreeElements {
    @inline(__always)
    func prefetch(run: Int) {
        let fanout = BoxTree.fanout
        if ids.count > 0 {
            ids.prefetch(run &* fanout, fanout)
        } else if order.count > 0 {
            order.prefetch(run &* fanout, fanout)
        }
    }

    @inline(__always)
    func put<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        run: Int, _ certain: UInt32, _ doubtful: UInt32, _ rect: Rect, into sink: inout Sink,
        counting counter: inout Counter
    ) {
        let first = run &* BoxTree.fanout
        var hits = certain
        if doubtful != 0 {
            counter.test(elements: doubtful.nonzeroBitCount)
            hits |= meeting(rect, among: doubtful, behind: first)
        }
        sink.reserve(BoxTree.fanout)
        if ids.count > 0 {
            sink.put(hits, id: { ids[first &+ $0] }, frame: { frames[number(first &+ $0)] })
        } else if order.count > 0 {
            sink.put(
                hits, id: { ElementID(section: 0, item: Int32(truncatingIfNeeded: order[first &+ $0])) },
                frame: { frames[number(first &+ $0)] })
        } else {
            sink.put(hits, from: ElementID(section: 0, item: 0), behind: first) { frames[first &+ $0] }
        }
    }

    /// Those of up to 32 elements behind a position that meet a rect: one bit for each. Rare, and by itself so that nothing is
    /// made ready for it where it is not needed.
    @inline(never)
    private func meeting(_ rect: Rect, among some: UInt32, behind first: Int) -> UInt32 {
        var hits: UInt32 = 0
        some.forEachBit {
            if frames[number(first &+ $0)].intersects(rect) { hits |= 1 &<< UInt32($0) }
        }
        return hits
    }
}

extension SectionTable {
    /// Lays out a content into one array of all elements in content coordinates, in the order of sections, and their ids into
    /// another one if it has room.
    fileprivate static func lay(
        _ content: Content, among frames: UnsafeMutableBufferPointer<Rect>,
        _ ids: UnsafeMutableBufferPointer<ElementID>,
        following edits: Former?
    ) throws(LayoutError) -> SectionTable {
        /// The items of a section, and where its header stands before them if it has one.
        func place(of section: Int, from first: Int) -> (first: Int, items: Range<Int>) {
            let header = content.sections[section].headerLength > 0 ? 1 : 0
            return (first, first + header..<first + header + Int(content.sections[section].count))
        }
        return try lay(
            content,
            placing: { section, part, runner in
                let first = part.firstItem + part.firstSupplementary
                let items = UnsafeMutableBufferPointer(rebasing: frames[place(of: section, from: first).items])
                return runner.place(section, into: items, following: edits)
            },
            settling: { section, entry, others in
                let (first, items) = place(of: section, from: entry.firstItem + entry.firstSupplementary)
                if entry.offset != 0 { for position in items { frames[position].y += entry.offset } }
                guard ids.count > 0 else { return }
                for position in items {
                    ids[position] = ElementID(section: section, item: position - items.lowerBound)
                }
                let header = items.lowerBound - first
                for index in 0..<content.supplementaryCount(ofSection: section) {
                    let position = index < header ? first : items.upperBound + index - header
                    frames[position] = others[index].frame.offset(x: 0, y: entry.offset)
                    ids[position] = others[index].id(inSection: section)
                }
            })
    }
}
