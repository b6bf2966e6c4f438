import BenchmarkKit
import CollectionLayout
import Workloads

/// Prepare and the first query, at the top, together: what a user waits for. Strategies that put nothing off lay out
/// everything first.
struct FirstQuery {
    let run: GroupRun
    let prepared: Prepared
    private let viewport = Rect(origin: .zero, size: Dataset.bounds)

    init(_ run: GroupRun, _ prepared: Prepared) {
        self.run = run
        self.prepared = prepared
    }

    private func place(_ strategy: String) -> Recorder.Place { run.place(strategy, "first-query") }

    /// Checks the answers, counts the items placed for them by strategies that put the others off, and takes the time.
    func rows() throws -> [ResultRow] {
        let chosen = prepared.subjects(run.group.prepare)
        defer { finish(chosen) }
        var rows: [ResultRow] = []
        for subject in chosen {
            let placed = try subject.prepare(prepared.content, showing: viewport)
            if let difference = subject.difference(from: prepared.oracle, in: viewport) {
                throw WrongAnswer(
                    dataset: run.group.input.id, n: run.group.n, strategy: subject.id, place: "first-query",
                    detail: difference.description)
            }
            guard let placed else { continue }
            rows += run.recorder.row(place(subject.id), .itemsPlaced, "mean", Double(placed), samples: 1)
        }
        guard run.metrics.includesTime, !chosen.isEmpty else { return rows }
        let report = InterleavedSampler(plan: run.plan(share: 0.1)).sample(
            chosen.map { $0.firstQueryCandidate(prepared.content, viewport) })
        return try rows + run.recorder.rows(report, checksum: { _ in nil }, place: place)
    }

    /// What follows needs everything laid out. The content was prepared before: it is not refused now.
    private func finish(_ chosen: [any Subject]) {
        for subject in chosen { try? subject.prepare(prepared.content) }
    }
}
