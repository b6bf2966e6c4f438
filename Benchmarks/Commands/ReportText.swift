import BenchmarkKit

/// The tables of result files, for a terminal.
struct ReportText {
    let files: ReportFiles
    /// The newest rows.
    let rows: [ResultRow]

    func texts(_ style: TextStyle, _ width: Int?) -> (text: String, markdown: String) {
        var (text, markdown) = StrategyReport.texts(Results(rows), style: style, width: width)
        func add(_ title: String, _ table: Table) {
            text += "\n\(style.bold(title))\n\(table.text(width: width))"
            markdown += "\n### \(title)\n\n\(table.markdown)"
        }
        if let replayed = files.snapshot(suffice: { !HitchReport(rows: $0).isEmpty }) {
            let hitches = HitchReport(rows: replayed.rows)
            text += (text.isEmpty ? "" : "\n") + hitches.text(style, width: width) + HitchReport.legend
            markdown += (markdown.isEmpty ? "" : "\n") + hitches.markdown
        }
        if let swept = files.snapshot(suffice: { Timings($0).isSwept }) {
            add("growth with the number of items", ScalingReport(laws: Scaling(rows: swept.rows).laws).table)
        }
        if let history = History(files) {
            let (changed, others) = history.table
            if !changed.rows.isEmpty { add("history on \(history.machine)", changed) }
            if others > 0 { text += "\n\(others) times changed by less than 2 % since the first run.\n" }
        }
        guard text.isEmpty, !rows.isEmpty else { return (text, markdown) }
        let names = rows.map(\.key.strategy).uniqued().joined(separator: ", ")
        let nothing = "No tables: what there is, \(rows.count) rows of \(names), compares no strategies.\n"
        return (nothing, nothing)
    }
}
