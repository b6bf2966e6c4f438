import BenchmarkKit
import Foundation

extension Command {
    static let advise = Command(
        "advise", "Recommends a strategy for a dataset or own frames, from measured results, and says why.",
        synopsis: "[CSV…] [OPTION…]",
        options: [
            .value("dataset", "ID", "What is laid out: a dataset, another name in the results, or 'all' of them."),
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
            let whole = options.has("regret") ? "--regret" : options.value("dataset") == "all" ? "--dataset all" : nil
            if let whole, let name = ["size", "memory-per-item"].first(where: options.has) {
                throw UsageError("'\(whole)' tells of all that was measured: leave out '--\(name)'")
            }
        }
    ) { options, console in
        let files = try ReportFiles(reading: try resultFiles(options), ofCutOff: console.warn)
        files.warnOfInterruptions(console)
        let measurements = Measurements(files)
        let foreign = measurements.foreign.count
        if foreign > 0 {
            console.note(
                "left out \(foreign == 1 ? "a file of another machine" : "\(foreign) files of other machines"): times of "
                    + "one compare")
        }
        let advisor = Advisor(measurements: measurements, catalogue: FeatureCatalogue())
        let usage = try Usage(options)
        let format = try OutputFormat(options)
        if options.has("regret") {
            let rates = options.has("edits") ? [usage.edits] : Regret.rates
            let report = RegretReport(
                regret: try Regret(advisor, usage, rates: rates),
                strange: try Regret(advisor, usage, rates: rates, isStrange: true))
            guard !report.regret.cases.isEmpty else {
                throw InputError(
                    "no regret: the results have fewer than two datasets with two strategies", exitCode: .inconclusive)
            }
            format.print(report.records, console) { _, width in report.texts(width) }
            return .success
        }
        if options.value("dataset") == "all" {
            let overview = try Overview(
                advisor, usage, rates: options.has("edits") ? [usage.edits] : Regret.rates)
            guard !overview.rows.isEmpty else { throw InputError("the results tell nothing", exitCode: .inconclusive) }
            format.print(overview.records, console) { _, width in overview.texts(width) }
            return .success
        }
        let question = try Question(options, measurements)
        let advice = try advisor.advise(question.subject, usage)
        guard let best = advice.best else { throw nothing(advice, measurements) }
        var report = AdviceReport(advisor: advisor, advice: advice)
        if let frames = question.frames { report.asLayout = try advisor.advise(placing: frames, usage) }
        if best.sources[0].dataset != question.subject.id {
            report.regret = RegretReport(regret: try Regret(advisor, usage)).summary
        }
        try format.print(report.records, console, report.texts)
        return .success
    }

    /// The result files named, or the reference results of the package.
    private static func resultFiles(_ options: ParsedOptions) throws -> [String] {
        guard options.positionals.isEmpty else { return options.positionals }
        let folder = ReleaseBuild.packagePath + "/results/reference"
        let files = try TextFile.names(in: folder).filter(ResultFile.isNamed).sorted().map { "\(folder)/\($0)" }
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
            // Rounded to the nearest it could be less than is needed.
            let step = least < 1 ? 1000.0 : 10
            let enough = (least * step).rounded(.up) / step
            return InputError(
                "no strategy fits: got \(Quantity.value(advice.subject.bytesPerItem, .bytes)) bytes an item, expected "
                    + "\(Quantity.value(enough, .bytes)) or more", exitCode: .inconclusive)
        }
        let measured = measurements.datasets.joined(separator: ", ")
        guard !measured.isEmpty else {
            return InputError(
                "\(advice.subject.id): the results have no times of two strategies or more to choose from, measured together",
                exitCode: .inconclusive)
        }
        return InputError(
            "\(advice.subject.id): the results have no times of \(advice.usage.actions.map(\.heading).joined(separator: ", ")) "
                + "together; they are of \(measured)", exitCode: .inconclusive)
    }
}
