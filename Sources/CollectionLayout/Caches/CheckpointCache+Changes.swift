extension CheckpointCache {
    /// Lays out again, lanes kept. O(n); for a single resize see ``CheckpointCache``.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) {
        // The lanes of what is edited have to be known before the values change.
        for section in Change.editedSections(changes, among: table.count) { keepLanes(of: section) }
        try relay(changes)
    }

    /// Notes the lanes of a section that is to be edited, if its layout keeps them. O(section), once.
    private mutating func keepLanes(of section: Int) {
        let layout = content.layout(ofSection: section)
        guard layout.keepsLanes, kept[section] == nil else { return }
        let count = table.items(of: section).count
        var runner = FoldRunner(content)
        runner.begin(section, at: table[section].offset)
        var lanes: KeptLanes? = KeptLanes(itemCount: count, laneCount: layout.laneCount)
        _ = Self.place(0..<count, runner, layout, &lanes)
        kept[section] = lanes
    }

    mutating func lay(after changes: [Change]) throws(LayoutError) {
        // A section of several blocks that loses its closed form needs room for them.
        if changes.count == 1, case .resize(let section, let item, _) = changes[0],
            forms.form(of: section) == nil
                || Self.blockCount(table.items(of: section).count, content.layout(ofSection: section)) == 0
        {
            try relay(section, changedAt: item)
            forms.remove(section)
        } else {
            try lay(content, following: ElementMap(changes))
        }
    }

    /// Lays out a section again from the last state that does not depend on an item, until a state is the stored one moved
    /// along the axis; changes nothing if it throws.
    private mutating func relay(_ section: Int, changedAt item: Int) throws(LayoutError) {
        let layout = content.layout(ofSection: section)
        let count = table.items(of: section).count
        let size = Self.blockSize(stateCount: layout.stateCount)
        let blocks = blocks(of: section)
        var runner = FoldRunner(content)
        runner.begin(section, at: table[section].offset)
        var lanes = kept[section]
        guard layout.placesRunsAlone else {
            var all = FlatArray<Rect>(uninitialized: count)
            runner.place(0..<count, into: all.writable.baseAddress!)
            try runner.end()
            try table.replace(section, with: runner, items: ItemSpan(all.writable))
            keep(all, of: section)
            return reachSections()
        }
        guard !blocks.isEmpty else {
            let span = Self.place(0..<count, runner, layout, &lanes)
            try runner.end()
            try table.replace(section, with: runner, items: span)
            return reachSections()
        }
        let first = restart(section, before: item, runner, layout)
        var next = first
        var shift: Double?
        var placed: [ItemSpan] = []
        var passed: [Double] = []
        while next < blocks.count {
            if next * size > item {
                shift = layout.distance(
                    of: runner.state, from: state(before: next, of: section, layout.stateCount),
                    content.container.snapping)
                if shift != nil { break }
            }
            for index in 0..<layout.stateCount { passed.append(runner.state[index]) }
            let range = next * size..<min((next + 1) * size, count)
            placed.append(Self.place(range, runner, layout, &lanes))
            next += 1
        }
        if let shift {
            let last = state(before: blocks.count, of: section, layout.stateCount)
            for index in 0..<layout.stateCount {
                runner.state[index] = last[index] + (index < layout.positionCount ? shift : 0)
            }
        }
        try runner.end()
        var whole = ItemSpan()
        for block in blocks.prefix(first) { whole.cover(spans[block]) }
        for span in placed { whole.cover(span) }
        for block in blocks.dropFirst(next) { whole.cover(spans[block].moved(by: shift ?? 0)) }
        try table.replace(section, with: runner, items: whole)

        let allSpans = spans.writable
        for (index, span) in placed.enumerated() { allSpans[blocks.lowerBound + first + index] = span }
        let slots = states.writable.baseAddress! + places[section].state
        for (index, value) in passed.enumerated() { slots[first * layout.stateCount + index] = value }
        if let shift, shift != 0 {
            for block in blocks.dropFirst(next) { allSpans[block] = allSpans[block].moved(by: shift) }
            for block in next..<blocks.count {
                for index in 0..<layout.positionCount { slots[block * layout.stateCount + index] += shift }
            }
        }
        for index in 0..<layout.stateCount { slots[blocks.count * layout.stateCount + index] = runner.state[index] }
        reachBlocks(of: section)
        reachSections()
    }

    /// Sets the state of a runner, which stands at the beginning of a section, to the last stored one that does not depend
    /// on an item.
    ///
    /// - Returns: The block that it stands before.
    private func restart(
        _ section: Int, before item: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout
    ) -> Int {
        let size = Self.blockSize(stateCount: layout.stateCount)
        var block = item / size
        while block > 0 {
            let stored = state(before: block, of: section, layout.stateCount)
            if block * size + layout.fold.lookahead(stored) <= item {
                for index in 0..<layout.stateCount { runner.state[index] = stored[index] }
                break
            }
            block -= 1
        }
        return block
    }
}
