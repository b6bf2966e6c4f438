import BenchmarkKit
import Foundation
import Testing

@Suite struct PowerLawTests {
    @Test(arguments: [0.0, 0.5, 1, 2]) func findsTheExponent(_ exponent: Double) throws {
        let law = try #require(PowerLaw([1e3, 1e4, 1e5, 1e6].map { ($0, 7 * pow($0, exponent)) }))
        #expect(abs(law.exponent - exponent) < 1e-12)
        #expect(abs(law.factor - 7) < 1e-9)
        #expect(abs(law.cost(at: 1e7) / (7 * pow(1e7, exponent)) - 1) < 1e-9)
    }

    /// log n grows like n^0.1 from a thousand to a million: log(2) / log(1000).
    @Test func logarithmsAreAlmostFlat() throws {
        let law = try #require(PowerLaw([(1e3, log(1e3)), (1e6, log(1e6))]))
        #expect(abs(law.exponent - log(2) / log(1000)) < 1e-12)
    }

    @Test func oneSizeSaysNothing() {
        #expect(PowerLaw([(1000, 5)]) == nil)
        #expect(PowerLaw([(1000, 5), (1000, 6)]) == nil)
        #expect(PowerLaw([(1000, 0), (10_000, 6)]) == nil)
    }
}
