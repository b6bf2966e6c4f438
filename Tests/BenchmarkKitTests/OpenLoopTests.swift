import BenchmarkKit
import Testing

@Suite struct OpenLoopTests {
    /// Frames that take the given milliseconds, at 100 a second.
    private func report(_ milliseconds: [UInt64]) -> OpenLoop.Report {
        let time = FakeTime()
        let candidate = Candidate(name: "frames") { first, _ in
            time.work(milliseconds[first] * 1_000_000)
            return 1
        }
        return OpenLoop(framesPerSecond: 100).replay(candidate, frames: milliseconds.count, time: time) { end in
            time.work(end - time.wall)
        }
    }

    @Test func quickFramesAreInTime() {
        let report = report([1, 9, 2, 3])
        #expect(report.dropped == 0 && report.hitch == 0 && report.hitchRate == 0)
        #expect(report.latencies.maximum == 9_000_000)
        #expect(report.duration == 40_000_000)
    }

    /// One frame of 35 ms: three refreshes show the old one, and the next three frames are late, too.
    @Test func aSlowFrameDelaysThoseThatFollow() {
        let report = report([1, 35, 1, 1, 1, 1, 1, 1])
        #expect(report.latencies.maximum == 35_000_000)
        // Frame 1 is done 35 ms after it was due, frame 2 26 ms, frame 3 17 ms, frame 4 8 ms.
        #expect(report.latencies.count == 8)
        #expect(report.hitch == (30 + 20 + 10) * 1_000_000)
        #expect(report.dropped == 3)
        #expect(report.hitchRate == 750)
    }

    /// A closed loop would report 15 ms for each; here each frame waits for all before it.
    @Test func steadyOverloadGrows() {
        let report = report([UInt64](repeating: 15, count: 10))
        #expect(report.latencies.minimum == 15_000_000)
        #expect(report.latencies.maximum == 60_000_000)
        #expect(report.hitch == [10, 20, 20, 30, 30, 40, 40, 50, 50, 60].reduce(0) { $0 + ($1 - 0) * 1_000_000 })
    }

    @Test func realTimeIsKept() {
        let time = SystemTimeSource()
        let start = time.wallNanoseconds()
        let report = OpenLoop(framesPerSecond: 1000).replay(Candidate(name: "empty") { _, _ in 1 }, frames: 20)
        #expect(time.wallNanoseconds() - start >= 20_000_000)
        #expect(report.latencies.count == 20)
    }
}
