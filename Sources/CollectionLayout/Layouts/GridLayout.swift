/// Rows of items whose breadth is a fraction of the row and whose length follows from an aspect ratio.
///
/// Values of an item: line fraction n (the item takes 1/n of a row; values below 1 count as 1) and aspect ratio
/// (width / height).
public struct GridLayout: SectionLayout, Hashable {
    /// `grid`
    public static let id = "grid"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// The rows; the spacing between items enters the breadth of a fraction.
    public var rows: FlowLayout

    /// Creates a grid.
    public init(
        insets: EdgeInsets = .zero, lineSpacing: Double = 10, itemSpacing: Double = 10,
        alignment: FlowLayout.Alignment = .default
    ) {
        rows = FlowLayout(
            insets: insets, lineSpacing: lineSpacing, itemSpacing: itemSpacing, alignment: alignment)
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        let rows = try Rows(rows, in: container)
        return RowFold(
            rows: rows, measure: .fraction(container, insets: rows.insets, itemSpacing: rows.itemSpacing))
    }
}
