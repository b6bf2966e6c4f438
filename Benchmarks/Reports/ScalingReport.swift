import BenchmarkKit

/// The exponents of all costs: a row for each dataset and strategy.
struct ScalingReport {
    let laws: [(key: CaseKey, law: PowerLaw)]

    private struct Column: Hashable {
        let phase: String
        let trace: String
        let metric: String

        init(_ key: CaseKey) {
            phase = key.phase
            trace = key.trace
            metric = key.metric
        }

        var title: String {
            let name = CaseKey.title(phase: phase, trace: trace)
            switch metric {
            case Metric.wallTime.id: return name
            case Metric.nodesVisited.id: return "visited"
            case Metric.itemsPlaced.id: return "\(name), placed"
            default: return "tested"
            }
        }
    }

    var table: Table {
        var columns: [Column] = []
        var places: [[String]] = []
        var values: [[String]: [Column: Double]] = [:]
        for (key, law) in laws {
            let column = Column(key)
            let place = [key.dataset, key.strategy]
            if !columns.contains(column) { columns.append(column) }
            if values[place] == nil { places.append(place) }
            values[place, default: [:]][column] = law.exponent
        }
        // Times first; the counters of a trace follow it.
        columns.sort {
            ($0.phase == "prepare" ? 0 : $0.phase == "query" ? 1 : 2, $0.trace, $0.metric == "wall-time" ? 0 : 1)
                < ($1.phase == "prepare" ? 0 : $1.phase == "query" ? 1 : 2, $1.trace, $1.metric == "wall-time" ? 0 : 1)
        }
        var table = Table(
            [Table.Column("dataset"), Table.Column("strategy")] + columns.map { Table.Column($0.title, .right) })
        table.expendable = ["visited", "tested"]
        for place in places {
            table.append(
                place + columns.map { column in values[place]?[column].map { Quantity.fixed($0, decimals: 2) } ?? "–" })
        }
        return table
    }

    static let legend = """

        Exponents: a cost grows like n to this power, fitted over all sizes. About 0 is constant or logarithmic, 1 is linear.
        Columns named after a case are times, or the items that it places; tested and visited are exact counters of the
        queries of the trace before them.

        """
}
