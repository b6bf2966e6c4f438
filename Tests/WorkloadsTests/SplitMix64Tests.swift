import Testing
import Workloads

@Suite struct SplitMix64Tests {
    /// The first outputs of the reference implementation (Vigna, prng.di.unimi.it/splitmix64.c).
    @Test func knownSequences() {
        var zero = SplitMix64(seed: 0)
        #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
        #expect(zero.next() == 0x6E78_9E6A_A1B9_65F4)
        #expect(zero.next() == 0x06C4_5D18_8009_454F)
        var other = SplitMix64(seed: 1_234_567)
        #expect(other.next() == 6_457_827_717_110_365_317)
        #expect(other.next() == 3_203_168_211_198_807_973)
    }

    private func mean(_ draw: (inout SplitMix64) -> Double) -> Double {
        var random = SplitMix64(seed: 7)
        return (0..<20_000).reduce(0) { sum, _ in sum + draw(&random) } / 20_000
    }

    // Tolerances are five standard errors of the mean.
    @Test func moments() {
        #expect(abs(mean { $0.unit() } - 0.5) < 0.0103)
        #expect(abs(mean { $0.uniform(-3, 5) } - 1) < 0.082)
        #expect(abs(mean { Double($0.index(below: 5)) } - 2) < 0.05)
        #expect(abs(mean { $0.normal() }) < 0.036)
        #expect(
            abs(
                mean {
                    let x = $0.normal(); return x * x
                } - 1) < 0.05)
        #expect(abs(mean { Double($0.geometric(mean: 50)) } - 50) < 1.8)
        #expect(abs(mean { $0.geometric(mean: 50) == 0 ? 1 : 0 } - 1.0 / 51) < 0.005)
        #expect(abs(mean { $0.logNormal(median: 120, sigma: 0.8) < 120 ? 1 : 0 } - 0.5) < 0.018)
        // A Pareto number of shape 1.5 exceeds twice the least with probability 2^-1.5.
        #expect(abs(mean { $0.pareto(least: 3, shape: 1.5) > 6 ? 1 : 0 } - 0.3536) < 0.017)
    }

    @Test func ranges() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<5000 {
            #expect((0..<1).contains(random.unit()))
            #expect((0..<7).contains(random.index(below: 7)))
            #expect(random.geometric(mean: 0.5) >= 0)
            #expect(random.pareto(least: 2, shape: 1) >= 2)
        }
    }
}
