import BenchmarkKit
import CollectionLayout
import Foundation

/// One HTML page of result files that needs nothing else: no network, no scripts.
///
/// The text is XML as well, so that any parser can check it.
struct ReportPage {
    let source: ReportSource
    let sections: [ReportSection]

    init(_ files: ReportFiles) {
        source = ReportSource(files)
        let sections = [
            GlanceSection(source: source).section, CrossoverSection(source: source).section,
            ScalingSection(source: source).section, LatencySection(source: source).section,
            MemorySection(source: source).section, RatioSection(source: source).section,
            HistorySection(source: source).section, NumbersSection(source: source).section,
            EnvironmentSection(source: source).section,
        ].filter { !$0.parts.isEmpty }
        // Names of files may differ only in what no id has: 'a b.csv' and 'a-b.csv'.
        var taken: Set<String> = []
        self.sections = sections.map { section in
            section.mapCharts { chart in
                var chart = chart
                let id = chart.id
                var number = 2
                while !taken.insert(chart.id).inserted {
                    chart.id = "\(id)-\(number)"
                    number += 1
                }
                return chart
            }
        }
    }

    var charts: [Chart] { sections.flatMap(\.charts) }

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>\(title)</title>
        <link rel="icon" href="data:,"/>
        <style>
        \(PageStyle.css(styles: source.strategies.count))</style>
        </head>
        <body>
        <header>
        <h1>\(title)</h1>
        <p class="faint">\(SVG.escaped(origin))</p>
        <nav aria-label="Sections"><ul>\(sections.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" }.joined())</ul></nav>
        </header>
        \(legend)
        <main>
        \(sections.map(html).joined())</main>
        <footer><p>Made by <code>swift run benchmarks report</code>. Each number carries the value of its row in the
        result file; point at a marker for its value.</p></footer>
        </body>
        </html>

        """
    }

    private let title = "Cache strategies for collection-view layouts"

    private var origin: String {
        let files = source.files.files
        let dates = files.map(\.date).filter { !$0.isEmpty }
        let span =
            dates.first.map { first in dates.last == first ? ", \(first)" : ", \(first) to \(dates.last!)" } ?? ""
        return "\(files.count == 1 ? "1 result file" : "\(files.count) result files"), "
            + "\(Quantity.count(source.files.rows.count)) rows\(span)"
    }

    /// A box for each strategy, with its line and marker, that hides it everywhere.
    private var legend: String {
        let labels = source.strategies.map { name in
            let style = source.style(name)
            let swatch = SVG.element(
                "svg", ["class": "chart", "viewBox": "0 0 40 14", "aria-hidden": "true"],
                SVG.element(
                    "g", ["class": style.name],
                    Chart.line("line", from: Point(x: 0, y: 7), to: Point(x: 40, y: 7))
                        + SVG.element("path", ["class": "dot", "d": style.marker, "transform": "translate(20 7)"])))
            return "<label><input type=\"checkbox\" id=\"pick\(style.index)\" checked=\"checked\"/>\(swatch)"
                + "\(SVG.escaped(name))</label>\n"
        }
        return "<div class=\"legend\" role=\"group\" aria-label=\"Strategies to show\">\n\(labels.joined())</div>"
    }

    private func html(_ section: ReportSection) -> String {
        "<section id=\"\(section.id)\">\n<h2>\(section.title)</h2>\n\(section.parts.map(html).joined())</section>\n"
    }

    private func html(_ part: ReportSection.Part) -> String {
        switch part {
        case .text(let text): return "<p>\(SVG.escaped(text))</p>\n"
        case .charts(let charts): return html(charts)
        case .group(let heading, let charts, let isOpen):
            let count = charts.count == 1 ? "1 chart" : "\(charts.count) charts"
            return """
                <details class="group"\(isOpen ? " open=\"open\"" : "")><summary><h3>\(SVG.escaped(heading))</h3> \(count)</summary>
                \(html(charts))</details>

                """
        case .table(let caption, let table):
            return "<p class=\"caption\">\(SVG.escaped(caption))</p>\n\(table.html)\n"
        case .folded(let caption, let table, let isOpen):
            return
                "<details\(isOpen ? " open=\"open\"" : "")><summary>\(SVG.escaped(caption))</summary>\(table.html)</details>\n"
        case .missing(let what, let command):
            return
                "<div class=\"missing\"><p>\(SVG.escaped(what))</p><p><code>\(SVG.escaped(command))</code></p></div>\n"
        }
    }

    private func html(_ charts: [Chart]) -> String {
        let figures = charts.map { chart in
            """
            <figure id="\(chart.id)">
            \(chart.inline)
            <details><summary>Numbers · \(SVG.escaped(chart.origin))</summary>\(chart.table.html)</details>
            </figure>

            """
        }
        return "<div class=\"charts\">\n\(figures.joined())</div>\n"
    }
}
