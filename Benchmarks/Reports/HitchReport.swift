import BenchmarkKit

/// A table for each trace on each dataset, with a row for each strategy at each frame rate.
struct HitchReport {
    private let rows: [ResultRow]
    private let values: [CaseKey: Double]

    /// - Parameter rows: of which those of frames count.
    init(rows: [ResultRow]) {
        self.rows = rows.filter { Metric.ofFrames.contains($0.key.metric) && $0.value != nil }
        values = Dictionary(self.rows.map { ($0.key, $0.value ?? 0) }) { $1 }
    }

    var isEmpty: Bool { rows.isEmpty }

    private struct Group: Hashable {
        let trace: String
        let dataset: String
        let n: Int

        init(_ key: CaseKey) {
            trace = CaseKey.title(phase: key.phase, trace: key.trace)
            dataset = key.dataset
            n = key.n
        }

        var heading: String { "\(trace) on \(dataset), n = \(Quantity.count(n))" }
    }

    /// Aligned tables.
    func text(_ style: TextStyle, width: Int?) -> String {
        groups.map { style.bold($0.heading) + "\n" + table($0).text(width: width) + "\n" }.joined()
    }

    /// Markdown tables.
    var markdown: String { groups.map { "### \($0.heading)\n\n" + table($0).markdown + "\n" }.joined() }

    /// In the order in which they were replayed.
    private var groups: [Group] { rows.map { Group($0.key) }.uniqued() }

    private func table(_ group: Group) -> Table {
        let titles = ["Hz", "frames", "cost p50", "p99", "max", "late p99", "dropped", "hitch ms/s"]
        var table = Table(
            [Table.Column("strategy")] + titles.map { Table.Column($0, .right) } + [Table.Column("band")])
        table.expendable = ["late p99", "max", "frames"]
        // Each replay has one hitch rate.
        let replays = rows.filter { Group($0.key) == group && $0.key.metric == Metric.hitchRate.id }
            .map { (rate: Self.rate(of: $0.key.statistic), row: $0) }
        for rate in Set(replays.map(\.rate)).sorted() {
            for replay in replays where replay.rate == rate { table.append(cells(replay.row, rate)) }
        }
        return table
    }

    /// 60, of `mean-60hz`.
    private static func rate(of statistic: String) -> Int {
        statistic.split(separator: "-").last.flatMap { Int($0.dropLast(2)) } ?? 0
    }

    private func cells(_ replay: ResultRow, _ rate: Int) -> [String] {
        func value(_ metric: Metric, _ statistic: String) -> Double? {
            var key = replay.key
            (key.metric, key.statistic) = (metric.id, "\(statistic)-\(rate)hz")
            return values[key]
        }
        func time(_ metric: Metric, _ statistic: String) -> String {
            value(metric, statistic).map { Quantity.time($0) } ?? "–"
        }
        let hitchRate = replay.value ?? 0
        return [
            replay.key.strategy, String(rate), String(replay.samples), time(.frameCost, "p50"), time(.frameCost, "p99"),
            time(.frameCost, "max"), time(.frameLatency, "p99"),
            value(.droppedFrames, "total").map { Quantity.fixed($0, decimals: 0) } ?? "–",
            Quantity.fixed(hitchRate, decimals: 2), HitchBand(hitchRate: hitchRate).rawValue,
        ]
    }

    static let legend = """
        cost is the work of a frame: to scroll, to edit, to lay out, and to ask what is visible. late is from when a frame is
        due to when it is done; a slow one delays those that follow. Between frames the processor is idle, as in an app.
        hitch is for how long the screen shows an old frame though a new one is due, per second: below 5 ms/s is good, above
        10 critical. A replay that is 5 s behind ends there, after as many frames as the table says, and so does one whose
        answers full-array needs more than 20 s for: every answer of a trace with edits was checked against it, but for
        frames that viewport-first shows among estimates.

        """
}
