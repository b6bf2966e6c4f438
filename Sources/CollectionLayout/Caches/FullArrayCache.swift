/// A flat array of frames and a linear scan: the oracle that every other strategy is compared with.
///
/// Prepare, change and query O(n). 32 bytes an item.
public struct FullArrayCache: AttributeCache {
    /// What was prepared.
    public private(set) var content = Content(container: Container(breadth: 0, viewportLength: 0))
    private var table = SectionTable()
    /// Frames in content coordinates, section after section.
    private var frames = FlatArray<Rect>()

    /// A cache of nothing.
    public init() {}

    /// Lays out and keeps the content.
    public mutating func prepare(_ content: Content) throws(LayoutError) {
        try lay(content, replacing: nil)
    }

    /// Lays out again, lanes kept. O(n).
    public mutating func apply(_ change: Change) throws(LayoutError) {
        let undo = try content.apply(change)
        do {
            try lay(content, replacing: frames)
        } catch {
            try content.apply(undo)
            throw error
        }
    }

    private mutating func lay(_ content: Content, replacing former: FlatArray<Rect>?) throws(LayoutError) {
        var frames = FlatArray<Rect>(uninitialized: content.itemCount)
        if let former { _ = frames.writable.initialize(from: former.elements) }
        table = try SectionTable.lay(content, into: frames.writable, replacing: former != nil) { _, entry, items in
            var breadth = 0.0
            for index in items.indices {
                items[index].y += entry.offset
                breadth = max(breadth, items[index].maxX)
            }
            return breadth
        }
        self.frames = frames
        self.content = content
    }

    /// The extent of all elements.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { table.itemCount + table.supplementaries.count }
    /// Bytes held.
    public var byteCount: Int { frames.byteCount + table.byteCount }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        if let ordinal = table.ordinal(id) { return frames[ordinal] }
        guard let element = table.supplementary(id) else { return nil }
        return element.frame.offset(x: 0, y: table[Int(id.section)].offset)
    }

    /// Tests every element.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        counter.visit(nodes: table.count)
        counter.test(elements: elementCount)
        for section in 0..<table.count {
            let offset = table[section].offset
            for index in table.supplementaries(of: section) {
                let element = table.supplementaries[index]
                let frame = element.frame.offset(x: 0, y: offset)
                guard frame.intersects(rect) else { continue }
                sink.reserve(1)
                sink.put(ElementID(section: Int32(section), item: element.item, kind: element.kind), frame, if: true)
            }
            let items = table.items(of: section)
            for ordinal in items where frames[ordinal].intersects(rect) {
                sink.reserve(1)
                sink.put(
                    ElementID(section: section, item: ordinal - items.lowerBound), frames[ordinal], if: true)
            }
        }
    }
}
