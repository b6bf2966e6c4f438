extension SectionTable {
    /// What writes a table while sections are laid out, by several threads at the same time: each the sections of its part.
    struct Writer {
        let content: Content
        let entries: UnsafeMutablePointer<Entry>
        let others: UnsafeMutablePointer<Supplementary>
        /// What sections reach in section coordinates.
        let reaches: UnsafeMutablePointer<Reach>?

        /// What is known of the first section of a part before it is placed.
        func entry(_ part: SectionPart) -> Entry {
            Entry(
                offset: 0, extent: 0, items: ItemSpan(), firstItem: part.firstItem,
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
            _ section: Int, of part: inout SectionPart, _ layout: ResolvedLayout, itemsEnd: Double, _ items: ItemSpan
        ) {
            let description = content.sections[section]
            let room = others + part.firstSupplementary
            var count = 0
            layout.forEachSupplementary(of: description, itemsEnd: itemsEnd, across: content.container.breadth) {
                room[count] = $0
                count &+= 1
            }
            part.breadth = larger(layout.sectionBreadth(reaching: items.breadth), part.breadth)
            var entry = entry(part)
            (entry.extent, entry.items) = (layout.extent(of: description, itemsEnd: itemsEnd), items)
            add(entry, section, to: &part, others: count)
        }

        /// Writes that of a section that is laid out as a former one of the part.
        func copy(_ section: Int, of part: inout SectionPart, like former: Int) {
            var entry = entry(part)
            let like = entries[former]
            (entry.extent, entry.items) = (like.extent, like.items)
            let end = former + 1 < section ? entries[former + 1].firstSupplementary : part.firstSupplementary
            let count = end - like.firstSupplementary
            (others + part.firstSupplementary).update(from: others + like.firstSupplementary, count: count)
            add(entry, section, to: &part, others: count)
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
        private func add(_ entry: Entry, _ section: Int, to part: inout SectionPart, others count: Int) {
            entries[section] = entry
            reaches?[section] = Reach(entry.items, UnsafePointer(others + part.firstSupplementary), count)
            part.firstItem += Int(content.sections[section].count)
            part.firstSupplementary += count
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
