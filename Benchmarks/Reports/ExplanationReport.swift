import BenchmarkKit
import Foundation

/// The row that joins all changes of a case and names the likely cause.
struct ExplanationReport {
    let comparisons: [Comparison]
    /// The exact rows of both strategies, at the sizes compared and at a tenth of them.
    let rows: [ResultRow]
    let reference: String

    private var values: Results { Results(rows + Scaling(rows: rows).exponents) }

    func explanation(_ comparison: Comparison, _ values: Results) -> Explanation {
        func change(_ metric: Metric, _ statistic: String = "mean") -> Explanation.Change {
            func value(_ strategy: String) -> Double? {
                let place = comparison.place
                return values.value(
                    CaseKey(
                        suite: Plan.suite, dataset: place.group.input.id, n: place.group.n,
                        layout: place.group.input.layoutID, strategy: strategy, trace: place.trace,
                        phase: place.phase, metric: metric.id, statistic: statistic))
            }
            return Explanation.Change(from: value(reference), to: value(comparison.place.strategy))
        }
        func sum(_ a: Explanation.Change, _ b: Explanation.Change) -> Explanation.Change {
            Explanation.Change(
                from: a.from.flatMap { x in b.from.map { x + $0 } }, to: a.to.flatMap { x in b.to.map { x + $0 } })
        }
        let ratio = comparison.decision.estimate.ratio
        // Of an edit the items that it places are counted, of a query what it looks at.
        let counters: [Metric] =
            comparison.place.phase == "update" ? [.itemsPlaced] : [.elementsTested, .nodesVisited]
        let exponents = counters.map { change($0, Scaling.Exponent.local.rawValue) }
        return Explanation(
            verdict: comparison.verdict, timeRatio: ratio, nanoseconds: comparison.median * (1 - 1 / ratio),
            instructions: change(.instructions), misses: change(.lastLevelMisses), allocations: change(.allocations),
            work: counters.dropFirst().reduce(change(counters[0])) { sum($0, change($1)) },
            exponent: Explanation.Change(
                from: exponents.compactMap(\.from).max(), to: exponents.compactMap(\.to).max()))
    }

    var table: Table {
        var table = Table([
            Table.Column("dataset"), Table.Column("n", .right), Table.Column("case"), Table.Column("strategy"),
            Table.Column("time", .right), Table.Column("instr.", .right), Table.Column("misses", .right),
            Table.Column("allocs", .right), Table.Column("work", .right),
            Table.Column("exponent", .right), Table.Column("likely cause"),
        ])
        table.expendable = ["n", "misses", "work", "exponent"]
        let values = values
        for comparison in comparisons {
            let explanation = explanation(comparison, values)
            table.append([
                comparison.place.group.input.id, String(comparison.place.group.n), comparison.place.title,
                comparison.place.strategy, "× " + Self.number(explanation.timeRatio),
                Self.factor(explanation.instructions), Self.difference(explanation.misses),
                Self.difference(explanation.allocations), Self.factor(explanation.work),
                Self.arrow(explanation.exponent), explanation.cause.rawValue,
            ])
        }
        return table
    }

    static let legend = """

        Factors and differences per operation against the first strategy named; – where it is not counted there, or what counts
        it is not installed ('doctor' tells). work is elements tested and nodes visited, of edits the items placed; the exponent
        is its growth from a tenth of n on; misses are of a simulated last-level cache.

        """

    private static func number(_ value: Double) -> String { Quantity.fixed(value, decimals: value < 10 ? 2 : 0) }

    private static func factor(_ change: Explanation.Change) -> String {
        guard let from = change.from, let to = change.to, from > 0 else { return "–" }
        return "× " + number(to / from)
    }

    private static func difference(_ change: Explanation.Change) -> String {
        guard let difference = change.difference else { return "–" }
        return (difference > 0 ? "+" : "") + Quantity.fixed(difference, decimals: abs(difference) < 100 ? 2 : 0)
    }

    private static func arrow(_ change: Explanation.Change) -> String {
        guard let from = change.from, let to = change.to else { return "–" }
        return "\(Quantity.fixed(from, decimals: 1)) → \(Quantity.fixed(to, decimals: 1))"
    }
}
