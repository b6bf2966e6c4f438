import BenchmarkKit

/// Something given to the program cannot be used: a file with bad contents, a machine too small. Exit code 1, or the
/// one that fits.
struct InputError: ExitingError, Equatable {
    let description: String
    let exitCode: ExitCode

    init(_ description: String, exitCode: ExitCode = .harnessError) {
        self.description = description
        self.exitCode = exitCode
    }
}
