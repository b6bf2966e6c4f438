extension CheckpointCache {
    /// Lays out again, lanes kept. O(n); for a single resize see ``CheckpointCache``.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) {
        // The lanes of what is edited have to be known before the values change.
        for section in Change.editedSections(changes, among: outlines.count) { keepLanes(of: section) }
        try relay(changes)
        version = CacheVersion()
    }

    /// Notes the lanes of a section that is to be edited, if its layout keeps them. O(section), once.
    private mutating func keepLanes(of section: Int) {
        let layout = content.layout(ofSection: section)
        guard layout.keepsLanes, kept[section] == nil else { return }
        let count = outlines.itemCount(of: section, in: content)
        var runner = FoldRunner(content)
        runner.begin(section, at: outlines[section].offset)
        var lanes: KeptLanes? = KeptLanes(itemCount: count, laneCount: layout.laneCount)
        _ = Self.place(0..<count, runner, layout, &lanes)
        kept[section] = lanes
    }

    mutating func lay(after changes: [Change]) throws(LayoutError) {
        if changes.count == 1, case .resize(let section, let item, _) = changes[0] {
            try relay(section, changedAt: item)
            forms.remove(section)
            if blocks(of: section).isEmpty { addBlocks(to: section) }
        } else {
            try lay(content, following: ElementMap(changes))
        }
    }

    /// Gives a section the blocks that it has not needed as long as its items were alike. O(section + sections + blocks).
    private mutating func addBlocks(to section: Int) {
        let layout = content.layout(ofSection: section)
        let count = Self.blockCount(content.sections[section], layout, jumping: jumps)
        guard count > 0 else { return }
        let slotCount = Self.stateSlotCount(count, layout)
        if places.count == 1 { places = FlatArray(repeating: Place(), count: content.sections.count + 1) }
        let place = places[section]
        starts.insert(count, at: place.block)
        reaches.insert(count, at: place.block)
        spans.insert(count, at: place.block)
        states.insert(slotCount, at: place.state)
        let all = places.writable
        for later in section + 1...outlines.count {
            all[later].block += count
            all[later].state += slotCount
        }
        var runner = FoldRunner(content)
        runner.begin(section, at: outlines[section].offset)
        var extra = Extra(lanes: kept[section])
        _ = self.place(section, runner, &extra)
    }

    /// Lays out a section again whose item has changed; changes nothing if it throws.
    private mutating func relay(_ section: Int, changedAt item: Int) throws(LayoutError) {
        let layout = content.layout(ofSection: section)
        let count = outlines.itemCount(of: section, in: content)
        var runner = FoldRunner(content)
        runner.begin(section, at: outlines[section].offset)
        guard layout.placesRunsAlone else {
            var all = FlatArray<Rect>(uninitialized: count)
            runner.place(0..<count, into: all.writable.baseAddress!)
            try replace(section, with: runner, items: ItemSpan(all.writable))
            frames[section] = all
            makeUnique()
            return cut(all, of: section)
        }
        var lanes = kept[section]
        guard !blocks(of: section).isEmpty else {
            return try replace(section, with: runner, items: Self.place(0..<count, runner, layout, &lanes))
        }
        let passage = pass(section, changedAt: item, runner, layout, &lanes)
        try replace(section, with: runner, items: span(of: section, after: passage))
        store(passage, of: section, layout)
    }

    /// Takes over a section whose last item the runner has placed; changes nothing if it throws.
    private mutating func replace(
        _ section: Int, with runner: borrowing FoldRunner, items: ItemSpan
    ) throws(LayoutError) {
        try outlines.replace(section, itemsEnd: runner.itemsEnd, items: items, in: content)
    }

    /// The blocks of a section that have been placed again.
    private struct Passage {
        /// The first of them.
        let first: Int
        /// Where they end, and what they span; what is to be stored of the states there.
        var placed: [(end: Int, span: ItemSpan)] = []
        var states: [Double] = []
        /// The first block behind them, and how far it moves along the axis with all that follow.
        var next: Int
        var shift = 0.0
    }

    /// Passes over the blocks of a section from the last state that does not depend on an item, until a state is the stored one
    /// moved along the axis, and sets the state of the runner, which has begun the section, to the one at its end.
    private func pass(
        _ section: Int, changedAt item: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout,
        _ lanes: inout KeptLanes?
    ) -> Passage {
        let blocks = blocks(of: section)
        let size = Self.blockSize(layout)
        var passage = Passage(first: restart(section, before: item, runner, layout), next: blocks.count)
        let range = Int(starts[blocks.lowerBound + passage.first])..<outlines.itemCount(of: section, in: content)
        Self.pass(range, blockSize: size, runner, layout, &lanes) { end, span in
            passage.placed.append((end, span))
            for index in 0..<layout.restCount { passage.states.append(runner.state[index]) }
            let block = end / size
            guard end > item, block < blocks.count,
                let distance = distance(of: runner.state, before: end, from: block, of: section, layout)
            else { return true }
            (passage.next, passage.shift) = (block, distance)
            return false
        }
        if passage.next < blocks.count {
            layout.set(runner.state, toRest: rest(before: blocks.count, of: section, layout))
            layout.move(runner.state, by: passage.shift)
        }
        return passage
    }

    /// What the items of a section span after some of its blocks have been placed again.
    private func span(of section: Int, after passage: Passage) -> ItemSpan {
        let blocks = blocks(of: section)
        var whole = ItemSpan()
        for block in blocks.prefix(passage.first) { whole.cover(spans[block]) }
        for (_, span) in passage.placed { whole.cover(span) }
        for block in blocks.dropFirst(passage.next) { whole.cover(spans[block].moved(by: passage.shift)) }
        return whole
    }

    /// Stores blocks of a section that have been placed again, and moves those behind them.
    private mutating func store(_ passage: Passage, of section: Int, _ layout: ResolvedLayout) {
        let count = blocks(of: section).count
        makeUnique()
        if passage.next < count, passage.shift != 0 {
            move(passage.next..<count, of: section, by: passage.shift)
        }
        var writer = BlockWriter(self, section, layout, passage.first..<count)
        passage.states.withUnsafeBufferPointer { states in
            // Only read.
            var state = UnsafeMutablePointer(mutating: states.baseAddress!)
            for (end, span) in passage.placed {
                writer.end(at: end, span, FoldState(state, count: layout.restCount))
                state += layout.restCount
            }
        }
        reachBlocks(of: section)
    }

    /// Moves blocks of a section along the axis. The state at the end goes with the last block.
    func move(_ numbers: Range<Int>, of section: Int, by distance: Double) {
        let layout = content.layout(ofSection: section)
        let blocks = blocks(of: section)
        let spans = spans.shared
        for number in numbers {
            spans[blocks.lowerBound + number] = spans[blocks.lowerBound + number].moved(by: distance)
        }
        let end = numbers.upperBound == blocks.count ? blocks.count + 1 : numbers.upperBound
        for number in numbers.lowerBound..<end {
            layout.move(rest(before: number, of: section, layout), by: distance)
        }
    }

    /// How far a state in which the fold rests before an item is moved along the axis from the one that a block begins with; nil
    /// if the block begins elsewhere or the state is another one.
    func distance(
        of state: FoldState, before item: Int, from number: Int, of section: Int, _ layout: ResolvedLayout
    ) -> Double? {
        guard starts[blocks(of: section).lowerBound + number] == item else { return nil }
        return layout.distance(
            of: state, from: rest(before: number, of: section, layout), content.container.snapping)
    }

    /// Sets the state of a runner, which stands at the beginning of a section, to the last stored one that does not depend
    /// on an item.
    ///
    /// - Returns: The block that it stands before.
    private func restart(
        _ section: Int, before item: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout
    ) -> Int {
        let first = blocks(of: section).lowerBound
        var block = item / Self.blockSize(layout)
        while true {
            layout.set(runner.state, toRest: rest(before: block, of: section, layout))
            if block == 0 || Int(starts[first + block]) + layout.fold.lookahead(runner.state) <= item { return block }
            block -= 1
        }
    }
}
