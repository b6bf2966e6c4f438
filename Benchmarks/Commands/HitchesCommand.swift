import BenchmarkKit
import CollectionLayout

extension Command {
    static let hitches = Command(
        "hitches", "Replays scrolls at 60 and 120 frames a second: late and dropped frames, hitch time.",
        synopsis: "[OPTION…]",
        options: Selection.options.filter { !["metric", "budget", "inject-lossy"].contains($0.name) } + [
            .value("count", "N", "Frames of each replay (default: 240; with --quick 60).")
        ] + outputOptions, isMeasuring: true,
        check: { options in
            guard options.positionals.isEmpty else { throw UsageError("'hitches' takes options only") }
            _ = try options.value("count", as: ArgumentValue.size)
            try Selection.check(options, metrics: metrics)
        }
    ) { options, console in
        let session = try Session(options, console, metrics: metrics) { selection in
            if options.list("trace").isEmpty, !options.has("viewports") {
                selection.scrolls = Array(selection.scrolls.prefix(1))
            }
        }
        let frames = try options.value("count", as: ArgumentValue.size) ?? (options.has("quick") ? 60 : 240)
        guard frames > 0 else { throw UsageError("option '--count': a replay has frames") }
        let times = FrameTimes(plan: session.plan, frames: frames, rates: [60, 120])
        var table = Table(
            ["dataset", "strategy", "trace", "Hz", "p50", "p99", "max", "dropped", "hitch ms/s"].enumerated().map {
                Table.Column($0.element, $0.offset < 3 ? .left : .right)
            })
        let results = try session.measure { suite, emit in
            try times.run(progress: session.progress(steps: times.count)) { row in
                try emit(suite.recorder.rows(row))
                let latencies = row.report.latencies
                table.append(
                    [row.place.group.input.id, row.place.strategy, row.place.title, String(row.rate)]
                        + [0.5, 0.99, 1].map { probability in
                            latencies.quantile(probability).map { StrategyReport.text(Double($0), .nanoseconds) } ?? "–"
                        } + [String(row.report.dropped), Quantity.fixed(row.report.hitchRate, decimals: 2)])
            }
        }
        guard let results else { return .success }
        return try session.report(results) { _, width in
            (text: table.text(width: width) + legend, markdown: table.markdown)
        }
    }

    private static let metrics: Set<String> = [
        Metric.frameLatency.id, Metric.droppedFrames.id, Metric.hitchRate.id,
    ]

    private static let legend = """

        Latency is from when a frame is due to when its query is done; a slow one delays those that follow. Between frames
        the processor is idle, as in an app. hitch is how late frames come on the screen, per second of scrolling.

        """
}
