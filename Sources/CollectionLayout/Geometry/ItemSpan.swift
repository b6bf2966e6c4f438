/// What the items of a section span, in section coordinates.
struct ItemSpan: BitwiseCopyable {
    /// The nearest and the farthest edge along the axis; infinities if there are no items.
    var near = Double.infinity
    var far = -Double.infinity
    /// The farthest edge across the axis.
    var breadth = 0.0

    /// What no items span.
    init() {}

    init(near: Double, far: Double, breadth: Double) {
        self.near = near
        self.far = far
        self.breadth = breadth
    }

    /// Extends over what other items span.
    mutating func cover(_ other: ItemSpan) {
        near = smaller(other.near, near)
        far = larger(other.far, far)
        breadth = larger(other.breadth, breadth)
    }

    /// What some frames span. O(frames).
    init(_ frames: UnsafeMutableBufferPointer<Rect>) {
        for frame in frames { cover(frame) }
    }

    /// Extends over a frame.
    @inline(__always)
    mutating func cover(_ frame: Rect) {
        near = min(near, frame.minY)
        far = larger(frame.maxY, far)
        breadth = larger(frame.maxX, breadth)
    }

    /// The same, moved along the axis.
    func moved(by distance: Double) -> ItemSpan {
        var span = self
        span.near += distance
        span.far += distance
        return span
    }
}
