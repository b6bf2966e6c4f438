extension SectionTable {
    /// What writes a table.
    struct Writer: SectionWriter {
        let content: Content
        let entries: UnsafeMutablePointer<Entry>
        let others: UnsafeMutablePointer<Supplementary>
        let stacks: Bool

        /// What is known of the first section of a part before it is placed.
        private func entry(_ part: SectionPart) -> Entry {
            Entry(
                offset: part.length, extent: 0, items: ItemSpan(), firstItem: part.firstItem,
                firstSupplementary: part.firstSupplementary)
        }

        /// The first of a section's elements that are not items.
        func others(of section: Int) -> UnsafePointer<Supplementary> {
            UnsafePointer(others + entries[section].firstSupplementary)
        }

        @inline(__always)
        func set(
            _ section: Int, _ description: Section, of part: inout SectionPart, _ layout: ResolvedLayout,
            itemsEnd: Double, _ items: ItemSpan
        ) {
            let room = others + part.firstSupplementary
            var count = 0
            layout.forEachSupplementary(of: description, itemsEnd: itemsEnd, across: content.container.breadth) {
                room[count] = $0
                count &+= 1
            }
            part.breadth = larger(layout.sectionBreadth(reaching: items.breadth), part.breadth)
            var entry = entry(part)
            (entry.extent, entry.items) = (layout.extent(of: description, itemsEnd: itemsEnd), items)
            add(entry, section, description, to: &part, others: count)
        }

        func copy(_ section: Int, of part: inout SectionPart, like former: Int) {
            var entry = entry(part)
            let like = entries[former]
            (entry.extent, entry.items) = (like.extent, like.items)
            let end = former + 1 < section ? entries[former + 1].firstSupplementary : part.firstSupplementary
            let count = end - like.firstSupplementary
            (others + part.firstSupplementary).update(from: others + like.firstSupplementary, count: count)
            add(entry, section, content.sections[section], to: &part, others: count)
        }

        func offset(of section: Int) -> Double { entries[section].offset }

        @inline(__always)
        func move(_ section: Int, by distance: Double) { entries[section].offset += distance }

        @inline(__always)
        func stack(_ section: Int, behind length: inout Double) {
            move(section, by: length)
            length += entries[section].extent
        }

        @inline(__always)
        private func add(
            _ entry: Entry, _ section: Int, _ description: Section, to part: inout SectionPart, others count: Int
        ) {
            entries[section] = entry
            part.firstItem &+= Int(description.count)
            part.firstSupplementary &+= count
            if stacks { part.length += entry.extent }
        }
    }
}
