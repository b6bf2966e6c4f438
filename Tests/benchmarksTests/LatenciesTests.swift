import BenchmarkKit
import Testing

@testable import benchmarks

@Suite struct LatenciesTests {
    /// Each query is timed, 64 at a place in memory, behind the one before it, which is not.
    @Test func queriesAreTimedAtSeveralPlaces() {
        var places = 0
        var runs: [Int] = []
        let candidate = Candidate(name: "a", relocate: { places += 1 }) { first, count in
            runs.append(first)
            return UInt64(count)
        }
        let histogram = Latencies.record(candidate, operations: 200, time: .zero)
        #expect(places == 4 && histogram.count == 4 * 64)
        var expected: [Int] = []
        for first in [0, 64, 128, 192] { expected += [first + 199] + Array(first..<first + 64) }
        #expect(runs == expected)
    }
}
