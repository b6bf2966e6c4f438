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

    @Test func blocksAreABBAOnTheSameOperations() throws {
        let time = FakeTime()
        var calls: [(name: String, first: Int, count: Int)] = []
        let sampler = PairSampler(
            candidate("a", 100, on: time) { calls.append(($0, $1, $2)) },
            candidate("b", 120, on: time) { calls.append(($0, $1, $2)) }, plan: SamplingPlan(), time: time)
        calls = []
        let ratios = try sampler.blocks(50)
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

    @Test func samplesHaveWholeCyclesOfBoth() throws {
        let time = FakeTime()
        var counts: [Set<Int>] = [[], []]
        let candidates = [2, 3].enumerated().map { lane, cycle in
            Candidate(name: "\(cycle)", cycle: cycle) { _, count in
                counts[lane].insert(count)
                time.work(1000 * UInt64(count))
                return 1
            }
        }
        _ = try PairSampler(candidates[0], candidates[1], plan: SamplingPlan(), time: time).blocks(3)
        #expect(counts[0].allSatisfy { $0 % 2 == 0 } && counts[1].allSatisfy { $0 % 3 == 0 }, "\(counts)")
    }

    @Test func whatTheHarnessTakesIsNoPartOfARatio() throws {
        let time = FakeTime()
        let sampler = PairSampler(
            candidate("a", 102, on: time) { _, _, _ in }.without(2),
            candidate("b", 122, on: time) { _, _, _ in }.without(2), plan: SamplingPlan(), time: time)
        #expect(try sampler.blocks(10).allSatisfy { abs($0 - log(1.2)) < 1e-12 })
    }

    @Test func unlikeOnesFillASampleEach() throws {
        let time = FakeTime()
        var counts: [String: Int] = [:]
        let sampler = PairSampler(
            candidate("a", 100, on: time) { counts[$0] = $2 }, candidate("b", 30_000, on: time) { counts[$0] = $2 },
            plan: SamplingPlan(), time: time)
        _ = try sampler.blocks(1)
        #expect(counts == ["a": 3000, "b": 10])
        #expect(sampler.count(in: .milliseconds(120)) == 100)
    }

    /// Coming second costs 10 %, and the machine slows down to a half: both cancel within a block.
    @Test func orderAndDriftCancel() throws {
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
        let estimate = RatioEstimate(try sampler.blocks(200), unit: .block, confidence: 0.95)
        #expect(abs(estimate.ratio - 1.02) < 0.002)
    }

    /// 100 blocks of 1.2 ms: half of that time is enough to set up 6 times at 10 ms each, of which the first look has had one, and
    /// never at 100 ms; 16 times at most.
    @Test(arguments: [(10_000_000, [6, 12]), (100_000_000, [1, 1]), (1000, [16, 32])])
    func blocksAreSpreadOverPairsThatAreSetUpAnew(length: Int, counts: [Int]) throws {
        let time = FakeTime()
        var setUps = 0
        let sampler = try PairSampler(plan: SamplingPlan(), time: time) { [self] in
            time.work(UInt64(length))
            setUps += 1
            // Each set-up of the candidate takes a little longer than the one before.
            return (
                candidate("a", 1000, on: time) { _, _, _ in },
                candidate("b", 1000 + UInt64(setUps), on: time) { _, _, _ in }
            )
        }
        #expect(setUps == 1)
        var former = 0
        for count in counts {
            let ratios = try sampler.blocks(100)
            #expect(setUps == count && ratios.count == 100)
            let parts = Dictionary(grouping: ratios) { Int(((exp($0) - 1) * 1000).rounded()) }
            #expect(parts.keys.sorted() == Array(count == former ? 1...1 : former + 1...count))
            #expect(parts.values.allSatisfy { $0.count >= 100 / parts.count })
            #expect(ratios == ratios.sorted())
            former = count
        }
        #expect(sampler.wall[1].count == 400)
    }

    @Test func whatSettingUpThrowsIsThrown() throws {
        let time = FakeTime()
        var setUps = 0
        let sampler = try PairSampler(plan: SamplingPlan(), time: time) { [self] in
            setUps += 1
            guard setUps < 3 else { throw UsageError("no more") }
            return (candidate("a", 100, on: time) { _, _, _ in }, candidate("b", 100, on: time) { _, _, _ in })
        }
        #expect(throws: UsageError("no more")) { try sampler.blocks(10) }
    }
}
