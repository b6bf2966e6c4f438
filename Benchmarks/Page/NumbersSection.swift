import BenchmarkKit

/// What is fastest for what, and the tables that a run prints.
struct NumbersSection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "numbers", title: "At a glance", parts: parts) }

    private var parts: [ReportSection.Part] {
        guard let snapshot = source.files.snapshot(suffice: { $0.contains(where: Timings.isTime) })
        else {
            return [.missing("The files have no times.", command: "swift run benchmarks")]
        }
        let results = Results(snapshot.rows)
        let report = StrategyReport(results: results, style: TextStyle(isColored: false), width: nil)
        var parts: [ReportSection.Part] = [.text("From \(snapshot.origin).")]
        let most = snapshot.rows.grouped(by: \.key.dataset).flatMap { _, rows in
            let n = rows.map(\.key.n).max()
            return rows.filter { $0.key.n == n }
        }
        if let fastest = FastestReport(results: Results(most)).table {
            var table = DataTable(fastest.columns.map(\.title))
            for row in fastest.rows { table.append(nil, row.map { .text($0) }) }
            parts.append(.table("Fastest by the geometric mean over the datasets, at the most items of each", table))
        }
        return parts
            + results.groups.map { group in
                .folded(report.heading(group), table(group, report, snapshot.rows), isOpen: false)
            }
    }

    /// The table of a run without the columns that follow from others.
    private func table(_ group: Results.Group, _ report: StrategyReport, _ rows: [ResultRow]) -> DataTable {
        let columns = report.columns(group).filter { !$0.isRatio }
        let byKey = Dictionary(rows.map { ($0.key, $0) }) { $1 }
        var table = DataTable(["strategy"] + columns.map(\.title))
        for name in source.ordered(report.results.strategies(group)) {
            table.append(
                source.style(name),
                [.text(name)]
                    + columns.map { column in
                        .value(byKey[Results.key(group, name, column.quality)]) { value in
                            StrategyReport.text(
                                column.perItem ? value / Double(max(group.n, 1)) : value, column.quality.metric.unit)
                        }
                    })
        }
        return table
    }
}
