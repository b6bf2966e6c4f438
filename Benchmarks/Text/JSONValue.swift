import BenchmarkKit

/// A value of JSON. Numbers print in the shortest form that reads back as the same.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    /// A number that is printed as it stands.
    case literal(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The text with sorted keys; arrays and objects down to `depth` have their members on lines of their own.
    func text(depth: Int = 0) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): value.isFinite ? CSV.number(value) : "null"
        case .literal(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let values):
            Self.lines(values.map { $0.text(depth: depth - 1) }, "[", "]", isBroken: depth > 0)
        case .object(let members):
            Self.lines(
                members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.text(depth: depth - 1))" },
                "{", "}", isBroken: depth > 0)
        }
    }

    private static func lines(_ members: [String], _ open: String, _ close: String, isBroken: Bool) -> String {
        guard isBroken, !members.isEmpty else { return open + members.joined(separator: ",") + close }
        return open + "\n" + members.joined(separator: ",\n") + "\n" + close
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let other where other.value < 0x20:
                let digits = String(other.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
