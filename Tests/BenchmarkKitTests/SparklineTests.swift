import BenchmarkKit
import Testing

@Suite struct SparklineTests {
    @Test(
        arguments: [
            ([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█"), ([8, 1, nil, 4.5], "█▁·▅"), ([5, 5, 5], "▄▄▄"), ([], ""),
            ([nil, nil], "··"), ([.nan, 1, .infinity, 2], "·▁·█"), ([-1e300, 0, 1e-300], "▁██"),
        ] as [([Double?], String)])
    func drawsValues(_ values: [Double?], _ text: String) {
        #expect(Sparkline.text(values) == text)
    }
}
