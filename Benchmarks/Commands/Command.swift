import BenchmarkKit
import Workloads

/// A command of the program: one value, and one line in ``all``.
struct Command: Sendable {
    /// What users type.
    let name: String
    /// What it does, in one line.
    let summary: String
    /// What follows the name.
    let synopsis: String
    /// What the command line may hold.
    let options: [CommandOption]
    /// Whether it measures with some options, and therefore runs from a release build only.
    let measures: @Sendable (ParsedOptions) -> Bool
    /// Whether it compares what was measured before, with some options.
    let judges: @Sendable (ParsedOptions) -> Bool
    /// Whether the help leaves it out: the program starts itself with it.
    let isHidden: Bool
    /// Finds what is wrong with the options, so that a debug build starts no release build in vain.
    let check: @Sendable (ParsedOptions) throws -> Void
    /// Runs it.
    let body: @Sendable (ParsedOptions, Console) throws -> ExitCode

    init(
        _ name: String, _ summary: String, synopsis: String = "", options: [CommandOption], isMeasuring: Bool = false,
        measures: (@Sendable (ParsedOptions) -> Bool)? = nil,
        judges: @escaping @Sendable (ParsedOptions) -> Bool = { _ in false }, isHidden: Bool = false,
        check: @escaping @Sendable (ParsedOptions) throws -> Void = { _ in },
        body: @escaping @Sendable (ParsedOptions, Console) throws -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.options = options
        self.measures = measures ?? { _ in isMeasuring }
        self.judges = judges
        self.isHidden = isHidden
        self.check = check
        self.body = body
    }

    /// Whether it ends in a result line, unless it is used in a wrong way.
    func isGate(_ options: ParsedOptions) -> Bool {
        !isHidden && !options.isGiven("dry-run") && (measures(options) || judges(options))
    }

    /// All commands; the first one runs where none is named.
    static let all: [Command] = [
        run, list, compare, ab, scaling, hitches, baseline, thresholds, merge, report, advise, frames, render, doctor,
        completions, selftest, help, lane,
    ]
}

extension ParsedOptions {
    /// For commands that take nothing but options.
    ///
    /// - Throws: `UsageError` where something else stands beside them.
    func standAlone(of command: String) throws(UsageError) {
        guard let first = positionals.first else { return }
        let isCommand = Command.all.contains { $0.name == first }
        throw UsageError(
            "'\(command)' takes options only, got '\(first)'"
                + (isCommand ? "; a command comes before its options" : ""))
    }
}

/// A command line, taken apart.
struct Invocation {
    let command: Command
    let options: ParsedOptions

    /// Reads arguments without the program's name.
    ///
    /// - Throws: `UsageError`.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        let named: Command
        switch rest.first {
        case nil: named = .run
        case "--help", "-h", "--version": named = .help
        case let first? where first.hasPrefix("-"): named = .run
        case let first?:
            guard let known = Command.all.first(where: { $0.name == first }) else {
                throw .unknown("command", first, of: Command.all.filter { !$0.isHidden }.map(\.name))
            }
            rest.removeFirst()
            named = known
        }
        let asksForHelp = rest.contains("--help") || rest.contains("-h")
        let asksForVersion = !asksForHelp && named.name != "help" && rest.contains("--version")
        command = asksForHelp || asksForVersion ? .help : named
        if asksForVersion {
            rest = ["--version"]
        } else if asksForHelp {
            rest = named.name == "help" ? rest.filter { !["--help", "-h"].contains($0) }[...] : [named.name]
        }
        options = try OptionParser(command.options).parse(Array(rest))
    }

    /// Runs the command.
    func run() throws -> ExitCode {
        try telling {
            try command.check(options)
            return try command.body(options, Console(options))
        }
    }

    /// Does what a gate is made of: where that fails, but for wrong usage, the error ends in a result line.
    func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error where command.isGate(options) && !(error is Reported) && !(error is UsageError) {
            let isForPrograms = options.isDeclared("format") && (try? OutputFormat(options))?.isForPrograms == true
            let environment = Environment.ofThisBuild(seed: Dataset.defaultSeed)
            throw Reported(error as? any ExitingError ?? InputError("\(error)"), [], environment) {
                try? Console(options).print($0, isForPrograms: isForPrograms)
            }
        }
    }
}
