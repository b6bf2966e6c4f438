import CollectionLayout

/// How others find what is in a rect: what a library, or an idea of one, puts in place of a strategy's own search.
protocol PeerIndex: Sendable {
    /// Indexes the elements, of which it keeps what it needs.
    init(_ elements: PlacedElements)

    /// Bytes held.
    var byteCount: Int { get }

    /// Finds elements as ``AttributeCache/search(_:into:counting:)`` does.
    ///
    /// - Parameter layout: the frames by element, for those who keep none that are exact.
    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, in layout: FullArrayCache, into sink: inout Sink, counting counter: inout Counter)
}

/// A strategy for comparison: the oracle's layout, found through an index of others.
///
/// Prepare and edits lay out as `full-array` does and then index everything once more. The bytes are those of the index
/// alone, the frames by element that ``frame(of:)`` needs not counted.
struct PeerCache<Index: PeerIndex>: AttributeCache {
    private var layout = FullArrayCache()
    private var index: Index?

    init() {}

    mutating func prepare(_ content: Content) throws(LayoutError) {
        try layout.prepare(content)
        index = Index(PlacedElements(of: layout))
    }

    mutating func apply(_ changes: [Change]) throws(LayoutError) {
        try layout.apply(changes)
        index = Index(PlacedElements(of: layout))
    }

    var content: Content { layout.content }
    var contentSize: Size { layout.contentSize }
    var elementCount: Int { layout.elementCount }
    var byteCount: Int { index?.byteCount ?? 0 }
    func frame(of id: ElementID) -> Rect? { layout.frame(of: id) }
    func geometry(ofSection section: Int) -> SectionGeometry { layout.geometry(ofSection: section) }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        index?.search(rect, in: layout, into: &sink, counting: &counter)
    }
}
