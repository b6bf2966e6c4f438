/// Laying out in slices: meanwhile the outlines end with the last section that has been begun, as if the items that are not
/// placed yet were not there.
extension CheckpointCache {
    /// How far a content has been laid out.
    struct Frontier {
        /// The section that comes next, or has been begun.
        var section = 0
        /// How many of its items have been placed, whole blocks, and what they span.
        var item = 0
        var span = ItemSpan()
    }

    /// A cache that has nothing of a content laid out yet. O(1).
    init(unlaid content: Content) {
        self.init(jumping: false)
        self.content = content
        outlines = SectionOutlines(reserving: content)
        places = FlatArray(uninitialized: content.sections.count + 1)
        places.writable[0] = Place()
    }

    /// Lays out more behind the frontier: at least `count` items, if there are so many, and what is left of their block; a
    /// section counts as one item more. A section whose layout does not place runs alone is not divided.
    ///
    /// Once all sections are laid out, the cache answers as what ``prepare(_:)`` makes of the content.
    ///
    /// - Throws: ``LayoutError/contentTooLong(section:length:)`` at the end of that section, and each time again.
    mutating func lay(_ count: Int, behind frontier: inout Frontier) throws(LayoutError) {
        var runner = FoldRunner(content)
        var left = count
        outlines.removeBegun()
        while frontier.section < content.sections.count, left > 0 {
            let section = frontier.section
            runner.begin(section, at: outlines.size.height)
            left -= place(section, atLeast: left, runner, &frontier) + 1
            guard frontier.item == Int(content.sections[section].count) else { break }
            do {
                try runner.end()
            } catch {
                appendBegun(frontier)
                throw error
            }
            outlines.append(itemsEnd: runner.itemsEnd, items: frontier.span, in: content)
            frontier = Frontier(section: section + 1)
        }
        appendBegun(frontier)
    }

    private mutating func appendBegun(_ frontier: Frontier) {
        guard frontier.item > 0 else { return }
        outlines.append(
            itemsEnd: max(frontier.span.far, 0), items: frontier.span, begunItems: frontier.item, in: content)
    }

    /// Places whole blocks of a section behind the frontier.
    ///
    /// - Returns: The number of items.
    private mutating func place(
        _ section: Int, atLeast count: Int, _ runner: borrowing FoldRunner, _ frontier: inout Frontier
    ) -> Int {
        reserveBlocks(of: section)
        makeUnique()
        let itemCount = Int(content.sections[section].count)
        let layout = content.layout(ofSection: section)
        let blocks = blocks(of: section)
        guard layout.placesRunsAlone, !blocks.isEmpty else {
            var extra = Extra()
            frontier.span = place(section, runner, &extra)
            keep(extra, of: section)
            frontier.item = itemCount
            return itemCount
        }
        let first = frontier.item
        let firstBlock = first / Self.blockSize(layout)
        var writer = BlockWriter(self, section, layout, firstBlock..<blocks.count)
        if first == 0 {
            writer.begin(at: 0, runner.state)
        } else {
            layout.set(runner.state, toRest: rest(before: firstBlock, of: section, layout))
        }
        var lanes: KeptLanes?
        Self.pass(first..<itemCount, blockSize: Self.blockSize(layout), runner, layout, &lanes) { item, span in
            writer.end(at: item, span, runner.state)
            frontier.span.cover(span)
            frontier.item = item
            return item - first < count
        }
        let reaches = reaches.shared
        for block in blocks.lowerBound + firstBlock..<blocks.lowerBound + writer.number {
            let span = spans[block]
            reaches.set(block, to: Reach(near: span.near, far: span.far), behind: blocks.lowerBound)
        }
        return frontier.item - first
    }

    /// The blocks of a section that have been placed.
    func placedBlocks(of section: Int, upTo frontier: Frontier) -> Range<Int> {
        let blocks = blocks(of: section)
        // All that there is room for, unless the section has only been begun, whether or not an edit has left more to come.
        guard section == frontier.section else { return blocks }
        return blocks.prefix(frontier.item / Self.blockSize(content.layout(ofSection: section)))
    }

    /// Makes room for the blocks of a section behind those of the sections before it; keeps what it has already.
    private mutating func reserveBlocks(of section: Int) {
        let layout = content.layout(ofSection: section)
        let count = Self.blockCount(content.sections[section], layout, jumping: jumps)
        let slotCount = Self.stateSlotCount(count, layout)
        let end = Place(block: places[section].block + count, state: places[section].state + slotCount)
        places.writable[section + 1] = end
        starts.grow(to: end.block, keeping: starts.count)
        reaches.grow(to: end.block, keeping: reaches.count)
        spans.grow(to: end.block, keeping: spans.count)
        states.grow(to: end.state, keeping: states.count)
    }
}
