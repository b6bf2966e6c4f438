/// Which elements of a content that is edited intersect a rect.
extension IncrementalCache {
    /// Descends the tree of sections, and in each section that meets the rect the tree of blocks.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        guard sectionTree.count > 0 else { return }
        let grains = GrainBounds(rect)
        sectionTree.forEachLeafInLane(
            between: rect.minY, and: rect.maxY, origin: 0, sectionSpans, counting: &counter,
            expecting: { first, found in
                found?.forEachBit { (entries.elements + section(at: first + $0).index).prefetch(2) }
            }
        ) { slot, _, shift, counter in
            let (section, index) = section(at: slot)
            search(section, entries.elements + index, shift, rect, grains, &sink, &counter)
        }
    }

    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, _ entry: UnsafePointer<Entry>, _ shift: Double, _ rect: Rect, _ grains: GrainBounds,
        _ sink: inout Sink, _ counter: inout Counter
    ) {
        // Not a copy of the entry, which would take longer than what is needed of it.
        let offset = entry.pointee.offset + shift
        let others = entry.pointee.supplementaries
        if others.count > 0 {
            sink.reserve(others.count)
            counter.test(elements: others.count)
            for index in others {
                let element = supplementaries[index]
                let frame = element.frame.offset(x: 0, y: offset)
                let id = ElementID(section: Int32(truncatingIfNeeded: section), item: element.item, kind: element.kind)
                sink.put(id, frame, if: frame.intersects(rect))
            }
        }
        guard entry.pointee.slotCount > 0 else { return }
        if entry.pointee.chains { return searchChains(of: section, at: offset, rect, &sink, &counter) }
        let nodes = nodes(of: entry.pointee)
        let (tree, spans, blocks, counts) = (nodes.tree, nodes.spans, nodes.blocks, nodes.counts)
        let first = ElementID(section: Int32(truncatingIfNeeded: section), item: 0)
        @inline(__always)
        func expect(_ firstSlot: Int, _ found: UInt64?) {
            guard let found else {
                UnsafePointer(blocks + firstSlot).prefetch(ShiftTree.fanout)
                return UnsafePointer(counts + firstSlot).prefetch(ShiftTree.fanout)
            }
            found.forEachBit {
                let handle = blocks[firstSlot &+ $0].handle
                frames.prefetch(handle)
                if entry.pointee.lanes > 1 && hasLanes { lanes.run(handle).prefetch(Self.blockSize) }
            }
        }
        guard entry.pointee.lanes > 1 else {
            return tree.forEachLeafInLane(
                between: rect.minY, and: rect.maxY, origin: offset, spans, counts, counting: &counter, expecting: expect
            ) { slot, firstItem, shift, counter in
                let count = Int(counts[slot])
                let handle = blocks[slot].handle
                sink.reserve(count)
                counter.test(elements: count)
                let hits = frames.intersecting(
                    rect, grains, handle, count, movedBy: shift, usualCount: Self.preparedSize)
                sink.put(hits, from: first, behind: firstItem) { frames.frame(handle, $0).offset(x: 0, y: shift) }
            }
        }
        let edges = content.resolved[Int(entry.pointee.layout)].laneEdges
        tree.forEachLeaf(
            between: rect.minY, and: rect.maxY, origin: offset, spans, counts, counting: &counter, expecting: expect
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
}
