/// A file that is not the CSV it should be. Ends the process with exit code 1.
public struct CSVError: ExitingError, Equatable {
    /// The file's name.
    public let file: String
    /// The line, from 1, on which the record begins or the error lies.
    public let line: Int
    /// The column's name, or its position; nil where the error concerns the whole line.
    public let column: String?
    /// What was found.
    public let got: String
    /// What should have been there.
    public let expected: String

    /// An error with its place.
    public init(file: String, line: Int, column: String? = nil, got: String, expected: String) {
        self.file = file
        self.line = line
        self.column = column
        self.got = got
        self.expected = expected
    }

    /// Always 1.
    public var exitCode: ExitCode { .harnessError }

    /// `results.csv:12: column 'n': got 'many', expected a whole number`.
    public var description: String {
        "\(file):\(line): \(column.map { "column '\($0)': " } ?? "")got \(got), expected \(expected)"
    }
}
