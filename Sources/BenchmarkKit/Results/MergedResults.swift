/// Rows of several result files, checked to belong together.
public struct MergedResults: Sendable, Equatable {
    /// All rows, file after file.
    public let rows: [ResultRow]

    /// Joins the rows of files. O(number of rows).
    ///
    /// - Throws: ``MergeError`` where two rows come from different environments, commits or seeds, or say the same thing.
    public init(_ files: [(path: String, rows: [ResultRow])]) throws(MergeError) {
        var rows: [ResultRow] = []
        var first: (path: String, row: ResultRow)?
        var keys: [CaseKey: String] = [:]
        for (path, own) in files {
            for row in own {
                if let first {
                    try Self.expect("environment", row.environment, path, first.row.environment, first.path)
                    try Self.expect("commit", row.commit, path, first.row.commit, first.path)
                    try Self.expect("seed", String(row.seed), path, String(first.row.seed), first.path)
                } else {
                    first = (path, row)
                }
                if let other = keys.updateValue(path, forKey: row.key) {
                    throw MergeError("\(path): \(row.key.path) again; it is in \(other), too")
                }
            }
            rows += own
        }
        self.rows = rows
    }

    private static func expect(
        _ what: String, _ got: String, _ path: String, _ expected: String, _ other: String
    ) throws(MergeError) {
        if got != expected {
            throw MergeError("\(path): got the \(what) '\(got)', expected '\(expected)' as in \(other)")
        }
    }
}

/// Files that do not belong together. Ends the process with exit code 1.
public struct MergeError: ExitingError, Equatable {
    /// The files, what was got and what was expected.
    public let description: String
    /// Always 1.
    public var exitCode: ExitCode { .harnessError }

    init(_ description: String) { self.description = description }
}
