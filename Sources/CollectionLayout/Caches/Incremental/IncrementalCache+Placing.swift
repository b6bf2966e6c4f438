/// After an edit the fold runs from the last state that does not depend on it until it converges.
extension IncrementalCache {
    /// What has become of the items of a section.
    enum Refolded {
        /// Some have been marked, and are still to be placed: they were brought into step with alike rows, or chains of rows are to
        /// be known from now on.
        case marked
        /// They end at a coordinate along the axis, in section coordinates.
        case ended(Double)
        /// They span as much as before, and none has moved but those that the edit places.
        case stayed

        /// Where they end.
        var end: Double? { if case .ended(let end) = self { end } else { nil } }
    }

    /// Places the marked blocks of a section, and those that change with them.
    ///
    /// - Returns: Where the items end along the axis, in section coordinates; nil if nothing was marked.
    @discardableResult
    mutating func refoldMarked(_ section: Int, _ layout: ResolvedLayout) -> Double? {
        guard entry(of: section).isTouched else { return nil }
        defer { writableEntry(of: section).pointee.isTouched = false }
        // Whatever other sections have needed.
        stepsLeft = max(stepsLeft, Self.mostSteps)
        var itemsEnd: Double?
        while true {
            let refold = refold(section, layout)
            if refold.tree.isChained {
                guard settleChains(section, layout) else { continue }
                return chainedEnd(of: section, layout)
            }
            guard let slot = refold.tree.firstMarked(refold.marks) else {
                return itemsEnd ?? run(refold, layout, section, from: nil, 0, changed: 0..<0).end
            }
            let first = refold.tree.firstItem(of: slot, refold.counts)
            let item = first + refold.marks[slot].position
            itemsEnd = run(refold, layout, section, from: slot, first, changed: item..<item).end
        }
    }

    /// Runs the fold from the last state that does not depend on an item until it converges.
    ///
    /// - Parameters:
    ///   - slot: The leaf with the item; nil if the section has no items.
    ///   - first: The number of items before that leaf.
    ///   - changed: The items that are new; none at the item that has changed or before which others were deleted.
    ///   - isKnown: Whether all that lies above the blocks is what these came to before, so that it need not be looked at where
    ///     they span as much.
    mutating func run(
        _ refold: Refold, _ layout: ResolvedLayout, _ section: Int, from slot: Int?, _ first: Int,
        changed: Range<Int>, isKnown: Bool = false
    ) -> Refolded {
        let items = Int(content.sections[section].count)
        let slots = scratch.writable.baseAddress!
        let now = FoldState(slots, count: layout.stateCount)
        let shifts = slots + layout.stateCount
        var (place, first) = refold.restart(at: slot, first, before: changed.lowerBound, layout, now, shifts)
        if first == 0 { begin(section, layout, now) }
        // Behind items that are new: they know nothing to meet.
        var begin = first
        var page = PagedValues.Place()
        while let slot = place {
            let handle = refold.blocks[slot].handle
            let range = first..<first + Int(refold.counts[slot])
            place = refold.tree.next(after: slot, refold.counts)
            if let place { frames.prefetch(refold.blocks[place].handle) }
            let isNew = refold.marks[slot].losesState
            // Rows that have not met former ones by then may never do.
            let rows =
                first - begin > 2 * Self.blockSize
                ? .none
                : placeRows(
                    refold, layout, section, slot, handle, range, before: place, changed: changed, now, shifts,
                    near: &page)
            if case .moved(let distance, let spansAsMuch) = rows {
                if isKnown && spansAsMuch && distance == 0 { return .stayed }
                return .ended(itemsEnd(section, layout, refold.move(behind: slot, by: distance)))
            }
            if case .none = rows, !placeBlock(refold, layout, section, slot, handle, range, now, shifts, near: &page) {
                return run(refold, layout, section, from: refold.tree.find(0, refold.counts).leaf, 0, changed: 0..<0)
            }
            first = range.upperBound
            if isNew { begin = first }
            guard let next = place else {
                refold.tree.leafChanged(slot, refold.spans, refold.counts)
                break
            }
            refold.loadShifts(of: next, behind: slot, areGrains: frames.isInGrains, shifts)
            if first > changed.lowerBound,
                refold.converge(now, before: next, first, behind: slot, range.lowerBound, items: items, shifts)
            {
                break
            }
            // Of siblings the last one brings what lies above them up to date.
            if !ShiftTree.areSiblings(slot, next) {
                refold.tree.leafChanged(slot, refold.spans, refold.counts)
            }
            refold.store(now, before: next, first, shifts)
            // Not before what has changed is placed: of a long row that may be far behind where the row begins.
            guard first > changed.upperBound else { continue }
            let chains = shouldChain(section, layout, from: begin, to: first)
            if !chains || stepsLeft > 0,
                bringIntoStep(section, refold, layout, from: first, at: next, behind: slot, now)
            {
                return .marked
            }
            if chains {
                refold.tree.leafChanged(slot, refold.spans, refold.counts)
                mark(next, of: section, at: 0)
                _ = chainRows(section, layout, as: next)
                return .marked
            }
        }
        refold.storeLast(now, items: items)
        return .ended(itemsEnd(section, layout, now))
    }

    /// Sets a state to that before the items of a section.
    func begin(_ section: Int, _ layout: ResolvedLayout, _ state: FoldState) {
        let top = layout.itemsTop(of: content.sections[section])
        // The content stays meanwhile: to count references to its values would take as long as to place some items.
        if let items = content.unpagedItems(of: content.sections[section], layout.width) {
            return layout.fold.begin(at: top, items: items, state)
        }
        content.withWindow(ofSection: section) { layout.fold.begin(at: top, items: $0, state) }
    }

    /// Where the items of a section end along the axis, in section coordinates, from the state behind them.
    func itemsEnd(_ section: Int, _ layout: ResolvedLayout, _ state: FoldState) -> Double {
        if let items = content.unpagedItems(of: content.sections[section], layout.width) {
            return layout.fold.end(state, items: items)
        }
        return content.withWindow(ofSection: section) { layout.fold.end(state, items: $0) }
    }

    /// Places a block as a whole.
    ///
    /// - Returns: Whether it could be: not if the section has to be placed from its beginning.
    private mutating func placeBlock(
        _ refold: Refold, _ layout: ResolvedLayout, _ section: Int, _ slot: Int, _ handle: UInt32, _ items: Range<Int>,
        _ now: FoldState, _ shifts: UnsafeMutablePointer<Double>, near page: inout PagedValues.Place
    ) -> Bool {
        let room = room.writable.baseAddress!
        if layout.keepsLanes {
            for index in 0..<items.count { room[index].x = frames.place(handle, index) }
        }
        _ = content.withParts(of: items, ofSection: section, near: &page) { values, part in
            layout.fold.replace(part, of: values, now, in: room + (part.lowerBound - items.lowerBound))
            return part.upperBound
        }
        if !layout.placesRunsAlone && layout.fold.isRefuted(now) { return false }
        if frames.isInGrains { refold.bringNear(slot, to: room[0].y, shifts) }
        if refold.tree.lanes == 1 {
            let span = frames.replace(handle, items.count, with: room, from: shifts[0])
            refold.tree.setExtent(slot, lane: 0, to: ShiftTree.Span(span), refold.spans)
            if refold.tree.isBroad {
                refold.tree.setBegin(of: slot, to: frames.begin(handle, items.count), refold.spans)
            }
        } else {
            refold.cover(slot, room, items, hasLanes ? lanes.writableRun(handle) : nil, layout, shifts)
            frames.replace(handle, items.count, with: room, from: 0)
        }
        refold.tree.unmark(slot, refold.marks)
        return true
    }

    /// The tree of a section, ready to place its items again.
    mutating func refold(_ section: Int, _ layout: ResolvedLayout) -> Refold {
        Refold(nodes: writableNodes(of: section), positionCount: layout.positionCount)
    }
}
