import BenchmarkKit
import CollectionLayout
import Workloads

/// One edit and the query that follows: in the middle of the content, if the edit leaves open where.
///
/// Runs last: the caches keep the edits.
struct UpdateCase {
    let prepared: Prepared
    let edit: Edit
    let subjects: [any Subject]

    /// Larger contents are not edited.
    static let largestCount = 100_000_000
    /// A strategy that takes longer for all of its edits and samples is left out.
    static let longest = Duration.seconds(6)
    /// A strategy that takes longer for an edit has two of them.
    static let slow = Duration.milliseconds(20)

    var run: GroupRun { prepared.run }

    init(_ prepared: Prepared, _ update: Plan.Update) {
        self.prepared = prepared
        edit = update.edit
        subjects = prepared.subjects(update.strategies)
    }

    func rows() throws -> [ResultRow] {
        guard !subjects.isEmpty, prepared.truth.content.itemCount > 0 else { return [] }
        let oracle = prepared.truth.oracle
        guard
            let edits = EditCycle(edit, of: oracle.content, seed: run.selection.seed, frame: oracle.frame),
            let truth = try LayoutError.ifItFits({ try checksums(edits.changes, edits.viewports) })
        else {
            if run.selection.choosesEdits {
                run.suite.progress.clear()
                run.suite.console.warn(
                    "left out \(edit.id) of \(run.group.input.id) with \(Quantity.count(run.group.n)) items: it cannot be "
                        + "made there")
            }
            return []
        }
        var candidates: [Candidate] = []
        var rows: [ResultRow] = []
        for subject in subjects {
            if let count = try check(subject, edits, truth) {
                candidates.append(edits.candidate(subject, count))
            } else {
                rows += run.recorder.row(place(subject.id), .wallTime, "median", nil, samples: 0)
            }
        }
        guard !candidates.isEmpty else { return rows }
        var plan = run.plan(share: 0.1)
        // Each sample has all edits.
        plan.minimumSlowSamples = 2
        let report = InterleavedSampler(plan: plan).sample(candidates)
        return try rows + run.recorder.rows(report, checksum: { _ in truth.last }, place: place)
    }

    private func place(_ strategy: String) -> Recorder.Place { run.place(strategy, "update", trace: edit.id) }

    /// The oracle's answers to a viewport after each edit.
    func checksums(_ edits: some Sequence<[Change]>, _ viewports: [Rect]) throws -> [UInt64] {
        var oracle = prepared.truth.oracle
        var hits = HitBuffer()
        return try zip(edits, viewports).map { changes, viewport in
            try oracle.apply(changes)
            hits.removeAll()
            oracle.query(viewport, into: &hits)
            return hits.checksum
        }
    }

    /// Compares a strategy's answers with the oracle's.
    ///
    /// - Returns: How many of the edits are to be timed, all of which were compared: all, of a slow strategy the first and
    ///   what takes it back, nil of one that is too slow.
    private func check(_ subject: any Subject, _ edits: EditCycle, _ truth: [UInt64]) throws -> Int? {
        let changes = edits.changes
        let clock = ContinuousClock()
        let start = clock.now
        for index in changes.indices {
            try compare(subject, changes, at: index, edits.viewport, truth[index])
            let average = (clock.now - start) / (index + 1)
            if average * (2 * changes.count) > Self.longest { return nil }
            if average > Self.slow && index == 1 { return 2 }
        }
        return changes.count
    }

    /// Applies an edit, behind those before it, and compares a strategy's answer to a viewport with the oracle's.
    ///
    /// - Throws: ``WrongAnswer``, which says what differs.
    func compare(
        _ subject: any Subject, _ changes: [[Change]], at index: Int, _ viewport: Rect, _ truth: UInt64
    ) throws {
        guard try subject.answer(viewport, after: changes[index]) != truth else { return }
        var oracle = prepared.truth.oracle
        for edit in changes[...index] { try oracle.apply(edit) }
        throw WrongAnswer(
            run.group, subject.id, at: "update",
            "after \(index + 1) edits, "
                + WrongAnswer.detail(
                    subject.difference(from: oracle, in: viewport), query: 0, viewport: viewport, oracle: oracle,
                    input: run.group.input))
    }
}
