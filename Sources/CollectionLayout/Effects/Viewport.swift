/// What is shown of the content, in layout space.
public struct Viewport: Hashable, Sendable {
    /// The bounds at the content offset.
    public var rect: Rect
    /// What bars cover of it, in layout space.
    public var safeArea: EdgeInsets

    /// A viewport.
    public init(rect: Rect, safeArea: EdgeInsets = .zero) {
        self.rect = rect
        self.safeArea = safeArea
    }
}
