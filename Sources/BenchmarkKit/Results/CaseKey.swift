/// What identifies a measured value among all runs.
public struct CaseKey: Sendable, Hashable, Comparable {
    /// The suite the case belongs to.
    public var suite: String
    /// The dataset's id.
    public var dataset: String
    /// The number of elements.
    public var n: Int
    /// The layout's id.
    public var layout: String
    /// The strategy's id.
    public var strategy: String
    /// The trace's id.
    public var trace: String
    /// What was measured: `prepare`, `first-query`, `query`, `effects` or `update`.
    public var phase: String
    /// The metric's id.
    public var metric: String
    /// The statistic: `median`, `p95`, `total`…
    public var statistic: String

    /// A key of all its columns.
    public init(
        suite: String, dataset: String, n: Int, layout: String, strategy: String, trace: String, phase: String,
        metric: String, statistic: String
    ) {
        self.suite = suite
        self.dataset = dataset
        self.n = n
        self.layout = layout
        self.strategy = strategy
        self.trace = trace
        self.phase = phase
        self.metric = metric
        self.statistic = statistic
    }

    /// Orders by the columns from left to right, `n` as a number.
    public static func < (a: CaseKey, b: CaseKey) -> Bool {
        if (a.suite, a.dataset, a.n) != (b.suite, b.dataset, b.n) {
            return (a.suite, a.dataset, a.n) < (b.suite, b.dataset, b.n)
        }
        return (a.layout, a.strategy, a.trace, a.phase, a.metric, a.statistic)
            < (b.layout, b.strategy, b.trace, b.phase, b.metric, b.statistic)
    }

    /// The columns separated by slashes, for messages and for filters.
    public var path: String { fields.joined(separator: "/") }

    /// The columns as text, in their order.
    var fields: [String] { [suite, dataset, String(n), layout, strategy, trace, phase, metric, statistic] }

    static let columns = ["suite", "dataset", "n", "layout", "strategy", "trace", "phase", "metric", "statistic"]
}

extension CaseKey {
    /// What was measured, for people: the trace of queries and updates, else the phase, with the trace if there is one.
    public static func title(phase: String, trace: String) -> String {
        trace.isEmpty ? phase : ["query", "update"].contains(phase) ? trace : "\(trace), \(phase)"
    }
}
