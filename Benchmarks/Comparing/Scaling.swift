import BenchmarkKit
import Foundation

/// How costs grow with the number of items, from rows of several sizes.
struct Scaling {
    /// The statistic of a row that holds an exponent.
    static let statistic = "exponent"

    let rows: [ResultRow]

    /// What costs are followed: a value at each size.
    private static func isCost(_ row: ResultRow) -> Bool {
        let key = row.key
        switch key.metric {
        case Metric.elementsTested.id, Metric.nodesVisited.id, Metric.itemsPlaced.id: return key.statistic == "mean"
        case Metric.wallTime.id: return key.statistic == "median"
        default: return false
        }
    }

    /// The costs of each key without its size, ascending by size, in the order in which they were measured.
    private var series: [(key: CaseKey, costs: [ResultRow])] {
        var order: [CaseKey] = []
        var costs: [CaseKey: [ResultRow]] = [:]
        for row in rows where row.value != nil && Self.isCost(row) {
            var key = row.key
            key.n = 0
            if costs[key] == nil { order.append(key) }
            costs[key, default: []].append(row)
        }
        return order.map { key in (key, (costs[key] ?? []).sorted { $0.key.n < $1.key.n }) }
    }

    /// The exponent of each cost over all sizes.
    var laws: [(key: CaseKey, law: PowerLaw)] {
        series.compactMap { key, costs in
            PowerLaw(costs.map { (Double($0.key.n), $0.value ?? 0) }).map { (key, $0) }
        }
    }

    /// Rows for the gate: the exponent of exact counters from a tenth of the items on, to one decimal. A query that
    /// becomes linear moves it by a half at least; what moves it less is gated as a count. Counts of less than one are taken
    /// for one: how often something rare happened says nothing of growth.
    var exponents: [ResultRow] {
        series.flatMap { _, costs -> [ResultRow] in
            costs.compactMap { row -> ResultRow? in
                guard row.metricClass == .exact, let tenth = costs.first(where: { $0.key.n * 10 == row.key.n }),
                    let value = row.value, let former = tenth.value, value > 0, former > 0
                else { return nil }
                var exponent = row
                exponent.key.statistic = Self.statistic
                exponent.unit = .ratio
                exponent.value = (10 * log10(max(value, 1) / max(former, 1))).rounded() / 10
                exponent.checksum = ""
                return exponent
            }
        }
    }
}
