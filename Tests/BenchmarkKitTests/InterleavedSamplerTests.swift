import Testing

@testable import BenchmarkKit

@Suite struct InterleavedSamplerTests {
    /// What candidates were asked to do.
    final class Log {
        var calls: [(name: String, first: Int, count: Int)] = []
    }

    func plan(budget: Duration = .milliseconds(60), seed: UInt64 = 1) -> SamplingPlan {
        var plan = SamplingPlan()
        plan.budget = budget
        plan.seed = seed
        return plan
    }

    func candidate(
        _ name: String, _ nanoseconds: UInt64, on time: FakeTime, cpuShare: Double = 1, log: Log = Log()
    ) -> Candidate {
        Candidate(name: name) { first, count in
            log.calls.append((name, first, count))
            time.work(nanoseconds * UInt64(count), cpuShare: cpuShare)
            return 1
        }
    }

    @Test func subtractsTheClocksCost() throws {
        let time = FakeTime(readingCost: 40, cpuReadingCost: 700)
        let report = InterleavedSampler(plan: plan(), time: time).sample([
            candidate("a", 100, on: time, cpuShare: 0.5)
        ])
        #expect(report.clock == ClockProfile(step: 40, wallCost: 40, cpuCost: 700))
        let summary = try #require(report.summary(of: "a"))
        #expect(summary.median == 100)
        #expect(summary.minimum == 100)
        #expect(summary.percentile95 == 100)
        #expect(summary.interval.lower == 100 && summary.interval.upper == 100)
        #expect(summary.cpuMedian == 50)
        #expect(summary.operationsPerSample == 3000)
        #expect(report.summary(of: "b") == nil)
    }

    @Test func subtractsWhatTheHarnessTakes() throws {
        let time = FakeTime(readingCost: 40)
        let report = InterleavedSampler(plan: plan(), time: time).sample([
            candidate("a", 100, on: time).without(2), candidate("nothing", 1, on: time).without(2),
        ])
        let summary = try #require(report.summary(of: "a"))
        #expect(summary.median == 98 && summary.cpuMedian == 98)
        #expect(try #require(report.summary(of: "nothing")).median == 0)
    }

    /// Of eight places one takes three times as long. Moving on takes time, too, which is no part of a sample.
    @Test func samplesAreTakenAtManyPlaces() throws {
        let time = FakeTime()
        var place = 0
        var moves = 0
        func moving(_ name: String) -> Candidate {
            Candidate(
                name: name,
                relocate: {
                    time.work(1_000_000)
                    place = (place + 1) % 8
                    moves += 1
                }
            ) { _, count in
                time.work((place == 0 ? 300 : 100) * UInt64(count))
                return 1
            }
        }
        let report = InterleavedSampler(plan: plan(), time: time).sample([moving("a").without(1)])
        #expect(try #require(report.summary(of: "a")).median == 99)
        #expect(moves == report.series[0].rounds.count)

        var recorder = LatencyRecorder(time: time)
        let former = moves
        recorder.record(moving("a"), first: 0, count: 100)
        #expect(moves == former, "an operation after the other finds what that has left in the caches")

        let pairs = PairSampler(moving("a"), candidate("b", 100, on: time), plan: SamplingPlan(), time: time)
        let logs = pairs.blocks(100)
        #expect(moves >= former + 200 && abs(Statistics.median(logs)) < 1e-12)
        #expect(logs.count { $0 < -0.5 } == 25)
    }

    /// A first query that spares all others their search says nothing of how many fill a sample.
    @Test func whatOnlyTheFirstRunCostsIsNoMeasure() throws {
        let time = FakeTime()
        var isFirst = true
        let kept = Candidate(name: "kept") { _, count in
            time.work(isFirst ? 500_000 : 4 * UInt64(count))
            isFirst = false
            return 1
        }
        let report = InterleavedSampler(plan: plan(), time: time).sample([kept])
        #expect(report.series[0].operationsPerSample == 75_000)
        #expect(try #require(report.summary(of: "kept")).median == 4)
    }

    @Test func samplesAreLongComparedWithTheClock() throws {
        // 100 costs of 10 µs are longer than 0.3 ms.
        let time = FakeTime(readingCost: 10_000)
        let report = InterleavedSampler(plan: plan(), time: time).sample([candidate("a", 100, on: time)])
        #expect(report.clock.shortestSample == 5_000_000)
        #expect(report.series[0].operationsPerSample == 50_000)
    }

    @Test func eachUsesItsShareOfTheBudget() {
        let time = FakeTime()
        let report = InterleavedSampler(plan: plan(budget: .milliseconds(60)), time: time).sample([
            candidate("a", 100, on: time), candidate("b", 300, on: time),
        ])
        // 30 ms each in samples of 0.3 ms.
        #expect(report.series.map(\.rounds.count) == [100, 100])
    }

    @Test func aRoundTimesEachOnceAtTheSameOperationInTurns() {
        let time = FakeTime()
        let log = Log()
        var plan = plan(budget: .seconds(1))
        plan.maximumRounds = 40
        let names = ["a", "b", "c"]
        _ = InterleavedSampler(plan: plan, time: time).sample(names.map { candidate($0, 1000, on: time, log: log) })
        let calls = log.calls.suffix(3 * 40)
        var orders: [[String]] = []
        var firsts: Set<Int> = []
        for start in stride(from: calls.startIndex, to: calls.endIndex, by: 3) {
            let round = calls[start..<start + 3]
            #expect(Set(round.map(\.name)) == Set(names))
            #expect(Set(round.map(\.first)).count == 1)
            firsts.formUnion(round.map(\.first))
            orders.append(round.map(\.name))
        }
        for pair in stride(from: 0, to: 40, by: 2) {
            #expect(orders[pair] == orders[pair + 1].reversed())
        }
        // 20 random orders of three repeat all six but once in twenty runs; two different ones are certain enough.
        #expect(Set(orders).count > 2)
        #expect(firsts.count == 40)
        #expect(firsts.allSatisfy { (0..<1 << 30).contains($0) })
    }

    @Test func aTurnIsSeveralSamplesAtTheSameOperationsForAll() {
        let time = FakeTime()
        let log = Log()
        var plan = plan(budget: .milliseconds(60))
        plan.turnLength = .milliseconds(1)
        let names = ["a", "b", "c"]
        let report = InterleavedSampler(plan: plan, time: time).sample(
            names.map { candidate($0, 1000, on: time, log: log) })
        // 20 ms each in samples of 0.3 ms, three of which fit into a turn: 22 turns, and one sample.
        #expect(report.series.map(\.rounds) == Array(repeating: Array(0..<67), count: 3))
        let calls = Array(log.calls.suffix(3 * 67))
        var orders: [[String]] = []
        for cycle in stride(from: 0, to: calls.count - 9, by: 9) {
            let turns = stride(from: cycle, to: cycle + 9, by: 3).map { calls[$0..<$0 + 3] }
            #expect(turns.allSatisfy { Set($0.map(\.name)).count == 1 })
            #expect(Set(turns.map { $0.map(\.first) }).count == 1)
            orders.append(turns.map { $0.first!.name })
            #expect(Set(orders.last!) == Set(names))
        }
        #expect(orders.count == 22)
        for pair in stride(from: 0, to: 22, by: 2) { #expect(orders[pair] == orders[pair + 1].reversed()) }
    }

    @Test func turnsAreShorterWhereThereWouldBeTooFew() throws {
        let time = FakeTime()
        var plan = plan(budget: .milliseconds(24))
        plan.turnLength = .milliseconds(10)
        let report = InterleavedSampler(plan: plan, time: time).sample([
            candidate("short", 1000, on: time), candidate("long", 2_000_000, on: time),
        ])
        // 12 ms each, in four turns of 3 ms: ten samples of 0.3 ms in each cycle, beside one of 2 ms.
        #expect(report.series[0].rounds == Array(0..<40))
        #expect(report.series[1].rounds == [0, 10, 20, 30, 40, 50])
    }

    @Test func theSeedDecidesOrdersAndOperations() {
        func calls(seed: UInt64) -> [Int] {
            let time = FakeTime()
            let log = Log()
            let candidates = ["a", "b"].map { candidate($0, 1000, on: time, log: log) }
            _ = InterleavedSampler(plan: plan(seed: seed), time: time).sample(candidates)
            return log.calls.map(\.first)
        }
        #expect(calls(seed: 7) == calls(seed: 7))
        #expect(calls(seed: 7) != calls(seed: 8))
    }

    @Test func slowOperationsGetThreeSamplesAndOthersFive() {
        let time = FakeTime()
        let log = Log()
        let report = InterleavedSampler(plan: plan(budget: .milliseconds(2)), time: time).sample([
            candidate("slow", 50_000_000, on: time, log: log), candidate("medium", 2_000_000, on: time),
        ])
        #expect(report.series.map(\.rounds.count) == [3, 5])
        #expect(report.series.map(\.operationsPerSample) == [1, 1])
        // So long an operation is a sample as soon as it has run.
        #expect(log.calls.count == 3)
        #expect(report.series[0].rounds == [-1, 0, 1])
    }

    @Test func aFastCandidateGoesOnWithoutTheSlowOne() throws {
        let time = FakeTime()
        let report = InterleavedSampler(plan: plan(budget: .milliseconds(60)), time: time).sample([
            candidate("slow", 20_000_000, on: time), candidate("fast", 100, on: time),
        ])
        #expect(report.series.map(\.rounds.count) == [3, 100])
        let medians = try ["slow", "fast"].map { try #require(report.summary(of: $0)).median }
        #expect(abs(medians[0] / medians[1] - 200_000) < 1e-6 * 200_000)
    }

    @Test func roundsEndAtTheMaximum() {
        let time = FakeTime()
        var plan = plan(budget: .seconds(100))
        plan.maximumRounds = 7
        let report = InterleavedSampler(plan: plan, time: time).sample([candidate("a", 100, on: time)])
        #expect(report.series[0].rounds == Array(0..<7))
    }

    /// Operations that take their time in turn, whatever the samples: those of a sample are always all of them.
    @Test func unlikeOperationsAreTimedTogether() throws {
        for costs in [[100, 900, 200, 400], [7_000_000, 1_000_000], [300_000, 20, 40]] as [[UInt64]] {
            let time = FakeTime()
            var next = 0
            var counts: Set<Int> = []
            let candidate = Candidate(name: "a", overhead: 3, cycle: costs.count) { _, count in
                counts.insert(count)
                for _ in 0..<count {
                    time.work(costs[next % costs.count])
                    next += 1
                }
                return 1
            }.without(5)
            let summary = try #require(
                InterleavedSampler(plan: plan(), time: time).sample([candidate]).summary(of: "a"))
            let mean = Double(costs.reduce(0, +)) / Double(costs.count)
            for value in [summary.minimum, summary.median, summary.percentile95] {
                #expect(abs(value - (mean - 5)) < 1e-9 * mean)
            }
            #expect(counts.allSatisfy { $0 > 0 && $0 % costs.count == 0 }, "\(counts)")
        }
    }

    @Test func realClocksAreOrdered() throws {
        let work = { (_: Int, count: Int) -> UInt64 in
            var sum: UInt64 = 0
            for value in 0..<count { sum &+= opaque(UInt64(value)) }
            return sum
        }
        func ratio() throws -> Double {
            let report = InterleavedSampler(plan: plan(budget: .milliseconds(20))).sample([
                Candidate(name: "once", run: work), Candidate(name: "four times") { work($0, 4 * $1) },
            ])
            #expect(report.clock.wallCost > 0)
            let medians = try ["four times", "once"].map { try #require(report.summary(of: $0)).median }
            return medians[0] / medians[1]
        }
        // What else the machine does may spoil one run of 20 ms, but hardly three.
        let ratios = try (0..<3).map { _ in try ratio() }
        #expect(ratios.contains { (2...8).contains($0) }, "\(ratios)")
    }
}
