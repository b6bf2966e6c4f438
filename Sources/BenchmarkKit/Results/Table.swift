/// Rows of text under headings, printed aligned or as Markdown.
public struct Table: Sendable, Equatable {
    /// Which edge of a column its texts touch.
    public enum Alignment: Sendable {
        /// For names; too long ones may be cut, except in the first column, which says what a row is of.
        case left
        /// For numbers; they are never cut.
        case right
    }

    /// A column's heading.
    public struct Column: Sendable, Equatable {
        /// The heading.
        public let title: String
        /// Which edge the texts touch.
        public let alignment: Alignment

        /// A column.
        public init(_ title: String, _ alignment: Alignment = .left) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// The columns.
    public let columns: [Column]
    /// The titles of columns that a narrow terminal can do without, the first to go first.
    public var expendable: [String] = []
    /// The rows, each with one text per column.
    public private(set) var rows: [[String]] = []

    /// A table without rows.
    ///
    /// - Precondition: there is at least one column.
    public init(_ columns: [Column]) {
        precondition(!columns.isEmpty, "A table has columns.")
        self.columns = columns
    }

    /// Adds a row at the end.
    ///
    /// - Precondition: it has one text per column.
    public mutating func append(_ row: [String]) {
        precondition(row.count == columns.count, "A row has one text per column.")
        rows.append(row)
    }

    /// The table with columns aligned by spaces, two between them, headings underlined. Where it is wider than `width`
    /// characters, columns go that are ``expendable``; then the widest left-aligned ones but the first are cut and end in "…",
    /// down to 8 characters; nil means any width. Every line ends with a line feed, none with a space. O(length).
    public func text(width: Int? = nil) -> String {
        var widths = columns.indices.map { index in
            ([columns[index].title] + rows.map { $0[index] }).map(\.count).max() ?? 0
        }
        if let width, Self.breadth(widths) > width, let title = expendable.first {
            return without(title).text(width: width)
        }
        if let width { shrink(&widths, to: width) }
        let lines =
            [columns.map(\.title), widths.map { String(repeating: "-", count: $0) }] + rows
        return lines.map { line in
            var text = ""
            for (index, cell) in line.enumerated() {
                let cut = cell.count > widths[index] ? cell.prefix(widths[index] - 1) + "…" : cell
                let padding = String(repeating: " ", count: widths[index] - cut.count)
                text += (index > 0 ? "  " : "") + (columns[index].alignment == .left ? cut + padding : padding + cut)
            }
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }

    /// The table in GitHub's Markdown, with pipes and line breaks in cells escaped. O(length).
    public var markdown: String {
        let rule = columns.map { $0.alignment == .left ? "---" : "---:" }
        let escaped = ([columns.map(\.title)] + rows).map { $0.map(Self.escaped) }
        return ([escaped[0], rule] + escaped.dropFirst())
            .map { "| " + $0.joined(separator: " | ") + " |\n" }
            .joined()
    }

    private static func breadth(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }

    private func without(_ title: String) -> Table {
        let kept = columns.indices.filter { columns[$0].title != title }
        var table = Table(kept.map { columns[$0] })
        table.expendable = Array(expendable.dropFirst())
        for row in rows { table.append(kept.map { row[$0] }) }
        return table
    }

    private func shrink(_ widths: inout [Int], to width: Int) {
        let shortest = 8
        var excess = Self.breadth(widths) - width
        while excess > 0 {
            let left = widths.indices.dropFirst().filter { columns[$0].alignment == .left && widths[$0] > shortest }
            guard let widest = left.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            excess -= 1
        }
    }

    private static func escaped(_ cell: String) -> String {
        cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
            .split(whereSeparator: \.isNewline).joined(separator: "<br>")
    }
}
