import BenchmarkKit

/// Numbers as readers of a page see them, each with the value and the place of its row in a result file.
struct DataTable {
    enum Cell {
        case text(String)
        /// A number that is derived, not read.
        case number(String)
        /// Values of result rows, in a text that holds a `%` for each.
        case values(String, [(row: ResultRow, text: String)])

        static func value(_ row: ResultRow?, _ text: (Double) -> String) -> Cell {
            guard let row, let value = row.value else { return .number("–") }
            return .values("%", [(row, text(value))])
        }

        /// `14.5 ns (14.2 ns … 14.9 ns)`.
        static func interval(
            _ rows: (median: ResultRow, lower: ResultRow?, upper: ResultRow?), _ text: (Double) -> String
        )
            -> Cell
        {
            let all = [rows.median, rows.lower, rows.upper].compactMap(\.self).compactMap { row in
                row.value.map { (row, text($0)) }
            }
            return .values(all.count == 3 ? "% (% … %)" : "%", all.count == 3 ? all : Array(all.prefix(1)))
        }

        var html: String {
            switch self {
            case .text(let text): "<td>\(SVG.escaped(text))</td>"
            case .number(let text): "<td class=\"number\">\(SVG.escaped(text))</td>"
            case .values(let pattern, let values): "<td class=\"number\">\(Self.filled(pattern, values))</td>"
            }
        }

        /// The number stands in the attribute as in the file, so that programs can compare the two.
        private static func filled(_ pattern: String, _ values: [(row: ResultRow, text: String)]) -> String {
            let parts = pattern.split(separator: "%", omittingEmptySubsequences: false).map { SVG.escaped(String($0)) }
            return parts[0]
                + zip(values, parts.dropFirst()).map { value, rest in
                    SVG.element(
                        "data",
                        [
                            "value": value.row.value.map(CSV.number) ?? "", "data-run": value.row.runID,
                            "data-row": value.row.key.path,
                        ], SVG.escaped(value.text)) + rest
                }.joined()
        }
    }

    let columns: [String]
    /// Each with what hides it, if anything.
    private(set) var rows: [(style: SeriesStyle?, cells: [Cell])] = []

    init(_ columns: [String]) { self.columns = columns }

    /// What a terminal shows.
    init(_ table: Table) {
        self.init(table.columns.map(\.title))
        for row in table.rows { append(nil, row.map { .text($0) }) }
    }

    mutating func append(_ style: SeriesStyle?, _ cells: [Cell]) { rows.append((style, cells)) }

    var html: String {
        let head = columns.map { SVG.element("th", ["scope": "col"], SVG.escaped($0)) }.joined()
        let body = rows.map { style, cells in
            "<tr\(style.map { " class=\"\($0.filter)\"" } ?? "")>\(cells.map(\.html).joined())</tr>\n"
        }
        return
            "<div class=\"table\"><table><thead><tr>\(head)</tr></thead><tbody>\n\(body.joined())</tbody></table></div>"
    }
}
