import BenchmarkKit
import Testing

@Suite struct OpenLoopTests {
    /// Frames that take the given milliseconds, at 100 a second.
    private func report(
        _ milliseconds: [UInt64], latest: UInt64 = .max, oversleeping: UInt64 = 0,
        check: (_ frame: Int) -> Void = { _ in }
    ) -> OpenLoop.Report {
        let time = FakeTime()
        let candidate = Candidate(name: "frames") { first, _ in
            time.work(milliseconds[first] * 1_000_000)
            return 1
        }
        return OpenLoop(framesPerSecond: 100).replay(
            candidate, frames: milliseconds.count, latest: latest, time: time,
            wait: { time.work($0 + oversleeping - time.wall) },
            check: check)
    }

    @Test func quickFramesAreInTime() {
        let report = report([1, 9, 2, 3])
        #expect(report.dropped == 0 && report.hitch == 0 && report.hitchRate == 0)
        #expect(report.latencies.maximum == 9_000_000)
        #expect(report.duration == 40_000_000)
    }

    /// One frame of 35 ms: three refreshes show the old one, and the next three frames are late, too; two of them are never
    /// seen, and none makes the screen wait again.
    @Test func aSlowFrameDelaysThoseThatFollow() throws {
        let report = report([1, 35, 1, 1, 1, 1, 1, 1])
        #expect(report.latencies.maximum == 35_000_000)
        // Frame 1 is done 35 ms after it was due, frame 2 26 ms, frame 3 17 ms, frame 4 8 ms.
        #expect(report.latencies.count == 8)
        #expect(report.hitch == 30_000_000)
        #expect(report.dropped == 3)
        #expect(report.duration == 80_000_000 && report.hitchRate == 375)
        // What each frame costs does not depend on those before it.
        #expect(report.costs.maximum == 35_000_000 && report.costs.minimum == 1_000_000)
        #expect(try #require(report.costs.quantile(0.875)) < 1_001_000)
    }

    /// A closed loop would report 15 ms for each; here each frame waits for all before it.
    @Test func steadyOverloadGrows() {
        let report = report([UInt64](repeating: 15, count: 10))
        #expect(report.latencies.minimum == 15_000_000)
        #expect(report.latencies.maximum == 60_000_000)
        // Done after 15, 30, … 150 ms, shown at 16 refreshes in place of 10.
        #expect(report.dropped == 6 && report.hitch == 60_000_000 && report.duration == 160_000_000)
    }

    /// 15 ms a frame are 5 ms too many: the fourth frame is done 30 ms after it was due, and is the last one.
    @Test func aHopelessReplayEnds() {
        var checked: [Int] = []
        let report = report([UInt64](repeating: 15, count: 10), latest: 29_000_000) { checked.append($0) }
        #expect(report.latencies.count == 4 && report.costs.count == 4)
        #expect(report.duration == 70_000_000)
        #expect(checked == [0, 1, 2, 3])
    }

    /// The first frame can be late as well as any other.
    @Test func aSlowBeginningIsAHitch() {
        let report = report([25, 1, 1, 1])
        #expect(report.dropped == 2 && report.hitch == 20_000_000 && report.duration == 40_000_000)
    }

    /// Frames that wait for those before them are late by themselves.
    @Test func framesThatTheMachineDelaysAreCounted() {
        #expect(report([1, 25, 1, 1, 1], oversleeping: 2_000_000).delayed == 3)
        #expect(report([1, 25, 1, 1, 1], oversleeping: 900_000).delayed == 0)
    }

    @Test func bandsAreThoseOfApple() {
        let rates = [0, 4.99, 5, 10, 10.01, 1000]
        #expect(rates.map { HitchBand(hitchRate: $0) } == [.good, .good, .warning, .warning, .critical, .critical])
    }

    @Test func realTimeIsKept() {
        let time = SystemTimeSource()
        let start = time.wallNanoseconds()
        let report = OpenLoop(framesPerSecond: 1000).replay(Candidate(name: "empty") { _, _ in 1 }, frames: 20)
        #expect(time.wallNanoseconds() - start >= 20_000_000)
        #expect(report.latencies.count == 20)
    }
}
