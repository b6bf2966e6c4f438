import Testing

@testable import BenchmarkKit

@Suite struct QuantityTests {
    @Test(
        arguments: [
            ([950, 12_000], .nanoseconds, ["950 ns", "12,000 ns"]),
            ([1234, 56_789], .nanoseconds, ["1.23 µs", "56.79 µs"]),
            ([nil, 0.25, 0], .nanoseconds, ["unavailable", "0.250 ns", "0.000 ns"]),
            ([2.5e6, 4e6], .nanoseconds, ["2.50 ms", "4.00 ms"]),
            ([60e9], .nanoseconds, ["60 s"]),
            ([0], .nanoseconds, ["0 ns"]),
            ([1_234_567, 12], .count, ["1,234,567", "12"]),
            ([1_500_000, 20_000_000], .bytes, ["1.50 MB", "20.00 MB"]),
            ([999], .bytes, ["999 B"]),
            ([-1500], .bytes, ["-1.50 kB"]),
            ([], .bytes, []),
        ] as [([Double?], MetricUnit, [String])])
    func rowsShareAUnit(values: [Double?], unit: MetricUnit, expected: [String]) {
        #expect(Quantity.format(values, unit: unit) == expected)
    }

    @Test(arguments: [(0.0, 0, "0"), (999.5, 0, "1,000"), (1000, 1, "1,000.0"), (-0.004, 2, "0.00"), (0.05, 2, "0.05")])
    func fixedDecimals(value: Double, decimals: Int, expected: String) {
        #expect(Quantity.fixed(value, decimals: decimals) == expected)
    }

    @Test func changes() {
        #expect(Quantity.change(ofRatio: 1.0125) == "+1.25 %")
        #expect(Quantity.change(ofRatio: 0.5) == "-50.00 %")
        #expect(Quantity.change(ofRatio: 1) == "+0.00 %")
    }
}
