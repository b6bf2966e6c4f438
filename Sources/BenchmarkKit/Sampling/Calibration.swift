/// How many operations of a candidate fill a sample.
struct Calibration: Equatable {
    /// Operations per sample: whole cycles, at least one.
    let operations: Int
    /// Wall nanoseconds one operation took.
    let nanosecondsPerOperation: Double
    /// The only run, of one cycle, where that took the candidate's whole share of the budget: it is a sample already.
    var onlyRun: TimedRegion?

    /// Doubles the number of operations until they take a quarter of the target, then takes the faster of two runs: the
    /// first pays for cold caches. Where the first has spared the second one almost all of its work, it goes on from there.
    /// Operations so long that a second run would take more than a tenth of the candidate's share of the budget run once. Takes a
    /// few targets, or one cycle of operations where that is longer.
    static func measure(
        _ candidate: Candidate, time: any TimeSource, clock: ClockProfile, target: UInt64, share: UInt64,
        random: inout SplitMix64
    ) -> Calibration {
        var count = candidate.cycle
        let firstRun = region(candidate, count, time, &random)
        var elapsed = net(firstRun, clock)
        if elapsed >= max(share, target) {
            return Calibration(
                operations: count, nanosecondsPerOperation: Double(elapsed) / Double(count), onlyRun: firstRun)
        }
        while true {
            while elapsed < target / 4, count < 1 << 40 {
                count *= 2
                elapsed = run(candidate, count, time, clock, &random)
            }
            guard elapsed < share / 10 || elapsed < target else { break }
            elapsed = min(elapsed, run(candidate, count, time, clock, &random))
            if elapsed >= target / 8 || count >= 1 << 40 { break }
        }
        let perOperation = Double(elapsed) / Double(count)
        guard perOperation > 0 else { return Calibration(operations: count, nanosecondsPerOperation: 0) }
        let operations = max(1, (Double(target) / perOperation).rounded(.up))
        return Calibration(
            operations: candidate.wholeCycles(Int(min(operations, 0x1p40))), nanosecondsPerOperation: perOperation)
    }

    /// Where a sample starts: at random, because a fixed stride could meet the same few queries of a cyclic workload
    /// again and again.
    static func firstOperation(_ random: inout SplitMix64) -> Int {
        Int(random.next() >> 34)
    }

    private static func run(
        _ candidate: Candidate, _ count: Int, _ time: any TimeSource, _ clock: ClockProfile, _ random: inout SplitMix64
    ) -> UInt64 {
        net(region(candidate, count, time, &random), clock)
    }

    private static func region(
        _ candidate: Candidate, _ count: Int, _ time: any TimeSource, _ random: inout SplitMix64
    ) -> TimedRegion {
        // Where it is: elsewhere all runs would be the first.
        let first = firstOperation(&random)
        return TimedRegion.measure(time) { candidate.run(first, count) }
    }

    private static func net(_ region: TimedRegion, _ clock: ClockProfile) -> UInt64 {
        region.wall - min(region.wall, clock.wallCost)
    }
}
