import Foundation

/// What a comparison of two times comes to.
public enum TimeVerdict: String, Sendable, CaseIterable {
    /// Faster than the tolerance allows to be called the same.
    case faster
    /// Slower than the tolerance allows.
    case slower
    /// Within the tolerance.
    case same
    /// The measurement does not tell.
    case undecided

    /// Whether the times differ.
    public var isDifference: Bool { self == .faster || self == .slower }
}

/// When an estimate is a verdict.
///
/// The rows of a run and the looks at each share the error rate (Bonferroni): with the rate α, the probability that any
/// interval of a run misses its ratio is at most α. Printed intervals are these, so that interval and verdict agree.
public struct TimeRule: Sendable, Equatable {
    /// The relative change that does not matter: 0.01 is one per cent.
    public var tolerance: Double
    /// The probability that any interval of the run misses.
    public var errorRate = 0.05
    /// How many rows the run reports.
    public var rows: Int
    /// How often a row is looked at before it is called undecided.
    public var looks = 3

    /// A rule for a run of that many rows.
    ///
    /// - Precondition: the tolerance is positive and `rows` at least 1.
    public init(tolerance: Double, rows: Int) {
        precondition(tolerance > 0 && rows >= 1, "A tolerance is positive, and a run has rows.")
        self.tolerance = tolerance
        self.rows = rows
    }

    /// The confidence of the interval of one row at one look.
    public var confidence: Double { 1 - errorRate / Double(rows * looks) }

    /// The fewest units whose signed-rank test can reach the confidence: their whole range misses with 2 · 2^-n.
    public var fewestUnits: Int { Int(ceil(1 - log2(1 - confidence))) }

    /// Slower where the interval lies above 0 and the estimate above the tolerance, faster the other way round, the same
    /// where the interval lies within the tolerance.
    public func verdict(of estimate: RatioEstimate) -> TimeVerdict {
        let bound = log1p(tolerance)
        if estimate.lower > 0, estimate.logRatio > bound { return .slower }
        if estimate.upper < 0, estimate.logRatio < -bound { return .faster }
        return estimate.lower > -bound && estimate.upper < bound ? .same : .undecided
    }
}
