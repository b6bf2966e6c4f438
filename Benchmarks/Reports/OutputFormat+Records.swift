import BenchmarkKit

extension OutputFormat {
    /// Prints records, or the texts made of them.
    func print(
        _ records: [[(column: String, value: JSONValue)]], _ console: Console,
        _ texts: (_ style: TextStyle, _ width: Int?) throws -> (text: String, markdown: String)
    ) rethrows {
        switch self {
        case .text: console.print(try texts(console.style, console.width).text)
        case .markdown: console.print(try texts(TextStyle(isColored: false), nil).markdown)
        case .csv:
            let lines = records.map { CSV.line($0.map { $0.value.field }) }
            console.print(CSV.line(records.first?.map(\.column) ?? []) + lines.joined())
        case .json:
            let objects = records.map { JSONValue.object(Dictionary(uniqueKeysWithValues: $0.map { ($0, $1) })) }
            console.print(JSONValue.array(objects).text(depth: 1) + "\n")
        }
    }
}

extension JSONValue {
    /// The value as a field of a CSV: empty for null.
    fileprivate var field: String {
        switch self {
        case .null: ""
        case .string(let text): text
        default: text()
        }
    }
}
