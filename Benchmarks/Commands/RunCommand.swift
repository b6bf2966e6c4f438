import BenchmarkKit
import Foundation

extension Command {
    /// Options of commands that measure and write results.
    static let outputOptions: [CommandOption] =
        [
            .value("format", "FORMAT", "text, markdown, csv or json (default: text)."),
            .value("path", "PATH", "The result file, or the folder for it (default: results)."),
            .flag("dry-run", "Print the cases that would be measured, and stop."),
        ] + Console.options

    static let run = Command(
        "run", "Checks and measures every cache strategy on every dataset (the default command).",
        synopsis: "[OPTION…]",
        options: Selection.options + [
            .flag(
                "storm",
                "Also edit items at random places, one by one, each with the query around it: of the metric latency."),
            .flag(
                "samples", "Also write single samples, as .samples.csv, and histograms of queries, as .histograms.csv."),
            Resumption.option,
        ] + outputOptions, isMeasuring: true,
        check: { options in
            try options.standAlone(of: "run")
            try Resumption.check(options)
            if !options.has("resume") { try Selection.check(options) }
        }
    ) { options, console in
        // What 'baseline save' measures is a run, too.
        let former = try Resumption(options, of: "run", "baseline save")
        let session = try Session(former?.options ?? options, console, resuming: former)
        guard let results = try session.measureSteps() else { return .success }
        return try session.report(results) { style, width in
            StrategyReport.texts(results, style: style, width: width)
        }
    }
}
