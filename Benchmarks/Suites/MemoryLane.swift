import BenchmarkKit
import CollectionLayout

/// How much resident memory the first prepare of a process adds at its peak, in a fresh process for each strategy.
struct MemoryLane {
    let run: GroupRun

    init(_ run: GroupRun) { self.run = run }

    func rows() throws -> [ResultRow] {
        guard run.metrics.contains(Metric.peakResident.id) else { return [] }
        var rows: [ResultRow] = []
        for strategy in run.group.prepare where strategy.id != CacheStrategy.lossy.id {
            let lines = try ChildLane.run(
                ChildLane.arguments("memory", run, strategies: [strategy.id]), n: run.group.n)
            let bytes = lines.first?.first.flatMap { Double($0) }
            rows += run.recorder.row(
                run.place(strategy.id, "prepare"), .peakResident, "max", bytes, samples: bytes == nil ? 0 : 1)
        }
        return rows
    }

    /// The child: prints the bytes, or nothing where the system does not tell.
    static func child(_ selection: Selection, _ console: Console) throws {
        let plan = try Plan(selection, availableBytes: nil)
        guard let group = plan.groups.first, let strategy = group.strategies.first else { return }
        let content = try group.input.make(group.n, selection.seed)
        let subject = strategy.subject()
        guard PeakMemory.reset(), let before = PeakMemory.residentBytes else { return }
        try subject.prepare(content)
        guard let after = PeakMemory.residentBytes else { return }
        console.print("\(after - min(before, after))\n")
        keep(UInt64(subject.elementCount))
    }
}
