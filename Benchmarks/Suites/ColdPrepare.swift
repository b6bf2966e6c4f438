import BenchmarkKit
import CollectionLayout

/// The first prepare of a process, which pays for the first touch of the memory it fills.
struct ColdPrepare {
    let run: GroupRun

    init(_ run: GroupRun) { self.run = run }

    /// Measures each strategy in a child of its own.
    func rows() throws -> [ResultRow] {
        guard run.metrics.includesTime else { return [] }
        var rows: [ResultRow] = []
        for strategy in run.group.prepare where strategy.id != CacheStrategy.lossy.id {
            let lines = try ChildLane.run(
                ChildLane.arguments("cold", run, strategies: [strategy.id]), n: run.group.n)
            guard let fields = lines.first, fields.count == 2, let wall = Double(fields[0]), let cpu = Double(fields[1])
            else { continue }
            let place = run.place(strategy.id, "prepare")
            rows += run.recorder.row(place, .wallTime, "first", wall, samples: 1)
            rows += run.recorder.row(place, .cpuTime, "first", cpu, samples: 1)
        }
        return rows
    }

    /// The child: prepares once and prints wall and processor nanoseconds.
    static func child(_ selection: Selection, _ console: Console) throws {
        let plan = try Plan(selection, availableBytes: nil)
        guard let group = plan.groups.first, let strategy = group.strategies.first else { return }
        let content = try group.input.make(group.n, selection.seed)
        let subject = strategy.subject()
        let time = SystemTimeSource()
        let cpu = time.cpuNanoseconds()
        let wall = time.wallNanoseconds()
        try subject.prepare(content)
        let elapsed = time.wallNanoseconds() - wall
        console.print("\(elapsed),\(time.cpuNanoseconds() - cpu)\n")
        keep(UInt64(subject.elementCount))
    }
}
