import Foundation
import Testing

@testable import BenchmarkKit

/// The verdict tables, with log ratios from a probe that draws them from a seed.
@Suite struct SequentialComparisonTests {
    /// Log ratios around `center` with the given standard deviation, uniformly distributed.
    private func source(_ center: Double, spread: Double, seed: UInt64) -> SequentialComparison.Source {
        var random = SplitMix64(seed: seed)
        return { count in
            (0..<count).map { _ in center + spread * (Double.random(in: -1..<1, using: &random) * 3.0.squareRoot()) }
        }
    }

    private func comparison(rows: Int = 4, first: Int = 100) -> SequentialComparison {
        SequentialComparison(rule: TimeRule(tolerance: 0.01, rows: rows), firstCount: first)
    }

    /// Decides by two measurements that are made alike.
    private func decide(
        _ comparison: SequentialComparison, _ source: () -> SequentialComparison.Source
    ) throws -> SequentialComparison.Decision {
        try comparison.decide(source(), confirmedBy: source())
    }

    @Test(arguments: [
        (-0.05, TimeVerdict.faster), (-0.02, .faster), (0, .same), (0.003, .same), (0.02, .slower), (0.05, .slower),
    ]) func verdictsOfManyUnits(_ center: Double, _ verdict: TimeVerdict) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let decision = try decide(comparison()) { source(center, spread: 0.005, seed: seed) }
            #expect(decision.verdict == verdict)
            #expect((decision.confirmation != nil) == (verdict != .same))
        }
    }

    @Test func verdictsOfFewUnits() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let few = comparison(first: 6)
            #expect(try decide(few) { source(0.05, spread: 0.007, seed: seed) }.verdict == .slower)
            #expect(try decide(few) { source(-0.05, spread: 0.007, seed: seed) }.verdict == .faster)
            #expect(try decide(few) { source(0, spread: 0.004, seed: seed) }.verdict == .same)
        }
    }

    @Test func looksDoubleTheUnitsAndEndAtThree() throws {
        var counts: [Int] = []
        let decision = try decide(comparison()) {
            { count in
                counts.append(count)
                // So far apart that they decide nothing.
                return (0..<count).map { Double($0 % 7 - 3) }
            }
        }
        #expect(counts == [100, 100, 200])
        #expect(decision.verdict == .undecided && decision.looks == 3 && decision.confirmation == nil)
    }

    @Test func aDifferenceThatDoesNotRecurIsUndecided() throws {
        for other in [0, -0.05] {
            var centers = [0.05, other]
            let decision = try decide(comparison()) { source(centers.removeFirst(), spread: 0.002, seed: 3) }
            #expect(decision.verdict == .undecided)
            #expect(decision.estimate.logRatio > 0.04)
            #expect(abs((decision.confirmation?.logRatio ?? 1) - other) < 0.002)
        }
    }

    @Test func ruleAtItsEdges() {
        let rule = TimeRule(tolerance: 0.01, rows: 1)
        func verdict(_ lower: Double, _ value: Double, _ upper: Double) -> TimeVerdict {
            rule.verdict(of: RatioEstimate(logRatio: value, lower: lower, upper: upper, count: 9))
        }
        let bound = log1p(0.01)
        #expect(verdict(0.001, bound + 1e-9, 0.03) == .slower)
        #expect(verdict(0, bound + 1e-9, 0.03) == .undecided)
        #expect(verdict(0.001, bound, 0.03) == .undecided)
        #expect(verdict(0.001, 0.005, bound - 1e-9) == .same)
        #expect(verdict(0.001, 0.005, bound) == .undecided)
        #expect(verdict(-bound, 0, 0.001) == .undecided)
        #expect(verdict(-0.03, -bound - 1e-9, -0.001) == .faster)
        #expect(verdict(-.infinity, 1, .infinity) == .undecided)
    }

    /// With m rows and three looks, α / 3m each.
    @Test func theRowsShareTheErrorRate() {
        let rule = TimeRule(tolerance: 0.01, rows: 5)
        #expect(abs(rule.confidence - (1 - 0.05 / 15)) < 1e-15)
        // 2 · 2^-n <= 1/300 from n = 10 on.
        #expect(rule.fewestUnits == 10)
        let values = (0..<rule.fewestUnits).map { Double($0 * 7 % 10) }
        #expect(RatioEstimate(values, confidence: rule.confidence).upper == 9)
    }

    /// Of 2000 comparisons of equals with noise that the tolerance lies within, fewer than the error rate alarm.
    @Test func falseAlarmsStayBelowTheErrorRate() throws {
        var alarms = 0
        for seed in 0..<2000 as Range<UInt64> {
            var attempt: UInt64 = 0
            let decision = try decide(comparison(rows: 1, first: 20)) {
                attempt += 1
                return source(0, spread: 0.03, seed: seed << 8 + attempt)
            }
            if decision.verdict == .slower || decision.verdict == .faster { alarms += 1 }
        }
        #expect(ProportionInterval.clopperPearson(alarms, of: 2000).lower < 0.01)
        #expect(alarms < 20)
    }
}
