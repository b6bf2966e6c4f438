/// One section of a ``Content``: how many items it has, where their values are and what frames it. Equality compares where values
/// are, not the values: between two contents it says nothing.
public struct Section: Hashable, Sendable, BitwiseCopyable {
    /// Index of the section's layout in ``Content/layouts``.
    public internal(set) var layout: Int32
    /// The number of items.
    public internal(set) var count: Int32
    /// Whether all items share one value.
    public internal(set) var isUniform: Bool
    /// What decorates the section from behind, if anything: as broad as the container and as long as the section.
    public internal(set) var background: ElementKind?
    /// By which ``ValueStore`` knows the values of its items.
    var valueHandle: Int
    /// Length of the header along the scroll axis, in points; 0 means that there is none.
    public internal(set) var headerLength: Double
    /// Length of the footer along the scroll axis, in points; 0 means that there is none.
    public internal(set) var footerLength: Double
}
