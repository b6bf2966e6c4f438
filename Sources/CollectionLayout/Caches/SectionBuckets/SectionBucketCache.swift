/// Sections by offset, and in each section buckets of a few items in a sorted window.
///
/// Items stand in the order of their near edge along the axis: the order of their indices where that is good enough, as
/// in rows and in a waterfall, else sorted. Every bucket of 8 items, and every section, has a `Reach`, so that a binary
/// search finds the first one that can meet the rect and a scan ends at the first one that cannot. A guide table tells where
/// to begin the search after a jump. Of buckets that lie inside the rect as a whole no frame is read.
///
/// Frames are kept in grains, in half the bytes. Sections whose frames are not whole grains or lie too far apart keep
/// them as they are, besides.
///
/// Prepare O(n), sections that must be sorted included. Query O(log n + k) where elements are about as long as
/// their neighbours; one much longer than the rest of its section makes scans of that section longer. A single resize,
/// of an item, a header or a footer, O(section + sections), other edits O(n). About 19 bytes an item, 8 more where
/// something is sorted; 51 where lengths do not snap.
public struct SectionBucketCache: RelayingCache {
    /// Items of a bucket.
    static let bucketSize = 8

    /// What was prepared.
    public internal(set) var content = Content(container: .empty)
    var table = SectionTable()
    /// Frames in section coordinates, section after section, in window order; from the bases of their buckets.
    var frames = FlatArray<GrainRect>()
    /// The frames of sections in which a grain rectangle cannot hold all.
    var exceptions: [Int: FlatArray<Rect>] = [:]
    /// Which item stands at each position of the window, and where each item stands; empty if nothing is sorted.
    var itemAt = FlatArray<Int32>()
    private var positionOf = FlatArray<Int32>()
    var sections = FlatArray<BucketSection>()
    /// In section coordinates.
    var buckets = FlatArray<Reach>()
    var guide = GuideTable()
    /// On average: where the elements of a section beside its items may be.
    var supplementariesPerSection = 0.0
    var core = Core()
    /// Another one after each change.
    public private(set) var version: CacheVersion? = CacheVersion()
    private let passing = PassedByAddress()

    /// A cache of nothing.
    public init() {}

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var next = SectionBucketCache()
        try next.lay(content, edits.map { ($0, { [self] in frame(ofItem: $1, in: $0) }) })
        self = next
    }

    private mutating func lay(_ content: Content, _ former: SectionTable.Former?) throws(LayoutError) {
        self.content = content
        sections = FlatArray(uninitialized: content.sections.count)
        let places = sections.shared
        var last = BucketSection(firstItem: 0, itemCount: 0, firstBucket: 0)
        for section in content.sections.indices {
            last = BucketSection(
                firstItem: last.items.upperBound, itemCount: content.sections[section].count,
                firstBucket: Int32(last.buckets.upperBound))
            places[section] = last
        }
        buckets = FlatArray(uninitialized: last.buckets.upperBound)
        // The last bucket is tested as a whole.
        frames = FlatArray(uninitialized: content.itemCount + Self.bucketSize - 1)
        let outcomes = FlatArray(repeating: BucketFiller.Outcome(), count: content.sections.count)
        // Memory and not its owners: with sections of 50 items, to count references to them took a tenth of the time.
        let (reaches, grains, results) = (buckets.shared, frames.shared, outcomes.shared)
        table = try SectionTable.lay(
            content,
            placing: { section, _, runner in
                let place = places[section]
                let count = Int(place.itemCount)
                let buckets = UnsafeMutableBufferPointer(rebasing: reaches[place.buckets])
                let frames = grains.baseAddress! + place.firstItem
                var filler: BucketFiller
                if runner.withLayout({ $0.placesRunsAlone && (former == nil || !$0.keepsLanes) }) {
                    // Through a few frames that stay in the cache.
                    filler = runner.placeAll(count, step: Self.bucketSize) { range, runner in
                        var filler = BucketFiller(buckets, frames, from: range.lowerBound)
                        while filler.count < range.upperBound {
                            let run = filler.count..<min(filler.count + runner.room.count, range.upperBound)
                            runner.place(run, into: runner.room.baseAddress!)
                            filler.append(UnsafeBufferPointer(rebasing: runner.room[..<run.count]))
                        }
                        return filler
                    } joining: {
                        $0.append($1)
                    }
                } else {
                    let items = FlatArray<Rect>(uninitialized: count)
                    runner.place(section, into: items.shared, following: former)
                    filler = BucketFiller(buckets, frames)
                    filler.append(items.elements)
                }
                let outcome = filler.finish()
                results[section] = outcome
                return outcome.span
            }, copies: former == nil,
            copying: { section, former in
                let (source, target) = (places[former], places[section])
                (grains.baseAddress! + target.firstItem).update(
                    from: grains.baseAddress! + source.firstItem, count: Int(target.itemCount))
                _ = reaches[target.buckets].update(fromContentsOf: reaches[source.buckets])
                results[section] = results[former]
            })
        var runner = FoldRunner(content)
        for section in content.sections.indices where !outcomes[section].isExact {
            let items = FlatArray<Rect>(uninitialized: Int(content.sections[section].count))
            runner.begin(section, at: table[section].offset)
            runner.place(section, into: items.shared, following: former)
            exceptions[section] = items
        }
        for outcome in outcomes.elements { core.cover(outcome.core) }
        let scattered = content.sections.indices.filter { outcomes[$0].isScattered }
        if !scattered.isEmpty { sort(scattered) }
        reachSections()
        makeGuide()
    }

    /// Sorts the windows of some sections; the others keep the order of their indices.
    private mutating func sort(_ scattered: [Int]) {
        itemAt = FlatArray(uninitialized: table.itemCount)
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
        let former = FlatArray<Rect>(uninitialized: range.count)
        for (index, position) in range.enumerated() { former.shared[index] = frame(at: position, in: section) }
        let keys = Quantizer(former.elements.lazy.map(\.y))
        let order = radixOrder(count: range.count) { keys.step(former[$0].y) }
        let items = itemAt.writable.baseAddress! + range.lowerBound
        let positions = positionOf.writable.baseAddress! + range.lowerBound
        for position in 0..<range.count {
            let item = Int(order[position])
            items[position] = Int32(item)
            positions[item] = Int32(position)
        }
        fill(section, FlatArray(order.elements.lazy.map { former[Int($0)] }))
    }

    /// Fills the window of a section with frames in its order.
    ///
    /// - Returns: Whether they are out of order; see ``BucketFiller/Outcome``.
    @discardableResult
    private mutating func fill(_ section: Int, _ all: FlatArray<Rect>) -> Bool {
        var filler = BucketFiller(buckets(of: section), frames.writable.baseAddress! + table[section].firstItem)
        filler.append(all.elements)
        let outcome = filler.finish()
        exceptions[section] = outcome.isExact ? nil : all
        core.cover(outcome.core)
        return outcome.isScattered
    }

    /// The buckets of a section, for writing.
    private mutating func buckets(of section: Int) -> UnsafeMutableBufferPointer<Reach> {
        UnsafeMutableBufferPointer(rebasing: buckets.writable[sections[section].buckets])
    }

    /// Computes where the sections begin, what they reach, and which elements they have beside the items.
    private mutating func reachSections() {
        let all = sections.writable
        for number in 0..<table.count {
            var section = all[number]
            var reach = Reach.none
            if let first = section.buckets.first, let last = section.buckets.last {
                reach = Reach(near: buckets[first].near, far: buckets[last].far)
            }
            let others = table.supplementaries(of: number)
            for index in others {
                let frame = table.supplementaries[index].frame
                reach.cover(frame.minY, frame.maxY)
            }
            section.firstSupplementary = Int32(others.lowerBound)
            section.supplementaryCount = Int32(others.count)
            section.offset = table[number].offset
            section.near = reach.near + section.offset
            section.far = reach.far + section.offset
            all[number] = section
        }
        all.makeMonotonic()
    }

    private mutating func makeGuide() {
        guide = GuideTable(sections, buckets)
        supplementariesPerSection = Double(table.supplementaries.count) / Double(max(sections.count, 1))
    }

    mutating func lay(after changes: [Change]) throws(LayoutError) {
        switch changes.count == 1 ? changes[0] : nil {
        case .resize(let section, _, _), .resizeSection(let section, _, _): try relay(section)
        default: try lay(content, following: ElementMap(changes))
        }
    }

    /// The frame of an item, in section coordinates.
    private func frame(ofItem item: Int, in section: Int) -> Rect {
        let first = table[section].firstItem
        return frame(at: positionOf.count > 0 ? first + Int(positionOf[first + item]) : first + item, in: section)
    }

    /// The frame at a position of all windows, in section coordinates.
    func frame(at position: Int, in section: Int) -> Rect {
        let index = position - table[section].firstItem
        if let all = exceptions[section] { return all[index] }
        let bucket = sections[section].buckets.lowerBound + index / Self.bucketSize
        return frames[position].rect(from: GrainRect.base(buckets[bucket].near))
    }

    /// Lays out one section again; changes nothing if it throws.
    private mutating func relay(_ section: Int) throws(LayoutError) {
        var runner = FoldRunner(content)
        runner.begin(section, at: table[section].offset)
        let isSorted = positionOf.count > 0
        let count = table.items(of: section).count
        var placed = FlatArray<Rect>(uninitialized: count)
        for item in 0..<count { placed.shared[item] = frame(ofItem: item, in: section) }
        runner.replace(0..<count, in: placed.writable.baseAddress!)
        try runner.end()
        let length = table.size.height
        try table.replace(section, with: runner, items: ItemSpan(placed.writable))
        let isScattered = fill(section, placed)
        if isSorted { sort(section) } else if isScattered { sort([section]) }
        version = CacheVersion()
        reachSections()
        if guide.move(by: table.size.height - length) { makeGuide() }
    }

    /// The extent of all elements, in layout space and points.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { table.itemCount + table.supplementaries.count }

    /// Bytes held.
    public var byteCount: Int {
        frames.byteCount + exceptions.values.reduce(0) { $0 + $1.byteCount } + itemAt.byteCount + positionOf.byteCount
            + sections.byteCount + buckets.byteCount + guide.byteCount + table.byteCount
    }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { table.geometry(of: section) }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        guard table.ordinal(id) != nil else { return table.supplementaryFrame(of: id) }
        let section = Int(id.section)
        return frame(ofItem: Int(id.item), in: section).offset(x: 0, y: table[section].offset)
    }

    /// Every element lies within the reach of its bucket and section.
    public func checkInvariants() {
        precondition(sections.count == table.count)
        precondition((sections.elements.last?.buckets.upperBound ?? 0) == buckets.count)
        for number in 0..<table.count {
            let (section, entry) = (sections[number], table[number])
            precondition(section.items == table.items(of: number), "other items")
            precondition(section.offset == entry.offset, "a section elsewhere")
            precondition(section.supplementaries == table.supplementaries(of: number), "other elements")
            for (index, position) in section.items.enumerated() {
                let reach = buckets[section.buckets.lowerBound + index / Self.bucketSize]
                let frame = frame(at: position, in: number)
                precondition(reach.near <= frame.minY && frame.maxY <= reach.far, "an item beyond its bucket")
                precondition(section.near <= frame.minY + entry.offset, "an item beyond its section")
                precondition(frame.maxY + entry.offset <= section.far, "an item beyond its section")
                if itemAt.count > 0 {
                    let item = Int(itemAt[position])
                    precondition(Int(positionOf[entry.firstItem + item]) == index, "order and its inverse differ")
                }
            }
        }
    }
}
