import Foundation

/// A result file that grows row by row: after every `append` it is a complete CSV of what was measured so far, so that
/// an interrupted run loses nothing but the case it was at.
///
/// Not thread-safe.
public final class ResultFile {
    /// Where the file is.
    public var path: String { file.path }
    private let file: RowFile

    /// Makes a new file with the header alone, and the folders above it. What stands beside its path is of a former file
    /// of that name, and is removed.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written or exists already.
    public init(creating path: String) throws(FileError) {
        file = try RowFile(creating: path, columns: ResultRow.columns)
        Self.removeCompanions(of: path)
    }

    /// Opens an existing result file to go on with it, after so many of its rows or all; the others are removed.
    ///
    /// - Throws: `FileError` where it cannot be written, `CSVError` where it is not a result file of this version, or has
    ///   fewer rows.
    public init(appendingTo path: String, keeping count: Int? = nil) throws {
        let text = try TextFile.read(path)
        let rows = try Self.rows(Self.wholeLines(text), file: path)
        if let count, rows.count < count {
            throw CSVError(
                file: path, line: rows.count + 2, got: "the file's end after \(rows.count) rows",
                expected: "\(count) rows, as many as its run had written")
        }
        let whole = CSV.line(ResultRow.columns) + rows.prefix(count ?? .max).map { CSV.line($0.fields) }.joined()
        if whole != text { try TextFile.write(whole, to: path) }
        file = try RowFile(path: path, columns: ResultRow.columns)
    }

    /// Removes what stands beside a result file: its environment, samples, histograms and journal.
    public static func removeCompanions(of path: String) {
        for other in [
            Environment.path(besides: path), SampleFile.path(besides: path), HistogramFile.path(besides: path),
            RunJournal.path(besides: path),
        ] { try? FileManager.default.removeItem(atPath: other) }
    }

    /// Adds rows at the end, in one write.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ rows: [ResultRow]) throws(FileError) { try file.append(rows.map(\.fields)) }

    /// All rows of a result file, in order. A last line without its end was cut off when a run was killed, and is left
    /// out. O(length).
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - tell: Is given what is left of the line that was cut off, if there is one.
    /// - Throws: `FileError` where it cannot be read, `CSVError` where it is a foreign CSV or of another schema version.
    public static func read(_ path: String, ofCutOff tell: (CutOffLine) -> Void = { _ in }) throws -> [ResultRow] {
        let text = try TextFile.read(path)
        let rows = try rows(wholeLines(text), file: path)
        if let line = CutOffLine(of: text, file: path) { tell(line) }
        return rows
    }

    /// The text up to its last line feed; if it has none all of it, which is a header or the start of one.
    static func wholeLines(_ text: String) -> String {
        guard let end = text.unicodeScalars.lastIndex(of: "\n") else { return text }
        return String(text.unicodeScalars[...end])
    }

    /// All rows of a result file's text, in order. O(length).
    ///
    /// - Throws: `CSVError` where it is a foreign CSV or of another schema version.
    public static func rows(_ text: String, file: String) throws(CSVError) -> [ResultRow] {
        var rows: [ResultRow] = []
        for record in try CSVReader.records(text, file: file, columns: ResultRow.columns) {
            rows.append(try ResultRow(record))
        }
        return rows
    }

    /// Whether a file is named like a result file, not like one of samples or histograms that stands beside it.
    public static func isNamed(_ path: String) -> Bool {
        path.hasSuffix(".csv") && !path.hasSuffix(".samples.csv") && !path.hasSuffix(".histograms.csv")
    }

    /// The place of a file beside a result file: `a.env.json` for `a.csv`.
    static func path(_ resultPath: String, suffix: String) -> String {
        (resultPath.hasSuffix(".csv") ? String(resultPath.dropLast(4)) : resultPath) + suffix
    }

    /// `20260131T235959Z_1a2b3c4_linux-x86_64-swift6.3.csv`.
    public static func name(time: Date, commit: String, environment: String) -> String {
        "\(Timestamp.basic(time))_\(commit)_\(environment).csv"
    }
}
