import BenchmarkKit

/// How times grow with the number of items: a chart for each dataset and what is done with it.
struct ScalingSection {
    let source: ReportSource

    static let command = "swift run benchmarks scaling --dataset all"

    /// What stands in place of anything that needs several sizes.
    static func missing(_ whatNeeds: String) -> ReportSection.Part {
        .missing(
            "\(whatNeeds) times at two numbers of items or more; the files have one for each dataset at most.",
            command: command)
    }

    var section: ReportSection {
        ReportSection(id: "scaling", title: "Growth with the number of items", parts: parts)
    }

    private var parts: [ReportSection.Part] {
        let sweeps = source.files.sweeps
        guard !sweeps.isEmpty else {
            return [Self.missing("Growth needs")]
        }
        return [
            .text(
                "Medians on log-log paper, the band is their 95 % interval (sign test). A straight line that rises by a "
                    + "decade for a decade of items is linear, a flat one does not care about the number.")
        ]
            + (source.strategies.contains { Floor.named($0) != nil } ? [.text(Floor.explanation)] : [])
            + ReportSection.groups(
                sweeps.grouped(by: \.place.dataset).map { dataset, sweeps in (dataset, sweeps.map(chart)) })
    }

    private func chart(_ sweep: ReportFiles.Sweep) -> Chart {
        let (place, timings) = (sweep.place, sweep.timings)
        let names = source.ordered(timings.map(\.strategy))
        let sizes = sweep.sizes
        var table = DataTable(["strategy"] + sizes.map { "n = \(Quantity.count($0))" } + ["exponent"])
        var series: [LinePlot.Series] = []
        for name in names {
            let own = timings.filter { $0.strategy == name }.sorted { $0.n < $1.n }
            let law = PowerLaw(own.map { (Double($0.n), $0.value) })
            table.append(
                source.style(name),
                [.text(name)]
                    + sizes.map { n in
                        own.first { $0.n == n }.map { .interval($0.rows, Quantity.time) } ?? .number("–")
                    } + [.number(law.map { Quantity.fixed($0.exponent, decimals: 2) } ?? "–")])
            series.append(
                LinePlot.Series(
                    name: name, style: source.style(name),
                    values: own.map { $0.lineValue(at: Double($0.n), "n = \(Quantity.count($0.n))") }))
        }
        return LinePlot(
            id: Chart.id(["scaling", place.dataset, place.phase, place.trace]),
            title: "\(place.dataset): \(place.title)", note: "\(place.operation), over the number of items",
            x: (.logarithmic, .count), y: (.logarithmic, .time), series: series,
            origin: sweep.origin, table: table
        ).chart
    }
}
