/// All that is to be said of a section: what is laid out how, and what frames it.
public struct SectionDescription: Hashable, Sendable {
    /// How the section is laid out.
    public var layout: LayoutReference
    /// Its items.
    public var items: NewItems
    /// The size of its header, in points and not transposed, which exists if both lengths are above 0; only the one along the axis counts further.
    public var header: Size
    /// The size of its footer, likewise.
    public var footer: Size
    /// What decorates the section from behind, if anything: as broad as the container and as long as the section.
    public var background: ElementKind?

    /// Describes a section whose layout the content has.
    ///
    /// - Parameters:
    ///   - layout: Its index in ``Content/layouts``.
    ///   - items: Its items.
    ///   - header: The size of its header, in points.
    ///   - footer: The size of its footer, in points.
    ///   - background: What decorates it from behind.
    public init(
        layout: Int, items: NewItems, header: Size = .zero, footer: Size = .zero, background: ElementKind? = nil
    ) {
        self.init(layout: .index(layout), items: items, header: header, footer: footer, background: background)
    }

    /// Describes a section.
    ///
    /// - Parameters:
    ///   - layout: How it is laid out: an index in ``Content/layouts``, or a layout that the content need not have yet.
    ///   - items: Its items.
    ///   - header: The size of its header, in points.
    ///   - footer: The size of its footer, in points.
    ///   - background: What decorates it from behind.
    public init(
        layout: LayoutReference, items: NewItems, header: Size = .zero, footer: Size = .zero,
        background: ElementKind? = nil
    ) {
        self.layout = layout
        self.items = items
        self.header = header
        self.footer = footer
        self.background = background
    }
}
