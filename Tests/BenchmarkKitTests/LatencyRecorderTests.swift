import Testing

@testable import BenchmarkKit

@Suite struct LatencyRecorderTests {
    @Test func recordsSingleOperationsWithoutTheClock() {
        let time = FakeTime(readingCost: 45)
        var recorder = LatencyRecorder(time: time)
        var asked: [Int] = []
        let candidate = Candidate(name: "a") { first, count in
            asked.append(first)
            time.work(first == 7 ? 1500 : 200)
            return UInt64(count)
        }
        recorder.record(candidate, first: 5, count: 4)
        #expect(asked == [5, 6, 7, 8])
        #expect(recorder.histogram.count == 4)
        #expect(recorder.histogram.quantile(0.5) == 200)
        #expect(recorder.histogram.maximum == 1500)
    }

    @Test func recordsThemWithoutTheHarness() {
        let time = FakeTime(readingCost: 45)
        var recorder = LatencyRecorder(time: time)
        for duration: UInt64 in [200, 10] {
            let candidate = Candidate(name: "a", overhead: 15.6) { _, count in
                time.work(duration)
                return UInt64(count)
            }
            recorder.record(candidate, first: 0, count: 1)
        }
        #expect(recorder.histogram.maximum == 184)
        #expect(recorder.histogram.minimum == 0)
    }
}
