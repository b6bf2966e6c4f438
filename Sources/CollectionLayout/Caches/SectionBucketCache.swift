/// Sections by offset, and in each section buckets of a few items in a sorted window.
///
/// Items stand in the order of their near edge along the axis: the order of their indices where that is good enough, as
/// in rows and in a waterfall, else sorted. Every bucket of 8 items, and every section, has a `Reach`, so that a binary
/// search finds the first one that can meet the rect and a scan ends at the first one that cannot.
///
/// Prepare O(n), O(n log n) in sections that must be sorted. Query O(log n + k) where elements are about as long as
/// their neighbours; one much longer than the rest of its section makes scans of that section longer. Change O(section
/// + sections). About 35 bytes an item, 8 more where something is sorted.
public struct SectionBucketCache: RelayingCache {
    /// Items of a bucket.
    static let bucketSize = 8

    /// What was prepared.
    public internal(set) var content = Content(container: Container(breadth: 0, viewportLength: 0))
    private var table = SectionTable()
    /// Frames in section coordinates, section after section, in window order.
    private var frames = FlatArray<Rect>()
    /// Which item stands at each position of the window, and where each item stands; empty if nothing is sorted.
    private var itemAt = FlatArray<Int32>()
    private var positionOf = FlatArray<Int32>()
    /// In content coordinates.
    private var sections = FlatArray<Reach>()
    /// In section coordinates.
    private var buckets = FlatArray<Reach>()
    /// First bucket of each section, then the number of all buckets.
    private var firstBucket = FlatArray<Int>()

    /// A cache of nothing.
    public init() {}

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        try lay(content, following: nil)
    }

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var next = SectionBucketCache()
        try next.lay(content, edits.map { ($0, { [self] in frames[position(of: $1, in: $0)] }) })
        self = next
    }

    private mutating func lay(_ content: Content, _ former: SectionTable.Former?) throws(LayoutError) {
        self.content = content
        firstBucket = FlatArray(repeating: 0, count: content.sections.count + 1)
        let first = firstBucket.writable
        for section in content.sections.indices {
            first[section + 1] = first[section] + Self.bucketCount(Int(content.sections[section].count))
        }
        buckets = FlatArray(uninitialized: first[content.sections.count])
        frames = FlatArray(uninitialized: content.itemCount)
        var mustSort: [Int] = []
        let buckets = buckets.writable
        table = try SectionTable.lay(content, into: frames.writable, following: former) { section, _, items in
            let window = UnsafeMutableBufferPointer(rebasing: buckets[first[section]..<first[section + 1]])
            let summary = Self.fill(window, items)
            if summary.isScattered { mustSort.append(section) }
            return summary.span
        }
        if !mustSort.isEmpty { sort(mustSort) }
        reachSections()
    }

    private static func bucketCount(_ items: Int) -> Int { (items + bucketSize - 1) / bucketSize }

    /// Computes the buckets of a section.
    ///
    /// - Returns: What the items span, and whether near edges are so far out of order that sorting pays:
    ///   by more than four items' lengths on average.
    private static func fill(
        _ buckets: UnsafeMutableBufferPointer<Reach>, _ items: UnsafeMutableBufferPointer<Rect>
    ) -> (span: ItemSpan, isScattered: Bool) {
        var span = ItemSpan()
        var lengths = 0.0
        var nears = 0.0
        for bucket in buckets.indices {
            var reach = Reach.none
            for index in bucket * bucketSize..<min((bucket + 1) * bucketSize, items.count) {
                let frame = items[index]
                reach.cover(frame.minY, frame.maxY)
                lengths += frame.height
                span.breadth = max(span.breadth, frame.maxX)
            }
            nears += reach.near
            buckets[bucket] = reach
        }
        buckets.makeMonotonic()
        if let first = buckets.first, let last = buckets.last {
            span.near = first.near
            span.far = last.far
        }
        let disorder = nears - buckets.reduce(0) { $0 + $1.near }
        return (span, disorder / Double(max(buckets.count, 1)) > 4 * lengths / Double(max(items.count, 1)))
    }

    /// Sorts the windows of some sections; the others keep the order of their indices.
    private mutating func sort(_ scattered: [Int]) {
        itemAt = FlatArray(uninitialized: frames.count)
        let items = itemAt.writable
        for section in 0..<table.count {
            for (item, position) in table.items(of: section).enumerated() { items[position] = Int32(item) }
        }
        positionOf = itemAt
        for section in scattered { sort(section) }
    }

    /// Sorts the window of a section whose frames stand in the order of their indices.
    private mutating func sort(_ section: Int) {
        let range = table.items(of: section)
        let former = FlatArray(frames.elements[range])
        let keys = Quantizer(former.elements.lazy.map(\.y), steps: 0x1p32)
        let order = radixOrder(count: range.count) { keys.step(former[$0].y) }
        let window = UnsafeMutableBufferPointer(rebasing: frames.writable[range])
        let items = itemAt.writable.baseAddress! + range.lowerBound
        let positions = positionOf.writable.baseAddress! + range.lowerBound
        for position in 0..<range.count {
            let item = Int(order[position])
            window[position] = former[item]
            items[position] = Int32(item)
            positions[item] = Int32(position)
        }
        _ = Self.fill(buckets(of: section), window)
    }

    /// The buckets of a section, for writing.
    private mutating func buckets(of section: Int) -> UnsafeMutableBufferPointer<Reach> {
        UnsafeMutableBufferPointer(rebasing: buckets.writable[firstBucket[section]..<firstBucket[section + 1]])
    }

    /// Computes what the sections reach.
    private mutating func reachSections() {
        sections = FlatArray(uninitialized: table.count)
        let reaches = sections.writable
        for section in 0..<table.count {
            var reach = Reach.none
            let range = firstBucket[section]..<firstBucket[section + 1]
            if !range.isEmpty {
                reach = Reach(near: buckets[range.lowerBound].near, far: buckets[range.upperBound - 1].far)
            }
            for index in table.supplementaries(of: section) {
                let frame = table.supplementaries[index].frame
                reach.cover(frame.minY, frame.maxY)
            }
            let offset = table[section].offset
            reaches[section] = Reach(near: reach.near + offset, far: reach.far + offset)
        }
        reaches.makeMonotonic()
    }

    /// Lays out again, lanes kept. O(n), for a single resize O(section + sections).
    public mutating func apply(_ changes: [Change]) throws(LayoutError) { try relay(changes) }

    mutating func lay(after changes: [Change]) throws(LayoutError) {
        if changes.count == 1, case .resize(let section, _, _) = changes[0] {
            try relay(section)
        } else {
            try lay(content, following: ElementMap(changes))
        }
    }

    /// Where an item stands among the frames.
    private func position(of item: Int, in section: Int) -> Int {
        let first = table[section].firstItem
        return positionOf.count > 0 ? first + Int(positionOf[first + item]) : first + item
    }

    /// Lays out one section again; changes nothing if it throws.
    private mutating func relay(_ section: Int) throws(LayoutError) {
        let range = table.items(of: section)
        var runner = FoldRunner(content)
        runner.begin(section, at: table[section].offset)
        let isSorted = positionOf.count > 0
        var placed = FlatArray<Rect>(uninitialized: range.count)
        for item in 0..<range.count {
            placed.writable[item] = frames[position(of: item, in: section)]
        }
        runner.replace(0..<range.count, in: placed.writable.baseAddress!)
        try runner.end()
        try table.replace(section, with: runner, items: ItemSpan(placed.writable))
        let items = UnsafeMutableBufferPointer(rebasing: frames.writable[range])
        _ = items.update(fromContentsOf: placed.elements)
        let isScattered = Self.fill(buckets(of: section), items).isScattered
        if isSorted { sort(section) } else if isScattered { sort([section]) }
        reachSections()
    }

    /// The extent of all elements.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { table.itemCount + table.supplementaries.count }

    /// Bytes held.
    public var byteCount: Int {
        frames.byteCount + itemAt.byteCount + positionOf.byteCount + sections.byteCount + buckets.byteCount
            + firstBucket.byteCount + table.byteCount
    }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { table.geometry(of: section) }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        if table.ordinal(id) != nil {
            let section = Int(id.section)
            return frames[position(of: Int(id.item), in: section)].offset(x: 0, y: table[section].offset)
        }
        guard let element = table.supplementary(id) else { return nil }
        return element.frame.offset(x: 0, y: table[Int(id.section)].offset)
    }

    /// Searches the sections, then the buckets of those that can meet the rect.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        var section = sections.firstReaching(
            beyond: rect.minY, in: 0..<table.count, near: sink.hint.section, counting: &counter)
        if section != sink.hint.section { sink.hint = SearchHint(section: section) }
        while section < table.count, sections[section].near < rect.maxY {
            counter.visit(nodes: 1)
            search(section, rect, &sink, &counter)
            section += 1
        }
    }

    @inline(__always)
    private func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ section: Int, _ rect: Rect, _ sink: inout Sink, _ counter: inout Counter
    ) {
        let entry = table[section]
        table.searchSupplementaries(of: section, rect, into: &sink, counting: &counter)
        let range = firstBucket[section]..<firstBucket[section + 1]
        let end = table[section + 1].firstItem
        let isHinted = section == sink.hint.section
        var bucket = buckets.firstReaching(
            beyond: rect.minY, offset: entry.offset, in: range,
            near: range.lowerBound &+ (isHinted ? sink.hint.run : 0), counting: &counter)
        if isHinted { sink.hint.run = bucket &- range.lowerBound }
        while bucket < range.upperBound, buckets[bucket].near + entry.offset < rect.maxY {
            counter.visit(nodes: 1)
            let first = entry.firstItem &+ (bucket &- range.lowerBound) &* Self.bucketSize
            let last = min(first &+ Self.bucketSize, end)
            sink.reserve(Self.bucketSize)
            counter.test(elements: last - first)
            sink.put(frames.intersecting(rect, first..<last, movedBy: entry.offset, usualCount: Self.bucketSize)) {
                index in
                let position = first &+ index
                let item = itemAt.count > 0 ? itemAt[position] : Int32(truncatingIfNeeded: position &- entry.firstItem)
                return ElementID(section: Int32(truncatingIfNeeded: section), item: item)
            } frame: { index in
                frames[first &+ index].offset(x: 0, y: entry.offset)
            }
            bucket &+= 1
        }
    }

    /// Every element lies within the reach of its bucket and section.
    public func checkInvariants() {
        precondition(frames.count == table.itemCount && firstBucket[table.count] == buckets.count)
        for section in 0..<table.count {
            let entry = table[section]
            for (index, position) in table.items(of: section).enumerated() {
                let reach = buckets[firstBucket[section] + index / Self.bucketSize]
                let frame = frames[position]
                precondition(reach.near <= frame.minY && frame.maxY <= reach.far, "an item beyond its bucket")
                precondition(sections[section].near <= frame.minY + entry.offset, "an item beyond its section")
                precondition(frame.maxY + entry.offset <= sections[section].far, "an item beyond its section")
                if itemAt.count > 0 {
                    let item = Int(itemAt[position])
                    precondition(Int(positionOf[entry.firstItem + item]) == index, "order and its inverse differ")
                }
            }
        }
    }
}
