/// The axis along which a collection view scrolls.
///
/// Layouts are written once, for vertical scrolling: in *layout space* x runs across and y along the scroll axis. The
/// engine transposes rectangles at its edge when the content scrolls horizontally.
public enum Axis: String, Sendable, CaseIterable {
    /// Sections run from top to bottom.
    case vertical
    /// Sections run from left to right.
    case horizontal

    /// A rectangle of the content in layout space, or back: the mapping is its own inverse.
    @inlinable
    public func transpose(_ rect: Rect) -> Rect { self == .vertical ? rect : rect.transposed }

    /// A size of the content in layout space, or back.
    @inlinable
    public func transpose(_ size: Size) -> Size { self == .vertical ? size : size.transposed }

    /// A point of the content in layout space, or back.
    @inlinable
    public func transpose(_ point: Point) -> Point { self == .vertical ? point : point.transposed }

    /// Insets of the content in layout space, or back.
    @inlinable
    public func transpose(_ insets: EdgeInsets) -> EdgeInsets { self == .vertical ? insets : insets.transposed }
}
