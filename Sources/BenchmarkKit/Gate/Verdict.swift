/// What the gate says about one row.
public enum Verdict: String, Sendable, CaseIterable {
    /// Within the tolerance.
    case ok
    /// Worse than the tolerance allows.
    case regressed
    /// The answer changed: another checksum, or another value of a metric that must be equal.
    case changed
    /// Better than the tolerance allows: too much slack, to be locked in by an update.
    case improved
    /// Measured, but as another unit or class than the threshold's.
    case mismatched
    /// The metric was unavailable, or the strategy did not fit in memory.
    case unavailable
    /// There is a threshold, but nothing was measured.
    case notMeasured
    /// It was measured, but there is no threshold.
    case noThreshold

    /// What a command that meets this verdict exits with.
    public func exitCode(isStrictAboutImprovements: Bool) -> ExitCode {
        switch self {
        case .ok: .success
        case .regressed: .regression
        case .changed: .jobFailed
        case .improved: isStrictAboutImprovements ? .improvement : .success
        case .mismatched, .notMeasured, .noThreshold: .missing
        case .unavailable: .inconclusive
        }
    }
}

/// The gate's verdict on one row, with the numbers it rests on.
public struct RowVerdict: Sendable, Equatable {
    /// What was measured, or should have been.
    public let key: CaseKey
    /// What the gate says.
    public let verdict: Verdict
    /// The threshold; nil where there is none.
    public let threshold: Threshold?
    /// The measured row; nil where there is none.
    public let measured: ResultRow?

    /// The measured value over the threshold's; nil where one is missing or the threshold is 0.
    public var ratio: Double? {
        guard let value = measured?.value, let base = threshold?.value, base != 0 else { return nil }
        return value / base
    }
}
