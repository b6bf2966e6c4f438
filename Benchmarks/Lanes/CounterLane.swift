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
            case "first-query": [(.itemsPlaced, "mean")]
            case "update": [(.itemsPlaced, "mean"), (.itemsPlaced, "max")]
            default: [(.elementsTested, "mean"), (.nodesVisited, "mean"), (.hits, "mean")]
            }
        }
    ) { child in
        let truth = try Truth(child.group, child.selection, child.content)
        let checks = try child.group.queries.map { try QueryCheck(truth, $0, isShort: true) }
        let frames = truth.framesChecksum()
        // One strategy after another: only one takes memory at a time.
        for strategy in child.group.strategies {
            let subject = try truth.subject(strategy)
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
            let items = child.content.itemCount
            if items > 0 {
                let cache = subject.copy
                child.tell(
                    strategy, "prepare",
                    Answer(
                        CacheMetric.all.map { $0.value(cache) }, samples: items,
                        checksum: try truth.framesChecksum(of: subject, expecting: frames)))
            }
            if child.selection.metrics.contains(Metric.itemsPlaced.id) { try child.countPlacedItems(strategy) }
        }
    }
}

extension Lane.Child {
    /// Of how many edits, at random places, a mean is: as many as it takes for a good one, but no more once they have
    /// placed so many items together. A strategy that lays out everything anew does the same for each. One that finds out what
    /// it needs when an edit needs it does so once: the edit that places most is told apart.
    private static let edits = (least: 8, most: 128, placedItems: 100_000)

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
            let edit = update.edit
            let cycle = max(Self.edits.most / edit.changeCount, Self.edits.least)
            let changes = edit.cycle(of: counted, count: cycle, seed: selection.seed, at: .random)
            var viewport = FirstQuery.viewport
            var (all, most) = (0, 0)
            var counts: [Int] = []
            for (index, change) in changes.enumerated() {
                let before = placed.count
                guard index < Self.edits.least || all - most < Self.edits.placedItems else { break }
                // Where the last item of a section was deleted there is no frame when it is inserted again.
                viewport = EditCycle.viewport(around: change, in: subject.content, frame: subject.frame) ?? viewport
                guard try LayoutError.ifItFits({ try subject.answer(viewport, after: change) }) != nil else { break }
                let count = placed.count - before
                all += count
                most = max(most, count)
                if edit.isReversedByItsLike || index.isMultiple(of: 2) { counts.append(count) }
            }
            counts.sort()
            guard let most = counts.popLast(), !counts.isEmpty else { continue }
            let mean = Double(counts.reduce(0, +)) / Double(counts.count)
            tell(
                strategy, "update", trace: edit.id,
                Lane.Answer([mean, Double(most)], samples: counts.count + 1))
        }
    }
}
