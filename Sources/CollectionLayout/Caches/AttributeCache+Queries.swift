extension AttributeCache {
    /// None: each query is a search.
    public var version: CacheVersion? { nil }

    /// Appends the elements that intersect a rect to the buffer.
    ///
    /// If the buffer is empty, still holds what it was given last, and no edge of an element has passed an edge of the rect
    /// since, nothing is searched for; see ``version``.
    @inlinable
    public func query(_ rect: Rect, into hits: inout HitBuffer) {
        guard !hits.recalls(rect, version) else { return }
        find(rect, into: &hits)
        guard hits.kept.isWorthKeeping else { return }
        var counts = QueryCounts()
        keepAnswer(in: &hits, counting: &counts)
    }

    /// The same as ``AttributeCache/query(_:into:)``, and counts what it does.
    @inlinable
    public func query(_ rect: Rect, into hits: inout HitBuffer, counting counts: inout QueryCounts) {
        guard !hits.recalls(rect, version) else { return }
        find(rect, into: &hits, counting: &counts)
        if hits.kept.isWorthKeeping { keepAnswer(in: &hits, counting: &counts) }
    }

    /// Finds out how long the answer that has been found holds.
    @usableFromInline
    func keepAnswer(in hits: inout HitBuffer, counting counts: inout QueryCounts) {
        let kept = hits.kept
        var edges = ViewportEdges(kept.searched, isForward: kept.isForward, hits.hint, kept.farHint)
        guard edges.areApart else { return }
        find(&edges, counting: &counts)
        hits.kept.keep(hits.count, edges)
    }

    /// Specialised for the conforming type: the generic search without counting.
    @inlinable
    public func find(_ rect: Rect, into hits: inout HitBuffer) {
        var none = NoCounts()
        search(rect, into: &hits, counting: &none)
    }

    /// Specialised for the conforming type: the generic search with counting.
    @inlinable
    public func find(_ rect: Rect, into hits: inout HitBuffer, counting counts: inout QueryCounts) {
        search(rect, into: &hits, counting: &counts)
    }

    /// Specialised for the conforming type: two generic searches with counting.
    @inlinable
    public func find(_ edges: inout ViewportEdges, counting counts: inout QueryCounts) {
        search(edges.near.strip, into: &edges.near, counting: &counts)
        search(edges.far.strip, into: &edges.far, counting: &counts)
    }

    /// Specialised for the conforming type: the generic search without counting.
    @inlinable
    public func query(_ rect: Rect, into buffer: inout AttributesBuffer) {
        var none = NoCounts()
        search(rect, into: &buffer, counting: &none)
    }

    /// Specialised for the conforming type: the generic search with counting.
    @inlinable
    public func query(_ rect: Rect, into buffer: inout AttributesBuffer, counting counts: inout QueryCounts) {
        search(rect, into: &buffer, counting: &counts)
    }
}
