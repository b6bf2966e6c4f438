import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// `benchmarks report`, as a user runs it.
@Suite struct ReportCommandTests {
    private func write(_ rows: [ResultRow], _ name: String = "a.csv", in folder: Folder) throws -> String {
        try folder.write(MadeUp.csv(rows), to: name)
    }

    @Test func writesAPageBesideTheFile() throws {
        let folder = try Folder()
        let path = try write(MadeUp.swept, in: folder)
        let outcome = try Program.run(["report", path])
        #expect(outcome.code == 0 && outcome.output.contains("packed-rtree"))
        #expect(outcome.error.hasPrefix("benchmarks: 2 charts in ") && outcome.error.hasSuffix("/report.html\n"))
        #expect(try PageReader(try TextFile.read(folder.path + "/report.html")).figures.count == 2)
    }

    @Test func writesNoPageForPrograms() throws {
        let folder = try Folder()
        let path = try write(MadeUp.swept, in: folder)
        let outcome = try Program.run(["report", path, "--format", "csv"])
        let file = try TextFile.read(path)
        #expect(outcome.code == 0 && outcome.output == file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.csv"])
        let both = try Program.run(["report", path, "--format", "csv", "--html", folder.path + "/sub/page.html"])
        #expect(both.output == outcome.output)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/sub/page.html"))
    }

    /// A page takes no result file's place, nor does a merge that of another file.
    @Test func whatIsReadStays() throws {
        let folder = try Folder()
        let path = try write(MadeUp.swept, in: folder)
        let other = try folder.write("name,value\na,1\n", to: "other.csv")
        for (arguments, code) in [
            (["report", path, "--html", path], 64 as Int32),
            (["report", path, "--html", folder.path + "/./a.csv"], 64),
            (["merge", path, "--path", other], 1),
        ] {
            let texts = try [TextFile.read(path), TextFile.read(other)]
            #expect(try Program.run(arguments).code == code, "\(arguments)")
            #expect(try [TextFile.read(path), TextFile.read(other)] == texts, "\(arguments)")
        }
    }

    /// Counts of two machines belong together, times do not; an environment that cannot be read is none that may be left out.
    @Test func timesOfTwoProcessorsAreNotMerged() throws {
        let folder = try Folder()
        func merge(_ metric: Metric, _ processors: [String]) throws -> Program.Outcome {
            let paths = try processors.map { processor in
                let path = try write(
                    [MadeUp.row("full-array", "prepare", metric, "mean", 1, dataset: processor)], "\(processor).csv",
                    in: folder)
                var environment = Environment.current(arguments: [], seed: 1)
                environment.cpuModel = processor
                try environment.write(besides: path)
                return path
            }
            return try Program.run(["merge"] + paths + ["--path", folder.path + "/merged.csv"])
        }
        #expect(try merge(.bytesPerItem, ["one", "other"]).code == 0)
        let refused = try merge(.wallTime, ["one", "other"])
        #expect(refused.code == 1 && refused.error.contains("got the processor 'other', expected 'one'"), "\(refused)")
        let path = folder.path + "/other.csv"
        try TextFile.write("{", to: Environment.path(besides: path))
        let damaged = try Program.run(["merge", folder.path + "/one.csv", path, "--path", folder.path + "/merged.csv"])
        #expect(
            damaged.code == 1 && damaged.error.contains("other.env.json: not the environment of a run"), "\(damaged)")
    }

    @Test func tellsWhatIsMissing() throws {
        let folder = try Folder()
        let path = try write(MadeUp.swept, in: folder)
        _ = try folder.write("", to: "a.csv.steps")
        #expect(try Program.run(["report", path]).error.contains("\(path): its run was interrupted"))
        let empty = try folder.write(CSV.line(ResultRow.columns), to: "empty.csv")
        let outcome = try Program.run(["report", empty])
        #expect(outcome.code == 7 && outcome.error.contains("there are no rows in \(empty)"))
    }

    @Test func writesChartsAsPictures() throws {
        let folder = try Folder()
        let path = try write(MadeUp.swept, in: folder)
        let outcome = try Program.run(["report", path, "--charts", folder.path + "/charts", "--format", "text"])
        #expect(outcome.code == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/charts").sorted()
        #expect(files.filter { $0.hasSuffix(".svg") } == ["scaling-chat-prepare.svg", "scaling-chat-query-fling.svg"])
        #expect(files.count { $0.hasSuffix(".png") } == (Converter.installed == nil ? 0 : 2))
        #expect(outcome.error.contains("install a converter") == (Converter.installed == nil))
        _ = try PageReader(try TextFile.read(folder.path + "/charts/scaling-chat-prepare.svg"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/report.html"))
    }

    @Test func whatStandsBesideIsReadWithItsFile() throws {
        let folder = try Folder()
        let path = try write(MadeUp.latencies, in: folder)
        var histogram = LogLinearHistogram()
        for value in [80, 100, 240, 900, 20_000_000] as [UInt64] { histogram.record(value, times: 200) }
        var key = MadeUp.latencies[0].key
        key.statistic = ""
        let file = try HistogramFile(besides: path)
        try file.append(key, histogram)
        #expect(try Program.run(["report", path, file.path]).code == 0)
        let text = try #require(PageReader(try TextFile.read(folder.path + "/report.html")).texts["latency"])
        #expect(!text.contains("Known at the marked quantiles only"))
        // The distribution has a corner before and after each of its five values.
        let corners = LatencySection.steps(histogram)
        #expect(corners.count == 10 && corners.last?.y == 1000.0 / 1001)
        #expect(zip(corners, corners.dropFirst()).allSatisfy { $0.x <= $1.x && $0.y <= $1.y })
    }

    /// `results/*.csv` names the outcomes of a self-test, too.
    @Test func outcomesOfASelfTestAreLeftOut() throws {
        let folder = try Folder()
        let path = try write(MadeUp.swept, in: folder)
        let outcomes = try folder.write(
            CSV.line(SelfTestReport.columns), to: SelfTestReport.fileName(time: Date(timeIntervalSince1970: 0)))
        let outcome = try Program.run(["report", outcomes, path, "--format", "csv"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output == MadeUp.csv(MadeUp.swept))
    }

    /// What `hitches` printed, from its file.
    @Test func hitchesAreShown() throws {
        let folder = try Folder()
        let path = folder.path + "/hitches.csv"
        let measured = try Program.run([
            "hitches", "--quick", "--size", "300", "--count", "4", "--trace", "filter,fling", "--dataset", "chat",
            "--strategy", "incremental,checkpoints", "--path", path,
        ])
        #expect(measured.code == 0, "\(measured.error)")
        let tables = try #require(measured.output.firstRange(of: "\ncost is")).lowerBound
        let report = try Program.run(["report", path, "--format", "text"])
        #expect(report.code == 0 && report.output.hasPrefix(measured.output[..<tables]), "\(report.output)")
        #expect(!report.output.contains("Medians:"))
    }

    @Test func floorsAloneAreNoTable() throws {
        let folder = try Folder()
        let floors = Floor.allCases.map { floor in
            var row = MadeUp.row(floor.id, "prepare", .wallTime, "median", 5)
            row.key.suite = Floor.suite
            return row
        }
        let report = try Program.run(["report", try write(floors, in: folder), "--format", "text"])
        #expect(report.output.hasPrefix("No tables: what there is, \(floors.count) rows of floor-"), "\(report.output)")
    }

    @Test(arguments: [
        ([], 64, "'report' takes result files"), (["nowhere.csv"], 1, "cannot read nowhere.csv: no such file"),
        (["a.samples.csv"], 1, "a.samples.csv: got no result file"), (["a.csv", "--format", "pdf"], 64, "format"),
        (["DUP", "DUP"], 1, "given twice"), (["FOREIGN"], 1, "FOREIGN.csv:1: column '1': got 'a'"),
        (["DUP", "--html", "/dev/null/x.html"], 6, "cannot write /dev/null/x.html"),
        (["BROKEN"], 1, "BROKEN.histograms.csv"),
    ])
    func badInputIsNamed(_ arguments: [String], _ code: Int32, _ message: String) throws {
        let folder = try Folder()
        let good = try write(MadeUp.swept, in: folder)
        let foreign = try folder.write("a,b\n1,2\n", to: "FOREIGN.csv")
        _ = try folder.write("a,b\n1,2\n", to: "BROKEN.histograms.csv")
        let broken = try write(MadeUp.swept, "BROKEN.csv", in: folder)
        let outcome = try Program.run(
            ["report"]
                + arguments.map { ["DUP": good, "FOREIGN": foreign, "BROKEN": broken][$0] ?? $0 })
        #expect(outcome.code == code)
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }

    @Test func emptyFilesAreInconclusive() throws {
        let folder = try Folder()
        #expect(try Program.run(["report", try write([], in: folder)]).code == 7)
    }

    @Test(arguments: [80, 120]) func tablesFitTheTerminal(_ width: Int) throws {
        let folder = try Folder()
        let history = (1...5).map { index in
            MadeUp.swept.map { row in
                var row = row
                row.runID = "2026010\(index)T000000Z-1"
                row.commit = "commit\(index)"
                row.value = row.value.map { $0 * Double(index) }
                row.key.dataset = "giant-and-dust"
                return row
            }
        }
        let paths = try history.enumerated().map { try write($0.element, "\($0.offset).csv", in: folder) }
        let outcome = try Program.run(
            ["report", "--format", "text"] + paths, environment: ["COLUMNS": String(width), "NO_COLOR": "1"])
        #expect(outcome.code == 0)
        let lines =
            outcome.output.split(separator: "\n").prefix { !$0.hasPrefix("Times are medians.") }
            + outcome.output.split(separator: "\n").filter { $0.contains("▁") || $0.hasPrefix("full-array") }
        #expect(lines.count > 10 && lines.allSatisfy { $0.count <= width }, "\(lines.filter { $0.count > width })")
        #expect(outcome.output.contains("▁▄▆▇█"))
        #expect(!outcome.output.contains("\u{1B}"))
        let coloured = try Program.run(["report", "--format", "text", "--color", "always"] + paths)
        #expect(coloured.output.contains("\u{1B}[1mhistory on"))
    }

    @Test func columnsOfTheEnvironmentOutrankTheTerminal() {
        func width(_ columns: String, isTerminal: Bool = true, _ terminal: Int?) -> Int? {
            Console.width(isTerminal: isTerminal, terminal: terminal, environment: ["COLUMNS": columns])
        }
        #expect(width("80", 100) == 80)
        #expect(width("wide", 100) == 100)
        #expect(width("0", nil) == Console.defaultWidth)
        #expect(width("80", isTerminal: false, nil) == 80)
        #expect(width("", isTerminal: false, nil) == nil)
    }

    /// Nobody scrolls sideways in a pipe or a file: nothing is left out or cut there.
    @Test func whatIsNoTerminalGetsEverything() throws {
        let folder = try Folder()
        var rows: [ResultRow] = []
        for n in [1000, 10_000] {
            for name in ["a", "b", "c"] {
                let dataset = "dataset-" + name
                rows += MadeUp.time(name, "prepare", 70, dataset: dataset, n: n)
                for number in 1...4 {
                    let trace = "a-trace-with-a-long-name-\(number)"
                    rows += MadeUp.time(name, "query", 7, trace: trace, dataset: dataset, n: n)
                }
            }
        }
        let path = try write(rows, in: folder)
        let environment = ["COLUMNS": ""]
        let whole = try Program.run(["report", "--format", "text", path], environment: environment)
        #expect(whole.code == 0 && !whole.output.contains("…"), "\(whole.output)")
        #expect(whole.output.split(separator: "\n").contains { $0.count > Console.defaultWidth })
        // The places that a purpose is won on do not fit 60 columns.
        let narrow = try Program.run(["report", "--format", "text", path], environment: ["COLUMNS": "60"])
        #expect(narrow.output.contains("…"))
    }
}
