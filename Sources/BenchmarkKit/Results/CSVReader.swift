/// Reads CSV text after RFC 4180.
///
/// Quoted fields may contain commas, doubled quotes and line breaks. Lines end with LF or CRLF, the last one may go
/// without. Empty lines are skipped, and so is a byte order mark at the start.
public enum CSVReader {
    /// The raw fields of each line, with the number of the line it begins on. O(length).
    ///
    /// - Throws: `CSVError` for a quote that is not closed, or that stands where none may.
    public static func lines(_ text: String, file: String) throws(CSVError) -> [(line: Int, fields: [String])] {
        var scanner = Scanner(text: Array(text.utf8), file: file)
        return try scanner.lines()
    }

    /// The records after a header. O(length).
    ///
    /// - Throws: `CSVError` where the text is no CSV, the header is not the expected one, or a record has another number
    ///   of fields.
    public static func records(_ text: String, file: String, columns: [String]) throws(CSVError) -> [CSVRecord] {
        let lines = try lines(text, file: file)
        guard let header = lines.first else {
            throw CSVError(file: file, line: 1, got: "an empty file", expected: "the header \(columns[0]),…")
        }
        for (index, column) in columns.enumerated() where index >= header.fields.count || header.fields[index] != column
        {
            let got = index < header.fields.count ? "'\(header.fields[index])'" : "the line's end"
            throw CSVError(
                file: file, line: header.line, column: String(index + 1), got: got,
                expected: "the header '\(column)'"
                    + (header.fields.count == 1 && columns.count > 1 ? "; fields are separated by commas" : "")
            )
        }
        guard header.fields.count == columns.count else {
            throw CSVError(
                file: file, line: header.line, column: String(columns.count + 1),
                got: "'\(header.fields[columns.count])'", expected: "the header's end"
            )
        }
        var positions: [String: Int] = [:]
        for (index, column) in columns.enumerated() { positions[column] = index }
        var records: [CSVRecord] = []
        for (line, fields) in lines.dropFirst() {
            guard fields.count == columns.count else {
                throw CSVError(
                    file: file, line: line, got: "\(fields.count) fields", expected: "\(columns.count) fields"
                )
            }
            records.append(CSVRecord(file: file, line: line, fields: fields, positions: positions))
        }
        return records
    }

    private struct Scanner {
        let text: [UInt8]
        let file: String
        var position = 0
        var line = 1

        init(text: [UInt8], file: String) {
            self.text = text
            self.file = file
            if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        }

        mutating func lines() throws(CSVError) -> [(line: Int, fields: [String])] {
            var result: [(line: Int, fields: [String])] = []
            while position < text.count {
                let start = line
                if skipLineEnd() { continue }
                var fields = [try field(1)]
                while position < text.count, text[position] == Byte.comma {
                    position += 1
                    fields.append(try field(fields.count + 1))
                }
                result.append((start, fields))
                if position < text.count { _ = skipLineEnd() }
            }
            return result
        }

        private mutating func skipLineEnd() -> Bool {
            if text[position] == Byte.lineFeed {
                position += 1
            } else if text[position] == Byte.carriageReturn, position + 1 < text.count,
                text[position + 1] == Byte.lineFeed
            {
                position += 2
            } else {
                return false
            }
            line += 1
            return true
        }

        private var isAtFieldEnd: Bool {
            position == text.count || text[position] == Byte.comma || text[position] == Byte.lineFeed
                || (text[position] == Byte.carriageReturn && position + 1 < text.count
                    && text[position + 1] == Byte.lineFeed)
        }

        private mutating func field(_ column: Int) throws(CSVError) -> String {
            if position < text.count, text[position] == Byte.quote { return try quotedField(column) }
            let start = position
            while !isAtFieldEnd {
                if text[position] == Byte.quote {
                    throw error(column, got: "a quote inside a field", expected: "the whole field in quotes")
                }
                position += 1
            }
            return String(decoding: text[start..<position], as: UTF8.self)
        }

        private mutating func quotedField(_ column: Int) throws(CSVError) -> String {
            let start = line
            var bytes: [UInt8] = []
            position += 1
            while position < text.count {
                let byte = text[position]
                position += 1
                if byte == Byte.quote {
                    guard position < text.count, text[position] == Byte.quote else {
                        if isAtFieldEnd { return String(decoding: bytes, as: UTF8.self) }
                        throw error(column, got: "text after a closing quote", expected: "a comma or the line's end")
                    }
                    position += 1
                } else if byte == Byte.lineFeed {
                    line += 1
                }
                bytes.append(byte)
            }
            throw CSVError(
                file: file, line: start, column: String(column), got: "the file's end", expected: "a closing quote"
            )
        }

        private func error(_ column: Int, got: String, expected: String) -> CSVError {
            CSVError(file: file, line: line, column: String(column), got: got, expected: expected)
        }
    }

    private enum Byte {
        static let comma = UInt8(ascii: ",")
        static let quote = UInt8(ascii: "\"")
        static let lineFeed = UInt8(ascii: "\n")
        static let carriageReturn = UInt8(ascii: "\r")
    }
}
