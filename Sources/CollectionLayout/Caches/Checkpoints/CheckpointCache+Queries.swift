extension CheckpointCache {
    /// Whether items of a layout are placed at each query, in the lanes of their turn.
    @inline(__always)
    private func placesPlainly(_ layout: ResolvedLayout) -> Bool {
        layout.placesRunsAlone && !(layout.keepsLanes && !kept.isEmpty)
    }

    /// The values of a section's items; nil where these have pages, lanes that they keep, or frames.
    @inline(__always)
    private func values(of section: Int, _ layout: ResolvedLayout) -> ItemValues? {
        placesPlainly(layout) ? content.unpagedItems(of: content.sections[section], layout.width) : nil
    }

    /// Sets the state before the first item.
    private func begin(_ items: OnDemand) {
        items.layout._withUnsafeGuaranteedRef { layout in
            guard layout.placesRunsAlone else { return }
            let top = layout.itemsTop(of: content.sections[items.section])
            content.withWindow(ofSection: items.section) { layout.fold.begin(at: top, items: $0, items.state) }
        }
    }

    /// Sets the state to the one before a block.
    @inline(__always)
    private func begin(_ items: OnDemand, from block: Int) {
        items.layout._withUnsafeGuaranteedRef { layout in
            guard layout.placesRunsAlone else { return }
            layout.set(items.state, toRest: rest(before: block, of: items.section, layout))
        }
    }

    /// Places up to ``OnDemand/runLength`` items.
    @inline(__always)
    private func place(_ run: Range<Int>, _ items: OnDemand) {
        guard let values = items.values else { return placeApart(run, items) }
        items.layout._withUnsafeGuaranteedRef { $0.fold.place(run, of: values, items.state, into: items.frames) }
    }

    /// So few items are placed at once: there is little to pass over.
    private static let shortRange = 16

    /// Places the next up to ``OnDemand/runLength`` items of a range that a viewport in section coordinates can show, and passes
    /// over those before them that it cannot, if the layout can.
    ///
    /// - Returns: The items that are placed; none, if no further one can begin in the viewport.
    @inline(__always)
    private func place(_ range: Range<Int>, _ items: OnDemand, from near: Double, to far: Double) -> Range<Int> {
        if range.count > Self.shortRange, let values = items.values {
            let run: Range<Int>? = items.layout._withUnsafeGuaranteedRef { layout in
                guard values.isUniform ? layout.jumpsAlikeItems : layout.findsViewports else { return nil }
                return layout.skimming.place(
                    range, of: values, items.state, from: near, to: far, most: OnDemand.runLength, into: items.frames)
            }
            if let run { return run }
        }
        let run = range.lowerBound..<min(range.lowerBound &+ OnDemand.runLength, range.upperBound)
        place(run, items)
        return run
    }

    @inline(never)
    private func placeApart(_ run: Range<Int>, _ items: OnDemand) {
        if let all = frames[items.section] {
            return items.frames.update(from: all.elements.baseAddress! + run.lowerBound, count: run.count)
        }
        let fold = content.layout(ofSection: items.section).fold
        let lanes = kept[items.section]
        lanes?.load(run, into: items.frames)
        content.withWindow(ofSection: items.section, at: run.lowerBound) {
            if lanes == nil {
                fold.place(run, of: $0, items.state, into: items.frames)
            } else {
                fold.replace(run, of: $0, items.state, in: items.frames)
            }
        }
    }

    /// Where the first of the items that are not yet placed can begin, in section coordinates.
    @inline(__always)
    private func nearest(_ items: OnDemand) -> Double {
        items.layout._withUnsafeGuaranteedRef {
            $0.placesRunsAlone ? $0.fold.nearest(behind: items.state) : -.infinity
        }
    }

    /// The frame of an element. O(B) for cells.
    public func frame(of id: ElementID) -> Rect? {
        guard outlines.hasItem(id, in: content) else { return outlines.supplementaryFrame(of: id, in: content) }
        let section = Int(id.section)
        let item = Int(id.item)
        let layout = content.layout(ofSection: section)
        let offset = outlines[section].offset
        let form = forms.form(of: section)
        if let form, item < form.count { return forms.frame(of: item, form).offset(x: 0, y: offset) }
        return OnDemand.with(section, layout, values(of: section, layout)) { items in
            var first = 0
            if let form {
                first = form.count
                forms.restart(form, layout, items.state)
            } else if blocks(of: section).isEmpty {
                begin(items)
            } else {
                let blocks = blocks(of: section)
                var block = item / Self.blockSize(layout)
                while starts[blocks.lowerBound + block] > item { block -= 1 }
                first = Int(starts[blocks.lowerBound + block])
                begin(items, from: block)
            }
            if first < item, layout.canSkim, placesPlainly(layout) {
                var place = PagedValues.Place()
                first = content.withParts(of: first..<item, ofSection: section, near: &place) { values, part in
                    _ = layout.skimming.skim(part, of: values, items.state)
                    return part.upperBound
                }
            }
            while true {
                let run = first..<min(first + OnDemand.runLength, item + 1)
                place(run, items)
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
        search(rect, in: 0..<outlines.count, into: &sink, counting: &counter)
    }

    /// Searches only some of the sections.
    @inline(__always)
    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in range: Range<Int>, into sink: inout Sink, counting counter: inout Counter
    ) {
        var section = outlines.firstReaching(
            beyond: rect.minY, in: range, near: sink.hint.section, counting: &counter)
        if section != sink.hint.section { sink.hint = SearchHint(section: section) }
        while section < range.upperBound, outlines.near(of: section) < rect.maxY {
            counter.visit(nodes: 1)
            let description = content.sections[section]
            let layout = content.resolved[Int(description.layout)]
            outlines.searchSupplementaries(
                of: section, description, layout, across: content.container.breadth, rect, into: &sink,
                counting: &counter)
            if let form = forms.form(of: section) {
                search(form, of: section, rect, &sink, &counter)
            } else {
                searchItems(section, layout, rect, &sink, &counter)
            }
            section += 1
        }
    }

    @inline(__always)
    private func searchItems<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, _ layout: ResolvedLayout, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let outline = outlines[section]
        guard outline.items.near + outline.offset < rect.maxY, outline.items.far + outline.offset > rect.minY else {
            return
        }
        let range = blocks(of: section)
        let isHinted = section == sink.hint.section
        var block = reaches.firstReaching(
            beyond: rect.minY, offset: outline.offset, in: range,
            near: range.lowerBound &+ (isHinted ? sink.hint.run : 0), counting: &counter)
        if isHinted { sink.hint.run = block &- range.lowerBound }
        let count = outlines.itemCount(of: section, in: content)
        OnDemand.with(section, layout, values(of: section, layout)) { items in
            guard !range.isEmpty else {
                begin(items)
                return emit(0..<count, items, outline.offset, rect, &sink, &counter)
            }
            while block < range.upperBound, reaches[block].near + outline.offset < rect.maxY {
                counter.visit(nodes: 1)
                let span = spans[block]
                if span.near + outline.offset < rect.maxY, span.far + outline.offset > rect.minY {
                    let number = block &- range.lowerBound
                    begin(items, from: number)
                    emit(self.items(ofBlock: number, range, count), items, outline.offset, rect, &sink, &counter)
                }
                block &+= 1
            }
        }
    }

    /// Places items and emits those that intersect the rect, until no further one can.
    @inline(__always)
    private func emit<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ range: Range<Int>, _ items: OnDemand, _ offset: Double, _ rect: Rect, _ sink: inout Sink,
        _ counter: inout Counter
    ) {
        var first = range.lowerBound
        while first < range.upperBound {
            let run = place(first..<range.upperBound, items, from: rect.minY - offset, to: rect.maxY - offset)
            if run.isEmpty { return }
            counter.test(elements: run.count)
            let hits = UnsafePointer(items.frames).intersecting(rect, most: run.count, movedBy: offset)
            sink.put(hits, run, of: items.section, items.frames, movedBy: offset)
            first = run.upperBound
            if first < range.upperBound && nearest(items) + offset >= rect.maxY { return }
        }
    }

    /// Searches the lead of a closed form, the groups of periods that can meet the rect, and the items behind them.
    ///
    /// O(1 + k): the groups are found by a division.
    @inline(__always)
    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ form: ClosedForms.Form, of section: Int, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let offset = outlines[section].offset
        let pattern = form.pattern
        let frames = forms.frames(of: pattern)
        if pattern.leadSpan.near + offset < rect.maxY, pattern.leadSpan.far + offset > rect.minY {
            counter.test(elements: pattern.lead)
            emit(0..<pattern.lead, section, frames, offset, rect, &sink)
        }
        let groups = (form.periods &+ pattern.group &- 1) / pattern.group
        let distance = Double(pattern.group) * pattern.distance
        let near = pattern.span.near + offset
        let far = pattern.span.far + Double(pattern.group &- 1) * pattern.distance + offset
        var group = AlikeRows(near: near, far: far, distance: distance, count: groups).count(endingBy: rect.minY)
        while group < groups {
            let shift = Double(group) * distance
            guard near + shift < rect.maxY else { break }
            counter.visit(nodes: 1)
            if far + shift > rect.minY {
                let count = min(pattern.group, form.periods &- group &* pattern.group) &* pattern.period
                let first = pattern.lead &+ group &* pattern.group &* pattern.period
                counter.test(elements: count)
                emit(first..<first &+ count, section, frames + pattern.lead, offset + shift, rect, &sink)
            }
            group &+= 1
        }
        let rest = form.count..<Int(content.sections[section].count)
        guard !rest.isEmpty, form.repetition.tailNear + offset < rect.maxY,
            outlines[section].items.far + offset > rect.minY
        else { return }
        let layout = content.layout(ofSection: section)
        OnDemand.with(section, layout, values(of: section, layout)) { items in
            forms.restart(form, layout, items.state)
            emit(rest, items, offset, rect, &sink, &counter)
        }
    }

    /// Emits those items that intersect the rect, from their frames.
    @inline(__always)
    private func emit<Sink: HitSink & ~Copyable>(
        _ range: Range<Int>, _ section: Int, _ frames: UnsafePointer<Rect>, _ shift: Double, _ rect: Rect,
        _ sink: inout Sink
    ) {
        var first = range.lowerBound
        while first < range.upperBound {
            let run = first..<min(first &+ ClosedForms.runLength, range.upperBound)
            let frames = frames + (first &- range.lowerBound)
            let hits = frames.intersecting(rect, run.count, movedBy: shift, usualCount: ClosedForms.runLength)
            sink.put(hits, run, of: section, frames, movedBy: shift)
            first = run.upperBound
        }
    }
}
