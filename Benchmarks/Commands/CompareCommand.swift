import BenchmarkKit
import CollectionLayout

extension Command {
    static let compare = Command(
        "compare", "Compares strategies with the first one named, on the same queries in the same rounds.",
        synopsis: "A B… [OPTION…]",
        options: Selection.options(.run, sizes: sizes).filter {
            !["strategy", "metric", "inject-lossy"].contains($0.name)
        } + [
            .value("tolerance", "PERCENT", "The change that does not matter (default: 1)."),
            .flag("explain", "Also count instructions, allocations and growth, and name the likely causes."),
            .flag(
                "fail-if-slower",
                "Exit with 2 where a strategy is slower than the first one named. Without it, regressed in the last line only "
                    + "counts them."),
        ] + outputOptions,
        isMeasuring: true,
        check: { options in
            _ = try strategies(options)
            _ = try tolerance(options, default: 1)
            try Selection.check(options, defaults: defaults(options))
        }
    ) { options, console in
        let strategies = try strategies(options)
        let session = try Session(options, console, defaults: defaults(options)) {
            $0.strategies = strategies
        }
        var comparison = StrategyComparison(
            plan: session.plan, reference: strategies[0], tolerance: try tolerance(options, default: 1))
        comparison.includesFloors = true
        guard comparison.count > 0 else { throw comparison.nothingToCompare }
        var comparisons: [Comparison] = []
        var tenths: [ResultRow] = []
        let results = try session.measure { suite, emit in
            let counts = session.plan.selection.metrics.subtracting([Metric.wallTime.id])
            try suite.part(counts).run { try emit($0.rows) }
            if options.has("explain") {
                try suite.part(Metric.gated, resizing: { max($0 / 10, 1) }).run { tenths += $0.rows }
            }
            console.warnOfSkipped(session.plan.groups)
            try comparison.run(progress: session.progress(steps: comparison.count)) { row in
                comparisons.append(row)
                try emit(suite.recorder.rows(row))
            }
        }
        guard let results else { return .success }
        console.warnIfBusy(comparisons.compactMap(\.cpuShare).min(), "in the busiest case")
        let report = ComparisonReport(comparisons: comparisons, reference: strategies[0].id)
        let line = report.resultLine(isGate: options.has("fail-if-slower"))
        let explanation = ExplanationReport(
            comparisons: options.has("explain") ? comparisons : [], rows: results.rows + tenths,
            reference: strategies[0].id)
        return try session.report(results, line: line) { style, width in
            let text = report.table.text(width: width) + report.legend
            guard options.has("explain") else { return (text, report.markdown) }
            return (
                text + "\n" + explanation.table.text(width: width) + ExplanationReport.legend,
                report.markdown + "\n" + explanation.table.markdown
            )
        }
    }

    /// The default numbers of items, as the help says them.
    private static let sizes: String = {
        let (plain, explained) = (Defaults.run, Defaults.explain)
        return "\(Defaults.text(plain.sizes)), with --explain \(Defaults.text(explained.sizes)); with --quick "
            + "\(Defaults.text(plain.quickSizes)), with both \(Defaults.text(explained.quickSizes))"
    }()

    private static func defaults(_ options: ParsedOptions) -> Defaults { options.has("explain") ? .explain : .compare }

    /// The strategies to compare, the reference first.
    private static func strategies(_ options: ParsedOptions) throws(UsageError) -> [CacheStrategy] {
        let names = options.positionals
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw UsageError("'compare' takes different strategies, got '\(twice)' more than once")
        }
        guard names.count >= 2 else {
            throw UsageError("'compare' takes two or more strategies, got \(names.count)")
        }
        return try CacheStrategy.choose(names, default: [])
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
