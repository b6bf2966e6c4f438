/// The values of the items of a large section, in pages: an edit moves the values of a page and not those of the section.
///
/// A look-up is O(log pages), an edit O(page + log pages), and O(pages) once in many edits, when a page is split or joined.
/// Pages whose items are all alike are one in memory, until an item of theirs is changed. Values that stood together in memory
/// before stay there, page after page, until one of these gets longer.
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
    /// What pages share whose items are all alike, and like those of the first such page; none if there was none.
    private var shared: UInt32?
    /// Handles below it are those of pages that stay where values stood: such a page has no room for more than ``pageSize`` items.
    private var adoptedEnd: UInt32 = 0
    /// Whether it is not known which of these pages could be shared.
    private var hasUnseenPages = false
    /// How many pages do not share it: of each leaf, and of each node in all. Empty if none ever did.
    private var ownPages = FlatArray<Int32>()

    /// The values of some items, one item after the other.
    init(width: Int, _ values: some Collection<Double> = []) {
        self.width = width
        let length = Self.pageCapacity * width
        let pageCount = max(Self.pageCount(values.count / width), 1)
        self.values = BlockPool(capacity: pageCount * length, recycledLength: length, filler: 0)
        setPages([makePage([])])
        insert(values, at: 0)
    }

    /// The values of some items where they are. O(pages).
    ///
    /// - Parameters:
    ///   - numbers: One item after the other.
    ///   - first: Where the first item begins.
    ///   - count: The number of items.
    init(width: Int, adopting numbers: FlatArray<Double>, from first: Int, count: Int) {
        self.width = width
        values = BlockPool(adopting: numbers, recycledLength: Self.pageCapacity * width, filler: 0)
        adoptedEnd = UInt32(numbers.count)
        hasUnseenPages = true
        let pageCount = count / Self.pageSize
        var pages = (0..<pageCount).map { (UInt32(first + $0 * Self.pageSize * width), Self.pageSize) }
        // What does not fill a page would have no room for more.
        let rest = first + pageCount * Self.pageSize * width..<first + count * width
        pages.append(makeOwn(ArraySlice(numbers.elements[rest])))
        setPages(pages)
    }

    /// Items that are alike. O(pages), with the memory for the values of one.
    init(repeating value: [Double], count: Int) {
        width = value.count
        let length = Self.pageCapacity * width
        values = BlockPool(capacity: length, recycledLength: length, filler: 0)
        let page = makeShared(value)
        setPages(
            (0..<Self.pageCount(count)).map { (page, min(Self.pageSize, count - $0 * Self.pageSize)) })
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
        if pages[page] == shared { separate(page) }
        return (values.writableRun(pages[page]) + (item - first) * width).replace(width, with: value)
    }

    /// A page that has been found, if any, and its first item; after an edit it is of no use.
    struct Place {
        fileprivate var page = -1
        fileprivate var first = 0
    }

    /// The page of an item: its items, and their values, readable until an edit; or all items up to the next page that is not
    /// shared, and the values that they have in common.
    ///
    /// - Parameter place: Where an item not far before has been found, which spares the look-up; receives where this one is.
    @inline(__always)
    func page(
        of item: Int, near place: inout Place
    ) -> (items: Range<Int>, values: UnsafePointer<Double>, areAlike: Bool) {
        if !holds(place, item) {
            if place.page >= 0 {
                place.first += Int(counts[place.page])
                place.page += 1
            }
            if !holds(place, item) { (place.page, place.first) = locate(item) }
        }
        let page = values.run(pages[place.page])
        if pages[place.page] == shared {
            return (place.first..<(nextOwn(behind: place.page)?.first ?? itemCount), page, true)
        }
        return (place.first..<place.first + Int(counts[place.page]), page, false)
    }

    /// The next page behind a shared one that is not shared, and its first item; nil if all are.
    @inline(never)
    private func nextOwn(behind page: Int) -> (page: Int, first: Int)? {
        tree.next(after: page, ownPages.elements.baseAddress!).map {
            ($0, tree.firstItem(of: $0, counts.elements.baseAddress!))
        }
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
            let (items, values, areAlike) = page(of: item, near: &place)
            let end = min(range.upperBound, items.upperBound)
            if areAlike {
                for _ in item..<end { all += UnsafeBufferPointer(start: values, count: width) }
            } else {
                all += UnsafeBufferPointer(
                    start: values + (item - items.lowerBound) * width, count: (end - item) * width)
            }
            item = end
        }
        return all
    }

    /// The first item behind one that is not like it, or the one behind all; or one before that if fewer than `least` are. O(log
    /// pages) for each page in between that is not shared; where none is, it is the next one, whatever that is like. O(values) for
    /// the first time where values have stayed where they were.
    mutating func alikeEnd(of item: Int, atLeast least: Int) -> Int {
        if hasUnseenPages {
            var place = Place()
            let value = numbers(of: item)
            var end = item
            while end < min(item + least, itemCount) {
                let (items, values, areAlike) = page(of: end, near: &place)
                guard values.isLike(value, at: areAlike ? 0 : end - items.lowerBound, width) else { return end }
                end += 1
            }
            shareAlikePages()
        }
        guard let shared else { return item + 1 }
        let value = numbers(of: item)
        var (page, first) = locate(item)
        var position = item - first
        repeat {
            let isShared = pages[page] == shared
            let numbers = values.run(pages[page])
            // One item stands for all that share it.
            let end = isShared ? position + 1 : Int(counts[page])
            while position < end && numbers.isLike(value, at: position, width) { position += 1 }
            if position < end { return first + position }
            if isShared {
                guard let next = nextOwn(behind: page) else { return itemCount }
                (page, first) = next
            } else {
                (page, first) = (page + 1, first + end)
            }
            position = 0
        } while page < pages.count
        return itemCount
    }

    /// Whether items are like those of pages that are shared.
    private func areShared(_ new: some Collection<Double>) -> Bool {
        guard let shared else { return false }
        return new.repeats(UnsafeBufferPointer(start: values.run(shared), count: width))
    }

    /// Gives a page values of its own, with room for more.
    @inline(never)
    private mutating func separate(_ page: Int) {
        let wasShared = pages[page] == shared
        pages[page] = makeOwn(numbers(on: (pages[page], Int(counts[page])))[...]).handle
        if wasShared { tree.add(1, to: page, ownPages.writable.baseAddress!) }
    }

    /// Inserts items.
    mutating func insert(_ new: some Collection<Double>, at item: Int) {
        guard !new.isEmpty else { return }
        let (page, first) = locate(item)
        let count = new.count / width
        let former = Int(counts[page])
        guard former + count <= Self.pageCapacity else { return split(page, inserting: new, at: item - first) }
        if pages[page] == shared {
            if areShared(new) { return add(count, to: page) }
            separate(page)
        } else if pages[page] < adoptedEnd && former + count > Self.pageSize {
            separate(page)
        }
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
            if pages[page] != shared {
                let place = values.writableRun(pages[page]) + offset * width
                place.update(from: place + count * width, count: (behind - count) * width)
            }
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
        guard let shared else { return }
        ownPages = FlatArray(uninitialized: tree.nodeCount)
        let owns = ownPages.writable.baseAddress!
        for (number, page) in pages.enumerated() { owns[number] = page == shared ? 0 : 1 }
        tree.buildCounts(owns)
    }

    /// Makes a page of items, or shares one if they are so many that are alike.
    private mutating func makePage(_ numbers: ArraySlice<Double>) -> Page {
        let value = numbers.prefix(width)
        let count = numbers.count / width
        guard count >= Self.pageSize / 4, numbers.repeats(value) else { return makeOwn(numbers) }
        if let shared { return areShared(value) ? (shared, count) : makeOwn(numbers) }
        return (makeShared(value), count)
    }

    private mutating func makeOwn(_ numbers: ArraySlice<Double>) -> Page {
        let handle = values.allocate(Self.pageCapacity * width)
        _ = UnsafeMutableBufferPointer(start: values.writableRun(handle), count: numbers.count)
            .update(fromContentsOf: numbers)
        return (handle, numbers.count / width)
    }

    /// Makes the page that is shared: as many items as fit, all of one value.
    private mutating func makeShared(_ value: some Collection<Double>) -> UInt32 {
        let handle = values.allocate(Self.pageCapacity * width)
        let numbers = values.writableRun(handle)
        for (number, value) in value.enumerated() {
            for item in 0..<Self.pageCapacity { numbers[item * width + number] = value }
        }
        shared = handle
        return handle
    }

    /// Shares pages whose items are all alike, and like those of the first such page. O(values).
    private mutating func shareAlikePages() {
        hasUnseenPages = false
        var all = allPages
        for (index, page) in all.enumerated() where page.handle != shared && page.count >= Self.pageSize / 4 {
            let numbers = numbers(on: page)
            let value = numbers.prefix(width)
            guard numbers.repeats(value), shared == nil || areShared(value) else { continue }
            all[index].handle = shared ?? makeShared(value)
            recycle(page)
        }
        setPages(all)
    }

    private mutating func recycle(_ page: Page) {
        if page.handle != shared && page.handle >= adoptedEnd {
            values.recycle(page.handle, length: Self.pageCapacity * width)
        }
    }

    private func numbers(on page: Page) -> [Double] {
        Array(UnsafeBufferPointer(start: values.run(page.handle), count: page.count * width))
    }

    /// Makes several pages of one and of new items, all of them about as long.
    private mutating func split(_ page: Int, inserting new: some Collection<Double>, at item: Int) {
        var pages = allPages
        var numbers = numbers(on: pages[page])
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
            if last.handle != shared || page.handle != shared {
                if last.handle == shared { joined[joined.count - 1] = makeOwn(numbers(on: last)[...]) }
                let place = values.writableRun(joined[joined.count - 1].handle) + last.count * width
                place.update(from: values.run(page.handle), count: page.count * width)
            }
            joined[joined.count - 1].count += page.count
            recycle(page)
        }
        setPages(joined)
    }
}

extension Collection<Double> {
    /// Whether these are the numbers of one item, again and again.
    func repeats(_ value: some Collection<Double>) -> Bool {
        zip(self, value).allSatisfy { $0 == $1 } && zip(self, dropFirst(value.count)).allSatisfy { $0 == $1 }
    }
}

extension UnsafePointer<Double> {
    /// Whether the numbers of an item are those of another one, which begin at `value`.
    @inline(__always)
    func isLike(_ value: UnsafePointer<Double>, at item: Int, _ width: Int) -> Bool {
        for number in 0..<width where self[item &* width &+ number] != value[number] { return false }
        return true
    }
}
