/// A change of attributes that depends on how far the content is scrolled: sticky headers, fading, tilting.
///
/// Effects never touch stored frames. Each declares how far it may carry an element, so that a query finds what it moves
/// into the rect without asking every element. All rectangles are in layout space.
public protocol Effect: Sendable {
    /// How far an element may be carried from its place.
    var reach: EffectReach { get }

    /// Changes the attributes of an element, or leaves them as they are.
    ///
    /// - Parameters:
    ///   - attributes: The element as earlier effects left it.
    ///   - section: Its section.
    ///   - viewport: What is shown of the content.
    func apply(to attributes: inout LayoutAttributes, in section: SectionScene, _ viewport: Viewport)
}
