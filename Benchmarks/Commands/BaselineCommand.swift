import BenchmarkKit
import Foundation

extension Command {
    static let baseline = Command(
        "baseline", "Keeps the results of a run under a name, and compares others with them.",
        synopsis: "save NAME | list | read NAME | compare NAME [OTHER] | delete NAME [OPTION…]",
        options: Selection.options
            + outputOptions.map { option in
                option.name == "path"
                    ? .value("path", "FOLDER", "Where the baselines are (default: results/baselines).") : option
            }, isMeasuring: true,
        check: { options in
            _ = try BaselineAction(options)
            try Selection.check(options)
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
    }

    func run(_ options: ParsedOptions, _ console: Console) throws -> ExitCode {
        let folder = BaselineFolder(path: options.value("path") ?? "results/baselines")
        let format = try OutputFormat(options)
        switch self {
        case .save(let name):
            let session = try Session(options, console, path: folder.file(name))
            guard let results = try session.measure() else { return .success }
            return try session.report(results) { StrategyReport.texts(results, style: $0, width: $1) }
        case .list:
            console.print(try folder.table().text())
            return .success
        case .read(let name):
            let rows = try folder.rows(name)
            format.print(rows, console) { StrategyReport.texts(Results(rows), style: $0, width: $1) }
            return .success
        case .compare(let name, let other):
            let base = try folder.rows(name)
            let session = try Session(options, console)
            guard let rows = try other.map(folder.rows) ?? session.measure()?.rows else { return .success }
            return try BaselineComparison(name: name, base: base, rows: rows).report(format, console, session)
        case .delete(let name):
            try folder.delete(name)
            return .success
        }
    }
}

/// A folder of baselines: a result file each.
struct BaselineFolder {
    let path: String

    func file(_ name: String) -> String { "\(path)/\(name).csv" }

    /// - Throws: ``InputError`` with exit code 5 where there is no such baseline.
    func rows(_ name: String) throws -> [ResultRow] {
        try expect(name)
        return try ResultFile.read(file(name))
    }

    func delete(_ name: String) throws {
        try expect(name)
        let stem = file(name).dropLast(4)
        for suffix in [".csv", ".env.json", ".samples.csv"] {
            try? FileManager.default.removeItem(atPath: stem + suffix)
        }
        guard !FileManager.default.fileExists(atPath: file(name)) else {
            throw FileError(path: file(name), reason: "cannot be removed", exitCode: .cannotWrite)
        }
    }

    func table() throws -> Table {
        var table = Table([
            Table.Column("baseline"), Table.Column("commit"), Table.Column("environment"), Table.Column("rows", .right),
        ])
        for name in names {
            let rows = try ResultFile.read(file(name))
            table.append([name, rows.first?.commit ?? "", rows.first?.environment ?? "", String(rows.count)])
        }
        return table
    }

    private var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(".csv") && !$0.hasSuffix(".samples.csv") }.map { String($0.dropLast(4)) }
            .sorted()
    }

    private func expect(_ name: String) throws {
        guard names.contains(name) else {
            let known = names.isEmpty ? "there are none in \(path)" : "there are \(names.joined(separator: ", "))"
            throw InputError("there is no baseline '\(name)'; \(known)", exitCode: .missing)
        }
    }
}

/// Results against a baseline: exact values must be equal; times are shown, because runs at different times cannot be
/// compared to a few per cent.
struct BaselineComparison {
    let name: String
    let base: [ResultRow]
    let rows: [ResultRow]

    var check: ThresholdFile.Check {
        func exact(_ rows: [ResultRow]) -> [ResultRow] {
            rows.filter { $0.metricClass == .exact && $0.value != nil }
        }
        return ThresholdFile().updating(with: exact(base), path: name).file.check(exact(rows))
    }

    /// The times of both, for information.
    var table: Table {
        var table = Table([
            Table.Column("dataset"), Table.Column("n", .right), Table.Column("case"), Table.Column("strategy"),
            Table.Column(name, .right), Table.Column("now", .right), Table.Column("change", .right),
        ])
        let former = Results(base)
        for row in rows where row.key.metric == Metric.wallTime.id && row.key.statistic == "median" {
            guard let now = row.value, let then = former.value(row.key) else { continue }
            table.append([
                row.key.dataset, String(row.key.n), row.key.trace.isEmpty ? row.key.phase : row.key.trace,
                row.key.strategy, StrategyReport.text(then, .nanoseconds), StrategyReport.text(now, .nanoseconds),
                Quantity.change(ofRatio: now / then),
            ])
        }
        return table
    }

    func report(_ format: OutputFormat, _ console: Console, _ session: Session) throws -> ExitCode {
        let check = check
        let gate = GateReport(check: check)
        let note = "\nTimes of runs at different times are for information; 'ab' gates them.\n"
        format.print(rows, console) { _, width in
            (text: table.text(width: width) + note + gate.text, markdown: table.markdown + note + "\n" + gate.markdown)
        }
        try StepSummary.append("### Against \(name)\n\n" + gate.markdown, session.recorder.environment)
        session.finish(check.resultLine)
        return check.exitCode
    }
}
