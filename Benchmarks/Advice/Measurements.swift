import BenchmarkKit
import CollectionLayout
import Foundation

/// What result files tell of the strategies: the time of each action, and bytes, over the number of items.
struct Measurements {
    /// A dataset at a size.
    struct Place: Hashable {
        let dataset: String
        let n: Int
    }

    /// The costs of a strategy on a dataset.
    struct Costs {
        /// Medians in nanoseconds.
        var times: [Action: Growth] = [:]
        /// Bytes an item.
        var bytes = Growth()
    }

    /// By dataset and strategy.
    private(set) var costs: [String: [String: Costs]] = [:]
    /// When and of what commit the times of a place were measured.
    private(set) var origins: [Place: [String]] = [:]
    /// The strategies of the engine that were measured, in its order.
    var strategies: [String] {
        CacheStrategy.all.map(\.id).filter { id in costs.values.contains { $0[id] != nil } }
    }
    /// The datasets that were measured, in the order of the files.
    private(set) var datasets: [String] = []
    /// The machine that the times are of.
    let machine: String
    /// Files with times of other machines, which tell nothing of this one's.
    let foreign: [ReportFiles.File]

    /// Takes, for each dataset, size and phase, the newest times that compare strategies, all of the machine that measured last; and
    /// the newest bytes of each strategy, which are the same on every machine.
    init(_ files: ReportFiles) {
        machine = files.files.last { $0.ownRows.contains(where: Self.isTime) }?.machine ?? ""
        let machine = machine
        foreign = files.files.filter { $0.machine != machine && $0.ownRows.contains(where: Self.isTime) }
        let times = ReportFiles(files.files.filter { $0.machine == machine }).newest(
            Self.isTime, by: { [$0.key.dataset, String($0.key.n), $0.key.phase] },
            suffice: { Set($0.map(\.key.strategy)).count > 1 }
        ).flatMap { _, snapshot in snapshot.rows.map { (row: $0, origin: snapshot.origin) } }
        let bytes = files.newest(
            Self.isBytes, by: { [$0.key.dataset, String($0.key.n), $0.key.strategy] }
        ).flatMap(\.snapshot.rows)
        for action in Action.allCases {
            // The preferred trace comes last and stays.
            for trace in action.traces.reversed() {
                for (row, origin) in times where row.key.phase == action.phase && row.key.trace == trace {
                    add(row, from: origin) { $0.times[action, default: Growth()][row.key.n] = row.value }
                }
            }
        }
        for row in bytes where costs[row.key.dataset]?[row.key.strategy] != nil {
            add(row) { $0.bytes[row.key.n] = row.value }
        }
    }

    private static func isTime(_ row: ResultRow) -> Bool {
        Timings.isTime(row) && row.key.statistic == "median" && isOwn(row)
    }

    private static func isBytes(_ row: ResultRow) -> Bool {
        row.key.metric == Metric.bytesPerItem.id && row.key.statistic == "mean" && isOwn(row)
    }

    private static func isOwn(_ row: ResultRow) -> Bool {
        row.key.suite == Plan.suite && CacheStrategy.named(row.key.strategy) != nil && (row.value ?? 0) > 0
    }

    private mutating func add(_ row: ResultRow, from origin: String? = nil, _ set: (inout Costs) -> Void) {
        let key = row.key
        if !datasets.contains(key.dataset) { datasets.append(key.dataset) }
        set(&costs[key.dataset, default: [:]][key.strategy, default: Costs()])
        let place = Place(dataset: key.dataset, n: key.n)
        if let origin, origins[place]?.contains(origin) != true { origins[place, default: []].append(origin) }
    }

    /// The sizes of a dataset, ascending.
    func sizes(of dataset: String) -> [Int] { origins.keys.filter { $0.dataset == dataset }.map(\.n).sorted() }

    /// The measured sizes that an answer for so many items rests on: the size itself, or those around it.
    func sizes(of dataset: String, around n: Int) -> [Int] {
        let sizes = sizes(of: dataset)
        if sizes.contains(n) { return [n] }
        let around = [sizes.last { $0 < n }, sizes.first { $0 > n }].compactMap(\.self)
        // Beyond the measured sizes the last two tell how it goes on.
        return around.count == 2
            ? around : sizes.first.map { n < $0 } == true ? Array(sizes.prefix(2)) : sizes.suffix(2)
    }
}

/// A cost that was measured at some numbers of items.
struct Growth {
    private(set) var points: [(n: Double, cost: Double)] = []

    /// From the least to the most items that were measured; nil if none were.
    var sizes: ClosedRange<Double>? { points.first.map { $0.n...points[points.count - 1].n } }

    /// The cost that was measured at a number of items.
    subscript(n: Int) -> Double? {
        get { points.first { $0.n == Double(n) }?.cost }
        set {
            points.removeAll { $0.n == Double(n) }
            if let newValue { points.append((Double(n), newValue)) }
            points.sort { $0.n < $1.n }
        }
    }

    /// The cost at a number of items, nil where nothing was measured: a line on log-log paper between two measured sizes,
    /// and the last one of these lines beyond them. O(points).
    ///
    /// - Parameter exponent: how it grows where it was measured at one size.
    func cost(at n: Double, exponent: Double) -> Double? {
        guard let first = points.first else { return nil }
        guard points.count > 1 else { return first.cost * pow(n / first.n, exponent) }
        let next = min(max(points.firstIndex { $0.n >= n } ?? points.count, 1), points.count - 1)
        return PowerLaw(points[next - 1...next].map { (size: $0.n, cost: $0.cost) })?.cost(at: n)
    }
}
