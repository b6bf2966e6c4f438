import BenchmarkKit

/// The tables that a run prints, each on demand.
struct NumbersSection {
    let source: ReportSource

    /// Empty where nothing was timed.
    var section: ReportSection { ReportSection(id: "numbers", title: "All numbers", parts: parts) }

    private var parts: [ReportSection.Part] {
        guard let snapshot = source.files.timed else { return [] }
        let results = Results(snapshot.rows)
        let report = StrategyReport(results: results, style: TextStyle(isColored: false), width: nil)
        return [.text("From \(snapshot.origin).")]
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
                            Quantity.value(
                                column.perItem ? value / Double(max(group.n, 1)) : value, column.quality.metric.unit)
                        }
                    })
        }
        return table
    }
}
