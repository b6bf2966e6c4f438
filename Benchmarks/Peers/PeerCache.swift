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
///
/// A protocol, because the compiler specialises a search for each conforming type, and not for those of a generic one.
protocol PeerCache: AttributeCache {
    associatedtype Index: PeerIndex
    var indexed: Indexed<Index> { get set }
}

/// The oracle's layout and an index of its elements.
struct Indexed<Index: PeerIndex>: Sendable {
    var layout = FullArrayCache()
    private(set) var index = Index(PlacedElements(of: FullArrayCache()))

    mutating func update() { index = Index(PlacedElements(of: layout)) }
}

extension PeerCache {
    mutating func prepare(_ content: Content) throws(LayoutError) {
        try indexed.layout.prepare(content)
        indexed.update()
    }

    mutating func apply(_ changes: [Change]) throws(LayoutError) {
        try indexed.layout.apply(changes)
        indexed.update()
    }

    var content: Content { indexed.layout.content }
    var contentSize: Size { indexed.layout.contentSize }
    var elementCount: Int { indexed.layout.elementCount }
    var byteCount: Int { indexed.index.byteCount }
    func frame(of id: ElementID) -> Rect? { indexed.layout.frame(of: id) }
    func geometry(ofSection section: Int) -> SectionGeometry { indexed.layout.geometry(ofSection: section) }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        indexed.index.search(rect, in: indexed.layout, into: &sink, counting: &counter)
    }
}
