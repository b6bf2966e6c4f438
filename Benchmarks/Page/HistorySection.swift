import BenchmarkKit
import Foundation

/// Times from run to run, with the runs at which their level changed.
struct HistorySection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "history", title: "History", parts: parts) }

    /// So many runs can show a change at all.
    private static let fewest = 4

    private var parts: [ReportSection.Part] {
        guard let history = History(source.files) else {
            return [
                .missing(
                    "A history needs files of two commits or more that time the same case on the same machine.",
                    command: "swift run benchmarks report results/*.csv")
            ]
        }
        let parts: [ReportSection.Part] = [
            .text(
                "Medians of \(history.runs.count) commits in the order of their times, the band is the 95 % interval within a "
                    + "run. ▲ and ▼ mark where the level changed: by 2 % at least, for two runs at least, beyond what "
                    + "runs without a change show in one report of twenty. On \(history.machine)."),
            changes(history),
        ]
        return parts
            + ReportSection.groups(
                history.series.grouped(by: \.place.dataset).map { dataset, series in
                    let groups = series.grouped { [$0.place.phase, $0.place.trace, String($0.n)] }
                    return (dataset, groups.map { chart($0.elements, history) })
                })
    }

    private func changes(_ history: History) -> ReportSection.Part {
        var table = DataTable(["dataset", "n", "case", "strategy", "since", "change"])
        for series in history.series {
            for change in series.changes {
                let run = history.runs[series.timings[change.index].run]
                table.append(
                    source.style(series.strategy),
                    [
                        .text(series.place.dataset), .number(Quantity.count(series.n)), .text(series.place.title),
                        .text(series.strategy), .text("\(run.revision) \(run.date)"), .number(change.text),
                    ])
            }
        }
        guard table.rows.isEmpty else { return .table("Changes of level", table) }
        let longest = history.series.map(\.timings.count).max() ?? 0
        return longest < Self.fewest
            ? .missing(
                "A change of level needs \(Self.fewest) runs at least, and more to stand out from noise; here are \(longest).",
                command: "swift run benchmarks, now and then; swift run benchmarks report results/*.csv")
            : .text("No level changed beyond chance.")
    }

    private func chart(_ all: [History.Series], _ history: History) -> Chart {
        let first = all[0]
        let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.strategy, $0) })
        let series = source.ordered(byName.keys).compactMap { byName[$0] }
        let used = Set(series.flatMap { $0.timings.map(\.run) }).sorted()
        var table = DataTable(["strategy"] + used.map { history.runs[$0].revision })
        for item in series {
            table.append(
                source.style(item.strategy),
                [.text(item.strategy)]
                    + used.map { run in
                        item.timings.first { $0.run == run }.map { .interval($0.timing.rows, Quantity.time) }
                            ?? .number("–")
                    })
        }
        let flags = series.flatMap { item in
            item.changes.map { change in
                let (run, timing) = item.timings[change.index]
                return LinePlot.Flag(
                    series: item.strategy, x: Double(run), y: timing.upper?.value ?? timing.value, text: change.text)
            }
        }
        return LinePlot(
            id: Chart.id(["history", first.place.dataset, String(first.n), first.place.phase, first.place.trace]),
            title: "\(first.place.dataset): \(first.place.title)",
            note: "n = \(Quantity.count(first.n)), \(first.place.operation)",
            x: (.ordinal, .names(history.runs.map { String($0.revision.prefix(7)) })), y: (.logarithmic, .time),
            series: series.map { item in
                LinePlot.Series(
                    name: item.strategy, style: source.style(item.strategy),
                    values: item.timings.map { run, timing in
                        timing.lineValue(at: Double(run), "\(history.runs[run].revision) \(history.runs[run].date)")
                    })
            }, flags: flags, extent: [0, Double(history.runs.count - 1)],
            origin: "\(used.count) runs", table: table
        ).chart
    }
}
