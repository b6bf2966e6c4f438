import BenchmarkKit
import Foundation

/// How results are printed.
enum OutputFormat: String, CaseIterable {
    case text, markdown, csv, json

    init(_ options: ParsedOptions) throws(UsageError) {
        let name = try options.value("format") { (text) throws(UsageError) in
            try ArgumentValue.choice(text, of: Self.allCases.map(\.rawValue), kind: "format")
        }
        self = name.flatMap(Self.init(rawValue:)) ?? .text
    }

    /// Whether programs read standard output: the result line then goes to standard error.
    var isForPrograms: Bool { self == .csv || self == .json }

    /// Prints rows, or the texts made of them.
    func print(
        _ rows: [ResultRow], _ console: Console,
        _ texts: (_ style: TextStyle, _ width: Int?) -> (text: String, markdown: String)
    ) {
        switch self {
        case .text: console.print(texts(console.style, console.width).text)
        case .markdown: console.print(texts(TextStyle(isColored: false), nil).markdown)
        case .csv: console.print(Self.csv(rows))
        case .json: console.print(Self.json(rows))
        }
    }

    /// The rows as an array of objects.
    static func json(_ rows: [ResultRow]) -> String {
        let objects = rows.map { row in
            JSONValue.object(
                Dictionary(
                    uniqueKeysWithValues: zip(ResultRow.columns, row.fields).map { column, field in
                        switch column {
                        case "n", "samples", "seed", "schema_version": (column, JSONValue.literal(field))
                        case "value": (column, row.value.map(JSONValue.number) ?? .null)
                        default: (column, JSONValue.string(field))
                        }
                    }))
        }
        return JSONValue.array(objects).text(depth: 1) + "\n"
    }

    /// The rows as a result file has them.
    static func csv(_ rows: [ResultRow]) -> String {
        CSV.line(ResultRow.columns) + rows.map { CSV.line($0.fields) }.joined()
    }
}
