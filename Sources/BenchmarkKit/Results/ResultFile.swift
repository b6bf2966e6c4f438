import Foundation

/// A result file that grows row by row: after every `append` it is a complete CSV of what was measured so far, so that
/// an interrupted run loses nothing but the case it was at.
///
/// Not thread-safe.
public final class ResultFile {
    /// Where the file is.
    public let path: String
    private let descriptor: Int32

    /// Makes a new file with the header alone, and the folders above it.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written or exists already.
    public init(creating path: String) throws(FileError) {
        try TextFile.makeFolder(above: path)
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
        self.path = path
        if descriptor < 0 { throw Self.error(path) }
        try write(CSV.line(ResultRow.columns))
    }

    /// Opens an existing result file to go on with it, after some of its rows; the others are removed.
    ///
    /// - Throws: `FileError` where it cannot be written, `CSVError` where it is not a result file of this version.
    public init(appendingTo path: String, keeping count: Int = .max) throws {
        let text = try TextFile.read(path)
        let kept = try Self.rows(Self.wholeLines(text), file: path).prefix(count)
        let whole = CSV.line(ResultRow.columns) + kept.map { CSV.line($0.fields) }.joined()
        if whole != text { try TextFile.write(whole, to: path) }
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        self.path = path
        if descriptor < 0 { throw Self.error(path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds rows at the end, in one write.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ rows: [ResultRow]) throws(FileError) {
        guard !rows.isEmpty else { return }
        try write(rows.map { CSV.line($0.fields) }.joined())
        // Survives the machine, too, as far as the system keeps its promise.
        fsync(descriptor)
    }

    /// All rows of a result file, in order. A last line without its end was cut off when a run was killed, and is left
    /// out. O(length).
    ///
    /// - Throws: `FileError` where it cannot be read, `CSVError` where it is a foreign CSV or of another schema version.
    public static func read(_ path: String) throws -> [ResultRow] {
        try rows(wholeLines(TextFile.read(path)), file: path)
    }

    /// The text up to its last line feed.
    static func wholeLines(_ text: String) -> String {
        String(
            text.unicodeScalars[
                ..<(text.unicodeScalars.lastIndex(of: "\n").map(text.unicodeScalars.index(after:)) ?? text.startIndex)])
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

    /// `20260131T235959Z_1a2b3c4_linux-x86_64-swift6.3.csv`.
    public static func name(time: Date, commit: String, environment: String) -> String {
        "\(Timestamp.basic(time))_\(commit)_\(environment).csv"
    }

    private func write(_ text: String) throws(FileError) {
        let code = FileDescriptorOutput.writeAll(text, to: descriptor)
        if code != 0 {
            throw FileError(path: path, reason: String(cString: strerror(code)), exitCode: .cannotWrite)
        }
    }

    private static func error(_ path: String) -> FileError {
        FileError(path: path, reason: String(cString: strerror(errno)), exitCode: .cannotWrite)
    }
}
