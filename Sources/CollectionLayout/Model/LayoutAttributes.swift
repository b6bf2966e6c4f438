/// Where and how one element is shown.
public struct LayoutAttributes: Hashable, Sendable {
    /// The element.
    public var id: ElementID
    /// Its rectangle in content coordinates, in points.
    public var frame: Rect
    /// Stacking order; larger is nearer to the viewer.
    public var zIndex: Int
    /// Opacity from 0 to 1.
    public var alpha: Double
    /// Whether the element is not shown at all.
    public var isHidden: Bool

    /// Creates attributes; opaque, at depth 0 and visible where nothing else is said.
    public init(id: ElementID, frame: Rect, zIndex: Int = 0, alpha: Double = 1, isHidden: Bool = false) {
        self.id = id
        self.frame = frame
        self.zIndex = zIndex
        self.alpha = alpha
        self.isHidden = isHidden
    }
}
