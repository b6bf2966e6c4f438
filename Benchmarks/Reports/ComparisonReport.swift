import BenchmarkKit

/// How long strategies take compared with a reference: the median of the paired log ratios, with its interval.
struct ComparisonReport {
    let results: Results
    let reference: String

    var table: Table {
        var table = Table([
            Table.Column("dataset"), Table.Column("n", .right), Table.Column("case"), Table.Column("strategy"),
            Table.Column("time", .right), Table.Column("vs \(reference)", .right),
            Table.Column("95 % interval", .right),
            Table.Column("rounds", .right), Table.Column("verdict"),
        ])
        for group in results.groups {
            for row in results.rows
            where row.key.dataset == group.dataset && row.key.n == group.n && row.key.metric == Metric.timeRatio.id
                && row.key.statistic == "median"
            {
                table.append(line(group, row))
            }
        }
        return table
    }

    var legend: String {
        "\nA ratio below 1 is faster than \(reference). The interval is the sign test's, of the median of log ratios of "
            + "paired samples.\n"
    }

    private func line(_ group: Results.Group, _ row: ResultRow) -> [String] {
        func value(_ metric: Metric, _ statistic: String) -> Double? {
            let quality = Results.Quality(
                phase: row.key.phase, trace: row.key.trace, metric: metric, statistic: statistic)
            return results.value(group, row.key.strategy, quality)
        }
        let ratio = row.value ?? 1
        let lower = value(.timeRatio, "lower") ?? ratio
        let upper = value(.timeRatio, "upper") ?? ratio
        return [
            group.dataset, Quantity.fixed(Double(group.n), decimals: 0),
            Self.title(row.key), row.key.strategy,
            value(.wallTime, "median").map { StrategyReport.text($0, .nanoseconds) } ?? "–", Self.text(ratio),
            "\(Self.text(lower)) … \(Self.text(upper))", String(row.samples), Self.verdict(lower, upper),
        ]
    }

    /// What was timed: the trace of a query, else the phase.
    private static func title(_ key: CaseKey) -> String {
        switch key.phase {
        case "query": key.trace
        case "effects": "\(key.trace), effects"
        default: key.phase
        }
    }

    /// Whether the interval excludes that both take as long.
    static func verdict(_ lower: Double, _ upper: Double) -> String {
        upper < 1 ? "faster" : lower > 1 ? "slower" : "undecided"
    }

    private static func text(_ ratio: Double) -> String {
        Quantity.fixed(ratio, decimals: ratio < 0.01 ? 6 : ratio < 10 ? 3 : ratio < 100 ? 1 : 0)
    }
}
