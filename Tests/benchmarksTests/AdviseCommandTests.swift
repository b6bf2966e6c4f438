import BenchmarkKit
import CollectionLayout
import Foundation
import Testing
import Workloads

@testable import benchmarks

/// `benchmarks advise`, as a user runs it.
@Suite struct AdviseCommandTests {
    private static let rows =
        AdvisorTests.times("section-buckets", [1e6, 100, 1000, 2e6, 4e6])
        + AdvisorTests.times("incremental", [3e6, 200, 2000, 3e3, 5e3])
        + AdvisorTests.times("section-buckets", [1e6, 200, 1000, 2e6, 4e6], dataset: "table")
        + AdvisorTests.times("incremental", [3e6, 100, 2000, 3e3, 5e3], dataset: "table")

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Program.Outcome {
        let folder = try Folder()
        let results = try folder.write(MadeUp.csv(Self.rows), to: "a.csv")
        let frames = try folder.write(
            "section,item,kind,x,y,width,height\n"
                + (0..<40).map { "\($0 / 10),\($0 % 10),cell,0,\($0 * 100),390,100\n" }.joined(), to: "app.csv")
        let viewports = try folder.write(
            "x,y,width,height\n0,0,390,844\n0,20,390,844\n0,2000,390,844\n", to: "scroll.csv")
        // What is needed is a little more than it is when rounded.
        let narrow = try folder.write(
            MadeUp.csv(
                Self.rows.filter { $0.key.metric == Metric.wallTime.id }
                    + ["section-buckets", "incremental"].map {
                        MadeUp.row($0, "prepare", .bytesPerItem, "mean", 1.5048, n: 1000)
                    }), to: "narrow.csv")
        let names = ["NARROW": narrow, "RESULTS": results, "FRAMES": frames, "VIEWPORTS": viewports]
        return try Program.run(["advise"] + arguments.map { names[$0] ?? $0 }, environment: environment)
    }

    @Test func aDatasetThatWasMeasured() throws {
        let outcome = try run([
            "RESULTS", "--dataset", "chat", "--size", "1000", "--edits", "2", "--insertions", "25", "--prepares",
            "3600",
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let unmeasured = CacheStrategy.all.map(\.id).filter { !["section-buckets", "incremental"].contains($0) }
        let parts = outcome.output.split(separator: "\nNot measured for this: ")
        // On as many lines as there are strategies for.
        #expect(
            parts.last?.split { $0.isWhitespace }.joined(separator: " ") == unmeasured.joined(separator: ", ") + ".")
        #expect(
            parts.first == """
                chat, 1,000 items
                60 frames a second, 10 % of them after jumps; 2 edits a second, 25 % of them insertions or deletions; 3,600 prepares an
                hour.

                Use incremental: 3.03 ms of work in a second, 26.0 bytes an item (26.0 kB).
                section-buckets, which comes next, costs 1.98 × as much: resizes, 3.00 ms in a second in place of 4.50 µs.
                Where another one is better: section-buckets below 0.81 edits a second.

                strategy         in a second  × best  prepare  scroll     jump   resize  ins/delete  bytes/item
                ---------------  -----------  ------  -------  ------  -------  -------  ----------  ----------
                incremental          3.03 ms    1.00  3.00 ms  200 ns  2.00 µs  3.00 µs     5.00 µs        26.0
                section-buckets      6.01 ms    1.98  1.00 ms  100 ns  1.00 µs  2.00 ms     4.00 ms        21.0

                In a second: how often an action is done times how long it takes, summed up. The other times are of one action, with the
                query after an edit. Measured on linux-x86_64-swift6.3.
                Rests on the medians of chat with 1,000 items (2026-01-01, commit c1).
                """)
    }

    /// What the answer rests on where there are only others to ask, and none that is like it.
    @Test func aDatasetThatWasNotMeasured() throws {
        let outcome = try run(["RESULTS", "--dataset", "tall-lane", "--size", "1000", "--edits", "0"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("  scroll     jump  search work  bytes/item\n"), "\(outcome.output)")
        let grounds = outcome.output.range(of: "\n\nIn a second:").map { outcome.output[$0.lowerBound...] }
        #expect(
            grounds?.split(separator: "\nNot measured for this: ").first == """


                In a second: how often an action is done times how long it takes, summed up. The other times are of one action, with the
                query after an edit. Measured on linux-x86_64-swift6.3.
                Not measured itself: each time is a mean of those on other datasets, weighted by how like it they are: chat 68 %, table
                32 % (2026-01-01, commit c1). 'benchmarks --dataset tall-lane --size 1000' measures it.
                Times of queries are first multiplied by how much more work a search has here than there: elements that it finds and
                tests, nodes that it visits, each as 8 tests, and items that it places again, each as 4; those of edits by how many more
                items they place. Both were counted and not timed.
                Nothing that was measured resembles it: how long laying out and edits take is a guess.
                On datasets that are hidden from it, its choice costs 1.00 × the best in the median, 1.00 × at worst: 'advise --regret'.
                """)
    }

    @Test func formatsForPrograms() throws {
        let options = ["RESULTS", "--dataset", "chat", "--size", "1000", "--edits", "0"]
        let csv = try run(options + ["--format", "csv"]).output.split(separator: "\n")
        #expect(
            csv.first
                == "rank,strategy,measured_on,ns_per_second,bytes_per_item,prepare_ns,scroll_ns,jump_ns,resize_ns,insert_ns"
        )
        // 60 an hour of a millisecond, 54 of 100 ns and 6 of 1 µs: 16,667 + 5,400 + 6,000.
        #expect(csv.count == 3 && csv[1].hasPrefix("1,section-buckets,chat,28066.66"))
        guard case .array(let objects) = try JSONText.value(run(options + ["--format", "json"]).output, file: "json")
        else {
            Issue.record("expected an array")
            return
        }
        #expect(try Fields(objects[1], place: "row").members["strategy"] == .string("incremental"))
        #expect(try run(options + ["--format", "markdown"]).output.contains("| strategy | in a second |"))
    }

    /// A file without rows is of no machine.
    @Test func filesWithoutRowsAreNotOfOtherMachines() throws {
        let folder = try Folder()
        let empty = try folder.write(CSV.line(ResultRow.columns), to: "empty.csv")
        let other = try folder.write(
            MadeUp.csv(Self.rows).replacing("linux-x86_64", with: "macos-aarch64")
                .replacing("20260101T", with: "20250101T"), to: "other.csv")
        let options = ["RESULTS", "--dataset", "chat", "--size", "1000"]
        #expect(try !run([empty] + options).error.contains("left out"))
        #expect(try run([other] + options).error.contains("left out a file of another machine: times of one compare\n"))
    }

    /// Bytes are the same on every machine: the newest count, strategy by strategy.
    @Test func bytesOfOtherMachinesCount() throws {
        let folder = try Folder()
        let bytes = MadeUp.row(
            "incremental", "prepare", .bytesPerItem, "mean", 7.5, n: 1000, run: "20260201T000000Z-1", commit: "c2")
        let other = try folder.write(
            MadeUp.csv([bytes]).replacing("linux-x86_64", with: "macos-aarch64"), to: "other.csv")
        let outcome = try run([
            "RESULTS", other, "--dataset", "chat", "--size", "1000", "--edits", "2", "--format", "csv",
        ])
        #expect(outcome.code == 0 && !outcome.error.contains("left out"), "\(outcome.error)")
        let bytesOfRanks = outcome.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[4] }
        #expect(bytesOfRanks == ["7.5", "21"], "\(outcome.output)")
    }

    /// Frames are advised on as the free form they are, and as what they resemble; the scroll tells how often it jumps.
    @Test func ownFrames() throws {
        let outcome = try run(["RESULTS", "--frames", "FRAMES", "--viewports", "VIEWPORTS", "--edits", "2"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("app.csv, 40 items\n60 frames a second, 50 % of them after jumps;"))
        #expect(outcome.output.contains("\n\nUse incremental:"))
        let text = outcome.output.replacing("\n", with: " ")
        #expect(text.contains("Placed by a layout like that of chat, which they resemble: use incremental,"))
        #expect(
            text.contains("Not measured itself: each time is a mean of those on other datasets, weighted by how like"))
        #expect(text.contains(/'benchmarks --frames \S*\/app\.csv' measures it\./))
        #expect(outcome.output.contains("'advise --regret'"))
    }

    /// What is told of it is not what was measured on the dataset of that name.
    @Test func aFileNamedLikeADatasetIsNotThatDataset() throws {
        let folder = try Folder()
        let results = try folder.write(MadeUp.csv(Self.rows), to: "a.csv")
        let frames = try folder.write(
            "section,item,kind,x,y,width,height\n0,0,cell,0,0,390,100\n0,1,cell,0,100,390,100\n", to: "chat")
        let outcome = try Program.run(["advise", results, "--frames", frames, "--format", "csv"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let text = try Program.run(["advise", results, "--frames", frames]).output
        #expect(text.hasPrefix("frames-of-chat, 2 items\n") && text.contains("Not measured itself:"), "\(text)")
        #expect(!text.contains("Rests on the medians of chat"))
    }

    /// Cells without a size, as they are before they have measured themselves, and a scroll whose first frames come before the
    /// view has one.
    @Test func emptyFramesAndViewportsAreNoReasonToAnswerByNoNumber() throws {
        let folder = try Folder()
        let results = try folder.write(MadeUp.csv(Self.rows), to: "a.csv")
        let frames = try folder.write(
            "section,item,kind,x,y,width,height\n0,0,cell,0,0,0,0\n0,1,cell,0,0,0,0\n", to: "app.csv")
        let header = "x,y,width,height\n0,0,0,0\n"
        let late = try folder.write(header + "0,0,390,844\n0,20,390,844\n", to: "late.csv")
        for arguments in [[], ["--viewports", late]] {
            let outcome = try Program.run(["advise", results, "--frames", frames, "--format", "csv"] + arguments)
            #expect(outcome.code == 0, "\(outcome.error)")
            let rows = outcome.output.split(separator: "\n").dropFirst()
            #expect(rows.count == 2)
            for row in rows {
                #expect(row.split(separator: ",").dropFirst(3).allSatisfy { Double($0)!.isFinite }, "\(row)")
            }
        }
        // At the end of all coordinates there is no room for what edits would add.
        let far = try folder.write(
            "section,item,kind,x,y,width,height\n0,0,cell,0,7.9999999999e12,10,100\n", to: "far.csv")
        let outcome = try Program.run(["advise", results, "--frames", far])
        #expect(outcome.code == 0, "\(outcome.error)")
        let never = try folder.write(header, to: "never.csv")
        let refused = try Program.run(["advise", results, "--frames", frames, "--viewports", never])
        #expect(refused.code == 1 && refused.error.contains("never.csv: got empty viewports only"), "\(refused.error)")
    }

    @Test func overview() throws {
        let outcome = try run(["RESULTS", "--dataset", "all"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("0 edits a second") && outcome.output.contains("60 edits a second"))
        let rows = try run(["RESULTS", "--dataset", "all", "--edits", "3", "--format", "csv"]).output
            .split(separator: "\n")
        #expect(rows.first == "dataset,edits,from,strategy" && rows.dropFirst().contains("chat,3,1000,incremental"))
    }

    @Test func regret() throws {
        let outcome = try run(["RESULTS", "--regret"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("advised") && outcome.output.contains("always incremental"))
        let rows = try run(["RESULTS", "--regret", "--format", "csv", "--edits", "3"]).output.split(separator: "\n")
        #expect(rows.first == "dataset,n,edits,hidden,chosen,best,regret" && rows.count == 5)
        #expect(rows[1...2].allSatisfy { $0.contains(",1000,3,dataset,") })
        #expect(rows[3...4].allSatisfy { $0.contains(",1000,3,layout,") })
    }

    /// A terminal of 80 columns gets lines of 80, other than those of tables, whose numbers are never cut.
    @Test func sentencesFitTheTerminal() throws {
        let outcome = try run(
            ["RESULTS", "--frames", "FRAMES", "--edits", "0"], environment: ["COLUMNS": "80"])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count > 10 && lines.allSatisfy { $0.count <= 80 || $0.contains("  ") }, "\(outcome.output)")
    }

    /// Without files the package's own results answer. Of what `--regret` says of them see ``AdviceQualityTests``.
    @Test func referenceResultsAreTheDefault() throws {
        let outcome = try Program.run(["advise", "--dataset", "chat", "--edits", "60"])
        #expect(outcome.code == 0 && outcome.output.contains("incremental"), "\(outcome.error)")
    }

    @Test(arguments: [
        ([], 64, "takes one of '--dataset', '--frames' and '--regret'"),
        (["--dataset", "chat", "--frames", "FRAMES"], 64, "takes one of"),
        (["--frames", "FRAMES", "--size", "10"], 64, "leave out '--size'"),
        (["--dataset", "all", "--size", "10"], 64, "leave out '--size'"),
        (["RESULTS", "--dataset", "chatt"], 64, "did you mean 'chat'?"),
        (["--dataset", "chat", "--size", "0"], 64, "option '--size': got '0'"),
        (["--dataset", "chat", "--edits", "-1"], 64, "option '--edits': got '-1', expected a number from 0"),
        (["--dataset", "chat", "--edits", "nan"], 64, "option '--edits': got 'nan'"),
        (["--dataset", "chat", "--jumps", "101"], 64, "option '--jumps': got '101', expected a number of per cent"),
        (["--dataset", "chat", "--insertions", "half"], 64, "option '--insertions': got 'half'"),
        (["--dataset", "chat", "--edits", "0", "--frame-rate", "0", "--prepares", "0"], 64, "nothing is done"),
        (["--dataset", "chat", "--format", "pdf"], 64, "unknown format 'pdf'"),
        (["nowhere.csv", "--dataset", "chat"], 1, "cannot read nowhere.csv"),
        (["RESULTS", "RESULTS", "--dataset", "chat"], 1, "given twice"),
        (["FRAMES", "--dataset", "chat"], 1, "app.csv:1"),
        (["--frames", "RESULTS"], 1, "a.csv:1"),
        (
            ["RESULTS", "--dataset", "chat", "--memory-per-item", "4"], 7,
            "got 4.0 bytes an item, expected 21.0 or more"
        ),
        (
            ["NARROW", "--dataset", "chat", "--memory-per-item", "1.5"], 7,
            "got 1.5 bytes an item, expected 1.6 or more"
        ),
        (
            ["NARROW", "--dataset", "chat", "--memory-per-item", "0.1"], 7,
            "got 0.100 bytes an item, expected 1.6 or more"
        ),
    ])
    func badInputIsNamed(_ arguments: [String], _ code: Int32, _ message: String) throws {
        let outcome = try run(arguments)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }

    @Test func resultsThatSayNothingAreInconclusive() throws {
        let folder = try Folder()
        let bytes = try folder.write(
            MadeUp.csv([MadeUp.row("full-array", "prepare", .bytesPerItem, "mean", 40)]), to: "a.csv")
        for arguments in [["--dataset", "chat"], ["--regret"]] {
            let outcome = try Program.run(["advise", bytes] + arguments)
            #expect(outcome.code == 7, "\(outcome)")
        }
    }
}
