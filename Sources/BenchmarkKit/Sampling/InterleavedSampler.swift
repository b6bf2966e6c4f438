/// Times candidates against each other in one process: many short samples, taken in turns.
///
/// Each round times every candidate once. Orders are drawn in pairs of rounds, a random one and its reverse, so that a
/// drift of the machine's speed falls on all candidates alike (ABBA); all candidates of a round start at the same
/// operation, drawn at random, so that they see the same queries. A candidate leaves the rounds when it has used its
/// share of the budget; one that uses it up in its first cycle of operations has been sampled by that.
public struct InterleavedSampler {
    /// How long and how often.
    public let plan: SamplingPlan
    private let time: any TimeSource

    /// A sampler that follows the plan and reads the given clocks.
    ///
    /// - Precondition: the plan asks for at least one round and at least one sample of slow candidates.
    public init(plan: SamplingPlan, time: any TimeSource = SystemTimeSource()) {
        precondition(plan.minimumRounds >= 1 && plan.minimumSlowSamples >= 1, "A plan asks for at least one sample.")
        precondition(plan.maximumRounds >= plan.minimumRounds, "A plan's fewest rounds are not above its most.")
        self.plan = plan
        self.time = time
    }

    /// Calibrates the candidates and samples them until each has used its share of the budget.
    ///
    /// Nothing is allocated inside a timed region by the sampler itself.
    ///
    /// - Precondition: there is at least one candidate, and no two share a name.
    public func sample(_ candidates: [Candidate]) -> SamplingReport {
        precondition(!candidates.isEmpty, "There is nothing to sample.")
        precondition(Set(candidates.map(\.name)).count == candidates.count, "Two candidates share a name.")
        let clock = ClockProfile.measure(time)
        let target = max(plan.sampleLength.wholeNanoseconds, clock.shortestSample)
        let share = plan.budget.wholeNanoseconds / UInt64(candidates.count)
        var random = SplitMix64(seed: plan.seed)

        var lanes = candidates.map { candidate in
            let calibration = Calibration.measure(
                candidate, time: time, clock: clock, target: target, share: share, random: &random
            )
            let isSlow = calibration.nanosecondsPerOperation > Double(plan.slowOperation.wholeNanoseconds)
            var lane = Lane(
                operations: calibration.operations,
                overhead: candidate.overhead,
                minimum: isSlow ? plan.minimumSlowSamples : plan.minimumRounds,
                expected: min(plan.maximumRounds, Int(share / target) + plan.minimumRounds)
            )
            if let region = calibration.onlyRun { lane.record(round: -1, region, clock) }
            return lane
        }

        var order = Array(candidates.indices)
        for round in 0..<plan.maximumRounds {
            if round % 2 == 0 { order.shuffle(using: &random) } else { order.reverse() }
            let first = Calibration.firstOperation(&random)
            var isAnyoneLeft = false
            for index in order where lanes[index].used < share || lanes[index].rounds.count < lanes[index].minimum {
                isAnyoneLeft = true
                let candidate = candidates[index]
                let operations = lanes[index].operations
                let region = TimedRegion.measure(time) { candidate.run(first, operations) }
                lanes[index].record(round: round, region, clock)
            }
            if !isAnyoneLeft { break }
        }
        return SamplingReport(
            clock: clock,
            series: zip(candidates, lanes).map { candidate, lane in
                SampleSeries(
                    name: candidate.name, operationsPerSample: lane.operations,
                    rounds: lane.rounds, wall: lane.wall, cpu: lane.cpu
                )
            },
            confidence: plan.confidence
        )
    }

    /// One candidate's samples while they are taken.
    private struct Lane {
        let operations: Int
        let overhead: Double
        let minimum: Int
        var used: UInt64 = 0
        var rounds: [Int] = []
        var wall: [Double] = []
        var cpu: [Double] = []

        init(operations: Int, overhead: Double, minimum: Int, expected: Int) {
            self.operations = operations
            self.overhead = overhead
            self.minimum = minimum
            rounds.reserveCapacity(expected)
            wall.reserveCapacity(expected)
            cpu.reserveCapacity(expected)
        }

        mutating func record(round: Int, _ region: TimedRegion, _ clock: ClockProfile) {
            used += region.wall
            rounds.append(round)
            wall.append(net(region.wall, clock.wallCost))
            cpu.append(net(region.cpu, clock.cpuCost))
        }

        /// Nanoseconds per operation without what the clock and the harness take.
        private func net(_ elapsed: UInt64, _ clockCost: UInt64) -> Double {
            max(Double(elapsed - min(elapsed, clockCost)) / Double(operations) - overhead, 0)
        }
    }
}
