/// The values of the items of all sections: slices of one array, arrays of large sections, and pages for large sections that were
/// edited.
///
/// A section knows its values by a handle: the index of its first value, from 2^40 on with the number of its array in front; or
/// below 0 the complement of the index of its pages. Reading what was never edited costs no look-up.
struct ValueStore: Sendable {
    /// Slices in no particular order, and what edits have left unused.
    private var flat = Arena<Double>()
    private var unusedCount = 0
    /// One array for each section with many values, which become pages where they are.
    private var arrays: [Arena<Double>] = []
    private var freeArrays: [Int] = []
    private var paged: [PagedValues] = []
    private var freePaged: [Int] = []

    /// The most items of a section that stay in one slice when items are inserted or deleted.
    static let largestSlice = 4 * PagedValues.pageSize
    /// So many values get an array of their own.
    private static let leastArray = 1 << 13
    /// Bits of a handle below the number of an array, which begins at 1.
    private static let arrayShift = 40

    /// Whether a handle is that of an array of its own.
    @inline(__always)
    private func isArray(_ handle: Int) -> Bool { handle >= 1 << Self.arrayShift }

    /// The array of a handle, and where its values begin there.
    private func array(_ handle: Int) -> (index: Int, first: Int) {
        (handle >> Self.arrayShift - 1, handle & (1 << Self.arrayShift - 1))
    }

    /// The first value of a section without pages.
    @inline(__always)
    private func base(_ handle: Int) -> UnsafePointer<Double> {
        isArray(handle) ? baseInArray(handle) : flat.elements + handle
    }

    @inline(never)
    private func baseInArray(_ handle: Int) -> UnsafePointer<Double> {
        let (index, first) = array(handle)
        return arrays[index].elements + first
    }

    /// The same, writable until the store is copied or gets values.
    @inline(__always)
    private mutating func writableBase(_ handle: Int) -> UnsafeMutablePointer<Double> {
        isArray(handle) ? writableBaseInArray(handle) : flat.writable + handle
    }

    @inline(never)
    private mutating func writableBaseInArray(_ handle: Int) -> UnsafeMutablePointer<Double> {
        let (index, first) = array(handle)
        return arrays[index].writable + first
    }

    /// Adds values.
    ///
    /// - Returns: Their handle.
    mutating func append(_ values: [Double]) -> Int {
        guard values.count >= Self.leastArray else { return flat.append(values) }
        var array = Arena<Double>(capacity: values.count + Arena<Double>.spare(values.count))
        array.append(values)
        if let index = freeArrays.popLast() {
            arrays[index] = array
            return (index + 1) << Self.arrayShift
        }
        arrays.append(array)
        return arrays.count << Self.arrayShift
    }

    /// Forgets values.
    mutating func free(_ handle: Int, count: Int) {
        if isArray(handle) {
            _ = takeArray(handle)
        } else if handle >= 0 {
            unusedCount += count
        } else {
            paged[~handle] = PagedValues(width: 1)
            freePaged.append(~handle)
        }
    }

    /// Takes an array out of the store.
    private mutating func takeArray(_ handle: Int) -> Arena<Double> {
        let index = array(handle).index
        freeArrays.append(index)
        defer { arrays[index] = Arena() }
        return arrays[index]
    }

    /// One number of an item.
    func number(_ number: Int, of item: Int, _ handle: Int, _ width: Int) -> Double {
        handle >= 0 ? base(handle)[item * width + number] : paged[~handle].number(number, of: item)
    }

    /// Gives an item other values.
    ///
    /// - Returns: The former ones.
    mutating func replace(
        _ item: Int, of handle: Int, _ width: Int, with value: SIMD4<Double>
    ) -> SIMD4<Double> {
        guard handle >= 0 else { return paged[~handle].replace(item, with: value) }
        return (writableBase(handle) + item * width).replace(width, with: value)
    }

    /// The values of some items.
    func values(_ range: Range<Int>, _ handle: Int, _ width: Int) -> [Double] {
        handle >= 0
            ? Array(UnsafeBufferPointer(start: base(handle) + range.lowerBound * width, count: range.count * width))
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
        let isAtEnd = handle >= 0 && item == count && isLast(handle, count * width)
        if isDividedByEdits(handle, count + new.count), !isAtEnd { page(&handle, count, width) }
        if handle < 0 {
            if new.isUniform {
                let copies = (0..<new.count * width).lazy.map { new.values[$0 % width] }
                paged[~handle].insert(copies, at: item)
            } else {
                paged[~handle].insert(new.values, at: item)
            }
            return
        }
        if isArray(handle) {
            for _ in 0..<(new.isUniform ? new.count : 1) { arrays[array(handle).index].append(new.values) }
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

    /// Whether an edit between the items of a section puts them in pages, in which they are not yet.
    private func isDividedByEdits(_ handle: Int, _ count: Int) -> Bool {
        isArray(handle) || (handle >= 0 && count > Self.largestSlice)
    }

    /// Whether nothing stands behind some values.
    private func isLast(_ handle: Int, _ count: Int) -> Bool {
        guard isArray(handle) else { return handle + count == flat.count }
        let (index, first) = array(handle)
        return first + count == arrays[index].count
    }

    /// Removes items of a section of `count` items, which gets another handle if need be.
    mutating func remove(_ range: Range<Int>, from handle: inout Int, count: Int, _ width: Int) {
        let isAtEdge = range.lowerBound == 0 || range.upperBound == count
        if isDividedByEdits(handle, count), !isAtEdge { page(&handle, count, width) }
        if handle < 0 { return paged[~handle].remove(range) }
        if !isArray(handle) { unusedCount += range.count * width }
        if range.lowerBound == 0 {
            handle += range.count * width
        } else if range.upperBound < count {
            let gap = flat.writable + handle + range.lowerBound * width
            gap.update(from: gap + range.count * width, count: (count - range.upperBound) * width)
        }
    }

    /// Puts the values of a section in pages: O(pages) if they have an array, else O(values).
    private mutating func page(_ handle: inout Int, _ count: Int, _ width: Int) {
        if isArray(handle) {
            let first = array(handle).first
            let numbers = takeArray(handle).storage
            handle = append(PagedValues(width: width, adopting: numbers, from: first, count: count))
            return
        }
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

    /// The first item behind one of a section of `count` items that is not like it; see ``PagedValues/alikeEnd(of:atLeast:)``.
    /// Those of a section where `least` are alike are put in pages first, so that it gets another handle. O(values) that one time.
    mutating func alikeEnd(of item: Int, atLeast least: Int, _ handle: inout Int, count: Int, _ width: Int) -> Int {
        if handle >= 0 {
            guard count > Self.largestSlice, count - item >= least else { return item + 1 }
            let value = base(handle) + item * width
            var alike = 1
            while alike < least && value.isLike(value, at: alike, width) { alike += 1 }
            guard alike == least else { return item + alike }
            page(&handle, count, width)
        }
        return paged[~handle].alikeEnd(of: item, atLeast: least)
    }

    /// Whether most of the array is unused.
    var isSparse: Bool { unusedCount > 4096 && unusedCount > flat.count / 2 }

    /// Removes what is unused; all sections get other handles. O(values).
    mutating func compact(_ handles: inout [Int], _ counts: [Int]) {
        let count = flat.count - unusedCount
        var used = Arena<Double>(capacity: count + Arena<Double>.spare(count))
        for (index, count) in counts.enumerated() where handles[index] >= 0 && !isArray(handles[index]) {
            handles[index] = used.append(flat.run(handles[index]..<handles[index] + count))
        }
        flat = used
        unusedCount = 0
    }

    /// Begins to load the values of some items, of those in pages the page of the item before which items come or go.
    @inline(__always)
    func prefetch(_ items: Range<Int>, changedAt item: Int, _ handle: Int, _ width: Int) {
        guard handle < 0 else {
            return (base(handle) + items.lowerBound * width).prefetchMany(items.count * width)
        }
        paged[~handle].prefetch(item, behind: items.count)
    }

    /// Calls `body` with the values of a section that has no pages.
    @inline(__always)
    func withSlice<Result>(
        of section: Section, _ width: Int, _ body: (ItemValues) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) { try body(slice(of: section, width)) }
    }

    /// The values of a section that has no pages, valid as long as who asks keeps a copy of the store.
    @inline(__always)
    func slice(of section: Section, _ width: Int) -> ItemValues {
        let count = Int(section.count)
        return ItemValues(
            base: base(section.valueHandle), stride: section.isUniform ? 0 : width, count: count,
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
            let pages = all.baseAddress! + ~section.valueHandle
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
    func replace(_ width: Int, with value: SIMD4<Double>) -> SIMD4<Double> {
        var former = SIMD4<Double>()
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
