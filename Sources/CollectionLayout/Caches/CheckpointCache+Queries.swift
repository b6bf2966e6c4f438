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
            return withUnsafeTemporaryAllocation(of: Double.self, capacity: max(count, shortState)) { slots in
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
        let offset = table[section].offset
        let form = forms.form(of: section)
        if let form, item < form.count { return forms.frame(of: item, form).offset(x: 0, y: offset) }
        return OnDemand.with(
            content, section, layout, lanes(of: section, layout), frames(of: section, layout)
        ) { items in
            var first = 0
            if let form {
                first = form.count
                forms.restart(form, layout, items.state)
            } else if blocks(of: section).isEmpty {
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
            return items.frames[item - first].offset(x: 0, y: offset)
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
            if let form = forms.form(of: section) {
                search(form, of: section, rect, &sink, &counter)
            } else {
                searchItems(section, rect, &sink, &counter)
            }
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
        counter.test(elements: range.count)
        var first = range.lowerBound
        while first < range.upperBound {
            let run = first..<min(first &+ OnDemand.runLength, range.upperBound)
            items.place(run)
            sink.put(
                run, of: items.section, items.frames, movedBy: offset, in: rect, usualCount: OnDemand.runLength)
            first = run.upperBound
        }
    }

    /// Searches the lead of a closed form, the groups of periods that can meet the rect, and the items behind them.
    ///
    /// O(1 + k): the groups are found by a division.
    @inline(__always)
    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ form: ClosedForms.Form, of section: Int, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let offset = table[section].offset
        let pattern = form.pattern
        let frames = forms.frames(of: pattern)
        if pattern.leadSpan.near + offset < rect.maxY, pattern.leadSpan.far + offset > rect.minY {
            emit(0..<pattern.lead, section, frames, offset, rect, &sink, &counter)
        }
        let groups = (form.periods &+ pattern.group &- 1) / pattern.group
        let distance = Double(pattern.group) * pattern.distance
        let near = pattern.span.near + offset
        let far = pattern.span.far + Double(pattern.group &- 1) * pattern.distance + offset
        // The quotient is rounded: it is where to begin to look.
        let guess = (rect.minY - far) / distance
        var group = guess > 0 && distance > 0 ? Int(min(guess + 1, Double(groups))) : 0
        while group > 0, far + Double(group &- 1) * distance > rect.minY { group &-= 1 }
        while group < groups {
            let shift = Double(group) * distance
            guard near + shift < rect.maxY else { break }
            counter.visit(nodes: 1)
            if far + shift > rect.minY {
                let count = min(pattern.group, form.periods &- group &* pattern.group) &* pattern.period
                let first = pattern.lead &+ group &* pattern.group &* pattern.period
                emit(first..<first &+ count, section, frames + pattern.lead, offset + shift, rect, &sink, &counter)
            }
            group &+= 1
        }
        let rest = form.count..<Int(content.sections[section].count)
        guard !rest.isEmpty, form.section.tailNear + offset < rect.maxY,
            table[section].items.far + offset > rect.minY
        else { return }
        let layout = content.layout(ofSection: section)
        OnDemand.with(content, section, layout, nil, nil) { items in
            forms.restart(form, layout, items.state)
            emit(rest, items, offset, rect, &sink, &counter)
        }
    }

    /// Emits those items that intersect the rect, from their frames.
    @inline(__always)
    private func emit<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ range: Range<Int>, _ section: Int, _ frames: UnsafePointer<Rect>, _ shift: Double, _ rect: Rect,
        _ sink: inout Sink, _ counter: inout Counter
    ) {
        counter.test(elements: range.count)
        var first = range.lowerBound
        while first < range.upperBound {
            let run = first..<min(first &+ ClosedForms.runLength, range.upperBound)
            sink.put(
                run, of: section, frames + (first &- range.lowerBound), movedBy: shift, in: rect,
                usualCount: ClosedForms.runLength)
            first = run.upperBound
        }
    }
}

extension HitSink where Self: ~Copyable {
    /// Takes those of up to 32 consecutive items whose frames, moved along the axis, intersect a rect.
    @inline(__always)
    fileprivate mutating func put(
        _ items: Range<Int>, of section: Int, _ frames: UnsafePointer<Rect>, movedBy shift: Double, in rect: Rect,
        usualCount: Int
    ) {
        reserve(items.count)
        let hits = frames.intersecting(rect, items.count, movedBy: shift, usualCount: usualCount)
        put(hits) { index in
            ElementID(
                section: Int32(truncatingIfNeeded: section),
                item: Int32(truncatingIfNeeded: items.lowerBound &+ index))
        } frame: { index in
            frames[index].offset(x: 0, y: shift)
        }
    }
}
