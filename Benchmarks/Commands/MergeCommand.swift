import BenchmarkKit
import Foundation

extension Command {
    static let merge = Command(
        "merge", "Joins the result files of a run that was shared among machines.",
        synopsis: "CSV… --path OUT.csv [OPTION…]",
        options: [.value("path", "OUT.csv", "The file to write.")] + Console.options,
        check: { options in
            guard !options.positionals.isEmpty, options.has("path") else {
                throw UsageError("'merge' takes result files and '--path OUT.csv'")
            }
        }
    ) { options, console in
        let path = options.value("path") ?? ""
        if let input = options.positionals.first(where: { ReportFiles.file(at: $0) == ReportFiles.file(at: path) }) {
            throw InputError("\(input): got it as '--path', too, which would replace it; choose another '--path'")
        }
        let (merged, environment) = try merged(options.positionals, console)
        for beside in [SampleFile.path(besides: path), HistogramFile.path(besides: path)] {
            guard !FileManager.default.fileExists(atPath: beside) else {
                throw InputError("\(path): \(beside) is of other rows; choose another '--path'")
            }
        }
        if TextFile.isFile(path), (try? ResultFile.read(path)) == nil,
            ResultFile.isNamed(path) || (try? TextFile.read(path)) != ""
        {
            throw InputError(
                "\(path): got a file that holds no results, which is not replaced; choose another '--path'")
        }
        guard merged.rows.contains(where: { $0.value != nil }) else {
            throw InputError("nothing was measured: \(path) is not written", exitCode: .inconclusive)
        }
        try TextFile.write(OutputFormat.csv(merged.rows), to: path)
        // A pipe such as /dev/stdout has nothing beside it.
        if ResultFile.isNamed(path) {
            // They are of the file that stood there before.
            ResultFile.removeCompanions(of: path)
            if var environment {
                // What a part was called, and which one it was, is not said of all.
                environment.arguments = CommandLineText.leaving(out: ["shard", "path"], of: environment.arguments)
                try environment.write(besides: path)
            }
        }
        console.note(
            "\(merged.rows.count) rows of \(options.positionals.count) files in \(path), without samples and histograms"
        )
        return .success
    }

    /// The rows of files that belong together, and the environment of the first one that has any; with a warning for each line
    /// that was cut off, and for parts that are missing.
    ///
    /// - Throws: ``InputError`` for a file whose run was interrupted, as what is missing there would be missed nowhere, and for
    ///   files of several builds.
    static func merged(_ paths: [String], _ console: Console) throws -> (MergedResults, Environment?) {
        if let path = paths.first(where: RunJournal.exists) {
            throw InputError(
                "\(path): got a file of an interrupted run, expected a whole one; '--resume' goes on with it, or says why not"
            )
        }
        let files = try paths.map { ($0, try ResultFile.read($0, ofCutOff: console.warn)) }
        let merged = try MergedResults(files)
        if !merged.rows.isEmpty, let (path, _) = files.first(where: { $0.1.isEmpty }) {
            throw InputError("\(path): got no rows, expected some: its run ended before it had measured anything")
        }
        let known = try paths.compactMap { path in try Environment.read(besides: path).map { (path: path, of: $0) } }
        try expectOneBuild(known, of: merged.rows)
        if known.count == paths.count, let missing = missingShards(known.map(\.of)) { console.warn(missing) }
        return (merged, known.first?.of)
    }

    /// Which parts of a run are not there; nil where all are, or not all files are parts of one number of them.
    private static func missingShards(_ environments: [Environment]) -> String? {
        let shards = environments.compactMap { environment in
            (try? Invocation(environment.arguments))?.options.value("shard").flatMap { try? ArgumentValue.shard($0) }
        }
        guard shards.count == environments.count, let count = shards.first?.count,
            shards.allSatisfy({ $0.count == count })
        else { return nil }
        let missing = Set(1...count).subtracting(shards.map { $0.index + 1 }).sorted()
        guard !missing.isEmpty else { return nil }
        return "missing of the \(count) parts of the run: \(missing.map(String.init).joined(separator: ", "))"
    }

    /// - Throws: ``InputError`` where what is beside the files tells of several builds, or of several contents of a file that was
    ///   measured.
    private static func expectOneBuild(_ known: [(path: String, of: Environment)], of rows: [ResultRow]) throws {
        guard let first = known.first else { return }
        // Counts are the same on every machine of a platform, times are not.
        let isTimed = rows.contains { $0.metricClass == .time }
        let facts = (isTimed ? Resumption.factsOfMachine : []) + Resumption.factsOfBuild
        for other in known.dropFirst() {
            for (what, fact) in facts where fact(other.of) != fact(first.of) {
                throw InputError(
                    "\(other.path): got \(what) '\(fact(other.of))', expected '\(fact(first.of))' as in \(first.path)")
            }
            guard let inputs = first.of.inputs, let others = other.of.inputs else { continue }
            if let changed = inputs.keys.sorted().first(where: { inputs[$0] != others[$0] ?? inputs[$0] }) {
                throw InputError("\(other.path): got another content of \(changed) than \(first.path)")
            }
        }
    }
}
