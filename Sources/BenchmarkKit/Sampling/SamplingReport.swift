/// What a sampler measured.
public struct SamplingReport: Sendable, Equatable {
    /// The clocks' cost, which the samples do not contain.
    public let clock: ClockProfile
    /// The samples of each candidate, in the candidates' order.
    public let series: [SampleSeries]
    /// The confidence of all intervals.
    public let confidence: Double

    /// A report of known series.
    public init(clock: ClockProfile, series: [SampleSeries], confidence: Double = 0.95) {
        self.clock = clock
        self.series = series
        self.confidence = confidence
    }

    /// What the candidate's samples say; nil where there is none of that name. O(n log n).
    public func summary(of name: String) -> TimeSummary? {
        series.first { $0.name == name }.map { TimeSummary($0, confidence: confidence) }
    }
}
