/// An axis-aligned rectangle in points.
///
/// The engine has its own rectangle because Foundation's on Linux counts touching edges as an intersection and traps on
/// NaN.
@frozen
public struct Rect: Hashable, Sendable, BitwiseCopyable {
    /// Left edge, in points.
    public var x: Double
    /// Top edge, in points.
    public var y: Double
    /// Horizontal length, in points.
    public var width: Double
    /// Vertical length, in points.
    public var height: Double

    /// Creates a rectangle from its top left corner and its lengths.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle from an origin and a size.
    @inlinable
    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// A rectangle without extent at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Left edge.
    @inlinable
    public var minX: Double { x }
    /// Top edge.
    @inlinable
    public var minY: Double { y }
    /// Right edge.
    @inlinable
    public var maxX: Double { x + width }
    /// Bottom edge.
    @inlinable
    public var maxY: Double { y + height }
    /// The top left corner.
    @inlinable
    public var origin: Point {
        get { Point(x: x, y: y) }
        set { (x, y) = (newValue.x, newValue.y) }
    }
    /// The lengths.
    @inlinable
    public var size: Size {
        get { Size(width: width, height: height) }
        set { (width, height) = (newValue.width, newValue.height) }
    }

    /// The one intersection rule of the engine: open intervals, so touching edges do not intersect.
    ///
    /// A rectangle without extent strictly inside another one does intersect it; a NaN edge never does.
    @inlinable
    public func intersects(_ other: Rect) -> Bool {
        // Vectors instead of `&&`: near the edge of a viewport each comparison is a coin toss to the branch predictor, and
        // a misprediction costs more than all four.
        let near = SIMD2(x, y)
        let otherNear = SIMD2(other.x, other.y)
        let meets =
            (near .< otherNear + SIMD2(other.width, other.height))
            .& (otherNear .< near + SIMD2(width, height))
        let bits = unsafeBitCast(meets, to: SIMD2<Int64>.self)
        return bits.x & bits.y != 0
    }

    /// Whether a point lies in the rectangle: left and top edge belong to it, right and bottom edge do not, so that of rectangles
    /// side by side one has it.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
    }

    /// The rectangle moved by an offset.
    @inlinable
    public func offset(x dx: Double, y dy: Double) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The smallest rectangle that contains both.
    @inlinable
    public func union(_ other: Rect) -> Rect {
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle mirrored at the diagonal: x and y swapped, width and height swapped.
    @inlinable
    public var transposed: Rect { Rect(x: y, y: x, width: height, height: width) }
}
