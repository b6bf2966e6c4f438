/// Rows of items that wrap where the next one does not fit, as in UICollectionViewFlowLayout.
///
/// The items of a row are centred along the axis. UIKit also rounds frames to pixels, keeps the spacing of full rows in the last one
/// where all items have one size, see ``uniformLastRow``, and centres the items of the last row as well, which here stand at its top
/// in the `default` alignment, as in PluginLayout. Frames lie on a grain of 1/1024 pt, whatever the screen.
///
/// Values of an item: width and height.
public struct FlowLayout: SectionLayout, Hashable {
    /// What happens to the room that the items of a row leave.
    public enum Alignment: String, Sendable, CaseIterable {
        /// It is spread between the items; those of the last row keep the minimum spacing and stand at its top.
        case `default`
        /// Items keep the minimum spacing and stand at the start.
        case start
        /// Items keep the minimum spacing and stand in the centre.
        case center
        /// Items keep the minimum spacing and stand at the end.
        case end
    }

    /// Where the only item of a row stands in the `default` alignment, unless the row is the last one.
    public enum LoneItem: String, Sendable, CaseIterable {
        /// Where it would stand in the last row.
        case start
        /// In the centre, as PluginLayout places it; always so in the faithful mode.
        case center
    }

    /// `flow`
    public static let id = "flow"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// Distances between the items and the edges of the section, in points and not transposed.
    public var insets: EdgeInsets
    /// Distance between two rows, in points.
    public var lineSpacing: Double
    /// Least distance between two items of a row, in points.
    public var itemSpacing: Double
    /// What happens to the room that the items of a row leave.
    public var alignment: Alignment
    /// Where a lone item stands.
    public var loneItem: LoneItem
    /// Whether the last row keeps the spacing of a full row of items like its first one, as UIKit does for one item size.
    public var uniformLastRow: Bool

    /// Creates a flow with UIKit's default spacings.
    public init(
        insets: EdgeInsets = .zero, lineSpacing: Double = 10, itemSpacing: Double = 10,
        alignment: Alignment = .default, loneItem: LoneItem = .start, uniformLastRow: Bool = false
    ) {
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.itemSpacing = itemSpacing
        self.alignment = alignment
        self.loneItem = loneItem
        self.uniformLastRow = uniformLastRow
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        RowFold(rows: try Rows(self, in: container), measure: .size(container.axis))
    }
}
