#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much longer one thing takes than another, from log ratios: 0 means equally long, 0.01 about one per cent longer.
public struct RatioEstimate: Sendable, Equatable {
    /// What a log ratio is an observation of, and therefore how its interval is found.
    public enum Unit: Sendable {
        /// A block of samples within one process: the interval is the sign test's, of the median.
        case block
        /// A pair of fresh processes: the interval is the signed-rank test's. Of pairs in random order it assumes no more than that
        /// the log ratio is a constant and a difference of two equally distributed values, which is symmetric. Some launches take
        /// half as long again as others, for where their memory lies or for what else runs: Student's interval of a mean, which
        /// each of them moves, was ten times as wide.
        case processPair
    }

    /// The estimate: the median of blocks, the median of the Walsh averages of pairs.
    public let logRatio: Double
    /// The interval's lower bound.
    public let lower: Double
    /// The interval's upper bound.
    public let upper: Double
    /// How many log ratios there are.
    public let count: Int
    /// How many independent ones say as much.
    public let effectiveCount: Int

    /// An estimate with known values.
    public init(logRatio: Double, lower: Double, upper: Double, count: Int, effectiveCount: Int? = nil) {
        self.logRatio = logRatio
        self.lower = lower
        self.upper = upper
        self.count = count
        self.effectiveCount = effectiveCount ?? count
    }

    /// An estimate of log ratios in the order in which they were observed. Where there are too few for the confidence, the
    /// interval is infinite. O(n log n) for blocks, O(n² log n) for pairs.
    ///
    /// - Precondition: there is at least one log ratio, and none is NaN.
    public init(_ logRatios: [Double], unit: Unit, confidence: Double) {
        switch unit {
        case .block: self.init(blocks: logRatios, confidence)
        case .processPair: self.init(pairs: logRatios, confidence)
        }
    }

    /// The ratio: 1.01 is one per cent longer.
    public var ratio: Double { exp(logRatio) }
    /// The lower bound of the ratio.
    public var lowerRatio: Double { exp(lower) }
    /// The upper bound of the ratio.
    public var upperRatio: Double { exp(upper) }

    /// The sign test with as many values as say independent things; their ranks are spread over all values.
    private init(blocks values: [Double], _ confidence: Double) {
        let sorted = values.sorted()
        let effective = SerialDependence.effectiveCount(values)
        let interval = SignTestInterval(ofSorted: sorted, effectiveCount: effective, confidence: confidence)
        self.init(
            logRatio: Statistics.quantile(0.5, ofSorted: sorted),
            lower: interval.isAttained ? interval.lower : -.infinity,
            upper: interval.isAttained ? interval.upper : .infinity,
            count: values.count, effectiveCount: effective)
    }

    private init(pairs values: [Double], _ confidence: Double) {
        let interval = SignedRankInterval(of: values, confidence: confidence)
        self.init(logRatio: interval.center, lower: interval.lower, upper: interval.upper, count: values.count)
    }
}
