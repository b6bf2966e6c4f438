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

    /// A first-order autoregression of coefficient 0.5 has sign correlation 2/π · asin(0.5) = 1/3: half the count.
    @Test func dependenceHasAClosedForm() {
        var random = SplitMix64(seed: 11)
        var value = 0.0
        let values = (0..<40_000).map { _ in
            // The sum of 12 uniform numbers is normal enough.
            let noise = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
            value = 0.5 * value + noise
            return value
        }
        #expect(abs(SerialDependence.ofSigns(values) - 1.0 / 3) < 0.02)
        #expect(abs(Double(SerialDependence.effectiveCount(values)) / 40_000 - 0.5) < 0.02)
        #expect(SerialDependence.effectiveCount([1, -1, 1, -1, 1, -1]) == 6)
    }
}
