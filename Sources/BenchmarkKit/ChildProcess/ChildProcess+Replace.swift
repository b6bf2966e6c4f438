import Foundation

extension ChildProcess {
    /// Puts another program in the place of this process, which keeps its id, streams and environment; the program is
    /// looked up in PATH. Returns only where that fails.
    public static func replaceCurrent(with program: String, _ arguments: [String]) -> ChildProcessError {
        let argv = CStringArray([program] + arguments)
        defer { argv.deallocate() }
        execvp(program, argv.pointer)
        return ChildProcessError(executable: program, code: errno)
    }
}
