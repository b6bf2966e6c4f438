import BenchmarkKit
import CollectionLayout
import Workloads

/// One resize in the middle of the content and the query that follows.
///
/// Runs last: the caches keep the edits.
struct UpdateCase {
    let run: GroupRun
    let prepared: Prepared
    let subjects: [any Subject]

    /// The edits that are applied in turn.
    static let changes = 4
    /// A strategy that takes longer for all of its edits and samples is left out.
    static let longest = Duration.seconds(6)
    static let trace = "resize"

    init(_ run: GroupRun, _ prepared: Prepared) {
        self.run = run
        self.prepared = prepared
        subjects = prepared.subjects(run.group.update)
    }

    func rows() throws -> [ResultRow] {
        guard !subjects.isEmpty, prepared.content.itemCount > 0 else { return [] }
        let changes = resizes(
            of: prepared.content, count: Self.changes, seed: run.selection.seed, at: .middle)
        guard let viewport = Self.viewport(changes[0], frame: prepared.oracle.frame) else { return [] }
        let truth = try checksums(changes, viewport)
        var checked: [any Subject] = []
        var rows: [ResultRow] = []
        for subject in subjects {
            if try check(subject, changes, viewport, truth) {
                checked.append(subject)
            } else {
                rows += run.recorder.row(place(subject.id), .wallTime, "median", nil, samples: 0)
            }
        }
        guard !checked.isEmpty else { return rows }
        let candidates = checked.map { $0.updateCandidate(changes, viewport) }
        let report = InterleavedSampler(plan: run.plan(share: 0.2)).sample(candidates)
        return try rows + run.recorder.rows(report, checksum: { _ in truth.last }, place: place)
    }

    private func place(_ strategy: String) -> Recorder.Place { run.place(strategy, "update", trace: Self.trace) }

    /// A viewport around the item that the first edit resizes.
    static func viewport(_ change: Change, frame: (ElementID) -> Rect?) -> Rect? {
        guard case .resize(let section, let item, _) = change,
            let frame = frame(ElementID(section: section, item: item))
        else { return nil }
        let bounds = Dataset.bounds
        return Rect(
            x: max(frame.x - bounds.width / 2, 0), y: max(frame.y - bounds.height / 2, 0), width: bounds.width,
            height: bounds.height)
    }

    /// The oracle's answers after each edit.
    private func checksums(_ changes: [Change], _ viewport: Rect) throws -> [UInt64] {
        var oracle = prepared.oracle
        var hits = HitBuffer()
        var checksums: [UInt64] = []
        for change in changes {
            try oracle.apply(change)
            hits.removeAll()
            oracle.query(viewport, into: &hits)
            checksums.append(hits.checksum)
        }
        return checksums
    }

    /// Compares a strategy's answers with the oracle's.
    ///
    /// - Returns: Whether the strategy is fast enough to be timed; if not, not all edits were compared.
    private func check(
        _ subject: any Subject, _ changes: [Change], _ viewport: Rect, _ truth: [UInt64]
    ) throws -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        for (index, change) in changes.enumerated() {
            let checksum = try subject.answer(viewport, after: change)
            if checksum != truth[index] {
                throw WrongAnswer(
                    dataset: run.group.input.id, n: run.group.n, strategy: subject.id, place: "update",
                    detail: try detail(subject, changes[...index], viewport))
            }
            if (clock.now - start) / (index + 1) * (2 * changes.count) > Self.longest { return false }
        }
        return true
    }

    private func detail(_ subject: any Subject, _ changes: ArraySlice<Change>, _ viewport: Rect) throws -> String {
        var oracle = prepared.oracle
        for change in changes { try oracle.apply(change) }
        return "after \(changes.count) resizes, "
            + WrongAnswer.detail(
                subject.difference(from: oracle, in: viewport), query: 0, viewport: viewport, oracle: oracle,
                input: run.group.input)
    }
}
