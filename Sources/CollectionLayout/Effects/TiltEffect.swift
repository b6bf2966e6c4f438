/// Tilts cells backwards as they come into view: a rotation across the axis by −60° · p with perspective 1/2000.
///
/// p = clamp(1 − (viewport far edge − cell near edge) / (viewport length − cell length), 0, 1), as in PluginLayout.
public struct TiltEffect: Effect {
    /// Creates the effect; it has no parameters.
    public init() {}

    /// Nowhere: the transform is appearance.
    public var reach: EffectReach { .still }

    /// Sets the transform of a cell.
    public func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport) {
        guard attributes.id.kind == .cell else { return }
        let frame = attributes.frame
        let room = viewport.rect.height - frame.height
        // A cell as long as the viewport leaves no room to tilt in.
        let progress = room == 0 ? 0 : 1 - (viewport.rect.minY - frame.minY + viewport.rect.height) / room
        let angle = -Double.pi * min(max(progress, 0), 1) / 3
        let direction = pointOnUnitCircle(at: angle)
        attributes.transform3D = Transform3D.rotationAboutX(cosine: direction.x, sine: direction.y)
            .concatenating(.perspective(m34: 1.0 / 2000))
    }
}
