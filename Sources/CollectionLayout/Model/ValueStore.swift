/// The values of the items of all sections: slices of one array, and pages for large sections that were edited.
///
/// A section knows its values by a handle: the index of its first value, or below 0 the complement of the index of its
/// pages. Reading what was never edited costs no look-up.
struct ValueStore: Sendable {
    /// Slices in no particular order, and what edits have left unused.
    private var flat = Arena<Double>()
    private var unusedCount = 0
    private var paged: [PagedValues] = []
    private var freePaged: [Int] = []

    /// The most items of a section that stay in one slice when items are inserted or deleted.
    static let largestSlice = 4 * PagedValues.pageSize

    /// Adds values.
    ///
    /// - Returns: Their handle.
    mutating func append(_ values: [Double]) -> Int {
        flat.append(values)
    }

    /// Forgets values.
    mutating func free(_ handle: Int, count: Int) {
        if handle >= 0 {
            unusedCount += count
        } else {
            paged[~handle] = PagedValues(width: 1)
            freePaged.append(~handle)
        }
    }

    /// One number of an item.
    func number(_ number: Int, of item: Int, _ handle: Int, _ width: Int) -> Double {
        handle >= 0 ? flat[handle + item * width + number] : paged[~handle].number(number, of: item)
    }

    /// Gives an item other values.
    ///
    /// - Returns: The former ones.
    mutating func replace(_ item: Int, of handle: Int, _ width: Int, with value: ItemValue) -> ItemValue {
        guard handle >= 0 else { return paged[~handle].replace(item, with: value) }
        return (flat.writable + handle + item * width).replace(width, with: value)
    }

    /// The values of some items.
    func values(_ range: Range<Int>, _ handle: Int, _ width: Int) -> [Double] {
        handle >= 0
            ? Array(flat.run(handle + range.lowerBound * width..<handle + range.upperBound * width))
            : paged[~handle].values(range)
    }

    /// Repeats the values of one item.
    ///
    /// - Returns: The handle of the copies.
    mutating func repeating(_ handle: Int, count: Int, _ width: Int) -> Int {
        unusedCount += width
        let value = handle..<handle + width
        if count > Self.largestSlice { return append(PagedValues(repeating: Array(flat.run(value)), count: count)) }
        let first = flat.count
        for _ in 0..<count { flat.appendCopy(of: value) }
        return first
    }

    /// Inserts items into a section of `count` items, which gets another handle if need be.
    mutating func insert(
        _ new: CheckedItems, into handle: inout Int, count: Int, at item: Int, _ width: Int
    ) {
        let isAtEnd = handle >= 0 && item == count && handle + count * width == flat.count
        if handle >= 0 && count + new.count > Self.largestSlice && !isAtEnd { page(&handle, count, width) }
        if handle < 0 {
            if new.isUniform {
                let copies = (0..<new.count * width).lazy.map { new.values[$0 % width] }
                paged[~handle].insert(copies, at: item)
            } else {
                paged[~handle].insert(new.values, at: item)
            }
            return
        }
        let former = handle
        if !isAtEnd {
            handle = flat.count
            unusedCount += count * width
            flat.appendCopy(of: former..<former + item * width)
        }
        for _ in 0..<(new.isUniform ? new.count : 1) { flat.append(new.values) }
        if !isAtEnd { flat.appendCopy(of: former + item * width..<former + count * width) }
    }

    /// Removes items of a section of `count` items, which gets another handle if need be.
    mutating func remove(_ range: Range<Int>, from handle: inout Int, count: Int, _ width: Int) {
        let isAtEdge = range.lowerBound == 0 || range.upperBound == count
        if handle >= 0 && count > Self.largestSlice && !isAtEdge { page(&handle, count, width) }
        if handle < 0 { return paged[~handle].remove(range) }
        unusedCount += range.count * width
        if range.lowerBound == 0 {
            handle += range.count * width
        } else {
            let gap = flat.writable + handle + range.lowerBound * width
            gap.update(from: gap + range.count * width, count: (count - range.upperBound) * width)
        }
    }

    /// Moves the values of a section into pages.
    private mutating func page(_ handle: inout Int, _ count: Int, _ width: Int) {
        let pages = PagedValues(width: width, flat.run(handle..<handle + count * width))
        unusedCount += count * width
        handle = append(pages)
    }

    private mutating func append(_ pages: PagedValues) -> Int {
        guard let index = freePaged.popLast() else {
            paged.append(pages)
            return ~(paged.count - 1)
        }
        paged[index] = pages
        return ~index
    }

    /// The first item behind one of a section of `count` items that is not like it; see ``PagedValues/alikeEnd(of:)``. Those of a
    /// section where `least` are alike are put in pages first, so that it gets another handle. O(values) that one time.
    mutating func alikeEnd(of item: Int, atLeast least: Int, _ handle: inout Int, count: Int, _ width: Int) -> Int {
        if handle >= 0 {
            guard count > Self.largestSlice, count - item >= least else { return item + 1 }
            let value = flat.elements + (handle + item * width)
            var alike = 1
            while alike < least && value.isLike(value, at: alike, width) { alike += 1 }
            guard alike == least else { return item + alike }
            page(&handle, count, width)
        }
        return paged[~handle].alikeEnd(of: item)
    }

    /// Whether most of the array is unused.
    var isSparse: Bool { unusedCount > 4096 && unusedCount > flat.count / 2 }

    /// Removes what is unused; all sections get other handles. O(values).
    mutating func compact(_ handles: inout [Int], _ counts: [Int]) {
        var used = Arena<Double>(capacity: flat.count - unusedCount)
        for (index, count) in counts.enumerated() where handles[index] >= 0 {
            handles[index] = used.append(flat.run(handles[index]..<handles[index] + count))
        }
        flat = used
        unusedCount = 0
    }

    /// Begins to load the values of some items, of those in pages the page of the item before which items come or go.
    @inline(__always)
    func prefetch(_ items: Range<Int>, changedAt item: Int, _ handle: Int, _ width: Int) {
        guard handle < 0 else {
            return (flat.elements + (handle + items.lowerBound * width)).prefetchMany(items.count * width)
        }
        paged[~handle].prefetch(item, behind: items.count)
    }

    /// Calls `body` with the values of a section that has no pages.
    @inline(__always)
    func withSlice<Result>(
        of section: Section, _ width: Int, _ body: (ItemValues) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(flat) { try body(slice(of: section, width)) }
    }

    /// The values of a section that has no pages, valid as long as who asks keeps a copy of the store.
    @inline(__always)
    func slice(of section: Section, _ width: Int) -> ItemValues {
        let count = Int(section.count)
        return ItemValues(
            base: flat.elements + section.firstValue, stride: section.isUniform ? 0 : width, count: count,
            window: 0..<count, pages: nil)
    }

    /// Calls `body` with the values of a section that has pages: a window onto the page of an item.
    @inline(never)
    func withPage<Result>(
        of section: Section, _ width: Int, at item: Int, near place: inout PagedValues.Place,
        _ body: (ItemValues) throws -> Result
    ) rethrows -> Result {
        let count = Int(section.count)
        return try paged.withUnsafeBufferPointer { all in
            let pages = all.baseAddress! + ~section.firstValue
            guard item < count else {
                let none = UnsafePointer<Double>(bitPattern: 16)!
                return try body(ItemValues(base: none, stride: width, count: count, window: 0..<0, pages: pages))
            }
            let (window, values, areAlike) = pages.pointee.page(of: item, near: &place)
            let stride = areAlike ? 0 : width
            let base = values - window.lowerBound * stride
            return try body(ItemValues(base: base, stride: stride, count: count, window: window, pages: pages))
        }
    }
}

extension UnsafeMutablePointer<Double> {
    /// Gives an item, whose first number this is, other values.
    ///
    /// - Returns: The former ones.
    @inline(__always)
    func replace(_ width: Int, with value: ItemValue) -> ItemValue {
        var former = ItemValue()
        if width == 2 {
            // As the pair that rows read: of two halves just written a processor makes no pair before they are in the cache.
            former.lowHalf = UnsafePointer(self).pair(0)
            storePair(value.lowHalf, at: 0)
            return former
        }
        for number in 0..<width {
            former[number] = self[number]
            self[number] = value[number]
        }
        return former
    }
}
