import BenchmarkKit

/// Text that is not JSON. Exit code 1.
struct JSONError: ExitingError, Equatable {
    let file: String
    /// The place, from 1; columns count characters.
    let line: Int
    let column: Int
    let got: String
    let expected: String

    var exitCode: ExitCode { .harnessError }
    var description: String { "\(file):\(line):\(column): got \(got), expected \(expected)" }
}

/// Reads JSON (RFC 8259); what Foundation reports of bad text differs between platforms and lacks the place.
struct JSONText {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var depth = 0
    private static let deepest = 512

    /// The value a text holds.
    static func value(_ text: String, file: String) throws(JSONError) -> JSONValue {
        var reader = JSONText(text, file)
        let value = try reader.value()
        reader.skipSpace()
        if reader.position < reader.bytes.count { throw reader.error("the end of the file") }
        return value
    }

    private init(_ text: String, _ file: String) {
        let all = Array(text.utf8)
        // Some editors begin a file with a byte order mark, which is no part of the text.
        bytes = all.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(all.dropFirst(3)) : all
        self.file = file
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard position < bytes.count else { throw error("a value") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try enter()
        var members: [String: JSONValue] = [:]
        if take("}") { return leave(.object(members)) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("a name in quotes") }
            let start = position
            let name = try string()
            guard take(":") else { throw error("':'") }
            guard members.updateValue(try value(), forKey: name) == nil else {
                position = start
                throw error("each name once", got: "'\(name)' again")
            }
        } while take(",")
        guard take("}") else { throw error("',' or '}'") }
        return leave(.object(members))
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try enter()
        var values: [JSONValue] = []
        if take("]") { return leave(.array(values)) }
        repeat { values.append(try value()) } while take(",")
        guard take("]") else { throw error("',' or ']'") }
        return leave(.array(values))
    }

    private mutating func enter() throws(JSONError) {
        guard depth < Self.deepest else { throw error("at most \(Self.deepest) nested values") }
        depth += 1
        position += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        depth -= 1
        return value
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("a value") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = position
        while position < bytes.count, "+-.0123456789eE".utf8.contains(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), text.wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/) != nil else {
            position = start
            throw error("a value")
        }
        guard value.isFinite else {
            position = start
            throw error("a number up to \(Double.greatestFiniteMagnitude)", got: "'\(text)'")
        }
        return value
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        var result: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 { throw error("a character of a text, or its closing quote") }
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: result, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            result += Array(String(try escape()).utf8)
        }
        throw error("a closing quote")
    }

    private mutating func escape() throws(JSONError) -> Character {
        guard position < bytes.count else { throw error("an escape") }
        position += 1
        switch bytes[position - 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try scalar())
        default:
            position -= 1
            throw error("one of \" \\ / b f n r t u")
        }
    }

    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let high = try unit()
        if (0xD800..<0xDC00).contains(high), bytes[position...].starts(with: "\\u".utf8) {
            let end = position
            position += 2
            let low = try unit()
            if (0xDC00..<0xE000).contains(low) {
                return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
            }
            // Half a pair is no character; what follows it is one of its own.
            position = end
        }
        return Unicode.Scalar(high) ?? "\u{FFFD}"
    }

    private mutating func unit() throws(JSONError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        // A sign is no digit.
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw error("four hexadecimal digits")
        }
        position += 4
        return unit
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    private func error(_ expected: String, got: String? = nil) -> JSONError {
        let before = bytes[..<min(position, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let rest = String(decoding: bytes[before.endIndex...].prefix(8), as: UTF8.self)
        return JSONError(
            file: file, line: before.count { $0 == 0x0A } + 1,
            column: String(decoding: before[lineStart...], as: UTF8.self).count + 1,
            got: got ?? rest.first.map { "'\($0)'" } ?? "the end of the file", expected: expected)
    }
}
