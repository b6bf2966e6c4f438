import BenchmarkKit
import Foundation

extension Command {
    static let report = Command(
        "report", "Prints the tables of result files, and draws them: an HTML page that needs nothing else.",
        synopsis: "CSV… [OPTION…]",
        options: [
            .value(
                "format", "FORMAT", "Print text, markdown, csv or json, and write no page unless --html asks for it."),
            .value("html", "FILE", "The page (default: report.html beside the first result file)."),
            .value("charts", "FOLDER", "Also write each chart as .svg, and as .png where a converter is installed."),
        ] + Console.options,
        check: { options in
            guard !options.positionals.isEmpty else { throw UsageError("'report' takes result files") }
            _ = try OutputFormat(options)
        }
    ) { options, console in
        let files = try ReportFiles(reading: options.positionals, ofCutOff: console.warn)
        let newest = files.timed
        let format = try OutputFormat(options)
        format.print(format.isForPrograms ? files.rows : newest?.rows ?? files.rows, console) { style, width in
            ReportText(files: files, rows: newest?.rows ?? files.rows).texts(style, width)
        }
        guard !files.rows.isEmpty else { return .inconclusive }
        let isPageWanted = options.has("html") || !options.has("format")
        guard isPageWanted || options.has("charts") else { return .success }
        let page = ReportPage(files)
        if isPageWanted {
            let path = options.value("html") ?? defaultPath(files)
            try TextFile.write(page.html, to: path)
            console.note("\(page.charts.count) charts in \(path)")
        }
        if let folder = options.value("charts") { try write(page, to: folder, console) }
        return .success
    }

    /// `report.html` in the folder of the first file.
    private static func defaultPath(_ files: ReportFiles) -> String {
        let folder = (files.files[0].path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "report.html" : folder + "/report.html"
    }

    /// Writes each chart as a file of its own.
    private static func write(_ page: ReportPage, to folder: String, _ console: Console) throws {
        let converter = Converter.installed
        if converter == nil { console.note("no .png: install a converter with: \(Converter.installCommand)") }
        for chart in page.charts {
            let svg = chart.alone(styles: page.source.strategies.count)
            let path = "\(folder)/\(chart.id)"
            try TextFile.write(svg, to: path + ".svg")
            if let converter { try TextFile.write(converter.png(svg), to: path + ".png") }
        }
        console.note("\(page.charts.count) charts in \(folder)")
    }
}

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
