/// Runs the folds of a content: section by section, in runs of items as long as the caller likes.
///
/// ```swift
/// var runner = FoldRunner(content)
/// for section in content.sections.indices {
///     let count = Int(content.sections[section].count)
///     runner.begin(section)
///     runner.place(0..<count, into: frames)  // in section coordinates
///     try runner.end()
///     runner.advance(breadth: (0..<count).reduce(0) { max($0, frames[$1].maxX) })
/// }
/// ```
public struct FoldRunner: ~Copyable {
    /// What is being laid out.
    public let content: Content
    /// The section being placed.
    public private(set) var section = 0
    /// Where the section begins along the axis, in content coordinates and points.
    public private(set) var offset = 0.0
    /// The length of the ended section, header and footer included, in points.
    public private(set) var extent = 0.0
    /// Elements of the ended section beside its items, in section coordinates; headers come first.
    public private(set) var supplementaries: [Supplementary] = []
    /// The breadth of the content so far, in points: the container's, or that of the broadest section passed by
    /// ``advance(breadth:)``, right inset included.
    public private(set) var breadth: Double
    private var layout: ResolvedLayout!
    /// The section being placed; its layout is below 0 as long as none has been begun.
    private var description = Section(
        layout: -1, count: 0, isUniform: true, background: nil, valueHandle: 0, headerLength: 0, footerLength: 0)
    /// The values of its items, in the memory of the content, unless they stand in pages: without a closure, for which the
    /// content would be copied. With sections of 50 items the references that this retains were a quarter of the time.
    private var items: ItemValues?
    private let slots: UnsafeMutablePointer<Double>
    /// Room for the frames of a run, as many as a core's first cache has room for beside what else is used: whole buckets.
    let room: UnsafeMutableBufferPointer<Rect>
    private let passing = PassedByAddress()
    /// How many threads lay the content out, if large sections may be divided among them.
    var threadCount = 1

    /// A runner at the beginning of a content.
    public init(_ content: Content) {
        self.content = content
        breadth = content.container.breadth
        let most = content.resolved.reduce(0) { max($0, $1.stateCount) }
        slots = .allocate(capacity: max(most, 1))
        slots.initialize(repeating: 0, count: max(most, 1))
        room = .allocate(capacity: 128)
    }

    deinit {
        slots.deallocate()
        room.deallocate()
    }

    /// The state of the fold before the next item.
    public var state: FoldState { FoldState(slots, count: layout.stateCount) }

    /// Calls `body` with the layout of the section, without counting references.
    @inline(__always)
    func withLayout<Result>(_ body: (ResolvedLayout) -> Result) -> Result {
        Unmanaged.passUnretained(layout)._withUnsafeGuaranteedRef(body)
    }

    /// Begins a section at an offset; without one, where the former section ended.
    public mutating func begin(_ section: Int, at offset: Double? = nil) {
        if let offset { self.offset = offset }
        choose(section)
        let top = layout.itemsTop(of: description)
        guard let items else { return beginPaged(at: top) }
        let state = state
        withLayout { $0.fold.begin(at: top, items: items, state) }
    }

    /// Makes a section the current one.
    @inline(__always)
    private mutating func choose(_ section: Int) {
        self.section = section
        let next = content.sections[section]
        if next.layout != description.layout { layout = content.resolved[Int(next.layout)] }
        description = next
        items = content.unpagedItems(of: next, layout.width)
    }

    // Values in pages are rare, and what is rare stays out of the way: with sections of 50 items even the references that
    // it would retain count.
    @inline(never)
    private func beginPaged(at top: Double) {
        content.withWindow(ofSection: section) { layout.fold.begin(at: top, items: $0, state) }
    }

    @inline(never)
    private func endPaged() -> Double {
        content.withWindow(ofSection: section) { layout.fold.end(state, items: $0) }
    }

    /// Places the part of a range on each page. Not where items depend on others wherever these stand: for each page all of them
    /// would be looked at, most of them outside of it.
    @inline(never)
    private func placePaged(_ range: Range<Int>, _ frames: UnsafeMutablePointer<Rect>, replacing: Bool) {
        func place(_ part: Range<Int>, of items: ItemValues) {
            let frames = frames + (part.lowerBound - range.lowerBound)
            if replacing {
                layout.fold.replace(part, of: items, state, in: frames)
            } else {
                layout.fold.place(part, of: items, state, into: frames)
            }
        }
        if !layout.placesRunsAlone, range.count == Int(description.count) {
            return content.withCopiedItems(ofSection: section) { place(range, of: $0) }
        }
        var near = PagedValues.Place()
        _ = content.withParts(of: range, ofSection: section, near: &near) { items, part in
            place(part, of: items)
            return part.upperBound
        }
    }

    /// Places a run of items.
    public func place(_ range: Range<Int>, into frames: UnsafeMutablePointer<Rect>) {
        guard let items else { return placePaged(range, frames, replacing: false) }
        withLayout { $0.fold.place(range, of: items, state, into: frames) }
    }

    /// Passes over a run of items, not an empty one.
    ///
    /// - Returns: What it spans.
    func skim(_ range: Range<Int>) -> ItemSpan { skim(range, restingFrom: .max) { _, _ in nil } }

    /// The same, and tells of rests on the way; see ``SkimmingFold/skim(_:of:_:restingFrom:_:)``.
    func skim(
        _ range: Range<Int>, restingFrom stop: Int, _ rest: (_ item: Int, _ span: ItemSpan) -> Int?
    ) -> ItemSpan {
        guard let items else { return skimPaged(range, restingFrom: stop, rest) }
        let state = state
        return withLayout { $0.skimming.skim(range, of: items, state, restingFrom: stop, rest) }
    }

    /// Passes over four parts of the section at once; see ``PartsFold/skimParts(from:each:of:items:into:)``.
    func skimParts(
        from first: Int, each count: Int, of size: Int, into blocks: SkimmedBlocks
    ) -> [SkimmedBlocks.Rest]? {
        guard let items else { return nil }
        return layout.partsFold?.skimParts(from: first, each: count, of: size, items: items, into: blocks)
    }

    /// The same for lanes; see ``LanesFold/skimLanes(from:each:of:items:into:)``.
    func skimLanes(from first: Int, each count: Int, of size: Int, into assumed: AssumedLanes) -> Bool {
        guard let items, let fold = layout.lanesFold else { return false }
        return fold.skimLanes(from: first, each: count, of: size, items: items, into: assumed)
    }

    /// What items that choose the shortest lane take in all; see ``LanesFold/total(_:of:)``. 0 where it is not known.
    func total(_ range: Range<Int>) -> Double {
        guard let items, let fold = layout.lanesFold else { return 0 }
        return fold.total(range, of: items)
    }

    @inline(never)
    private func skimPaged(
        _ range: Range<Int>, restingFrom stop: Int, _ rest: (_ item: Int, _ span: ItemSpan) -> Int?
    ) -> ItemSpan {
        var span = ItemSpan()
        var item = range.lowerBound
        var stop: Int? = stop
        var place = PagedValues.Place()
        while item < range.upperBound, let next = stop {
            content.withPage(ofSection: section, at: item, near: &place) { items in
                let part = item..<min(items.window.upperBound, range.upperBound)
                let open = layout.skimming.skim(part, of: items, state, restingFrom: next) { item, own in
                    span.cover(own)
                    stop = rest(item, span)
                    span = ItemSpan()
                    return stop
                }
                span.cover(open)
                item = part.upperBound
            }
        }
        return span
    }

    /// Places a run of items again, keeping their lanes; see ``SectionFold/replace(_:of:_:in:)``.
    public func replace(_ range: Range<Int>, in frames: UnsafeMutablePointer<Rect>) {
        guard let items else { return placePaged(range, frames, replacing: true) }
        withLayout { $0.fold.replace(range, of: items, state, in: frames) }
    }

    /// Sets ``extent`` and ``supplementaries`` after the section's last item.
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)``.
    public mutating func end() throws(LayoutError) {
        finish()
        guard offset + extent <= Snapping.largestCoordinate else {
            throw .contentTooLong(section: section, length: offset + extent)
        }
    }

    /// The same, wherever the section ends.
    mutating func finish() {
        let itemsEnd = itemsEnd
        extent = layout.extent(of: description, itemsEnd: itemsEnd)
        // There are few: to remove all at once would take longer.
        while supplementaries.popLast() != nil {}
        layout.forEachSupplementary(of: description, itemsEnd: itemsEnd, across: content.container.breadth) {
            supplementaries.append($0)
        }
    }

    /// Where the items of the section end along the axis, in section coordinates, if the last one has been placed.
    var itemsEnd: Double {
        let state = state
        return items.map { items in withLayout { $0.fold.end(state, items: items) } } ?? endPaged()
    }

    /// Moves on to where the ended section ends.
    ///
    /// - Parameter breadth: The largest far edge of the section's items across the axis; 0 where all lie before it.
    public mutating func advance(breadth: Double) {
        offset += extent
        self.breadth = max(self.breadth, layout.sectionBreadth(reaching: breadth))
    }
}
