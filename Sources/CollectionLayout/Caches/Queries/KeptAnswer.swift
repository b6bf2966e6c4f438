/// The answer that a buffer still holds, and how far the viewport may move until another one is due.
///
/// Between two frames of a scroll most often no element enters or leaves the viewport: in nine of ten frames of flings and
/// drags over photos. An answer stays the same while no edge of an element passes an edge of the viewport, so searches of a
/// narrow strip around each of these tell for how long. They pay where the viewport moves by less than edges are apart.
@usableFromInline
struct KeptAnswer: BitwiseCopyable {
    /// Whether the buffer holds the answer to what was searched for last, and knows for how long.
    @usableFromInline var isHeld = false
    /// How many elements it has.
    @usableFromInline var count = 0
    /// Where the edges of the viewport along the axis may be: the near one from the lower coordinate on and before the upper
    /// one, the far one behind the lower one and up to the upper one.
    @usableFromInline var near = EdgeGap(lower: 0, upper: 0)
    @usableFromInline var far = EdgeGap(lower: 0, upper: 0)

    /// What was searched for last, and the version of the cache that was searched.
    @usableFromInline var searched = Rect.zero
    @usableFromInline var searchedVersion: UInt64 = 0
    /// Whether it pays to find out how long the answer to that holds.
    @usableFromInline var isWorthKeeping = false
    /// Whether the viewport has moved forward along the axis.
    @usableFromInline var isForward = true
    /// How far it could move on with the same answer, on average and in points.
    @usableFromInline var usualRoom = Double.infinity
    /// Where the last search around a far edge began to find elements.
    @usableFromInline var farHint = SearchHint()

    @inlinable
    init() {}

    /// Whether the answer is that for a viewport.
    @inlinable
    @inline(__always)
    func holds(for rect: Rect, _ version: UInt64) -> Bool {
        isHeld && searchedVersion == version && rect.minX == searched.minX && rect.maxX == searched.maxX
            && near.lower <= rect.minY && rect.minY < near.upper && far.lower < rect.maxY && rect.maxY <= far.upper
    }

    /// Notes what is searched for, and decides whether the answer is worth keeping.
    @inlinable
    @inline(__always)
    mutating func note(_ rect: Rect, _ version: UInt64) {
        let step = abs(rect.y - searched.y)
        let isNear =
            searchedVersion == version && step <= rect.height * (ViewportEdges.reach / 2) && rect.x == searched.x
            && rect.size == searched.size
        // To make up for the searches two others have to be spared.
        isWorthKeeping = isNear && 2 * step <= usualRoom
        // Edges may be farther apart by now.
        if isNear && !isWorthKeeping { usualRoom += rect.height * 0x1p-12 }
        isForward = rect.y >= searched.y
        searched = rect
        searchedVersion = version
        isHeld = false
    }

    /// Keeps the answer to what was searched for last.
    mutating func keep(_ count: Int, _ edges: ViewportEdges) {
        (isHeld, self.count) = (true, count)
        (near, far) = (edges.near.gap, edges.far.gap)
        farHint = edges.far.hint
        let room =
            isForward
            ? min(near.upper - searched.minY, far.upper - searched.maxY)
            : min(searched.minY - near.lower, searched.maxY - far.lower)
        usualRoom = usualRoom < .infinity ? (usualRoom + room) / 2 : room
    }
}

extension HitBuffer {
    /// Whether the buffer is empty and holds the answer to a query of a cache: then it is in the buffer. Else notes what has to
    /// be searched for.
    @inlinable
    @inline(__always)
    mutating func recalls(_ rect: Rect, _ version: CacheVersion?) -> Bool {
        guard length == 0, let number = version?.number else {
            kept.isWorthKeeping = false
            return false
        }
        guard kept.holds(for: rect, number) else {
            kept.note(rect, number)
            return false
        }
        length = kept.count
        return true
    }
}
