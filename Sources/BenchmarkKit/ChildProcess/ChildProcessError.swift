import Foundation

/// A process that cannot be started. Ends the calling process with exit code 1.
public struct ChildProcessError: ExitingError, Equatable {
    /// The executable's path.
    public let executable: String
    /// The system's error number.
    public let code: Int32

    /// Always 1.
    public var exitCode: ExitCode { .harnessError }

    /// `cannot start /usr/bin/nothing: No such file or directory`.
    public var description: String {
        "cannot start \(executable): \(String(cString: strerror(code)))"
    }
}
