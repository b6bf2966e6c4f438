/// A flat array of frames and a linear scan: the oracle that every other strategy is compared with.
///
/// The scan reads what the items span along the axis as 32-bit floats; the exact frame decides.
/// Prepare, change and query O(n). 40 bytes an item.
public struct FullArrayCache: RelayingCache {
    /// What was prepared.
    public internal(set) var content = Content(container: .empty)
    private let passing = PassedByAddress()
    private var table = SectionTable()
    /// Frames in content coordinates, section after section.
    private var frames = FlatArray<Rect>()
    /// What the items span along the axis, in groups of ``groupSize``; the last group is filled up with what meets nothing.
    private var spans = FlatArray<Span>()

    private static let groupSize = 16

    private struct Span: BitwiseCopyable {
        var near = SIMD16<Float>(repeating: .nan)
        var far = SIMD16<Float>(repeating: .nan)
    }

    /// A cache of nothing.
    public init() {}

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var frames = FlatArray<Rect>(uninitialized: content.itemCount)
        let (formerTable, former) = (table, self.frames)
        table = try SectionTable.lay(
            content, into: frames.writable,
            following: edits.map { ($0, { former[formerTable[$0].firstItem + $1] }) },
            settling: { entry, items in
                for index in items.indices { items[index].y += entry.offset }
            })
        self.frames = frames
        spans = FlatArray(repeating: Span(), count: (frames.count + Self.groupSize - 1) / Self.groupSize)
        let spans = spans.writable
        for ordinal in 0..<frames.count {
            spans[ordinal / Self.groupSize].near[ordinal % Self.groupSize] = Float(frames[ordinal].minY)
            spans[ordinal / Self.groupSize].far[ordinal % Self.groupSize] = Float(frames[ordinal].maxY)
        }
        self.content = content
    }

    /// The extent of all elements, in layout space and points.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { table.itemCount + table.supplementaries.count }
    /// Bytes held.
    public var byteCount: Int { frames.byteCount + spans.byteCount + table.byteCount }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { table.geometry(of: section) }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        table.ordinal(id).map { frames[$0] } ?? table.supplementaryFrame(of: id)
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
                sink.put(element.id(inSection: section), frame, if: true)
            }
        }
        var section = 0
        let near = SIMD16(repeating: Float(rect.minY))
        let far = SIMD16(repeating: Float(rect.maxY))
        for group in 0..<spans.count {
            let span = spans.elements[group]
            guard any((span.near .<= far) .& (near .<= span.far)) else { continue }
            let first = group * Self.groupSize
            for ordinal in first..<min(first + Self.groupSize, frames.count) where frames[ordinal].intersects(rect) {
                while table[section + 1].firstItem <= ordinal { section += 1 }
                sink.reserve(1)
                sink.put(
                    ElementID(section: section, item: ordinal - table[section].firstItem), frames[ordinal], if: true)
            }
        }
    }
}
