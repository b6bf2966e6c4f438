extension SectionTable {
    /// What writes a table while sections are laid out, by several threads at the same time: each the sections of its part.
    struct Writer {
        let content: Content
        let entries: UnsafeMutablePointer<Entry>
        let others: UnsafeMutablePointer<Supplementary>
        /// What sections reach, from where those are stacked that their parts begin with.
        let reaches: UnsafeMutablePointer<Reach>?
        /// Whether sections are stacked behind those before them in their part; else they begin at 0.
        let stacks: Bool

        /// What is known of the first section of a part before it is placed.
        func entry(_ part: SectionPart) -> Entry {
            Entry(
                offset: part.length, extent: 0, items: ItemSpan(), firstItem: part.firstItem,
                firstSupplementary: part.firstSupplementary)
        }

        /// The first of a section's elements that are not items.
        func others(of section: Int) -> UnsafePointer<Supplementary> {
            UnsafePointer(others + entries[section].firstSupplementary)
        }

        /// Writes a section, the first one of a part, and leaves the others.
        ///
        /// - Parameters:
        ///   - itemsEnd: Where its items end along the axis, in section coordinates.
        ///   - items: What they span.
        @inline(__always)
        func set(
            _ section: Int, _ description: Section, of part: inout SectionPart, _ layout: ResolvedLayout,
            itemsEnd: Double, _ items: ItemSpan
        ) {
            let room = others + part.firstSupplementary
            var count = 0
            var reach = Reach(near: items.near, far: items.far)
            layout.forEachSupplementary(of: description, itemsEnd: itemsEnd, across: content.container.breadth) {
                room[count] = $0
                reach.cover($0.frame.minY, $0.frame.maxY)
                count &+= 1
            }
            part.breadth = larger(layout.sectionBreadth(reaching: items.breadth), part.breadth)
            var entry = entry(part)
            (entry.extent, entry.items) = (layout.extent(of: description, itemsEnd: itemsEnd), items)
            add(entry, reach, section, description, to: &part, others: count)
        }

        /// Writes sections that have been passed over, the first ones of a part, and leaves the others.
        func set(
            _ found: UnsafeBufferPointer<SkimmedSection>, of part: inout SectionPart, _ layout: ResolvedLayout
        ) {
            // A variable of its own, which may be kept in registers.
            var rest = part
            var next = found.baseAddress!
            content.sections.forEach(in: next.pointee.number..<next.pointee.number &+ found.count) {
                let span = next.pointee.span!
                set($0, $1, of: &rest, layout, itemsEnd: span.far, span)
                next += 1
            }
            part = rest
        }

        /// Writes that of a section that is laid out as a former one of the part.
        func copy(_ section: Int, of part: inout SectionPart, like former: Int) {
            var entry = entry(part)
            let like = entries[former]
            (entry.extent, entry.items) = (like.extent, like.items)
            let end = former + 1 < section ? entries[former + 1].firstSupplementary : part.firstSupplementary
            let count = end - like.firstSupplementary
            let room = others + part.firstSupplementary
            room.update(from: others + like.firstSupplementary, count: count)
            add(entry, Reach(entry.items, room, count), section, content.sections[section], to: &part, others: count)
        }

        /// Puts a section behind others, of which `length` tells how long they are, and adds its own length to that.
        @inline(__always)
        func stack(_ section: Int, behind length: inout Double) {
            move(section, by: length)
            length += entries[section].extent
        }

        /// Moves a section along the axis.
        @inline(__always)
        func move(_ section: Int, by distance: Double) {
            entries[section].offset += distance
            if let reaches { reaches[section] = reaches[section].moved(by: distance) }
        }

        @inline(__always)
        private func add(
            _ entry: Entry, _ reach: Reach, _ section: Int, _ description: Section, to part: inout SectionPart,
            others count: Int
        ) {
            entries[section] = entry
            reaches?[section] = reach.moved(by: entry.offset)
            part.firstItem &+= Int(description.count)
            part.firstSupplementary &+= count
            if stacks { part.length += entry.extent }
        }
    }
}

extension Reach {
    /// What the elements of a section reach: the items by what they span, and others.
    @inline(__always)
    init(_ items: ItemSpan, _ others: UnsafePointer<Supplementary>, _ count: Int) {
        self.init(near: items.near, far: items.far)
        for index in 0..<count { cover(others[index].frame.minY, others[index].frame.maxY) }
    }
}
