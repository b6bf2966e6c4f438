/// Fades cells in at the far edge: alpha = (viewport far edge − cell near edge) / span.
public struct FadeEffect: Effect {
    /// The distance over which cells become opaque, in points.
    public var span: Double
    /// Whether alpha stays between 0 and 1; PluginLayout, which it is taken from, does not limit it.
    public var clamps: Bool

    /// A fade.
    ///
    /// - Precondition: the span is at least 0.
    public init(span: Double = 200, clamps: Bool = true) {
        precondition(span >= 0, "a fade spans at least 0 pt, got \(span)")
        self.span = span
        self.clamps = clamps
    }

    /// Nowhere.
    public var reach: EffectReach { .still }

    /// Sets the opacity of a cell.
    public func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport) {
        guard attributes.id.kind == .cell else { return }
        let distance = viewport.rect.minY - attributes.frame.y + viewport.rect.height
        // Without a span to fade over, cells are there or not.
        let alpha = distance == 0 ? 0 : distance / span
        attributes.alpha = clamps ? min(max(alpha, 0), 1) : alpha
    }
}
