import BenchmarkKit
import CollectionLayout

/// Which strategy is for which dataset: by the number of items, at some rates of edits.
struct Overview {
    /// A strategy, from a number of items on.
    struct Choice: Equatable {
        let strategy: String
        let from: Int
    }

    /// A dataset at a rate of edits.
    struct Row {
        let dataset: String
        let edits: Double
        /// From the least measured size to the largest one.
        let choices: [Choice]
    }

    let rows: [Row]

    init(_ advisor: Advisor, _ usage: Usage, rates: [Double]) throws {
        rows = try advisor.measurements.datasets.flatMap { dataset in
            try rates.compactMap { rate in
                var usage = usage
                usage.edits = rate
                let choices = try Self.choices(advisor, dataset, usage)
                return choices.isEmpty ? nil : Row(dataset: dataset, edits: rate, choices: choices)
            }
        }
    }

    /// The choices between the sizes measured, tried in steps of an eighth.
    private static func choices(_ advisor: Advisor, _ dataset: String, _ usage: Usage) throws -> [Choice] {
        let sizes = advisor.measurements.sizes(of: dataset)
        guard var n = sizes.first.map(Double.init), let last = sizes.last else { return [] }
        var choices: [Choice] = []
        while n <= Double(last) {
            // Without features nothing is told from other datasets.
            let advice = try advisor.advise(Advisor.Subject(id: dataset, n: Int(n)), usage)
            if let best = advice.best {
                let current = advice.predictions.first { $0.strategy == choices.last?.strategy }
                let saves = current.map { best.cost < (1 - Advisor.tolerance) * $0.cost } ?? true
                if saves, best.strategy != current?.strategy {
                    choices.append(Choice(strategy: best.strategy, from: Int(n)))
                }
            }
            n = n < Double(last) ? min(n * 9 / 8, Double(last)) : .infinity
        }
        return choices
    }

    /// A row for each dataset, a column for each rate.
    var table: Table {
        let rates = rows.map(\.edits).uniqued()
        var table = Table(
            [Table.Column("dataset"), Table.Column("items")]
                + rates.map { rate in
                    Table.Column("\(AdviceReport.rate(rate)) \(rate == 1 ? "edit" : "edits") a second")
                })
        for (dataset, rows) in rows.grouped(by: \.dataset) {
            table.append(
                [dataset, rows.first?.choices.first.map { "from \(Quantity.count($0.from))" } ?? ""]
                    + rates.map { rate in
                        rows.first { $0.edits == rate }.map { Self.text($0.choices) } ?? "–"
                    })
        }
        return table
    }

    /// `section-buckets, packed-rtree from 20,000`: the first one is from the least size on.
    private static func text(_ choices: [Choice]) -> String {
        choices.enumerated().map { index, choice in
            index == 0 ? choice.strategy : "\(choice.strategy) from \(AdviceReport.rounded(Double(choice.from)))"
        }.joined(separator: ", ")
    }

    func texts(_ width: Int?) -> (text: String, markdown: String) {
        (table.text(width: width) + "\n" + Self.legend, table.markdown + "\n" + Self.legend)
    }

    static let legend = """
        The strategy that costs least in a second of use, by the number of items; where another one takes over, it saves 5 % and
        more. 'benchmarks advise --dataset ID' tells what a second of use is, and why.

        """

    /// The choices for programs.
    var records: [[(column: String, value: JSONValue)]] {
        rows.flatMap { row in
            row.choices.map { choice in
                [
                    ("dataset", .string(row.dataset)), ("edits", .number(row.edits)),
                    ("from", .number(Double(choice.from))), ("strategy", .string(choice.strategy)),
                ]
            }
        }
    }
}
