import BenchmarkKit
import CollectionLayout
import Workloads

/// A scroll over a dataset: each strategy is checked on the viewports it is then timed on.
struct QueryCase {
    let run: GroupRun
    let prepared: Prepared
    let query: Plan.Query
    let subjects: [any Subject]

    /// Enough viewports that random jumps over a large content find nothing in the processor's caches.
    static let frames = 16384
    static let quickFrames = 2048
    /// What all queries of a strategy may test and visit in the check: linear scans get fewer viewports.
    static let largestWork = 16_000_000
    /// What all viewports may hit.
    static let largestHitCount = 100_000_000
    static let fewestFrames = 16

    init(_ run: GroupRun, _ prepared: Prepared, _ query: Plan.Query) {
        self.run = run
        self.prepared = prepared
        self.query = query
        subjects = prepared.subjects(query.strategies)
    }

    var scroll: Scroll { query.scroll }

    private func place(_ strategy: String) -> Recorder.Place {
        run.place(strategy, query.phase, trace: scroll.id)
    }

    /// A strategy with the viewports it answers and the checksum of its answers.
    private struct Lane {
        let subject: any Subject
        let replay: Replay
        let answers: Replay.Answers
    }

    func rows() throws -> [ResultRow] {
        let viewports = try viewports()
        let truth =
            query.effects.map { Replay(viewports: viewports).checksums(of: prepared.oracle, through: $0).checksums }
            ?? BatchOracle(prepared.oracle, viewports: viewports).checksums
        var lanes: [Lane] = []
        for subject in subjects {
            lanes.append(try check(subject, viewports, truth))
        }
        var rows = lanes.flatMap(exactRows)
        if run.metrics.includesTime { rows += try timeRows(lanes) }
        return rows
    }

    /// The viewports; fewer where each one hits very many elements.
    private func viewports() throws -> [Rect] {
        // Through effects the oracle answers each viewport by a scan of its own.
        let isShort = run.selection.isQuick || query.effects != nil
        let frames = isShort ? min(Self.quickFrames, max(run.group.n, 64)) : Self.frames
        let viewports = scroll.make(prepared.oracle.contentSize, frames, run.selection.seed)
        guard !viewports.isEmpty else { throw InputError("\(scroll.id): there are no viewports") }
        var hits = HitBuffer()
        for viewport in viewports.prefix(4) { prepared.oracle.query(viewport, into: &hits) }
        let perViewport = hits.count / min(viewports.count, 4) + 1
        return Array(viewports.prefix(max(Self.largestHitCount / perViewport, Self.fewestFrames)))
    }

    /// Compares a strategy's answers with the oracle's.
    private func check(_ subject: any Subject, _ viewports: [Rect], _ truth: [UInt64]) throws -> Lane {
        let sample = try subject.answers(
            to: Replay(viewports: Array(viewports.prefix(4))), through: query.effects)
        let work = (sample.counts.elementsTested + sample.counts.nodesVisited) / sample.checksums.count + 1
        let count = min(viewports.count, max(Self.largestWork / work, Self.fewestFrames))
        let replay = Replay(viewports: Array(viewports.prefix(count)))
        let answers = try subject.answers(to: replay, through: query.effects)
        for index in 0..<count where answers.checksums[index] != truth[index] {
            throw WrongAnswer(
                dataset: run.group.input.id, n: run.group.n, strategy: subject.id,
                place: "\(query.phase), trace '\(scroll.id)'", detail: detail(subject, index, viewports[index]))
        }
        return Lane(subject: subject, replay: replay, answers: answers)
    }

    private func detail(_ subject: any Subject, _ index: Int, _ viewport: Rect) -> String {
        let difference = subject.difference(from: prepared.oracle, in: viewport)
        if query.effects != nil && difference == nil {
            return "query \(index): other elements or frames after the effects; without effects the answer is right"
        }
        return WrongAnswer.detail(
            difference, query: index, viewport: viewport, oracle: prepared.oracle, input: run.group.input)
    }

    private func exactRows(_ lane: Lane) -> [ResultRow] {
        let count = lane.replay.viewports.count
        let place = place(lane.subject.id)
        func mean(_ metric: Metric, _ sum: Int) -> [ResultRow] {
            run.recorder.row(
                place, metric, "mean", Double(sum) / Double(count), samples: count, checksum: lane.answers.checksum)
        }
        let extra = run.selection.injection == .node ? count : 0
        return mean(.elementsTested, lane.answers.counts.elementsTested)
            + mean(.nodesVisited, lane.answers.counts.nodesVisited + extra) + mean(.hits, lane.answers.hitCount)
    }

    private func timeRows(_ lanes: [Lane]) throws -> [ResultRow] {
        let candidates = lanes.map { $0.subject.queryCandidate($0.replay, through: query.effects) }
        let share = 0.5 / Double(run.group.queries.count)
        let report = InterleavedSampler(plan: run.plan(share: share * 0.6)).sample(candidates)
        let checksums = Dictionary(uniqueKeysWithValues: lanes.map { ($0.subject.id, $0.answers.checksum) })
        var rows = try run.recorder.rows(report, checksum: { checksums[$0] }, place: place)
        let time = run.suite.plan.budgetPerGroup * share * 0.4 / lanes.count
        for (lane, candidate) in zip(lanes, candidates) where run.metrics.contains(Metric.latency.id) {
            let histogram = Latencies.record(candidate, operations: lane.replay.viewports.count, time: time)
            rows += try run.recorder.rows(place(candidate.name), histogram, checksum: lane.answers.checksum)
        }
        return rows
    }
}

/// Times operations one by one.
enum Latencies {
    static let mostOperations = 100_000

    /// All operations of the workload once, then again while there is time.
    static func record(_ candidate: Candidate, operations: Int, time: Duration) -> LogLinearHistogram {
        var recorder = LatencyRecorder()
        let clock = ContinuousClock()
        let end = clock.now + time
        var first = 0
        let chunk = min(operations, 64)
        repeat {
            recorder.record(candidate, first: first, count: chunk)
            first += chunk
        } while first < operations || (clock.now < end && first < mostOperations)
        return recorder.histogram
    }
}
