import BenchmarkKit

extension Lane {
    /// What the harness itself costs: nanoseconds of a query of a batch, and allocations while it times. For `doctor`.
    static let harness = Lane(name: "harness", title: "the harness", values: { _ in [] }) { child in
        child.tell(
            child.strategy, "query",
            Answer([QueryOverhead.nanoseconds, QueryOverhead.allocations().map { Double($0) }]))
    }
}
