import BenchmarkKit
import Foundation

/// A run of a command that measures: plan, result file, report, result line.
struct Session {
    let options: ParsedOptions
    let console: Console
    let format: OutputFormat
    let plan: Plan
    let recorder: Recorder
    let path: String
    private let isResuming: Bool
    /// What the processors had done when the run began, or went on.
    private let start = ProcessorTimes.current

    /// - Parameters:
    ///   - defaults: what the command measures where the options do not say, and what it always does.
    ///   - path: where the results go, if not where the options say; or the folder.
    ///   - former: the run to go on with, whose options these are.
    /// - Throws: also ``InputError`` where there is nothing to go on with.
    init(
        _ options: ParsedOptions, _ console: Console, defaults: Defaults = .run, path: String? = nil,
        folder: String? = nil, resuming former: Resumption? = nil,
        adjust: (inout Selection) throws -> Void = { _ in }
    ) throws {
        self.options = options
        self.console = console
        isResuming = former != nil
        format = try OutputFormat(options)
        var selection = try Selection(options, defaults: defaults)
        try adjust(&selection)
        plan = try Plan(selection)
        for reason in plan.omitted { console.warn("left out \(reason)") }
        let now = Date()
        var recorder = Recorder(
            arguments: Array(CommandLine.arguments.dropFirst()), seed: selection.seed, metrics: selection.metrics,
            time: now)
        recorder.environment.inputs = try Self.inputs(options)
        self.recorder = recorder
        let environment = recorder.environment
        if let former {
            guard RunJournal.exists(besides: former.path) else {
                throw InputError("\(former.path): there is nothing to resume; the run is complete")
            }
            try former.expect(environment)
        }
        self.path =
            try former?.path ?? path
            ?? Self.path(
                folder ?? options.value("path") ?? "results",
                name: ResultFile.name(time: now, commit: environment.commit, environment: environment.id))
    }

    /// Checksums of the files that options name.
    private static func inputs(_ options: ParsedOptions) throws -> [String: String] {
        let paths = ["frames", "viewports"].filter(options.isGiven).compactMap(options.value)
        return Dictionary(try paths.map { ($0, Checksum.of(try TextFile.read($0))) }) { $1 }
    }

    /// The file itself where a path ends in `.csv`, else a new file in the folder.
    ///
    /// - Throws: `UsageError` for the name of another file, which would become a folder, and for the name of what stands beside a
    ///   result file.
    private static func path(_ path: String, name: String) throws(UsageError) -> String {
        if ResultFile.isNamed(path) { return path }
        let others = ["csv", "htm", "html", "json", "markdown", "md", "tsv", "txt"]
        guard !others.contains((path as NSString).pathExtension.lowercased()) else {
            throw UsageError("option '--path': got '\(path)', expected a result file that ends in .csv, or a folder")
        }
        var file = "\(path)/\(name)"
        var number = 2
        // Two runs can begin in the same second.
        while FileManager.default.fileExists(atPath: file) {
            file = "\(path)/\(name.dropLast(4))_\(number).csv"
            number += 1
        }
        return file
    }

    /// Measures all cases and writes the result file; nil where only the plan was asked for.
    ///
    /// Where a case fails, the error and the result line are printed here: what was measured before is in the file.
    ///
    /// - Parameter rows: what measures the plan, and emits rows as it goes; an interrupted run starts anew.
    func measure(
        _ rows: (_ suite: StrategySuite, _ emit: @escaping ([ResultRow]) throws -> Void) throws -> Void
    ) throws -> Results? {
        try measureSteps { suite, finish in
            try rows(suite) { try finish(StrategySuite.Step(id: nil, rows: $0)) }
        }
    }

    /// The same in steps, which are not measured again where an interrupted run goes on.
    ///
    /// - Parameter steps: what the plan is measured by, if not by the suite alone.
    func measureSteps(
        _ steps: (_ suite: StrategySuite, _ finish: @escaping (StrategySuite.Step) throws -> Void) throws -> Void = {
            try $0.run(emit: $1)
        }
    ) throws -> Results? {
        if options.has("dry-run") {
            console.print(plan)
            return nil
        }
        let file: ResultFile
        let journal: RunJournal
        if isResuming {
            let former = try RunJournal(besides: path)
            try expectSteps(former)
            file = try ResultFile(appendingTo: path, keeping: former.rows)
            journal = former
        } else {
            file = try ResultFile(creating: path)
            var environment = recorder.environment
            if plan.selection.metrics.includesTime { environment.overheadNanoseconds = QueryOverhead.nanoseconds }
            try environment.write(besides: path)
            // What cannot be gone on with has one, too: it says that the run has not come to its end.
            journal = try RunJournal(besides: path)
            if options.isDeclared("resume") {
                console.note("if this is interrupted, '--resume \(path)' goes on with it")
            }
        }
        var rows = try ResultFile.read(path)
        var recorder = recorder
        if options.isGiven("samples") {
            recorder.samples = try SampleFile(besides: path, keeping: journal.sampleBytes)
            recorder.histograms = try HistogramFile(besides: path)
        }
        let suite = StrategySuite(
            plan: plan, recorder: recorder, progress: progress(steps: plan.steps), console: console,
            done: journal.steps, former: rows)
        do {
            try steps(suite) { step in
                try file.append(step.rows)
                rows += step.rows
                guard let id = step.id else { return }
                try journal.finish(id, rows: step.rows.count, sampleBytes: recorder.samples?.length ?? 0)
            }
            journal.remove()
            noteSteal()
        } catch let error as any ExitingError {
            suite.progress.clear()
            throw Reported(error, rows, recorder.environment, finish: finish)
        }
        return Results(rows)
    }

    /// Writes down what the host took away while all was measured.
    private func noteSteal() {
        guard let start, let end = ProcessorTimes.current else { return }
        do {
            var environment = try Environment(besides: path)
            environment.stealPercent = end.stealPercent(since: start)
            try environment.write(besides: path)
        } catch {
            console.warn("\(error)")
        }
    }

    /// - Throws: ``InputError`` where what an interrupted run has done is nothing that its options select now.
    private func expectSteps(_ journal: RunJournal) throws(InputError) {
        // The steps of a group depend on the memory that is free; which groups there are does not.
        let groups = plan.groups.map { $0.stepID("") }
        guard let strange = journal.steps.sorted().first(where: { step in !groups.contains { step.hasPrefix($0) } })
        else { return }
        throw InputError(
            "\(path): got '\(strange)' as done, expected a step of \(groups.joined(separator: ", ")): a file that the options "
                + "name has changed since the run began")
    }

    /// A line about the progress of so many steps, where it is wanted.
    func progress(steps: Int) -> ProgressLine { ProgressLine(total: steps, isWanted: console.showsProgress) }

    /// Prints the report in the format asked for, and the result line: the counts of measured rows where none is given.
    func report(
        _ results: Results, line: ResultLine? = nil,
        _ texts: (_ style: TextStyle, _ width: Int?) -> (text: String, markdown: String)
    ) throws -> ExitCode {
        let measured = results.rows.count { $0.value != nil }
        format.print(results.rows, console, texts)
        console.noteUnavailable(in: results.rows)
        if format == .text {
            console.print("\(results.rows.count) rows in \(path)\n")
        } else {
            console.note("\(results.rows.count) rows in \(path)")
        }
        var line =
            line
            ?? ResultLine(
                ok: measured, undecided: results.rows.count - measured, exit: exitCode(results))
        let markdown = texts(TextStyle(isColored: false), nil).markdown
        line.exit = StepSummary.append(markdown, recorder.environment, exit: line.exit)
        finish(line)
        return line.exit
    }

    /// Success, unless nothing was measured or a metric that was asked for by name is unavailable.
    private func exitCode(_ results: Results) -> ExitCode {
        let named = Set(options.isDeclared("metric") ? options.list("metric") : [])
        let isAnyMissing = results.rows.contains { $0.value == nil && named.contains($0.key.metric) }
        return isAnyMissing || results.rows.allSatisfy { $0.value == nil } ? .inconclusive : .success
    }

    /// Prints the last line; in Markdown after an empty one, lest it be a row of the table before it.
    func finish(_ line: ResultLine) {
        if format == .markdown { console.print("\n") }
        console.print(line, isForPrograms: format.isForPrograms)
    }
}
