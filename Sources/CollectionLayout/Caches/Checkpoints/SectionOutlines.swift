/// Where sections begin and what their items span: 32 bytes a section. What else is to be known of a section follows from that and
/// from what the content says of it.
struct SectionOutlines {
    /// One section.
    struct Outline: BitwiseCopyable {
        /// Where the section begins along the axis, in content coordinates; it ends where the next one begins.
        var offset: Double
        /// What its items span, in section coordinates.
        var items: ItemSpan
    }

    /// The number of sections.
    private(set) var count = 0
    /// The number of items that have been placed.
    private(set) var itemCount = 0
    /// Of the last section only so many items have been placed, and none of its other elements, if this is not nil.
    private(set) var begunItems: Int?
    /// The extent of the whole content.
    private(set) var size: Size
    /// The sections, then one that begins where the next one would.
    private var outlines: FlatArray<Outline>
    /// Where the items of each section end, in section coordinates; nothing where that follows from its length.
    private var itemsEnds: FlatArray<Double>
    /// What sections reach in content coordinates; nothing as long as all elements stand between the ends of their sections.
    private var reaches = FlatArray<Reach>()

    /// No sections.
    init() {
        self.init(reserving: Content(container: .empty))
    }

    /// None of the sections of a content yet, and room for all. O(1).
    init(reserving content: Content) {
        outlines = FlatArray(uninitialized: content.sections.count + 1)
        // Where sums are not exact, a difference of offsets is not a length.
        itemsEnds = FlatArray(uninitialized: content.container.snapping == .grain ? 0 : content.sections.count)
        size = Size(width: content.container.breadth, height: 0)
        endSections(at: 0)
    }

    private mutating func endSections(at offset: Double) {
        size.height = offset
        outlines.writable[count] = Outline(offset: offset, items: ItemSpan())
    }

    /// Bytes held.
    var byteCount: Int { outlines.byteCount + itemsEnds.byteCount + reaches.byteCount }

    @inline(__always)
    subscript(section: Int) -> Outline { outlines[section] }

    /// How many of a section's items have been placed.
    @inline(__always)
    func itemCount(of section: Int, in content: Content) -> Int {
        if let begunItems, section == count &- 1 { return begunItems }
        return Int(content.sections[section].count)
    }

    /// Whether an element is one of the items that have been placed.
    func hasItem(_ id: ElementID, in content: Content) -> Bool {
        guard id.kind == .cell, (0..<count).contains(Int(id.section)) else { return false }
        return (0..<itemCount(of: Int(id.section), in: content)).contains(Int(id.item))
    }

    /// The length of a section along the axis.
    func extent(of section: Int, in content: Content) -> Double {
        guard itemsEnds.count > 0 else { return outlines[section + 1].offset - outlines[section].offset }
        return content.layout(ofSection: section).extent(of: content.sections[section], itemsEnd: itemsEnds[section])
    }

    /// Where a section stands.
    func geometry(of section: Int, in content: Content) -> SectionGeometry {
        let outline = outlines[section]
        return SectionGeometry(offset: outline.offset, extent: extent(of: section, in: content), items: outline.items)
    }

    /// Calls `body` with one after the other of a section's elements beside its items, in section coordinates; see
    /// ``ResolvedLayout/forEachSupplementary(of:itemsEnd:across:meeting:_:)``.
    @inline(__always)
    func forEachSupplementary(
        of section: Int, _ description: Section, _ layout: ResolvedLayout, across: Double,
        _ body: (Supplementary) -> Void
    ) {
        guard let itemsEnd = itemsEnd(of: section, description, layout) else { return }
        layout.forEachSupplementary(of: description, itemsEnd: itemsEnd, across: across, body)
    }

    /// Where the items of a section end, in section coordinates; nil as long as not all of them have been placed.
    @inline(__always)
    private func itemsEnd(of section: Int, _ description: Section, _ layout: ResolvedLayout) -> Double? {
        if begunItems != nil, section == count &- 1 { return nil }
        if itemsEnds.count > 0 { return itemsEnds[section] }
        let extent = outlines[section &+ 1].offset - outlines[section].offset
        return layout.itemsEnd(of: description, extent: extent)
    }

    /// The frame of the other element of an id, in content coordinates; nil if there is none.
    func supplementaryFrame(of id: ElementID, in content: Content) -> Rect? {
        let section = Int(id.section)
        guard (0..<count).contains(section) else { return nil }
        var frame: Rect?
        forEachSupplementary(
            of: section, content.sections[section], content.layout(ofSection: section),
            across: content.container.breadth
        ) {
            if frame == nil, $0.id(inSection: section) == id {
                frame = $0.frame.offset(x: 0, y: outlines[section].offset)
            }
        }
        return frame
    }

    /// Tests the elements of a section beside its items.
    @inline(__always)
    func searchSupplementaries<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        of section: Int, _ description: Section, _ layout: ResolvedLayout, across: Double, _ rect: Rect,
        into sink: inout Sink, counting counter: inout Counter
    ) {
        guard let itemsEnd = itemsEnd(of: section, description, layout) else { return }
        layout.searchSupplementaries(
            of: section, description, at: outlines[section].offset, itemsEnd: itemsEnd, across: across, rect,
            into: &sink, counting: &counter)
    }

    // What changes

    /// Appends a section behind the others.
    ///
    /// - Parameters:
    ///   - itemsEnd: Where its items end along the axis, in section coordinates.
    ///   - items: What they span.
    ///   - begunItems: How many items those are, if not all of the section have been placed; then it has no other elements yet.
    mutating func append(itemsEnd: Double, items: ItemSpan, begunItems: Int? = nil, in content: Content) {
        let (section, offset) = (count, size.height)
        let layout = content.layout(ofSection: section)
        let extent = begunItems == nil ? layout.extent(of: content.sections[section], itemsEnd: itemsEnd) : itemsEnd
        outlines.writable[section].items = items
        if itemsEnds.count > 0 { itemsEnds.writable[section] = itemsEnd }
        count += 1
        self.begunItems = begunItems
        itemCount += self.itemCount(of: section, in: content)
        size.width = max(size.width, layout.sectionBreadth(reaching: items.breadth))
        endSections(at: offset + extent)
        if reaches.count > 0 {
            reaches.writable.set(section, to: reach(of: section, in: content), behind: 0)
        } else {
            reachSections(in: content, ifOverhanging: section..<count)
        }
    }

    /// Takes off the last section, of which only some items have been placed; the breadth stays, as it will be appended again.
    mutating func removeBegun() {
        guard let items = begunItems else { return }
        begunItems = nil
        count -= 1
        itemCount -= items
        endSections(at: outlines[count].offset)
    }

    /// Takes over a section that has been laid out again, and moves all that follow. O(sections).
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``, and changes nothing.
    mutating func replace(
        _ section: Int, itemsEnd: Double, items: ItemSpan, in content: Content
    ) throws(LayoutError) {
        let layout = content.layout(ofSection: section)
        let length = layout.extent(of: content.sections[section], itemsEnd: itemsEnd)
        let growth = length - extent(of: section, in: content)
        guard size.height + growth <= Snapping.largestCoordinate else {
            throw .contentTooLong(sections: count) { outlines[$0 + 1].offset + ($0 < section ? 0 : growth) }
        }
        let all = outlines.writable
        all[section].items = items
        if itemsEnds.count > 0 { itemsEnds.writable[section] = itemsEnd }
        for later in section + 1...count { all[later].offset += growth }
        size.height += growth
        size.width = content.breadth(ofSections: count) { outlines[$0].items.breadth }
        // Sums that are not exact may end a section behind the beginning of the next one.
        let isAlone = reaches.count == 0 && itemsEnds.count == 0
        reachSections(in: content, ifOverhanging: isAlone ? section..<section + 1 : 0..<count)
    }

    /// What a section by itself reaches, in content coordinates.
    private func reach(of section: Int, in content: Content) -> Reach {
        let (outline, description) = (outlines[section], content.sections[section])
        let layout = content.layout(ofSection: section)
        let own =
            if let itemsEnd = itemsEnd(of: section, description, layout) {
                layout.reach(
                    of: description, itemsEnd: itemsEnd, items: outline.items, across: content.container.breadth)
            } else {
                Reach(near: outline.items.near, far: outline.items.far)
            }
        return own.moved(by: outline.offset)
    }

    /// Computes what the sections reach, if elements of some of them may stand beyond the ends of their section and do; else those
    /// ends are what they reach. O(sections).
    private mutating func reachSections(in content: Content, ifOverhanging some: Range<Int>) {
        let overhangs = some.contains { section in
            let own = reach(of: section, in: content)
            let (near, far) = (outlines[section].offset, outlines[section + 1].offset)
            return own.near < near || far < own.far || far < near
        }
        if overhangs { reachSections(in: content) } else { reaches = FlatArray() }
    }

    private mutating func reachSections(in content: Content) {
        reaches = FlatArray(uninitialized: outlines.count - 1)
        let all = UnsafeMutableBufferPointer(rebasing: reaches.writable[..<count])
        for section in 0..<count { all[section] = reach(of: section, in: content) }
        all.makeMonotonic()
    }
}

extension SectionOutlines: ReachList {
    @inline(__always)
    func near(of section: Int) -> Double { reaches.count > 0 ? reaches[section].near : outlines[section].offset }

    @inline(__always)
    func far(of section: Int) -> Double { reaches.count > 0 ? reaches[section].far : outlines[section &+ 1].offset }
}

extension SectionOutlines {
    /// Has the items of a content placed, and notes where sections are; see
    /// ``SectionWriter/lay(_:placing:copies:copying:among:ahead:settling:)``.
    static func lay(
        _ content: Content,
        placing place: (_ section: Int, _ part: SectionPart, _ runner: borrowing FoldRunner) -> ItemSpan,
        copies: Bool, copying copy: (_ section: Int, _ former: Int) -> Void,
        among division: SectionDivision, ahead: (_ threads: Int) -> SectionsAhead?
    ) throws(LayoutError) -> SectionOutlines {
        var all = SectionOutlines(reserving: content)
        let writer = Writer(
            content: content, outlines: all.outlines.writable.baseAddress!,
            itemsEnds: all.itemsEnds.count > 0 ? all.itemsEnds.writable.baseAddress! : nil,
            stacks: content.stacks(division))
        let whole = try writer.lay(
            content, placing: place, copies: copies, copying: copy, among: division, ahead: ahead)
        all.count = content.sections.count
        all.itemCount = content.itemCount
        all.size.width = whole.breadth
        all.endSections(at: whole.length)
        if whole.overhangs { all.reachSections(in: content) }
        return all
    }

    /// What writes outlines.
    private struct Writer: SectionWriter {
        let content: Content
        let outlines: UnsafeMutablePointer<Outline>
        let itemsEnds: UnsafeMutablePointer<Double>?
        let stacks: Bool

        @inline(__always)
        func set(
            _ section: Int, _ description: Section, of part: inout SectionPart, _ layout: ResolvedLayout,
            itemsEnd: Double, _ items: ItemSpan
        ) {
            let reach = layout.reach(
                of: description, itemsEnd: itemsEnd, items: items, across: content.container.breadth)
            let extent = layout.extent(of: description, itemsEnd: itemsEnd)
            if reach.near < 0 || extent < reach.far || extent < 0 { part.overhangs = true }
            part.breadth = larger(layout.sectionBreadth(reaching: items.breadth), part.breadth)
            outlines[section] = Outline(offset: part.length, items: items)
            itemsEnds?[section] = itemsEnd
            if stacks { part.length += extent }
        }

        func copy(_ section: Int, of part: inout SectionPart, like former: Int) {
            let length = extent(of: former, before: former + 1 < section ? outlines[former + 1].offset : part.length)
            outlines[section] = Outline(offset: part.length, items: outlines[former].items)
            if let itemsEnds { itemsEnds[section] = itemsEnds[former] }
            if stacks { part.length += length }
        }

        func offset(of section: Int) -> Double { outlines[section].offset }

        @inline(__always)
        func move(_ section: Int, by distance: Double) { outlines[section].offset += distance }

        func stack(_ section: Int, behind length: inout Double) {
            move(section, by: length)
            length += extent(of: section, before: length)
        }

        /// The length of a section that ends at a coordinate.
        private func extent(of section: Int, before end: Double) -> Double {
            guard let itemsEnds else { return end - outlines[section].offset }
            let description = content.sections[section]
            return content.layout(ofSection: section).extent(of: description, itemsEnd: itemsEnds[section])
        }
    }
}
