/// The edges of a viewport along the axis, and the nearest edges of elements that searches have found around them.
public struct ViewportEdges: BitwiseCopyable {
    @usableFromInline var near: EdgeFinder
    @usableFromInline var far: EdgeFinder

    /// How far ahead of an edge of a viewport edges of elements are looked for, of its length: 53 points of 844.
    @inlinable static var reach: Double { 1 / 16 }

    /// Nothing has been found yet.
    ///
    /// - Parameters:
    ///   - isForward: Where to look farther.
    ///   - nearHint: Where a search around the near edge may begin, and around the far edge.
    init(_ rect: Rect, isForward: Bool, _ nearHint: SearchHint, _ farHint: SearchHint) {
        near = EdgeFinder(at: rect.minY, isNear: true, of: rect, isForward, nearHint)
        far = EdgeFinder(at: rect.maxY, isNear: false, of: rect, isForward, farHint)
    }

    /// Whether there is something around the edges: not if the viewport is of no length, or endless.
    var areApart: Bool { near.gap.lower < near.edge && far.edge < far.gap.upper }
}

/// The coordinates between two edges of elements.
@usableFromInline
struct EdgeGap: BitwiseCopyable {
    @usableFromInline var lower: Double
    @usableFromInline var upper: Double

    @inlinable
    init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }
}

/// Receives the elements in a strip around an edge of a viewport, and finds the nearest of their edges that the viewport's could
/// pass: far ones at a near edge, near ones at a far edge.
@usableFromInline
struct EdgeFinder: HitSink, BitwiseCopyable {
    @usableFromInline var hint: SearchHint
    @usableFromInline let strip: Rect
    @usableFromInline let edge: Double
    @usableFromInline let isNear: Bool
    /// Between them, and within the strip, the edge may move.
    @usableFromInline var gap: EdgeGap

    init(at edge: Double, isNear: Bool, of rect: Rect, _ isForward: Bool, _ hint: SearchHint) {
        let ahead = rect.height * ViewportEdges.reach
        let behind = ahead / 8
        strip = Rect(x: rect.x, y: edge - (isForward ? behind : ahead), width: rect.width, height: ahead + behind)
        gap = EdgeGap(lower: strip.minY, upper: strip.maxY)
        (self.edge, self.isNear, self.hint) = (edge, isNear, hint)
    }

    @inlinable
    @inline(__always)
    mutating func reserve(_ count: Int) {}

    @inlinable
    @inline(__always)
    mutating func put(_ id: ElementID, _ frame: @autoclosure () -> Rect, if hit: Bool) {
        if hit { meet(frame()) }
    }

    @inlinable
    @inline(__always)
    mutating func put(_ hits: UInt32, id: (Int) -> ElementID, frame: (Int) -> Rect) {
        hits.forEachBit { meet(frame($0)) }
    }

    @inlinable
    @inline(__always)
    mutating func meet(_ frame: Rect) {
        // What ends where a viewport begins is not in it, nor what begins where it ends.
        let own = isNear ? frame.maxY : frame.minY
        let isBefore = isNear ? own <= edge : own < edge
        gap.lower = isBefore && own > gap.lower ? own : gap.lower
        gap.upper = !isBefore && own < gap.upper ? own : gap.upper
    }
}
