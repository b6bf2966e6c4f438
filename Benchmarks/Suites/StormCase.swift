import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

/// A storm of edits at random places, each with the query around it, timed one by one.
///
/// ``UpdateCase`` edits a few items again and again, which the processor's caches then hold; here nothing that an edit touches
/// has been touched shortly before, as when one message of a million changes. The query shows what the edit strikes, wherever
/// the edits before it have moved that. Runs last: the caches keep the edits.
struct StormCase {
    /// The edit, what it is made of and who takes it.
    let update: UpdateCase

    /// The edits that there are storms of.
    static let edits: [Edit] = [.resize, .insert]
    /// The name of the trace in results.
    static func name(_ edit: Edit) -> String { "\(edit.id)-storm" }
    /// How many edits a storm has at most, half of which take the others back; a multiple of what is timed in one go.
    private static let most = 10_240
    /// How many seconds pass before a storm over so many items. What was compared before has freed memory, which goes back to the
    /// system, and from a virtual machine to its host: meanwhile accesses to memory take twice as long at times.
    private static let (pause, large) = (0.3, 100_000)
    /// How many are compared with the oracle's answers, before the storm.
    private static let checked = 16
    /// How long the storm of a strategy takes at most, and at most to find out where the edits strike.
    private static let longest = Duration.seconds(3)

    /// The same of a run: no longer than all else in the group is timed together. A run of the default budget and datasets has
    /// 3.3 s for a group, so that its storms are whole: 500 edits of a strategy that takes 6 ms for each.
    private var limit: Duration { min(Self.longest, update.run.budget) }

    func rows() throws -> [ResultRow] {
        let (run, edit, truth) = (update.run, update.edit, update.prepared.truth)
        let all = Self.pairs(edit, of: truth.content, count: Self.most, seed: run.selection.seed)
        let viewports = try Self.viewports(all, of: truth.content, within: limit)
        guard !viewports.isEmpty else { return [] }
        /// The edits of the first pairs and their viewports, in the order of a storm.
        func storm(_ count: Int) -> (changes: [[Change]], viewports: [Rect]) {
            let order = Self.order(min(count, viewports.count) / 2)
            return (order.map { all[$0] }, order.map { viewports[$0] })
        }
        let checked = storm(Self.checked)
        let answers = try update.checksums(checked.changes, checked.viewports)
        return try update.subjects.flatMap { subject in
            let time = try check(subject, checked.changes, checked.viewports, answers)
            let place = run.place(subject.id, "update", trace: Self.name(edit))
            let edits = storm(time * viewports.count < limit ? viewports.count : max(Int(limit / time), 2))
            let candidate = subject.updateCandidate(edits.changes, edits.viewports)
                .without(QueryOverhead.editNanoseconds)
            if run.group.n >= Self.large { Thread.sleep(forTimeInterval: Self.pause) }
            let histogram = Latencies.record(candidate, operations: edits.changes.count, time: .zero)
            return try run.recorder.rows(place, histogram, checksum: answers.last)
        }
    }

    /// Edits at random places, each followed by what takes it back, that find all the edits before them done: an insertion strikes
    /// before the item that it was made for, wherever the others have moved that.
    static func pairs(_ edit: Edit, of content: Content, count: Int, seed: UInt64) -> [[Change]] {
        // The items that something was inserted before, in their order.
        var inserted: [Int: [Int]] = [:]
        var shift = 0
        return edit.cycle(of: content, count: count, seed: seed, at: .random).map { changes in
            changes.map { change in
                switch change {
                case .insertItems(let section, let item, let items):
                    shift = inserted[section, default: []].partition { $0 <= item }
                    inserted[section, default: []].insert(item, at: shift)
                    return .insertItems(section: section, at: item + shift, items)
                case .deleteItems(let section, let items):
                    return .deleteItems(section: section, items.lowerBound + shift..<items.upperBound + shift)
                default: return change
                }
            }
        }
    }

    /// Viewports around what edits strike, in the order of a storm. What takes an edit back finds the content as that edit has
    /// left it, and both are followed by the same query.
    ///
    /// - Returns: One for each edit, or for as many as can be followed in the time, and as there is room for in the content.
    static func viewports(
        _ changes: [[Change]], of content: Content, within limit: Duration = longest
    ) throws -> [Rect] {
        var follower = IncrementalCache()
        try follower.prepare(content)
        let clock = ContinuousClock()
        let end = clock.now + limit
        var viewports: [Rect] = []
        for first in stride(from: 0, to: changes.count, by: 2) where viewports.isEmpty || clock.now < end {
            let viewport =
                EditCycle.viewport(around: changes[first], in: follower.content, frame: follower.frame) ?? .zero
            guard try LayoutError.ifItFits({ try follower.apply(changes[first]) }) != nil else { break }
            viewports += [viewport, viewport]
        }
        return viewports
    }

    /// All edits in their order, then those that take them back, last to first, so that each strikes another place than the
    /// one before.
    private static func order(_ pairs: Int) -> [Int] {
        (0..<pairs).map { 2 * $0 } + (0..<pairs).reversed().map { 2 * $0 + 1 }
    }

    /// Compares a strategy's answers to the first edits with the oracle's.
    ///
    /// - Returns: How long an edit took.
    private func check(
        _ subject: any Subject, _ changes: [[Change]], _ viewports: [Rect], _ answers: [UInt64]
    ) throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        for (index, answer) in answers.enumerated() {
            try update.compare(subject, changes, at: index, viewports[index], answer)
        }
        return (clock.now - start) / max(answers.count, 1)
    }
}
