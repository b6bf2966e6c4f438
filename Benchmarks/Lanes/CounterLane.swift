import BenchmarkKit
import CollectionLayout
import Workloads

extension Lane {
    /// What queries do and what caches hold, in numbers that do not depend on the machine; every answer is checked on the
    /// way.
    static let counters = Lane(
        name: "counters", title: "counters",
        values: { phase in
            switch phase {
            case "prepare": CacheMetric.all.map { ($0.metric, "mean") }
            case "first-query", "update": [(.itemsPlaced, "mean")]
            default: [(.elementsTested, "mean"), (.nodesVisited, "mean"), (.hits, "mean")]
            }
        }
    ) { child in
        let truth = try Truth(child.group, child.selection, child.content)
        let checks = try child.group.queries.map { try QueryCheck(truth, $0, isShort: true) }
        // One strategy after another: only one takes memory at a time.
        for strategy in child.group.strategies {
            let subject = try truth.subject(strategy)
            let items = child.content.itemCount
            if items > 0 {
                let cache = subject.copy
                child.tell(strategy, "prepare", Answer(CacheMetric.all.map { $0.value(cache) }, samples: items))
            }
            for check in checks where check.query.strategies.contains(where: { $0.id == strategy.id }) {
                let answers = try check.check(subject, counting: true).answers
                let count = answers.checksums.count
                let extra = child.selection.injection == .node ? count : 0
                let sums = [
                    answers.counts.elementsTested, answers.counts.nodesVisited + extra, answers.hitCount,
                ]
                child.tell(
                    strategy, check.query.phase, trace: check.query.scroll.id,
                    Answer(sums.map { Double($0) / Double(count) }, samples: count, checksum: answers.checksum))
            }
            if child.selection.metrics.contains(Metric.itemsPlaced.id) { try child.countPlacedItems(strategy) }
        }
    }
}

extension Lane.Child {
    /// Edits whose placed items are counted: at random places, as many as an average needs.
    private static let countedEdits = 8

    /// Counts the items that a strategy places for the first query after prepare, and for edits and the queries after them.
    fileprivate func countPlacedItems(_ strategy: CacheStrategy) throws {
        let placed = PlacedItems()
        let counted = try content.counting(in: placed)
        let subject = strategy.subject()
        if group.prepare.contains(where: { $0.id == strategy.id }) {
            try subject.prepare(counted, showing: FirstQuery.viewport)
            _ = try subject.answers(to: Replay(viewports: [FirstQuery.viewport]), through: nil, counting: false)
            tell(strategy, "first-query", Lane.Answer([Double(placed.count)]))
        }
        for update in group.updates where update.strategies.contains(where: { $0.id == strategy.id }) {
            try subject.prepare(counted)
            let edits = update.edit.changes(of: counted, seed: selection.seed, count: Self.countedEdits, at: .random)
            let before = placed.count
            for edit in edits {
                guard let viewport = UpdateCase.viewport(edit, frame: subject.frame) else { continue }
                _ = try subject.answer(viewport, after: edit)
            }
            guard !edits.isEmpty else { continue }
            tell(
                strategy, "update", trace: update.edit.rawValue,
                Lane.Answer([Double(placed.count - before) / Double(edits.count)], samples: edits.count))
        }
    }
}
