import CollectionLayout
import Workloads

/// Compares all that two prepared caches say: extents, elements found for each rect with and without counting, and the
/// frames of these elements.
///
/// - Returns: A description of the first difference, or nil.
public func expectEquivalent(
    _ cache: some AttributeCache, _ oracle: some AttributeCache, _ rects: [Rect]
) -> String? {
    cache.checkInvariants()
    guard cache.contentSize == oracle.contentSize else {
        return "content size \(cache.contentSize), expected \(oracle.contentSize)"
    }
    guard cache.elementCount == oracle.elementCount else {
        return "\(cache.elementCount) elements, expected \(oracle.elementCount)"
    }
    var hits = HitBuffer()
    var counted = HitBuffer()
    var expected = HitBuffer()
    // Neither answer changes: each element is compared where it is found first.
    var compared: Set<ElementID> = []
    for rect in rects {
        hits.removeAll()
        counted.removeAll()
        expected.removeAll()
        var counts = QueryCounts()
        cache.query(rect, into: &hits)
        oracle.query(rect, into: &expected)
        if let difference = Difference(of: hits.ids, from: expected.ids, in: rect) { return difference.description }
        cache.query(rect, into: &counted, counting: &counts)
        guard hits.count == counted.count, hits.checksum == counted.checksum else {
            return "\(rect): \(counted.count) elements found while counting, \(hits.count) otherwise"
        }
        for id in hits.ids where compared.insert(id).inserted && cache.frame(of: id) != oracle.frame(of: id) {
            return "\(id): frame \(text(cache.frame(of: id))), expected \(text(oracle.frame(of: id)))"
        }
    }
    return nil
}

private func text(_ rect: Rect?) -> String { rect.map { "\($0)" } ?? "nil" }
