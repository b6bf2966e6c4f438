import Testing

@testable import BenchmarkKit

@Suite struct LogLinearHistogramTests {
    @Test func bucketsAreContiguousAndHoldTheirMiddles() {
        for bucket in LogLinearHistogram.bucketRange {
            let middle = LogLinearHistogram.middle(of: bucket)
            guard LogLinearHistogram.bucket(of: middle) == bucket else {
                Issue.record("the middle \(middle) of bucket \(bucket) lies in another one")
                return
            }
        }
        let last = LogLinearHistogram.bucket(of: LogLinearHistogram.largestValue)
        #expect(last == LogLinearHistogram.bucketRange.upperBound - 1)
        #expect(LogLinearHistogram.bucket(of: 0) == 0)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func quantilesAgreeWithSortedValues(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // From 0 to 2^39, as many in every power of two.
        let values = (0..<5000).map { _ in random.next() >> UInt64.random(in: 25...63, using: &random) }
        var histogram = LogLinearHistogram()
        for value in values { histogram.record(value) }
        let sorted = values.sorted()
        for probability in [0, 0.001, 0.1, 0.25, 0.5, 0.9, 0.99, 0.999, 1] {
            let rank = max(1, Int((probability * 5000).rounded(.up)))
            let exact = Double(sorted[rank - 1])
            let got = Double(histogram.quantile(probability) ?? .max)
            #expect(abs(got - exact) <= 1e-3 * exact, "quantile \(probability), seed \(seed)")
        }
        #expect(histogram.count == 5000)
        #expect(histogram.minimum == sorted.first)
        #expect(histogram.maximum == sorted.last)
    }

    @Test func emptyHasNoQuantile() {
        let histogram = LogLinearHistogram()
        #expect(histogram.quantile(0.5) == nil)
        #expect(histogram.minimum == nil)
        #expect(histogram.maximum == nil)
    }

    @Test func hugeValuesAreClamped() {
        var histogram = LogLinearHistogram()
        histogram.record(.max)
        #expect(histogram.maximum == LogLinearHistogram.largestValue)
    }

    @Test func textRoundTrips() throws {
        var random = SplitMix64(seed: 4)
        var histogram = LogLinearHistogram()
        for size in 0..<20 {
            #expect(LogLinearHistogram(text: histogram.text) == histogram, "\(size) values")
            histogram.record(random.next() >> UInt64.random(in: 24...63, using: &random), times: UInt64(size + 1))
        }
        var twoInOne = LogLinearHistogram()
        twoInOne.record(1_000_000)
        twoInOne.record(1_000_001)
        #expect(twoInOne.text.hasPrefix("llh1 1000000 1000001 "))
        #expect(LogLinearHistogram(text: twoInOne.text) == twoInOne)
    }

    @Test(arguments: [
        "", "llh1", "llh2 0 0", "llh1 1 1", "llh1 1 1 1", "llh1 1 1 1:0", "llh1 1 1 1:-1", "llh1 1 2 2:1 1:1",
        "llh1 1 1 99999999:1", "llh1 1 1 2:1", "llh1 1 2 1:1", "llh1 1000001 1000000 10196:1",
    ])
    func foreignTextIsRejected(text: String) {
        #expect(LogLinearHistogram(text: text) == nil)
    }
}
