import BenchmarkKit
import CollectionLayout

/// Layouts of rows.
extension SectionKind {
    static let flow = SectionKind(
        name: FlowLayout.id,
        summary: "rows of items of their own sizes; section: itemSizes, alignment, loneItem, uniformLastRow"
    ) { (section) throws(InputError) in
        let count = try section.itemCount("itemSizes")
        return (
            try rows(section), .values(try section.tuples("itemSizes", of: ["width", "height"], count: count))
        )
    }

    static let grid = SectionKind(
        name: GridLayout.id,
        summary: "rows of items that take 1/n of a row; section: lineFractions, aspectRatios, alignment, loneItem"
    ) { (section) throws(InputError) in
        var grid = GridLayout()
        grid.rows = try rows(section)
        let count = try section.itemCount("lineFractions")
        return (
            grid,
            .columns(
                try section.numbers("lineFractions", count: count), try section.numbers("aspectRatios", count: count))
        )
    }

    private static func rows(_ section: Fields) throws(InputError) -> FlowLayout {
        let spacings = try section.spacings()
        return FlowLayout(
            insets: spacings.insets, lineSpacing: spacings.line, itemSpacing: spacings.item,
            alignment: try section.choice("alignment", default: .default),
            loneItem: try section.choice("loneItem", default: .start),
            uniformLastRow: try section.flag("uniformLastRow", default: false))
    }

    static let list = SectionKind(
        name: ListLayout.id,
        summary: "one column of rows; section: lengths, alignment, breadths, places"
    ) { (section) throws(InputError) in
        let layout = ListLayout(
            insets: try section.insets("insets"), lineSpacing: try section.number("lineSpacing", default: 0),
            alignment: try section.choice("alignment", default: .full))
        let lengths = try section.numbers("lengths", count: try section.itemCount("lengths"))
        if layout.alignment == .full { return (layout, .values(lengths)) }
        let breadths = try section.numbers("breadths", count: lengths.count)
        if layout.alignment != .each { return (layout, .columns(lengths, breadths)) }
        return (layout, .columns(lengths, breadths, try section.numbers("places", count: lengths.count)))
    }

    static let table = SectionKind(
        name: TableLayout.id,
        summary: "rows and columns; section: columns (how many, or the breadth of each), lengths (of each cell)"
    ) { (section) throws(InputError) in
        var columns = TableLayout.Columns.breadths([])
        if section.has("columns"), case .array = section.members["columns"] {
            columns = .breadths(try section.numbers("columns"))
        } else {
            columns = .equal(try section.count("columns"))
        }
        let layout = TableLayout(
            columns: columns, insets: try section.insets("insets"),
            lineSpacing: try section.number("lineSpacing", default: 0),
            itemSpacing: try section.number("itemSpacing", default: 0))
        return (layout, .values(try section.numbers("lengths", count: try section.itemCount("lengths"))))
    }
}
