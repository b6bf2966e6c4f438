/// Sections come and go. Their offsets are computed afterwards; see ``stack()``.
extension IncrementalCache {
    /// Puts a section before another one, all of whose items are still to be placed.
    mutating func insertSection(_ layout: Int, _ count: Int, at section: Int, _ log: inout EditLog) {
        var entry = Entry(layout: Int32(layout), content.resolved[layout])
        entry.isTouched = true
        entry.slotCount = Self.slotCount(forItems: count)
        allocateNodes(&entry)
        entries.insert(entry, at: section)
        log.add(.insertedSection(section))
        var ignored = EditLog()
        insertItems(count, in: section, at: 0, &ignored)
    }

    mutating func deleteSection(_ section: Int, _ log: inout EditLog) {
        log.add(.deletedSection(section, entries.remove(at: section)))
    }

    mutating func moveSection(_ from: Int, _ to: Int, _ log: inout EditLog) {
        entries.insert(entries.remove(at: from), at: to)
        log.add(.movedSection(from: from, to: to))
    }

    /// Gives the blocks of a section back.
    mutating func recycleBlocks(of entry: Entry) {
        let nodes = nodes(of: entry)
        for slot in 0..<entry.slotCount { recycle(nodes.blocks[slot]) }
    }

    mutating func recycle(_ block: Block) {
        guard block.capacity > 0 else { return }
        frames.recycle(block.handle, length: Int(block.capacity))
        if hasLanes { lanes.recycle(block.handle, length: Int(block.capacity)) }
    }

    /// Places what is marked, and computes where all sections stand and what else is in them. O(sections), some 10 ns for each in
    /// which nothing has changed.
    ///
    /// - Parameter anew: Whether all that is known of sections is computed from the states behind their items. Else what is known
    ///   of those without marks is moved, which is exact where frames are in grains.
    mutating func stack(anew: Bool = false) throws(LayoutError) {
        let keeps = !anew && frames.isInGrains
        let (formerTree, formerSpans, formerElements) = (sectionTree, sectionSpans, supplementaries)
        // The optimiser may release memory as soon as nothing but a pointer refers to it.
        defer { withExtendedLifetime((formerSpans, formerElements)) {} }
        clearSectionTree()
        supplementaries = FlatArray(uninitialized: content.supplementaryCount)
        // Nobody else has these, so that they stay where they are.
        let (all, spans) = (entries.writable, sectionSpans.writable.baseAddress!)
        let elements = supplementaries.writable.baseAddress!
        var unknown: [Int] = []
        var next = 0
        length = 0
        for section in content.sections.indices {
            let entry = all + section
            let first = next
            if keeps && entry.pointee.stackedNumber >= 0 && !entry.pointee.isTouched {
                let number = Int(entry.pointee.stackedNumber)
                if supplementaries.count > 0 {
                    next += content.supplementaryCount(ofSection: section)
                    let known = formerElements.elements.baseAddress! + entry.pointee.firstSupplementary
                    (elements + first).update(from: known, count: next - first)
                }
                var span = formerTree.span(number, lane: 0, formerSpans.elements.baseAddress!)
                span.near += length - entry.pointee.offset
                span.far += length - entry.pointee.offset
                sectionTree.setExtent(section, lane: 0, to: span, spans)
            } else {
                refoldMarked(section, content.layout(ofSection: section))
                for element in computeExtent(of: section) {
                    elements[next] = element
                    next += 1
                }
                unknown.append(section)
            }
            entry.pointee.firstSupplementary = first
            entry.pointee.offset = length
            entry.pointee.stackedNumber = Int32(section)
            length += entry.pointee.extent
            guard length <= Snapping.largestCoordinate else {
                throw .contentTooLong(section: section, length: length)
            }
        }
        all[content.sections.count].firstSupplementary = next
        for section in unknown { cover(section, itemSpan(of: section), content.layout(ofSection: section)) }
        sectionTree.build(spans)
    }

    /// Computes from the state behind its items how long a section is.
    ///
    /// - Returns: Its elements beside the items.
    private mutating func computeExtent(of section: Int) -> [Supplementary] {
        let description = content.sections[section]
        let layout = content.layout(ofSection: section)
        let itemsEnd = itemsEnd(of: section, layout)
        entries.writable[section].extent = layout.extent(of: description, itemsEnd: itemsEnd)
        var elements: [Supplementary] = []
        layout.appendSupplementaries(
            of: description, itemsEnd: itemsEnd, across: content.container.breadth, to: &elements)
        return elements
    }

    /// Where the items of a section end along the axis, in section coordinates.
    private mutating func itemsEnd(of section: Int, _ layout: ResolvedLayout) -> Double {
        guard !entries[section].chains else { return chainedEnd(of: section, layout) }
        scratch.writable.update(repeating: 0)
        let last = FoldState(scratch.writable.baseAddress!, count: layout.stateCount)
        let count = Int(content.sections[section].count)
        refold(section, layout).loadLast(last, items: count, movedBy: last.base + layout.stateCount)
        return itemsEnd(section, layout, last)
    }
}
