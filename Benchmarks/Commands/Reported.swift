import BenchmarkKit

/// An error that was printed, with the result line after it: nothing is left to do but to exit.
struct Reported: ExitingError {
    let exitCode: ExitCode
    let description = "reported"
}

extension Reported {
    /// Tells of an error that ended a measurement: on standard error, in the summary of a step on GitHub, and in the result line.
    ///
    /// - Parameters:
    ///   - rows: what was measured before.
    ///   - finish: prints the result line.
    init(_ error: any ExitingError, _ rows: [ResultRow], _ environment: Environment, finish: (ResultLine) -> Void) {
        Console.fail("\(error)")
        exitCode = StepSummary.append(
            "**\(error.exitCode.meaning)**\n\n```\n\(error)\n```\n", environment, exit: error.exitCode)
        finish(
            ResultLine(
                regressed: error.exitCode == .jobFailed ? 1 : 0, ok: rows.count { $0.value != nil },
                missing: error.exitCode == .missing ? 1 : 0, exit: exitCode))
    }
}
