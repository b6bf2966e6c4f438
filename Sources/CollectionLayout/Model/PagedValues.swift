/// The values of the items of a large section, in pages: an edit moves the values of a page and not those of the section.
///
/// A look-up is O(log pages), an edit O(page + log pages), and O(log² pages), amortised, when a page is split. Pages whose items
/// are all alike are one in memory, until an item of theirs is changed. Values that stood together in memory before stay there,
/// page after page, until one of these gets longer.
struct PagedValues: Sendable {
    /// Items of a page when it is new.
    static let pageSize = 128
    /// The most items of a page; one that would have more is split.
    static let pageCapacity = pageSize + pageSize / 2
    /// How many items that are alike are passed over one by one where they do not share pages.
    private static let mostOwn = 8 * pageSize

    let width: Int
    var values: BlockPool<Double>
    /// The tree over the pages, which are its blocks; those that do not share their values with others are marked.
    var entry = SectionNodes.Entry()
    var tree = ShiftTree(count: 0, lanes: 1)
    var numbers = Arena<Double>()
    var unused = UnusedRuns()
    /// The number of all items.
    var itemCount = 0
    /// What pages share whose items are all alike, and like those of the first such page; none if there was none.
    var shared: UInt32?
    /// Handles below it are those of pages that stay where values stood: such a page has no room for more than ``pageSize`` items.
    var adoptedEnd: UInt32 = 0
    /// Whether it is not known which of these pages could be shared.
    var hasUnseenPages = false

    typealias Page = (handle: UInt32, count: Int)

    /// The values of some items, one item after the other.
    init(width: Int, _ values: some Collection<Double> = []) {
        self.width = width
        self.values = BlockPool(capacity: 0, recycledLength: Self.pageCapacity * width, filler: 0)
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
        let full = count / Self.pageSize
        // What does not fill a page would have no room for more.
        let rest = first + full * Self.pageSize * width..<first + count * width
        let last = rest.isEmpty ? nil : makeOwn(ArraySlice(numbers.elements[rest]))
        setPages(full + (last == nil ? 0 : 1)) {
            $0 < full ? (UInt32(first + $0 * Self.pageSize * width), Self.pageSize) : last!
        }
    }

    /// Items that are alike. O(pages), with the memory for the values of one.
    init(repeating value: [Double], count: Int) {
        width = value.count
        let length = Self.pageCapacity * width
        values = BlockPool(capacity: length, recycledLength: length, filler: 0)
        let page = makeShared(value)
        setPages(Self.pageCount(count)) { (page, min(Self.pageSize, count - $0 * Self.pageSize)) }
    }

    static func pageCount(_ items: Int) -> Int { (items + pageSize - 1) / pageSize }

    /// The tree, to be read.
    @inline(__always)
    var nodes: SectionNodes { SectionNodes(entry, tree, in: UnsafeMutablePointer(mutating: numbers.elements)) }

    @inline(__always)
    var writableNodes: SectionNodes {
        mutating get { SectionNodes(entry, tree, in: numbers.writable) }
    }

    /// The page of an item and the first item of that page; for the item behind all the last page.
    ///
    /// - Precondition: there are items.
    @inline(__always)
    private func locate(_ item: Int) -> (page: Int, first: Int) {
        let found = tree.find(min(item, itemCount &- 1), nodes.counts)
        return (found.leaf, found.firstItem)
    }

    /// The values of a page.
    @inline(__always)
    func run(_ page: Int) -> UnsafePointer<Double> { values.run(nodes.blocks[page].handle) }

    @inline(__always)
    func isShared(_ page: Int) -> Bool { nodes.blocks[page].handle == shared }

    /// Changes the number of items of a page.
    mutating func add(_ items: Int, to page: Int) {
        tree.add(items, to: page, writableNodes.counts)
        itemCount += items
    }

    /// The numbers of an item.
    @inline(__always)
    private func numbers(of item: Int) -> UnsafePointer<Double> {
        let (page, first) = locate(item)
        return run(page) + (item - first) * width
    }

    /// Begins to load the page of an item, from some items before it on.
    func prefetch(_ item: Int, behind others: Int) {
        guard itemCount > 0 else { return }
        let (page, first) = locate(item)
        let begin = max(item - first - others, 0)
        (run(page) + begin * width).prefetchMany((Int(nodes.counts[page]) - begin) * width)
    }

    /// One number of an item.
    func number(_ number: Int, of item: Int) -> Double { numbers(of: item)[number] }

    /// The first two numbers of an item.
    func pair(of item: Int) -> SIMD2<Double> { numbers(of: item).pair(0) }

    /// Gives an item other values.
    ///
    /// - Returns: The former ones.
    mutating func replace(_ item: Int, with value: SIMD4<Double>) -> SIMD4<Double> {
        let (page, first) = locate(item)
        if isShared(page) { separate(page) }
        return (values.writableRun(nodes.blocks[page].handle) + (item - first) * width).replace(width, with: value)
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
        let nodes = nodes
        if !holds(place, item, nodes) {
            if place.page >= 0, let next = tree.next(after: place.page, nodes.counts) {
                place.first += Int(nodes.counts[place.page])
                place.page = next
            }
            if !holds(place, item, nodes) { (place.page, place.first) = locate(item) }
        }
        let page = run(place.page)
        if isShared(place.page) { return (place.first..<sharedEnd(behind: place.page), page, true) }
        return (place.first..<place.first + Int(nodes.counts[place.page]), page, false)
    }

    /// The first item behind a shared page that is on one that is not shared; if there is none, the item behind all.
    @inline(never)
    private func sharedEnd(behind page: Int) -> Int {
        nextOwn(after: page).map { tree.firstItem(of: $0, nodes.counts) } ?? itemCount
    }

    @inline(__always)
    private func holds(_ place: Place, _ item: Int, _ nodes: SectionNodes) -> Bool {
        (0..<tree.count).contains(place.page) && item >= place.first && item - place.first < nodes.counts[place.page]
    }

    /// The values of some items.
    func values(_ range: Range<Int>) -> [Double] {
        var all: [Double] = []
        all.reserveCapacity(range.count * width)
        forEachRun(range) { values, count, areAlike in
            for _ in 0..<(areAlike ? count : 1) {
                all += UnsafeBufferPointer(start: values, count: areAlike ? width : count * width)
            }
        }
        return all
    }

    /// Copies the first two numbers of some items, one item after the other.
    func copyPairs(of range: Range<Int>, into numbers: UnsafeMutablePointer<Double>) {
        var place = numbers
        forEach(range) {
            place.storePair($0.pair(0), at: 0)
            place += 2
        }
    }

    /// Calls `body` with the numbers of each of some items. O(items + log pages).
    @inline(__always)
    private func forEach(_ range: Range<Int>, _ body: (UnsafePointer<Double>) -> Void) {
        forEachRun(range) { values, count, areAlike in
            for number in 0..<count { body(areAlike ? values : values + number * width) }
        }
    }

    /// Calls `body` with the numbers of the first of some items on each page, and how many follow there, itself counted: like it, or
    /// one after the other.
    @inline(__always)
    private func forEachRun(
        _ range: Range<Int>, _ body: (_ values: UnsafePointer<Double>, _ count: Int, _ areAlike: Bool) -> Void
    ) {
        var item = range.lowerBound
        var place = Place()
        while item < range.upperBound {
            let (items, values, areAlike) = page(of: item, near: &place)
            let end = min(range.upperBound, items.upperBound)
            body(areAlike ? values : values + (item - items.lowerBound) * width, end - item, areAlike)
            item = end
        }
    }

    /// The first item behind one that is not like it, or the one behind all; or one before that if fewer than `least` are, or if
    /// more than ``mostOwn`` are whose value is not the one that pages share.
    ///
    /// O(log pages), amortised: pages that have got alike since they were changed are shared again. O(values) for the first time
    /// where values have stayed where they were.
    mutating func alikeEnd(of item: Int, atLeast least: Int) -> Int {
        if hasUnseenPages {
            let end = min(item + least, itemCount)
            let alikeEnd = alikeEnd(of: item, before: end)
            guard alikeEnd == end else { return alikeEnd }
            shareAlikePages()
        }
        guard let shared else { return item + 1 }
        guard numbers(of: item).isLike(values.run(shared), at: 0, width) else {
            let end = alikeEnd(of: item, before: min(item + Self.mostOwn, itemCount))
            return end < item + Self.mostOwn ? end : item + 1
        }
        sharePagesAgain(from: locate(item).page)
        return alikeEnd(of: item, before: itemCount)
    }

    /// The first item from one on that is not like it, or the end.
    private func alikeEnd(of item: Int, before end: Int) -> Int {
        let value = numbers(of: item)
        var place = Place()
        var item = item
        while item < end {
            let (items, values, areAlike) = page(of: item, near: &place)
            let next = min(items.upperBound, end)
            // One item stands for all that share its page.
            if areAlike {
                guard values.isLike(value, at: 0, width) else { return item }
                item = next
            }
            while item < next {
                guard values.isLike(value, at: item - items.lowerBound, width) else { return item }
                item += 1
            }
        }
        return end
    }

    /// Inserts items.
    mutating func insert(_ new: some Collection<Double>, at item: Int) {
        guard !new.isEmpty else { return }
        guard itemCount > 0 else { return split(-1, inserting: new, at: 0) }
        let (page, first) = locate(item)
        let count = new.count / width
        let former = Int(nodes.counts[page])
        guard former + count <= Self.pageCapacity else { return split(page, inserting: new, at: item - first) }
        if isShared(page) {
            if areShared(new) { return add(count, to: page) }
            separate(page)
        } else if nodes.blocks[page].handle < adoptedEnd && former + count > Self.pageSize {
            separate(page)
        }
        let place = values.writableRun(nodes.blocks[page].handle) + (item - first) * width
        (place + new.count).update(from: place, count: (first + former - item) * width)
        _ = UnsafeMutableBufferPointer(start: place, count: new.count).update(fromContentsOf: new)
        add(count, to: page)
    }

    /// Removes items.
    mutating func remove(_ range: Range<Int>) {
        var rest = range.count
        while rest > 0 {
            let (page, first) = locate(range.lowerBound)
            let offset = range.lowerBound - first
            let behind = Int(nodes.counts[page]) - offset
            let count = min(rest, behind)
            rest -= count
            if count == behind + offset {
                remove(page)
                continue
            }
            if !isShared(page) {
                let place = values.writableRun(nodes.blocks[page].handle) + offset * width
                place.update(from: place + count * width, count: (behind - count) * width)
            }
            add(-count, to: page)
        }
        guard itemCount > 0 else { return }
        join(locate(max(range.lowerBound - 1, 0)).page)
    }
}
