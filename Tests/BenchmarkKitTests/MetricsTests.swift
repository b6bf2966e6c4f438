import Testing

@testable import BenchmarkKit

@Suite struct MetricsTests {
    @Test func idsAreValidated() {
        for id in ["a", "wall-time", "p95", "a-1"] { #expect(Metric.isValid(id)) }
        for id in ["", "A", "wall time", "1a", "-a", "a_b", "ä", "a,b"] { #expect(!Metric.isValid(id)) }
    }

    @Test func clocksAdvance() {
        let time = SystemTimeSource()
        let wall = time.wallNanoseconds()
        let cpu = time.cpuNanoseconds()
        var sum: UInt64 = 0
        while time.wallNanoseconds() - wall < 5_000_000 { sum &+= opaque(1) }
        keep(sum)
        #expect(time.cpuNanoseconds() > cpu)
        #expect(time.cpuNanoseconds() - cpu <= time.wallNanoseconds() - wall)
    }

    @Test func countingIsExactOrUnavailable() {
        let counts = AllocationCounter.measure {
            for _ in 0..<10 { opaque(UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)).deallocate() }
        }
        guard AllocationCounter.isAvailable else {
            #expect(counts == nil)
            return
        }
        #expect(counts?.allocations == 10)
        #expect(counts?.bytes == 640)
        #expect(counts?.retained == 0)
    }
}
