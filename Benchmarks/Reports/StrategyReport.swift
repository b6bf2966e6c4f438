import BenchmarkKit
import Workloads

/// A table for each dataset, with a row for each strategy and the best value of each column marked.
struct StrategyReport {
    let results: Results
    let style: TextStyle
    /// Columns of characters that a table may take; nil means any number.
    let width: Int?

    /// A column of the table.
    struct Column {
        let title: String
        let quality: Results.Quality
        /// Columns of larger rank go first where the terminal is narrow.
        let rank: Int
        /// Whether the value is divided by the number of items.
        var perItem = false
        /// Whether the column says how many times the best value it is.
        var isRatio = false
        /// The floors of what it measures, if it has any: where memory and caches are warm, and where they are not.
        var warm: Floor?
        var cold: Floor?
        /// The same for a strategy that stores no frames.
        var read: Floor?
        /// Whether the column says how many times the floor it is: the cold one, if there is one.
        var isFloorRatio = false

        /// The column of how many times the floor this one is.
        func timesFloor(rank: Int) -> Column {
            Column(title: "× floor", quality: quality, rank: rank, warm: warm, cold: cold, isFloorRatio: true)
        }
    }

    /// The rank of the columns of edits.
    private static let editRank = 1

    func columns(_ group: Results.Group) -> [Column] {
        let traces = results.traces(group)
        var columns = prepareColumns + traces.flatMap { queryColumns($0, group) }
        columns += traces.map {
            Column(title: "\($0), effects", quality: Results.Quality("effects", trace: $0), rank: 0)
        }
        columns += editColumns
        columns += CacheMetric.all.map { cache in
            Column(
                title: cache.metric.id.replacing("-per-", with: "/"),
                quality: Results.Quality("prepare", metric: cache.metric, statistic: "mean"), rank: 2)
        }
        for trace in traces.prefix(1) {
            columns += [("tested", Metric.elementsTested, 6), ("allocs", .allocations, 7)].map { title, metric, rank in
                Column(
                    title: title, quality: Results.Quality("query", trace: trace, metric: metric, statistic: "mean"),
                    rank: rank)
            }
        }
        columns += others(group, than: Set(columns.map(\.quality)))
        let strategies = results.strategies(group)
        return columns.filter { column in
            strategies.contains { results.value(group, $0, column.quality) != nil }
                && (!column.isFloorRatio || floor(column, group) != nil)
        }
    }

    private var prepareColumns: [Column] {
        let prepare = Column(
            title: "prepare/item", quality: Results.Quality("prepare"), rank: 0, perItem: true, warm: .fill, read: .read
        )
        let parallel = Column(
            title: "parallel", quality: Results.Quality("prepare", statistic: "parallel"), rank: 4, perItem: true)
        let cold = Column(
            title: "cold/item", quality: Results.Quality("prepare", statistic: "first"), rank: 4, perItem: true,
            cold: .touch)
        let first = Column(title: "first query", quality: Results.Quality("first-query"), rank: 4)
        return [prepare, prepare.timesFloor(rank: 4), parallel, cold, cold.timesFloor(rank: 4), first]
    }

    private func queryColumns(_ trace: String, _ group: Results.Group) -> [Column] {
        let median = Results.Quality("query", trace: trace)
        let isTimed = results.strategies(group).contains { results.value(group, $0, median) != nil }
        let query = Column(title: trace, quality: median, rank: 0, warm: .emit, cold: .miss)
        return [
            query, query.timesFloor(rank: 2), Column(title: "× best", quality: median, rank: 5, isRatio: true),
            Column(
                title: isTimed ? "p99" : "\(trace), p99",
                quality: Results.Quality("query", trace: trace, metric: .latency, statistic: "p99"), rank: 3),
        ]
    }

    private var editColumns: [Column] {
        let timed = Edit.all.map { edit in
            Column(title: edit.title, quality: Results.Quality("update", trace: edit.id), rank: Self.editRank)
        }
        let storms = StormCase.edits.flatMap { edit in
            [("p50", "\(edit.title) anywhere"), ("p99", "p99")].map { statistic, title in
                Column(
                    title: title,
                    quality: Results.Quality(
                        "update", trace: StormCase.name(edit), metric: .latency, statistic: statistic),
                    rank: Self.editRank)
            }
        }
        return timed + storms
    }

    /// Columns of what was asked for by name: the metrics that no run measures by itself, and all where nothing was timed.
    private func others(_ group: Results.Group, than shown: Set<Results.Quality>) -> [Column] {
        let rows = results.rows(group).filter { $0.key.suite == Plan.suite }
        let isTimed = rows.contains { $0.key.metric == Metric.wallTime.id }
        let qualities = rows.grouped { row in
            Metric.all.first { $0.metric.id == row.key.metric }.map {
                Results.Quality(
                    row.key.phase, trace: row.key.trace, metric: $0.metric, statistic: row.key.statistic)
            }
        }.compactMap(\.key)
        return qualities.filter { !shown.contains($0) && !(isTimed && Metric.byDefault.contains($0.metric.id)) }.map {
            let title = "\($0.metric.id), \(CaseKey.title(phase: $0.phase, trace: $0.trace))"
            // What is no mean would stand beside one under the same title.
            return Column(title: $0.statistic == "mean" ? title : "\(title), \($0.statistic)", quality: $0, rank: 8)
        }
    }

    /// What a column's values are compared with.
    private func floor(_ column: Column, _ group: Results.Group) -> Double? {
        (column.cold ?? column.warm).flatMap { results.value(of: $0, group, trace: column.quality.trace) }
    }

    /// Aligned tables; none of what has no columns, as what was asked for may be unavailable. Where the terminal is narrow,
    /// columns of large ranks are left out, and those of edits that do not fit beside the others follow in tables of their own.
    var text: String {
        results.groups.compactMap { group in
            var columns = columns(group)
            guard !columns.isEmpty else { return nil }
            while let rank = columns.map(\.rank).max(), rank > Self.editRank, !fits(group, columns[...]) {
                columns.removeAll { $0.rank == rank }
            }
            var tables: [String] = []
            var rest = columns[...]
            repeat {
                var count = rest.count
                while count > 1, !fits(group, rest.prefix(count)) { count -= 1 }
                tables.append(styled(table(group, rest.prefix(count)).text()))
                rest = rest.dropFirst(count)
            } while !rest.isEmpty
            return style.bold(heading(group)) + "\n" + tables.joined(separator: "\n") + "\n"
        }.joined()
    }

    private func fits(_ group: Results.Group, _ columns: ArraySlice<Column>) -> Bool {
        width.map { Self.width(table(group, columns).text()) <= $0 } ?? true
    }

    /// Markdown tables.
    var markdown: String {
        results.groups.compactMap { group in
            let columns = columns(group)
            return columns.isEmpty ? nil : "### \(heading(group))\n\n" + table(group, columns[...]).markdown + "\n"
        }.joined()
    }

    func heading(_ group: Results.Group) -> String {
        "\(group.dataset) (\(group.layout)), n = \(Quantity.count(group.n))"
    }

    private static func width(_ text: String) -> Int {
        text.split(separator: "\n").map(\.count).max() ?? 0
    }

    /// Best values are bold where there is colour; the mark stays, so that a copy keeps it.
    private func styled(_ text: String) -> String {
        guard style.isColored else { return text }
        return text.replacing(/[0-9.,]+( [a-zµ]+)?\*/) { style.bold(String($0.output.0)) }
    }

    private func table(_ group: Results.Group, _ columns: ArraySlice<Column>) -> Table {
        var table = Table([Table.Column("strategy")] + columns.map { Table.Column($0.title, .right) })
        let strategies = results.strategies(group)
        let texts = columns.map { cells($0, group, strategies) }
        for (row, strategy) in strategies.enumerated() { table.append([strategy] + texts.map { $0[row] }) }
        let floors = [("floor, warm", \Column.warm), ("floor, cold", \Column.cold), ("values read", \Column.read)]
        for (title, floor) in floors {
            let cells = columns.map { column -> String in
                guard !column.isRatio, !column.isFloorRatio, let floor = column[keyPath: floor],
                    let value = results.value(of: floor, group, trace: column.quality.trace)
                else { return "" }
                return Self.text(value, column, group) + " "
            }
            if cells.contains(where: { !$0.isEmpty }) { table.append([title] + cells) }
        }
        return table
    }

    private func cells(_ column: Column, _ group: Results.Group, _ strategies: [String]) -> [String] {
        let values = strategies.map { results.value(group, $0, column.quality) }
        let best = results.best(group, column.quality)?.value
        let floor = floor(column, group)
        return values.map { value in
            guard let value else { return "– " }
            if column.isRatio || column.isFloorRatio {
                guard let base = column.isRatio ? best : floor, base > 0 else { return "– " }
                return Quantity.ratio(value / base) + " "
            }
            return Self.text(value, column, group) + (value == best && strategies.count > 1 ? "*" : " ")
        }
    }

    private static func text(_ value: Double, _ column: Column, _ group: Results.Group) -> String {
        Quantity.value(column.perItem ? value / Double(max(group.n, 1)) : value, column.quality.metric.unit)
    }
}

extension StrategyReport {
    /// The tables of all datasets, what is fastest, and how to read them; nothing where there is no table.
    static func texts(_ results: Results, style: TextStyle, width: Int?) -> (text: String, markdown: String) {
        let report = StrategyReport(results: results, style: style, width: width)
        let (tables, markdown) = (report.text, report.markdown)
        guard !tables.isEmpty else { return ("", "") }
        let fastest = FastestReport(results: results).table
        return (
            text: tables + (fastest.map { $0.text(width: width) + "\n" } ?? "") + legend,
            markdown: markdown + (fastest?.markdown ?? "")
        )
    }

    static let legend = """
        Times are medians. prepare/item: everything laid out and the cache filled once more, on one thread; parallel: on as many
        threads as the engine chooses; cold: the first time, which also touches the memory for the first time. fling, jump and the
        like: one query of a viewport; × best: how many times the best of the column that is; p99: the 99th percentile of single
        queries. resize, ins/delete: one edit in the middle and the query after it. * is the best of its column. Every answer was
        checked against full-array, unless a warning names another strategy.
        Most often: the best on the most datasets; on a tie, the one whose times have the smallest geometric mean.
        Floors are what no search can be faster than here. Warm: frames written to memory that was used before, and the ids that a
        query finds. Cold: frames written to fresh memory, and ids after one load that may miss the caches. × floor divides a query
        by the cold floor, and prepare by the warm one; it is below 1 for scrolls whose answers are mostly still in the buffer.
        Values read: the values of all items read once, the least time for a strategy that stores no frames.

        """
}

extension Edit {
    /// The title of its column.
    var title: String { id == Edit.insert.id ? "ins/delete" : id }
}
