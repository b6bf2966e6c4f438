import Testing

@testable import BenchmarkKit

@Suite struct SignTestIntervalTests {
    /// The ranks of printed tables of the sign test at 95 % (Conover, table A3; Dixon and Massey, table A-10).
    @Test(arguments: [
        (5, 0), (6, 1), (8, 1), (9, 2), (12, 3), (15, 4), (17, 5), (20, 6), (25, 8), (30, 10), (50, 18), (100, 40),
    ])
    func ranksOfPrintedTables(count: Int, rank: Int) {
        #expect(SignTestInterval.rank(count: count, confidence: 0.95) == rank)
    }

    @Test func boundsAreOrderStatistics() {
        let interval = SignTestInterval(ofSorted: (1...9).map(Double.init))
        #expect(interval.lower == 2)
        #expect(interval.upper == 8)
        // 1 - 2 (1 + 9) / 512.
        #expect(abs(interval.coverage - 492.0 / 512) < 1e-12)
        #expect(interval.isAttained)
    }

    @Test func tooFewValuesGiveTheirRangeAndSaySo() {
        let interval = SignTestInterval(ofSorted: [1, 2, 3, 4, 5])
        #expect(interval.lower == 1)
        #expect(interval.upper == 5)
        #expect(abs(interval.coverage - 30.0 / 32) < 1e-12)
        #expect(!interval.isAttained)
        #expect(SignTestInterval(ofSorted: [7]).coverage == 0)
    }

    /// Each value twice says as much as once.
    @Test(arguments: [6, 15, 100])
    func repeatedValuesHaveTheIntervalOfSingleOnes(count: Int) {
        let values = (0..<count).map(Double.init)
        let single = SignTestInterval(ofSorted: values)
        let twice = SignTestInterval(ofSorted: values.flatMap { [$0, $0] }, effectiveCount: count)
        #expect(twice == single)
    }

    /// The part of values below the median is normal around 1/2 with the deviation 1/2 / √effective: the interval misses it no
    /// more than a third more often than the coverage says.
    @Test(arguments: [6, 20, 60])
    func spreadRanksMissAsOftenAsTheySay(effective: Int) {
        let interval = SignTestInterval(ofSorted: (0..<6000).map(Double.init), effectiveCount: effective)
        let deviations = (0.5 - interval.lower / 6000) * 2 * Double(effective).squareRoot()
        let missed = 2 * StudentT.cumulative(-deviations, degrees: 1e6)
        #expect(missed < 4.0 / 3 * (1 - interval.coverage))
        #expect(interval.upper == 5999 - interval.lower)
    }

    /// Of 2,000 samples of uniform numbers at most as many miss the true median as the coverage allows, give or take
    /// four standard errors.
    @Test func coversTheMedianAsOftenAsItSays() {
        var random = SplitMix64(seed: 5)
        var covered = 0
        var coverage = 0.0
        for _ in 0..<2000 {
            let values = (0..<15).map { _ in Double.random(in: 0..<1, using: &random) }.sorted()
            let interval = SignTestInterval(ofSorted: values)
            coverage = interval.coverage
            if interval.lower <= 0.5, 0.5 <= interval.upper { covered += 1 }
        }
        #expect(abs(Double(covered) / 2000 - coverage) < 4 * 0.0042)
    }
}
