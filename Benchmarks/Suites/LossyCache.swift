import CollectionLayout

extension CacheStrategy {
    /// A wrong strategy for the self-check: never in the list of strategies.
    static let lossy = CacheStrategy(
        "lossy", "drops one hit of every result: a self-check of the harness", bytesPerItem: 32, make: { LossyCache() })
}

/// The oracle, less one element of each result. A harness that accepts it checks nothing.
private struct LossyCache: AttributeCache {
    private var base = FullArrayCache()

    mutating func prepare(_ content: Content) throws(LayoutError) { try base.prepare(content) }
    mutating func apply(_ change: Change) throws(LayoutError) { try base.apply(change) }
    var content: Content { base.content }
    var contentSize: Size { base.contentSize }
    var elementCount: Int { base.elementCount }
    var byteCount: Int { base.byteCount }
    func frame(of id: ElementID) -> Rect? { base.frame(of: id) }

    func search<Sink: HitSink & ~Copyable, Counter: QueryCounter>(
        _ rect: Rect, into sink: inout Sink, counting counter: inout Counter
    ) {
        var hits = HitBuffer()
        base.search(rect, into: &hits, counting: &counter)
        let ids = hits.ids.dropLast()
        sink.reserve(ids.count)
        for id in ids { sink.put(id, base.frame(of: id) ?? .zero, if: true) }
    }
}
