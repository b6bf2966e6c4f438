import BenchmarkKit
import CollectionLayout

extension Command {
    static let scaling = Command(
        "scaling", "Measures how costs grow with the number of items.", synopsis: "[OPTION…]",
        options: Selection.options(.scaling).filter { !["metric", "inject-lossy"].contains($0.name) } + [
            Resumption.option
        ]
            + outputOptions,
        isMeasuring: true,
        check: { options in
            try options.standAlone(of: "scaling")
            try Resumption.check(options)
            guard !options.has("frames") else {
                throw UsageError(
                    "'scaling' needs a dataset of two sizes or more: recorded frames have one, leave out '--frames'")
            }
            if !options.has("resume") { try Selection.check(options, defaults: .scaling) }
        }
    ) { options, console in
        let former = try Resumption(options, of: "scaling")
        let options = former?.options ?? options
        let session = try Session(options, console, defaults: .scaling, resuming: former)
        guard session.plan.canTellGrowth else {
            throw UsageError("'scaling' needs a dataset of two sizes or more: one tells nothing of growth")
        }
        let results = try session.measureSteps { suite, finish in
            var costs = suite.former
            // Small sizes first, so that what grows too fast is left out before it takes for ever.
            var cutOff = CutOff()
            for n in Set(suite.plan.groups.map(\.n)).sorted() {
                var selection = suite.selection
                selection.keep(n, of: suite.plan)
                selection.strategies.removeAll { cutOff.excludes($0.id, at: n, costs, console) }
                guard !selection.strategies.isEmpty else { break }
                selection.budget = suite.selection.budget / Set(suite.plan.groups.map(\.n)).count
                try suite.part(selection).run { step in
                    costs += step.rows
                    try finish(step)
                }
            }
            try finish(StrategySuite.Step(id: nil, rows: Scaling(rows: costs).exponents))
        }
        guard let results else { return .success }
        let report = ScalingReport(laws: Scaling(rows: results.rows).laws)
        if options.has("shard"), report.table.rows.isEmpty {
            console.note("this shard has one size of each dataset: growth is told by 'report' of the merged shards")
        }
        return try session.report(results) { _, width in
            (text: report.table.text(width: width) + ScalingReport.legend, markdown: report.table.markdown)
        }
    }
}

extension Plan {
    /// Whether there are two sizes of a dataset, here or among what other shards measure.
    fileprivate var canTellGrowth: Bool {
        selection.inputs.contains { input in selection.sizes(of: input).count { $0 <= input.largestCount } > 1 }
    }
}

/// Leaves out strategies whose next size would take too long.
struct CutOff {
    /// An operation that is expected to take longer is not tried.
    static let longest = 20e9
    private var excluded: Set<String> = []

    /// Whether any cost of the strategy is expected to exceed the longest at the size; tells so once.
    mutating func excludes(_ strategy: String, at n: Int, _ rows: [ResultRow], _ console: Console) -> Bool {
        if excluded.contains(strategy) { return true }
        let times = Scaling(rows: rows.filter { $0.key.strategy == strategy && $0.key.metric == Metric.wallTime.id })
        guard let slow = times.laws.first(where: { $0.law.cost(at: Double(n)) > Self.longest }) else { return false }
        excluded.insert(strategy)
        console.warn(
            "left out \(strategy) from n = \(n) on: \(slow.key.dataset), \(slow.key.phase) grows like n to the power of "
                + Quantity.fixed(slow.law.exponent, decimals: 2))
        return true
    }
}
