/// A line of a CSV file whose fields are found by the header's names.
///
/// Asking for a column the header does not have is a programming error.
public struct CSVRecord: Sendable {
    /// The file's name.
    public let file: String
    /// The line it begins on, from 1.
    public let line: Int
    let fields: [String]
    let positions: [String: Int]

    /// The field as it is. O(1).
    ///
    /// - Precondition: the header has the column; so for all accessors.
    public func text(_ column: String) -> String {
        guard let position = positions[column] else { preconditionFailure("There is no column '\(column)'.") }
        return fields[position]
    }

    /// A whole number.
    ///
    /// - Throws: `CSVError` for anything else.
    public func integer(_ column: String) throws(CSVError) -> Int {
        guard let value = Int(text(column)) else { throw error(column, expected: "a whole number") }
        return value
    }

    /// A number of items, from 1 to 10^12.
    ///
    /// - Throws: `CSVError` for anything else.
    public func itemCount(_ column: String) throws(CSVError) -> Int {
        guard let value = Int(text(column)), (1...1_000_000_000_000).contains(value) else {
            throw error(column, expected: "a whole number from 1 to 10^12")
        }
        return value
    }

    /// A whole number from 0 to 2^64 - 1.
    ///
    /// - Throws: `CSVError` for anything else.
    public func unsigned(_ column: String) throws(CSVError) -> UInt64 {
        guard let value = UInt64(text(column)) else { throw error(column, expected: "a number from 0 to 2^64 - 1") }
        return value
    }

    /// A finite number.
    ///
    /// - Throws: `CSVError` for anything else.
    public func number(_ column: String) throws(CSVError) -> Double {
        guard let value = Double(text(column)), value.isFinite else { throw error(column, expected: "a number") }
        return value
    }

    /// One of a type's names.
    ///
    /// - Throws: `CSVError` for anything else.
    public func choice<T: RawRepresentable & CaseIterable>(_ column: String) throws(CSVError) -> T
    where T.RawValue == String {
        guard let value = T(rawValue: text(column)) else {
            throw error(column, expected: "one of \(T.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    /// An error about one of the record's fields.
    public func error(_ column: String, expected: String) -> CSVError {
        CSVError(file: file, line: line, column: column, got: "'\(text(column))'", expected: expected)
    }

    /// Checks the column `schema_version`.
    func expectVersion(_ version: Int) throws(CSVError) {
        guard text("schema_version") == String(version) else {
            throw error("schema_version", expected: "\(version), the version this program reads")
        }
    }
}
