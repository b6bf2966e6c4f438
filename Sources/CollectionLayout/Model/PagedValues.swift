/// The values of the items of a large section, in pages: an edit moves the values of a page and not those of the section.
///
/// A look-up is O(log pages), an edit O(page + log pages), and O(pages) once in many edits, when a page is split or joined.
struct PagedValues: Sendable {
    /// Items of a page when it is new.
    static let pageSize = 128
    /// The most items of a page; one that would have more is split.
    private static let pageCapacity = pageSize + pageSize / 2

    let width: Int
    private var values: BlockPool<Double>
    /// Where the values of each page are; there is at least one.
    private var pages: [UInt32] = []
    /// The number of items of each page, which are the leaves of the tree.
    private var counts = FlatArray<Int32>()
    private var tree = ShiftTree(count: 0, lanes: 1)
    /// The number of all items.
    private var itemCount = 0

    /// The values of some items, one item after the other.
    init(width: Int, _ values: some Collection<Double> = []) {
        self.width = width
        let length = Self.pageCapacity * width
        let pageCount = max(Self.pageCount(values.count / width), 1)
        self.values = BlockPool(capacity: pageCount * length, recycledLength: length, filler: 0)
        setPages([makePage([])])
        insert(values, at: 0)
    }

    private static func pageCount(_ items: Int) -> Int { (items + pageSize - 1) / pageSize }

    /// The page of an item and the first item of that page; for the item behind all the last page.
    @inline(__always)
    private func locate(_ item: Int) -> (page: Int, first: Int) {
        guard item == itemCount else {
            let found = tree.find(item, counts.elements.baseAddress!)
            return (found.leaf, found.firstItem)
        }
        return (pages.count - 1, item - Int(counts[pages.count - 1]))
    }

    /// Changes the number of items of a page.
    private mutating func add(_ items: Int, to page: Int) {
        tree.add(items, to: page, counts.writable.baseAddress!)
        itemCount += items
    }

    /// The numbers of an item.
    @inline(__always)
    private func numbers(of item: Int) -> UnsafePointer<Double> {
        let (page, first) = locate(item)
        return values.run(pages[page]) + (item - first) * width
    }

    /// Begins to load the page of an item, from some items before it on.
    func prefetch(_ item: Int, behind others: Int) {
        let (page, first) = locate(item)
        let begin = max(item - first - others, 0)
        (values.run(pages[page]) + begin * width).prefetchMany((Int(counts[page]) - begin) * width)
    }

    /// One number of an item.
    func number(_ number: Int, of item: Int) -> Double { numbers(of: item)[number] }

    /// The first two numbers of an item.
    func pair(of item: Int) -> SIMD2<Double> { numbers(of: item).pair(0) }

    /// Gives an item other values.
    ///
    /// - Returns: The former ones.
    mutating func replace(_ item: Int, with value: ItemValue) -> ItemValue {
        let (page, first) = locate(item)
        return (values.writableRun(pages[page]) + (item - first) * width).replace(width, with: value)
    }

    /// A page that has been found, if any, and its first item; after an edit it is of no use.
    struct Place {
        fileprivate var page = -1
        fileprivate var first = 0
    }

    /// The page of an item: its items, and their values, readable until an edit.
    ///
    /// - Parameter place: Where an item not far before has been found, which spares the look-up; receives where this one is.
    @inline(__always)
    func page(of item: Int, near place: inout Place) -> (items: Range<Int>, values: UnsafePointer<Double>) {
        if !holds(place, item) {
            if place.page >= 0 {
                place.first += Int(counts[place.page])
                place.page += 1
            }
            if !holds(place, item) { (place.page, place.first) = locate(item) }
        }
        return (place.first..<place.first + Int(counts[place.page]), values.run(pages[place.page]))
    }

    @inline(__always)
    private func holds(_ place: Place, _ item: Int) -> Bool {
        pages.indices.contains(place.page) && item >= place.first && item - place.first < counts[place.page]
    }

    /// The values of some items.
    func values(_ range: Range<Int>) -> [Double] {
        var all: [Double] = []
        all.reserveCapacity(range.count * width)
        var item = range.lowerBound
        var place = Place()
        while item < range.upperBound {
            let (items, values) = page(of: item, near: &place)
            let end = min(range.upperBound, items.upperBound)
            all += UnsafeBufferPointer(
                start: values + (item - items.lowerBound) * width, count: (end - item) * width)
            item = end
        }
        return all
    }

    /// Inserts items.
    mutating func insert(_ new: some Collection<Double>, at item: Int) {
        guard !new.isEmpty else { return }
        let (page, first) = locate(item)
        let count = new.count / width
        let former = Int(counts[page])
        guard former + count <= Self.pageCapacity else { return split(page, inserting: new, at: item - first) }
        let place = values.writableRun(pages[page]) + (item - first) * width
        (place + new.count).update(from: place, count: (first + former - item) * width)
        _ = UnsafeMutableBufferPointer(start: place, count: new.count).update(fromContentsOf: new)
        add(count, to: page)
    }

    /// Removes items.
    mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        var page = 0
        var rest = range.count
        while rest > 0 {
            let first: Int
            (page, first) = locate(range.lowerBound)
            let offset = range.lowerBound - first
            let behind = Int(counts[page]) - offset
            let count = min(rest, behind)
            let place = values.writableRun(pages[page]) + offset * width
            place.update(from: place + count * width, count: (behind - count) * width)
            add(-count, to: page)
            rest -= count
        }
        guard pages.count > 1 else { return }
        // A page that cannot be joined is not tried again and again: once as it becomes small, once as it becomes empty.
        let count = Int(counts[page])
        let small = Self.pageSize / 4
        if range.count >= Self.pageSize || count == 0 || (count < small && count + range.count >= small) { join() }
    }
}

/// Pages come and go, O(pages).
extension PagedValues {
    private typealias Page = (handle: UInt32, count: Int)

    private var allPages: [Page] { pages.indices.map { (pages[$0], Int(counts[$0])) } }

    private mutating func setPages(_ all: [Page]) {
        pages = all.map(\.handle)
        tree = ShiftTree(count: all.count, lanes: 1)
        counts = FlatArray(uninitialized: tree.nodeCount)
        let numbers = counts.writable.baseAddress!
        for (number, page) in all.enumerated() { numbers[number] = Int32(page.count) }
        tree.buildCounts(numbers)
        itemCount = tree.itemCount(numbers)
    }

    private mutating func makePage(_ numbers: ArraySlice<Double>) -> Page {
        let handle = values.allocate(Self.pageCapacity * width)
        _ = UnsafeMutableBufferPointer(start: values.writableRun(handle), count: numbers.count)
            .update(fromContentsOf: numbers)
        return (handle, numbers.count / width)
    }

    private mutating func recycle(_ page: Page) { values.recycle(page.handle, length: Self.pageCapacity * width) }

    /// Makes several pages of one and of new items, all of them about as long.
    private mutating func split(_ page: Int, inserting new: some Collection<Double>, at item: Int) {
        var pages = allPages
        var numbers = [Double](
            UnsafeBufferPointer(start: values.run(pages[page].handle), count: pages[page].count * width))
        numbers.insert(contentsOf: new, at: item * width)
        recycle(pages[page])
        let count = numbers.count / width
        let pieces = Self.pageCount(count)
        pages.replaceSubrange(
            page...page,
            with: (0..<pieces).map {
                makePage(numbers[count * $0 / pieces * width..<count * ($0 + 1) / pieces * width])
            })
        setPages(pages)
    }

    /// Joins small pages with those before them.
    private mutating func join() {
        var joined: [Page] = []
        joined.reserveCapacity(pages.count)
        for page in allPages {
            guard let last = joined.last, last.count + page.count <= Self.pageSize else {
                joined.append(page)
                continue
            }
            (values.writableRun(last.handle) + last.count * width).update(
                from: values.run(page.handle), count: page.count * width)
            joined[joined.count - 1].count += page.count
            recycle(page)
        }
        setPages(joined)
    }
}
