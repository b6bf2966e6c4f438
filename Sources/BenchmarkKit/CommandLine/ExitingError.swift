/// An error that knows the exit code its command ends with. Its description is the sentence to print, once, in `main`.
public protocol ExitingError: Error, CustomStringConvertible {
    /// The code to exit with.
    var exitCode: ExitCode { get }
}
