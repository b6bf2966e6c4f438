/// A width and a height in points.
@frozen
public struct Size: Hashable, Sendable, BitwiseCopyable {
    /// Horizontal length, in points.
    public var width: Double
    /// Vertical length, in points.
    public var height: Double

    /// Creates a size from its lengths.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No extent at all.
    public static let zero = Size(width: 0, height: 0)

    /// The size with width and height swapped.
    @inlinable
    public var transposed: Size { Size(width: height, height: width) }
}
