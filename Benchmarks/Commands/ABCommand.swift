import BenchmarkKit
import CollectionLayout

extension Command {
    static let ab = Command(
        "ab", "Compares this build with another one, in pairs of fresh processes.",
        synopsis: "--base PATH-OR-REV [OPTION…]",
        options: [
            .value("base", "PATH-OR-REV", "A program, a folder of the package, or a revision, which is built apart."),
            .value("head", "PATH-OR-REV", "What to judge in place of this build."),
            .value("tolerance", "PERCENT", "The change that does not matter (default: 3)."),
            .value("pairs", "N", "Pairs at the first look; each further one doubles them (default: 8)."),
        ] + Selection.options(.ab).filter { !["metric", "inject-lossy"].contains($0.name) } + outputOptions,
        isMeasuring: true,
        check: { options in
            try options.standAlone(of: "ab")
            guard options.has("base") else { throw UsageError("'ab' needs '--base PATH-OR-REV'") }
            _ = try tolerance(options, default: 3)
            _ = try pairs(options)
            try Selection.check(options, metrics: [Metric.wallTime.id], defaults: .ab)
        }
    ) { options, console in
        let session = try Session(options, console, metrics: [Metric.wallTime.id], defaults: .ab)
        if options.has("dry-run") { return try session.measureSteps() == nil ? .success : .harnessError }
        let base = try BaseBuild(options.value("base") ?? "", console: console)
        defer { base.remove() }
        let head = try options.value("head").map { try BaseBuild($0, console: console) }
        defer { head?.remove() }
        var comparison = BuildComparison(
            plan: session.plan, head: head?.program ?? Executable.path, base: base.program,
            tolerance: try tolerance(options, default: 3))
        comparison.firstCount = try pairs(options)
        var comparisons: [Comparison] = []
        let results = try session.measure { suite, emit in
            try comparison.run(progress: session.progress(steps: comparison.count)) { row in
                comparisons.append(row)
                try emit(suite.recorder.rows(row))
            }
        }
        guard let results else { return .success }
        let report = ComparisonReport(comparisons: comparisons, reference: "base", unit: .processPair)
        return try session.report(results, line: report.resultLine(isGate: true)) { style, width in
            (text: report.table.text(width: width) + report.legend, markdown: report.markdown)
        }
    }

    private static func pairs(_ options: ParsedOptions) throws(UsageError) -> Int {
        try options.value("pairs") { (text) throws(UsageError) in
            guard let count = Int(text), (2...1000).contains(count) else {
                throw UsageError("got '\(text)', expected a number of pairs from 2 to 1000")
            }
            return count
        } ?? 8
    }
}
