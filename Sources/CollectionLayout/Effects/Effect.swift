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

/// How far an effect may carry elements from their places.
public enum EffectReach: Hashable, Sendable {
    /// Nowhere: only the appearance changes.
    case still
    /// Along the axis, by at most these distances in points.
    case along(backward: Double, forward: Double)
    /// Headers or footers, anywhere within their section, and beyond its end if it is the last one.
    case section(ElementKind)
}

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

/// What an effect can know of a section, in content coordinates and layout space.
public struct SectionScene: Sendable {
    /// Index of the section.
    public let index: Int
    /// Whether no section follows.
    public let isLast: Bool
    /// Where it stands.
    public let geometry: SectionGeometry
    /// Distances between its items and its edges, in points.
    public let insets: EdgeInsets
    /// Length of its header along the axis, in points; 0 if there is none.
    public let headerLength: Double
    /// Length of its footer along the axis, in points; 0 if there is none.
    public let footerLength: Double
    /// Whether defects of the originals are kept.
    public let fidelity: Fidelity

    /// - Parameter content: The cache's, fetched once a query: each fetch retains all of its arrays.
    init(_ index: Int, in cache: some AttributeCache, _ content: Content) {
        let section = content.sections[index]
        self.index = index
        isLast = index == content.sections.count - 1
        geometry = cache.geometry(ofSection: index)
        insets = content.layout(ofSection: index).insets
        headerLength = section.headerLength
        footerLength = section.footerLength
        fidelity = content.container.fidelity
    }
}
