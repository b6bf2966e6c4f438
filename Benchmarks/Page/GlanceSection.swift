import BenchmarkKit

/// Which strategy for which data, and what is fastest for what: all that most readers want to know.
struct GlanceSection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "glance", title: "At a glance", parts: parts) }

    private var parts: [ReportSection.Part] {
        guard let snapshot = source.files.timed else {
            return [.missing("The files have no times.", command: "swift run benchmarks")]
        }
        var parts: [ReportSection.Part] = [.text("From \(snapshot.origin).")]
        let advisor = Advisor(measurements: Measurements(source.files), catalogue: FeatureCatalogue())
        // A page needs no advice: one of a comparison, or of a single metric, has none.
        if let overview = try? Overview(advisor, Usage(), rates: Regret.rates), !overview.rows.isEmpty {
            parts.append(.table("Which strategy for which data", DataTable(overview.table)))
            parts.append(.text(Overview.legend))
        }
        let most = snapshot.rows.grouped(by: \.key.dataset).flatMap { _, rows in
            let n = rows.map(\.key.n).max()
            return rows.filter { $0.key.n == n }
        }
        if let fastest = FastestReport(results: Results(most)).table {
            parts.append(
                .table("Fastest on the most datasets, at the most items of each", DataTable(fastest)))
        }
        return parts
    }
}
