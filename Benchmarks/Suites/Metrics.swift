import BenchmarkKit

/// What this program measures beside the harness's own metrics.
extension Metric {
    /// Frames compared with the rect, per query.
    static let elementsTested = Metric("elements-tested", .count, .exact, .lowerIsBetter)
    /// Sections, buckets, tree nodes and search steps, per query.
    static let nodesVisited = Metric("nodes-visited", .count, .exact, .lowerIsBetter)
    /// Wall nanoseconds of the work of a frame: to scroll, to edit, to lay out, to query.
    static let frameCost = Metric("frame-cost", .nanoseconds, .time, .lowerIsBetter)
    /// Items placed, an item that is placed again once more: before the first query is answered, and per edit with the query
    /// after it.
    static let itemsPlaced = Metric("items-placed", .count, .exact, .lowerIsBetter)
    /// Wall nanoseconds from when a frame was due to when its query was done.
    static let frameLatency = Metric("frame-latency", .nanoseconds, .time, .lowerIsBetter)
    /// Refreshes of the screen that showed an old frame.
    static let droppedFrames = Metric("dropped-frames", .count, .time, .lowerIsBetter)
    /// Milliseconds in a second for which the screen showed an old frame although a new one was due.
    static let hitchRate = Metric("hitch-ms-per-s", .ratio, .time, .lowerIsBetter)
    /// One strategy's time over another's.
    static let timeRatio = Metric("time-ratio", .ratio, .time, .lowerIsBetter)

    /// All that `--metric` can ask for, with what it means.
    static let all = measured + CacheMetric.all.map { ($0.metric, $0.summary) }

    /// What the steps of a run measure.
    private static let measured: [(metric: Metric, summary: String)] = [
        (.wallTime, "wall time of prepare, of a query, of an edit and the query after it"),
        (.cpuTime, "thread processor time of the same"),
        (.latency, "wall time of single queries: p50, p90, p99, p99.9 and the slowest"),
        (.elementsTested, "frames compared with the rect, per query"),
        (.nodesVisited, "sections, buckets, tree nodes and search steps, per query"),
        (.hits, "elements found, per query"),
        (.itemsPlaced, "items placed for the first query after prepare, and for an edit and the query after it (slow)"),
        (.allocations, "allocations per prepare and per query (needs libjemalloc)"),
        (.allocatedBytes, "bytes allocated per prepare and per query (needs libjemalloc)"),
        (.retainedBytes, "bytes allocated and not freed by prepare (needs libjemalloc)"),
        (.peakAllocated, "the most bytes allocated at once by prepare (needs libjemalloc 5.3)"),
        (.instructions, "instructions per prepare and per query (slow; needs valgrind)"),
        (.lastLevelMisses, "misses of a simulated last-level cache of 2 MiB (slow; needs valgrind)"),
        (.peakResident, "resident memory that the first prepare of a process adds (slow)"),
    ]

    /// What is measured where no metric is named: all but what takes a process of its own for each strategy and is asked
    /// for rarely.
    static let byDefault = Set(all.map(\.metric.id)).subtracting([
        itemsPlaced.id, instructions.id, lastLevelMisses.id, peakResident.id,
    ])

    /// What is measured of the frames of a replay.
    static let ofFrames: Set<String> = [frameCost.id, frameLatency.id, droppedFrames.id, hitchRate.id]

    /// What can be measured of a phase: what lanes count and the clock tells, of queries also one by one and frame by frame.
    static func measured(of phase: String) -> Set<String> {
        let all = Set(Lane.ofRuns.flatMap { $0.values(phase) }.map(\.metric.id)).union([wallTime.id, cpuTime.id])
        return ["query", "effects"].contains(phase) ? all.union(ofFrames).union([latency.id]) : all
    }

    /// What names the cause of a change.
    static let explaining = gated.union([allocations.id, instructions.id, lastLevelMisses.id])

    /// What must not change at all, be it for the better: it is part of the answers.
    static let equal = Set(all.filter { $0.metric.direction == .mustBeEqual }.map(\.metric.id))

    /// What jemalloc counts.
    static let counted = [allocations, allocatedBytes, retainedBytes, peakAllocated]

    /// The metrics that are gated exactly and need nothing but this program.
    static let gated: Set<String> = [
        elementsTested.id, nodesVisited.id, hits.id, bytesPerItem.id, itemsPlaced.id,
    ]
}

extension Set<String> {
    /// Whether clocks are read at all.
    var includesTime: Bool { !isDisjoint(with: [Metric.wallTime.id, Metric.cpuTime.id, Metric.latency.id]) }
}
