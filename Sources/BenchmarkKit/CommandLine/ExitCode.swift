/// How a benchmark command ended, as the process's exit status.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything passed. Never used when nothing was measured.
    case success = 0
    /// The harness itself failed, or was given a file it cannot read.
    case harnessError = 1
    /// At least one regression was confirmed.
    case regression = 2
    /// A job crashed, timed out or computed a wrong answer.
    case jobFailed = 3
    /// Improvements lie beyond the tolerance, and the caller asked to treat them as failures.
    case improvement = 4
    /// A baseline or threshold is missing, or the measured set is not the threshold set.
    case missing = 5
    /// A file cannot be written.
    case cannotWrite = 6
    /// The measurement decides nothing, or a metric is unavailable.
    case inconclusive = 7
    /// The command line is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64

    /// One line for help texts and reports.
    public var meaning: String {
        switch self {
        case .success: "all pass"
        case .harnessError: "harness error"
        case .regression: "confirmed regression"
        case .jobFailed: "a job failed: crash, timeout or wrong checksum"
        case .improvement: "improvements beyond tolerance, with --strict-improvements"
        case .missing: "baseline or threshold missing, or the measured set is not the threshold set"
        case .cannotWrite: "cannot write"
        case .inconclusive: "inconclusive, or a metric is unavailable"
        case .usage: "wrong usage"
        }
    }

    /// The code to exit with when several apply: what invalidates the run outranks what the run found.
    ///
    /// The order, most severe first: usage, harness error, cannot write, job failed, regression, missing,
    /// inconclusive, improvement, success. An empty collection yields `.success`. O(number of codes).
    public static func mostSevere(_ codes: some Sequence<ExitCode>) -> ExitCode {
        codes.max { $0.severity < $1.severity } ?? .success
    }

    private var severity: Int {
        switch self {
        case .success: 0
        case .improvement: 1
        case .inconclusive: 2
        case .missing: 3
        case .regression: 4
        case .jobFailed: 5
        case .cannotWrite: 6
        case .harnessError: 7
        case .usage: 8
        }
    }
}
