/// What array-based strategies know of each section: where it is, and where its elements stand in flat arrays.
struct SectionTable {
    /// One section.
    struct Entry: BitwiseCopyable {
        /// Where the section begins along the axis, in content coordinates.
        var offset: Double
        /// Its length along the axis.
        var extent: Double
        /// What its items span, in section coordinates.
        var items: ItemSpan
        /// Ordinals of its first item among all items, and of its first other element among all others.
        var firstItem: Int
        var firstSupplementary: Int
    }

    /// The number of sections.
    private(set) var count = 0
    /// The sections, then a sentinel where the next one would begin.
    private(set) var entries: FlatArray<Entry>
    /// All elements that are not items, section by section, in section coordinates.
    private(set) var supplementaries: FlatArray<Supplementary>
    /// The extent of the whole content.
    private(set) var size: Size

    /// No sections.
    init() {
        self.init(reserving: Content(container: .empty))
    }

    /// None of the sections of a content yet, and room for all. O(1).
    ///
    /// - Parameter spare: For how many more elements beside the items there is to be room.
    init(reserving content: Content, spare: Int = 0) {
        entries = FlatArray(uninitialized: content.sections.count + 1)
        supplementaries = FlatArray(uninitialized: content.supplementaryCount + spare)
        size = Size(width: content.container.breadth, height: 0)
        endSections(at: 0, firstItem: 0, firstSupplementary: 0)
    }

    /// Writes the sentinel.
    private mutating func endSections(at offset: Double, firstItem: Int, firstSupplementary: Int) {
        size.height = offset
        entries.writable[count] = Entry(
            offset: offset, extent: 0, items: ItemSpan(), firstItem: firstItem, firstSupplementary: firstSupplementary)
    }

    var itemCount: Int { entries[count].firstItem }
    var byteCount: Int { entries.byteCount + supplementaries.byteCount }

    @inline(__always)
    subscript(section: Int) -> Entry { entries[section] }

    /// Where a section stands.
    func geometry(of section: Int) -> SectionGeometry {
        let entry = entries[section]
        return SectionGeometry(offset: entry.offset, extent: entry.extent, items: entry.items)
    }

    /// The ordinals of a section's items.
    @inline(__always)
    func items(of section: Int) -> Range<Int> {
        entries[section].firstItem..<entries[section + 1].firstItem
    }

    /// The ordinals of a section's other elements.
    @inline(__always)
    func supplementaries(of section: Int) -> Range<Int> {
        entries[section].firstSupplementary..<entries[section + 1].firstSupplementary
    }

    /// The frame of the other element of an id, in content coordinates; nil if there is none.
    func supplementaryFrame(of id: ElementID) -> Rect? {
        guard (0..<count).contains(Int(id.section)) else { return nil }
        return supplementaries.elements[supplementaries(of: Int(id.section))]
            .first { $0.id(inSection: Int(id.section)) == id }?
            .frame.offset(x: 0, y: entries[Int(id.section)].offset)
    }

    /// Tests the elements of a section beside its items.
    @inline(__always)
    func searchSupplementaries<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        of section: Int, _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        searchSupplementaries(
            supplementaries(of: section), of: section, at: entries[section].offset, rect, into: &sink,
            counting: &counter)
    }

    /// The same for who knows which they are and where the section begins.
    @inline(__always)
    func searchSupplementaries<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ others: Range<Int>, of section: Int, at offset: Double, _ rect: Rect, into sink: inout Sink,
        counting counter: inout Counter
    ) {
        sink.reserve(others.count)
        counter.test(elements: others.count)
        for index in others {
            let element = supplementaries[index]
            let frame = element.frame.offset(x: 0, y: offset)
            sink.put(element.id(inSection: section), frame, if: frame.intersects(rect))
        }
    }

    /// The ordinal of a cell, or nil.
    func ordinal(_ id: ElementID) -> Int? {
        guard id.kind == .cell, (0..<count).contains(Int(id.section)) else { return nil }
        let items = items(of: Int(id.section))
        return (0..<items.count).contains(Int(id.item)) ? items.lowerBound + Int(id.item) : nil
    }

    /// Takes over a section that a runner has laid out again, and moves all that follow. O(sections).
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``, and changes nothing.
    mutating func replace(_ section: Int, with runner: borrowing FoldRunner, items: ItemSpan) throws(LayoutError) {
        let range = supplementaries(of: section)
        precondition(runner.supplementaries.count == range.count, "a resize adds and removes no elements")
        let growth = runner.extent - entries[section].extent
        guard size.height + growth <= Snapping.largestCoordinate else {
            throw .contentTooLong(sections: count) { entries[$0 + 1].offset + ($0 < section ? 0 : growth) }
        }
        let others = supplementaries.writable
        for (index, element) in zip(range, runner.supplementaries) { others[index] = element }
        let all = entries.writable
        all[section].extent = runner.extent
        all[section].items = items
        for later in section + 1..<all.count { all[later].offset += growth }
        size.height += growth
        widen(to: runner.content)
    }

    /// Notes what the items of a section span, where its extent stays. O(1), or O(sections) if its breadth changes.
    mutating func setItems(of section: Int, to span: ItemSpan, in content: Content) {
        let isAsBroad = span.breadth == entries[section].items.breadth
        entries.writable[section].items = span
        if !isAsBroad { widen(to: content) }
    }

    /// Finds how broad the broadest section is. O(sections).
    private mutating func widen(to content: Content) {
        size.width = content.breadth(ofSections: count) { entries[$0].items.breadth }
    }

    /// What has become of the items of a former layout, and the frame that each had, of which only x counts.
    typealias Former = (map: ElementMap, frame: (_ section: Int, _ item: Int) -> Rect)

    /// Lays out a content into an array of frames in section coordinates, one an item, and tabulates the sections.
    ///
    /// - Parameters:
    ///   - frames: Room for all items.
    ///   - edits: What has become of the items of a former layout whose lanes stay as they are, and its frames.
    ///   - settle: Called for each section after it is known where the section begins, in any order and for several
    ///     sections at the same time.
    static func lay(
        _ content: Content, into frames: UnsafeMutableBufferPointer<Rect>, following edits: Former? = nil,
        settling settle: ((_ entry: Entry, _ items: UnsafeMutableBufferPointer<Rect>) -> Void)? = nil
    ) throws(LayoutError) -> SectionTable {
        func items(of section: Int, from first: Int) -> UnsafeMutableBufferPointer<Rect> {
            UnsafeMutableBufferPointer(rebasing: frames[first..<first + Int(content.sections[section].count)])
        }
        return try lay(
            content,
            placing: { section, part, runner in
                runner.place(section, into: items(of: section, from: part.firstItem), following: edits)
            },
            settling: settle.map { settle in
                { section, entry, _ in settle(entry, items(of: section, from: entry.firstItem)) }
            })
    }

    /// Has the items of a content placed by the caller, who need not keep their frames, and tabulates the sections; see
    /// ``SectionWriter/lay(_:placing:copies:copying:among:ahead:settling:)``.
    ///
    /// - Parameters:
    ///   - spare: For how many more elements beside the items there is to be room.
    ///   - settle: Called likewise for each section after it is known where the section begins, with the first of its
    ///     elements that are not items.
    static func lay(
        _ content: Content,
        placing place: (_ section: Int, _ part: SectionPart, _ runner: borrowing FoldRunner) -> ItemSpan,
        copies: Bool = false,
        copying copy: (_ section: Int, _ former: Int) -> Void = { _, _ in }, spare: Int = 0,
        settling settle: ((_ section: Int, _ entry: Entry, _ others: UnsafePointer<Supplementary>) -> Void)? = nil
    ) throws(LayoutError) -> SectionTable {
        var table = SectionTable(reserving: content, spare: spare)
        let division = content.division()
        let writer = Writer(
            content: content, entries: table.entries.writable.baseAddress!,
            others: table.supplementaries.writable.baseAddress!, stacks: content.stacks(division))
        let whole = try writer.lay(
            content, placing: place, copies: copies, copying: copy, among: division,
            settling: settle.map { settle in { settle($0, writer.entries[$0], writer.others(of: $0)) } })
        table.count = content.sections.count
        table.size.width = whole.breadth
        table.endSections(
            at: whole.length, firstItem: content.itemCount, firstSupplementary: content.supplementaryCount)
        return table
    }
}

extension FoldRunner {
    /// Places all items of a section, which it has begun, in the lanes they had before edits.
    ///
    /// - Returns: What they span.
    @discardableResult
    borrowing func place(
        _ section: Int, into items: UnsafeMutableBufferPointer<Rect>, following edits: SectionTable.Former?
    ) -> ItemSpan {
        guard let base = items.baseAddress, items.count > 0 else { return ItemSpan() }
        if let edits, content.layout(ofSection: section).keepsLanes {
            edits.map.carry(section, into: items, from: edits.frame)
            replace(0..<items.count, in: base)
            return ItemSpan(items)
        }
        return placeAll(items.count, step: 1) { range, runner in
            runner.place(range, into: base + range.lowerBound)
            return ItemSpan(UnsafeMutableBufferPointer(rebasing: items[range]))
        } joining: {
            $0.cover($1)
        }
    }
}
