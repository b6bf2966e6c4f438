/// A confidence interval of the median that assumes nothing about the distribution: two order statistics, whose coverage
/// is a sum of binomial terms (Conover, Practical Nonparametric Statistics, section 3.2).
public struct SignTestInterval: Sendable, Equatable {
    /// The lower bound, one of the values.
    public let lower: Double
    /// The upper bound, one of the values.
    public let upper: Double
    /// The probability that such an interval covers the median, for independent values of a continuous distribution.
    public let coverage: Double
    /// Whether the coverage reaches the confidence asked for. Too few values (fewer than 6 for 95 %) cannot; the interval
    /// is then their whole range.
    public let isAttained: Bool

    /// The narrowest symmetric pair of order statistics whose coverage is at least `confidence`. O(n log n): a binary
    /// search over sums of binomial terms.
    ///
    /// - Parameter effectiveCount: How many independent values say as much as these, at most as many; nil if all are
    ///   independent. The ranks of so few are spread over all: the k-th stands at the part (k - 1/2) / `effectiveCount`, the
    ///   correction for continuity, without which the interval of 6 would miss three times as often as it says.
    /// - Precondition: the values are not empty and ascending, and `confidence` lies strictly between 0 and 1.
    public init(ofSorted values: [Double], effectiveCount: Int? = nil, confidence: Double = 0.95) {
        precondition(!values.isEmpty, "No values have no median.")
        precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1.")
        let effective = effectiveCount ?? values.count
        precondition((1...values.count).contains(effective), "Values do not say more than they do one by one.")
        let rank = Self.rank(count: effective, confidence: confidence)
        isAttained = rank >= 1
        coverage = max(0, 1 - 2 * Binomial.cumulative(max(1, rank) - 1, trials: effective))
        let index = rank >= 1 ? ((2 * rank - 1) * values.count + effective) / (2 * effective) - 1 : 0
        lower = values[index]
        upper = values[values.count - 1 - index]
    }

    /// The largest rank k, counted from 1, for which the k-th value from below and the k-th from above cover the median
    /// with the confidence; 0 where none does.
    ///
    /// The interval misses on one side where fewer than k values lie there: P(X <= k - 1), X ~ B(n, 1/2).
    public static func rank(count: Int, confidence: Double) -> Int {
        let tail = Statistics.tail(outside: confidence)
        var low = 0
        var high = (count + 1) / 2
        while low < high {
            let middle = (low + high + 1) / 2
            if Binomial.cumulative(middle - 1, trials: count) <= tail { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
