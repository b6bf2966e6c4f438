import Foundation

/// A CSV file that grows row by row: after every `append` it is complete, but for a last line that a kill cut off.
///
/// Not thread-safe.
public final class RowFile {
    /// Where the file is.
    public let path: String
    private let descriptor: Int32

    /// Makes a new file with the header alone, and the folders above it.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written or exists already.
    public init(creating path: String, columns: [String]) throws(FileError) {
        try TextFile.makeFolder(above: path)
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw Self.error(path, errno) }
        try append([columns])
    }

    /// Opens a file that exists, to go on with it; a last line that was cut off is removed.
    ///
    /// - Throws: `FileError` with exit code 6.
    public init(appendingTo path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        if descriptor < 0 { throw Self.error(path, errno) }
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if whole < bytes.count, ftruncate(descriptor, off_t(whole)) != 0 { throw Self.error(path, errno) }
    }

    /// All rows of a file, in order, but for a last line that was cut off. O(length).
    ///
    /// - Throws: `FileError` where it cannot be read, `CSVError` where it has other columns.
    public static func records(_ path: String, columns: [String]) throws -> [CSVRecord] {
        try CSVReader.records(ResultFile.wholeLines(TextFile.read(path)), file: path, columns: columns)
    }

    /// Makes a new file, or goes on with the one that is there.
    ///
    /// - Throws: `FileError` with exit code 6.
    public convenience init(path: String, columns: [String]) throws(FileError) {
        if FileManager.default.fileExists(atPath: path) {
            try self.init(appendingTo: path)
        } else {
            try self.init(creating: path, columns: columns)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds rows at the end, in one write that survives the machine, too, as far as the system keeps its promise.
    ///
    /// - Throws: `FileError` with exit code 6.
    public func append(_ rows: [[String]]) throws(FileError) {
        guard !rows.isEmpty else { return }
        let code = FileDescriptorOutput.writeAll(rows.map(CSV.line).joined(), to: descriptor)
        if code != 0 { throw Self.error(path, code) }
        fsync(descriptor)
    }

    private static func error(_ path: String, _ code: Int32) -> FileError {
        FileError(path: path, reason: String(cString: strerror(code)), exitCode: .cannotWrite)
    }
}
