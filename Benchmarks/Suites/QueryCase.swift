import BenchmarkKit
import CollectionLayout
import Workloads

/// A scroll over a dataset: each strategy is checked on the viewports it is then timed on.
struct QueryCase {
    let prepared: Prepared
    let query: Plan.Query

    private var run: GroupRun { prepared.run }

    private func place(_ strategy: String) -> Recorder.Place {
        run.place(strategy, query.phase, trace: query.scroll.id)
    }

    /// The floors of the scroll; effects have none, and there is no room for them where frames do not fit.
    private func floors(_ passed: [QueryCheck.Passed]) -> [Candidate] {
        guard query.effects == nil, run.group.fitsFrames,
            let longest = passed.max(by: { $0.replay.viewports.count < $1.replay.viewports.count })
        else { return [] }
        let viewports = longest.replay.viewports
        return QueryFloors(
            viewports, length: prepared.truth.oracle.contentSize.height, itemCount: run.group.n,
            hitCount: longest.answers.hitCount / viewports.count
        ).candidates
    }

    func rows() throws -> [ResultRow] {
        let check = try QueryCheck(prepared.truth, query)
        let passed = try prepared.subjects(query.strategies).map { try check.check($0, counting: false) }
        let candidates = passed.map {
            $0.subject.queryCandidate($0.replay, through: query.effects).without(QueryOverhead.nanoseconds)
        }
        let share = 0.5 / Double(run.group.queries.count)
        let report = InterleavedSampler(plan: run.plan(share: share * 0.6)).sample(candidates)
        let checksums = Dictionary(uniqueKeysWithValues: passed.map { ($0.subject.id, $0.answers.checksum) })
        var rows = try run.recorder.rows(report, checksum: { checksums[$0] }, place: place)
        // Not between the others: what floors load takes their room in the processor's caches.
        let floors = floors(passed)
        if !floors.isEmpty {
            let report = InterleavedSampler(plan: run.plan(share: share * 0.05)).sample(floors)
            rows += try run.recorder.rows(report, checksum: { _ in nil }, place: place)
        }
        let time = run.budget * share * 0.4 / passed.count
        for (passed, candidate) in zip(passed, candidates) where run.metrics.contains(Metric.latency.id) {
            let histogram = Latencies.record(candidate, operations: passed.replay.viewports.count, time: time)
            rows += try run.recorder.rows(place(candidate.name), histogram, checksum: passed.answers.checksum)
        }
        return rows
    }
}

/// Times queries one by one.
enum Latencies {
    static let mostOperations = 100_000

    /// All operations of the workload once, then again while there is time: some of them at each of the candidate's places.
    static func record(_ candidate: Candidate, operations: Int, time: Duration) -> LogLinearHistogram {
        var recorder = LatencyRecorder()
        let clock = ContinuousClock()
        let end = clock.now + time
        var first = 0
        let chunk = min(operations, 64)
        repeat {
            candidate.relocate()
            // As warm as if it had been there all the time.
            _ = candidate.run(first + operations - 1, 1)
            recorder.record(candidate, first: first, count: chunk)
            first += chunk
        } while first < operations || (clock.now < end && first < mostOperations)
        return recorder.histogram
    }
}
