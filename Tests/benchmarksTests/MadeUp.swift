import BenchmarkKit
import Foundation

@testable import benchmarks

/// Results that nobody measured.
enum MadeUp {
    static func row(
        _ strategy: String, _ phase: String, _ metric: Metric, _ statistic: String, _ value: Double?,
        trace: String = "",
        dataset: String = "chat", n: Int = 1000, run: String = "20260101T000000Z-1", commit: String = "c1",
        samples: Int = 100
    ) -> ResultRow {
        ResultRow(
            runID: run, commit: commit, environment: "linux-x86_64-swift6.3",
            key: CaseKey(
                suite: "strategies", dataset: dataset, n: n, layout: "list", strategy: strategy, trace: trace,
                phase: phase, metric: metric.id, statistic: statistic),
            unit: metric.unit, metricClass: metric.metricClass, value: value, samples: samples, seed: 1)
    }

    /// A median with an interval of 2 % on both sides.
    static func time(
        _ strategy: String, _ phase: String, _ value: Double, trace: String = "", dataset: String = "chat",
        n: Int = 1000,
        run: String = "20260101T000000Z-1", commit: String = "c1"
    ) -> [ResultRow] {
        let statistics = [("median", value), ("lower", value * 0.98), ("upper", value * 1.02)]
        return statistics.map { statistic, value in
            row(
                strategy, phase, .wallTime, statistic, value, trace: trace, dataset: dataset, n: n, run: run,
                commit: commit)
        }
    }

    /// Times of prepare (n ns and 5,000 ns: equal at 5,000 items) and of queries at three sizes.
    static var swept: [ResultRow] {
        var rows: [ResultRow] = []
        for n in [1000, 10_000, 100_000] {
            rows += time("full-array", "prepare", Double(n), n: n)
            rows += time("packed-rtree", "prepare", 5000, n: n)
            rows += time("full-array", "query", 3 * Double(n), trace: "fling", n: n)
            rows += time("peer-x", "query", 200, trace: "fling", n: n)
        }
        return rows
    }

    static var latencies: [ResultRow] {
        let quantiles: [(String, Double)] = [("p50", 100), ("p90", 250), ("p99", 900), ("max", 20_000_000)]
        return quantiles.map { statistic, value in
            row("packed-rtree", "query", .latency, statistic, value, trace: "fling", samples: 999)
        }
    }

    static var memory: [ResultRow] {
        [
            row("full-array", "prepare", .bytesPerItem, "mean", 40.5),
            row("packed-rtree", "prepare", .bytesPerItem, "mean", 46),
            row("packed-rtree", "prepare", .peakResident, "max", 123_456),
            row("packed-rtree", "prepare", .allocatedBytes, "mean", 999_999),
        ]
    }

    /// A comparison: faster, slower and neither.
    static var ratios: [ResultRow] {
        let run = "20260101T000001Z-2"
        var rows: [ResultRow] = []
        for (trace, value) in [("fling", 0.8), ("jump", 1.3), ("drag", 1.01)] {
            let statistics = [("median", value), ("lower", value - 0.05), ("upper", value + 0.05), ("null", 1.001)]
            for (statistic, value) in statistics {
                rows.append(row("packed-rtree", "query", .timeRatio, statistic, value, trace: trace, run: run))
            }
        }
        // What a comparison timed beside it must not stand for a time.
        rows.append(row("packed-rtree", "query", .wallTime, "median", 77_777, trace: "fling", run: run))
        return rows
    }

    /// Runs on one machine that each time prepare, the first value first.
    static func history(_ values: [Double], strategy: String = "full-array") -> [ReportFiles.File] {
        values.enumerated().map { index, value in
            let run = "202601\(String(index + 11))T000000Z-1"
            return file("r\(index).csv", time(strategy, "prepare", value, run: run, commit: "c\(index)"))
        }
    }

    static func file(
        _ path: String, _ rows: [ResultRow], environment: Environment? = nil,
        histograms: [CaseKey: LogLinearHistogram] = [:]
    ) -> ReportFiles.File {
        ReportFiles.File(path: path, rows: rows, environment: environment, histograms: histograms)
    }

    static func csv(_ rows: [ResultRow]) -> String { OutputFormat.csv(rows) }
}
