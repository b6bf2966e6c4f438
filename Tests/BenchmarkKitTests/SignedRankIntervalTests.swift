import Testing

@testable import BenchmarkKit

@Suite struct SignedRankIntervalTests {
    /// One above the critical values of printed tables of the two-sided test at 5 % (Wilcoxon and Wilcox, 1964).
    @Test(arguments: [
        (5, 0), (6, 1), (7, 3), (8, 4), (9, 6), (10, 9), (12, 14), (15, 26), (20, 53), (25, 90), (30, 138), (50, 435),
    ])
    func ranksOfPrintedTables(count: Int, rank: Int) {
        #expect(SignedRankInterval.rank(count: count, confidence: 0.95) == rank)
    }

    /// Where the exact distribution ends, the approximation goes on: a step there is like its neighbours, but for one part in a
    /// hundred of the rank at most, and never to the side of narrower intervals.
    @Test(arguments: [0.95, 0.99, 0.9999])
    func theApproximationGoesOnWhereTheDistributionEnds(confidence: Double) {
        let last = SignedRankInterval.exactCount
        let ranks = (last - 1...last + 2).map { Double(SignedRankInterval.rank(count: $0, confidence: confidence)) }
        let steps = zip(ranks, ranks.dropFirst()).map { $1 - $0 }
        let jump = steps[1] - (steps[0] + steps[2]) / 2
        #expect(jump < 1.5 && jump > -ranks[1] / 100)
    }

    /// The means of 1, 2, 4 and 8, each two and each with itself, in order: 1, 1.5, 2, 2.5, 3, 4, 4.5, 5, 6, 8.
    @Test func theCentreIsTheMedianOfWalshAverages() {
        #expect(SignedRankInterval(of: [8, 1, 4, 2], confidence: 0.5).center == 3.5)
        // Of 16 subsets of the ranks 1 to 4 five add up to at most 3, which is more than a quarter, and three to at most 2.
        let interval = SignedRankInterval(of: [8, 1, 4, 2], confidence: 0.5)
        #expect(interval.lower == 2 && interval.upper == 5)
        #expect(SignedRankInterval(of: [8, 1, 4, 2], confidence: 0.95).lower == -.infinity)
    }

    /// Values of which every sixth lies far off on either side: at most as many intervals miss the centre as they say, give or
    /// take four standard errors, and they are far narrower than the outliers are away.
    @Test func outliersNeitherShiftNorWidenIt() {
        var random = SplitMix64(seed: 9)
        var missed = 0
        var width = 0.0
        for _ in 0..<1000 {
            let values = (0..<32).map { _ in
                let far = Int.random(in: 0..<6, using: &random) == 0
                return (far ? 0.4 : 0.01) * Double.random(in: -1..<1, using: &random)
            }
            let interval = SignedRankInterval(of: values, confidence: 0.95)
            if interval.lower > 0 || interval.upper < 0 { missed += 1 }
            width += (interval.upper - interval.lower) / 1000
        }
        #expect(missed <= 50 + 4 * 7)
        #expect(width < 0.03)
    }
}
