import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

@Suite struct BaselineCommandTests {
    private func run(_ action: [String], _ folder: Folder, _ options: [String] = []) throws -> Program.Outcome {
        let measures = action[0] == "save" || action[0] == "compare" && action.count == 2
        return try Program.run(
            ["baseline"] + action + ["--path", folder.path] + (measures ? Program.small : []) + options,
            in: folder.path)
    }

    @Test func aBaselineLivesAndDies() throws {
        let folder = try Folder()
        let saved = try run(["save", "main"], folder)
        #expect(saved.code == 0, "\(saved.error)")
        #expect(try run(["list"], folder).output.contains("main "))
        #expect(try run(["read", "main"], folder).output.contains("packed-rtree"))
        let compared = try run(["compare", "main"], folder)
        #expect(compared.code == 0, "\(compared.error)")
        #expect(compared.lastLine.hasPrefix("RESULT regressed=0 improved=0 ok="))
        #expect(try run(["compare", "main", "main"], folder).code == 0)
        let again = try run(["save", "main"], folder)
        #expect(again.code == 6)
        #expect(
            again.error.contains("there is a baseline 'main' already; 'baseline delete main' removes it"), "\(again)")
        #expect(try !run(["list"], folder).output.contains("incomplete"))
        _ = try folder.write("", to: "main.csv.steps")
        #expect(try run(["list"], folder).output.contains(", incomplete\n"))
        #expect(try run(["read", "main"], folder).error.contains("the baseline 'main' is incomplete; 'run --resume "))
        #expect(try run(["delete", "main"], folder).code == 0)
        #expect(try run(["delete", "main"], folder).code == 5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("main") }.isEmpty)
    }

    /// What says that 'run --resume' goes on with it is right, and a comparison loses its verdict to nobody.
    @Test func interruptedRunsGoOnAsWhatTheyWere() throws {
        let folder = try Folder()
        let file = folder.path + "/a.csv"
        let exact = ["--metric", "exact", "--strategy", "incremental"]
        let saved = try run(["save", "a"], folder, exact)
        #expect(saved.code == 0 && saved.error.contains("'run --resume \(file)' goes on with it"), "\(saved)")
        let whole = try ResultFile.read(file).map(\.key)
        func interrupt(_ path: String) throws {
            let lines = try TextFile.read(path).split(separator: "\n").prefix(4)
            try TextFile.write(lines.map { $0 + "\n" }.joined(), to: path)
            try TextFile.write("", to: RunJournal.path(besides: path))
        }
        try interrupt(file)
        let again = try run(["save", "a"], folder, exact)
        #expect(again.code == 6 && again.error.contains("'run --resume \(file)' goes on with its run"), "\(again)")
        #expect(try Program.run(["run", "--resume", file]).code == 0)
        #expect(try ResultFile.read(file).map(\.key) == whole)
        #expect(try !run(["list"], folder).output.contains("incomplete"))

        #expect(try run(["compare", "a"], folder, exact).code == 0)
        let results = folder.path + "/results"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: results).first { $0.hasSuffix(".csv") })
        try interrupt("\(results)/\(name)")
        let resumed = try Program.run(["run", "--resume", "\(results)/\(name)"])
        #expect(resumed.code == 1 && resumed.error.contains("'baseline compare', which starts anew"), "\(resumed)")
    }

    /// One file that is no baseline hides none of the others.
    @Test func listsTheOthersOfABadFile() throws {
        let folder = try Folder()
        _ = try folder.write(MadeUp.csv(MadeUp.swept), to: "good.csv")
        let bad = try folder.write("", to: "bad.csv")
        let outcome = try Program.run(["baseline", "list", "--path", folder.path])
        #expect(outcome.code == 0 && outcome.output.contains("good") && !outcome.output.contains("bad"))
        #expect(outcome.error.contains("warning: \(bad)"), "\(outcome.error)")
    }

    @Test func tellsWhatChanged() throws {
        let folder = try Folder()
        _ = try run(["save", "old"], folder, ["--metric", "exact"])
        var rows = try ResultFile.read(folder.path + "/old.csv")
        let index = try #require(rows.firstIndex { $0.key.metric == "nodes-visited" && $0.value ?? 0 > 0 })
        rows[index].value! -= 0.5
        try TextFile.write(
            ([ResultRow.columns] + rows.map(\.fields)).map(CSV.line).joined(), to: folder.path + "/old.csv")
        let compared = try run(["compare", "old"], folder, ["--metric", "exact"])
        #expect(compared.code == 2)
        #expect(compared.output.contains("regressed: \(Plan.path(of: rows[index].key)): nodes-visited mean: got "))
        // Another set than the baseline's.
        #expect(try run(["compare", "old"], folder, ["--metric", "exact", "--trace", "jump"]).code == 5)
    }

    /// Other items and scrolls are nothing to compare; the times of another machine say nothing, its counts do.
    @Test func tellsWhatCannotBeCompared() throws {
        let folder = try Folder()
        let small = ["--metric", "exact", "--strategy", "packed-rtree"]
        #expect(try run(["save", "old"], folder, small + ["--seed", "7"]).code == 0)
        #expect(try run(["save", "new"], folder, small + ["--seed", "8"]).code == 0)
        for (other, options, name) in [([], small + ["--seed", "8"], "this run"), (["new"], [], "new")] {
            let outcome = try run(["compare", "old"] + other, folder, options)
            #expect(outcome.code == 1)
            #expect(outcome.error.contains("\(name): got the seed '8', expected '7' as in old"), "\(outcome.error)")
        }
        let foreign = try TextFile.read(folder.path + "/old.csv")
            .replacing("," + Environment.currentID + ",", with: ",plan9-vax-swift9.9,")
        _ = try folder.write(foreign, to: "foreign.csv")
        let outcome = try run(["compare", "foreign", "old"], folder)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(
            outcome.output.contains(
                "The times of foreign are of plan9-vax-swift9.9, those of now of \(Environment.currentID): only exact"))
        #expect(try !run(["compare", "old", "old"], folder).output.contains("only exact values compare"))
    }

    /// What cannot be counted now was not left out: the set of cases is the baseline's.
    @Test func whatIsUnavailableIsUndecided() {
        func row(_ value: Double?) -> ResultRow { MadeUp.row("packed-rtree", "prepare", .allocations, "mean", value) }
        func line(_ base: Double?, _ now: Double?) -> String {
            let others = [MadeUp.row("packed-rtree", "prepare", .bytesPerItem, "mean", 46)]
            return BaselineComparison(name: "a", base: others + [row(base)], rows: others + [row(now)])
                .check.resultLine.text
        }
        #expect(line(53, nil) == "RESULT regressed=0 improved=0 ok=1 undecided=1 missing=0 exit=7")
        #expect(line(nil, nil) == "RESULT regressed=0 improved=0 ok=1 undecided=0 missing=0 exit=0")
        #expect(line(nil, 53) == "RESULT regressed=0 improved=0 ok=1 undecided=0 missing=1 exit=5")
    }

    @Test func missingBaselinesAre5() throws {
        let folder = try Folder()
        let outcome = try run(["read", "none"], folder)
        #expect(outcome.code == 5)
        #expect(outcome.error.contains("there is no baseline 'none'"))
        #expect(try run(["read"], folder).code == 64)
        #expect(try run(["save", "A/B"], folder).code == 64)
    }

    /// What is ignored in silence looks as if it had been understood.
    @Test(arguments: [
        (["list", "--format", "csv"], "'baseline list' has one format: leave out '--format'"),
        (["read", "a", "--size", "5"], "'baseline read' measures nothing here: leave out '--size'"),
        (["compare", "a", "b", "--quick"], "'baseline compare' measures nothing here: leave out '--quick'"),
        (["delete", "a", "--dry-run"], "'baseline delete' measures nothing here: leave out '--dry-run'"),
    ]) func optionsThatMeanNothingAreRefused(_ arguments: [String], _ message: String) throws {
        let outcome = try Program.run(["baseline"] + arguments)
        #expect(outcome.code == 64 && outcome.error.contains(message), "\(outcome.error)")
    }
}
