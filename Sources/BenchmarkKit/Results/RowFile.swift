/// A CSV file that grows row by row: after every `append` it is complete, but for a last line that a kill cut off.
///
/// Not thread-safe.
public final class RowFile {
    /// Where the file is.
    public var path: String { file.path }
    /// Its length in bytes.
    public var length: Int { file.length }
    private let file: LineFile

    /// Makes a new file with the header alone, and the folders above it.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written or exists already.
    public init(creating path: String, columns: [String]) throws(FileError) {
        file = try LineFile(creating: path)
        try append([columns])
    }

    /// Makes a new file, or goes on with the one that is there; a last line that was cut off is removed.
    ///
    /// - Parameter bytes: How many of its bytes stay, at most.
    /// - Throws: `FileError` with exit code 6.
    public init(path: String, columns: [String], keeping bytes: Int = .max) throws(FileError) {
        file = try LineFile(path, keeping: bytes)
        if file.length == 0 { try append([columns]) }
    }

    /// All rows of a file, in order, but for a last line that was cut off. O(length).
    ///
    /// - Throws: `FileError` where it cannot be read, `CSVError` where it has other columns.
    public static func records(_ path: String, columns: [String]) throws -> [CSVRecord] {
        try CSVReader.records(ResultFile.wholeLines(TextFile.read(path)), file: path, columns: columns)
    }

    /// Adds rows at the end, in one write that survives the machine, too, as far as the system keeps its promise.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ rows: [[String]]) throws(FileError) {
        guard !rows.isEmpty else { return }
        try file.append(rows.map(CSV.line).joined())
    }
}
