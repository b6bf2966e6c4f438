import CollectionLayout
import LayoutTestSupport
import Workloads

/// Every element of a content by name, and a search that owes nothing to the engine: the frames that
/// `frame(of:)` gives, tested one by one with the words of the contract.
struct BruteForce {
    let ids: [ElementID]
    let frames: [Rect]
    let size: Size

    init(_ cache: some AttributeCache) throws {
        ids = elements(of: cache.content)
        try check(ids.count == cache.elementCount, "\(cache.elementCount) elements, expected \(ids.count)")
        frames = try ids.map { id in
            guard let frame = cache.frame(of: id) else { throw CheckFailure("\(id) has no frame") }
            return frame
        }
        size = cache.contentSize
    }

    /// The elements that intersect a rect: `a.minX < b.maxX && b.minX < a.maxX`, and the same for y.
    func search(_ b: Rect) -> [ElementID] {
        let (minX, minY, maxX, maxY) = (b.x, b.y, b.x + b.width, b.y + b.height)
        var found: [ElementID] = []
        var index = 0
        while index < frames.count {
            let a = frames[index]
            if a.x < maxX && minX < a.x + a.width && a.y < maxY && minY < a.y + a.height { found.append(ids[index]) }
            index += 1
        }
        return found
    }

    /// Throws unless a cache finds exactly what the search finds, each element once.
    func checkQueries(_ cache: some AttributeCache, _ rects: [Rect]) throws {
        try checkQueries([cache], rects)
    }

    /// The same for several caches.
    func checkQueries(_ caches: [any AttributeCache], _ rects: [Rect]) throws {
        var hits = HitBuffer()
        for rect in rects {
            let expected = search(rect)
            let checksum = expected.reduce(0) { $0 &+ $1.fingerprint }
            for cache in caches {
                hits.removeAll()
                cache.query(rect, into: &hits)
                if hits.count == expected.count && hits.checksum == checksum { continue }
                throw CheckFailure(
                    "\(type(of: cache)), \(rect): found \(hits.ids.sorted()), expected \(expected.sorted())")
            }
        }
    }

    /// Throws unless a cache has the same size and frames, is whole inside, and finds the same around an element.
    ///
    /// - Parameter element: Its number, counted on from the first one behind the last one.
    func checkAll(_ cache: some AttributeCache, around element: Int, seed: UInt64) throws {
        try checkFrames(cache)
        try checkQueries(cache, boundaryRects(of: [frames[element % frames.count]], limit: 2, seed: seed))
    }

    /// Throws unless a cache has the same size and frames, is whole inside, and finds the same everywhere, along every trace and
    /// around some frames.
    ///
    /// - Parameter limit: How many rects around the frames are drawn at most.
    func checkTraces(_ cache: some AttributeCache, around some: [Rect], limit: Int, seed: UInt64) throws {
        try checkFrames(cache)
        var rects = [everything]
        for trace in Trace.all { rects += trace.make(size, Dataset.bounds, 4, seed) }
        try checkQueries(cache, rects + boundaryRects(of: some, limit: limit, seed: seed))
    }

    /// Throws unless a cache has the same size and, bit by bit, the same frames, and is whole inside.
    func checkFrames(_ cache: some AttributeCache) throws {
        cache.checkInvariants()
        try check(cache.contentSize == size, "content size \(cache.contentSize), expected \(size)")
        try check(cache.elementCount == ids.count, "\(cache.elementCount) elements, expected \(ids.count)")
        var index = 0
        while index < ids.count {
            let frame = cache.frame(of: ids[index])
            if frame != frames[index] {
                throw CheckFailure("\(ids[index]): frame \(String(describing: frame)), expected \(frames[index])")
            }
            index += 1
        }
    }
}

/// The ids that the elements of a content must have.
func elements(of content: Content) -> [ElementID] {
    content.sections.enumerated().flatMap { index, section in
        var ids = (0..<Int(section.count)).map { ElementID(section: index, item: $0) }
        if section.headerLength > 0 { ids.append(ElementID(section: index, item: 0, kind: .header)) }
        if section.footerLength > 0 { ids.append(ElementID(section: index, item: 0, kind: .footer)) }
        if let kind = section.background { ids.append(ElementID(section: index, item: 0, kind: kind)) }
        // Which ones a layout adds does not depend on where its items are.
        let added = content.fold(ofSection: index).supplementaries(from: 0, to: 0)
        return ids + added.map { ElementID(section: index, item: Int($0.item), kind: $0.kind) }
    }
}

/// Compares all that a cache says, everywhere, to what the oracle says that lays out a content anew: the cache's own one, or
/// another.
///
/// - Returns: A description of the first difference, or nil.
func differenceFromFresh(_ cache: some AttributeCache, of content: Content? = nil) throws -> String? {
    var fresh = FullArrayCache()
    try fresh.prepare(content ?? cache.content)
    return expectEquivalent(cache, fresh, [everything])
}

/// A rect that contains all that an engine can place.
let everything = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
