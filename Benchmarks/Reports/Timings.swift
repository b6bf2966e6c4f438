import BenchmarkKit

/// Median times with their intervals, found by what they say.
struct Timings {
    /// What was timed: a dataset, and what was done with it.
    struct Case: Hashable {
        let dataset: String
        let phase: String
        let trace: String

        init(_ key: CaseKey) {
            dataset = key.dataset
            phase = key.phase
            trace = key.trace
        }

        /// `fling`, `prepare`.
        var title: String { CaseKey.title(phase: phase, trace: trace) }

        /// What one operation is.
        var operation: String {
            switch phase {
            case "prepare": "laying out all items"
            case "query": "a query of a viewport"
            case "effects": "a query through effects"
            case "update": "an edit and the query after it"
            case "first-query": "laying out, and a query at the top"
            default: phase
            }
        }

        /// Prepare first, then queries, edits and the rest.
        var rank: Int { ["prepare", "query", "effects", "update"].firstIndex(of: phase) ?? 4 }
    }

    struct Timing {
        let median: ResultRow
        let lower: ResultRow?
        let upper: ResultRow?

        var n: Int { median.key.n }
        var strategy: String { median.key.strategy }
        /// Positive, as ``Timings`` keeps none that is not.
        var value: Double { median.value ?? 0 }
        var rows: (median: ResultRow, lower: ResultRow?, upper: ResultRow?) { (median, lower, upper) }

        /// `section-buckets, n = 1,000: 14.5 ns (14.2 ns … 14.9 ns)`.
        func tip(_ place: String) -> String {
            let interval = [lower, upper].compactMap { $0?.value }.map { Quantity.time($0) }
            return "\(strategy), \(place): \(Quantity.time(value))"
                + (interval.count == 2 ? " (\(interval[0]) … \(interval[1]))" : "")
        }

        func lineValue(at x: Double, _ place: String) -> LinePlot.Value {
            // An interval that begins at 0 has no place on logarithmic paper.
            let isWhole = (lower?.value ?? 0) > 0
            return LinePlot.Value(
                x: x, y: value, lower: isWhole ? lower?.value : nil, upper: isWhole ? upper?.value : nil,
                tip: tip(place))
        }
    }

    /// The cases, each with its timings in the order of the rows.
    let cases: [(place: Case, timings: [Timing])]

    static func isTime(_ row: ResultRow) -> Bool {
        row.key.metric == Metric.wallTime.id && ["median", "lower", "upper"].contains(row.key.statistic)
    }

    /// Takes the times among rows; the interval of a median is that of the same run.
    init(_ rows: [ResultRow]) {
        var bounds: [CaseKey: ResultRow] = [:]
        for row in rows where Self.isTime(row) { bounds[row.key] = row }
        let medians = rows.filter { Self.isTime($0) && $0.key.statistic == "median" && ($0.value ?? 0) > 0 }
        cases = medians.grouped { Case($0.key) }.map { place, medians in
            (
                place,
                medians.map { row in
                    func bound(_ statistic: String) -> ResultRow? {
                        var key = row.key
                        key.statistic = statistic
                        return bounds[key].flatMap { $0.runID == row.runID ? $0 : nil }
                    }
                    return Timing(median: row, lower: bound("lower"), upper: bound("upper"))
                }
            )
        }
    }

    var isSwept: Bool { cases.contains { Set($0.timings.map(\.n)).count > 1 } }
}

extension ReportFiles {
    /// A case whose times were measured at several numbers of items.
    struct Sweep {
        let place: Timings.Case
        let timings: [Timings.Timing]
        let origin: String

        var sizes: [Int] { Set(timings.map(\.n)).sorted() }
    }

    /// The newest of each case, dataset by dataset.
    var sweeps: [Sweep] {
        newest(Timings.isTime, by: { Timings.Case($0.key) }, suffice: { Timings($0).isSwept }).map { place, snapshot in
            Sweep(place: place, timings: Timings(snapshot.rows).cases[0].timings, origin: snapshot.origin)
        }.sorted(by: \.place)
    }
}

extension Sequence {
    /// By dataset in the order in which they first come, then prepare, queries, edits and the rest.
    func sorted(by place: (Element) -> Timings.Case) -> [Element] {
        grouped { place($0).dataset }.flatMap { _, elements in
            elements.enumerated().sorted {
                (place($0.element).rank, $0.offset) < (place($1.element).rank, $1.offset)
            }.map(\.element)
        }
    }
}
