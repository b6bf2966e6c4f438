import Testing

@testable import BenchmarkKit

@Suite struct RatioEstimateTests {
    @Test func tooFewToTell() {
        #expect(RatioEstimate([1], confidence: 0.95).upper == .infinity)
        #expect(RatioEstimate([1, 2, 3, 4, 5], confidence: 0.95).upper == .infinity)
        #expect(RatioEstimate([1, 2, 3, 4, 5, 6], confidence: 0.95).upper == 6)
    }
}

@Suite struct SerialDependenceTests {
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

    /// Values in order say hardly more than one, the same ones in no order as much as independent ones.
    @Test func theOrderOfValuesCounts() {
        let values = (0..<400).map { Double($0) }
        func interval(_ values: [Double]) -> SignTestInterval {
            SignTestInterval(
                ofSorted: values.sorted(), effectiveCount: SerialDependence.effectiveCount(values), confidence: 0.95)
        }
        #expect(SerialDependence.effectiveCount(values) < 4 && !interval(values).isAttained)
        var random = SplitMix64(seed: 5)
        let shuffled = values.shuffled(using: &random)
        #expect(SerialDependence.effectiveCount(shuffled) == 400)
        #expect(interval(shuffled).lower == 179 && interval(shuffled).upper == 220)
    }

    /// Conover's table: of 20 values without serial dependence to speak of, the 6th from either end cover the median with 95.86 %.
    @Test func independentValuesCountInFull() {
        let values = (0..<20).map { Double(($0 * 7 + 3) % 20) }
        let count = SerialDependence.effectiveCount(values)
        let interval = SignTestInterval(ofSorted: values.sorted(), effectiveCount: count, confidence: 0.95)
        #expect(count == 20 && interval.lower == 5 && interval.upper == 14)
    }

    /// Where neighbours resemble each other, too, intervals miss the median about as often as they say: of 400 at 95 %, at
    /// most 5 % and four standard errors.
    @Test func dependentSamplesAreCoveredAsWell() {
        var random = SplitMix64(seed: 3)
        let missed = (0..<400).count { _ in
            let values = Self.autoregression(0.9, count: 1000, &random)
            let interval = SignTestInterval(
                ofSorted: values.sorted(), effectiveCount: SerialDependence.effectiveCount(values), confidence: 0.95)
            return interval.lower > 0 || interval.upper < 0
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
