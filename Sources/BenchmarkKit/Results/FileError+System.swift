import Foundation

/// Errors of the system: in its words, with what it needs where it refuses something.
extension FileError {
    /// Why a file cannot be read. The system is asked once more: Foundation does not tell.
    static func unreadable(_ path: String, exitCode: ExitCode) -> FileError {
        let code = codeOfReading(path)
        let reason =
            switch code {
            case 0: "not a readable file"
            case ENOENT: "no such file"
            case EISDIR: "got a folder, expected a file"
            default: Self.reason(code, path, expected: "file that may be read", in: X_OK)
            }
        return FileError(path: path, reason: reason, exitCode: exitCode)
    }

    /// Why the names in a folder cannot be read.
    static func unreadableFolder(_ path: String, _ code: Int32) -> FileError {
        let reason = reason(code, path, expected: "folder that may be read", in: X_OK)
        return FileError(path: path, reason: reason, exitCode: .harnessError)
    }

    /// A file that cannot be written, with exit code 6.
    static func unwritable(_ path: String, _ code: Int32) -> FileError {
        let reason = reason(code, path, expected: "file that may be written", in: W_OK | X_OK)
        return FileError(path: path, reason: reason, exitCode: .cannotWrite)
    }

    /// What the system says to an error number; what was expected, too, where it is about permission: the folder, where
    /// that cannot be used as it needs to be, otherwise what stands at the path.
    ///
    /// - Parameter mode: What must be allowed of the folder.
    static func reason(_ code: Int32, _ path: String, expected: String, in mode: Int32) -> String {
        let words = String(cString: strerror(code))
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if code == ENOTDIR { return "\(obstacle(to: path)) is no folder" }
        // Foundation says of a file in a folder that is closed that there is none.
        let isClosed = access(folder, mode) != 0 && [EACCES, EPERM, EROFS].contains(errno)
        guard [EACCES, EPERM, EROFS].contains(code) || isClosed && code == ENOENT else { return words }
        let got = "got '\(String(cString: strerror(isClosed && code == ENOENT ? EACCES : code)))'"
        guard isClosed else { return "\(got), expected a \(expected)" }
        return "\(got), expected a folder that may be \(mode & W_OK == 0 ? "entered" : "written"): \(folder)"
    }

    /// The first part of a path that is there and no folder.
    static func obstacle(to path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }

    /// The error number of opening a file and reading from it; 0 where that works.
    private static func codeOfReading(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) < 0 ? errno : 0
    }
}
