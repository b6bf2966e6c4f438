/// Sections come, go and move: they are the leaves of a tree in which each is a block of one item.
extension IncrementalCache {
    /// The tree over the sections, to be read.
    @inline(__always)
    var sectionNodes: SectionNodes {
        SectionNodes(root, sectionTree, in: UnsafeMutablePointer(mutating: nodes.elements))
    }

    /// The spans of the tree over the sections.
    @inline(__always)
    var sectionSpans: UnsafePointer<Double> { nodes.elements + root.firstNumber }

    @inline(__always)
    var writableSectionSpans: UnsafeMutablePointer<Double> {
        mutating get { nodes.writable + root.firstNumber }
    }

    /// The tree over the sections, which may be written to until the cache is copied or nodes are allocated.
    @inline(__always)
    var writableSectionNodes: SectionNodes {
        mutating get { SectionNodes(root, sectionTree, in: nodes.writable) }
    }

    /// The leaf of a section in the tree over them, and the index of its entry. O(1) as prepared, else O(log sections).
    @inline(__always)
    func place(of section: Int) -> (slot: Int, index: Int) {
        hasMovedSections ? movedPlace(of: section) : (SectionNodes.slot(ofBlock: section, sectionTree.count), section)
    }

    @inline(never)
    private func movedPlace(of section: Int) -> (slot: Int, index: Int) {
        if section == foundSection { return foundPlace }
        let nodes = sectionNodes
        let slot = nodes.find(section).leaf
        return (slot, Int(nodes.blocks[slot].handle))
    }

    /// The number of the section at a leaf, and the index of its entry. O(1) as prepared, else O(log sections).
    @inline(__always)
    func section(at slot: Int) -> (number: Int, index: Int) {
        guard hasMovedSections else {
            let section = SectionNodes.block(at: slot, sectionTree.count)
            return (section, section)
        }
        return movedSection(at: slot)
    }

    @inline(never)
    private func movedSection(at slot: Int) -> (number: Int, index: Int) {
        let nodes = sectionNodes
        return (sectionTree.firstItem(of: slot, nodes.counts), Int(nodes.blocks[slot].handle))
    }

    /// Finds a section that will be asked for again.
    @inline(__always)
    mutating func find(_ section: Int) -> (slot: Int, index: Int) {
        let place = place(of: section)
        if hasMovedSections { (foundSection, foundPlace) = (section, place) }
        return place
    }

    /// The index of a section's entry.
    @inline(__always)
    func index(of section: Int) -> Int { place(of: section).index }

    /// What is known of a section.
    @inline(__always)
    func entry(of section: Int) -> Entry { entries[index(of: section)] }

    /// The same, which may be written to until the cache is copied or a section comes.
    @inline(__always)
    mutating func writableEntry(of section: Int) -> UnsafeMutablePointer<Entry> {
        // First: to look for it while the entries are asked for would copy the cache.
        let index = index(of: section)
        return entries.writable + index
    }

    /// Where a section begins, in content coordinates.
    func offset(of section: Int) -> Double { offset(at: place(of: section)) }

    private func offset(at place: (slot: Int, index: Int)) -> Double {
        entries[place.index].offset + sectionTree.shift(of: place.slot, lane: 0, sectionSpans)
    }

    /// Makes the tree over the sections in the order of their entries. O(sections).
    ///
    /// - Parameter items: What the items of a section span, in section coordinates.
    mutating func linkAll(_ items: (_ section: Int) -> ItemSpan) {
        nodes.allocateNodes(of: &root, from: &unused)
        sectionTree = root.tree
        (hasMovedSections, foundSection) = (false, -1)
        let nodes = writableSectionNodes
        for section in content.sections.indices {
            let slot = place(of: section).slot
            nodes.blocks[slot] = Block(handle: UInt32(section), capacity: 1)
            nodes.counts[slot] = 1
            cover(section, items(section), content.layout(ofSection: section))
        }
        sectionTree.buildCounts(nodes.counts)
        sectionTree.build(nodes.spans)
    }

    /// Computes the span of a section in the tree over them; its shift stays.
    ///
    /// - Parameter keepsElements: Whether the elements beside its items stand where they stood when it was computed last; of many
    ///   it is then not looked which part of the span is theirs.
    mutating func cover(_ section: Int, _ items: ItemSpan, _ layout: ResolvedLayout, keepsElements: Bool = false) {
        let (slot, index) = place(of: section)
        let entry = entries[index]
        var whole = ShiftTree.Span(items)
        if keepsElements && entry.supplementaries.count > Self.fewElements {
            let former = sectionTree.span(slot, lane: 0, sectionSpans)
            whole.near = min(whole.near, former.near - entry.offset)
            whole.far = max(whole.far, former.far - entry.offset)
        } else {
            for index in entry.supplementaries {
                whole.near = min(whole.near, supplementaries[index].frame.minY)
                whole.far = max(whole.far, supplementaries[index].frame.maxY)
            }
        }
        whole.near += entry.offset
        whole.far += entry.offset
        whole.breadth = layout.sectionBreadth(reaching: items.breadth)
        sectionTree.setExtent(slot, lane: 0, to: whole, writableSectionSpans)
    }

    /// Puts a section before another one, all of whose items are still to be placed.
    mutating func insertSection(_ description: SectionDescription, at section: Int, _ log: inout EditLog) {
        let (layout, count) = (content.index(of: description.layout)!, description.items.count)
        var entry = Entry(layout: Int32(layout), content.resolved[layout])
        (entry.isTouched, entry.isRenewed) = (true, true)
        entry.slotCount = Self.slotCount(forItems: count)
        nodes.allocateNodes(of: &entry, from: &unused)
        let index = entries.allocate(1, from: &unused)
        entries.writable[index] = entry
        link(index, at: section)
        log.add(.insertedSection(section))
        var ignored = EditLog()
        insertItems(count, in: section, at: 0, &ignored)
    }

    mutating func deleteSection(_ section: Int, _ log: inout EditLog) {
        log.add(.deletedSection(section, entry: unlink(section).index))
    }

    mutating func moveSection(_ from: Int, _ to: Int, _ log: inout EditLog) {
        relink(from, at: to)
        log.add(.movedSection(from: from, to: to))
    }

    /// Takes a section from its place to another one.
    mutating func relink(_ from: Int, at to: Int) {
        let (index, span) = unlink(from)
        link(index, at: to, covering: span)
    }

    /// Takes a section out of the order, and moves those behind it. O(log sections).
    ///
    /// - Returns: The index of its entry, which stays, and what it covers, counted from where it begins.
    mutating func unlink(_ section: Int) -> (index: Int, span: ShiftTree.Span) {
        let (slot, index) = place(of: section)
        let entry = entries[index]
        let nodes = writableSectionNodes
        var span = sectionTree.span(slot, lane: 0, nodes.spans)
        span.near -= entry.offset
        span.far -= entry.offset
        sectionTree.add(-1, to: slot, nodes.counts)
        nodes.empty(slot)
        sectionTree.moveLeaves(behind: slot, nodes.spans) { _ in -entry.extent }
        length -= entry.extent
        moves += entry.extent
        (hasMovedSections, foundSection) = (true, -1)
        return (index, span)
    }

    /// Puts a section before another one, and moves that one and those behind it. O(log² sections), amortised.
    ///
    /// - Parameters:
    ///   - index: That of its entry.
    ///   - span: What it covers, counted from where it begins.
    mutating func link(_ index: Int, at section: Int, covering span: ShiftTree.Span = ShiftTree.Span()) {
        let previous = section > 0 ? place(of: section - 1) : nil
        let begin = previous.map { offset(at: $0) + entries[$0.index].extent } ?? 0
        let slot = nodes.makeSlots(1, behind: previous?.slot ?? -1, of: &root, from: &unused).last!
        sectionTree = root.tree
        (hasMovedSections, foundSection) = (true, -1)
        let nodes = writableSectionNodes
        nodes.blocks[slot] = Block(handle: UInt32(index), capacity: 1)
        sectionTree.add(1, to: slot, nodes.counts)
        let entry = entries.writable + index
        entry.pointee.offset = begin - sectionTree.shift(of: slot, lane: 0, nodes.spans)
        var span = span
        span.near += entry.pointee.offset
        span.far += entry.pointee.offset
        sectionTree.setExtent(slot, lane: 0, to: span, nodes.spans)
        let extent = entry.pointee.extent
        sectionTree.moveLeaves(behind: slot, nodes.spans) { _ in extent }
        length += extent
        moves += extent
        if entry.pointee.isTouched { sectionTree.mark(slot, .whole, nodes.marks) }
    }

    /// Marks a section among the sections.
    mutating func mark(_ section: Int) {
        let slot = place(of: section).slot
        sectionTree.mark(slot, .whole, writableSectionNodes.marks)
    }

    /// Gives all back that a section holds which is not in the order any more.
    mutating func recycleSection(_ index: Int) {
        let entry = entries[index]
        let blocks = nodes(of: entry).blocks
        for slot in 0..<entry.slotCount { recycle(blocks[slot]) }
        unused.addNodes(of: entry)
        unused.add(entry.supplementaries, of: Arena<Supplementary>.self)
        unused.add(index..<index + 1, of: Arena<Entry>.self)
    }

    /// So many numbers of nodes may be unused in any case.
    static let leastUnused = 4096

    /// Moves the nodes of all sections together once more than a quarter of the numbers is unused, as of sections that have got longer
    /// again and again. O(nodes).
    mutating func compactNodes() {
        let former = nodes
        let count = former.count - unused.numberCount
        var next = Arena<Double>(capacity: count + Arena<Double>.spare(count))
        func move(_ entry: inout Entry) {
            let numbers = SectionNodes.numbers(of: entry)
            entry.firstNumber += next.append(former.run(numbers)) - numbers.lowerBound
        }
        for section in content.sections.indices { move(&writableEntry(of: section).pointee) }
        // Last: it tells where the sections' entries are.
        move(&root)
        nodes = next
        unused.removeNumbers()
    }

    mutating func recycle(_ block: Block) {
        guard block.capacity > 0 else { return }
        frames.recycle(block.handle, length: Int(block.capacity))
        if hasLanes { lanes.recycle(block.handle, length: Int(block.capacity)) }
    }

    /// Places what is marked in the sections that are marked, and moves what that moves. O(log sections) for each of them.
    mutating func settleSections() throws(LayoutError) {
        while let slot = sectionTree.firstMarked(sectionNodes.marks) {
            let nodes = writableSectionNodes
            sectionTree.unmark(slot, nodes.marks)
            try settle(sectionTree.firstItem(of: slot, nodes.counts))
        }
    }

    /// Places what is marked, and computes where all sections stand and what else is in them, from the states behind their items.
    /// O(sections).
    ///
    /// - Parameter limit: How long the content may be.
    mutating func stack(upTo limit: Double = Snapping.largestCoordinate) throws(LayoutError) {
        sectionTree.clear(writableSectionSpans)
        writableSectionNodes.marks.update(repeating: .none, count: sectionTree.nodeCount)
        (length, moves) = (0, 0)
        for section in content.sections.indices {
            let layout = content.layout(ofSection: section)
            refoldMarked(section, layout)
            let itemsEnd = itemsEnd(of: section, layout)
            let extent = layout.extent(of: content.sections[section], itemsEnd: itemsEnd)
            let entry = writableEntry(of: section)
            (entry.pointee.offset, entry.pointee.extent) = (length, extent)
            renewSupplementaries(of: section, layout, itemsEnd: itemsEnd)
            length += extent
            guard length <= limit else { throw .contentTooLong(section: section, length: length) }
            cover(section, itemSpan(of: section), layout)
        }
        sectionTree.build(writableSectionSpans)
    }

    /// Places the elements of a section beside its items.
    mutating func renewSupplementaries(of section: Int, _ layout: ResolvedLayout, itemsEnd: Double) {
        let elements = layout.supplementaries(
            of: content.sections[section], itemsEnd: itemsEnd, across: content.container.breadth)
        let entry = writableEntry(of: section)
        entry.pointee.isRenewed = false
        if entry.pointee.supplementaries.count != elements.count {
            unused.add(entry.pointee.supplementaries, of: Arena<Supplementary>.self)
            entry.pointee.firstSupplementary = supplementaries.allocate(elements.count, from: &unused)
            entry.pointee.supplementaryCount = Int32(elements.count)
        }
        let all = supplementaries.writable
        for (index, element) in zip(entry.pointee.supplementaries, elements) { all[index] = element }
    }

    /// Where the items of a section end along the axis, in section coordinates.
    private mutating func itemsEnd(of section: Int, _ layout: ResolvedLayout) -> Double {
        guard !entry(of: section).isChained else { return chainedEnd(of: section, layout) }
        scratch.writable.update(repeating: 0)
        let last = FoldState(scratch.writable.baseAddress!, count: layout.stateCount)
        let count = Int(content.sections[section].count)
        refold(section, layout).loadLast(last, items: count, movedBy: last.base + layout.stateCount)
        return itemsEnd(section, layout, last)
    }
}
