import BenchmarkKit

/// A table for each trace on each dataset, with a row for each strategy at each frame rate.
struct HitchReport {
    let rows: [FrameTimes.Row]

    private struct Group: Hashable {
        let trace: String
        let dataset: String
        let n: Int

        init(_ row: FrameTimes.Row) {
            trace = row.place.title
            dataset = row.place.group.input.id
            n = row.place.group.n
        }

        var heading: String { "\(trace) on \(dataset), n = \(Quantity.format(Double(n), unit: .count))" }
    }

    /// Aligned tables.
    func text(_ style: TextStyle, width: Int?) -> String {
        groups.map { style.bold($0.heading) + "\n" + table($0).text(width: width) + "\n" }.joined()
    }

    /// Markdown tables.
    var markdown: String { groups.map { "### \($0.heading)\n\n" + table($0).markdown + "\n" }.joined() }

    /// In the order in which they were replayed.
    private var groups: [Group] {
        var seen: Set<Group> = []
        return rows.map(Group.init).filter { seen.insert($0).inserted }
    }

    private func table(_ group: Group) -> Table {
        let titles = ["Hz", "frames", "cost p50", "p99", "max", "late p99", "dropped", "hitch ms/s"]
        var table = Table(
            [Table.Column("strategy")] + titles.map { Table.Column($0, .right) } + [Table.Column("band")])
        table.expendable = ["late p99", "max", "frames"]
        let rows = rows.filter { Group($0) == group }
        for rate in Set(rows.map(\.rate)).sorted() {
            for row in rows where row.rate == rate { table.append(cells(row)) }
        }
        return table
    }

    private func cells(_ row: FrameTimes.Row) -> [String] {
        let report = row.report
        func time(_ histogram: LogLinearHistogram, _ probability: Double) -> String {
            histogram.quantile(probability).map { StrategyReport.text(Double($0), .nanoseconds) } ?? "–"
        }
        return [
            row.place.strategy, String(row.rate), String(report.latencies.count), time(report.costs, 0.5),
            time(report.costs, 0.99), time(report.costs, 1), time(report.latencies, 0.99), String(report.dropped),
            Quantity.fixed(report.hitchRate, decimals: 2), HitchBand(hitchRate: report.hitchRate).rawValue,
        ]
    }

    static let legend = """
        cost is the work of a frame: to scroll, to edit, to lay out, and to ask what is visible. late is from when a frame is
        due to when it is done; a slow one delays those that follow. Between frames the processor is idle, as in an app.
        hitch is for how long the screen shows an old frame though a new one is due, per second: below 5 ms/s is good, above
        10 critical. A replay that is 5 s behind ends there, after as many frames as the table says, and so does one whose
        answers full-array needs more than 20 s for: every answer of a trace with edits was checked against it.

        """
}
