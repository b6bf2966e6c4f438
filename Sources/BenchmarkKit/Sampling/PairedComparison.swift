#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How much longer one candidate takes than another, from the rounds both took part in.
///
/// A round's log ratio is `ln(candidate / reference)`: 0 means equal, 0.01 about one per cent slower.
public struct PairedComparison: Sendable, Equatable {
    /// The median of the log ratios.
    public let medianLogRatio: Double
    /// A confidence interval of that median by the sign test.
    public let interval: SignTestInterval
    /// How many rounds both took part in.
    public let rounds: Int

    /// The candidate's time over the reference's: 1.01 is one per cent slower.
    public var ratio: Double { exp(medianLogRatio) }

    /// Pairs two series by their rounds; nil where no round has a positive time of both. O(n log n).
    public init?(_ candidate: SampleSeries, to reference: SampleSeries, confidence: Double = 0.95) {
        var ratios: [Double] = []
        var j = 0
        for (i, round) in candidate.rounds.enumerated() {
            while j < reference.rounds.count, reference.rounds[j] < round { j += 1 }
            guard j < reference.rounds.count else { break }
            if reference.rounds[j] == round, candidate.wall[i] > 0, reference.wall[j] > 0 {
                ratios.append(log(candidate.wall[i] / reference.wall[j]))
            }
        }
        guard !ratios.isEmpty else { return nil }
        ratios.sort()
        medianLogRatio = Statistics.quantile(0.5, ofSorted: ratios)
        interval = SignTestInterval(ofSorted: ratios, confidence: confidence)
        rounds = ratios.count
    }
}
