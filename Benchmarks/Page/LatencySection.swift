import BenchmarkKit
import Foundation

/// How long single queries take: the distribution of each scroll, against the time that a screen leaves.
struct LatencySection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "latency", title: "Latency of single queries", parts: parts) }

    /// A quantile of single operations as a statistic names it: `p99`, `max`, `p99-60hz`.
    struct Quantile {
        /// The part of the operations that is not slower; nil for the slowest.
        let part: Double?
        /// What follows the quantile: `60hz`.
        let variant: String

        init?(_ statistic: String) {
            guard let match = statistic.wholeMatch(of: /(?:p([0-9]+(?:\.[0-9]+)?)|max)(?:-(.+))?/) else { return nil }
            part = match.1.flatMap { Double($0) }.map { $0 / 100 }
            variant = match.2.map(String.init) ?? ""
            if let part, part >= 1 { return nil }
        }

        /// What the slowest of so many is taken for: the part n / (n + 1).
        static func slowest(of count: Int) -> Double { Double(max(count, 1)) / Double(max(count, 1) + 1) }
    }

    static func isLatency(_ row: ResultRow) -> Bool {
        row.unit == .nanoseconds && ![Metric.wallTime.id, Metric.cpuTime.id].contains(row.key.metric)
            && Quantile(row.key.statistic) != nil && (row.value ?? 0) > 0
    }

    /// One chart.
    private struct Place: Hashable {
        let dataset: String
        let n: Int
        let title: String
        let metric: String
        let variant: String
    }

    private var parts: [ReportSection.Part] {
        let groups = source.files.newest(Self.isLatency) { row in
            Place(
                dataset: row.key.dataset, n: row.key.n,
                title: CaseKey.title(phase: row.key.phase, trace: row.key.trace),
                metric: row.key.metric, variant: Quantile(row.key.statistic)?.variant ?? "")
        }
        guard !groups.isEmpty else {
            return [.missing("The files have no latencies of single queries.", command: Self.command)]
        }
        var parts: [ReportSection.Part] = [
            .text(
                "The part of the queries that take no longer, on a scale that stretches the slowest; beyond the marks a "
                    + "query alone fills a frame at 120 or 60 frames a second.")
        ]
        if !groups.contains(where: { _, snapshot in snapshot.rows.contains { histogram(of: $0, snapshot) != nil } }) {
            parts.append(
                .missing(
                    "Known at the marked quantiles only, with straight lines between them. Whole distributions come with:",
                    command: Self.command))
        }
        return parts
            + ReportSection.groups(
                groups.grouped(by: \.place.dataset).map { dataset, groups in
                    (dataset, groups.map { chart($0.place, $0.snapshot) })
                })
    }

    private static let command = "swift run benchmarks run --samples"

    private func histogram(of row: ResultRow, _ snapshot: ReportFiles.Snapshot) -> LogLinearHistogram? {
        var key = row.key
        key.statistic = Quantile(row.key.statistic)?.variant ?? ""
        return snapshot.files.last { file in
            file.histograms[key] != nil && file.rows.contains { $0.runID == row.runID }
        }?.histograms[key]
    }

    private func chart(_ place: Place, _ snapshot: ReportFiles.Snapshot) -> Chart {
        let rows = snapshot.rows
        let statistics = rows.map(\.key.statistic).uniqued()
        var table = DataTable(["strategy"] + statistics + ["queries"])
        var series: [LinePlot.Series] = []
        for name in source.ordered(rows.map(\.key.strategy)) {
            let own = rows.filter { $0.key.strategy == name }
            table.append(
                source.style(name),
                [.text(name)]
                    + statistics.map { statistic in
                        .value(own.first { $0.key.statistic == statistic }, Quantity.time)
                    } + [.number(Quantity.count(own[0].samples))])
            let whole = histogram(of: own[0], snapshot).map(Self.steps) ?? []
            series.append(
                LinePlot.Series(
                    name: name, style: source.style(name),
                    values: (whole + own.compactMap(quantile)).sorted { ($0.y, $0.x) < ($1.y, $1.x) }))
        }
        let variant = place.variant.isEmpty ? "" : " at \(place.variant)"
        return LinePlot(
            id: Chart.id([place.metric, place.dataset, String(place.n), place.title, place.variant]),
            title: "\(place.dataset): \(place.title)\(variant)",
            note: "\(place.metric), part of all that is not slower, n = \(Quantity.count(place.n))",
            x: (.logarithmic, .time), y: (.nines, .part), series: series,
            marks: [
                LinePlot.Mark(x: 1e9 / 120, text: "8.33 ms"), LinePlot.Mark(x: 1e9 / 60, text: "16.67 ms"),
            ], hasKey: true, origin: snapshot.origin, table: table
        ).chart
    }

    private func quantile(_ row: ResultRow) -> LinePlot.Value? {
        // So few queries do not tell that quantile.
        guard let quantile = Quantile(row.key.statistic), let value = row.value,
            (quantile.part ?? 0) <= Quantile.slowest(of: row.samples)
        else { return nil }
        let time = Quantity.time(value)
        let tip =
            quantile.part.map { "\(CSV.number((1e6 * $0).rounded() / 1e4)) % take \(time) at most" }
            ?? "the slowest takes \(time)"
        return LinePlot.Value(
            x: value, y: quantile.part ?? Quantile.slowest(of: row.samples), tip: "\(row.key.strategy): \(tip)")
    }

    /// The corners of a distribution, but for those that are too near to the one before to be told apart.
    static func steps(_ histogram: LogLinearHistogram) -> [LinePlot.Value] {
        let slowest = Quantile.slowest(of: Int(histogram.count))
        var corners: [LinePlot.Value] = []
        var former = 0.0
        for (value, part) in histogram.distribution {
            let y = min(part, slowest)
            if let last = corners.last, log10(value / last.x) < 0.01, log10((1 - former) / (1 - y)) < 0.02, part < 1 {
                continue
            }
            corners.append(LinePlot.Value(x: max(value, 1), y: former))
            corners.append(LinePlot.Value(x: max(value, 1), y: y))
            former = y
        }
        return corners
    }
}
