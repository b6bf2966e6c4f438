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
    /// What its header takes along the axis together with the distances before and behind it, in points; 0 if there is none.
    public let headerRoom: Double
    /// What its footer takes along the axis together with the distances before and behind it, in points; 0 if there is none.
    public let footerRoom: Double
    /// Whether defects of the originals are kept.
    public let fidelity: Fidelity

    /// - Parameter content: The cache's, fetched once a query: each fetch retains all of its arrays.
    init(_ index: Int, in cache: some AttributeCache, _ content: Content) {
        let section = content.sections[index]
        self.index = index
        isLast = index == content.sections.count - 1
        geometry = cache.geometry(ofSection: index)
        let layout = content.layout(ofSection: index)
        insets = layout.insets
        headerLength = section.headerLength
        footerLength = section.footerLength
        headerRoom = headerLength > 0 ? layout.headerInsets.top + headerLength + layout.headerInsets.bottom : 0
        footerRoom = footerLength > 0 ? layout.footerInsets.top + footerLength + layout.footerInsets.bottom : 0
        fidelity = content.container.fidelity
    }
}
