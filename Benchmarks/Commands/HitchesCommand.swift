import BenchmarkKit
import CollectionLayout

extension Command {
    static let hitches = Command(
        "hitches", "Replays scrolls and edits at 60 and 120 frames a second: late and dropped frames, hitch time.",
        synopsis: "[OPTION…]",
        options: Selection.options.filter { !["metric", "budget", "inject-lossy", "trace", "edit"].contains($0.name) }
            + [
                .repeatable(
                    "trace", "ID,…",
                    "Scroll traces, traces with edits, 'edits' or 'all' (default: fling and edits). The latter are played on "
                        + "those of their own datasets that are chosen."),
                .value("count", "N", "Frames of each replay (default: 120; with --quick 30)."),
            ] + outputOptions, isMeasuring: true,
        check: { options in
            try options.standAlone(of: "hitches")
            _ = try count(options)
            try Selection.check(options, defaults: .hitches)
        }
    ) { options, console in
        let session = try Session(options, console, defaults: .hitches)
        let frames = try count(options)
        let times = FrameTimes(plan: session.plan, frames: frames, rates: [60, 120])
        let results = try session.measure { suite, emit in
            console.warnOfSkipped(session.plan.groups)
            let histograms = try HistogramFile(besides: session.path)
            var (delayed, count) = (0, 0)
            try times.run(progress: session.progress(steps: times.count)) { row in
                try emit(suite.recorder.rows(row))
                try suite.recorder.append(row, to: histograms)
                delayed += row.report.delayed
                count += Int(row.report.latencies.count)
            }
            // What is late by itself is no sign of others.
            if delayed * 100 > count {
                console.warn(
                    "others used the processor: \(delayed) of \(count) frames began late although the one before was done"
                )
            }
        }
        guard let results else { return .success }
        let report = HitchReport(rows: results.rows)
        return try session.report(results) { style, width in
            (text: report.text(style, width: width) + HitchReport.legend, markdown: report.markdown)
        }
    }

    /// How many frames a replay has.
    private static func count(_ options: ParsedOptions) throws(UsageError) -> Int {
        try options.value("count", as: ArgumentValue.count(of: "frames", from: 1...1_000_000))
            ?? (options.has("quick") ? 30 : 120)
    }
}
