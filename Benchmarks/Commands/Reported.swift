import BenchmarkKit

/// An error that was printed, with the result line after it: nothing is left to do but to exit.
struct Reported: ExitingError {
    let exitCode: ExitCode
    let description = "reported"
}
