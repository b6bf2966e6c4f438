import BenchmarkKit
import Foundation

/// How much longer one thing takes than another: a forest plot of each comparison.
struct RatioSection {
    let source: ReportSource

    var section: ReportSection { ReportSection(id: "ratios", title: "Comparisons", parts: parts) }

    static func isRatio(_ row: ResultRow) -> Bool {
        row.key.metric == Metric.timeRatio.id && (row.value ?? 0) > 0
    }

    private var parts: [ReportSection.Part] {
        let compared = source.files.files.filter(\.isComparison)
        guard let newest = compared.last else {
            return [
                .missing(
                    "The files have no comparison of two strategies or builds.",
                    command: "swift run benchmarks compare A B, or swift run benchmarks ab --base REV")
            ]
        }
        // Older comparisons are of older code.
        return compared.filter { $0.origin == newest.origin }.enumerated().flatMap {
            index, file -> [ReportSection.Part] in
            let reference = Self.reference(file) ?? "the reference"
            let groups = file.rows.filter(Self.isRatio).grouped {
                "\($0.key.dataset), n = \(Quantity.count($0.key.n))"
            }
            return [
                .text(
                    "Time over that of \(reference): left of × 1 is faster. Bars are the intervals of the comparison, "
                        + "\(Self.nullSign) is \(reference) against itself: differences of that size are noise; "
                        + "▼ and ▲ mark intervals that exclude × 1."),
                .charts(groups.map { chart($0.key, $0.elements, index, reference, source.files.title(file)) }),
            ]
        }
    }

    /// What the others were compared with, as the command line says.
    private static func reference(_ file: ReportFiles.File) -> String? {
        guard let arguments = file.environment?.arguments, let invocation = try? Invocation(arguments) else {
            return nil
        }
        return invocation.options.isDeclared("base")
            ? invocation.options.value("base") : invocation.options.positionals.first
    }

    private static let nullSign = "○"
    /// A hollow circle.
    private static let nullStyle = SeriesStyle(index: SeriesStyle.leastHollow)

    private func chart(_ title: String, _ rows: [ResultRow], _ file: Int, _ reference: String, _ origin: String)
        -> Chart
    {
        let isSingle = Set(rows.map(\.key.strategy)).count == 1
        var table = DataTable(["case", "strategy", "ratio", "itself", "what the interval says"])
        let lines = rows.filter { $0.key.statistic == "median" }.map { row -> DotPlot.Row in
            func other(_ statistic: String) -> ResultRow? {
                var key = row.key
                key.statistic = statistic
                return rows.first { $0.key == key }
            }
            let (lower, upper, null) = (other("lower"), other("upper"), other("null"))
            let ratio = row.value ?? 1
            let name = CaseKey.title(phase: row.key.phase, trace: row.key.trace)
            let says = Self.says(lower?.value, upper?.value)
            table.append(
                source.style(row.key.strategy),
                [
                    .text(name), .text(row.key.strategy), .interval((row, lower, upper), Self.text),
                    .value(null, Self.text), .text(says),
                ])
            var dots = [
                DotPlot.Dot(
                    value: ratio, lower: lower?.value, upper: upper?.value, style: source.style(row.key.strategy),
                    tip: "\(row.key.strategy), \(name): × \(Self.text(ratio)), \(says)")
            ]
            if let noise = null?.value {
                dots.append(
                    DotPlot.Dot(
                        value: noise, style: Self.nullStyle, tip: "\(reference) against itself: × \(Self.text(noise))"))
            }
            return DotPlot.Row(
                name: isSingle ? name : "\(name) · \(row.key.strategy)", style: source.style(row.key.strategy),
                dots: dots,
                text: "\(Self.text(ratio)) \(Self.sign(lower?.value, upper?.value))")
        }
        let dataset = rows[0].key.dataset
        return DotPlot(
            id: Chart.id(["ratios", file == 0 ? "" : String(file + 1), dataset, String(rows[0].key.n)]), title: title,
            note: isSingle ? "\(rows[0].key.strategy) over \(reference)" : "over \(reference)", label: .ratio,
            rows: lines,
            marks: [1], origin: origin, table: table
        ).chart
    }

    private static func says(_ lower: Double?, _ upper: Double?) -> String {
        switch sign(lower, upper) {
        case "▼": "faster"
        case "▲": "slower"
        default: "holds × 1"
        }
    }

    /// Which side of 1 an interval lies on.
    private static func sign(_ lower: Double?, _ upper: Double?) -> String {
        if let upper, upper < 1 { return "▼" }
        if let lower, lower > 1 { return "▲" }
        return "="
    }

    private static func text(_ ratio: Double) -> String {
        Quantity.fixed(ratio, decimals: ratio < 0.01 ? 5 : ratio < 10 ? 3 : ratio < 100 ? 1 : 0)
    }
}
