import BenchmarkKit
import CollectionLayout
import Workloads

/// One edit in the middle of the content and the query that follows.
///
/// Runs last: the caches keep the edits.
struct UpdateCase {
    /// What is edited; the name of the trace in results.
    enum Edit: String, CaseIterable {
        /// An item gets another size.
        case resize
        /// An item is inserted, or the inserted one deleted again, in turn.
        case insert

        /// An item is moved elsewhere in its section, or back again, in turn. Not timed: a deletion and an insertion.
        case move

        /// Edits to be applied in turn.
        func changes(
            of content: Content, seed: UInt64, count: Int = UpdateCase.changes, at place: EditPlace = .middle
        ) -> [Change] {
            switch self {
            case .resize: resizes(of: content, count: count, seed: seed, at: place)
            case .insert: insertions(of: content, count: count, seed: seed, at: place)
            case .move: moves(of: content, count: count, seed: seed, at: place)
            }
        }

        /// Whether it is timed, and not only what it does is counted.
        var isTimed: Bool { self != .move }

        /// The title of its column.
        var title: String { self == .insert ? "ins/delete" : rawValue }
    }

    let run: GroupRun
    let prepared: Prepared
    let edit: Edit
    let subjects: [any Subject]

    /// Larger contents are not edited.
    static let largestCount = 100_000_000
    /// How many edits are applied in turn.
    static let changes = 4
    /// A strategy that takes longer for all of its edits and samples is left out.
    static let longest = Duration.seconds(6)

    init(_ run: GroupRun, _ prepared: Prepared, _ update: Plan.Update) {
        self.run = run
        self.prepared = prepared
        edit = update.edit
        subjects = prepared.subjects(update.strategies)
    }

    func rows() throws -> [ResultRow] {
        guard !subjects.isEmpty, prepared.truth.content.itemCount > 0 else { return [] }
        let changes = edit.changes(of: prepared.truth.content, seed: run.selection.seed)
        guard let viewport = Self.viewport(changes[0], frame: prepared.truth.oracle.frame) else { return [] }
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
        let report = InterleavedSampler(plan: run.plan(share: 0.1)).sample(candidates)
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

    /// The oracle's answers after each edit.
    private func checksums(_ changes: [Change], _ viewport: Rect) throws -> [UInt64] {
        var oracle = prepared.truth.oracle
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
        var oracle = prepared.truth.oracle
        for change in changes { try oracle.apply(change) }
        return "after \(changes.count) edits, "
            + WrongAnswer.detail(
                subject.difference(from: oracle, in: viewport), query: 0, viewport: viewport, oracle: oracle,
                input: run.group.input)
    }
}
