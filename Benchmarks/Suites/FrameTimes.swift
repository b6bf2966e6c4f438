import BenchmarkKit
import CollectionLayout
import Workloads

/// Scrolls replayed at the frame times of a screen, each in turn: how late frames come, and how many are dropped.
struct FrameTimes {
    let plan: Plan
    /// Frames of each replay.
    let frames: Int
    let rates: [Int]

    /// One replay.
    struct Row {
        let place: Recorder.Place
        let rate: Int
        let report: OpenLoop.Report
    }

    /// How many replays there will be.
    var count: Int {
        rates.count * plan.groups.reduce(0) { $0 + $1.queries.reduce(0) { $0 + $1.strategies.count } }
    }

    func run(progress: ProgressLine, emit: (Row) throws -> Void) throws {
        for group in plan.groups where !group.queries.isEmpty {
            let content = try group.input.make(group.n, plan.selection.seed)
            for strategy in group.strategies {
                let subject = strategy.subject()
                try subject.prepare(content)
                for query in group.queries where query.strategies.contains(where: { $0.id == strategy.id }) {
                    let viewports = query.scroll.make(subject.contentSize, frames, plan.selection.seed)
                    guard !viewports.isEmpty else { throw InputError("\(query.scroll.id): there are no viewports") }
                    let candidate = subject.queryCandidate(Replay(viewports: viewports), through: query.effects)
                    for rate in rates {
                        progress.begin("\(group.input.id): \(strategy.id), \(query.name) at \(rate) Hz")
                        let report = OpenLoop(framesPerSecond: rate).replay(candidate, frames: frames)
                        let place = Recorder.Place(
                            group: group, strategy: strategy.id, trace: query.scroll.id, phase: query.phase)
                        try emit(Row(place: place, rate: rate, report: report))
                        progress.advance()
                    }
                }
            }
        }
        progress.clear()
    }
}

extension Recorder {
    /// The latencies, dropped frames and hitch time of a replay; statistics name the rate: `p99-120hz`.
    func rows(_ row: FrameTimes.Row) -> [ResultRow] {
        let count = Int(row.report.latencies.count)
        func latency(_ name: String, _ probability: Double) -> [ResultRow] {
            let value = row.report.latencies.quantile(probability).map { Double($0) }
            return self.row(row.place, .frameLatency, "\(name)-\(row.rate)hz", value, samples: count)
        }
        return latency("p50", 0.5) + latency("p99", 0.99) + latency("max", 1)
            + self.row(row.place, .droppedFrames, "total-\(row.rate)hz", Double(row.report.dropped), samples: count)
            + self.row(row.place, .hitchRate, "mean-\(row.rate)hz", row.report.hitchRate, samples: count)
    }
}
