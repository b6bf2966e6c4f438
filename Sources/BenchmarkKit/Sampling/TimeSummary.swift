/// What the samples of one candidate say. All times are nanoseconds per operation.
public struct TimeSummary: Sendable, Equatable {
    /// The median of the samples' wall times.
    public let median: Double
    /// A confidence interval of that median by the sign test, wider where neighbouring samples resemble each other.
    public let interval: SignTestInterval
    /// The fastest sample. Never gate on it.
    public let minimum: Double
    /// The 95th percentile of the samples (not of single operations; see `LatencyRecorder`).
    public let percentile95: Double
    /// The median of the samples' thread processor times.
    public let cpuMedian: Double
    /// How many samples there are.
    public let samples: Int
    /// How many operations one sample executes.
    public let operationsPerSample: Int

    /// Summarises a series. O(n log n).
    public init(_ series: SampleSeries, confidence: Double = 0.95) {
        let sorted = series.wall.sorted()
        median = Statistics.quantile(0.5, ofSorted: sorted)
        interval = SignTestInterval(
            ofSorted: sorted, effectiveCount: SerialDependence.effectiveCount(series.wall), confidence: confidence)
        minimum = sorted[0]
        percentile95 = Statistics.quantile(0.95, ofSorted: sorted)
        cpuMedian = Statistics.median(series.cpu)
        samples = sorted.count
        operationsPerSample = series.operationsPerSample
    }
}
