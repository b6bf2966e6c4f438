import BenchmarkKit
import Foundation

/// How times of the same case changed from run to run on one machine.
struct History {
    /// A point of the history: what was timed of a commit, in however many files. Where several have a value, it is the last
    /// one's, as everywhere in a report: how far they are apart is noise, and no change of the code.
    struct Run {
        let origin: ReportFiles.File.Origin
        let date: String
        var rows: [ResultRow]

        var revision: String { origin.revision }

        init(_ file: ReportFiles.File) {
            origin = file.origin
            date = file.date
            rows = file.ownRows.filter { Timings.isTime($0) && $0.value != nil }
        }

        static func runs(_ files: [ReportFiles.File]) -> [Run] {
            var runs: [Run] = []
            for run in files.map(Run.init) where !run.rows.isEmpty {
                if let index = runs.lastIndex(where: { $0.origin == run.origin }),
                    runs[index].absorbs(run, isLast: index == runs.count - 1)
                {
                    runs[index].add(run)
                } else {
                    runs.append(run)
                }
            }
            return runs
        }

        /// Whether another run of the same origin is of the same code. A working tree that differs from its commit may differ
        /// otherwise each time: there, what is timed again is another point.
        private func absorbs(_ other: Run, isLast: Bool) -> Bool {
            guard revision.hasSuffix("+") else { return true }
            return isLast && Set(rows.map(\.key)).isDisjoint(with: other.rows.map(\.key))
        }

        /// Takes what a later run has timed, in place of what this one has of the same.
        private mutating func add(_ other: Run) {
            let again = Set(other.rows.map(\.key))
            rows = rows.filter { !again.contains($0.key) } + other.rows
        }
    }

    /// One strategy in one case.
    struct Series {
        let place: Timings.Case
        let n: Int
        let strategy: String
        /// A timing for each run that has one, by the run's number.
        let timings: [(run: Int, timing: Timings.Timing)]
        var changes: [Change] = []

        /// The medians' sparkline over all runs.
        func sparkline(of count: Int) -> String {
            var values = [Double?](repeating: nil, count: count)
            for (run, timing) in timings { values[run] = log(timing.value) }
            return Sparkline.text(values)
        }
    }

    /// A change of level beyond chance.
    struct Change {
        /// The position in the series at which the new level begins.
        let index: Int
        /// New level over old.
        let ratio: Double

        var text: String { "\(ratio > 1 ? "▲" : "▼") \(Quantity.change(ofRatio: ratio))" }
    }

    /// Smaller changes between runs at different times say nothing.
    static let smallestChange = 0.02
    /// The share of histories without a change that show any, all series together.
    static let alpha = 0.05

    let machine: String
    let runs: [Run]
    let series: [Series]

    /// The history of the machine and seed measured last, of all that was timed of more than one commit. Nil where nothing
    /// was.
    init?(_ files: ReportFiles) {
        let all = Run.runs(files.files)
        guard let last = all.last?.origin else { return nil }
        runs = all.filter { $0.origin.machine == last.machine && $0.origin.seed == last.seed }
        machine = last.machine
        let timings = runs.enumerated().flatMap { run, rows in
            Timings(rows.rows).cases.flatMap { place, timings in
                timings.map { (run: run, place: place, timing: $0) }
            }
        }
        let groups = timings.sorted(by: \.place).grouped { item in
            [item.place.dataset, item.place.phase, item.place.trace, String(item.timing.n), item.timing.strategy]
        }
        let repeated = groups.filter { Set($0.elements.map(\.run)).count > 1 }
        guard !repeated.isEmpty else { return nil }
        series = repeated.map { _, items in
            var series = Series(
                place: items[0].place, n: items[0].timing.n, strategy: items[0].timing.strategy,
                timings: items.map { ($0.run, $0.timing) })
            series.changes = ChangePoint.find(
                in: items.map { log($0.timing.value) }, alpha: Self.alpha / Double(repeated.count),
                smallest: log(1 + Self.smallestChange)
            ).map { Change(index: $0.index, ratio: exp($0.shift)) }
            return series
        }
    }

    /// A row for each series that changed as much as to matter, for a terminal, and how many others there are.
    var table: (changed: Table, others: Int) {
        var table = Table([
            Table.Column("dataset"), Table.Column("n", .right), Table.Column("case"), Table.Column("strategy"),
            Table.Column("\(runs.count) runs"), Table.Column("last", .right), Table.Column("since first", .right),
            Table.Column("level changed"),
        ])
        table.expendable = ["n", "last"]
        for series in series {
            guard let first = series.timings.first?.timing, let last = series.timings.last?.timing else { continue }
            let ratio = last.value / first.value
            guard abs(log(ratio)) >= log(1 + Self.smallestChange) || !series.changes.isEmpty else { continue }
            let changes = series.changes.map { change in
                "\(runs[series.timings[change.index].run].revision.prefix(7)) \(change.text)"
            }
            table.append([
                series.place.dataset, Quantity.count(series.n), series.place.title,
                series.strategy,
                series.sparkline(of: runs.count), Quantity.time(last.value),
                Quantity.change(ofRatio: ratio), changes.isEmpty ? "–" : changes.joined(separator: ", "),
            ])
        }
        return (table, series.count - table.rows.count)
    }
}
