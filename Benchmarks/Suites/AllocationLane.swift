import BenchmarkKit
import CollectionLayout
import Workloads

/// What prepare and queries allocate, counted by jemalloc in a process of its own.
struct AllocationLane {
    let run: GroupRun

    init(_ run: GroupRun) { self.run = run }

    /// Counts all strategies in one child, or records that counting is unavailable.
    func rows() throws -> [ResultRow] {
        guard run.metrics.includesAllocations else { return [] }
        let strategies = run.group.strategies.map(\.id).filter { $0 != CacheStrategy.lossy.id }
        guard !strategies.isEmpty else { return [] }
        var counts: [String: [Double?]] = [:]
        if let environment = AllocationCounter.childEnvironment {
            let lines = try ChildLane.run(
                ChildLane.arguments("malloc", run, strategies: strategies), n: run.group.n, environment: environment)
            for fields in lines where fields.count > 3 {
                counts[fields[0...2].joined(separator: ",")] = fields[3...].map { Double($0) }
            }
        }
        func row(_ strategy: String, _ phase: String, _ trace: String) -> [ResultRow] {
            let count = counts["\(strategy),\(phase),\(trace.isEmpty ? "-" : trace)"]
            let place = run.place(strategy, phase, trace: trace)
            // Queries retain nothing: only what prepare keeps is told apart.
            let metrics = Metric.counted.prefix(phase == "prepare" ? 4 : 2)
            return metrics.enumerated().flatMap { index, metric in
                let value = count.flatMap { index < $0.count ? $0[index] : nil }
                return run.recorder.row(place, metric, "mean", value, samples: value == nil ? 0 : 1)
            }
        }
        var rows: [ResultRow] = []
        for strategy in run.group.prepare where strategies.contains(strategy.id) {
            rows += row(strategy.id, "prepare", "")
        }
        for query in run.group.queries {
            for strategy in query.strategies where strategies.contains(strategy.id) {
                rows += row(strategy.id, query.phase, query.scroll.id)
            }
        }
        return rows
    }

    /// Viewports whose queries are counted.
    static let frames = 64

    /// The child: prints a line `strategy,phase,trace,allocations,bytes` for each case, and for prepare what is retained
    /// and the peak, `-` where it is not known.
    static func child(_ selection: Selection, _ console: Console) throws {
        let plan = try Plan(selection, availableBytes: nil)
        guard let group = plan.groups.first else { return }
        let content = try group.input.make(group.n, selection.seed)
        for strategy in group.strategies {
            // The first prepare and the first queries of a type also pay for its metadata: they are not counted.
            let small = try Dataset.all[0].make(1, selection.seed)
            let subject = strategy.subject()
            try subject.prepare(small)
            if let prepare = AllocationCounter.measure({ try? subject.prepare(content) }) {
                let peak = prepare.approximatePeak.map(String.init) ?? "-"
                console.print(
                    "\(strategy.id),prepare,-,\(prepare.allocations),\(prepare.bytes),\(prepare.retained),\(peak)\n")
            }
            for query in group.queries {
                let viewports = query.scroll.make(subject.contentSize, frames, selection.seed)
                let candidate = subject.queryCandidate(Replay(viewports: viewports), through: query.effects)
                // The caller's buffer grows until it holds the largest result.
                keep(candidate.run(0, viewports.count))
                let extra = selection.injection == .allocation ? viewports.count : 0
                let counted = AllocationCounter.measure {
                    keep(candidate.run(0, viewports.count))
                    for _ in 0..<extra { Injection.allocate() }
                }
                guard let counts = counted else { continue }
                let count = Double(viewports.count)
                console.print(
                    "\(strategy.id),\(query.phase),\(query.scroll.id),\(Double(counts.allocations) / count),"
                        + "\(Double(counts.bytes) / count)\n")
            }
        }
    }
}
