/// What tutorials on collection-view layouts teach: an array of attribute objects, searched from end to end.
///
/// The baseline that users come from. Prepare, change and query O(n); an object of about 160 bytes an element.
public struct TutorialArrayCache: RelayingCache {
    /// Stands for UICollectionViewLayoutAttributes: an object with the properties that a view reads from it.
    class Attributes {
        let id: ElementID
        var frame: Rect
        var transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        var alpha = 1.0
        var zIndex = 0
        var isHidden = false

        init(_ id: ElementID, _ frame: Rect) {
            self.id = id
            self.frame = frame
        }
    }

    /// What was prepared.
    public internal(set) var content = Content(container: .empty)
    private let passing = PassedByAddress()
    private var table = SectionTable()
    private var cells: [Attributes] = []
    private var others: [Attributes] = []

    /// A cache of nothing.
    public init() {}

    mutating func lay(_ content: Content, following edits: ElementMap?) throws(LayoutError) {
        var frames = FlatArray<Rect>(uninitialized: content.itemCount)
        var cells: [Attributes] = []
        cells.reserveCapacity(content.itemCount)
        let (formerTable, former) = (table, self.cells)
        table = try SectionTable.lay(
            content, into: frames.writable,
            following: edits.map { ($0, { former[formerTable[$0].firstItem + $1].frame }) })
        for section in 0..<table.count {
            for (item, ordinal) in table.items(of: section).enumerated() {
                cells.append(
                    Attributes(
                        ElementID(section: section, item: item), frames[ordinal].offset(x: 0, y: table[section].offset))
                )
            }
        }
        others = (0..<table.count).flatMap { section in
            table.supplementaries(of: section).map { index in
                let element = table.supplementaries[index]
                return Attributes(
                    element.id(inSection: section), element.frame.offset(x: 0, y: table[section].offset))
            }
        }
        self.cells = cells
        self.content = content
    }

    /// The extent of all elements, in layout space and points.
    public var contentSize: Size { table.size }
    /// The number of elements.
    public var elementCount: Int { cells.count + others.count }

    /// Bytes held: the objects with their 16-byte headers, and the arrays of references.
    public var byteCount: Int {
        // The object ends with the flag; malloc rounds up to 16 bytes.
        let fields =
            MemoryLayout<(ElementID, Rect)>.stride + 6 * MemoryLayout<Double>.stride
            + MemoryLayout<(Double, Int, Bool)>.size
        let object = (16 + fields + 15) / 16 * 16
        return elementCount * (object + MemoryLayout<Attributes>.stride) + table.byteCount
    }

    /// Where a section stands. O(1).
    public func geometry(ofSection section: Int) -> SectionGeometry { table.geometry(of: section) }

    /// The frame of an element. O(1) for cells.
    public func frame(of id: ElementID) -> Rect? {
        if let ordinal = table.ordinal(id) { return cells[ordinal].frame }
        return others.first { $0.id == id }?.frame
    }

    /// Tests every element.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        counter.visit(nodes: 1)
        counter.test(elements: elementCount)
        for attributes in cells where attributes.frame.intersects(rect) {
            sink.reserve(1)
            sink.put(attributes.id, attributes.frame, if: true)
        }
        for attributes in others where attributes.frame.intersects(rect) {
            sink.reserve(1)
            sink.put(attributes.id, attributes.frame, if: true)
        }
    }
}

// Attributes are written while a cache is prepared and only read afterwards.
extension TutorialArrayCache.Attributes: @unchecked Sendable {}
