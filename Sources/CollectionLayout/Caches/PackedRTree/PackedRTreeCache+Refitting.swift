/// Items that change and move no others: the tree is fitted to them.
extension PackedRTreeCache {
    /// An item that has changed, with its former frame, and where it stands among the frames and in the tree.
    private struct Item {
        let section: Int
        let number: Int
        let former: Rect
        let rank: Int
        let position: Int
    }

    /// What the items of a section span now, and one of those that reach farthest along the axis, if that is another edge.
    private struct Outcome {
        let section: Int
        var span: ItemSpan
        var farthest: Int?
    }

    /// Places the items that edits have changed, and fits the tree to them; changes nothing if it throws.
    ///
    /// - Returns: Whether it has: not if other elements have to move.
    mutating func refit(_ changes: [Change]) throws(LayoutError) -> Bool {
        guard let items = changedItems(changes) else { return false }
        var runner = FoldRunner(content)
        let outcomes = Dictionary(grouping: items, by: \.section).sorted { $0.key < $1.key }.map {
            place($0.value, of: $0.key, &runner)
        }
        var isLonger = false
        for outcome in outcomes where outcome.farthest != nil {
            guard end(outcome, &runner) else {
                takeBack(items)
                return false
            }
            isLonger = runner.extent != table[outcome.section].extent
        }
        if isLonger, let last = outcomes.last {
            // The last section, which the runner has ended last: nothing stands behind it.
            do {
                try table.replace(last.section, with: runner, items: last.span)
            } catch {
                takeBack(items)
                throw error
            }
        }
        for outcome in outcomes { table.setItems(of: outcome.section, to: outcome.span, in: content) }
        let (frames, order) = (frames, order)
        for item in items {
            tree.refit(item.position, of: frames.count) {
                BoxTree.Box(around: frames[order.count > 0 ? Int(order[$0]) : $0])
            }
        }
        if tree.stretchedRuns > tree.mostStretchedRuns { pack() }
        version = CacheVersion()
        return true
    }

    /// The items that edits change, each of them once; nil if they change anything else, or so many that to lay out all is
    /// faster.
    private func changedItems(_ changes: [Change]) -> [Item]? {
        guard changes.count <= elementCount / 64 + 1 else { return nil }
        let ids = changes.compactMap { change -> ElementID? in
            guard case .resize(let section, let item, _) = change else { return nil }
            return ElementID(section: section, item: item)
        }
        // Beside other edits, ids may be those of elements that have moved on since.
        guard ids.count == changes.count else { return nil }
        var items: [Item] = []
        for id in Set(ids) {
            let (section, number) = (Int(id.section), Int(id.item))
            guard content.layout(ofSection: section).placesItemsAlone,
                // Where sums are not exact, frames do not tell where they stand in their section.
                content.container.snapping == .grain || table[section].offset == 0
            else { return nil }
            let rank = firstRank(ofSection: section) + number
            items.append(
                Item(section: section, number: number, former: frames[rank], rank: rank, position: position(of: rank)))
        }
        return items
    }

    /// Where a frame stands in the tree. O(log n + runs around its corner).
    private func position(of rank: Int) -> Int {
        guard order.count > 0 else { return rank }
        var position: Int?
        _ = tree.firstRun(touching: frames[rank].origin) { run in
            let first = run * BoxTree.fanout
            position = (first..<min(first + BoxTree.fanout, order.count)).first { order[$0] == rank }
            return position != nil
        }
        guard let position else { preconditionFailure("frame \(rank) is not in the tree") }
        return position
    }

    /// Places the items of a section that have changed. O(items that have); O(items) if one of them was the outermost.
    private mutating func place(_ items: [Item], of section: Int, _ runner: inout FoldRunner) -> Outcome {
        let (offset, former) = (table[section].offset, table[section].items)
        var outcome = Outcome(section: section, span: former)
        /// Covers an item.
        func cover(_ item: Int, _ frame: Rect) {
            if frame.maxY > outcome.span.far { outcome.farthest = item }
            outcome.span.cover(frame)
        }
        // Whether an item has left the edge of what all span.
        var isOpen = false
        let all = frames.writable
        for item in items {
            let frame = runner.frame(of: item.number, in: section, at: offset)
            cover(item.number, frame)
            let own = item.former.offset(x: 0, y: -offset)
            isOpen =
                isOpen || (own.minY == former.near && frame.minY > own.minY)
                || (own.maxY == former.far && frame.maxY < own.maxY)
                || (own.maxX == former.breadth && frame.maxX < own.maxX)
            all[item.rank] = frame.offset(x: 0, y: offset)
        }
        guard isOpen else { return outcome }
        outcome = Outcome(section: section, span: ItemSpan())
        let first = firstRank(ofSection: section)
        for item in 0..<Int(content.sections[section].count) {
            cover(item, all[first + item].offset(x: 0, y: -offset))
        }
        if outcome.span.far == former.far { outcome.farthest = nil }
        return outcome
    }

    /// Finds where a section ends whose items end elsewhere.
    ///
    /// - Returns: Whether all elements but its items stay where they are.
    private func end(_ outcome: Outcome, _ runner: inout FoldRunner) -> Bool {
        let section = outcome.section
        _ = runner.frame(of: outcome.farthest!, in: section, at: table[section].offset)
        runner.finish()
        guard section == table.count - 1 || runner.extent == table[section].extent else { return false }
        return table.supplementaries(of: section).elementsEqual(runner.supplementaries.indices) {
            table.supplementaries[$0] == runner.supplementaries[$1]
        }
    }

    /// Gives items their former frames back.
    private mutating func takeBack(_ items: [Item]) {
        let all = frames.writable
        for item in items { all[item.rank] = item.former }
    }
}

extension FoldRunner {
    /// Begins a section and places nothing but one of its items, which stands alone.
    ///
    /// - Returns: Its frame, in section coordinates.
    fileprivate mutating func frame(of item: Int, in section: Int, at offset: Double) -> Rect {
        var frame = Rect.zero
        begin(section, at: offset)
        place(item..<item + 1, into: &frame)
        return frame
    }
}
