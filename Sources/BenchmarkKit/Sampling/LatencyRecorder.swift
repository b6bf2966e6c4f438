/// Records how long single operations take.
///
/// The clock's cost and the candidate's overhead are subtracted, the clock's step (20 ns on many machines) stays: a distribution below a few
/// steps says little.
public struct LatencyRecorder {
    /// Nanoseconds of the operations recorded so far.
    public private(set) var histogram = LogLinearHistogram()
    private let time: any TimeSource
    private let wallCost: UInt64

    /// A recorder that reads the given clock. Takes about 0.5 ms to measure what reading it costs.
    public init(time: any TimeSource = SystemTimeSource()) {
        self.time = time
        wallCost = ClockProfile.measure(time).wallCost
    }

    /// Times `count` operations of the candidate one by one, from operation `first` on. Never allocates.
    public mutating func record(_ candidate: Candidate, first: Int, count: Int) {
        let cost = wallCost + UInt64(candidate.overhead.rounded())
        for operation in 0..<count {
            let start = time.wallNanoseconds()
            let result = candidate.run(first + operation, 1)
            let elapsed = time.wallNanoseconds() &- start
            keep(result)
            histogram.record(elapsed - min(elapsed, cost))
        }
    }
}
