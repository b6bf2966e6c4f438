/// What a sample took, in nanoseconds that include the cost of reading the clocks: processor time outside, wall time inside.
/// Allocates nothing.
public struct TimedRegion: Equatable {
    let wall: UInt64
    let cpu: UInt64

    /// Executes operations of a candidate as samplers do, and forgets the time: to see what that costs.
    public static func run(_ candidate: Candidate, first: Int, count: Int) {
        _ = measure(SystemTimeSource()) { candidate.run(first, count) }
    }

    /// Runs the body once.
    @inline(never)
    static func measure(_ time: any TimeSource, _ body: () -> UInt64) -> TimedRegion {
        let cpuStart = time.cpuNanoseconds()
        let wallStart = time.wallNanoseconds()
        let result = body()
        let wallEnd = time.wallNanoseconds()
        let cpuEnd = time.cpuNanoseconds()
        keep(result)
        return TimedRegion(wall: wallEnd &- wallStart, cpu: cpuEnd &- cpuStart)
    }
}
