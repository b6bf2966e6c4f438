import CollectionLayout

/// The elements in the order of their near edges, and for each the farthest edge of those up to it.
///
/// Prepare and edits O(n log n). A query finds its first element by halving and looks at all that begin before its end:
/// O(log n + found), and more where one element is far longer than the others. About 90 bytes an element.
struct SortedWindowCache: AttributeCache {
    private(set) var content = Content(container: .empty)
    private(set) var contentSize = Size.zero
    /// Where the sections stand, and their items' frames in content coordinates.
    private var sections: [SectionGeometry] = []
    private var items: [[Rect]] = []
    /// Headers, footers and decorations.
    private var others: [ElementID: Rect] = [:]
    private var sorted: [(id: ElementID, frame: Rect)] = []
    private var farthest: [Double] = []

    init() {}

    mutating func prepare(_ content: Content) throws(LayoutError) {
        self = try SortedWindowCache(content, following: nil)
    }

    mutating func apply(_ changes: [Change]) throws(LayoutError) {
        var edited = content
        for change in changes { try edited.apply(change) }
        self = try SortedWindowCache(edited, following: (ElementMap(changes), self))
    }

    /// Lays out a content; after edits items keep their lanes, which their former frames tell.
    private init(_ content: Content, following edits: (map: ElementMap, former: Self)?) throws(LayoutError) {
        self.content = content
        var runner = FoldRunner(content)
        for (section, description) in content.sections.enumerated() {
            var placed = [Rect](repeating: .zero, count: Int(description.count))
            runner.begin(section)
            placed.withUnsafeMutableBufferPointer { frames in
                guard let base = frames.baseAddress else { return }
                if let edits {
                    edits.map.carry(section, into: frames) { edits.former.items[$0][$1] }
                    runner.replace(frames.indices, in: base)
                } else {
                    runner.place(frames.indices, into: base)
                }
            }
            try runner.end()
            sections.append(SectionGeometry(offset: runner.offset, extent: runner.extent, items: placed))
            items.append(placed.map { $0.offset(x: 0, y: runner.offset) })
            for other in runner.supplementaries {
                let id = ElementID(section: Int32(section), item: other.item, kind: other.kind)
                others[id] = other.frame.offset(x: 0, y: runner.offset)
                // Not from the dictionary, whose order is another one in each process: counts would be, too.
                sorted.append((id, other.frame.offset(x: 0, y: runner.offset)))
            }
            runner.advance(breadth: placed.reduce(0) { max($0, $1.maxX) })
        }
        contentSize = Size(width: runner.breadth, height: runner.offset)
        for (section, frames) in items.enumerated() {
            for (item, frame) in frames.enumerated() { sorted.append((ElementID(section: section, item: item), frame)) }
        }
        sorted.sort { $0.frame.minY < $1.frame.minY }
        var edge = -Double.infinity
        farthest = sorted.map { element in
            edge = max(edge, element.frame.maxY)
            return edge
        }
    }

    var elementCount: Int { sorted.count }

    var byteCount: Int {
        sorted.count
            * (MemoryLayout<(ElementID, Rect)>.stride + MemoryLayout<Double>.stride + MemoryLayout<Rect>.stride)
    }

    func geometry(ofSection section: Int) -> SectionGeometry { sections[section] }

    func frame(of id: ElementID) -> Rect? {
        guard id.kind == .cell else { return others[id] }
        guard items.indices.contains(Int(id.section)), items[Int(id.section)].indices.contains(Int(id.item)) else {
            return nil
        }
        return items[Int(id.section)][Int(id.item)]
    }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        // No element before the first one whose farthest edge so far lies beyond the rect's near edge can meet the rect.
        var (next, end) = (0, sorted.count)
        while next < end {
            counter.visit(nodes: 1)
            let middle = (next + end) / 2
            if farthest[middle] > rect.minY { end = middle } else { next = middle + 1 }
        }
        while next < sorted.count, sorted[next].frame.minY < rect.maxY {
            counter.test(elements: 1)
            sink.reserve(1)
            sink.put(sorted[next].id, sorted[next].frame, if: sorted[next].frame.intersects(rect))
            next += 1
        }
    }

    func checkInvariants() {
        for next in sorted.indices.dropFirst() {
            precondition(sorted[next - 1].frame.minY <= sorted[next].frame.minY, "the elements are sorted")
            precondition(farthest[next] >= max(farthest[next - 1], sorted[next].frame.maxY), "edges only grow")
        }
    }
}
