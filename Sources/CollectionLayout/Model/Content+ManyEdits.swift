/// Edits of which there are so many that each of them may cost no more than what it changes.
extension Content {
    /// From so many edits on a copy of the content is worth its while.
    static let manyEdits = 64
    /// For each edit of a run so many items of the section are written anew in about the time that it takes by itself.
    private static let itemsPerEdit = 2 * PagedValues.pageSize

    /// The content after edits that are applied in order.
    ///
    /// What a transaction does to many items of a section is to delete from back to front, and then to insert from front to
    /// back. Each such run is done at once, in O(edits + values of the section), unless it has few edits for that, as where they
    /// strike in any order; other edits one by one.
    ///
    /// - Throws: What ``apply(_:)-(Change)`` throws at the first edit that is refused.
    func applying(_ changes: [Change]) throws(LayoutError) -> Content {
        var next = self
        var rest = changes[...]
        while let change = rest.first {
            let run = rest.prefix(next.runLength(rest))
            rest = rest.dropFirst(run.count)
            switch change {
            case .deleteItems(let section, _) where next.isWorthWriting(section, for: run):
                try next.delete(run, from: section)
            case .insertItems(let section, _, _) where next.isWorthWriting(section, for: run):
                try next.insert(run, into: section)
            default: for change in run { try next.apply(change) }
            }
        }
        return next
    }

    /// Whether all values of a section are written anew in less time than the edits of a run take one by one.
    private func isWorthWriting(_ section: Int, for run: ArraySlice<Change>) -> Bool {
        run.count > 1 && Int(sections[section].count) / run.count <= Self.itemsPerEdit
    }

    /// How many of some edits delete items of a section from back to front, or insert them from front to back, such that each
    /// item has values of its own; at least one.
    private func runLength(_ changes: ArraySlice<Change>) -> Int {
        let paths = 0...Self.largestCount
        return 1
            + zip(changes, changes.dropFirst()).prefix { former, next in
                switch (former, next) {
                case (.deleteItems(let section, let former), .deleteItems(let other, let next)):
                    section == other && hasValuesOfItems(section) && next.lowerBound >= 0
                        && former.upperBound <= paths.upperBound && next.upperBound <= former.lowerBound
                case (.insertItems(let section, let former, let items), .insertItems(let other, let next, _)):
                    section == other && hasValuesOfItems(section) && paths.contains(former) && paths.contains(next)
                        && paths.contains(items.count) && next >= former + items.count
                default: false
                }
            }.count
    }

    private func hasValuesOfItems(_ section: Int) -> Bool {
        sections.indices.contains(section) && !sections[section].isUniform
    }

    private mutating func delete(_ run: ArraySlice<Change>, from index: Int) throws(LayoutError) {
        let count = Int(sections[index].count)
        let width = layout(ofSection: index).width
        let former = values.values(0..<count, sections[index].valueHandle, width)
        var kept: [Double] = []
        kept.reserveCapacity(former.count)
        // Of ranges from back to front none is beyond the first one.
        if case .deleteItems(_, let range)? = run.first {
            guard range.lowerBound <= count else { throw unknownItem(index, range.lowerBound) }
            guard range.upperBound <= count else { throw unknownItem(index, range.upperBound - 1) }
        }
        var item = 0
        for case .deleteItems(_, let range) in run.reversed() {
            kept += former[item * width..<range.lowerBound * width]
            item = range.upperBound
        }
        kept += former[(item * width)...]
        setValues(kept, width, of: index)
    }

    private mutating func insert(_ run: ArraySlice<Change>, into index: Int) throws(LayoutError) {
        let layout = layout(ofSection: index)
        let width = layout.width
        var section = sections[index]
        let former = values.values(0..<Int(section.count), section.valueHandle, width)
        var all: [Double] = []
        var next = 0
        for case .insertItems(_, let item, let items) in run {
            let count = Int(section.count)
            guard item <= count else { throw unknownItem(index, item, of: count) }
            let new = try checked(items, layout, section: index, at: item, beside: count)
            let end = next + item * width - all.count
            all += former[next..<end]
            for _ in 0..<(new.isUniform ? new.count : 1) { all += new.values }
            next = end
            section.count += Int32(new.count)
        }
        all += former[next...]
        setValues(all, width, of: index)
    }

    /// Gives a section other items.
    private mutating func setValues(_ all: [Double], _ width: Int, of index: Int) {
        let count = all.count / width
        freeValues(of: sections[index])
        itemCount += count - Int(sections[index].count)
        mostItems = max(mostItems, count)
        itemStarts = nil
        sections[index].count = Int32(count)
        sections[index].valueHandle = values.append(all)
    }
}
