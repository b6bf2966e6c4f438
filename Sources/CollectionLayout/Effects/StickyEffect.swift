/// Keeps headers or footers in view while their section is.
public struct StickyEffect: Effect {
    /// Which edge of the viewport elements stick to.
    public enum Edge: String, Sendable, CaseIterable {
        /// Headers stick to the near edge.
        case start
        /// Footers stick to the far edge.
        case end
    }

    /// How far a pinned element may move within its section: three rules of the field, or none.
    public enum PinPolicy: Hashable, Sendable {
        /// PluginLayout and UIKit: along the section's items, from where the element rests. A section without items pins nothing.
        case items
        /// MagazineLayout: a header up to where bottom inset and footer still leave room for it.
        case content
        /// IGListKit: up to the next section, without a limit in the last one; plus an offset from the edge in points.
        case nextSection(offset: Double)
        /// Not at all.
        case none
    }

    /// The edge.
    public var edge: Edge
    /// The rule.
    public var policy: PinPolicy

    /// A sticky effect.
    ///
    /// - Precondition: the offset of a policy is finite.
    public init(_ edge: Edge, policy: PinPolicy = .items) {
        if case .nextSection(let offset) = policy { precondition(offset.isFinite, "a finite offset, not \(offset)") }
        self.edge = edge
        self.policy = policy
    }

    /// Within the section.
    public var reach: EffectReach { policy == .none ? .still : .section(edge == .start ? .header : .footer) }

    /// Moves a header or footer along the axis and raises it above cells: to 900 plus its section.
    public func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport) {
        guard attributes.id.kind == (edge == .start ? .header : .footer) else { return }
        var frame = attributes.frame
        guard
            let y = edge == .start
                ? start(frame, section, viewport.rect.minY + viewport.safeArea.top)
                : end(frame, section, viewport.rect.maxY - viewport.safeArea.bottom)
        else { return }
        frame.y = y
        attributes.frame = frame
        attributes.zIndex = 900 + section.index + (edge == .start ? 1 : 0)
    }

    /// What the section's items span along the axis.
    ///
    /// Without items PluginLayout takes the union of no frames, the zero rectangle at the beginning of the content.
    private func items(_ section: SectionScene) -> ClosedRange<Double>? {
        section.geometry.items ?? (section.fidelity == .faithful ? 0...0 : nil)
    }

    /// Items may stand outside their section, what sticks to them may not: nothing would look for it there.
    private func inside(_ section: SectionScene, _ length: Double, _ y: Double) -> Double {
        let begin = section.geometry.offset
        guard section.geometry.items != nil else { return y }
        return min(max(y, begin), max(begin + section.geometry.extent - length, begin))
    }

    private func start(_ frame: Rect, _ section: SectionScene, _ edge: Double) -> Double? {
        let end = section.geometry.offset + section.geometry.extent
        switch policy {
        case .items:
            guard let items = items(section) else { return nil }
            let first = section.fidelity == .faithful ? items.lowerBound - section.insets.top - frame.height : frame.y
            return inside(section, frame.height, max(first, min(items.upperBound - frame.height, edge)))
        case .content:
            let last = end - section.insets.bottom - section.footerRoom - frame.height
            return max(frame.y, min(last, edge))
        case .nextSection(let offset):
            let last = section.isLast ? Double.infinity : end - frame.height
            return max(frame.y, min(last, edge + offset))
        case .none: return nil
        }
    }

    private func end(_ frame: Rect, _ section: SectionScene, _ edge: Double) -> Double? {
        let begin = section.geometry.offset
        switch policy {
        case .items:
            guard let items = items(section) else { return nil }
            let last = section.fidelity == .faithful ? items.upperBound + section.insets.bottom : frame.y
            return inside(
                section, frame.height, min(last, max(items.lowerBound - section.insets.top, edge - frame.height)))
        case .content:
            return min(frame.y, max(begin + section.headerRoom + section.insets.top, edge - frame.height))
        case .nextSection(let offset):
            return min(frame.y, max(begin, edge - frame.height - offset))
        case .none: return nil
        }
    }
}
