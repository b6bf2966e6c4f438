/// Rows of cells in columns of given breadths, which may be broader together than the viewport: tables that scroll along
/// both axes.
///
/// Items are the cells, row by row; the last row may be incomplete. Values of an item: the length its cell asks for. A row
/// is as long as the longest of its cells, and all its cells are as long as the row: sections of equal rows need one value
/// (``Content/appendUniformSection(layout:count:value:header:footer:background:)``), and cells may size themselves.
public struct TableLayout: SectionLayout, Hashable {
    /// How broad the columns are.
    public enum Columns: Hashable, Sendable {
        /// So many columns of one breadth that fill the container.
        case equal(Int)
        /// Columns of these breadths, in points.
        case breadths([Double])
    }

    /// `table`
    public static let id = "table"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// How broad the columns are.
    public var columns: Columns
    /// Distances between the cells and the edges of the section, in points and not transposed.
    public var insets: EdgeInsets
    /// Distance between two rows, in points.
    public var lineSpacing: Double
    /// Distance between two columns, in points.
    public var itemSpacing: Double

    /// The most columns.
    public static let largestColumnCount = 1 << 20

    /// Creates a table of at least one column.
    public init(columns: Columns, insets: EdgeInsets = .zero, lineSpacing: Double = 0, itemSpacing: Double = 0) {
        self.columns = columns
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.itemSpacing = itemSpacing
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        let insets = try container.insets(insets)
        let itemSpacing = try container.length(itemSpacing, "item spacing")
        let count =
            switch columns {
            case .equal(let count): count
            case .breadths(let breadths): breadths.count
            }
        guard (1...Self.largestColumnCount).contains(count) else {
            throw .badParameter(
                name: "column count", value: Double(count), expected: "1 to \(Self.largestColumnCount)")
        }
        var edges: [TableFold.Column] = []
        edges.reserveCapacity(count)
        var x = insets.left
        for column in 0..<count {
            let breadth =
                switch columns {
                case .equal: container.laneBreadth(count: count, spacing: itemSpacing, insets: insets)
                case .breadths(let breadths): try container.length(breadths[column], "breadth of column \(column)")
                }
            edges.append(TableFold.Column(x: x, breadth: breadth))
            x += breadth + itemSpacing
        }
        let breadth = x - itemSpacing + insets.right
        guard breadth <= Snapping.largestCoordinate else {
            throw .badParameter(
                name: "breadth of all columns", value: breadth, expected: "at most \(Snapping.largestCoordinate)")
        }
        return TableFold(
            columns: edges, insets: insets, lineSpacing: try container.length(lineSpacing, "line spacing"),
            leastBreadth: breadth)
    }
}

/// State: where the row begins and where it ends, then how many of its cells are still to be placed, the column of the next
/// one, and the length of the row. Between two rows both coordinates are where the former one ends, and the rest is 0; before the
/// first one the length is −1.
///
/// When a row begins, the fold looks ahead at all its cells.
private struct TableFold: SectionFold {
    struct Column: Sendable {
        let x: Double
        let breadth: Double
    }

    let columns: [Column]
    let insets: EdgeInsets
    let lineSpacing: Double
    let leastBreadth: Double

    var valueNames: [String] { ["length"] }
    var hasValueRules: Bool { false }
    var stateCount: Int { 5 }
    var positionCount: Int { 2 }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
        state[1] = top
        state[2] = 0
        state[3] = 0
        state[4] = -1
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        var top = state[0]
        var bottom = state[1]
        var left = Int(state[2])
        var column = Int(state[3])
        var length = state[4]
        columns.withUnsafeBufferPointer { columns in
            for item in range {
                if left == 0 {
                    left = min(columns.count, items.count - item)
                    column = 0
                    length = items[item, 0]
                    if !items.isUniform { for cell in item..<item + left { length = max(length, items[cell, 0]) } }
                    top = item == 0 ? bottom : bottom + lineSpacing
                    bottom = top + length
                }
                frames[item - range.lowerBound] = Rect(
                    x: columns[column].x, y: top, width: columns[column].breadth, height: length)
                column += 1
                left -= 1
            }
        }
        if left == 0 && !range.isEmpty { (top, column, length) = (bottom, 0, 0) }
        state[0] = top
        state[1] = bottom
        state[2] = Double(left)
        state[3] = Double(column)
        state[4] = length
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[1] }

    func nearest(behind state: FoldState) -> Double { state[0] }

    // A row depends on all its cells, and the last one on whether more follow.
    func lookahead(_ state: FoldState) -> Int { Int(state[2]) + 1 }

    var placesRows: Bool { true }

    func rowsEnd(_ state: FoldState) -> Double? { state[2] > 0 ? nil : state[1] }

    func begin(behindRowsTo end: Double, _ state: FoldState) {
        for index in 0..<stateCount { state[index] = 0 }
        (state[0], state[1]) = (end, end)
    }

    func findRows(
        _ range: Range<Int>, of items: ItemValues, most: Int, into rows: UnsafeMutablePointer<FoundRow>
    ) -> Bool {
        guard min(columns.count, items.count - range.lowerBound) <= most else { return false }
        func length(_ item: Int) -> Double { items[item, 0] }
        var longest = MovingMaximum(range, of: length)
        for item in range {
            let cells = item..<min(item + columns.count, items.count)
            let last = columns[cells.count - 1]
            (rows + (item - range.lowerBound)).initialize(
                to: FoundRow(
                    count: cells.count, length: (item == 0 ? 0 : lineSpacing) + longest(in: cells, of: length),
                    reach: last.x + last.breadth))
        }
        return true
    }
}
