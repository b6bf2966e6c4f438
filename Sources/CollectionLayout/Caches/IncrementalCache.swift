/// Blocks of items whose frames move by lazily added offsets, and the state of the layout's fold before each block.
///
/// After a change the fold restarts at the last state that does not depend on the changed item and runs, block by block,
/// until its new state is the old one moved along the axis, by one distance or by one a lane. From there on everything
/// is moved by adding the distance to a few nodes of a ``ShiftTree``; a second tree moves the sections behind.
///
/// Prepare O(n). Query O(log n + k). Change O(B + log n) where the layout converges within a few blocks of B = 32 items,
/// which is so unless items wrap differently for the rest of the section. About 36 bytes an item.
public struct IncrementalCache: AttributeCache {
    /// Items of a block.
    public static let blockSize = 32

    /// A section in the flat arrays.
    struct Entry: BitwiseCopyable {
        var firstItem: Int
        var firstSupplementary: Int
        var firstSpan: Int
        var firstState: Int
        /// Where the section began when it was prepared, and its length along the axis now.
        var offset: Double
        var extent: Double
    }

    /// What the cache asks a layout for again and again.
    private struct Kind: BitwiseCopyable {
        var lanes: Int
        var stateCount: Int
    }

    /// What was prepared.
    public internal(set) var content = Content(container: Container(breadth: 0, viewportLength: 0))
    private var kinds = FlatArray<Kind>()
    var entries = FlatArray<Entry>()
    var supplementaries = FlatArray<Supplementary>()
    /// Frames in section coordinates, less the shifts of their block.
    var frames = FlatArray<Rect>()
    /// The lane of each item; empty if no section has lanes that move apart.
    var laneOf = FlatArray<UInt16>()
    /// The trees over the blocks of each section.
    var spans = FlatArray<ShiftTree.Span>()
    /// For each section the state before each block, less the shifts of that block, then the state at the end.
    var states = FlatArray<Double>()
    /// The tree over the sections, in content coordinates.
    var sectionTree = ShiftTree(count: 0, lanes: 1)
    var sectionSpans = FlatArray<ShiftTree.Span>()

    /// A cache of nothing.
    public init() {}

    private static func blockCount(_ items: Int) -> Int { (items + blockSize - 1) / blockSize }

    @inline(__always)
    func tree(of section: Int) -> ShiftTree {
        let description = content.sections[section]
        return ShiftTree(
            count: Self.blockCount(Int(description.count)), lanes: kinds[Int(description.layout)].lanes)
    }

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        try lay(content, following: nil)
    }

    mutating func lay(_ content: Content, _ former: SectionTable.Former?) throws(LayoutError) {
        self.content = content
        tabulate()
        let end = entries[content.sections.count]
        let hasLanes = content.resolved.contains { $0.laneCount > 1 }
        supplementaries = FlatArray(uninitialized: end.firstSupplementary)
        frames = FlatArray(uninitialized: end.firstItem)
        laneOf = FlatArray(repeating: 0, count: hasLanes ? end.firstItem : 0)
        spans = FlatArray(repeating: ShiftTree.Span(), count: end.firstSpan)
        states = FlatArray(uninitialized: end.firstState)
        sectionTree = ShiftTree(count: content.sections.count, lanes: 1)
        sectionSpans = FlatArray(repeating: ShiftTree.Span(), count: sectionTree.spanCount)
        var runner = FoldRunner(content)
        for section in content.sections.indices {
            runner.begin(section)
            if let former {
                let range = entries[section].firstItem..<entries[section + 1].firstItem
                let items = UnsafeMutableBufferPointer(rebasing: frames.writable[range])
                former.map.carry(section, into: items, from: former.frame)
            }
            place(section, runner, replacing: former != nil)
            try runner.end()
            let entry = entries[section]
            entries.writable[section].offset = runner.offset
            entries.writable[section].extent = runner.extent
            let others = supplementaries.writable
            for (index, element) in runner.supplementaries.enumerated() {
                others[entry.firstSupplementary + index] = element
            }
            runner.advance(breadth: cover(section, tree(of: section)))
        }
        sectionTree.build(sectionSpans.writable.baseAddress!)
    }

    /// Gives each section its place in the flat arrays.
    private mutating func tabulate() {
        let sections = content.sections
        kinds = FlatArray(content.resolved.map { Kind(lanes: $0.laneCount, stateCount: $0.stateCount) })
        entries = FlatArray(uninitialized: sections.count + 1)
        let entries = entries.writable
        var entry = Entry(firstItem: 0, firstSupplementary: 0, firstSpan: 0, firstState: 0, offset: 0, extent: 0)
        for section in sections.indices {
            entries[section] = entry
            let count = Int(sections[section].count)
            let kind = kinds[Int(sections[section].layout)]
            entry.firstItem += count
            entry.firstSupplementary += content.supplementaryCount(ofSection: section)
            entry.firstSpan += ShiftTree(count: Self.blockCount(count), lanes: kind.lanes).spanCount
            entry.firstState += (Self.blockCount(count) + 1) * kind.stateCount
        }
        entries[sections.count] = entry
    }

    /// Places the items of a section and keeps the states before each block and at the end.
    private mutating func place(_ section: Int, _ runner: borrowing FoldRunner, replacing: Bool) {
        let entry = entries[section]
        let items = Int(content.sections[section].count)
        let fold = content.fold(ofSection: section)
        let tree = tree(of: section)
        let states = states.writable.baseAddress! + entry.firstState
        let frames = frames.writable.baseAddress! + entry.firstItem
        let spans = spans.writable.baseAddress! + entry.firstSpan
        let lanes = laneOf.writable
        for block in 0..<tree.count {
            store(runner.state, states + block * fold.stateCount)
            let range = block * Self.blockSize..<min((block + 1) * Self.blockSize, items)
            if replacing {
                runner.replace(range, in: frames + range.lowerBound)
            } else {
                runner.place(range, into: frames + range.lowerBound)
            }
            let leaf = spans + block * tree.lanes
            if tree.lanes == 1 {
                for item in range { leaf.pointee.cover(frames[item]) }
            } else {
                for item in range {
                    let lane = fold.lane(of: frames[item])
                    lanes[entry.firstItem + item] = UInt16(lane)
                    leaf[lane].cover(frames[item])
                }
            }
        }
        store(runner.state, states + tree.count * fold.stateCount)
        tree.build(spans)
    }

    func store(_ state: FoldState, _ slots: UnsafeMutablePointer<Double>) {
        for index in 0..<state.count { slots[index] = state[index] }
    }

    /// Computes the span of a section in the tree of sections; its shift stays.
    ///
    /// - Returns: The farthest edge of the section's items across the axis.
    @discardableResult
    mutating func cover(_ section: Int, _ tree: ShiftTree) -> Double {
        let entry = entries[section]
        let items = itemSpan(of: section, tree)
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
        return items.breadth
    }

    /// What the items of a section span, in section coordinates.
    private func itemSpan(of section: Int, _ tree: ShiftTree) -> ItemSpan {
        var whole = ItemSpan()
        guard tree.count > 0 else { return whole }
        for lane in 0..<tree.lanes {
            let span = tree.whole(lane: lane, spans.elements.baseAddress! + entries[section].firstSpan)
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
    public var elementCount: Int { frames.count + supplementaries.count }

    /// Bytes held.
    public var byteCount: Int {
        entries.byteCount + supplementaries.byteCount + frames.byteCount + laneOf.byteCount + spans.byteCount
            + states.byteCount + sectionSpans.byteCount
    }

    /// The frame of an element. O(log n).
    public func frame(of id: ElementID) -> Rect? {
        let section = Int(id.section)
        guard content.sections.indices.contains(section) else { return nil }
        let entry = entries[section]
        if id.kind == .cell {
            let item = Int(id.item)
            guard (0..<Int(content.sections[section].count)).contains(item) else { return nil }
            let lane = laneOf.count > 0 ? Int(laneOf[entry.firstItem + item]) : 0
            let shift = tree(of: section).shift(
                of: item / Self.blockSize, lane: lane, spans.elements.baseAddress! + entry.firstSpan)
            return frames[entry.firstItem + item].offset(x: 0, y: shift).offset(x: 0, y: offset(of: section))
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
        ) { section, shifts, counter in
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
        let items = Int(content.sections[section].count)
        tree.forEachLeaf(
            between: rect.minY, and: rect.maxY, origin: offset, spans.elements.baseAddress! + entry.firstSpan,
            counting: &counter
        ) { block, shifts, counter in
            let range = block * Self.blockSize..<min((block + 1) * Self.blockSize, items)
            let first = entry.firstItem &+ range.lowerBound
            let section = Int32(truncatingIfNeeded: section)
            sink.reserve(range.count)
            counter.test(elements: range.count)
            var hits: UInt32 = 0
            if tree.lanes == 1 {
                hits = frames.intersecting(
                    rect, first..<first &+ range.count, movedBy: shifts[0],
                    usualCount: Self.blockSize)
            } else {
                for index in 0..<range.count {
                    let frame = frames[first &+ index].offset(x: 0, y: shifts[Int(laneOf[first &+ index])])
                    hits |= UInt32(truncatingIfNeeded: Int(bit: frame.intersects(rect))) &<< UInt32(index)
                }
            }
            sink.put(hits) { index in
                ElementID(section: section, item: Int32(truncatingIfNeeded: range.lowerBound &+ index))
            } frame: { index in
                let lane = tree.lanes == 1 ? 0 : Int(laneOf[first &+ index])
                return frames[first &+ index].offset(x: 0, y: shifts[lane])
            }
        }
    }
}
