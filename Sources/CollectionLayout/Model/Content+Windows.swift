/// Reading the values of the items of a section, whether or not they stand in pages.
extension Content {
    /// Whether the values of a section stand in pages.
    @inline(__always)
    func isPaged(_ index: Int) -> Bool { sections[index].valueHandle < 0 }

    /// The values of the items of a section, valid as long as who asks keeps a copy of the content; nil if they stand in pages.
    @inline(__always)
    func unpagedItems(of section: Section, _ width: Int) -> ItemValues? {
        section.valueHandle < 0 ? nil : values.slice(of: section, width)
    }

    /// Calls `body` with the values of the items of a section without pages.
    @inline(__always)
    func withItems<Result>(ofSection index: Int, _ body: (ItemValues) throws -> Result) rethrows -> Result {
        let section = sections[index]
        return try values.withSlice(of: section, resolved[Int(section.layout)].width, body)
    }

    /// Begins to load the values of some items of a section of which one is changed, or of those around that one.
    @inline(__always)
    func prefetch(_ items: Range<Int>, changedAt item: Int, ofSection index: Int) {
        let section = sections[index]
        guard !section.isUniform else { return }
        values.prefetch(items, changedAt: item, section.valueHandle, resolved[Int(section.layout)].width)
    }

    /// Calls `body` with the values of the items of a section, with or without pages: a window with an item, or with whatever
    /// takes no look-up.
    @inline(__always)
    func withWindow<Result>(
        ofSection index: Int, at item: Int? = nil, _ body: (ItemValues) throws -> Result
    ) rethrows -> Result {
        guard isPaged(index) else { return try withItems(ofSection: index, body) }
        var place = PagedValues.Place()
        return try withPage(ofSection: index, at: item ?? Int(sections[index].count), near: &place, body)
    }

    /// Calls `body` with the values of the items of a section with pages: a window onto the page of an item.
    ///
    /// - Parameter place: A guess where that page is; receives where it is.
    func withPage<Result>(
        ofSection index: Int, at item: Int, near place: inout PagedValues.Place, _ body: (ItemValues) throws -> Result
    ) rethrows -> Result {
        let section = sections[index]
        return try values.withPage(
            of: section, resolved[Int(section.layout)].width, at: item, near: &place, body)
    }

    /// Calls `body` with a copy of the values of all items of a section with pages: a window onto all. O(items).
    func withCopiedItems(ofSection index: Int, _ body: (ItemValues) -> Void) {
        let section = sections[index]
        let (count, width) = (Int(section.count), resolved[Int(section.layout)].width)
        values.values(0..<count, section.valueHandle, width).withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            body(ItemValues(base: base, stride: width, count: count, window: 0..<count, pages: nil))
        }
    }

    /// Calls `body` with some items of a section: all at once, or the part of them on each page in turn.
    ///
    /// - Parameters:
    ///   - place: A guess where the first page is; receives where the last one is.
    ///   - body: Returns the item it has come to: if that is not the end of its part, no further one follows.
    /// - Returns: The item that the last call has come to.
    @inline(__always)
    func withParts(
        of range: Range<Int>, ofSection index: Int, near place: inout PagedValues.Place,
        _ body: (ItemValues, _ part: Range<Int>) -> Int
    ) -> Int {
        guard isPaged(index) else { return withItems(ofSection: index) { body($0, range) } }
        var item = range.lowerBound
        var end = item
        while item == end && end < range.upperBound {
            withPage(ofSection: index, at: item, near: &place) { items in
                end = min(items.window.upperBound, range.upperBound)
                item = body(items, item..<end)
            }
        }
        return item
    }
}
