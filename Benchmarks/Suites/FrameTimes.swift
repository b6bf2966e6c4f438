import BenchmarkKit
import CollectionLayout
import Workloads

/// Scrolls and traces with edits, replayed at the frame times of a screen, each in turn: how long the work of a frame
/// takes, how late frames come, and how many are dropped.
struct FrameTimes {
    let plan: Plan
    /// Frames of each replay.
    let frames: Int
    let rates: [Int]

    /// Nanoseconds by which a frame may be late; behind a later one a replay ends.
    static let latest: UInt64 = 5_000_000_000
    /// How long the oracle may take for a trace with edits.
    static let longestCheck = Duration.seconds(20)

    /// One replay.
    struct Row {
        let place: Recorder.Place
        let rate: Int
        let report: OpenLoop.Report
    }

    /// How many replays there will be.
    var count: Int {
        rates.count
            * plan.groups.reduce(0) { count, group in
                count + (group.queries.map(\.strategies) + group.replays.map(\.strategies)).reduce(0) { $0 + $1.count }
            }
    }

    func run(progress: ProgressLine, emit: (Row) throws -> Void) throws {
        for group in plan.groups {
            if !group.queries.isEmpty { try scroll(group, progress, emit) }
            for replay in group.replays {
                for rate in rates { try play(replay, of: group, rate, progress, emit) }
            }
        }
        progress.clear()
    }

    /// Replays the scrolls of a group: queries alone.
    private func scroll(_ group: Plan.Group, _ progress: ProgressLine, _ emit: (Row) throws -> Void) throws {
        let content = try group.input.make(group.n, plan.selection.seed)
        for strategy in group.strategies {
            let subject = strategy.subject()
            try subject.prepare(content)
            for query in group.queries where query.strategies.contains(where: { $0.id == strategy.id }) {
                for rate in rates {
                    let viewports = query.scroll.make(
                        subject.contentSize, frames, plan.selection.seed, framesPerSecond: rate)
                    let candidate = subject.queryCandidate(Replay(viewports: viewports), through: query.effects)
                    progress.begin("\(group.input.id): \(strategy.id), \(query.name) at \(rate) Hz")
                    let report = OpenLoop(framesPerSecond: rate).replay(candidate, frames: frames, latest: Self.latest)
                    let place = Recorder.Place(
                        group: group, strategy: strategy.id, trace: query.scroll.id, phase: query.phase)
                    try emit(Row(place: place, rate: rate, report: report))
                    progress.advance()
                }
            }
        }
    }

    /// Replays a trace with edits on each strategy, and compares what it shows with what the oracle does.
    private func play(
        _ replay: Plan.Replayed, of group: Plan.Group, _ rate: Int, _ progress: ProgressLine,
        _ emit: (Row) throws -> Void
    ) throws {
        progress.begin("\(group.input.id): \(replay.trace.id) at \(rate) Hz")
        let recorded = try EditReplay(
            replay.trace, on: replay.dataset, n: group.n, frames: frames, framesPerSecond: rate,
            seed: plan.selection.seed)
        // What the oracle has not answered is not played.
        let clock = ContinuousClock()
        let end = clock.now + Self.longestCheck
        let truth = try recorded.checksums(FullArrayCache.self) { clock.now > end }
        for strategy in replay.strategies {
            progress.begin("\(group.input.id): \(strategy.id), \(replay.trace.id) at \(rate) Hz")
            let player = try strategy.player(of: recorded)
            let report = OpenLoop(framesPerSecond: rate).replay(
                player.candidate, frames: truth.count, latest: Self.latest, check: { _ in player.noteAnswer() })
            for (frame, (answer, expected)) in try zip(player.answers(), truth).enumerated()
            where answer ?? expected != expected {
                throw WrongAnswer(
                    group, strategy.id,
                    at: "update, trace '\(replay.trace.id)'",
                    "frame \(frame) at \(rate) Hz shows other elements, frames or bounds than the oracle's")
            }
            let place = Recorder.Place(
                group: group, strategy: strategy.id, trace: replay.trace.id, phase: "update")
            try emit(Row(place: place, rate: rate, report: report))
            progress.advance()
        }
    }
}

extension Recorder {
    /// The costs, latencies, dropped frames and hitch time of a replay; statistics name the rate: `p99-120hz`.
    func rows(_ row: FrameTimes.Row) -> [ResultRow] {
        let count = Int(row.report.latencies.count)
        func quantiles(_ metric: Metric, _ histogram: LogLinearHistogram) -> [ResultRow] {
            [("p50", 0.5), ("p99", 0.99), ("max", 1)].flatMap { name, probability in
                self.row(
                    row.place, metric, "\(name)-\(row.rate)hz", histogram.quantile(probability).map { Double($0) },
                    samples: count)
            }
        }
        return quantiles(.frameCost, row.report.costs) + quantiles(.frameLatency, row.report.latencies)
            + self.row(row.place, .droppedFrames, "total-\(row.rate)hz", Double(row.report.dropped), samples: count)
            + self.row(row.place, .hitchRate, "mean-\(row.rate)hz", row.report.hitchRate, samples: count)
    }

    /// Appends the distributions of a replay.
    func append(_ row: FrameTimes.Row, to file: HistogramFile) throws {
        try file.append(key(row.place, .frameCost, "\(row.rate)hz"), row.report.costs)
        try file.append(key(row.place, .frameLatency, "\(row.rate)hz"), row.report.latencies)
    }
}
