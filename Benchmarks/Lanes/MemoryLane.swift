import BenchmarkKit

extension Lane {
    /// How much resident memory the first prepare of a process adds at its peak.
    static let memory = Lane(
        name: "memory", title: "resident memory", isPerStrategy: true,
        values: { $0 == "prepare" ? [(.peakResident, "max")] : [] }
    ) { child in
        let subject = child.strategy.subject()
        // Nothing is told where the system does not tell.
        guard PeakMemory.reset(), let before = PeakMemory.residentBytes else { return }
        try subject.prepare(child.content)
        guard let after = PeakMemory.residentBytes else { return }
        child.tell(child.strategy, "prepare", Answer([Double(after - min(before, after))]))
        keep(UInt64(subject.elementCount))
    }
}
