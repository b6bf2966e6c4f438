import BenchmarkKit
import Foundation

/// Makes the result rows of a run.
struct Recorder {
    let runID: String
    var environment: Environment
    var metrics: Set<String>
    /// Where single samples go; nil where they are not kept.
    var samples: SampleFile?
    /// Where the latencies of single operations go; nil where only their quantiles are kept.
    var histograms: HistogramFile?
    /// What others left of the processor.
    let share = ProcessorShare()

    init(arguments: [String], seed: UInt64, metrics: Set<String>, time: Date = Date()) {
        environment = .ofThisBuild(arguments: arguments, seed: seed, time: time)
        runID = "\(Timestamp.basic(time))-\(ProcessInfo.processInfo.processIdentifier)"
        self.metrics = metrics
    }

    /// The place of a value: dataset, layout and n of a group, a strategy, and what was measured.
    struct Place {
        let group: Plan.Group
        let strategy: String
        var trace = ""
        let phase: String

        /// What tables call the case.
        var title: String { CaseKey.title(phase: phase, trace: trace) }
    }

    /// One row, or none where the metric was not asked for.
    func row(
        _ place: Place, _ metric: Metric, _ statistic: String, _ value: Double?, samples: Int, checksum: UInt64? = nil
    ) -> [ResultRow] {
        guard metrics.contains(metric.id) || metric == .timeRatio else { return [] }
        return [
            ResultRow(
                runID: runID, commit: environment.commit, environment: environment.id,
                key: key(place, metric, statistic),
                unit: metric.unit, metricClass: metric.metricClass, value: value, samples: samples,
                checksum: checksum.map(ResultRow.checksum) ?? "", seed: environment.seed)
        ]
    }

    /// The statistics of all samples that were taken together; the samples themselves go to their file.
    func rows(
        _ report: SamplingReport, checksum: (_ strategy: String) -> UInt64?, place: (_ strategy: String) -> Place
    ) throws -> [ResultRow] {
        try report.series.flatMap { series -> [ResultRow] in
            let place = place(series.name)
            try samples?.append(key(place, .wallTime, ""), series)
            // A first query lays out on several threads, and the clock is that of one.
            if place.phase != "first-query" { share.add(series) }
            return rows(
                place, TimeSummary(series, confidence: report.confidence), checksum: checksum(series.name))
        }
    }

    private func rows(_ place: Place, _ summary: TimeSummary, checksum: UInt64?) -> [ResultRow] {
        let count = summary.samples
        return row(place, .wallTime, "median", summary.median, samples: count, checksum: checksum)
            + row(place, .wallTime, "lower", summary.interval.lower, samples: count, checksum: checksum)
            + row(place, .wallTime, "upper", summary.interval.upper, samples: count, checksum: checksum)
            + row(place, .wallTime, "p95", summary.percentile95, samples: count, checksum: checksum)
            + row(place, .cpuTime, "median", summary.cpuMedian, samples: count, checksum: checksum)
    }

    func key(_ place: Place, _ metric: Metric, _ statistic: String) -> CaseKey {
        CaseKey(
            suite: Floor.named(place.strategy) == nil ? Plan.suite : Floor.suite, dataset: place.group.input.id,
            n: place.group.n, layout: place.group.input.layoutID,
            strategy: place.strategy, trace: place.trace, phase: place.phase, metric: metric.id, statistic: statistic)
    }

    /// The quantiles of single operations; those that so few operations cannot tell are left out. The histogram goes to
    /// its file.
    func rows(_ place: Place, _ histogram: LogLinearHistogram, checksum: UInt64?) throws -> [ResultRow] {
        try histograms?.append(key(place, .latency, ""), histogram)
        let count = Int(histogram.count)
        let quantiles: [(String, Double, least: Int)] = [
            ("p50", 0.5, 1), ("p90", 0.9, 10), ("p99", 0.99, 100), ("p99.9", 0.999, 1000),
        ]
        var rows: [ResultRow] = []
        for (name, probability, least) in quantiles where count >= least {
            rows += row(
                place, .latency, name, histogram.quantile(probability).map { Double($0) }, samples: count,
                checksum: checksum)
        }
        return rows
            + row(place, .latency, "max", histogram.maximum.map { Double($0) }, samples: count, checksum: checksum)
    }

    /// How much longer a strategy takes than the reference, and how much the reference than itself; with the times of both, as
    /// one alone would be taken for the best.
    func rows(_ comparison: Comparison) -> [ResultRow] {
        let place = comparison.place
        let estimate = comparison.decision.estimate
        /// Too few blocks bound nothing.
        func bound(_ statistic: String, _ value: Double) -> [ResultRow] {
            guard value.isFinite, value > 0 else { return [] }
            return row(place, .timeRatio, statistic, value, samples: estimate.count)
        }
        let reference = comparison.reference.map {
            row($0.place, .wallTime, "median", $0.median, samples: estimate.count)
        }
        return (reference ?? []) + row(place, .timeRatio, "median", estimate.ratio, samples: estimate.count)
            + bound("lower", estimate.lowerRatio)
            + bound("upper", estimate.upperRatio)
            + row(place, .timeRatio, "null", comparison.null.ratio, samples: comparison.null.count)
            + (comparison.timesFloor.map { row(place, .timeRatio, "floor", $0, samples: estimate.count) } ?? [])
            + row(place, .wallTime, "median", comparison.median, samples: estimate.count)
    }
}
