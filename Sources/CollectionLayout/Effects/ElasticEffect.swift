/// Spreads cells that come into view: the farther below the far edge, the larger the gap to the one before.
///
/// With p = (viewport far edge − cell near edge − span) / span the cell moves along the axis by clamp((1 − p)·s, 0, s)^4,
/// s = spacing^(1/4), as PluginLayout does.
public struct ElasticEffect: Effect {
    /// The largest shift, in points.
    public var spacing: Double
    /// The distance over which it fades, in points.
    public var span: Double

    /// An elastic effect.
    ///
    /// - Precondition: spacing and span are at least 0 and finite.
    public init(spacing: Double = 90, span: Double = 200) {
        precondition(
            spacing >= 0 && span >= 0 && spacing.isFinite && span.isFinite,
            "a shift and its span are at least 0 pt and finite, got \(spacing) and \(span)")
        self.spacing = spacing
        self.span = span
    }

    /// Forward by the spacing.
    public var reach: EffectReach { .along(backward: 0, forward: spacing) }

    /// Moves a cell.
    public func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport) {
        // No spacing over no span would be no number.
        guard attributes.id.kind == .cell, spacing > 0 else { return }
        let rest = viewport.rect.minY - attributes.frame.y + viewport.rect.height - span
        // Without a span to fade over, cells are moved by all of the spacing or not at all.
        let progress = rest == 0 ? 0 : rest / span
        let root = spacing.squareRoot().squareRoot()
        let factor = min(max((1 - progress) * root, 0), root)
        // The fourth power of a rounded fourth root may exceed the spacing, which is what the effect may reach.
        attributes.frame.y += min(factor * factor * factor * factor, spacing)
    }
}
