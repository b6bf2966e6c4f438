/// Which elements of a content that is edited intersect a rect.
extension IncrementalCache {
    /// Descends the tree of sections, and in each section that meets the rect the tree of blocks.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        guard sectionTree.count > 0 else { return }
        let grains = GrainBounds(rect)
        // The first siblings that this search looks at, and the last one did: where they are the same, all is at hand.
        let former = (section: sink.hint.section, run: sink.hint.run)
        var (start, run) = (-1, -1)
        sectionTree.forEachLeafInLane(
            between: rect.minY, and: rect.maxY, origin: 0, sectionSpans, counting: &counter,
            approaching: { first, guess in
                if start < 0 { start = first }
                guard first != former.section, first != ShiftTree.firstSibling(of: expected.slot), !hasMovedSections
                else { return }
                let guess = guess.children
                (entries.elements + section(at: first &+ guess.lowerBound).index).prefetch(guess.count)
            },
            expecting: { first, found, shift in
                guard first != former.section else { return }
                found.forEachBit { (entries.elements + section(at: first + $0).index).prefetch(2) }
                found.forEachBit {
                    guard expectedRun(at: first &+ $0) < 0 else { return }
                    let entry = entries.elements + section(at: first + $0).index
                    expect(entry, between: rect.minY - shift($0), and: rect.maxY - shift($0))
                }
            }
        ) { slot, _, shift, counter in
            let (section, index) = section(at: slot)
            search(
                section, entries.elements + index, shift, rect, grains, &run,
                start == former.section ? former.run : expectedRun(at: slot), &sink, &counter)
        }
        (sink.hint.section, sink.hint.run) = (start, run)
    }

    /// Begins to load what a search will look at in a section of few blocks: all of it at once, as the sections beside it in a
    /// viewport would be waited for one after the other.
    @inline(__always)
    private func expect(_ entry: UnsafePointer<Entry>, between near: Double, and far: Double) {
        let slots = entry.pointee.slotCount
        guard slots <= ShiftTree.fanout else { return }
        (supplementaries.elements + entry.pointee.firstSupplementary).prefetchMany(1)
        (nodes.elements + entry.pointee.firstNumber).prefetchMany(24)
        let offset = entry.pointee.offset
        let guess = ShiftTree.Guess(between: near - offset, and: far - offset, length: entry.pointee.extent)
        let items = guess.parts(slots * Self.preparedSize, sparing: 4)
        frames.prefetch(
            guessing: entry.pointee.firstFrame &+ UInt32(truncatingIfNeeded: items.lowerBound), items.count)
    }

    /// Whether a search asks the layout of a section for the elements beside its items that it meets, and does not look at all:
    /// there are many, as of a calendar of some weeks, and what the layout says is what is kept.
    @inline(never)
    private func asksForElements(of entry: Entry) -> Bool {
        content.container.snapping == .grain && content.resolved[Int(entry.layout)].isBroad
    }

    /// Searches the elements of a section beside its items.
    @inline(never)
    private func searchElements<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        of section: Int, _ entry: Entry, at offset: Double, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let (description, layout) = (content.sections[section], content.resolved[Int(entry.layout)])
        layout.searchSupplementaries(
            of: section, description, at: offset, itemsEnd: layout.itemsEnd(of: description, extent: entry.extent),
            across: content.container.breadth, rect, into: &sink, counting: &counter)
    }

    /// Searches a section.
    ///
    /// - Parameters:
    ///   - run: The first sibling blocks that are looked at; below 0 before any are.
    ///   - atHand: Those that the last search looked at first or the last edit has asked for; below 0 if these have been elsewhere.
    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, _ entry: UnsafePointer<Entry>, _ shift: Double, _ rect: Rect, _ grains: GrainBounds,
        _ run: inout Int, _ atHand: Int, _ sink: inout Sink, _ counter: inout Counter
    ) {
        // Not a copy of the entry, which would take longer than what is needed of it.
        let offset = entry.pointee.offset + shift
        let others = entry.pointee.supplementaries
        if others.count > Self.fewElements, asksForElements(of: entry.pointee) {
            searchElements(of: section, entry.pointee, at: offset, rect, &sink, &counter)
        } else if others.count > 0 {
            sink.reserve(others.count)
            counter.test(elements: others.count)
            for index in others {
                let element = supplementaries[index]
                let frame = element.frame.offset(x: 0, y: offset)
                sink.put(element.id(inSection: section), frame, if: frame.intersects(rect))
            }
        }
        guard entry.pointee.slotCount > 0 else { return }
        if entry.pointee.chains != 0 {
            if entry.pointee.isChained { return searchChains(of: section, at: offset, rect, &sink, &counter) }
            return searchBroad(section, entry, at: offset, rect, grains, &sink, &counter)
        }
        let nodes = nodes(of: entry.pointee)
        let (tree, spans, blocks, counts) = (nodes.tree, nodes.spans, nodes.blocks, nodes.counts)
        let first = ElementID(section: Int32(truncatingIfNeeded: section), item: 0)
        @inline(__always)
        func approach(_ firstSlot: Int, _ guess: ShiftTree.Guess) {
            if run < 0 { run = firstSlot }
            guard firstSlot != atHand else { return }
            UnsafePointer(blocks + firstSlot).prefetch(ShiftTree.fanout)
            UnsafePointer(counts + firstSlot).prefetch(ShiftTree.fanout)
            let guess = guess.children
            // Most blocks are where they were when prepared. To ask for them only once their handles are known would be a
            // miss after another one.
            let block = SectionNodes.block(at: firstSlot &+ guess.lowerBound, tree.count)
            frames.prefetch(
                guessing: entry.pointee.firstFrame &+ UInt32(truncatingIfNeeded: block &* Self.preparedSize),
                guess.count &* Self.preparedSize)
        }
        @inline(__always)
        func expect(_ firstSlot: Int, _ found: UInt64) {
            guard firstSlot != atHand else { return }
            found.forEachBit {
                let handle = blocks[firstSlot &+ $0].handle
                frames.prefetch(handle)
                if entry.pointee.lanes > 1 && hasLanes { lanes.run(handle).prefetch(Self.blockSize) }
            }
        }
        guard entry.pointee.lanes > 1 else {
            return tree.forEachLeafInLane(
                between: rect.minY, and: rect.maxY, origin: offset, spans, counts, counting: &counter,
                approaching: approach, expecting: { first, found, _ in expect(first, found) }
            ) { slot, firstItem, shift, counter in
                search(blocks[slot].handle, Int(counts[slot]), first, firstItem, shift, rect, grains, &sink, &counter)
            }
        }
        let edges = content.resolved[Int(entry.pointee.layout)].laneEdges
        tree.forEachLeaf(
            between: rect.minY, and: rect.maxY, origin: offset, spans, counts, counting: &counter,
            approaching: approach, expecting: expect
        ) { slot, firstItem, shifts, counter in
            let count = Int(counts[slot])
            let handle = blocks[slot].handle
            sink.reserve(count)
            counter.test(elements: count)
            @inline(__always)
            func lane(_ index: Int) -> Int {
                tree.turns ? tree.lane(index, behind: firstItem) : Int(lanes.run(handle)[index])
            }
            @inline(__always)
            func distance(_ lane: Int) -> Point { Point(x: tree.turns ? edges[lane] : 0, y: shifts[lane]) }
            let hits = frames.intersecting(
                rect, grains, handle, count, lanes: tree.lanes, lane, movedBy: distance)
            sink.put(hits, from: first, behind: firstItem) {
                let distance = distance(lane($0))
                return frames.frame(handle, $0).offset(x: distance.x, y: distance.y)
            }
        }
    }

    /// Searches a block, which is moved along the axis.
    ///
    /// - Parameters:
    ///   - first: The first item of the section.
    ///   - firstItem: How many items stand before the block.
    @inline(__always)
    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ handle: UInt32, _ count: Int, _ first: ElementID, _ firstItem: Int, _ shift: Double, _ rect: Rect,
        _ grains: GrainBounds, _ sink: inout Sink, _ counter: inout Counter
    ) {
        sink.reserve(count)
        counter.test(elements: count)
        let hits = frames.intersecting(rect, grains, handle, count, movedBy: shift, usualCount: Self.preparedSize)
        sink.put(hits, from: first, behind: firstItem) { frames.frame(handle, $0).offset(x: 0, y: shift) }
    }

    /// Searches the blocks of a section that is broader than a viewport along both axes.
    @inline(never)
    private func searchBroad<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, _ entry: UnsafePointer<Entry>, at offset: Double, _ rect: Rect, _ grains: GrainBounds,
        _ sink: inout Sink, _ counter: inout Counter
    ) {
        let nodes = nodes(of: entry.pointee)
        let first = ElementID(section: Int32(truncatingIfNeeded: section), item: 0)
        nodes.tree.forEachLeafInLane(
            between: rect.minY, and: rect.maxY, across: (rect.minX, rect.maxX), origin: offset, nodes.spans,
            nodes.counts, counting: &counter,
            expecting: { slot, found, _ in found.forEachBit { frames.prefetch(nodes.blocks[slot &+ $0].handle) } }
        ) { slot, firstItem, shift, counter in
            let (handle, count) = (nodes.blocks[slot].handle, Int(nodes.counts[slot]))
            search(handle, count, first, firstItem, shift, rect, grains, &sink, &counter)
        }
    }
}
