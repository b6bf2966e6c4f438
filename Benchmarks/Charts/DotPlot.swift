import CollectionLayout

/// Rows of values on one axis, each with its interval.
struct DotPlot {
    struct Dot {
        let value: Double
        var lower: Double?
        var upper: Double?
        let style: SeriesStyle
        let tip: String
    }

    struct Row {
        let name: String
        /// What hides the row together with its strategy.
        let style: SeriesStyle
        let dots: [Dot]
        /// What stands at the right edge.
        let text: String
    }

    let id: String
    let title: String
    let note: String
    let label: ChartAxis.Label
    let rows: [Row]
    /// Values with a line of their own, such as a ratio of 1.
    var marks: [Double] = []
    let origin: String
    let table: DataTable

    /// Dots of a row stand below each other, so that none covers another.
    private static let dotHeight = 6.0
    private var rowHeight: Double { max(22, 12 + Self.dotHeight * Double(rows.map(\.dots.count).max() ?? 0)) }

    var chart: Chart {
        let top = 46.0
        let left = min(Chart.room(for: rows.map(\.name)), 230) + 14
        let plot = Rect(
            x: left, y: top, width: Chart.breadth - left - Chart.room(for: rows.map(\.text)) - 22,
            height: Double(rows.count) * rowHeight)
        let values = rows.flatMap(\.dots).flatMap { [$0.value, $0.lower ?? $0.value, $0.upper ?? $0.value] }
        let axis = ChartAxis(.logarithmic, label, holding: values + marks, from: plot.x, to: plot.maxX, spacing: 52)
        let body = rows.indices.map { row(rows[$0], at: top + (Double($0) + 0.5) * rowHeight, axis) }
        return Chart(
            id: id, title: title, summary: "\(note); rows: \(rows.map(\.name).joined(separator: ", "))",
            size: Size(width: Chart.breadth, height: plot.maxY + 26),
            content: Chart.heading(title, note) + grid(axis, plot) + body.joined(), origin: origin, table: table)
    }

    private func grid(_ axis: ChartAxis, _ plot: Rect) -> String {
        var lines = ""
        for tick in axis.ticks {
            let x = axis.position(tick)
            lines += Chart.line("grid", from: Point(x: x, y: plot.y), to: Point(x: x, y: plot.maxY))
            lines += SVG.text(
                "note middle", axis.text(tick), at: Point(x: x, y: plot.maxY + 16), size: Chart.textSize)
        }
        for mark in marks {
            let x = axis.position(mark)
            lines += Chart.line("frame", from: Point(x: x, y: plot.y - 2), to: Point(x: x, y: plot.maxY + 2))
        }
        return lines
    }

    private func row(_ row: Row, at y: Double, _ axis: ChartAxis) -> String {
        let dots = row.dots.enumerated().map { index, dot in
            let y = y + Self.dotHeight * (Double(index) - Double(row.dots.count - 1) / 2)
            var range = ""
            if let lower = dot.lower, let upper = dot.upper {
                range = Chart.line(
                    "range", from: Point(x: axis.position(lower), y: y), to: Point(x: axis.position(upper), y: y))
            }
            let point = Point(x: axis.position(dot.value), y: y)
            return SVG.element(
                "g", ["class": dot.style.name], range + Chart.dot(dot.style.marker, at: point, tip: dot.tip))
        }
        return SVG.element(
            "g", ["class": row.style.filter],
            SVG.text("name", row.name, at: Point(x: 6, y: y + 4), size: Chart.textSize) + dots.joined()
                + SVG.text("note right", row.text, at: Point(x: Chart.breadth - 6, y: y + 4), size: Chart.textSize))
    }
}
