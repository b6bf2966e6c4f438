import BenchmarkKit

/// The rows of a run, found by what they say.
struct Results {
    let rows: [ResultRow]
    private let values: [CaseKey: Double]
    /// The rows by dataset and size.
    private let places: [[String]: [ResultRow]]

    init(_ rows: [ResultRow]) {
        self.rows = rows
        var values: [CaseKey: Double] = [:]
        for row in rows { values[row.key] = row.value }
        self.values = values
        places = Dictionary(grouping: rows) { [$0.key.dataset, String($0.key.n)] }
    }

    /// The rows of a dataset of one size, floors among them.
    func rows(_ group: Group) -> [ResultRow] { places[[group.dataset, String(group.n)]] ?? [] }

    /// A dataset of one size.
    struct Group: Hashable {
        let dataset: String
        let n: Int
        let layout: String
    }

    /// What is measured of a strategy.
    struct Quality: Hashable {
        let phase: String
        var trace = ""
        let metric: Metric
        let statistic: String
    }

    /// The groups, in the order in which they were measured.
    var groups: [Group] {
        var seen: Set<Group> = []
        return rows.map { Group(dataset: $0.key.dataset, n: $0.key.n, layout: $0.key.layout) }
            .filter { seen.insert($0).inserted }
    }

    /// The strategies of a group, in the order of the given list and then as they were measured.
    func strategies(_ group: Group) -> [String] {
        var seen: Set<String> = []
        return rows(group).filter { $0.key.suite == Plan.suite }.map(\.key.strategy).filter { seen.insert($0).inserted }
    }

    /// The traces of queries, through effects or not, in the order in which they were measured.
    func traces(_ group: Group) -> [String] {
        var seen: Set<String> = []
        return rows(group).filter { ["query", "effects"].contains($0.key.phase) }.map(\.key.trace)
            .filter { seen.insert($0).inserted }
    }

    func value(_ key: CaseKey) -> Double? { values[key] }

    func value(_ group: Group, _ strategy: String, _ quality: Quality) -> Double? {
        values[Self.key(group, strategy, quality)]
    }

    /// The best value in a group. Nil where there is none, and where a comparison lacks that of a strategy that it compares:
    /// who is best is not known then.
    func best(_ group: Group, _ quality: Quality) -> (strategy: String, value: Double)? {
        let all = strategies(group).map { (strategy: $0, value: value(group, $0, quality)) }
        let isComparison = rows(group).contains { $0.key.metric == Metric.timeRatio.id }
        guard !isComparison || all.allSatisfy({ $0.value != nil }) else { return nil }
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
