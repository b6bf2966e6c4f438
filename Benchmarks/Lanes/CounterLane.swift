import BenchmarkKit
import CollectionLayout

extension Lane {
    /// What queries do and what caches hold, in numbers that do not depend on the machine; every answer is checked on the
    /// way.
    static let counters = Lane(
        name: "counters", title: "counters",
        values: { phase in
            switch phase {
            case "prepare": CacheMetric.all.map { ($0.metric, "mean") }
            case "update": []
            default: [(.elementsTested, "mean"), (.nodesVisited, "mean"), (.hits, "mean")]
            }
        }
    ) { child in
        let truth = try Truth(child.group, child.selection, child.content)
        let checks = try child.group.queries.map { try QueryCheck(truth, $0) }
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
        }
    }
}
