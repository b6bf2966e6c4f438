/// A file that cannot be read or written.
public struct FileError: ExitingError, Equatable {
    /// The file's path.
    public let path: String
    /// What went wrong, in the system's words; what was expected, too, where it is about permission.
    public let reason: String
    /// 6 for a file that cannot be written, 5 for a baseline or threshold that is missing, otherwise 1.
    public let exitCode: ExitCode

    /// An error about a file.
    public init(path: String, reason: String, exitCode: ExitCode) {
        self.path = path
        self.reason = reason
        self.exitCode = exitCode
    }

    /// `cannot write results/a.csv: Permission denied`.
    public var description: String {
        "cannot \(exitCode == .cannotWrite ? "write" : "read") \(path): \(reason)"
    }
}
