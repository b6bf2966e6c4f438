import BenchmarkKit
import CollectionLayout
import Workloads

/// Prepare and the first query, at the top, together: what a user waits for. Strategies that put nothing off lay out
/// everything first.
struct FirstQuery {
    let prepared: Prepared
    /// What is asked for.
    static let viewport = Rect(origin: .zero, size: Dataset.bounds)

    private var run: GroupRun { prepared.run }

    /// Checks the answers and takes the time.
    func rows() throws -> [ResultRow] {
        let chosen = prepared.subjects(run.group.prepare)
        guard !chosen.isEmpty else { return [] }
        defer { finish(chosen) }
        for subject in chosen {
            try subject.prepare(prepared.truth.content, showing: Self.viewport)
            if let difference = subject.difference(from: prepared.truth.oracle, in: Self.viewport) {
                throw WrongAnswer(
                    run.group, subject.id, at: "first-query",
                    difference.description)
            }
        }
        let report = InterleavedSampler(plan: run.plan(share: 0.1)).sample(
            chosen.map { $0.firstQueryCandidate(prepared.truth.content, Self.viewport) })
        return try run.recorder.rows(report, checksum: { _ in nil }) { run.place($0, "first-query") }
    }

    /// What follows needs everything laid out.
    private func finish(_ chosen: [any Subject]) {
        for subject in chosen where !subject.isComplete { mustTake { try subject.prepare(prepared.truth.content) } }
    }
}
