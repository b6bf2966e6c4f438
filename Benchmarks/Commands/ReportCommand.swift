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
            // A shell may put the first result file there, which the page would replace.
            if let page = options.value("html"), TextFile.isFile(page),
                !["html", "htm"].contains((page as NSString).pathExtension.lowercased())
            {
                throw UsageError(
                    "option '--html': got '\(page)', which is there, expected a page that ends in .html, or a new file")
            }
        }
    ) { options, console in
        let files = try ReportFiles(reading: options.positionals, ofCutOff: console.warn)
        files.warnOfInterruptions(console)
        let newest = files.timed
        let format = try OutputFormat(options)
        format.print(format.isForPrograms ? files.rows : newest?.rows ?? files.rows, console) { style, width in
            ReportText(files: files, rows: newest?.rows ?? files.rows).texts(style, width)
        }
        guard !files.rows.isEmpty else {
            console.note(
                "there are no rows in \(files.files.map(\.path).joined(separator: ", ")): nothing was measured")
            return .inconclusive
        }
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
        let progress = ProgressLine(total: page.charts.count, isWanted: console.showsProgress)
        for chart in page.charts {
            progress.begin(chart.id)
            let svg = chart.alone(styles: page.source.strategies.count)
            let path = "\(folder)/\(chart.id)"
            try TextFile.write(svg, to: path + ".svg")
            if let converter { try TextFile.write(converter.png(svg), to: path + ".png") }
            progress.advance()
        }
        progress.clear()
        console.note("\(page.charts.count) charts in \(folder)")
    }
}
