import BenchmarkKit

extension Lane {
    /// The first prepare of a process, which pays for the first touch of the memory it fills.
    static let cold = Lane(
        name: "cold", title: "cold prepare", isPerStrategy: true,
        values: { $0 == "prepare" ? [(.wallTime, "first"), (.cpuTime, "first")] : [] }
    ) { child in
        let subject = child.strategy.subject()
        let time = SystemTimeSource()
        let cpu = time.cpuNanoseconds()
        let wall = time.wallNanoseconds()
        try subject.prepare(child.content)
        let elapsed = time.wallNanoseconds() - wall
        let used = time.cpuNanoseconds() - cpu
        child.tell(child.strategy, "prepare", Answer([Double(elapsed), Double(used)]))
        keep(UInt64(subject.elementCount))
    }
}
