/// What array-based strategies know of each section: where it is, and where its elements stand in flat arrays.
struct SectionTable {
    /// One section.
    struct Entry: BitwiseCopyable {
        /// Where the section begins along the axis, in content coordinates.
        var offset: Double
        /// Its length along the axis, and its farthest edge across it.
        var extent: Double
        var breadth: Double
        /// Ordinals of its first item among all items, and of its first other element among all others.
        var firstItem: Int
        var firstSupplementary: Int
    }

    /// The sections, then a sentinel where the next one would begin.
    private(set) var entries: FlatArray<Entry>
    /// All elements that are not items, section by section, in section coordinates.
    private(set) var supplementaries: FlatArray<Supplementary>
    /// The extent of the whole content.
    private(set) var size: Size

    /// No sections.
    init() {
        self.init(entries: [Entry(offset: 0, extent: 0, breadth: 0, firstItem: 0, firstSupplementary: 0)], [], .zero)
    }

    fileprivate init(entries: [Entry], _ supplementaries: [Supplementary], _ size: Size) {
        self.entries = FlatArray(entries)
        self.supplementaries = FlatArray(supplementaries)
        self.size = size
    }

    var count: Int { entries.count - 1 }
    var itemCount: Int { entries[count].firstItem }
    var byteCount: Int { entries.byteCount + supplementaries.byteCount }

    @inline(__always)
    subscript(section: Int) -> Entry { entries[section] }

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

    /// The other element of an id, or nil.
    func supplementary(_ id: ElementID) -> Supplementary? {
        guard (0..<count).contains(Int(id.section)) else { return nil }
        for index in supplementaries(of: Int(id.section)) {
            let element = supplementaries[index]
            if element.kind == id.kind && element.item == id.item { return element }
        }
        return nil
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
    mutating func replace(_ section: Int, with runner: borrowing FoldRunner, breadth: Double) throws(LayoutError) {
        let range = supplementaries(of: section)
        precondition(runner.supplementaries.count == range.count, "a resize adds and removes no elements")
        let growth = runner.extent - entries[section].extent
        guard size.height + growth <= Snapping.largestCoordinate else {
            throw .contentTooLong(section: count - 1, length: size.height + growth)
        }
        let others = supplementaries.writable
        for (index, element) in zip(range, runner.supplementaries) { others[index] = element }
        let all = entries.writable
        all[section].extent = runner.extent
        all[section].breadth = breadth + runner.content.fold(ofSection: section).insets.right
        for later in section + 1..<all.count { all[later].offset += growth }
        let across = runner.content.container.breadth
        size = Size(
            width: all.reduce(across) { max($0, $1.breadth) }, height: size.height + growth)
    }

    /// Lays out a content into an array of frames in section coordinates, one an item, and tabulates the sections.
    ///
    /// - Parameters:
    ///   - frames: Room for all items.
    ///   - replacing: Whether the frames hold a former layout whose lanes stay as they are.
    ///   - body: Called for each section after its items have been placed; returns their farthest edge across the axis.
    static func lay(
        _ content: Content, into frames: UnsafeMutableBufferPointer<Rect>, replacing: Bool = false,
        body: (_ section: Int, _ entry: Entry, _ items: UnsafeMutableBufferPointer<Rect>) -> Double
    ) throws(LayoutError) -> SectionTable {
        var builder = Builder(content)
        var first = 0
        for section in content.sections.indices {
            let range = first..<first + Int(content.sections[section].count)
            let items = UnsafeMutableBufferPointer(rebasing: frames[range])
            try builder.lay(section, into: items, replacing: replacing) { body(section, $0, $1) }
            first = range.upperBound
        }
        return builder.finish()
    }

    /// Lays out sections one after the other and tabulates them.
    struct Builder: ~Copyable {
        private var runner: FoldRunner
        private(set) var entries: [Entry] = []
        private(set) var supplementaries: [Supplementary] = []
        private var firstItem = 0

        init(_ content: Content) {
            runner = FoldRunner(content)
            entries.reserveCapacity(content.sections.count + 1)
        }

        /// Places the items of the next section; see ``SectionTable/lay(_:into:replacing:body:)``.
        mutating func lay(
            _ section: Int, into items: UnsafeMutableBufferPointer<Rect>, replacing: Bool,
            body: (Entry, UnsafeMutableBufferPointer<Rect>) -> Double
        ) throws(LayoutError) {
            runner.begin(section)
            if let base = items.baseAddress, items.count > 0 {
                if replacing {
                    runner.replace(0..<items.count, in: base)
                } else {
                    runner.place(0..<items.count, into: base)
                }
            }
            try runner.end()
            var entry = Entry(
                offset: runner.offset, extent: runner.extent, breadth: 0, firstItem: firstItem,
                firstSupplementary: supplementaries.count)
            entry.breadth = runner.advance(breadth: body(entry, items))
            entries.append(entry)
            supplementaries.append(contentsOf: runner.supplementaries)
            firstItem += items.count
        }

        /// The table of the sections laid out so far.
        consuming func finish() -> SectionTable {
            let end = Entry(
                offset: runner.offset, extent: 0, breadth: 0, firstItem: firstItem,
                firstSupplementary: supplementaries.count)
            return SectionTable(
                entries: entries + [end], supplementaries, Size(width: runner.breadth, height: runner.offset))
        }
    }
}
