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

    /// The rows as CSV or JSON.
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

    static func csv(_ rows: [ResultRow]) -> String {
        CSV.line(ResultRow.columns) + rows.map { CSV.line($0.fields) }.joined()
    }
}
