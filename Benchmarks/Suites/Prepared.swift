import BenchmarkKit
import CollectionLayout

/// The caches of a group, prepared and checked against the oracle's extent.
struct Prepared {
    let run: GroupRun
    let content: Content
    let oracle: any AttributeCache
    let subjects: [any Subject]

    init(_ run: GroupRun, _ content: Content, _ oracle: any AttributeCache) throws {
        self.run = run
        self.content = content
        var oracle = oracle
        try oracle.prepare(content)
        self.oracle = oracle
        subjects = run.group.strategies.map { $0.subject() }
        for subject in subjects {
            try subject.prepare(content)
            guard subject.contentSize == oracle.contentSize, subject.elementCount == oracle.elementCount else {
                throw WrongAnswer(
                    dataset: run.group.input.id, n: run.group.n, strategy: subject.id, place: "prepare",
                    detail: "got \(subject.elementCount) elements in \(subject.contentSize), "
                        + "expected \(oracle.elementCount) in \(oracle.contentSize)")
            }
        }
    }

    /// The subjects of the given strategies.
    func subjects(_ strategies: [CacheStrategy]) -> [any Subject] {
        subjects.filter { subject in strategies.contains { $0.id == subject.id } }
    }

    /// Bytes held, and the time to prepare again.
    func prepareRows() throws -> [ResultRow] {
        let chosen = subjects(run.group.prepare)
        guard !chosen.isEmpty else { return [] }
        var rows: [ResultRow] = []
        for subject in chosen where content.itemCount > 0 {
            rows += run.recorder.row(
                run.place(subject.id, "prepare"), .bytesPerItem, "mean",
                Double(subject.byteCount) / Double(content.itemCount), samples: content.itemCount)
        }
        guard run.metrics.includesTime else { return rows }
        PeakMemory.keepFreedMemory()
        rows += parallelRows(chosen)
        let report = InterleavedSampler(plan: run.plan(share: 0.3)).sample(
            chosen.map { $0.prepareCandidate(content) })
        return try rows + run.recorder.rows(report, checksum: { _ in nil }) { run.place($0, "prepare") }
    }

    /// The time to prepare again on as many threads as the engine chooses; that of a thread's processor tells nothing.
    private func parallelRows(_ subjects: [any Subject]) -> [ResultRow] {
        var content = content
        content.parallelism = nil
        let report = InterleavedSampler(plan: run.plan(share: 0.1)).sample(
            subjects.map { $0.prepareCandidate(content) })
        return report.series.flatMap { series in
            run.recorder.row(
                run.place(series.name, "prepare"), .wallTime, "parallel", Statistics.median(series.wall),
                samples: series.wall.count)
        }
    }
}
