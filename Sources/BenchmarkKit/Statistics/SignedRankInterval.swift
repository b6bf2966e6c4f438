import Foundation

/// The centre of a symmetric distribution and a confidence interval of it, by Wilcoxon's signed-rank test: the median of the
/// Walsh averages, which are the means of each two values and of each with itself, and two of these averages (Hodges and
/// Lehmann, "Estimates of location based on rank tests", 1963; Conover, Practical Nonparametric Statistics, section 5.7).
///
/// Nearly as narrow as Student's interval where values are normal, and as deaf to a few that lie far off as the sign test.
struct SignedRankInterval: Equatable {
    /// The median of the Walsh averages.
    let center: Double
    /// The interval's lower bound; -∞ where there are too few values for the confidence.
    let lower: Double
    /// The interval's upper bound; ∞ where there are too few values for the confidence.
    let upper: Double

    /// Of more values the number of averages outside is the normal approximation's: in far tails a little less, so that intervals
    /// are a little wider.
    static let exactCount = 200

    /// The interval of independent values. O(n² log n).
    ///
    /// - Precondition: there is at least one value, none is NaN, and `confidence` lies strictly between 0 and 1.
    init(of values: [Double], confidence: Double) {
        precondition(!values.isEmpty, "No values have no centre.")
        precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1.")
        var averages: [Double] = []
        averages.reserveCapacity(values.count * (values.count + 1) / 2)
        for (index, value) in values.enumerated() {
            for other in values[index...] { averages.append((value + other) / 2) }
        }
        averages.sort()
        center = Statistics.quantile(0.5, ofSorted: averages)
        let rank = Self.rank(count: values.count, confidence: confidence)
        lower = rank >= 1 ? averages[rank - 1] : -.infinity
        upper = rank >= 1 ? averages[averages.count - rank] : .infinity
    }

    /// The largest rank k, counted from 1, for which the k-th Walsh average from below and the k-th from above cover the centre
    /// with the confidence; 0 where none does.
    ///
    /// The interval misses on one side where the ranks of the values there, by their distance from the centre, add up to less
    /// than k: each rank counts with a probability of 1/2.
    static func rank(count: Int, confidence: Double) -> Int {
        let tail = Statistics.tail(outside: confidence)
        let n = Double(count)
        let mean = n * (n + 1) / 4
        guard count <= exactCount else {
            let deviation = sqrt(mean * (2 * n + 1) / 6)
            return Int(mean + 0.5 + StudentT.quantile(tail, degrees: 1e6) * deviation)
        }
        // The probability of each sum of the ranks so far, up to the mean.
        var sums = [1.0] + Array(repeating: 0, count: Int(mean))
        for rank in 1...count {
            for sum in sums.indices.reversed() { sums[sum] = (sums[sum] + (sum >= rank ? sums[sum - rank] : 0)) / 2 }
        }
        var (rank, below) = (0, 0.0)
        while rank < sums.count, below + sums[rank] <= tail {
            below += sums[rank]
            rank += 1
        }
        return rank
    }
}
