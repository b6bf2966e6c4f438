import Testing

@testable import BenchmarkKit

@Suite struct RatioEstimateTests {
    /// Conover's table: of 20 values, the 6th from either end cover the median with 95.86 %.
    @Test func blocksUseTheSignTest() {
        // An order without serial dependence to speak of.
        let values = (0..<20).map { Double(($0 * 7 + 3) % 20) }
        let estimate = RatioEstimate(values, unit: .block, confidence: 0.95)
        #expect(estimate.logRatio == 9.5)
        #expect(estimate.lower == 5 && estimate.upper == 14)
        #expect(estimate.effectiveCount == 20)
    }

    @Test func dependentBlocksSayLess() {
        let values = (0..<400).map { Double($0) }
        let slow = RatioEstimate(values, unit: .block, confidence: 0.95)
        #expect(slow.effectiveCount < 4)
        #expect(slow.lower == -.infinity && slow.upper == .infinity)
        var random = SplitMix64(seed: 5)
        let quick = RatioEstimate(values.shuffled(using: &random), unit: .block, confidence: 0.95)
        #expect(quick.effectiveCount == 400)
        #expect(quick.lower == 179 && quick.upper == 220)
    }

    @Test func tooFewToTell() {
        #expect(RatioEstimate([1], unit: .processPair, confidence: 0.95).upper == .infinity)
        #expect(RatioEstimate([1, 2, 3, 4, 5], unit: .block, confidence: 0.95).upper == .infinity)
        #expect(RatioEstimate([1, 2, 3, 4, 5, 6], unit: .block, confidence: 0.95).upper == 6)
    }

    /// A first-order autoregression of coefficient ρ has sign correlations 2/π · asin ρ^k: the count is divided by
    /// 1 + 4/π · (asin ρ + asin ρ² + …), which is 2.307 for 0.5 and 13.28 for 0.9.
    @Test(arguments: [(0.5, 1.0 / 3, 2.307), (0.9, 0.7129, 13.28)])
    func dependenceHasAClosedForm(coefficient: Double, correlation: Double, divisor: Double) {
        var random = SplitMix64(seed: 11)
        let values = Self.autoregression(coefficient, count: 40_000, &random)
        #expect(abs(SerialDependence.ofSigns(values) - correlation) < 0.02)
        #expect(abs(Double(SerialDependence.effectiveCount(values)) / 40_000 * divisor - 1) < 0.08)
    }

    @Test func alternatingValuesRaiseNothing() {
        #expect(SerialDependence.effectiveCount([1, -1, 1, -1, 1, -1]) == 6)
    }

    /// Where neighbours resemble each other, too, intervals miss the median about as often as they say: of 400 at 95 %, at
    /// most 5 % and four standard errors.
    @Test func dependentBlocksAreCoveredAsWell() {
        var random = SplitMix64(seed: 3)
        let missed = (0..<400).count { _ in
            let values = Self.autoregression(0.9, count: 1000, &random)
            let estimate = RatioEstimate(values, unit: .block, confidence: 0.95)
            return estimate.lower > 0 || estimate.upper < 0
        }
        #expect(missed <= 37)
    }

    /// A first-order autoregression around 0, from its stationary distribution on.
    private static func autoregression(
        _ coefficient: Double, count: Int, _ random: inout SplitMix64
    ) -> [Double] {
        /// The sum of 12 uniform numbers is normal enough.
        func noise() -> Double {
            (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
        }
        let spread = (1 - coefficient * coefficient).squareRoot()
        var value = noise()
        return (0..<count).map { _ in
            value = coefficient * value + spread * noise()
            return value
        }
    }
}
