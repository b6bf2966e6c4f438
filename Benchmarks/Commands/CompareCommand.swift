import BenchmarkKit
import CollectionLayout

extension Command {
    static let compare = Command(
        "compare", "Compares strategies with the first one named, on the same queries in the same rounds.",
        synopsis: "A B… [OPTION…]",
        options: Selection.options.filter { !["strategy", "metric", "inject-lossy"].contains($0.name) } + [
            .value("tolerance", "PERCENT", "The change that does not matter (default: 1)."),
            .flag("fail-if-slower", "Exit with 2 where a strategy is slower than the first one named."),
        ] + outputOptions,
        isMeasuring: true,
        check: { options in
            _ = try strategies(options)
            _ = try tolerance(options, default: 1)
            try Selection.check(options, metrics: [Metric.wallTime.id])
        }
    ) { options, console in
        let strategies = try strategies(options)
        let session = try Session(options, console, metrics: [Metric.wallTime.id]) { $0.strategies = strategies }
        let comparison = StrategyComparison(
            plan: session.plan, reference: strategies[0], tolerance: try tolerance(options, default: 1))
        var comparisons: [Comparison] = []
        let results = try session.measure { suite, emit in
            try suite.exact().run { try emit($0.rows) }
            try comparison.run(progress: session.progress(steps: comparison.count)) { row in
                comparisons.append(row)
                try emit(suite.recorder.rows(row))
            }
        }
        guard let results else { return .success }
        let report = ComparisonReport(comparisons: comparisons, reference: strategies[0].id)
        let line = report.resultLine(isGate: options.has("fail-if-slower"))
        return try session.report(results, line: line) { style, width in
            (text: report.table.text(width: width) + report.legend, markdown: report.markdown)
        }
    }

    /// The strategies to compare, the reference first.
    private static func strategies(_ options: ParsedOptions) throws(UsageError) -> [CacheStrategy] {
        let names = options.positionals
        guard Set(names).count >= 2, Set(names).count == names.count else {
            throw UsageError("'compare' takes two or more different strategies, got \(names.count)")
        }
        return try Selection.choose(
            names, "strategy", from: CacheStrategy.all, id: \.id, groups: [:], default: [])
    }

    /// The tolerance as a part: 0.01 for `--tolerance 1`.
    static func tolerance(_ options: ParsedOptions, default percent: Double) throws(UsageError) -> Double {
        try options.value("tolerance") { (text) throws(UsageError) in
            guard let value = Double(text), value > 0, value < 100 else {
                throw UsageError("got '\(text)', expected a number of per cent above 0 and below 100")
            }
            return value / 100
        } ?? percent / 100
    }
}
