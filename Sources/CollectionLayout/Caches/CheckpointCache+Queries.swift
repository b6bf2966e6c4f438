/// Places the items of a section, run by run, from some state on, and keeps nothing.
struct OnDemand {
    /// Items of a run: their frames take 1 KiB, which is on the stack.
    static let runLength = 32
    /// Doubles of a state that take as much.
    private static let shortState = 128

    let content: Content
    let section: Int
    let layout: ResolvedLayout
    let lanes: KeptLanes?
    /// The frames of all items, if the section keeps them.
    let kept: FlatArray<Rect>?
    let state: FoldState
    let frames: UnsafeMutablePointer<Rect>

    /// Calls `body` with what places the items of a section; the state is not set yet.
    @inline(__always)
    static func with<Result>(
        _ content: Content, _ section: Int, _ layout: ResolvedLayout, _ lanes: KeptLanes?, _ kept: FlatArray<Rect>?,
        _ body: (OnDemand) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: Rect.self, capacity: runLength) { frames in
            let count = layout.stateCount
            if _fastPath(count <= shortState) {
                return withUnsafeTemporaryAllocation(of: Double.self, capacity: shortState) { slots in
                    let state = FoldState(slots.baseAddress!, count: count)
                    return body(
                        OnDemand(
                            content: content, section: section, layout: layout, lanes: lanes, kept: kept,
                            state: state, frames: frames.baseAddress!))
                }
            }
            return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { slots in
                let state = FoldState(slots.baseAddress!, count: count)
                return body(
                    OnDemand(
                        content: content, section: section, layout: layout, lanes: lanes, kept: kept,
                        state: state, frames: frames.baseAddress!))
            }
        }
    }

    /// Sets the state before the first item.
    func begin() {
        guard kept == nil else { return }
        let top = layout.itemsTop(of: content.sections[section])
        content.withWindow(ofSection: section) { layout.fold.begin(at: top, items: $0, state) }
    }

    /// Sets the state to a stored one.
    @inline(__always)
    func begin(from stored: FoldState) {
        guard kept == nil else { return }
        state.base.update(from: stored.base, count: state.count)
    }

    /// Places up to ``runLength`` items.
    @inline(__always)
    func place(_ run: Range<Int>) {
        if let kept {
            return frames.update(from: kept.elements.baseAddress! + run.lowerBound, count: run.count)
        }
        guard let lanes else {
            return content.withWindow(ofSection: section, at: run.lowerBound) {
                layout.fold.place(run, of: $0, state, into: frames)
            }
        }
        lanes.load(run, into: frames)
        content.withWindow(ofSection: section, at: run.lowerBound) {
            layout.fold.replace(run, of: $0, state, in: frames)
        }
    }
}

extension CheckpointCache {
    @inline(__always)
    private func lanes(of section: Int, _ layout: ResolvedLayout) -> KeptLanes? {
        layout.keepsLanes && !kept.isEmpty ? kept[section] : nil
    }

    @inline(__always)
    private func frames(of section: Int, _ layout: ResolvedLayout) -> FlatArray<Rect>? {
        layout.placesRunsAlone ? nil : frames[section]
    }

    /// The frame of an element. O(B) for cells.
    public func frame(of id: ElementID) -> Rect? {
        guard table.ordinal(id) != nil else {
            guard let element = table.supplementary(id) else { return nil }
            return element.frame.offset(x: 0, y: table[Int(id.section)].offset)
        }
        let section = Int(id.section)
        let item = Int(id.item)
        let layout = content.layout(ofSection: section)
        return OnDemand.with(
            content, section, layout, lanes(of: section, layout), frames(of: section, layout)
        ) { items in
            var first = 0
            if blocks(of: section).isEmpty {
                items.begin()
            } else {
                let size = Self.blockSize(stateCount: layout.stateCount)
                first = item / size * size
                items.begin(from: state(before: item / size, of: section, layout.stateCount))
            }
            while true {
                let run = first..<min(first + OnDemand.runLength, item + 1)
                items.place(run)
                if run.upperBound > item { break }
                first = run.upperBound
            }
            return items.frames[item - first].offset(x: 0, y: table[section].offset)
        }
    }

    /// Searches the sections, then the blocks of those that can meet the rect, and places the items of these.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        var section = sections.firstReaching(
            beyond: rect.minY, in: 0..<table.count, near: sink.hint.section, counting: &counter)
        if section != sink.hint.section { sink.hint = SearchHint(section: section) }
        while section < table.count, sections[section].near < rect.maxY {
            counter.visit(nodes: 1)
            table.searchSupplementaries(of: section, rect, into: &sink, counting: &counter)
            searchItems(section, rect, &sink, &counter)
            section += 1
        }
    }

    @inline(__always)
    private func searchItems<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let entry = table[section]
        guard entry.items.near + entry.offset < rect.maxY, entry.items.far + entry.offset > rect.minY else { return }
        let range = blocks(of: section)
        let isHinted = section == sink.hint.section
        var block = reaches.firstReaching(
            beyond: rect.minY, offset: entry.offset, in: range,
            near: range.lowerBound &+ (isHinted ? sink.hint.run : 0), counting: &counter)
        if isHinted { sink.hint.run = block &- range.lowerBound }
        let count = table.items(of: section).count
        let layout = content.layout(ofSection: section)
        OnDemand.with(
            content, section, layout, lanes(of: section, layout), frames(of: section, layout)
        ) { items in
            guard !range.isEmpty else {
                items.begin()
                return emit(0..<count, items, entry.offset, rect, &sink, &counter)
            }
            let size = Self.blockSize(stateCount: layout.stateCount)
            while block < range.upperBound, reaches[block].near + entry.offset < rect.maxY {
                counter.visit(nodes: 1)
                let span = spans[block]
                if span.near + entry.offset < rect.maxY, span.far + entry.offset > rect.minY {
                    let number = block &- range.lowerBound
                    items.begin(from: state(before: number, of: section, layout.stateCount))
                    let first = number &* size
                    emit(first..<min(first &+ size, count), items, entry.offset, rect, &sink, &counter)
                }
                block &+= 1
            }
        }
    }

    /// Places items and emits those that intersect the rect.
    @inline(__always)
    private func emit<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ range: Range<Int>, _ items: OnDemand, _ offset: Double, _ rect: Rect, _ sink: inout Sink,
        _ counter: inout Counter
    ) {
        let section = Int32(truncatingIfNeeded: items.section)
        counter.test(elements: range.count)
        var first = range.lowerBound
        while first < range.upperBound {
            let run = first..<min(first &+ OnDemand.runLength, range.upperBound)
            items.place(run)
            let frames = UnsafePointer(items.frames)
            sink.reserve(run.count)
            let hits = frames.intersecting(rect, run.count, movedBy: offset, usualCount: OnDemand.runLength)
            sink.put(hits) { index in
                ElementID(section: section, item: Int32(truncatingIfNeeded: run.lowerBound &+ index))
            } frame: { index in
                frames[index].offset(x: 0, y: offset)
            }
            first = run.upperBound
        }
    }
}
