import Foundation

/// A file of lines that is only ever added to: after every `append` it is whole, but for a last line that a kill cut off.
///
/// Not thread-safe.
final class LineFile {
    /// Where the file is.
    let path: String
    private let descriptor: Int32

    /// Makes a new file, and the folders above it.
    ///
    /// - Throws: `FileError` with exit code 6 where it cannot be written or exists already.
    init(creating path: String) throws(FileError) {
        self.path = path
        descriptor = try Self.open(path, O_CREAT | O_EXCL)
    }

    /// Opens a file to go on with it, or makes a new one: what comes next begins a line of its own.
    ///
    /// - Parameters:
    ///   - bytes: How many of its bytes stay, at most; a line that is not whole then does not.
    ///   - isExclusive: Whether it is this process's as long as this lives, where the file system can.
    /// - Throws: `FileError` with exit code 6; with exit code 1 where another process keeps it for itself.
    init(_ path: String, keeping bytes: Int = .max, isExclusive: Bool = false) throws(FileError) {
        self.path = path
        descriptor = try Self.open(path, O_CREAT)
        if isExclusive, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw FileError(path: path, reason: "its run still goes on, in another process", exitCode: .harnessError)
        }
        let present = FileManager.default.contents(atPath: path) ?? Data()
        let whole = present.prefix(bytes).lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if whole < present.count, ftruncate(descriptor, off_t(whole)) != 0 { throw FileError.unwritable(path, errno) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A process that another thread is starting has the descriptor, too, until it becomes its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
        try TextFile.makeFolder(above: path)
        let descriptor = Foundation.open(path, O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0o644)
        if descriptor < 0 { throw FileError.unwritable(path, errno) }
        return descriptor
    }

    /// Its length in bytes.
    var length: Int { Int(lseek(descriptor, 0, SEEK_END)) }

    /// Adds lines at the end, in one write that survives the machine, too, as far as the system keeps its promise.
    ///
    /// - Throws: `FileError` with exit code 6.
    func append(_ lines: String) throws(FileError) {
        let code = FileDescriptorOutput.writeAll(lines, to: descriptor)
        if code != 0 { throw FileError.unwritable(path, code) }
        fsync(descriptor)
    }
}
