import CollectionLayout

/// The idea of Texture's ASCollectionLayoutState: a hash table from pages as large as the viewport to the elements that
/// reach into them.
///
/// A query looks up the pages that the rect reaches into, four at most for a viewport. Texture gathers what it finds in
/// a set, so that an element on several pages is found once; here the first page that both reach into gives it, which
/// allocates nothing. Elements on many pages stand apart and are always tested: Texture would enter one that covers a
/// long content into millions of pages.
struct PageHash: PeerIndex {
    /// Elements on more pages than this stand apart.
    static let mostPages = 64

    private struct Page: Hashable {
        var column: Int
        var row: Int
    }

    /// The pages that a frame or a rect reaches into, edges that it only touches included.
    private struct Pages {
        var columns: ClosedRange<Int>
        var rows: ClosedRange<Int>

        var count: Double { Double(columns.count) * Double(rows.count) }
        func contains(_ page: Page) -> Bool { columns.contains(page.column) && rows.contains(page.row) }
    }

    private let elements: PlacedElements
    private var table: [Page: [Int32]] = [:]
    /// Elements on many pages.
    private var large: [Int32] = []

    init(_ elements: PlacedElements) {
        self.elements = elements
        for position in 0..<elements.frames.count {
            let pages = pages(of: elements.frames[position])
            guard pages.count <= Double(Self.mostPages) else {
                large.append(Int32(position))
                continue
            }
            for row in pages.rows {
                for column in pages.columns {
                    table[Page(column: column, row: row), default: []].append(Int32(position))
                }
            }
        }
    }

    var byteCount: Int {
        // Swift's tables of hashes are filled to three quarters; an array has a header of 32 bytes.
        let entry = MemoryLayout<Page>.stride + MemoryLayout<[Int32]>.stride
        let lists = table.values.reduce(0) { $0 + 32 + $1.capacity * MemoryLayout<Int32>.stride }
        return elements.byteCount + table.capacity * 4 / 3 * entry + lists + large.count * MemoryLayout<Int32>.stride
    }

    /// The numbers of the pages between two coordinates; rects may lie far beyond any content.
    private func numbers(_ near: Double, _ far: Double, _ length: Double) -> ClosedRange<Int> {
        func number(_ edge: Double) -> Int { Int(min(max((edge / max(length, 1)).rounded(.down), -0x1p52), 0x1p52)) }
        let first = number(near)
        return first...max(number(far), first)
    }

    private func pages(of rect: Rect) -> Pages {
        Pages(
            columns: numbers(rect.minX, rect.maxX, elements.viewport.width),
            rows: numbers(rect.minY, rect.maxY, elements.viewport.height))
    }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter
    ) {
        counter.test(elements: large.count)
        for position in large where elements.frames[Int(position)].intersects(rect) {
            elements.put(Int(position), into: &sink)
        }
        let wanted = pages(of: rect)
        if wanted.count > Double(table.count) {
            counter.visit(nodes: table.count)
            for (page, list) in table where wanted.contains(page) {
                search(page, list, wanted, rect, &sink, &counter)
            }
            return
        }
        counter.visit(nodes: wanted.rows.count * wanted.columns.count)
        for row in wanted.rows {
            for column in wanted.columns {
                let page = Page(column: column, row: row)
                if let list = table[page] { search(page, list, wanted, rect, &sink, &counter) }
            }
        }
    }

    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ page: Page, _ list: [Int32], _ wanted: Pages, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        counter.test(elements: list.count)
        for position in list where elements.frames[Int(position)].intersects(rect) {
            let own = pages(of: elements.frames[Int(position)])
            let isFirst =
                page.column == max(own.columns.lowerBound, wanted.columns.lowerBound)
                && page.row == max(own.rows.lowerBound, wanted.rows.lowerBound)
            if isFirst { elements.put(Int(position), into: &sink) }
        }
    }
}

struct PageHashCache: PeerCache { var indexed = Indexed<PageHash>() }
