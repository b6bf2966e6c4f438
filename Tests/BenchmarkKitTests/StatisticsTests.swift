import Testing

@testable import BenchmarkKit

@Suite struct StatisticsTests {
    @Test(
        arguments: [
            ([3.0], 3.0), ([2, 1], 1.5), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5), ([1, 1, 1, 100], 1),
        ] as [([Double], Double)])
    func median(values: [Double], expected: Double) {
        #expect(Statistics.median(values) == expected)
    }

    /// What R's `quantile(x, p, type = 7)` gives for 1, 2, 4, 8, 16.
    @Test(arguments: [(0.0, 1.0), (0.1, 1.4), (0.25, 2), (0.5, 4), (0.9, 12.8), (0.95, 14.4), (1, 16)])
    func quantileOfTypeSeven(probability: Double, expected: Double) {
        let value = Statistics.quantile(probability, ofSorted: [1, 2, 4, 8, 16])
        #expect(abs(value - expected) < 1e-12)
    }
}
