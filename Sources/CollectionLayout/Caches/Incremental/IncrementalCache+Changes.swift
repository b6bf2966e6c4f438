extension IncrementalCache {
    /// Applies edits. O(B + log n) for each that adds, removes or changes items where the layout converges, and O(log² sections)
    /// for each of sections, with the items of those that come; see ``IncrementalCache``. Where many edits would take longer than
    /// that, O(items): all is laid out anew.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) {
        if changes.count == 1 { return try apply(changes[0]) }
        guard isFasterAnew(changes) else { return try applyAll(changes) }
        try prepare(content.applying(changes))
    }

    /// Whether edits take longer one by one than to lay out everything, which must then come to the same.
    private func isFasterAnew(_ changes: [Change]) -> Bool {
        guard changes.count >= Content.manyEdits, !content.resolved.contains(where: \.keepsLanes),
            !changes.contains(where: { $0.newSection.map { content.index(of: $0.layout) == nil } ?? false })
        else { return false }
        var added = 0
        // What edits take, in times an item takes to be laid out.
        var work = 0
        for change in changes {
            if let new = change.newItems { added += min(max(new.count, 0), Content.largestCount) }
            work += change.isOfSections ? 512 : 128
        }
        return work > content.itemCount + added
    }

    /// Applies one edit.
    public mutating func apply(_ change: Change) throws(LayoutError) {
        if case .resize(let section, let item, let value) = change, hasOwnValues(item, in: section) {
            // Nobody takes the layout from the content meanwhile, so its references need not be counted: a release takes
            // as long as all that was written before needs to reach the cache.
            let layout = Unmanaged.passUnretained(content.layout(ofSection: section))
            let problem = layout._withUnsafeGuaranteedRef { layout -> LayoutError? in
                do throws(LayoutError) {
                    try resize(section, item, to: value, layout)
                    return nil
                } catch {
                    return error
                }
            }
            if let problem { throw problem }
            return
        }
        switch change {
        case .insertItems(let section, let item, _):
            try applyAll(CollectionOfOne(change), at: place(of: item, in: section))
        case .deleteItems(let section, let range):
            try applyAll(CollectionOfOne(change), at: place(of: range.lowerBound, in: section))
        default: try applyAll(CollectionOfOne(change))
        }
    }

    /// Whether there is an item, and it has values of its own.
    private mutating func hasOwnValues(_ item: Int, in section: Int) -> Bool {
        guard content.sections.indices.contains(section) else { return false }
        expect(section)
        return !content.sections[section].isUniform && (0..<Int(content.sections[section].count)).contains(item)
    }

    /// The leaf of a section with an item, and the number of items before it.
    private typealias Leaf = (section: Int, slot: Int, firstItem: Int)

    /// Finds the leaf of an item, or of the last one before it, if there is one, and begins to load what an edit will need.
    private mutating func place(of item: Int, in section: Int) -> Leaf? {
        guard content.sections.indices.contains(section) else { return nil }
        expect(section)
        guard content.sections[section].count > 0 else { return nil }
        let last = Int(content.sections[section].count) - 1
        let found = find(min(max(item, 0), last), in: section)
        expectQuery(around: found.slot, of: section)
        return (section, found.slot, found.firstItem)
    }

    /// Applies edits.
    ///
    /// - Parameter leaf: Of a single edit that adds or removes items, where it is.
    private mutating func applyAll(_ changes: some Collection<Change>, at leaf: Leaf? = nil) throws(LayoutError) {
        // Kept from one edit to the next for its memory.
        var log = EditLog()
        swap(&log, &self.log)
        defer { swap(&log, &self.log) }
        log.begin(keepsSections: !changes.contains { $0.isOfSections })
        stepsLeft = Self.mostSteps * changes.count
        try content.apply(changes, noting: &log.undo)
        if content.resolved.count > log.undo.layoutCount { makeRoomForLayouts() }
        do {
            if let (section, slot, first) = leaf, !content.sections[section].isUniform,
                let item = addOrRemoveOne(changes.first!, in: section, at: slot, first, &log)
            {
                try settle(section, content.layout(ofSection: section), from: slot, first, changed: item)
            } else {
                for change in changes { takeDown(change, &log) }
                // While the sections that change are settled one by one the content may be too long, and is not any more behind
                // the last one.
                do throws(LayoutError) { try settle(log) } catch { try layAll() }
            }
        } catch {
            content.takeBack(log.undo)
            takeBack(log)
            // Not before: sections that are taken out may have brought theirs.
            content.forgetLayouts(from: log.undo.layoutCount)
            throw error
        }
        for block in log.unused { recycle(block) }
        for case .deletedSection(_, let index) in log.steps { recycleSection(index) }
        finish()
    }

    /// Applies the most frequent edit, without what several need. The section is not uniform.
    private mutating func resize(
        _ section: Int, _ item: Int, to value: ItemValue, _ layout: ResolvedLayout
    ) throws(LayoutError) {
        let (slot, first) = find(item, in: section)
        try content.check(value, layout, section: section, item: item)
        let former = content.replaceValue(of: item, in: section, with: value, layout)
        expectQuery(around: slot, of: section)
        stepsLeft = Self.mostSteps
        do {
            try settle(section, layout, from: slot, first, changed: item..<item, isKnown: true)
        } catch {
            _ = content.replaceValue(of: item, in: section, with: former, layout)
            layAgain()
            throw error
        }
        finish()
    }

    /// Ends an edit that has been applied.
    @inline(__always)
    private mutating func finish() {
        // What a node spans is where it was placed, and its shift may be as far as all moves: beyond the largest coordinate their
        // sums are not exact.
        if length + 4 * moves > Snapping.largestCoordinate { layAgain() }
        if unused.numberCount > max(nodes.count / 4, Self.leastUnused) { compactNodes() }
        version = CacheVersion()
        changed()
    }

    /// Changes the trees as an edit says and marks what has to be placed again. The content has changed already.
    private mutating func takeDown(_ change: Change, _ log: inout EditLog) {
        switch change {
        case .resize(let section, let item, _):
            let (slot, first) = nodes(of: section).find(item)
            mark(slot, of: section, at: item - first)
            touch(section, &log)
        case .resizeSection(let section, _, _):
            // Its items begin elsewhere: the first ones are placed again, and those that stay among each other moved.
            let entry = writableEntry(of: section)
            (entry.pointee.isTouched, entry.pointee.isRenewed) = (true, true)
            if itemCount(ofSection: section) > 0 {
                mark(nodes(of: section).find(0).leaf, of: section, at: 0)
            }
            touch(section, &log)
        case .insertItems(let section, let item, let items):
            takeDownInsertion(items.count, section, item, &log)
        case .deleteItems(let section, let range):
            takeDownDeletion(range, section, &log)
        case .moveItem(let from, let to):
            takeDownDeletion(from.item..<from.item + 1, from.section, &log)
            takeDownInsertion(1, to.section, to.item, &log)
        case .insertSection(let section, let description):
            insertSection(description, at: section, &log)
        case .deleteSection(let section):
            deleteSection(section, &log)
        case .moveSection(let from, let to):
            moveSection(from, to, &log)
        case .replaceSection(let section, let description):
            deleteSection(section, &log)
            insertSection(description, at: section, &log)
        }
    }

    private mutating func takeDownInsertion(_ count: Int, _ section: Int, _ item: Int, _ log: inout EditLog) {
        let end = areAlike(section, log) ? itemCount(ofSection: section) : item
        insertItems(count, in: section, at: end, &log)
        touch(section, &log)
    }

    private mutating func takeDownDeletion(_ range: Range<Int>, _ section: Int, _ log: inout EditLog) {
        let count = itemCount(ofSection: section)
        deleteItems(areAlike(section, log) ? count - range.count..<count : range, in: section, &log)
        touch(section, &log)
    }

    /// Notes that something of a section is to be placed again.
    private mutating func touch(_ section: Int, _ log: inout EditLog) {
        if log.keepsSections { log.touch(section) } else { mark(section) }
    }

    private func itemCount(ofSection section: Int) -> Int { nodes(of: section).itemCount }

    /// Whether it makes no difference which of the items of a section come or go: all have the same values and no lanes of
    /// their own. What comes or goes is then the last one, and nothing has to be placed again.
    private func areAlike(_ section: Int, _ log: EditLog) -> Bool {
        // A section that is uniform after the edits has been so before each of them.
        log.keepsSections && content.sections[section].isUniform && !content.layout(ofSection: section).keepsLanes
    }

    /// Undoes what was taken down, in the reverse order, and lays out all again.
    private mutating func takeBack(_ log: EditLog) {
        var ignored = EditLog()
        for step in log.steps.reversed() {
            switch step {
            case .inserted(let section, let range): deleteItems(range, in: section, &ignored)
            case .deleted(let section, let range, let places):
                insertItems(range.count, places, in: section, at: range.lowerBound, &ignored)
            case .insertedSection(let section): recycleSection(unlink(section).index)
            case .deletedSection(let section, let index): link(index, at: section)
            case .movedSection(let from, let to): relink(to, at: from)
            }
        }
        for block in log.unused + ignored.unused { recycle(block) }
        layAgain()
    }

    /// Places what is marked, and moves what that moves.
    private mutating func settle(_ log: EditLog) throws(LayoutError) {
        if log.keepsSections {
            for section in log.sections { try settle(section) }
        } else if content.container.snapping == .grain {
            try settleSections()
        } else {
            try stack()
        }
    }

    /// Places what is marked in a section, and moves what that moves.
    mutating func settle(_ section: Int) throws(LayoutError) {
        let layout = content.layout(ofSection: section)
        if let itemsEnd = refoldMarked(section, layout) {
            try move(section, refold(section, layout), layout, to: itemsEnd)
        }
    }

    /// Places what an edit of items changes, and moves what that moves; see ``run``.
    private mutating func settle(
        _ section: Int, _ layout: ResolvedLayout, from slot: Int, _ first: Int, changed: Range<Int>,
        isKnown: Bool = false
    ) throws(LayoutError) {
        let refold = refold(section, layout)
        if refold.tree.isChained {
            mark(slot, of: section, at: changed.lowerBound - first)
        } else {
            switch run(refold, layout, section, from: slot, first, changed: changed, isKnown: isKnown) {
            case .marked: break
            case .ended(let itemsEnd): return try move(section, refold, layout, to: itemsEnd)
            case .stayed: return
            }
        }
        if let itemsEnd = refoldMarked(section, layout) {
            try move(section, self.refold(section, layout), layout, to: itemsEnd)
        }
    }

    /// Places all items again in their lanes. O(n).
    ///
    /// For layouts that were too long: sums beyond the largest coordinate are not exact, so steps cannot be taken back, and
    /// this starts without shifts.
    private mutating func layAll(upTo limit: Double = Snapping.largestCoordinate) throws(LayoutError) {
        for section in content.sections.indices {
            let nodes = writableNodes(of: section)
            nodes.tree.clear(nodes.spans)
            markAll(of: section)
        }
        try stack(upTo: limit)
    }

    /// The same of what was laid out once. Without snapping its length may be another one than it was then, by what sums are rounded.
    private mutating func layAgain() {
        do {
            try layAll(upTo: .infinity)
        } catch {
            preconditionFailure("what was laid out once is refused: \(error)")
        }
    }

    /// Gives a section the length that it has with its items ending at a coordinate, and moves the sections behind it.
    private mutating func move(
        _ section: Int, _ refold: Refold, _ layout: ResolvedLayout, to itemsEnd: Double
    ) throws(LayoutError) {
        let description = content.sections[section]
        let (slot, index) = place(of: section)
        let growth = layout.extent(of: description, itemsEnd: itemsEnd) - entries[index].extent
        if growth != 0 {
            guard length + growth <= Snapping.largestCoordinate else {
                throw .contentTooLong(sections: content.sections.count) {
                    offset(of: $0) + entry(of: $0).extent + ($0 < section ? 0 : growth)
                }
            }
            length += growth
            moves += abs(growth)
            entries.writable[index].extent += growth
        }
        let renews = entries[index].isRenewed || (growth != 0 && !layout.endsWithItems(description))
        if renews { renewSupplementaries(of: section, layout, itemsEnd: itemsEnd) }
        cover(section, itemSpan(of: section, refold.nodes, layout), layout, keepsElements: !renews)
        sectionTree.moveLeaves(behind: slot, writableSectionSpans) { _ in growth }
    }
}
