import BenchmarkKit
import Foundation

/// How costs grow with the number of items, from rows of several sizes.
struct Scaling {
    /// What a row holds an exponent of; the statistic in results.
    enum Exponent: String, CaseIterable {
        /// The growth from a tenth of the items on.
        case local = "exponent"
        /// The growth over four decades of items, fitted to the sizes at their ends: from 1e3 to 1e7, say.
        case fitted = "fitted-exponent"

        var decades: Int { self == .local ? 1 : 4 }

        /// To one decimal, or to two where there are more sizes.
        func rounded(_ exponent: Double) -> Double {
            let scale = self == .local ? 10.0 : 100
            return (exponent * scale).rounded() / scale
        }
    }

    /// The sizes that a row was made of, the largest one first: its own, and those that its exponent grows from.
    static func sizes(of key: CaseKey) -> [Int] {
        let decades = Exponent(rawValue: key.statistic)?.decades ?? 0
        return Array(sequence(first: key.n) { $0 / 10 }.prefix(decades + 1))
    }

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
        rows.filter { $0.value != nil && Self.isCost($0) }.grouped { row in
            var key = row.key
            key.n = 0
            return key
        }.map { key, costs in (key, costs.sorted { $0.key.n < $1.key.n }) }
    }

    /// The exponent of each cost over all sizes.
    var laws: [(key: CaseKey, law: PowerLaw)] {
        series.compactMap { key, costs in
            PowerLaw(costs.map { (Double($0.key.n), $0.value ?? 0) }).map { (key, $0) }
        }
    }

    /// Rows for the gate: the exponents of exact counters. A query that becomes linear moves the local one by a half at
    /// least; what moves it less is gated as a count, and adds up in the fitted one. Counts of less than one are taken
    /// for one: how often something rare happened says nothing of growth.
    var exponents: [ResultRow] {
        series.flatMap { _, costs -> [ResultRow] in
            let exact = costs.filter { $0.metricClass == .exact && $0.value ?? 0 > 0 }
            return exact.flatMap { last in Exponent.allCases.compactMap { Self.row(of: $0, last, among: exact) } }
        }
    }

    /// The row of an exponent whose largest size is that of a cost; nil where a size is missing.
    private static func row(of exponent: Exponent, _ last: ResultRow, among costs: [ResultRow]) -> ResultRow? {
        var row = last
        row.key.statistic = exponent.rawValue
        let points = sizes(of: row.key).compactMap { n in
            costs.first { $0.key.n == n }.map { (Double(n), max($0.value ?? 0, 1)) }
        }
        guard points.count == exponent.decades + 1, let law = PowerLaw(points) else { return nil }
        row.unit = .ratio
        row.value = exponent.rounded(law.exponent)
        row.checksum = ""
        return row
    }
}
