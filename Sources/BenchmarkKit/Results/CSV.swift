/// Comma-separated values after RFC 4180: fields with a comma, a quote, a line feed or a carriage return are quoted, and
/// quotes in them doubled.
///
/// Lines are written with a line feed alone, so that files diff well; CRLF is accepted.
public enum CSV {
    /// One line, with its line feed. O(length).
    public static func line(_ fields: [String]) -> String {
        // A single empty field would be an empty line, which readers skip.
        if fields == [""] { return "\"\"\n" }
        return fields.map(quoted).joined(separator: ",") + "\n"
    }

    /// A number in the shortest form that reads back as the same; whole numbers below 10^15 without fraction or exponent.
    public static func number(_ value: Double) -> String {
        if value.rounded() == value, abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }

    private static func quoted(_ field: String) -> String {
        // Characters would not do: "\r\n" is a single one.
        guard field.utf8.contains(where: { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }) else { return field }
        var result = "\""
        for scalar in field.unicodeScalars {
            if scalar == "\"" { result += "\"\"" } else { result.unicodeScalars.append(scalar) }
        }
        return result + "\""
    }
}
