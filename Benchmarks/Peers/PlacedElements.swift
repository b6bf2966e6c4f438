import CollectionLayout

/// All elements of a layout in the order of sections: the header, the items, the rest.
struct PlacedElements: Sendable {
    /// In content coordinates.
    let frames: FlatArray<Rect>
    let ids: FlatArray<ElementID>
    /// The first element of each section, then the number of all.
    let firstOfSection: [Int]
    /// The extent of what is seen at once.
    let viewport: Size

    /// Takes the elements from a layout. O(n).
    init(of layout: FullArrayCache) {
        let content = layout.content
        var starts = [0]
        for section in content.sections.indices {
            let count = Int(content.sections[section].count) + content.supplementaryCount(ofSection: section)
            starts.append(starts[section] + count)
        }
        var placer = Placer(content, starts)
        var none = NoCounts()
        layout.search(.everything, into: &placer, counting: &none)
        frames = placer.frames
        ids = placer.ids
        firstOfSection = starts
        viewport = Size(width: content.container.breadth, height: content.container.viewportLength)
    }

    var byteCount: Int {
        frames.byteCount + ids.byteCount + firstOfSection.count * MemoryLayout<Int>.stride
    }

    /// Compares the frames of a run with the rect and takes those that intersect it.
    @inline(__always)
    func test<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ run: Range<Int>, _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        counter.test(elements: run.count)
        for position in run where frames[position].intersects(rect) { put(position, into: &sink) }
    }

    /// Takes an element.
    @inline(__always)
    func put<Sink: HitSink & ~Copyable>(_ position: Int, into sink: inout Sink) {
        sink.reserve(1)
        sink.put(ids[position], frames[position], if: true)
    }

    /// Puts each element in its place as a search finds it, in whatever order.
    private struct Placer: HitSink {
        var frames: FlatArray<Rect>
        var ids: FlatArray<ElementID>
        private let starts: [Int]
        private let headers: [Bool]
        /// Where the next element that follows the items of a section goes.
        private var next: [Int]

        init(_ content: Content, _ starts: [Int]) {
            self.starts = starts
            headers = content.sections.map { $0.headerLength > 0 }
            next = zip(content.sections, zip(starts, headers)).map { section, start in
                start.0 + (start.1 ? 1 : 0) + Int(section.count)
            }
            frames = FlatArray(uninitialized: starts[content.sections.count])
            ids = FlatArray(uninitialized: starts[content.sections.count])
        }

        mutating func reserve(_ count: Int) {}

        mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
            guard hit else { return }
            let section = Int(id.section)
            var position = starts[section]
            switch id.kind {
            case .cell: position += (headers[section] ? 1 : 0) + Int(id.item)
            case .header where headers[section]: break
            default:
                position = next[section]
                next[section] += 1
            }
            frames.writable[position] = frame()
            ids.writable[position] = id
        }
    }
}

/// What several frames span, by its edges: those of a union of rects would be rounded.
struct Span: BitwiseCopyable, Sendable {
    private(set) var minX = Double.infinity
    private(set) var minY = Double.infinity
    private(set) var maxX = -Double.infinity
    private(set) var maxY = -Double.infinity

    /// What a run of frames spans.
    init(_ frames: FlatArray<Rect>, _ run: Range<Int>) {
        for position in run {
            let frame = frames[position]
            minX = min(minX, frame.minX)
            minY = min(minY, frame.minY)
            maxX = max(maxX, frame.maxX)
            maxY = max(maxY, frame.maxY)
        }
    }

    /// Whether an element that it spans can intersect the rect.
    func meets(_ rect: Rect) -> Bool {
        minX < rect.maxX && rect.minX < maxX && minY < rect.maxY && rect.minY < maxY
    }
}
