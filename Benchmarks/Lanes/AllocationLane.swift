import BenchmarkKit
import CollectionLayout
import Workloads

extension Lane {
    /// What prepare and queries allocate, counted by jemalloc.
    static let allocations = Lane(
        name: "malloc", title: "allocations",
        // Queries retain nothing: only what prepare keeps is told apart.
        values: { phase in
            let count = ["update", "first-query"].contains(phase) ? 0 : phase == "prepare" ? 4 : 2
            return Metric.counted.prefix(count).map { ($0, "mean") }
        },
        launch: { run, arguments in
            guard let environment = AllocationCounter.childEnvironment else { return [:] }
            return try Lane.start(arguments, n: run.group.n, environment: environment)
        }
    ) { child in
        for strategy in child.group.strategies {
            // The first prepare of a type also pays for its metadata: it is not counted. What is counted begins with a cache of
            // nothing, as a prepare frees what its cache held before.
            try strategy.subject().prepare(Dataset.all[0].make(1, child.selection.seed))
            let subject = strategy.subject()
            guard let prepare = AllocationCounter.measure({ mustTake { try subject.prepare(child.content) } }) else {
                return
            }
            child.tell(
                strategy, "prepare",
                // 'Double.init' alone would be 'init(bitPattern:)'.
                Answer([
                    Double(prepare.allocations), Double(prepare.bytes), Double(prepare.retained),
                    prepare.approximatePeak.map { Double($0) },
                ]))
            for queries in try child.queries(of: strategy, subject) {
                let extra = child.selection.injection == .allocation ? queries.count : 0
                let counted = AllocationCounter.measure {
                    queries.ask()
                    for _ in 0..<extra { Injection.allocate() }
                }
                guard let counted else { return }
                child.tell(
                    strategy, queries.query.phase, trace: queries.query.scroll.id,
                    Answer([counted.allocations, counted.bytes].map { Double($0) / Double(queries.count) }))
            }
        }
    }
}
