import BenchmarkKit

/// What strategies hold in memory, per item.
struct MemorySection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "memory", title: "Memory per item", parts: parts) }

    /// Bytes that are there at some time; what was allocated in all is traffic.
    static func isMemory(_ row: ResultRow) -> Bool {
        row.unit == .bytes && row.key.phase == "prepare" && row.key.metric != Metric.allocatedBytes.id
            && (row.value ?? 0) > 0
    }

    /// The markers of metrics, as text has them.
    private static let signs = ["●", "■", "▲", "◆", "▼"]

    private var parts: [ReportSection.Part] {
        let datasets = source.files.newest(Self.isMemory) { $0.key.dataset }
        guard !datasets.isEmpty else {
            return [
                .missing(
                    "The files have no memory.",
                    command: "swift run benchmarks run --metric bytes-per-item,peak-resident")
            ]
        }
        let metrics = datasets.flatMap(\.snapshot.rows).map(\.key.metric).uniqued()
        let charts = datasets.map { dataset, snapshot in
            let most = snapshot.rows.map(\.key.n).max() ?? 0
            return chart(dataset, most, snapshot.rows.filter { $0.key.n == most }, metrics, snapshot.origin)
        }
        return [
            .text(
                "After prepare, at the most items measured. bytes-per-item is what a cache holds beside the content; "
                    + "the other metrics are of the whole process or allocator, divided by the number of items."),
            .charts(charts),
        ]
    }

    private func chart(_ dataset: String, _ n: Int, _ rows: [ResultRow], _ metrics: [String], _ origin: String) -> Chart
    {
        var table = DataTable(["strategy"] + metrics)
        var lines: [DotPlot.Row] = []
        for name in source.ordered(rows.map(\.key.strategy)) {
            let own = rows.filter { $0.key.strategy == name }
            func row(_ metric: String) -> ResultRow? { own.first { $0.key.metric == metric } }
            table.append(
                source.style(name), [.text(name)] + metrics.map { .value(row($0), Self.bytes) })
            let dots = metrics.enumerated().compactMap { index, metric in
                row(metric).map { row in
                    DotPlot.Dot(
                        value: Self.perItem(row), style: SeriesStyle(index: index),
                        tip: "\(name), \(metric): \(Self.bytes(Self.perItem(row))) an item")
                }
            }
            lines.append(
                DotPlot.Row(
                    name: name, style: source.style(name), dots: dots,
                    text: own.first.map { Self.bytes(Self.perItem($0)) } ?? ""))
        }
        let present = metrics.enumerated().filter { item in rows.contains { $0.key.metric == item.element } }
        let note = present.map { "\(Self.signs[$0.offset % Self.signs.count]) \($0.element)" }.joined(separator: "  ")
        return DotPlot(
            id: Chart.id(["memory", dataset]), title: "\(dataset), n = \(Quantity.count(n))", note: note,
            label: .bytes, rows: lines, origin: origin, table: table
        ).chart
    }

    private static func perItem(_ row: ResultRow) -> Double {
        (row.value ?? 0) / (row.key.metric == Metric.bytesPerItem.id ? 1 : Double(max(row.key.n, 1)))
    }

    private static func bytes(_ value: Double) -> String {
        Quantity.fixed(value, decimals: value < 0.001 ? 6 : value < 1 ? 3 : value < 1000 ? 1 : 0) + " B"
    }
}
