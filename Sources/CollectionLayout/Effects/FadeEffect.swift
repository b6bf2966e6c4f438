/// Fades cells in at the far edge: alpha = (viewport far edge − cell near edge) / span.
public struct FadeEffect: Effect {
    /// The distance over which cells become opaque, in points.
    public var span: Double
    /// Whether alpha stays between 0 and 1; PluginLayout, which it is taken from, does not limit it.
    public var clamps: Bool

    /// A fade.
    public init(span: Double = 200, clamps: Bool = true) {
        self.span = span
        self.clamps = clamps
    }

    /// Nowhere.
    public var reach: EffectReach { .still }

    /// Sets the opacity of a cell.
    public func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport) {
        guard attributes.id.kind == .cell else { return }
        let alpha = (viewport.rect.minY - attributes.frame.y + viewport.rect.height) / span
        attributes.alpha = clamps ? min(max(alpha, 0), 1) : alpha
    }
}
