import BenchmarkKit
import Foundation
import Testing

@Suite struct HistogramFileTests {
    /// What two runs have written merges into what one run of all would have.
    @Test func histogramsMerge() throws {
        let folder = NSTemporaryDirectory() + "/histograms-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = CaseKey(
            suite: "strategies", dataset: "chat", n: 1000, layout: "list", strategy: "incremental", trace: "filter",
            phase: "update", metric: "frame-cost", statistic: "60hz")
        var all = LogLinearHistogram()
        var merged = LogLinearHistogram()
        for run in 0..<2 {
            var histogram = LogLinearHistogram()
            for value in [7, 1_000, 2_000_000] as [UInt64] {
                histogram.record(value + UInt64(run))
                all.record(value + UInt64(run))
            }
            let file = try HistogramFile(besides: "\(folder)/run\(run).csv")
            try file.append(key, histogram)
            #expect(file.path == "\(folder)/run\(run).histograms.csv")
            let lines = try TextFile.read(file.path).split(separator: "\n").map { $0.split(separator: ",") }
            #expect(lines.count == 2 && lines[0].count == lines[1].count && lines[0].last == "histogram")
            #expect(lines[1].dropLast().joined(separator: "/") == key.path)
            merged.merge(try #require(LogLinearHistogram(text: String(lines[1].last!))))
        }
        // The extremes are exact, the others are known by their buckets.
        #expect(merged.count == 6 && merged.minimum == 7 && merged.maximum == 2_000_001)
        for probability in [0.2, 0.4, 0.6, 0.9, 1] {
            #expect(merged.quantile(probability) == all.quantile(probability))
        }
        #expect(throws: FileError.self) { try HistogramFile(besides: "\(folder)/run0.csv") }
    }
}
