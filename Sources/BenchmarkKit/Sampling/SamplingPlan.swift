/// How long and how often candidates are timed.
public struct SamplingPlan: Sendable, Equatable {
    /// The length of one sample that operations are counted out for. Many short samples are quieter than few long ones:
    /// at equal processor time 800 of 0.3 ms showed a standard deviation of 0.09 %, 40 of 6.5 ms 3.6 %.
    public var sampleLength: Duration = .microseconds(300)
    /// How long a candidate is sampled before it is another one's turn: one sample where this is less.
    ///
    /// A turn begins with the processor's caches full of what the others left there. Where operations live on what those
    /// before them have loaded, only turns of many samples tell what an operation takes in a program of its own: jumps over
    /// ten million items, sampled once a turn beside scans of all frames, seemed to take up to twice the time.
    public var turnLength: Duration = .zero
    /// No candidate has fewer turns than this, as long as a turn is more than one sample.
    public var fewestTurns = 4
    /// The time all candidates together may take, without calibration. Each has an equal share.
    public var budget: Duration = .milliseconds(500)
    /// No more samples of a candidate than this.
    public var maximumRounds = 2000
    /// No fewer samples of a candidate than this, whatever the budget, unless its operations are slow.
    public var minimumRounds = 5
    /// An operation longer than this is slow.
    public var slowOperation: Duration = .milliseconds(5)
    /// No fewer samples than this of a candidate whose operations are slow.
    public var minimumSlowSamples = 3
    /// The confidence of intervals.
    public var confidence = 0.95
    /// What orders and starting operations are drawn from.
    public var seed: UInt64 = 1

    /// The defaults: half a second, samples of 0.3 ms.
    public init() {}
}

extension Duration {
    /// Whole nanoseconds, rounded down. Negative durations count as 0.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 || attoseconds < 0
            ? 0 : UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}
