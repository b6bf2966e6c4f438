import CollectionLayout

/// Lines with markers and bands over an axis, each named at its end.
struct LinePlot {
    /// A value with what it lies between.
    struct Value {
        let x: Double
        let y: Double
        var lower: Double?
        var upper: Double?
        /// What its marker says; a value without is a mere bend of the line.
        var tip: String?
    }

    struct Series {
        let name: String
        let style: SeriesStyle
        let values: [Value]
    }

    /// A line across the plot.
    struct Mark {
        let x: Double
        let text: String
    }

    /// A sign above a value.
    struct Flag {
        let series: String
        let x: Double
        let y: Double
        let text: String
    }

    let id: String
    let title: String
    let note: String
    let x: (scale: ChartAxis.Scale, label: ChartAxis.Label)
    let y: (scale: ChartAxis.Scale, label: ChartAxis.Label)
    let series: [Series]
    var marks: [Mark] = []
    var flags: [Flag] = []
    /// Values that the axis shall hold even where no series has any.
    var extent: [Double] = []
    /// Whether the names stand in a list, with a piece of the line: for lines that end far from the right edge.
    var hasKey = false
    let origin: String
    let table: DataTable

    private static let leastHeight = 300.0
    private static let foot = 26.0
    /// From one name to the next one below.
    private var labelGap: Double { hasKey ? 17 : 13.5 }

    var chart: Chart {
        let values = series.flatMap(\.values)
        let top = marks.isEmpty ? 48.0 : 60
        // All names fit beside the plot, below each other.
        let height = max(Self.leastHeight, top + Double(series.count) * labelGap + Self.foot)
        let up = ChartAxis(
            y.scale, y.label, holding: values.flatMap { [$0.y, $0.lower ?? $0.y, $0.upper ?? $0.y] },
            from: height - Self.foot, to: top, spacing: 32)
        // Digits and the per cent sign are broader than prose.
        let left = max(58, 1.1 * Chart.room(for: up.ticks.map(up.text)) + 10)
        let right = Chart.room(for: series.map(\.name)) + (hasKey ? 50 : 24)
        let plot = Rect(x: left, y: top, width: Chart.breadth - left - right, height: height - top - Self.foot)
        let across = ChartAxis(
            x.scale, x.label, holding: values.map(\.x) + marks.map(\.x) + extent, from: plot.x, to: plot.maxX,
            spacing: 50)
        return Chart(
            id: id, title: title, summary: summary, size: Size(width: Chart.breadth, height: height),
            content: Chart.heading(title, note) + grid(plot, across, up) + lines(across, up)
                + (hasKey ? key(plot) : labels(plot, across, up)) + signs(across, up),
            origin: origin, table: table)
    }

    private var summary: String { "\(note); lines for \(series.map(\.name).joined(separator: ", "))" }

    private func grid(_ plot: Rect, _ across: ChartAxis, _ up: ChartAxis) -> String {
        var lines = ""
        for tick in up.ticks {
            let y = up.position(tick)
            lines += Chart.line("grid", from: Point(x: plot.x, y: y), to: Point(x: plot.maxX, y: y))
            lines += SVG.text(
                "note right", up.text(tick), at: Point(x: plot.x - 5, y: y + 4), size: Chart.textSize)
        }
        for tick in across.ticks {
            let x = across.position(tick)
            lines += Chart.line("grid", from: Point(x: x, y: plot.y), to: Point(x: x, y: plot.maxY))
            lines += SVG.text(
                "note middle", across.text(tick), at: Point(x: x, y: plot.maxY + 16), size: Chart.textSize)
        }
        for mark in marks {
            let x = across.position(mark.x)
            lines += Chart.line("mark", from: Point(x: x, y: plot.y - 2), to: Point(x: x, y: plot.maxY))
        }
        return lines + markTexts(plot, across)
    }

    /// The texts of the marks above the plot, none over another.
    private func markTexts(_ plot: Rect, _ across: ChartAxis) -> String {
        let breadth = marks.map { SVG.breadth(of: $0.text, 0.9 * 10.5) }.max() ?? 0
        let places = Chart.apart(
            marks.map { across.position($0.x) }, distance: breadth + 9,
            in: plot.x + breadth / 2...plot.maxX + 14)
        return zip(marks, places).map { mark, x in
            SVG.text("alert middle", mark.text, at: Point(x: x, y: plot.y - 5), size: 10.5)
        }.joined()
    }

    private func lines(_ across: ChartAxis, _ up: ChartAxis) -> String {
        series.map { series in
            let points = series.values.map { Point(x: across.position($0.x), y: up.position($0.y)) }
            let banded = series.values.filter { $0.lower != nil && $0.upper != nil }
            let band =
                banded.map { Point(x: across.position($0.x), y: up.position($0.upper!)) }
                + banded.reversed().map { Point(x: across.position($0.x), y: up.position($0.lower!)) }
            let dots = zip(series.values, points).compactMap { value, point in
                value.tip.map { Chart.dot(series.style.marker, at: point, tip: $0) }
            }
            return SVG.element(
                "g", ["class": "\(series.style.name) \(series.style.filter)"],
                (banded.count > 1 ? SVG.element("path", ["class": "band", "d": Chart.path(band, isClosed: true)]) : "")
                    + (points.count > 1 ? SVG.element("path", ["class": "line", "d": Chart.path(points)]) : "")
                    + dots.joined())
        }.joined()
    }

    /// The name of each line at its last value, moved where names would cover each other.
    private func labels(_ plot: Rect, _ across: ChartAxis, _ up: ChartAxis) -> String {
        let ends = series.map { series in
            series.values.last.map { Point(x: across.position($0.x), y: up.position($0.y)) } ?? Point(x: 0, y: 0)
        }
        let places = Chart.apart(ends.map(\.y), distance: labelGap, in: plot.y - 6...plot.maxY + 4)
        let x = plot.maxX + 18
        return series.indices.map { index in
            let end = ends[index]
            let lead = Chart.line(
                "lead", from: Point(x: end.x + 6, y: end.y), to: Point(x: x - 3, y: places[index]))
            let name = SVG.text(
                "tag", series[index].name, at: Point(x: x, y: places[index] + 4), size: Chart.textSize)
            return SVG.element("g", ["class": "\(series[index].style.name) \(series[index].style.filter)"], lead + name)
        }.joined()
    }

    /// A piece of each line beside its name, the line that lies farthest to the right first.
    private func key(_ plot: Rect) -> String {
        func middle(_ series: Series) -> Double {
            series.values.isEmpty ? 0 : series.values[series.values.count / 2].x
        }
        let x = plot.maxX + 10
        return series.sorted { middle($0) > middle($1) }.enumerated().map { rank, series in
            let y = plot.y + 6 + Double(rank) * labelGap
            return SVG.element(
                "g", ["class": "\(series.style.name) \(series.style.filter)"],
                Chart.line("line", from: Point(x: x, y: y), to: Point(x: x + 34, y: y))
                    + Chart.dot(series.style.marker, at: Point(x: x + 17, y: y), tip: series.name)
                    + SVG.text("tag", series.name, at: Point(x: x + 39, y: y + 4), size: Chart.textSize))
        }.joined()
    }

    private func signs(_ across: ChartAxis, _ up: ChartAxis) -> String {
        flags.map { flag in
            let point = Point(x: across.position(flag.x), y: up.position(flag.y))
            let style = series.first { $0.name == flag.series }?.style.filter ?? ""
            return SVG.element(
                "g", ["class": style],
                SVG.text("alert middle", flag.text, at: Point(x: point.x, y: point.y - 9), size: 10.5))
        }.joined()
    }
}
