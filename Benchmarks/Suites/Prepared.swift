import BenchmarkKit
import CollectionLayout

/// The caches of a group that are timed against each other, all prepared at the same time.
struct Prepared {
    let run: GroupRun
    let truth: Truth
    let subjects: [any Subject]

    init(_ run: GroupRun, _ content: Content) throws {
        self.run = run
        let truth = try Truth(run.group, run.selection, content)
        self.truth = truth
        subjects = try run.group.strategies.map(truth.subject)
    }

    /// The subjects of the given strategies.
    func subjects(_ strategies: [CacheStrategy]) -> [any Subject] {
        subjects.filter { subject in strategies.contains { $0.id == subject.id } }
    }

    /// The time to prepare again.
    func prepareRows() throws -> [ResultRow] {
        let chosen = subjects(run.group.prepare)
        guard !chosen.isEmpty else { return [] }
        PeakMemory.keepFreedMemory()
        let report = InterleavedSampler(plan: run.plan(share: 0.2)).sample(
            chosen.map { $0.prepareCandidate(truth.content) })
        var reports = [report]
        if run.group.fitsFrames {
            let floors = MemoryFloors(
                count: run.group.n, valueCount: MemoryFloors.valueCount(of: truth.content)
            ).candidates
            reports.append(InterleavedSampler(plan: run.plan(share: 0.01)).sample(floors))
        }
        return try parallelRows(chosen)
            + reports.flatMap { report in
                try run.recorder.rows(report, checksum: { _ in nil }) { run.place($0, "prepare") }
            }
    }

    /// The time to prepare again on as many threads as the engine chooses; that of a thread's processor tells nothing.
    private func parallelRows(_ subjects: [any Subject]) -> [ResultRow] {
        var content = truth.content
        content.parallelism = nil
        let report = InterleavedSampler(plan: run.plan(share: 0.05)).sample(
            subjects.map { $0.prepareCandidate(content) })
        return report.series.flatMap { series in
            run.recorder.row(
                run.place(series.name, "prepare"), .wallTime, "parallel", Statistics.median(series.wall),
                samples: series.wall.count)
        }
    }
}
