import BenchmarkKit
import CollectionLayout
import Foundation
import Testing
import Workloads

@testable import benchmarks

@Suite struct ThresholdsCommandTests {
    private static let scope = ["--quick", "--size", "300", "--dataset", "chat,photo-grid"]

    @Test func checksWhatUpdateWrote() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        let missing = try Program.run(["thresholds", "check", "--path", file] + Self.scope)
        #expect(missing.code == 5)

        let update = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        #expect(update.code == 0, "\(update.error)")
        #expect(update.lastLine.hasSuffix(" undecided=0 missing=0 exit=0"))
        let thresholds = try ThresholdFile(path: file)
        #expect(!thresholds.thresholds.isEmpty)
        #expect(
            Set(thresholds.thresholds.map(\.key.metric))
                == ["elements-tested", "nodes-visited", "hits", "bytes-per-item", "items-placed"])

        let check = try Program.run(["thresholds", "check", "--path", file] + Self.scope)
        #expect(check.code == 0, "\(check.output)")
        #expect(
            check.lastLine
                == "RESULT regressed=0 improved=0 ok=\(thresholds.thresholds.count) undecided=0 missing=0 exit=0")
        let again = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        #expect(again.lastLine.contains("missing=0"))
    }

    @Test func tellsRegressionsAndChangedAnswers() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        _ = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        var thresholds = try ThresholdFile(path: file).thresholds
        let tested = try #require(
            thresholds.firstIndex { $0.key.metric == "elements-tested" && $0.key.strategy == "packed-rtree" })
        thresholds[tested].value -= 1
        let hits = try #require(thresholds.firstIndex { $0.key.metric == "hits" && $0.key.strategy == "incremental" })
        thresholds[hits].checksum = "0000000000000000"
        _ = try ThresholdFile(thresholds).write(to: file)
        let check = try Program.run(["thresholds", "check", "--path", file] + Self.scope)
        // A changed answer outranks a regression.
        #expect(check.code == 3)
        let (first, second) = (thresholds[tested].key, thresholds[hits].key)
        #expect(
            check.output.contains(
                "regressed: strategies/\(first.dataset)/300/packed-rtree/query/\(first.trace): elements-tested mean: got "
            ))
        #expect(
            check.output.contains(
                "changed: strategies/\(second.dataset)/300/incremental/query/\(second.trace): hits mean: got "))
        #expect(check.lastLine.hasPrefix("RESULT regressed=2 "))
        // The patch accepts what was measured.
        #expect(check.output.contains("\n@@ -"))
        #expect(check.output.contains("\n-" + CSV.line(thresholds[tested].fields)))
    }

    /// Run as it stands, the update that a failed check names accepts what that check measured.
    @Test func theUpdateThatIsNamedIsOfTheSameCases() throws {
        let folder = try Folder()
        let file = folder.path + "/my thresholds.csv"
        let frames = try folder.write(
            "section,item,kind,x,y,width,height\n0,0,cell,0,0,195,100\n0,1,cell,195,0,195,100\n", to: "app.csv")
        let scope = ["--path", file, "--frames", frames, "--quick", "--strategy", "packed-rtree"]
        for change in [{ _ = try FileManager.default.removeItem(atPath: $0) }, { try ThresholdFile().write(to: $0) }] {
            try TextFile.write("", to: file)
            try change(file)
            let check = try Program.run(["thresholds", "check"] + scope)
            #expect(check.code == 5, "\(check.output)\(check.error)")
            let command = try #require(check.error.firstMatch(of: /swift run benchmarks (thresholds update .*)\n/)?.1)
            let script = "BENCHMARKS_STAY_IN_DEBUG=1 exec '\(Program.path)' \(command)"
            #expect(try ChildProcess("/bin/sh", ["-c", script]).run().ending == .exited(0))
            let again = try Program.run(["thresholds", "check"] + scope)
            #expect(again.code == 0, "\(again.output)\(again.error)")
        }
    }

    /// Frames that are other ones fail the check, also where every query still finds the same elements.
    @Test(arguments: [
        "0,1,cell,195,0,195,99", "0,1,cell,195,0,194,100", "0,1,cell,194,0,195,100", "0,1,header,195,0,195,100",
    ])
    func otherFramesAreNoticed(_ other: String) throws {
        let folder = try Folder()
        let header = "section,item,kind,x,y,width,height\n0,0,cell,0,0,195,100\n"
        let frames = try folder.write(header + "0,1,cell,195,0,195,100\n", to: "app.csv")
        let scope = [
            "--path", folder.path + "/thresholds.csv", "--frames", frames, "--quick", "--strategy", "packed-rtree",
        ]
        #expect(try Program.run(["thresholds", "update"] + scope).code == 0)
        #expect(try Program.run(["thresholds", "check"] + scope).code == 0)
        _ = try folder.write(header + other + "\n", to: "app.csv")
        let check = try Program.run(["thresholds", "check"] + scope)
        #expect(check.code == 3 && check.output.contains("/prepare: bytes-per-item mean"), "\(check.output)")
    }

    /// Results of frames of one's own are all of the thresholds or too few, whether or not the frames are named.
    @Test func resultsOfFramesAreWhole() throws {
        let folder = try Folder()
        // Nothing is seen of the first item.
        let text = "section,item,kind,x,y,width,height\n0,0,cell,0,0,390,0\n0,1,cell,0,0,390,40\n"
        let frames = ["--frames", try folder.write(text, to: "app.csv")]
        let results = folder.path + "/r.csv"
        let measured = try Program.run(["run", "--quick", "--metric", "exact", "--path", results] + frames)
        #expect(measured.code == 0, "\(measured)")
        func run(_ action: String, _ options: [String]) throws -> Program.Outcome {
            try Program.run(
                ["thresholds", action, "--results", results, "--path", folder.path + "/t.csv", "--quick"] + options)
        }
        let choices = [["--size", "2"], frames]
        #expect(try run("update", choices[0]).code == 0)
        for choice in choices { #expect(try run("check", choice).code == 0) }
        let lines = try TextFile.read(results).split(separator: "\n")
        try TextFile.write(lines.prefix(3).joined(separator: "\n") + "\n", to: results)
        for choice in choices {
            let part = try run("check", choice)
            #expect(part.code == 5 && part.output.contains("ok=2 "), "\(part)")
        }
    }

    @Test(arguments: [
        (["thresholds", "check"], "thresholds update"),
        (
            ["thresholds", "--path", "check", "--filter", "a|b", "check"],
            "thresholds --path check --filter 'a|b' update"
        ),
        (["thresholds", "--strict-improvements", "check", "--quick"], "thresholds update --quick"),
    ]) func theActionAloneIsAnother(_ arguments: [String], _ update: String) {
        #expect(ThresholdScope.updateCommand(arguments) == "swift run benchmarks " + update)
    }

    @Test func readPrintsTheFile() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        _ = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        let read = try Program.run(["thresholds", "read", "--path", file] + Self.scope)
        #expect(read.code == 0 && read.output.contains("nodes-visited"))
        #expect(try Program.run(["thresholds", "read", "--path", file + "x"] + Self.scope).code == 5)
    }

    /// A file is not read by what a run measures by itself: only options that were given leave anything out.
    @Test func readLeavesOutWhatOptionsLeaveOut() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        let frames = try folder.write("section,item,kind,x,y,width,height\n0,0,cell,0,0,195,100\n", to: "app.csv")
        _ = try Program.run([
            "thresholds", "update", "--path", file, "--frames", frames, "--quick", "--strategy",
            "packed-rtree,incremental",
        ])
        func read(_ options: [String]) throws -> Program.Outcome {
            try Program.run(["thresholds", "read", "--path", file] + options)
        }
        func count(_ options: [String]) throws -> Int { try read(options).output.split(separator: "\n").count - 2 }
        let keys = try ThresholdFile(path: file).thresholds.map(\.key)
        #expect(try count([]) == keys.count && !keys.isEmpty)
        // Each row says what it is of: a mean, a maximum and an exponent of one metric are not the same.
        let names = try read([]).output.split(separator: "\n").map { $0.split(separator: " ").dropLast() }
        #expect(Set(names).count == names.count)
        #expect(try count(["--strategy", "incremental"]) == keys.count { $0.strategy == "incremental" })
        #expect(try count(["--filter", "app.csv/.*fling"]) == keys.count { $0.trace == "fling" })
        #expect(try count(["--metric", "hits", "--trace", "jump"]) == 2)
        let none = try read(["--dataset", "chat"])
        #expect(none.code == 5 && none.output.isEmpty)
        #expect(none.error.contains("no threshold matches: none of \(keys.count)"), "\(none.error)")
    }

    /// Of result files, too, only what the options choose is judged.
    @Test(arguments: [
        (["--dataset", "chat"], "/chat/"), (["--strategy", "incremental"], "/incremental/"),
        (["--filter", "photo-grid/.*/query/jump"], "/photo-grid/.*/jump/query/"),
        (["--skip", "photo-grid|prepare|update"], "/chat/.*/query/"),
    ]) func optionsChooseAmongResults(_ options: [String], _ pattern: String) throws {
        let folder = try Folder()
        let (file, results) = (folder.path + "/thresholds.csv", folder.path + "/a.csv")
        let scope = ["--quick", "--size", "300"]
        let datasets = ["--dataset", "chat,photo-grid", "--strategy", "incremental,checkpoints"]
        let measured = try Program.run(["run", "--metric", "exact", "--path", results] + scope + datasets)
        #expect(measured.code == 0, "\(measured.error)")
        let isChosen = try Regex(pattern)
        let expected = try ResultFile.read(results).map(\.key).filter { $0.path.contains(isChosen) }
        let update = try Program.run(["thresholds", "update", "--path", file, "--results", results] + scope + options)
        #expect(update.code == 0, "\(update.error)")
        #expect(try ThresholdFile(path: file).thresholds.map(\.key) == expected.sorted() && !expected.isEmpty)
    }

    @Test func coversEveryDatasetAndStickyHeadersAtScale() throws {
        let plan = try Program.run(["thresholds", "check", "--quick", "--dry-run"])
        #expect(plan.code == 0)
        for dataset in Dataset.all { #expect(plan.output.contains("/\(dataset.id)/"), "\(dataset.id)") }
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: ReleaseBuild.packagePath + "/Benchmarks/Thresholds")
                .first { $0.hasSuffix(".csv") })
        let keys = try ThresholdFile(path: ReleaseBuild.packagePath + "/Benchmarks/Thresholds/" + file).thresholds
            .map(\.key).filter { $0.phase == "effects" && $0.metric == "elements-tested" }
        // A new strategy comes in by 'update'; until then 'check' says what is missing.
        let strategies = Set(keys.map(\.strategy))
        #expect(strategies.isSubset(of: CacheStrategy.all.map(\.id)) && strategies.contains(CacheStrategy.oracle.id))
        for strategy in strategies {
            let sections = Set(keys.filter { $0.strategy == strategy }.map { $0.n / 10 })
            #expect(sections == [10, 100, 1000, 10_000], "\(strategy)")
        }
    }

    /// What was measured and is gone goes from the file; what was not asked for stays.
    @Test func updateRemovesWhatIsGone() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        _ = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        let present = try ThresholdFile(path: file).thresholds
        func altered(_ edit: (inout CaseKey) -> Void) -> Threshold {
            var threshold = present.first { $0.key.trace == "fling" && $0.key.dataset == "chat" }!
            edit(&threshold.key)
            return threshold
        }
        let gone = [
            altered { $0.strategy = "former" }, altered { $0.trace = "former" }, altered { $0.metric = "former" },
            altered { $0.layout = "former" },
        ]
        let others = [
            altered { $0.dataset = "table" }, altered { $0.dataset = "former" }, altered { $0.n = 30 },
        ]
        try ThresholdFile(present + gone + others).write(to: file)
        // Parts of the cases tell nothing of the others.
        for part in [["--filter", "fling"], ["--strategy", "packed-rtree"], ["--shard", "1/2"]] {
            let update = try Program.run(["thresholds", "update", "--path", file] + Self.scope + part)
            #expect(update.code == 0 && update.error.contains(" 0 removed"), "\(part): \(update.error)")
        }
        let check = try Program.run(["thresholds", "check", "--path", file] + Self.scope)
        #expect(check.code == 5 && check.lastLine.contains(" missing=4 "), "\(check.output)")
        let update = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        #expect(update.error.contains("0 added, 0 changed, 4 removed"), "\(update.error)")
        for threshold in gone {
            // The patch of a failed check is the same.
            for output in [check.output, update.output] {
                #expect(output.contains("\n-" + CSV.line(threshold.fields)))
            }
        }
        #expect(try ThresholdFile(path: file) == ThresholdFile(present + others))
    }

    /// The path of a verdict is one that `--filter` takes: it selects what the verdict is of, and nothing else.
    @Test func verdictsNameTheirCaseAsFiltersDo() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        let scope = ["--path", file, "--quick", "--size", "300", "--dataset", "chat", "--strategy", "checkpoints"]
        try ThresholdFile().write(to: file)
        let check = try Program.run(["thresholds", "check"] + scope)
        let verdicts = check.output.matches(of: /no threshold: (\S+): ([a-z -]+): got [0-9.e+-]+\n/)
        #expect(verdicts.count > 10 && check.lastLine.contains(" missing=\(verdicts.count) "), "\(check.output)")
        let paths = try Program.run(["thresholds", "check", "--dry-run"] + scope).output.split(separator: "\n")
        #expect(Set(verdicts.map(\.1)) == Set(paths))
        for path in ["strategies/chat/300/checkpoints/update/delete", "strategies/chat/300/checkpoints/prepare"] {
            let part = try Program.run(["thresholds", "check", "--filter", path] + scope)
            let expected = verdicts.filter { $0.1 == path }.map { "\($0.2)" }
            #expect(!expected.isEmpty && part.lastLine.contains(" missing=\(expected.count) "), "\(part.output)")
            for quality in expected { #expect(part.output.contains("\(path): \(quality): ")) }
        }
    }

    /// What selects nothing says so.
    @Test func nothingToCheckIs5() throws {
        let folder = try Folder()
        let path = folder.path + "/t.csv"
        let scope = ["--quick", "--dataset", "chat", "--metric", "hits", "--path", path]
        #expect(try Program.run(["thresholds", "update", "--size", "300"] + scope).code == 0)
        let results = folder.path + "/r.csv"
        let run = ["run", "--quick", "--dataset", "chat", "--metric", "hits", "--size", "300", "--path", results]
        #expect(try Program.run(run).code == 0)
        let outcome = try Program.run(
            ["thresholds", "check", "--size", "200", "--results", results] + scope)
        #expect(outcome.code == 5 && outcome.error.contains("select neither a threshold of"), "\(outcome)")
    }

    /// The thresholds of the package are of a platform, and results of a commit: what is judged is said.
    @Test func resultsAreOfThisPlatform() throws {
        let folder = try Folder()
        let (results, summary) = (folder.path + "/r.csv", folder.path + "/summary.md")
        let scope = ["--quick", "--size", "300", "--dataset", "chat", "--strategy", "incremental", "--metric", "hits"]
        #expect(try Program.run(["run", "--path", results] + scope).code == 0)
        let text = try TextFile.read(results)
        let environment = try Environment(besides: results)
        let check = ["thresholds", "check", "--results", results] + scope
        let foreign = "plan9-vax-swift9.9"
        try TextFile.write(text.replacing("," + environment.id + ",", with: ",\(foreign),"), to: results)
        let refused = try Program.run(check)
        #expect(refused.code == 1, "\(refused)")
        #expect(refused.error.contains("got results of \(foreign), expected some of \(environment.id)"), "\(refused)")
        try TextFile.write(text.replacing("," + environment.commit + ",", with: ",abc,"), to: results)
        let other = try Program.run(check, environment: ["GITHUB_STEP_SUMMARY": summary])
        #expect(other.code == 5, "\(other)")
        #expect(other.error.contains("warning: the results are of the commit abc, not of \(environment.commit)"))
        #expect(try TextFile.read(summary).contains("\(environment.id), commit abc, "))
    }

    /// A shell makes several words of a pattern.
    @Test func aFileIsGivenForEachResults() throws {
        let outcome = try Program.run(["thresholds", "check", "--results", "a.csv", "b.csv"])
        #expect(outcome.code == 64 && outcome.error.contains("got 'b.csv'; '--results' takes one file"), "\(outcome)")
    }

    /// What another seed makes is neither better nor worse than the thresholds.
    @Test func resultsOfAnotherSeedAre1() throws {
        let folder = try Folder()
        let results = folder.path + "/r.csv"
        let scope = ["--quick", "--dataset", "chat", "--metric", "hits", "--size", "1e4"]
        #expect(try Program.run(["run", "--seed", "8", "--path", results] + scope).code == 0)
        for action in ["check", "update"] {
            let outcome = try Program.run(["thresholds", action, "--results", results] + scope)
            #expect(outcome.code == 1 && outcome.error.contains("got seed 8: Benchmarks/Thresholds is of seed 7"))
        }
        let own = scope + ["--results", results, "--path", folder.path + "/t.csv"]
        #expect(try Program.run(["thresholds", "update"] + own).code == 0)
        #expect(try Program.run(["thresholds", "check"] + own).code == 0)
        // A file of one's own does not say of which seed it is.
        let other = try Program.run(["thresholds", "check", "--path", folder.path + "/t.csv"] + scope)
        #expect(other.code == 3 && other.error.contains("t.csv may be of another seed than 7"), "\(other)")
    }

    @Test func missingRowsAre5() throws {
        let folder = try Folder()
        let file = folder.path + "/thresholds.csv"
        _ = try Program.run(["thresholds", "update", "--path", file] + Self.scope)
        let thresholds = try ThresholdFile(path: file).thresholds
        _ = try ThresholdFile(Array(thresholds.dropFirst())).write(to: file)
        let check = try Program.run(["thresholds", "check", "--path", file] + Self.scope)
        #expect(check.code == 5)
        #expect(check.lastLine.contains("missing=1"))
    }
}
