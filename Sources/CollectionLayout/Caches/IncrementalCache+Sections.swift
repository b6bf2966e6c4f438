/// Sections come and go. Their offsets are computed afterwards; see ``stack()``.
extension IncrementalCache {
    /// Puts a section before another one, all of whose items are still to be placed.
    mutating func insertSection(_ layout: Int, _ count: Int, at section: Int, _ log: inout EditLog) {
        var entry = Entry(layout: Int32(layout), content.resolved[layout])
        entry.isTouched = true
        entry.slotCount = Self.slotCount(forItems: count)
        allocateNodes(&entry)
        insertEntry(entry, at: section)
        log.add(.insertedSection(section))
        var ignored = EditLog()
        insertItems(count, in: section, at: 0, &ignored)
    }

    mutating func deleteSection(_ section: Int, _ log: inout EditLog) {
        log.add(.deletedSection(section, removeEntry(section)))
    }

    mutating func moveSection(_ from: Int, _ to: Int, _ log: inout EditLog) {
        insertEntry(removeEntry(from), at: to)
        log.add(.movedSection(from: from, to: to))
    }

    mutating func insertEntry(_ entry: Entry, at section: Int) {
        var all = Array(entries.elements)
        all.insert(entry, at: section)
        entries = FlatArray(all)
    }

    mutating func removeEntry(_ section: Int) -> Entry {
        var all = Array(entries.elements)
        let entry = all.remove(at: section)
        entries = FlatArray(all)
        return entry
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

    /// Computes from the states behind their items where all sections stand and what else is in them. O(sections).
    mutating func stack() throws(LayoutError) {
        let count = content.sections.count
        clearSectionTree()
        var elements: [Supplementary] = []
        var offset = 0.0
        for section in 0..<count {
            let description = content.sections[section]
            let layout = content.layout(ofSection: section)
            let refold = refold(section, layout)
            scratch.writable.update(repeating: 0)
            let last = FoldState(scratch.writable.baseAddress!, count: layout.stateCount)
            refold.loadLast(last, items: Int(description.count), movedBy: last.base + layout.stateCount)
            let itemsEnd = itemsEnd(section, layout, last)
            entries.writable[section].firstSupplementary = elements.count
            entries.writable[section].offset = offset
            entries.writable[section].extent = layout.extent(of: description, itemsEnd: itemsEnd)
            layout.appendSupplementaries(
                of: description, itemsEnd: itemsEnd, across: content.container.breadth, to: &elements)
            offset += entries[section].extent
            guard offset <= Snapping.largestCoordinate else {
                throw .contentTooLong(section: section, length: offset)
            }
        }
        length = offset
        entries.writable[count].firstSupplementary = elements.count
        supplementaries = FlatArray(elements)
        for section in 0..<count {
            cover(section, itemSpan(of: section), content.layout(ofSection: section))
        }
        sectionTree.build(sectionSpans.writable.baseAddress!)
    }
}
