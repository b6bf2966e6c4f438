import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct PairSamplerTests {
    private func candidate(_ name: String, _ cost: UInt64, on time: FakeTime, log: @escaping (String, Int, Int) -> Void)
        -> Candidate
    {
        Candidate(name: name) { first, count in
            log(name, first, count)
            time.work(cost * UInt64(count))
            return 1
        }
    }

    @Test func blocksAreABBAOnTheSameOperations() {
        let time = FakeTime()
        var calls: [(name: String, first: Int, count: Int)] = []
        let sampler = PairSampler(
            candidate("a", 100, on: time) { calls.append(($0, $1, $2)) },
            candidate("b", 120, on: time) { calls.append(($0, $1, $2)) }, plan: SamplingPlan(), time: time)
        calls = []
        let ratios = sampler.blocks(50)
        #expect(ratios.allSatisfy { abs($0 - log(1.2)) < 1e-12 })
        var orders: Set<String> = []
        for block in stride(from: 0, to: calls.count, by: 4) {
            let four = calls[block..<block + 4]
            #expect(Set(four.map(\.first)).count == 1)
            orders.insert(four.map(\.name).joined())
        }
        #expect(orders == ["abba", "baab"])
        // Alike, they execute equally many operations: enough for the faster one's 0.3 ms.
        #expect(Set(calls.map(\.count)) == [3000])
        #expect(sampler.wall[0].count == 100 && sampler.wall[1].count == 100)
        #expect(sampler.cpuShare == 1)
    }

    @Test func samplesHaveWholeCyclesOfBoth() {
        let time = FakeTime()
        var counts: [Set<Int>] = [[], []]
        let candidates = [2, 3].enumerated().map { lane, cycle in
            Candidate(name: "\(cycle)", cycle: cycle) { _, count in
                counts[lane].insert(count)
                time.work(1000 * UInt64(count))
                return 1
            }
        }
        _ = PairSampler(candidates[0], candidates[1], plan: SamplingPlan(), time: time).blocks(3)
        #expect(counts[0].allSatisfy { $0 % 2 == 0 } && counts[1].allSatisfy { $0 % 3 == 0 }, "\(counts)")
    }

    @Test func whatTheHarnessTakesIsNoPartOfARatio() {
        let time = FakeTime()
        let sampler = PairSampler(
            candidate("a", 102, on: time) { _, _, _ in }.without(2),
            candidate("b", 122, on: time) { _, _, _ in }.without(2), plan: SamplingPlan(), time: time)
        #expect(sampler.blocks(10).allSatisfy { abs($0 - log(1.2)) < 1e-12 })
    }

    @Test func unlikeOnesFillASampleEach() {
        let time = FakeTime()
        var counts: [String: Int] = [:]
        let sampler = PairSampler(
            candidate("a", 100, on: time) { counts[$0] = $2 }, candidate("b", 30_000, on: time) { counts[$0] = $2 },
            plan: SamplingPlan(), time: time)
        _ = sampler.blocks(1)
        #expect(counts == ["a": 3000, "b": 10])
        #expect(sampler.count(in: .milliseconds(120)) == 100)
    }

    /// Coming second costs 10 %, and the machine slows down to a half: both cancel within a block.
    @Test func orderAndDriftCancel() {
        let time = FakeTime()
        var former = ""
        func drifting(_ name: String, _ cost: Double) -> Candidate {
            Candidate(name: name) { _, count in
                let drift = (1 + Double(time.wall) / 1e9) * (former == name ? 1 : 1.1)
                former = name
                time.work(UInt64(cost * Double(count) * drift))
                return 1
            }
        }
        let sampler = PairSampler(drifting("a", 100), drifting("b", 102), plan: SamplingPlan(), time: time)
        let estimate = RatioEstimate(sampler.blocks(200), confidence: 0.95)
        #expect(abs(estimate.ratio - 1.02) < 0.002)
    }

    /// Another pair is calibrated no more, runs once, and its blocks are its own.
    @Test func anotherPairTakesTheirPlace() {
        let time = FakeTime()
        var calls: [(name: String, first: Int, count: Int)] = []
        func pair(_ cost: UInt64) -> (Candidate, Candidate) {
            (
                candidate("a\(cost)", 1000, on: time) { calls.append(($0, $1, $2)) },
                candidate("b\(cost)", cost, on: time) { calls.append(($0, $1, $2)) }
            )
        }
        let first = pair(1000)
        let sampler = PairSampler(first.0, first.1, plan: SamplingPlan(), time: time)
        #expect(sampler.blocks(2).allSatisfy { $0 == 0 })
        for cost in [1100, 1200] as [UInt64] {
            sampler.release()
            calls = []
            let next = pair(cost)
            sampler.exchange(next.0, next.1)
            #expect(calls.map(\.name) == ["a\(cost)", "b\(cost)"] && Set(calls.map(\.count)) == [300])
            #expect(sampler.blocks(3).allSatisfy { abs($0 - log(Double(cost) / 1000)) < 1e-12 })
            #expect(calls.count == 2 + 3 * 4)
        }
        #expect(sampler.wall[0].count == 16 && sampler.wall[1].count == 16)
    }
}
