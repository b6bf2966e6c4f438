import BenchmarkKit

/// The rows of a run, found by what they say.
struct Results {
    let rows: [ResultRow]
    private let values: [CaseKey: Double]
    /// What was measured by dataset and size.
    private let places: [[String]: Place]

    init(_ rows: [ResultRow]) {
        self.rows = rows
        var values: [CaseKey: Double] = [:]
        for row in rows { values[row.key] = row.value }
        self.values = values
        places = Dictionary(grouping: rows) { [$0.key.dataset, String($0.key.n)] }.mapValues { Place($0) }
    }

    /// What was measured of a dataset of one size. A report asks for it once for each of its columns.
    private struct Place {
        let rows: [ResultRow]
        /// In the order in which they were measured.
        let strategies: [String]
        /// Whether strategies were compared with a reference.
        let isComparison: Bool

        init(_ rows: [ResultRow]) {
            self.rows = rows
            strategies = rows.filter { $0.key.suite == Plan.suite }.map(\.key.strategy).uniqued()
            isComparison = rows.contains { $0.key.metric == Metric.timeRatio.id }
        }
    }

    private func place(_ group: Group) -> Place? { places[[group.dataset, String(group.n)]] }

    /// The rows of a dataset of one size, floors among them.
    func rows(_ group: Group) -> [ResultRow] { place(group)?.rows ?? [] }

    /// A dataset of one size.
    struct Group: Hashable {
        let dataset: String
        let n: Int
        let layout: String
    }

    /// What is measured of a strategy.
    struct Quality: Hashable {
        let phase: String
        let trace: String
        let metric: Metric
        let statistic: String

        /// A time, unless another metric is named, and its median, unless another statistic is.
        init(_ phase: String, trace: String = "", metric: Metric = .wallTime, statistic: String = "median") {
            self.phase = phase
            self.trace = trace
            self.metric = metric
            self.statistic = statistic
        }
    }

    /// The groups, in the order in which they were measured.
    var groups: [Group] {
        rows.map { Group(dataset: $0.key.dataset, n: $0.key.n, layout: $0.key.layout) }.uniqued()
    }

    /// The strategies of a group, in the order in which they were measured.
    func strategies(_ group: Group) -> [String] { place(group)?.strategies ?? [] }

    /// The traces of queries, through effects or not, in the order in which they were measured.
    func traces(_ group: Group) -> [String] {
        rows(group).filter { ["query", "effects"].contains($0.key.phase) }.map(\.key.trace).uniqued()
    }

    func value(_ key: CaseKey) -> Double? { values[key] }

    func value(_ group: Group, _ strategy: String, _ quality: Quality) -> Double? {
        values[Self.key(group, strategy, quality)]
    }

    /// The best value in a group. Nil where there is none, and where a comparison lacks that of a strategy that it compares:
    /// who is best is not known then.
    func best(_ group: Group, _ quality: Quality) -> (strategy: String, value: Double)? {
        guard let place = place(group) else { return nil }
        let all = place.strategies.map { (strategy: $0, value: value(group, $0, quality)) }
        guard !place.isComparison || all.allSatisfy({ $0.value != nil }) else { return nil }
        return all.compactMap { item in item.value.map { (item.strategy, $0) } }.min { $0.1 < $1.1 }
    }

    /// The time of a floor; the trace is empty for those of prepare.
    func value(of floor: Floor, _ group: Group, trace: String) -> Double? {
        values[Self.key(group, floor.id, floor.quality(trace: trace), suite: Floor.suite)]
    }

    static func key(
        _ group: Group, _ strategy: String, _ quality: Quality, suite: String = Plan.suite
    ) -> CaseKey {
        CaseKey(
            suite: suite, dataset: group.dataset, n: group.n, layout: group.layout, strategy: strategy,
            trace: quality.trace, phase: quality.phase, metric: quality.metric.id, statistic: quality.statistic)
    }
}
