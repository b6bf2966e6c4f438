import BenchmarkKit
import Foundation

/// How good the advisor is where it was not told: a row for each rate of edits, and one for always choosing the same.
struct RegretReport {
    let regret: Regret
    /// The same where all datasets of the hidden one's layout are hidden as well.
    var strange: Regret?

    var table: Table {
        var table = Table(
            [
                Table.Column("edits a second", .right), Table.Column("choice"), Table.Column("cases", .right),
                Table.Column("median", .right), Table.Column("mean", .right), Table.Column("worst", .right),
                Table.Column("worst case"),
            ])
        for (rate, cases) in regret.cases.grouped(by: \.edits) {
            table.append(Self.row("advised", cases, cases.map(\.ratio), \.chosen))
            let strangers = strange?.cases.filter { $0.edits == rate } ?? []
            if !strangers.isEmpty {
                table.append(Self.row("advised, layout hidden", strangers, strangers.map(\.ratio), \.chosen))
            }
            if let constant = Regret.constant(cases) {
                table.append(
                    Self.row("always \(constant.strategy)", cases, constant.ratios) { _ in constant.strategy })
            }
        }
        return table
    }

    private static func row(
        _ title: String, _ cases: [Regret.Case], _ ratios: [Double], _ choice: (Regret.Case) -> String
    ) -> [String] {
        let worst = zip(ratios, cases).max { $0.0 < $1.0 }!
        let place =
            "\(worst.1.dataset), \(Quantity.count(worst.1.n)) items: \(choice(worst.1)) for " + worst.1.best
        return [
            AdviceReport.rate(cases[0].edits), title, String(ratios.count),
            Quantity.ratio(Statistics.median(ratios)), Quantity.ratio(Regret.mean(ratios)),
            Quantity.ratio(worst.0), worst.0 > 1 ? place : "–",
        ]
    }

    /// `1.02 × the best in the median, 3.10 × at worst`, over all rates.
    var summary: String? {
        let ratios = regret.cases.map(\.ratio)
        guard let worst = ratios.max() else { return nil }
        return "\(Quantity.ratio(Statistics.median(ratios))) × the best in the median, "
            + "\(Quantity.ratio(worst)) × at worst"
    }

    func texts(_ width: Int?) -> (text: String, markdown: String) {
        (
            table.text(width: width) + Self.legend + unknown,
            table.markdown + "\n" + Self.legend + unknown
        )
    }

    private var unknown: String {
        let counts = [("", regret.unknown), (", its layout hidden", strange?.unknown ?? 0)]
        return counts.filter { $0.1 > 0 }.map {
            "Cases in which the choice was not measured on the dataset\($0): \($1).\n"
        }.joined()
    }

    private static let legend = """

        Each dataset is hidden in turn, and the advisor asked about it at each size that was measured. Regret is the cost of its
        choice over the cost of the best one, both as measured on the hidden dataset: 1 is perfect; the mean is geometric. "layout
        hidden": without the datasets of its layout either, as one of them may be its twin. "always" is the one strategy that would do
        best if it were used everywhere.

        """

    /// The cases for programs: those in which only the dataset is hidden, then those without its layout.
    var records: [[(column: String, value: JSONValue)]] {
        [("dataset", regret.cases), ("layout", strange?.cases ?? [])].flatMap { hidden, cases in
            cases.map { item in
                [
                    ("dataset", .string(item.dataset)), ("n", .number(Double(item.n))), ("edits", .number(item.edits)),
                    ("hidden", .string(hidden)), ("chosen", .string(item.chosen)), ("best", .string(item.best)),
                    ("regret", .number(item.ratio)),
                ]
            }
        }
    }
}
