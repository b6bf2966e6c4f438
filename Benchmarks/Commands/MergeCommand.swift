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
        let merged = try merged(options.positionals, console)
        let path = options.value("path") ?? ""
        let text = ([ResultRow.columns] + merged.rows.map(\.fields)).map(CSV.line).joined()
        for beside in [SampleFile.path(besides: path), HistogramFile.path(besides: path)] {
            guard !FileManager.default.fileExists(atPath: beside) else {
                throw InputError("\(path): \(beside) is of other rows; choose another '--path'")
            }
        }
        guard merged.rows.contains(where: { $0.value != nil }) else {
            throw InputError("nothing was measured: \(path) is not written", exitCode: .inconclusive)
        }
        let environment = options.positionals.lazy.compactMap { try? Environment(besides: $0) }.first
        try TextFile.write(text, to: path)
        // A pipe such as /dev/stdout has nothing beside it.
        if ResultFile.isNamed(path) {
            // They are of the file that stood there before.
            ResultFile.removeCompanions(of: path)
            try environment?.write(besides: path)
        }
        console.note(
            "\(merged.rows.count) rows of \(options.positionals.count) files in \(path), without samples and histograms"
        )
        return .success
    }

    /// The rows of files that belong together, with a warning for each line that was cut off.
    ///
    /// - Throws: ``InputError`` for a file whose run was interrupted: what is missing there would be missed nowhere.
    static func merged(_ paths: [String], _ console: Console) throws -> MergedResults {
        if let path = paths.first(where: RunJournal.exists) {
            throw InputError(
                "\(path): got a file of an interrupted run, expected a whole one; '--resume' goes on with it")
        }
        return try MergedResults(try paths.map { ($0, try ResultFile.read($0, ofCutOff: console.warn)) })
    }
}

extension OutputFormat {
    /// Prints rows, or the texts made of them.
    func print(
        _ rows: [ResultRow], _ console: Console,
        _ texts: (_ style: TextStyle, _ width: Int?) -> (text: String, markdown: String)
    ) {
        switch self {
        case .text: console.print(texts(console.style, console.width).text)
        case .markdown: console.print(texts(TextStyle(isColored: false), nil).markdown)
        case .csv: console.print(Self.csv(rows))
        case .json: console.print(Self.json(rows))
        }
    }
}
