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
        let count = content.itemCount + content.supplementaryCount
        var frames = FlatArray<Rect>(uninitialized: count)
        var ids = FlatArray<ElementID>(uninitialized: count)
        var starts = [0]
        var next = 0
        let (frame, id) = (frames.writable, ids.writable)
        for (section, description) in content.sections.enumerated() {
            func put(_ kind: ElementKind, _ item: Int32 = 0) {
                let element = ElementID(section: Int32(section), item: item, kind: kind)
                id[next] = element
                frame[next] = layout.frame(of: element)!
                next += 1
            }
            if description.headerLength > 0 { put(.header) }
            for item in 0..<description.count { put(.cell, item) }
            if description.footerLength > 0 { put(.footer) }
            if let background = description.background { put(background) }
            // Which ones a layout adds does not depend on where its items are.
            for added in content.fold(ofSection: section).supplementaries(from: 0, to: 0) {
                put(added.kind, added.item)
            }
            starts.append(next)
        }
        precondition(next == count, "\(next) elements are known, \(count) were laid out")
        self.frames = frames
        self.ids = ids
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
