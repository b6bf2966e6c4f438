import Foundation
import Testing

@testable import BenchmarkKit

@Suite struct PairedComparisonTests {
    func series(_ name: String, _ samples: [(round: Int, wall: Double)]) -> SampleSeries {
        SampleSeries(
            name: name, operationsPerSample: 1, rounds: samples.map(\.round), wall: samples.map(\.wall),
            cpu: samples.map(\.wall)
        )
    }

    @Test func onlyCommonRoundsCount() throws {
        let a = series("a", [(0, 2), (2, 8), (3, 6), (7, 100)])
        let b = series("b", [(1, 5), (2, 4), (3, 2), (5, 9)])
        let comparison = try #require(PairedComparison(a, to: b))
        #expect(comparison.rounds == 2)
        #expect(abs(comparison.medianLogRatio - (log(2) + log(3)) / 2) < 1e-12)
        #expect(comparison.interval.lower == log(2))
        #expect(comparison.interval.upper == log(3))
        let reverse = try #require(PairedComparison(b, to: a))
        #expect(abs(reverse.medianLogRatio + comparison.medianLogRatio) < 1e-12)
    }

    @Test func nothingInCommonIsNoComparison() {
        #expect(PairedComparison(series("a", [(0, 1)]), to: series("b", [(1, 1)])) == nil)
        #expect(PairedComparison(series("a", [(0, 0)]), to: series("b", [(0, 1)])) == nil)
    }
}
