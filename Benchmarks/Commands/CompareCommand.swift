import BenchmarkKit
import CollectionLayout

extension Command {
    static let compare = Command(
        "compare", "Compares strategies with the first one named, on the same queries in the same rounds.",
        synopsis: "A B… [OPTION…]",
        options: Selection.options.filter { !["strategy", "inject-lossy"].contains($0.name) } + outputOptions,
        isMeasuring: true,
        check: { options in
            _ = try strategies(options)
            try Selection.check(options)
        }
    ) { options, console in
        let strategies = try strategies(options)
        let session = try Session(options, console) { selection in
            selection.strategies = strategies
            selection.metrics.formUnion([Metric.wallTime.id])
            selection.metrics.subtract([Metric.latency.id, Metric.allocations.id, Metric.allocatedBytes.id])
        }
        guard let results = try session.measure(isComparing: true) else { return .success }
        return try session.report(results) { style, width in
            let report = ComparisonReport(results: results, reference: strategies[0].id)
            return (text: report.table.text(width: width) + report.legend, markdown: report.table.markdown)
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
}
