/// A position in points; x grows rightwards, y downwards.
@frozen
public struct Point: Hashable, Sendable, BitwiseCopyable {
    /// Horizontal coordinate, in points.
    public var x: Double
    /// Vertical coordinate, in points.
    public var y: Double

    /// Creates a point from its coordinates.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// The point with its coordinates swapped.
    @inlinable
    public var transposed: Point { Point(x: y, y: x) }
}
