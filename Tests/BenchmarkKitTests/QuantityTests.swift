import Testing

@testable import BenchmarkKit

@Suite struct QuantityTests {
    @Test(arguments: [
        (0.0, "0 ns"), (0.25, "0.25 ns"), (3.14159, "3.14 ns"), (99.96, "100 ns"), (999.6, "1.00 µs"),
        (1234.0, "1.23 µs"), (2.5e6, "2.50 ms"), (5e9, "5.00 s"), (60e9, "60.0 s"), (7200e9, "7,200 s"),
    ])
    func timesHaveThreeDigits(_ value: Double, _ text: String) {
        #expect(Quantity.time(value) == text && Quantity.value(value, .nanoseconds) == text)
    }

    @Test(arguments: [(0.0, "0 B"), (999, "999 B"), (1500, "1.50 kB"), (20e6, "20.0 MB"), (25.2e9, "25.2 GB")])
    func bytesHaveThreeDigits(_ value: Double, _ text: String) { #expect(Quantity.bytes(value) == text) }

    @Test func valuesAndParts() {
        #expect(Quantity.value(0.125, .bytes) == "0.125" && Quantity.value(40, .bytes) == "40.0")
        #expect(Quantity.value(999.94, .count) == "999.9" && Quantity.value(1e6, .count) == "1,000,000")
        #expect([9.94, 9.96, 99.6, 1234].map(Quantity.ratio) == ["9.94", "10.0", "100", "1,234"])
        #expect(Quantity.percent(0.025, decimals: 2) == "2.50 %" && Quantity.percent(0.5, decimals: 0) == "50 %")
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
