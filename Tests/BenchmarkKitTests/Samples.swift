import BenchmarkKit

/// A key that differs from others where a test wants it to.
func key(_ strategy: String = "scan", n: Int = 1000, metric: String = "hits", statistic: String = "total") -> CaseKey {
    CaseKey(
        suite: "scroll", dataset: "uniform", n: n, layout: "grid", strategy: strategy, trace: "fling", phase: "query",
        metric: metric, statistic: statistic
    )
}

/// A measured row with the run's columns filled in.
func row(
    _ key: CaseKey, _ value: Double?, unit: MetricUnit = .count, _ metricClass: MetricClass = .exact,
    checksum: String = ""
) -> ResultRow {
    ResultRow(
        runID: "r1", commit: "abc1234", environment: "linux-x86_64-swift6.3", key: key, unit: unit,
        metricClass: metricClass, value: value, samples: 3, checksum: checksum, seed: 42
    )
}
