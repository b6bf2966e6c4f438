import BenchmarkKit
import Foundation

/// Where a command writes: results to standard output, all else to standard error.
struct Console {
    /// Colours for standard output.
    let style: TextStyle
    /// Whether notes and progress are left out.
    let isQuiet: Bool
    /// Whether the progress line is wanted.
    let showsProgress: Bool
    /// Columns that tables may take; nil where nothing limits them, as in a file.
    let width: Int?

    /// Tables are at most this broad on a terminal that does not say.
    static let defaultWidth = 120

    static let options: [CommandOption] = [
        .flag("quiet", short: "q", "Print results, warnings and errors only."),
        .flag("no-progress", "Show no progress line."),
        .value("color", "auto|always|never", "When to use colour (default: auto, which respects NO_COLOR)."),
    ]

    init(_ options: ParsedOptions) throws(UsageError) {
        guard options.isDeclared("color") else {
            self.init(style: TextStyle(isColored: false))
            return
        }
        let mode = try options.value("color", as: ColorMode.init(argument:)) ?? .auto
        self.init(
            style: mode.style(
                isTerminal: StandardStream.output.isTerminal, environment: ProcessInfo.processInfo.environment),
            isQuiet: options.has("quiet"), showsProgress: !options.has("no-progress") && !options.has("quiet"),
            width: Self.width(
                isTerminal: StandardStream.output.isTerminal, terminal: StandardStream.output.columns,
                environment: ProcessInfo.processInfo.environment))
    }

    /// What COLUMNS says, else the terminal. A pipe or a file has room for everything.
    static func width(isTerminal: Bool, terminal: Int?, environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
            ?? (isTerminal ? terminal ?? defaultWidth : nil)
    }

    init(style: TextStyle, isQuiet: Bool = false, showsProgress: Bool = false, width: Int? = defaultWidth) {
        self.style = style
        self.isQuiet = isQuiet
        self.showsProgress = showsProgress
        self.width = width
    }

    /// Writes results; ends the program with exit code 6 where that fails, lest half of them pass for all.
    func print(_ text: String) {
        guard let reason = StandardStream.output.write(text) else { return }
        Self.fail("cannot write to standard output: \(reason)")
        exit(ExitCode.cannotWrite.rawValue)
    }

    /// Writes the last line, where programs look for it.
    ///
    /// - Parameter isForPrograms: whether standard output is, too, so that the line goes to standard error.
    func print(_ line: ResultLine, isForPrograms: Bool) {
        let text = line.text + "\n"
        if isForPrograms { StandardStream.error.write(text) } else { print(text) }
    }

    /// Writes the cases of a plan, and warns of what would be left out.
    func print(_ plan: Plan) {
        print(plan.paths.joined(separator: "\n") + "\n")
        for skipped in plan.groups.flatMap(\.skipped) { warn("would skip \(skipped.reason)") }
    }

    /// Warns of what does not fit in memory.
    func warnOfSkipped(_ groups: [Plan.Group]) {
        for skipped in groups.flatMap(\.skipped) { warn("skipped " + skipped.reason) }
    }

    /// Writes what went wrong.
    static func fail(_ text: String) { StandardStream.error.write("benchmarks: error: \(text)\n") }

    /// Writes a line about the run, unless it is quiet.
    func note(_ text: String) {
        if !isQuiet { StandardStream.error.write("benchmarks: \(text)\n") }
    }

    /// Says how to install what metrics of some rows need that have no value.
    func noteUnavailable(in rows: [ResultRow]) {
        func isUnavailable(_ metrics: [Metric]) -> Bool {
            rows.contains { row in row.value == nil && metrics.contains { $0.id == row.key.metric } }
        }
        if AllocationCounter.childEnvironment == nil, isUnavailable(Metric.counted) {
            note("allocations: unavailable; install libjemalloc with: \(AllocationCounter.installCommand)")
        }
        if Tool.valgrind.path == nil, isUnavailable([.instructions, .lastLevelMisses]) {
            note("instructions: unavailable; install valgrind with: \(Tool.valgrind.installCommand)")
        }
    }

    /// Writes a line that must be read.
    func warn(_ text: String) { StandardStream.error.write("benchmarks: warning: \(text)\n") }

    /// Writes what was left out of a file.
    func warn(_ line: CutOffLine) { warn(line.description) }
}
