/// The values of the items of a large section, in pages: an edit moves the values of a page and not those of the section.
///
/// A look-up is O(log pages), an edit O(page + log pages), and O(pages) once in many edits, when a page is split or joined.
struct PagedValues: Sendable {
    /// Items of a page when it is new; it is split at twice as many.
    static let pageSize = 128
    /// For how many items a new page has room, so that the first few that come do not move all the others elsewhere.
    private static let pageCapacity = pageSize + pageSize / 4

    let width: Int
    private var pages: [[Double]]
    /// The number of items of each page.
    private var counts = FenwickTree([])

    /// No items.
    init(width: Int) {
        self.width = width
        pages = []
    }

    /// The page of an item and the first item of that page; for the item behind all the last page.
    private func locate(_ item: Int) -> (page: Int, first: Int) {
        let (page, first) = counts.prefix(upTo: item)
        return page < pages.count || page == 0 ? (page, first) : (page - 1, counts.sum(of: page - 1))
    }

    private mutating func recount() {
        counts = FenwickTree(pages.lazy.map { [width] in $0.count / width })
    }

    /// One number of an item.
    func number(_ number: Int, of item: Int) -> Double {
        let (page, first) = locate(item)
        return pages[page][(item - first) * width + number]
    }

    /// The first two numbers of an item.
    func pair(of item: Int) -> SIMD2<Double> {
        let (page, first) = locate(item)
        let value = (item - first) * width
        return SIMD2(pages[page][value], pages[page][value + 1])
    }

    /// Gives an item other values.
    ///
    /// - Returns: The former ones.
    mutating func replace(_ item: Int, with value: ItemValue) -> ItemValue {
        let (page, first) = locate(item)
        return pages[page].withUnsafeMutableBufferPointer {
            ($0.baseAddress! + (item - first) * width).replace(width, with: value)
        }
    }

    /// A page that has been found, if any, and its first item; after an edit it is of no use.
    struct Place {
        fileprivate var page = -1
        fileprivate var first = 0
    }

    /// Calls `body` with the page of an item, its first item and its values.
    ///
    /// - Parameter place: Where an item not far before has been found, which spares the look-up; receives where this one is.
    @inline(__always)
    func withPage<Result>(
        of item: Int, near place: inout Place, _ body: (_ first: Int, UnsafeBufferPointer<Double>) throws -> Result
    ) rethrows -> Result {
        if !holds(place, item) {
            if place.page >= 0 {
                place.first += pages[place.page].count / width
                place.page += 1
            }
            if !holds(place, item) { (place.page, place.first) = locate(item) }
        }
        return try pages[place.page].withUnsafeBufferPointer { try body(place.first, $0) }
    }

    private func holds(_ place: Place, _ item: Int) -> Bool {
        pages.indices.contains(place.page) && item >= place.first
            && (item - place.first) * width < pages[place.page].count
    }

    /// The values of some items.
    func values(_ range: Range<Int>) -> [Double] {
        var values: [Double] = []
        values.reserveCapacity(range.count * width)
        var item = range.lowerBound
        var place = Place()
        while item < range.upperBound {
            withPage(of: item, near: &place) { first, page in
                let end = min(range.upperBound, first + page.count / width)
                values.append(contentsOf: page[(item - first) * width..<(end - first) * width])
                item = end
            }
        }
        return values
    }

    /// Inserts items.
    mutating func insert(_ values: some Collection<Double>, at item: Int) {
        guard !values.isEmpty else { return }
        if pages.isEmpty { pages.append([]) }
        let (page, first) = locate(item)
        pages[page].insert(contentsOf: values, at: (item - first) * width)
        if pages[page].count > 2 * Self.pageSize * width {
            let all = pages[page]
            let size = Self.pageSize * width
            pages.replaceSubrange(
                page...page,
                with: stride(from: 0, to: all.count, by: size).map { first in
                    var page: [Double] = []
                    page.reserveCapacity(Self.pageCapacity * width)
                    page += all[first..<min(first + size, all.count)]
                    return page
                })
            recount()
        } else if first == 0 && pages.count == 1 {
            recount()
        } else {
            counts.add(values.count / width, at: page)
        }
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
            let count = min(rest, pages[page].count / width - offset)
            pages[page].removeSubrange(offset * width..<(offset + count) * width)
            counts.add(-count, at: page)
            rest -= count
        }
        guard pages.count > 1 else { return }
        // A page that cannot be joined is not tried again and again: once as it becomes small, once as it becomes empty.
        let count = pages[page].count / width
        let small = Self.pageSize / 4
        if range.count >= Self.pageSize || count == 0 || (count < small && count + range.count >= small) { join() }
    }

    /// Joins small pages with those before them. O(pages).
    private mutating func join() {
        var joined: [[Double]] = []
        joined.reserveCapacity(pages.count)
        for page in pages where !page.isEmpty {
            if let last = joined.last, last.count + page.count <= Self.pageSize * width {
                joined[joined.count - 1].append(contentsOf: page)
            } else {
                joined.append(page)
            }
        }
        pages = joined
        recount()
    }
}
