import Testing

@testable import BenchmarkKit

@Suite struct BinomialTests {
    /// Pascal's triangle in whole numbers.
    @Test func agreesWithCountingForSmallFairTrials() {
        for trials in 0...30 {
            var choose = 1
            var sum = 0
            for k in 0...trials {
                sum += choose
                choose = choose * (trials - k) / (k + 1)
                let expected = Double(sum) / Double(1 << trials)
                let got = Binomial.cumulative(k, trials: trials)
                #expect(abs(got - expected) < 1e-12, "P(X <= \(k)) of \(trials)")
            }
        }
    }

    @Test func closedForms() {
        // No success: q^n. All but n successes: 1 - p^n.
        #expect(abs(Binomial.cumulative(0, trials: 10, probability: 0.1) - 0.3486784401) < 1e-12)
        #expect(abs(Binomial.cumulative(9, trials: 10, probability: 0.9) - (1 - 0.3486784401)) < 1e-12)
        // By symmetry, half of an odd number of fair trials; 2^-2001 underflows.
        #expect(abs(Binomial.cumulative(1000, trials: 2001) - 0.5) < 1e-10)
    }

    @Test func borders() {
        #expect(Binomial.cumulative(-1, trials: 5) == 0)
        #expect(Binomial.cumulative(5, trials: 5) == 1)
        #expect(Binomial.cumulative(2, trials: 5, probability: 0) == 1)
        #expect(Binomial.cumulative(2, trials: 5, probability: 1) == 0)
    }
}
