import CollectionLayout

/// What one cache answers otherwise than another one for a viewport.
public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The index of the viewport in its replay, or nil if it stands alone.
    public var frame: Int?
    /// The viewport.
    public var viewport: Rect
    /// What should have been found and was not, sorted.
    public var missing: [ElementID]
    /// What should not have been found or was found twice, sorted.
    public var extra: [ElementID]

    /// Asks two caches for a viewport.
    ///
    /// - Returns: nil if both find the same elements, each as often.
    /// - Complexity: two queries and O(k log k).
    public init?(between cache: some AttributeCache, and oracle: some AttributeCache, in viewport: Rect) {
        self.init(of: Self.hits(of: cache, viewport), from: Self.hits(of: oracle, viewport), in: viewport)
    }

    /// Compares what was found in a viewport with what should have been, each in any order.
    ///
    /// - Returns: nil if they are the same elements, each as often.
    /// - Complexity: O(k log k), O(k) where they are in the same order.
    public init?(of found: [ElementID], from expected: [ElementID], in viewport: Rect) {
        // Most strategies find elements in the same order.
        if found == expected { return nil }
        let (found, expected) = (found.sorted(), expected.sorted())
        if found == expected { return nil }
        self.viewport = viewport
        missing = Self.subtract(found, from: expected)
        extra = Self.subtract(expected, from: found)
    }

    private static func hits(of cache: some AttributeCache, _ viewport: Rect) -> [ElementID] {
        var hits = HitBuffer()
        cache.query(viewport, into: &hits)
        return hits.ids
    }

    /// The elements of one sorted array that another one does not have as often.
    private static func subtract(_ other: [ElementID], from ids: [ElementID]) -> [ElementID] {
        var rest = other[...]
        return ids.filter { id in
            rest = rest.drop { $0 < id }
            guard rest.first == id else { return true }
            rest.removeFirst()
            return false
        }
    }

    /// For messages; lists at most eight elements of either kind.
    public var description: String {
        let place = frame.map { "frame \($0), " } ?? ""
        let rect = "viewport (\(viewport.x), \(viewport.y), \(viewport.width), \(viewport.height))"
        return "\(place)\(rect): missing \(Self.list(missing)), extra \(Self.list(extra))"
    }

    private static func list(_ ids: [ElementID]) -> String {
        guard !ids.isEmpty else { return "none" }
        let shown = ids.prefix(8).map(\.description).joined(separator: ", ")
        return ids.count > 8 ? "\(ids.count) (\(shown), …)" : "\(ids.count) (\(shown))"
    }
}
