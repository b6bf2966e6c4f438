import BenchmarkKit
import CollectionLayout
import Foundation
import Workloads

extension Command {
    static let advise = Command(
        "advise", "Recommends a strategy for a dataset or own frames, from measured results, and says why.",
        synopsis: "[CSV…] [OPTION…]",
        options: [
            .value("dataset", "ID", "What is laid out: a dataset, or another name in the results."),
            .value("size", "N", "Its number of items: 1e6, 100k (default: 1e6)."),
            .value("frames", "FILE.csv", "What is laid out: frames of your own: section,item,kind,x,y,width,height."),
            .value(
                "viewports", "FILE.csv", "A scroll of your own: x,y,width,height; tells the viewport and the jumps."),
            .value("edits", "RATE", "Edits a second (default: 1)."),
            .value("insertions", "PERCENT", "Edits that insert or delete; the others resize (default: 50)."),
            .value("frame-rate", "RATE", "Frames a second while it scrolls (default: 60)."),
            .value("jumps", "PERCENT", "Frames that are far from the one before (default: 10, or as the viewports)."),
            .value("prepares", "RATE", "How often an hour all items are laid out (default: 60)."),
            .value("memory-per-item", "BYTES", "The most that a cache may hold (default: what this machine has)."),
            .flag("regret", "Hide each dataset in turn, and tell how much worse the advice is than the best choice."),
            .value("format", "FORMAT", "text, markdown, csv or json (default: text)."),
        ] + Console.options,
        check: { options in
            _ = try OutputFormat(options)
            _ = try Usage(options)
            guard ["dataset", "frames", "regret"].count(where: options.has) == 1 else {
                throw UsageError("'advise' takes one of '--dataset', '--frames' and '--regret'")
            }
            guard !options.has("frames") || !options.has("size") else {
                throw UsageError("'--frames' brings its own items: leave out '--size'")
            }
        }
    ) { options, console in
        let measurements = Measurements(try ReportFiles(reading: try resultFiles(options)))
        if !measurements.foreign.isEmpty {
            console.note("left out \(measurements.foreign.count) files of other machines: times of one compare")
        }
        let advisor = Advisor(measurements: measurements, catalogue: FeatureCatalogue())
        let usage = try Usage(options)
        let format = try OutputFormat(options)
        if options.has("regret") {
            let report = RegretReport(
                regret: try Regret(
                    advisor, usage, rates: options.has("edits") ? [usage.edits] : Regret.rates))
            guard !report.regret.cases.isEmpty else {
                throw InputError(
                    "no regret: the results have fewer than two datasets with two strategies", exitCode: .inconclusive)
            }
            format.print(report.records, console) { _, width in report.texts(width) }
            return .success
        }
        let question = try Question(options, measurements)
        let advice = try advisor.advise(question.subject, usage)
        guard let best = advice.best else { throw nothing(advice, measurements) }
        var report = AdviceReport(advisor: advisor, advice: advice)
        if let frames = question.frames { report.asLayout = try advisor.advise(placing: frames, usage) }
        if best.dataset != question.subject.id {
            report.regret = RegretReport(regret: try Regret(advisor, usage)).summary
        }
        try format.print(report.records, console, report.texts)
        return .success
    }

    /// The result files named, or the reference results of the package.
    private static func resultFiles(_ options: ParsedOptions) throws -> [String] {
        guard options.positionals.isEmpty else { return options.positionals }
        let folder = ReleaseBuild.packagePath + "/results/reference"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        let files = names.filter(ResultFile.isNamed).map { "\(folder)/\($0)" }
        guard !files.isEmpty else {
            throw FileError(
                path: folder,
                reason: "there are no reference results; name result files: 'benchmarks advise results/*.csv', which "
                    + "'benchmarks --dataset all --size 1e3,1e4,1e5,1e6' makes", exitCode: .missing)
        }
        return files
    }

    /// Why nothing is recommended.
    private static func nothing(_ advice: Advisor.Advice, _ measurements: Measurements) -> InputError {
        if let least = advice.tooLarge.map(\.bytesPerItem).min() {
            return InputError(
                "no strategy fits: got \(StrategyReport.text(advice.subject.bytesPerItem, .bytes)) bytes an item, expected "
                    + "\(StrategyReport.text(least, .bytes)) or more", exitCode: .inconclusive)
        }
        let measured = measurements.datasets.joined(separator: ", ")
        return InputError(
            "\(advice.subject.id): the results have no times of \(advice.usage.operations.map(\.heading).joined(separator: ", ")) "
                + "together; they are of \(measured.isEmpty ? "nothing" : measured)", exitCode: .inconclusive)
    }
}

/// What the advisor is asked about.
struct Question {
    let subject: Advisor.Subject
    /// The same without what a free form hides: in the sections of the file. Nil for a dataset.
    var frames: Advisor.Subject?

    init(_ options: ParsedOptions, _ measurements: Measurements) throws {
        let viewport = try options.value("viewports").flatMap { try ViewportsFile.viewports($0).first?.size }
        let size = viewport ?? Dataset.bounds
        var bytesPerItem = 0.0
        var subject: Advisor.Subject
        if let path = options.value("frames") {
            let input = try FramesFile.input(path)
            let n = input.largestCount
            let content = try input.make(n, Dataset.defaultSeed)
            bytesPerItem = input.bytesPerItem
            subject = Advisor.Subject(id: input.id, n: n, features: try ContentFeatures(content, viewport: size))
            let sections = Dictionary(grouping: input.names, by: \.section).values.map(\.count)
            frames = Advisor.Subject(
                id: "", n: n, features: try ContentFeatures(content, viewport: size, sectionSizes: sections))
        } else {
            let id = options.value("dataset") ?? ""
            let n = try options.value("size").map(Selection.size) ?? 1_000_000
            let known = (Dataset.all + Dataset.adversarial).map(\.id)
            guard known.contains(id) || measurements.datasets.contains(id) else {
                throw UsageError.unknown(
                    "dataset", id, of: known + measurements.datasets.filter { !known.contains($0) })
            }
            bytesPerItem = Dataset.named(id)?.bytesPerItem ?? 0
            subject = Advisor.Subject(id: id, n: n, features: try FeatureCatalogue().features(id, n: n))
        }
        let available = Memory.availableBytes.map { 0.9 * $0 / Double(max(subject.n, 1)) - bytesPerItem }
        subject.bytesPerItem = try options.value("memory-per-item", as: Usage.rate) ?? available ?? .infinity
        frames?.bytesPerItem = subject.bytesPerItem
        self.subject = subject
    }
}

extension Usage {
    init(_ options: ParsedOptions) throws {
        self.init()
        if let rate = try options.value("edits", as: Self.rate) { edits = rate }
        if let share = try options.value("insertions", as: Self.share) { insertions = share }
        if let rate = try options.value("frame-rate", as: Self.rate) { frameRate = rate }
        if let rate = try options.value("prepares", as: Self.rate) { preparesPerHour = rate }
        if let path = options.value("viewports") { jumps = Self.jumps(try ViewportsFile.viewports(path)) }
        if let share = try options.value("jumps", as: Self.share) { jumps = share }
        guard !operations.isEmpty else {
            throw UsageError("nothing is done: '--edits', '--frame-rate' and '--prepares' are 0")
        }
    }

    /// The share of viewports that show nothing of what the one before showed.
    static func jumps(_ viewports: [Rect]) -> Double {
        let jumps = zip(viewports, viewports.dropFirst()).count { !$0.0.intersects($0.1) }
        return Double(jumps) / Double(max(viewports.count - 1, 1))
    }

    /// A number of times, or of bytes.
    static func rate(_ text: String) throws(UsageError) -> Double {
        guard let value = Double(text), value >= 0, value <= 1e9 else {
            throw UsageError("got '\(text)', expected a number from 0 to 1e9")
        }
        return value
    }

    private static func share(_ text: String) throws(UsageError) -> Double {
        guard let value = Double(text), value >= 0, value <= 100 else {
            throw UsageError("got '\(text)', expected a number of per cent from 0 to 100")
        }
        return value / 100
    }
}

extension OutputFormat {
    /// Prints records, or the texts made of them.
    func print(
        _ records: [[(column: String, value: JSONValue)]], _ console: Console,
        _ texts: (_ style: TextStyle, _ width: Int?) throws -> (text: String, markdown: String)
    ) rethrows {
        switch self {
        case .text: console.print(try texts(console.style, console.width).text)
        case .markdown: console.print(try texts(TextStyle(isColored: false), nil).markdown)
        case .csv:
            let lines = records.map { CSV.line($0.map { $0.value.field }) }
            console.print(CSV.line(records.first?.map(\.column) ?? []) + lines.joined())
        case .json:
            let objects = records.map { JSONValue.object(Dictionary(uniqueKeysWithValues: $0.map { ($0, $1) })) }
            console.print(JSONValue.array(objects).text(depth: 1) + "\n")
        }
    }
}

extension JSONValue {
    /// The value as a field of a CSV: empty for null.
    fileprivate var field: String {
        switch self {
        case .null: ""
        case .string(let text): text
        default: text()
        }
    }
}
