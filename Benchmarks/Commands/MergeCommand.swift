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
        let merged = try merged(options.positionals)
        let path = options.value("path") ?? ""
        let text = ([ResultRow.columns] + merged.rows.map(\.fields)).map(CSV.line).joined()
        for beside in [SampleFile.path(besides: path), HistogramFile.path(besides: path)] {
            guard !FileManager.default.fileExists(atPath: beside) else {
                throw InputError("\(path): \(beside) is of other rows; choose another '--path'")
            }
        }
        try TextFile.write(text, to: path)
        try? Environment(besides: options.positionals[0]).write(besides: path)
        console.note(
            "\(merged.rows.count) rows of \(options.positionals.count) files in \(path), without samples and histograms"
        )
        return .success
    }

    /// The rows of files that belong together.
    static func merged(_ paths: [String]) throws -> MergedResults {
        try MergedResults(try paths.map { ($0, try ResultFile.read($0)) })
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
