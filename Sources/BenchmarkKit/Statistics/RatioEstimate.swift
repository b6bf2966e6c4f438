import Foundation

/// How much longer one thing takes than another, from log ratios: 0 means equally long, 0.01 about one per cent longer.
public struct RatioEstimate: Sendable, Equatable {
    /// The estimate: the median of the log ratios' Walsh averages.
    public let logRatio: Double
    /// The interval's lower bound.
    public let lower: Double
    /// The interval's upper bound.
    public let upper: Double
    /// How many log ratios there are.
    public let count: Int

    /// An estimate with known values.
    public init(logRatio: Double, lower: Double, upper: Double, count: Int) {
        self.logRatio = logRatio
        self.lower = lower
        self.upper = upper
        self.count = count
    }

    /// An estimate of independent log ratios, of which the interval is the signed-rank test's: of pairs of set-ups or of processes,
    /// which are set up anew for each. Where there are too few for the confidence, the interval is infinite. O(n² log n).
    ///
    /// Of pairs in random order the test assumes no more than that a log ratio is a constant and a difference of two equally
    /// distributed values, which is symmetric. Some take half as long again as others, for where their memory lies or for what
    /// else runs: Student's interval of a mean, which each of them moves, was ten times as wide.
    ///
    /// - Precondition: there is at least one log ratio, none is NaN, and `confidence` lies strictly between 0 and 1.
    public init(_ logRatios: [Double], confidence: Double) {
        let interval = SignedRankInterval(of: logRatios, confidence: confidence)
        self.init(logRatio: interval.center, lower: interval.lower, upper: interval.upper, count: logRatios.count)
    }

    /// The ratio: 1.01 is one per cent longer.
    public var ratio: Double { exp(logRatio) }
    /// The lower bound of the ratio.
    public var lowerRatio: Double { exp(lower) }
    /// The upper bound of the ratio.
    public var upperRatio: Double { exp(upper) }
}
