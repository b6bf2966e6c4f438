import BenchmarkKit

extension Command {
    static let baseline = Command(
        "baseline", "Keeps the results of a run under a name, and compares others with them.",
        synopsis: "save NAME | list | read NAME | compare NAME [OTHER] | delete NAME [OPTION…]",
        options: Selection.options
            + outputOptions.map { option in
                option.name == "path"
                    ? .value("path", "FOLDER", "Where the baselines are (default: results/baselines).") : option
            }, measures: { (try? BaselineAction($0))?.measures ?? false },
        judges: { $0.positionals.first == "compare" },
        check: { options in
            let action = try BaselineAction(options)
            if action.measures { try Selection.check(options) }
        }
    ) { options, console in
        try BaselineAction(options).run(options, console)
    }
}

/// What to do with which baseline.
enum BaselineAction {
    case save(String)
    case list
    case read(String)
    /// With another one, or with what is measured now.
    case compare(String, with: String?)
    case delete(String)

    init(_ options: ParsedOptions) throws(UsageError) {
        let names = Array(options.positionals.dropFirst())
        switch (options.positionals.first ?? "", names.count) {
        case ("save", 1): self = .save(names[0])
        case ("list", 0): self = .list
        case ("read", 1): self = .read(names[0])
        case ("compare", 1): self = .compare(names[0], with: nil)
        case ("compare", 2): self = .compare(names[0], with: names[1])
        case ("delete", 1): self = .delete(names[0])
        case ("save", _), ("list", _), ("read", _), ("compare", _), ("delete", _), ("", _):
            throw UsageError("'baseline' takes save NAME, list, read NAME, compare NAME [OTHER] or delete NAME")
        case (let action, _):
            throw UsageError.unknown("action", action, of: ["save", "list", "read", "compare", "delete"])
        }
        for name in names where !Metric.isValid(name) {
            throw UsageError("'\(name)' cannot name a baseline: lower-case letters, digits and hyphens")
        }
        guard !measures else { return }
        let known = Set(["path"] + (isPrinted ? ["format"] : []) + Console.options.map(\.name))
        if let other = options.given.subtracting(known).sorted().first {
            let reason = other == "format" ? "has one format" : "measures nothing here"
            throw UsageError("'baseline \(options.positionals[0])' \(reason): leave out '--\(other)'")
        }
    }

    /// Whether rows are printed, in any format.
    private var isPrinted: Bool {
        switch self {
        case .save, .read, .compare: true
        case .list, .delete: false
        }
    }

    /// Whether it measures anything.
    var measures: Bool {
        switch self {
        case .save, .compare(_, with: nil): true
        case .list, .read, .compare, .delete: false
        }
    }

    func run(_ options: ParsedOptions, _ console: Console) throws -> ExitCode {
        let folder = BaselineFolder(path: options.value("path") ?? "results/baselines")
        let format = try OutputFormat(options)
        switch self {
        case .save(let name):
            let session = try Session(options, console, path: folder.file(name))
            if !options.has("dry-run") {
                try folder.expectRoom(for: name)
                console.note("if this is interrupted, 'run --resume \(folder.file(name))' goes on with it")
            }
            guard let results = try session.measureSteps() else { return .success }
            return try session.report(results) { StrategyReport.texts(results, style: $0, width: $1) }
        case .list:
            console.print(try folder.table(console).text())
            return .success
        case .read(let name):
            let rows = try folder.rows(name, console)
            format.print(rows, console) { StrategyReport.texts(Results(rows), style: $0, width: $1) }
            return .success
        case .compare(let name, let other):
            let base = try folder.rows(name, console)
            // The path says where the baselines are, of which this is none.
            let session = try Session(options, console, folder: "results")
            let others = try other.map { try folder.rows($0, console) }
            try BaselineComparison.expectSeed(
                of: base, name, others?.first?.seed ?? session.recorder.environment.seed, other ?? "this run")
            if others == nil, let saved = try? Environment(besides: folder.file(name)).arguments {
                console.note("'\(name)' was saved by: \(saved.joined(separator: " "))")
            }
            guard let rows = try others ?? session.measureSteps()?.rows else { return .success }
            return try BaselineComparison(name: name, base: base, rows: rows).report(format, console, session)
        case .delete(let name):
            try folder.delete(name)
            return .success
        }
    }
}
