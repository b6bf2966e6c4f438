import CollectionLayout

/// A wrong strategy: the oracle, less one element of each result. A checker that accepts it checks nothing.
public struct LossyCache: AttributeCache {
    private var base = FullArrayCache()

    /// A cache of nothing.
    public init() {}

    /// Prepares correctly.
    public mutating func prepare(_ content: Content) throws(LayoutError) { try base.prepare(content) }
    /// Applies edits correctly.
    public mutating func apply(_ changes: [Change]) throws(LayoutError) { try base.apply(changes) }
    /// What was prepared.
    public var content: Content { base.content }
    /// The right extent.
    public var contentSize: Size { base.contentSize }
    /// The right number of elements.
    public var elementCount: Int { base.elementCount }
    /// What the oracle holds.
    public var byteCount: Int { base.byteCount }
    /// The right place.
    public func geometry(ofSection section: Int) -> SectionGeometry { base.geometry(ofSection: section) }
    /// The right frame.
    public func frame(of id: ElementID) -> Rect? { base.frame(of: id) }

    /// Finds all elements but the last one.
    public func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        var hits = HitBuffer()
        base.search(rect, into: &hits, counting: &counter)
        let ids = hits.ids.dropLast()
        sink.reserve(ids.count)
        for id in ids { sink.put(id, base.frame(of: id) ?? .zero, if: true) }
    }
}
