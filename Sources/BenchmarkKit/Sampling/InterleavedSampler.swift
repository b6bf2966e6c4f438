/// Times candidates against each other in one process: many short samples, taken in turns.
///
/// In each cycle every candidate has a turn of one sample, or of several where the plan says so. Orders are drawn for pairs of
/// cycles, a random one and its reverse, so that a drift of the machine's speed falls on all candidates alike (ABBA). The
/// samples of a cycle make up rounds: in each, all candidates start at the same operation, drawn at random, so that they see
/// the same queries. A candidate is left out when it has used its share of the budget; one that uses it up in its first cycle
/// of operations has been sampled by that.
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
                expected: min(plan.maximumRounds, Int(share / target) + plan.minimumRounds),
                turn: turn(of: calibration, share)
            )
            if let region = calibration.onlyRun { lane.record(round: -1, region, clock) }
            return lane
        }

        let rounds = lanes.reduce(1) { max($0, $1.turn) }
        var firsts = Array(repeating: 0, count: rounds)
        var order = Array(candidates.indices)
        var cycle = 0
        while lanes.contains(where: { wants($0, share) }) {
            if cycle % 2 == 0 { order.shuffle(using: &random) } else { order.reverse() }
            for round in 0..<rounds { firsts[round] = Calibration.firstOperation(&random) }
            for index in order {
                let candidate = candidates[index]
                let operations = lanes[index].operations
                for round in 0..<lanes[index].turn where wants(lanes[index], share) {
                    let region = candidate.sample(firsts[round], operations, time)
                    lanes[index].record(round: cycle * rounds + round, region, clock)
                }
            }
            cycle += 1
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

    /// How many samples make up a candidate's turn.
    private func turn(of calibration: Calibration, _ share: UInt64) -> Int {
        let sample = max(calibration.nanosecondsPerOperation * Double(calibration.operations), 1)
        let affordable = Double(share) / Double(plan.fewestTurns)
        return max(Int(min(Double(plan.turnLength.wholeNanoseconds), affordable) / sample), 1)
    }

    /// Whether a candidate is to be sampled once more.
    private func wants(_ lane: Lane, _ share: UInt64) -> Bool {
        (lane.used < share || lane.rounds.count < lane.minimum) && lane.rounds.count < plan.maximumRounds
    }

    /// One candidate's samples while they are taken.
    private struct Lane {
        let operations: Int
        let overhead: Double
        let minimum: Int
        let turn: Int
        var used: UInt64 = 0
        var rounds: [Int] = []
        var wall: [Double] = []
        var cpu: [Double] = []

        init(operations: Int, overhead: Double, minimum: Int, expected: Int, turn: Int) {
            self.operations = operations
            self.overhead = overhead
            self.minimum = minimum
            self.turn = turn
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
