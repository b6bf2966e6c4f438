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
            .value(
                "pairs", "N",
                "Pairs at the first look, more where many rows ask for them; each further look doubles them (default: 8)."
            ),
        ] + Selection.options(.ab).filter { !["metric", "inject-lossy"].contains($0.name) } + outputOptions,
        isMeasuring: true,
        check: { options in
            try options.standAlone(of: "ab")
            guard options.has("base") else { throw UsageError("'ab' needs '--base PATH-OR-REV'") }
            _ = try tolerance(options, default: 3)
            _ = try pairs(options)
            try Selection.check(options, defaults: .ab)
        }
    ) { options, console in
        if options.has("dry-run") {
            let session = try Session(options, console, defaults: .ab)
            return try session.measureSteps() == nil ? .success : .harnessError
        }
        // Finds what is wrong with the options before anything is built.
        _ = try Plan(Selection(options, defaults: .ab))
        let base = try BaseBuild(options.value("base") ?? "", console: console)
        defer { base.remove() }
        let head = try options.value("head").map { try BaseBuild($0, console: console) }
        defer { head?.remove() }
        let session = try Session(options, console, defaults: .ab) { selection in
            for program in [base.program, head?.program].compactMap(\.self) {
                try selection.leaveOut(unknownTo: program, isChosen: options.has("strategy"), console)
            }
        }
        var comparison = BuildComparison(
            plan: session.plan, head: head?.program ?? Executable.path, base: base.program,
            tolerance: try tolerance(options, default: 3))
        comparison.leastFirstCount = try pairs(options)
        comparison.includesFloors = true
        var comparisons: [Comparison] = []
        let results = try session.measure { suite, emit in
            console.warnOfSkipped(session.plan.groups)
            try comparison.run(progress: session.progress(steps: comparison.count)) { row in
                comparisons.append(row)
                try emit(suite.recorder.rows(row))
            }
        }
        guard let results else { return .success }
        console.warnIfBusy(comparisons.compactMap(\.cpuShare).min(), "in the busiest case")
        let report = ComparisonReport(comparisons: comparisons, reference: "base", unit: .processPair)
        return try session.report(results, line: report.resultLine(isGate: true)) { style, width in
            (text: report.table.text(width: width) + report.legend, markdown: report.markdown)
        }
    }

    private static func pairs(_ options: ParsedOptions) throws(UsageError) -> Int {
        try options.value("pairs", as: ArgumentValue.count(of: "pairs", from: 2...1000)) ?? 8
    }
}

extension Selection {
    /// Leaves out the strategies that another build does not have yet: a change that adds one is no regression.
    ///
    /// - Throws: ``InputError`` with exit code 5 where they were asked for by name.
    fileprivate mutating func leaveOut(unknownTo program: String, isChosen: Bool, _ console: Console) throws {
        let list = try? ChildProcess(program, ["list", "strategies", "peers"]).run()
        let known = Set(
            (list?.output ?? "").split(separator: "\n").filter { $0.hasPrefix("  ") }
                .compactMap { $0.split(separator: " ").first.map(String.init) })
        // What lists nothing is told by what it measures.
        guard !known.isEmpty else { return }
        for strategy in strategies where !known.contains(strategy.id) {
            guard !isChosen else {
                throw InputError("\(program): there is no strategy '\(strategy.id)'", exitCode: .missing)
            }
            console.warn("left out \(strategy.id), which \(program) does not have")
        }
        strategies.removeAll { !known.contains($0.id) }
    }
}
