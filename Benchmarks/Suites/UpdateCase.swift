import BenchmarkKit
import CollectionLayout
import Workloads

/// One edit in the middle of the content and the query that follows.
///
/// Runs last: the caches keep the edits.
struct UpdateCase {
    /// What is edited; the name of the trace in results.
    enum Edit: String, CaseIterable {
        /// An item gets another size, or its former one back, in turn.
        case resize
        /// An item is inserted, or the inserted one deleted again, in turn.
        case insert
        /// An item is deleted, or inserted again, in turn. Not timed: what is inserted is deleted again, too.
        case delete
        /// An item is moved elsewhere in its section, or back again, in turn. Not timed: a deletion and an insertion.
        case move

        /// An even number of edits to be applied in turn, again and again: each second one takes back the one before, so
        /// that none ever finds the content as it would leave it.
        func changes(of content: Content, seed: UInt64, count: Int, at place: EditPlace) -> [Change] {
            switch self {
            case .resize:
                resizes(of: content, count: count / 2, seed: seed, at: place).flatMap { change -> [Change] in
                    guard case .resize(let section, let item, _) = change else { return [] }
                    let former = content.value(section: section, item: item)
                    return [change, .resize(section: section, item: item, to: former)]
                }
            case .insert: insertions(of: content, count: count, seed: seed, at: place)
            case .delete: deletions(of: content, count: count, seed: seed, at: place)
            case .move: moves(of: content, count: count, seed: seed, at: place)
            }
        }

        /// The edits that are timed: in the middle.
        func cycle(of content: Content, seed: UInt64) -> [Change] {
            changes(of: content, seed: seed, count: UpdateCase.changes, at: .middle)
        }

        /// Whether it is timed, and not only what it does is counted.
        var isTimed: Bool { self == .resize || self == .insert }

        /// Whether a change is to be counted, and not there only to take back an insertion or a deletion.
        func counts(_ change: Change) -> Bool {
            switch (self, change) {
            case (.insert, .deleteItems), (.delete, .insertItems): false
            default: true
            }
        }

        /// The title of its column.
        var title: String { self == .insert ? "ins/delete" : rawValue }
    }

    let run: GroupRun
    let prepared: Prepared
    let edit: Edit
    let subjects: [any Subject]

    /// Larger contents are not edited.
    static let largestCount = 100_000_000
    /// How many edits are applied in turn; even, for each second one takes back the one before.
    static let changes = 4
    /// A strategy that takes longer for all of its edits and samples is left out.
    static let longest = Duration.seconds(6)
    /// A strategy that takes longer for an edit has two of them.
    static let slow = Duration.milliseconds(20)

    init(_ run: GroupRun, _ prepared: Prepared, _ update: Plan.Update) {
        self.run = run
        self.prepared = prepared
        edit = update.edit
        subjects = prepared.subjects(update.strategies)
    }

    func rows() throws -> [ResultRow] {
        guard !subjects.isEmpty, prepared.truth.content.itemCount > 0 else { return [] }
        let changes = edit.cycle(of: prepared.truth.content, seed: run.selection.seed)
        guard let viewport = Self.viewport(changes[0], frame: prepared.truth.oracle.frame) else { return [] }
        let viewports = changes.map { _ in viewport }
        let truth = try checksums(changes, viewports)
        var candidates: [Candidate] = []
        var rows: [ResultRow] = []
        for subject in subjects {
            if let count = try check(subject, changes, viewport, truth) {
                candidates.append(subject.updateCandidate(Array(changes.prefix(count)), viewports))
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

    private func place(_ strategy: String) -> Recorder.Place { run.place(strategy, "update", trace: edit.rawValue) }

    /// A viewport around the item that the first edit strikes.
    static func viewport(_ change: Change, frame: (ElementID) -> Rect?) -> Rect? {
        let id: ElementID
        switch change {
        case .resize(let section, let item, _), .insertItems(let section, let item, _):
            id = ElementID(section: section, item: item)
        case .deleteItems(let section, let range): id = ElementID(section: section, item: range.lowerBound)
        case .moveItem(let from, _): id = ElementID(section: from.section, item: from.item)
        default: return nil
        }
        guard let frame = frame(id) else { return nil }
        let bounds = Dataset.bounds
        return Rect(
            x: max(frame.x - bounds.width / 2, 0), y: max(frame.y - bounds.height / 2, 0), width: bounds.width,
            height: bounds.height)
    }

    /// The oracle's answers to a viewport after each edit.
    func checksums(_ changes: some Sequence<Change>, _ viewports: [Rect]) throws -> [UInt64] {
        var oracle = prepared.truth.oracle
        var hits = HitBuffer()
        return try zip(changes, viewports).map { change, viewport in
            try oracle.apply(change)
            hits.removeAll()
            oracle.query(viewport, into: &hits)
            return hits.checksum
        }
    }

    /// Compares a strategy's answers with the oracle's.
    ///
    /// - Returns: How many of the edits are to be timed, all of which were compared: all, of a slow strategy the first and
    ///   what takes it back, nil of one that is too slow.
    private func check(
        _ subject: any Subject, _ changes: [Change], _ viewport: Rect, _ truth: [UInt64]
    ) throws -> Int? {
        let clock = ContinuousClock()
        let start = clock.now
        for index in changes.indices {
            try compare(subject, changes, at: index, viewport, truth[index])
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
        _ subject: any Subject, _ changes: [Change], at index: Int, _ viewport: Rect, _ truth: UInt64
    ) throws {
        guard try subject.answer(viewport, after: changes[index]) != truth else { return }
        var oracle = prepared.truth.oracle
        for change in changes[...index] { try oracle.apply(change) }
        throw WrongAnswer(
            dataset: run.group.input.id, n: run.group.n, strategy: subject.id, place: "update",
            detail: "after \(index + 1) edits, "
                + WrongAnswer.detail(
                    subject.difference(from: oracle, in: viewport), query: 0, viewport: viewport, oracle: oracle,
                    input: run.group.input))
    }
}
