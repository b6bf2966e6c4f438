/// What reading the clocks costs, and how finely they tick.
public struct ClockProfile: Sendable, Equatable {
    /// The smallest difference seen between two readings of the wall clock, in nanoseconds; at least 1.
    public let step: UInt64
    /// Wall nanoseconds an empty timed region shows.
    public let wallCost: UInt64
    /// Processor nanoseconds an empty timed region shows.
    public let cpuCost: UInt64

    /// A profile with known values.
    public init(step: UInt64, wallCost: UInt64, cpuCost: UInt64) {
        self.step = max(1, step)
        self.wallCost = wallCost
        self.cpuCost = cpuCost
    }

    /// The shortest sample, in nanoseconds, in which neither the clock's step (500 of them) nor its cost (100 of them)
    /// matters.
    public var shortestSample: UInt64 { max(500 * step, 100 * wallCost) }

    /// Times empty regions exactly as the sampler times full ones, and keeps the medians. About 0.5 ms.
    public static func measure(_ time: any TimeSource) -> ClockProfile {
        var step = UInt64.max
        var walls: [Double] = []
        var cpus: [Double] = []
        for _ in 0..<200 {
            let region = TimedRegion.measure(time) { 0 }
            walls.append(Double(region.wall))
            cpus.append(Double(region.cpu))
            let first = time.wallNanoseconds()
            let second = time.wallNanoseconds()
            if second > first { step = min(step, second - first) }
        }
        // Two readings differ by their cost, which on a finely ticking clock is far above its step.
        return ClockProfile(
            step: step == .max ? 1 : Self.divisor(walls, atMost: step),
            wallCost: UInt64(Statistics.median(walls)),
            cpuCost: UInt64(Statistics.median(cpus))
        )
    }

    /// The smallest positive difference between any two of the values, at most the bound.
    private static func divisor(_ values: [Double], atMost bound: UInt64) -> UInt64 {
        let sorted = values.sorted()
        let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > 0 }
        return min(bound, UInt64(gaps.min() ?? Double(bound)))
    }
}
