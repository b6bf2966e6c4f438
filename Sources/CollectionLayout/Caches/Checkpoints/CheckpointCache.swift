import Synchronization

/// No frames: the state of the layout's fold every few items, from which frames are placed on demand.
///
/// A section of more than one block keeps, for each block of items, the state before it, what it spans, and a `Reach` by
/// which a binary search finds the blocks that can meet a rect; then the state at the end. Blocks of rows begin with a row,
/// where a state is a single number. A smaller section is placed from its beginning. Queries place the items of these blocks
/// on the stack, up to 32 at a time, until none of the others can begin in the rect; over rows before it they pass.
///
/// Prepare O(n), and writes next to nothing: where memory is touched for the first time, that is most of the time of
/// strategies that store frames. Query O(log n + B + k), look-up of a frame O(B), where B is the size of a block: 64 or 96 items
/// for most layouts, 256 rows of a list, more for those of many lanes, and a row at least. Lists, flows and grids of equal items
/// need no blocks, as queries jump to the row: a section of them takes no memory but for its 32 bytes, and no time to be laid out,
/// until the first edit that makes an item another one, O(section + blocks).
///
/// A resize O(B + n/B + sections) where the layout converges, see ``IncrementalCache``, else O(section + sections); other edits
/// O(n). Below one byte an item in sections of 50 of less than a block each, and in those of 1,000 and more: a section by itself
/// takes 32 bytes, 48 if any has more than one block, 16 more if elements of any stand beyond its ends, and 8 more without
/// snapping; headers and the like are placed on demand. 2 bytes an item more in edited sections of a layout whose items keep their
/// lanes.
///
/// The exception are calendars whose events share days: a run of items depends on all events of its days, so their
/// frames are kept, 33 bytes an item. Queries allocate only for layouts with more than 128 numbers of state, which is more
/// than 126 lanes, and for those that give elements of their own in an array only, see
/// ``SectionFold/forEachSupplementary(from:to:meeting:_:)``.
public struct CheckpointCache: RelayingCache {
    /// What was prepared.
    public internal(set) var content = Content(container: .empty)
    private let passing = PassedByAddress()
    var outlines = SectionOutlines()
    /// Where the blocks and the states of each section begin, then where the next one's would; a single place if no section has
    /// blocks.
    var places = FlatArray<Place>(repeating: Place(), count: 1)
    /// The first item of each block: where the fold first rests from a multiple of the blocks' size on.
    var starts = FlatArray<Int32>()
    /// What blocks reach, in section coordinates, and what each of them spans by itself.
    var reaches = FlatArray<Reach>()
    var spans = FlatArray<ItemSpan>()
    /// What says all of the state before each block of a section and at its end, in section coordinates.
    var states = FlatArray<Double>()
    /// Lanes of the sections that have been edited, where the layout keeps them.
    var kept: [Int: KeptLanes] = [:]

    /// Frames of the sections whose layout does not place runs alone, in section coordinates.
    var frames: [Int: FlatArray<Rect>] = [:]
    /// Sections that have a closed form, and no blocks, if they are sought.
    var forms = ClosedForms()
    private let seeksForms: Bool
    /// Whether a section whose layout jumps over its items has no blocks. The first edit of its items takes the longer the more
    /// there are, as it then needs blocks.
    let jumps: Bool
    /// Another one after each change.
    public internal(set) var version: CacheVersion? = CacheVersion()

    struct Place: BitwiseCopyable {
        var block = 0
        var state = 0
    }

    /// A cache of nothing.
    public init() { self.init(seekingForms: false) }

    /// A cache of nothing that may seek closed forms, or jump over items instead of keeping blocks of them.
    init(seekingForms seeksForms: Bool = false, jumping jumps: Bool = true) {
        self.seeksForms = seeksForms
        self.jumps = jumps
    }

    /// Items from the least first item of a block to that of the next one: a multiple of 32, as many as the layout asks for, and
    /// so many that a block takes no more than 7/8 of a byte an item.
    static func blockSize(_ layout: ResolvedLayout) -> Int {
        let bytes =
            MemoryLayout<Int32>.stride + MemoryLayout<Reach>.stride + MemoryLayout<ItemSpan>.stride
            + layout.restCount * MemoryLayout<Double>.stride
        return max((bytes * 8 / 7 + 31) / 32 * 32, layout.leastBlockSize)
    }

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var next = CheckpointCache(seekingForms: seeksForms, jumping: jumps)
        next.content = content
        if let edits, !kept.isEmpty {
            for section in content.sections.indices {
                next.kept[section] = keptLanes(of: section, in: content, after: edits)
            }
        }
        if seeksForms { next.forms = ClosedForms(content, besides: next.kept) }
        let division = next.reserve()
        // Not a variable, which would be copied for each section.
        let room = next
        let found = Mutex<[Int: Extra]>([:])
        next.outlines = try SectionOutlines.lay(
            content,
            placing: { section, _, runner in
                var extra = Extra(lanes: room.kept.isEmpty ? nil : room.kept[section])
                let span = room.place(section, runner, &extra)
                if !extra.isEmpty { found.withLock { $0[section] = extra } }
                return span
            },
            copies: room.kept.isEmpty,
            copying: { section, former in
                room.copy(section, like: former)
                let keepsFrames = !content.layout(ofSection: section).placesRunsAlone
                if keepsFrames { found.withLock { $0[section] = $0[former] } }
            },
            among: division, ahead: { SectionsAhead(room, threads: $0) })
        for (section, extra) in found.withLock({ $0 }) { next.keep(extra, of: section) }
        self = next
    }

    /// The lanes that the items of a section have after edits; nil if they stand where an unedited layout places them.
    private func keptLanes(of section: Int, in content: Content, after edits: ElementMap) -> KeptLanes? {
        guard let lanes = edits.oldSection(of: section).flatMap({ kept[$0] }) else { return nil }
        return KeptLanes(lanes, itemCount: Int(content.sections[section].count), following: edits, section: section)
    }

    /// Makes room for exactly what the content needs.
    ///
    /// - Returns: Who is to lay it out.
    private mutating func reserve() -> SectionDivision {
        // Variables: what asks the cache itself, which is being changed, gets a copy of it for each section.
        let (content, forms, jumps) = (content, forms, jumps)
        let sizes = content.resolved.map(Self.blockSize)
        guard let least = sizes.min(), content.mostItems > least else { return content.division(passingOver: true) }
        places = FlatArray(uninitialized: content.sections.count + 1)
        let all = places.writable.baseAddress!
        var place = Place()
        all.initialize(to: place)
        let division = content.division(among: content.threadCount(passingOver: true)) { index, section in
            // Most sections of most contents are small.
            if section.count > sizes[Int(section.layout)], forms.form(of: index) == nil {
                let layout = content.resolved[Int(section.layout)]
                let blocks = Self.blockCount(section, layout, jumping: jumps)
                place.block &+= blocks
                place.state &+= Self.stateSlotCount(blocks, layout)
            }
            (all + (index &+ 1)).initialize(to: place)
        }
        if place.block == 0 { places = FlatArray(repeating: Place(), count: 1) }
        starts = FlatArray(uninitialized: place.block)
        reaches = FlatArray(uninitialized: starts.count)
        spans = FlatArray(uninitialized: reaches.count)
        states = FlatArray(uninitialized: place.state)
        return division
    }

    /// The blocks of a section without a closed form; none if it is small, or if its layout jumps over its items.
    static func blockCount(_ section: Section, _ layout: ResolvedLayout, jumping jumps: Bool) -> Int {
        let (items, size) = (Int(section.count), blockSize(layout))
        return items > size && !(jumps && layout.jumps(over: section)) ? (items + size - 1) / size : 0
    }

    static func stateSlotCount(_ blocks: Int, _ layout: ResolvedLayout) -> Int {
        blocks > 0 && layout.placesRunsAlone ? (blocks + 1) * layout.restCount : 0
    }

    /// Where the blocks and the states of a section begin, or those of the one behind the last would.
    @inline(__always)
    func place(of section: Int) -> Place { places[places.count > 1 ? section : 0] }

    /// The blocks of a section; none if it is small.
    @inline(__always)
    func blocks(of section: Int) -> Range<Int> {
        Range(uncheckedBounds: (place(of: section).block, place(of: section &+ 1).block))
    }

    /// Where the states before the blocks of a section, and the one at its end, are stored.
    private func stateSlots(of section: Int) -> Range<Int> { place(of: section).state..<place(of: section + 1).state }

    /// The items of a block of a section; `blocks` are all of the section.
    @inline(__always)
    func items(ofBlock number: Int, _ blocks: Range<Int>, _ count: Int) -> Range<Int> {
        let block = blocks.lowerBound &+ number
        let end = block &+ 1 < blocks.upperBound ? Int(starts[block &+ 1]) : count
        return Range(uncheckedBounds: (Int(starts[block]), end))
    }

    /// What is stored of the state before a block of a section, or at its end; only for reading.
    @inline(__always)
    func rest(before block: Int, of section: Int, _ layout: ResolvedLayout) -> FoldState {
        let first = states.elements.baseAddress! + (place(of: section).state &+ block &* layout.restCount)
        return FoldState(UnsafeMutablePointer(mutating: first), count: layout.restCount)
    }

    /// What a few sections have beside their blocks: lanes, if they have been edited and their layout keeps them, or frames,
    /// if it does not place runs alone.
    struct Extra {
        var lanes: KeptLanes?
        var frames: FlatArray<Rect>?

        var isEmpty: Bool { lanes == nil && frames == nil }
    }

    /// Keeps what a section has beside its blocks.
    mutating func keep(_ extra: Extra, of section: Int) {
        if let lanes = extra.lanes { kept[section] = lanes }
        if let all = extra.frames { frames[section] = all }
    }

    /// Makes the memory of all blocks that of no other cache.
    mutating func makeUnique() { _ = (starts.writable, reaches.writable, spans.writable, states.writable) }

    /// Places all items of a section and keeps the states and spans of its blocks, whose memory must not be that of another
    /// cache; several sections may be placed at the same time.
    ///
    /// - Parameter extra: What the section has beside its blocks.
    func place(_ section: Int, _ runner: borrowing FoldRunner, _ extra: inout Extra) -> ItemSpan {
        // Threads that count references to the same layout wait for each other.
        runner.withLayout { place(section, runner, $0, &extra) }
    }

    private func place(
        _ section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout, _ extra: inout Extra
    ) -> ItemSpan {
        let count = Int(content.sections[section].count)
        if let span = forms.place(section, runner, layout) { return span }
        guard layout.placesRunsAlone else {
            var all = FlatArray<Rect>(uninitialized: count)
            if count > 0 { runner.place(0..<count, into: all.writable.baseAddress!) }
            extra.frames = all
            cut(all, of: section)
            return ItemSpan(all.writable)
        }
        let blocks = blocks(of: section)
        if blocks.isEmpty { return Self.place(0..<count, runner, layout, &extra.lanes) }
        // Rows of equal items are passed over at once: no work for several threads.
        let isShort = content.sections[section].isUniform || extra.lanes != nil
        let threads = isShort ? 1 : content.threadCount(ofSection: section, of: runner.threadCount)
        if !isShort && passesParts(section, layout, threads) {
            passParts(section, runner, layout, threads)
        } else {
            var writer = BlockWriter(self, section, layout, 0..<blocks.count)
            writer.begin(at: 0, runner.state)
            Self.pass(0..<count, blockSize: Self.blockSize(layout), runner, layout, &extra.lanes) { item, span in
                writer.end(at: item, span, runner.state)
                return true
            }
        }
        return reachBlocks(of: section)
    }

    /// Copies the blocks of a section to one that is laid out alike, whose memory must not be that of another cache.
    private func copy(_ section: Int, like former: Int) {
        forms.copy(section, like: former)
        let (source, target) = (blocks(of: former), blocks(of: section))
        guard !target.isEmpty else { return }
        _ = starts.shared[target].update(fromContentsOf: starts.shared[source])
        _ = reaches.shared[target].update(fromContentsOf: reaches.shared[source])
        _ = spans.shared[target].update(fromContentsOf: spans.shared[source])
        _ = states.shared[stateSlots(of: section)].update(fromContentsOf: states.shared[stateSlots(of: former)])
    }

    /// Cuts a section whose layout does not place runs alone into blocks.
    func cut(_ all: FlatArray<Rect>, of section: Int) {
        let size = Self.blockSize(content.layout(ofSection: section))
        let (starts, spans) = (starts.shared, spans.shared)
        for (number, block) in blocks(of: section).enumerated() {
            var span = ItemSpan()
            for item in number * size..<min((number + 1) * size, all.count) { span.cover(all[item]) }
            starts[block] = Int32(number * size)
            spans[block] = span
        }
        reachBlocks(of: section)
    }

    /// Passes over items, or places them, run by run and in their lanes if they have any.
    static func place(
        _ range: Range<Int>, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout, _ lanes: inout KeptLanes?
    ) -> ItemSpan {
        guard !range.isEmpty else { return ItemSpan() }
        guard lanes != nil else { return runner.skim(range) }
        return withUnsafeTemporaryAllocation(of: Rect.self, capacity: OnDemand.runLength) { buffer in
            let frames = buffer.baseAddress!
            var span = ItemSpan()
            var first = range.lowerBound
            while first < range.upperBound {
                let run = first..<min(first &+ OnDemand.runLength, range.upperBound)
                lanes!.load(run, into: frames)
                runner.replace(run, in: frames)
                lanes!.store(run, frames, layout.fold)
                for index in 0..<run.count { span.cover(frames[index]) }
                first = run.upperBound
            }
            return span
        }
    }

    /// Passes over items, or places them, block by block.
    ///
    /// - Parameters:
    ///   - range: The items from where the state stands to the section's end.
    ///   - end: Told where each block ends, and what it spans; the state stands there. Says whether to go on.
    static func pass(
        _ range: Range<Int>, blockSize size: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout,
        _ lanes: inout KeptLanes?, _ end: (_ item: Int, _ span: ItemSpan) -> Bool
    ) {
        guard !range.isEmpty else { return }
        func stop(behind item: Int) -> Int { (item / size + 1) * size }
        if lanes == nil {
            var isStopped = false
            let rest = runner.skim(range, restingFrom: stop(behind: range.lowerBound)) { item, span in
                isStopped = !end(item, span)
                return isStopped ? nil : stop(behind: item)
            }
            if !isStopped { _ = end(range.upperBound, rest) }
            return
        }
        var first = range.lowerBound
        while first < range.upperBound {
            let block = first..<min(stop(behind: first), range.upperBound)
            guard end(block.upperBound, place(block, runner, layout, &lanes)) else { return }
            first = block.upperBound
        }
    }

    /// Computes what the blocks of a section reach from what they span.
    ///
    /// - Returns: What all of them span.
    @discardableResult
    func reachBlocks(of section: Int) -> ItemSpan {
        let blocks = blocks(of: section)
        let window = UnsafeMutableBufferPointer(rebasing: reaches.shared[blocks])
        var whole = ItemSpan()
        for index in window.indices {
            let span = spans[blocks.lowerBound + index]
            window[index] = Reach(near: span.near, far: span.far)
            whole.cover(span)
        }
        window.makeMonotonic()
        return whole
    }

    /// The extent of all elements, in layout space and points.
    public var contentSize: Size { outlines.size }
    /// The number of elements.
    public var elementCount: Int { content.itemCount + content.supplementaryCount }

    /// Bytes held.
    public var byteCount: Int {
        outlines.byteCount + places.byteCount + starts.byteCount + reaches.byteCount
            + spans.byteCount + states.byteCount + kept.values.reduce(0) { $0 + $1.byteCount }
            + frames.values.reduce(0) { $0 + $1.byteCount } + forms.byteCount
    }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry {
        outlines.geometry(of: section, in: content)
    }

    /// Every block begins with the state in which the fold comes to it, and spans its items.
    public func checkInvariants() {
        var runner = FoldRunner(content)
        precondition([1, outlines.count + 1].contains(places.count))
        for section in 0..<outlines.count {
            let layout = content.layout(ofSection: section)
            let size = Self.blockSize(layout)
            let count = outlines.itemCount(of: section, in: content)
            var lanes = kept[section]
            runner.begin(section, at: outlines[section].offset)
            let blocks = blocks(of: section)
            let blockCount =
                forms.form(of: section) == nil ? Self.blockCount(content.sections[section], layout, jumping: jumps) : 0
            precondition(blocks.count == blockCount, "more or fewer blocks than a section needs")
            for (number, block) in blocks.enumerated() where layout.placesRunsAlone {
                let stored = rest(before: number, of: section, layout)
                for index in 0..<layout.restCount {
                    precondition(stored[index] == runner.state[index], "a state that the fold does not come to")
                }
                let range = items(ofBlock: number, blocks, count)
                precondition(range.lowerBound >= number * size || range.upperBound == count, "a block before its place")
                let span = Self.place(range, runner, layout, &lanes)
                precondition(span.near == spans[block].near && span.far == spans[block].far, "a wrong span")
                precondition(span.breadth == spans[block].breadth, "a wrong breadth")
                precondition(reaches[block].near <= span.near && span.far <= reaches[block].far, "beyond its block")
            }
            let items = outlines[section].items
            let offset = outlines[section].offset
            let (near, far) = (outlines.near(of: section), outlines.far(of: section))
            precondition(count == 0 || near <= items.near + offset, "items before their section")
            precondition(count == 0 || items.far + offset <= far, "items behind their section")
            runner.begin(section, at: offset)
            forms.checkInvariants(of: section, runner)
        }
    }
}
