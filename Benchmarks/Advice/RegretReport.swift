import BenchmarkKit
import Foundation

/// How good the advisor is where it was not told: a row for each rate of edits, and one for always choosing the same.
struct RegretReport {
    let regret: Regret

    var table: Table {
        var table = Table(
            [
                Table.Column("edits a second", .right), Table.Column("choice"), Table.Column("cases", .right),
                Table.Column("median", .right), Table.Column("mean", .right), Table.Column("worst", .right),
                Table.Column("worst case"),
            ])
        for (rate, cases) in regret.cases.grouped(by: \.edits) {
            func row(_ title: String, _ ratios: [Double], _ choice: (Regret.Case) -> String) -> [String] {
                let worst = zip(ratios, cases).max { $0.0 < $1.0 }!
                let place =
                    "\(worst.1.dataset), \(AdviceReport.count(worst.1.n)) items: \(choice(worst.1)) for "
                    + worst.1.best
                return [
                    AdviceReport.rate(rate), title, String(ratios.count),
                    Self.text(Statistics.median(ratios)), Self.text(Regret.mean(ratios)), Self.text(worst.0),
                    worst.0 > 1 ? place : "–",
                ]
            }
            table.append(row("advised", cases.map(\.ratio), \.chosen))
            if let constant = Regret.constant(cases) {
                table.append(row("always \(constant.strategy)", constant.ratios) { _ in constant.strategy })
            }
        }
        return table
    }

    private static func text(_ ratio: Double) -> String {
        StrategyReport.ratio(ratio).trimmingCharacters(in: .whitespaces)
    }

    /// `1.02 × the best in the median, 3.10 × at worst`, over all rates.
    var summary: String? {
        let ratios = regret.cases.map(\.ratio)
        guard let worst = ratios.max() else { return nil }
        return "\(Self.text(Statistics.median(ratios))) × the best in the median, \(Self.text(worst)) × at worst"
    }

    func texts(_ width: Int?) -> (text: String, markdown: String) {
        (
            table.text(width: width) + Self.legend + unknown,
            table.markdown + "\n" + Self.legend + unknown
        )
    }

    private var unknown: String {
        regret.unknown == 0 ? "" : "Cases in which the choice was not measured on the dataset: \(regret.unknown).\n"
    }

    private static let legend = """

        Each dataset is hidden in turn, and the advisor asked about it at each size that was measured. Regret is the cost of its
        choice over the cost of the best one, both as measured on the hidden dataset: 1 is perfect; the mean is geometric. "always" is
        the one strategy that would do best if it were used everywhere.

        """

    /// The cases for programs.
    var records: [[(column: String, value: JSONValue)]] {
        regret.cases.map { item in
            [
                ("dataset", .string(item.dataset)), ("n", .number(Double(item.n))), ("edits", .number(item.edits)),
                ("chosen", .string(item.chosen)), ("best", .string(item.best)), ("regret", .number(item.ratio)),
            ]
        }
    }
}
