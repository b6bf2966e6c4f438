import BenchmarkKit
import Testing

@testable import benchmarks

@Suite struct ProcessorShareTests {
    /// Long samples count for more: 10 operations of 100 ns, all of them ours, and one of 1000, of which a quarter was.
    @Test func isThatOfAllTime() {
        let share = ProcessorShare()
        #expect(share.value == nil)
        share.add(SampleSeries(name: "a", operationsPerSample: 10, rounds: [0], wall: [100], cpu: [100]))
        #expect(share.value == 1)
        share.add(SampleSeries(name: "b", operationsPerSample: 1, rounds: [0, 1], wall: [400, 600], cpu: [100, 150]))
        #expect(share.value == 0.625)
    }
}
