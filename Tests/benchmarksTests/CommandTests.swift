import BenchmarkKit
import CollectionLayout
import Foundation
import Testing
import Workloads

@testable import benchmarks

@Suite struct CommandTests {
    @Test func runIsTheDefault() throws {
        #expect(try Invocation([]).command.name == "run")
        #expect(try Invocation(["--quick"]).command.name == "run")
        #expect(try Invocation(["compare", "a", "b"]).options.positionals == ["a", "b"])
        #expect(try Invocation(["frames", "--help"]).options.positionals == ["frames"])
        for arguments in [["--version"], ["run", "--version"], ["ab", "--quick", "--version"]] {
            let invocation = try Invocation(arguments)
            #expect(invocation.command.name == "help" && invocation.options.has("version"))
        }
    }

    /// Whatever stands beside it, and where no command is named.
    @Test(arguments: [
        (["--dataset", "chat", "--help"], ["run"]), (["--quick", "-h"], ["run"]), (["ab", "--quick", "-h"], ["ab"]),
        (["help", "--help"], []), (["help", "run", "-h"], ["run"]), (["--help", "ab"], ["ab"]), (["-h"], []),
    ]) func helpIsGivenWhereItIsAskedFor(_ arguments: [String], _ topics: [String]) throws {
        let invocation = try Invocation(arguments)
        #expect(invocation.command.name == "help" && invocation.options.positionals == topics)
    }

    @Test func namesAreUnique() {
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    }

    @Test(arguments: Command.all.filter { !$0.isHidden }.map(\.name)) func everyCommandHasHelp(_ name: String) throws {
        let outcome = try Program.run(["help", name])
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("Usage: swift run benchmarks \(name)"))
    }

    private static func percents(_ got: String) -> String {
        "option '--tolerance': got '\(got)', expected a number of per cent above 0 and below 100"
    }

    /// What is ignored in silence looks as if it had been understood.
    @Test(arguments: [
        (["doctor", "x"], "'doctor' takes options only, got 'x'", "help doctor"),
        (["help", "run", "x"], "'help' takes one command, got 2", "help"),
        (["selftest", "--strategy", "all"], "got 'all', expected one strategy", "help selftest"),
        (
            ["selftest", "--dataset", "chat,table", "--size", "5"],
            "takes one dataset of one size, got chat with 5 items, table with 5 items", "help selftest"
        ),
        (["selftest", "--size", "5,6"], "photo-days with 5 items, photo-days with 6 items", "help selftest"),
        (["selftest", "--trials", "-1"], "option '--trials': got '-1', expected a number of trials", "help selftest"),
        (["hitches", "--count", "-1"], "option '--count': got '-1', expected a number of frames", "help hitches"),
        (
            ["compare", "full-array", "incremental", "full-array"], "got 'full-array' more than once", "help compare"
        ),
        (["compare", "full-array"], "takes two or more strategies, got 1", "help compare"),
        (["compare", "full-array", "incremental", "--tolerance", "0"], percents("0"), "help compare"),
        (["compare", "full-array", "incremental", "--tolerance", "100"], percents("100"), "help compare"),
        (["compare", "full-array", "incremental", "--tolerance", "nan"], percents("nan"), "help compare"),
        (["ab", "--base", "x", "--tolerance=-1"], percents("-1"), "help ab"),
        (
            ["ab", "--base", "x", "--pairs", "1"],
            "option '--pairs': got '1', expected a number of pairs from 2 to 1,000", "help ab"
        ),
        (
            ["compare", "incremental", "full-array", "--filter", "incremental", "--dry-run"],
            "there is nothing to compare: the options select no case of full-array", "help compare"
        ),
        (["scaling", "--frames", "a.csv"], "recorded frames have one", "help scaling"),
        (["scaling", "--size", "1e3", "--dry-run"], "needs a dataset of two sizes or more", "help scaling"),
        (["run", "--storm", "--metric", "wall-time"], "name 'latency' among the metrics, too", "help run"),
        (["selftest", "x"], "'selftest' takes options only, got 'x'", "help selftest"),
        (["x"], "unknown command 'x'", "help"),
    ])
    func whatIsTooMuchIsNamed(_ arguments: [String], _ message: String, _ help: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.code == 64)
        #expect(outcome.error.contains(message) && outcome.error.hasSuffix("See 'swift run benchmarks \(help)'.\n"))
    }

    @Test func helpListsCommandsAndExitCodes() {
        for command in Command.all where !command.isHidden { #expect(HelpText.program.contains(command.summary)) }
        for code in ExitCode.allCases { #expect(HelpText.program.contains(code.meaning)) }
    }

    /// Lines end where the terminal does.
    @Test func helpIsAsBroadAsTheTerminal() throws {
        for width in [60, 80] {
            let outcome = try Program.run(["help", "merge"], environment: ["COLUMNS": String(width)])
            let options = outcome.output.split(separator: "\n").drop { $0 != "Options:" }
            #expect(options.count > 4 && options.allSatisfy { $0.count <= width }, "\(outcome.output)")
        }
    }

    @Test func theHelpOfCompareSaysWhatItExitsWith() throws {
        let text = HelpText.text(of: .compare).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Without it, regressed in the last line only counts them."))
    }

    /// The README shows what is printed.
    @Test func theLegendIsThatOfTheReadMe() throws {
        let readMe = try TextFile.read(ReleaseBuild.packagePath + "/README.md")
        #expect(readMe.contains(StrategyReport.legend))
        let meaning = try #require(StrategyReport.legend.firstMatch(of: /all items read once, ([^.]*)\./)?.1)
        let prose = readMe.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(prose.contains("the values of all items, once: \(meaning)."))
    }

    @Test func listNamesEverything() throws {
        let outcome = try Program.run(["list"])
        #expect(outcome.code == 0)
        let ids =
            CacheStrategy.all.map(\.id) + Dataset.every.map(\.id) + Trace.all.map(\.id)
            + EditTrace.all.map(\.id) + Metric.all.map(\.metric.id)
        for id in ids { #expect(outcome.output.contains("  \(id) ")) }
        #expect(try Program.run(["list", "traces"]).output.contains("fling"))
        #expect(try Program.run(["list", "trace"]).code == 64)
    }

    @Test func completionsNameEveryCommand() throws {
        for shell in ["bash", "zsh", "fish"] {
            let script = try Program.run(["completions", shell])
            #expect(script.code == 0)
            let words = Set(script.output.split { !$0.isLetter && $0 != "-" })
            for command in Command.all where !command.isHidden { #expect(words.contains(command.name[...])) }
        }
        #expect(try Program.run(["completions", "csh"]).code == 64)
    }

    /// What bash completes: the words of a line, the last of which is begun.
    @Test(arguments: [
        (["comp"], ["compare", "completions"]), (["--sto"], ["--storm"]), (["--dataset", "photo-g"], ["photo-grid"]),
        (["run", "--dataset", "photo-days,cha"], ["photo-days,chat"]), (["run", "--trace", "rota"], []),
        (["hitches", "--trace", "rota"], ["rotation"]), (["compare", "packed"], ["packed-rtree"]),
        (["completions", "f"], ["fish"]), (["baseline", "sa"], ["save"]), (["thresholds", "u"], ["update"]),
        (["list", "da"], ["datasets"]), (["help", "rend"], ["render"]), (["frames", "--strategy", "al"], []),
        (["selftest", "--format", "t"], ["text"]), (["selftest", "--format", "c"], []),
        (["advise", "--dataset", "adv"], []), (["run", "--dataset", "adv"], ["adversarial"]),
        (["run", "--frames", ""], []), (["report", ""], []), (["report", "--ht"], ["--html"]),
    ]) func bashCompletes(_ words: [String], _ expected: [String]) throws {
        let folder = try Folder()
        let line = (["benchmarks"] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = try folder.write(
            Completions.script("bash") + "COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _benchmarks\n"
                + "echo ${COMPREPLY[*]}\n", to: "completions")
        let bash = try ChildProcess("/usr/bin/env", ["bash", script]).run()
        #expect(bash.output == expected.joined(separator: " ") + "\n")
    }

    /// Whatever a shell offers is taken.
    @Test(arguments: ["run", "hitches"]) func completionsOfferWhatIsTaken(_ name: String) throws {
        let command = try #require(Command.all.first { $0.name == name })
        let missing = PeerPackage.all.filter { $0.remedy != nil }.flatMap(\.ids)
        var count = 0
        for line in Completions.script("bash").matches(of: /([^\n]*)\) names="([^"]*)" list=1 ;;/) {
            for option in line.1.matches(of: /"([^" ]+) ([^" ]+)"/) where option.1 == name {
                for value in line.2.split(separator: " ").map(String.init) where !missing.contains(value) {
                    let options = try OptionParser(command.options).parse([String(option.2), value])
                    #expect(throws: Never.self, "\(option.2) \(value)") {
                        try name == "run"
                            ? Selection(options) : Selection(options, defaults: .hitches)
                    }
                    count += 1
                }
            }
        }
        #expect(count > 50)
    }

    /// Files are files in fish, too, where no option takes them by itself.
    @Test func fishCompletesFiles() {
        let lines = Completions.script("fish").split(separator: "\n")
        func line(_ command: String, _ rest: String) -> Bool {
            lines.contains { $0.contains("__fish_seen_subcommand_from \(command)'") && $0.hasSuffix(rest) }
        }
        #expect(line("report", "' -F") && line("frames", "' -F") && !line("compare", "' -F"))
        for option in ["frames", "path"] {
            let own = lines.filter { $0.contains(" -l \(option) ") }
            #expect(!own.isEmpty && own.allSatisfy { $0.hasSuffix(" -r -F") })
        }
    }

    @Test func doctorTellsWhatIsMissing() throws {
        let outcome = try Program.run(["doctor"])
        #expect(outcome.code == 0)
        for title in ["machine", "toolchain", "build", "libjemalloc", "valgrind"] {
            #expect(outcome.output.contains(title))
        }
        if AllocationCounter.childEnvironment == nil {
            #expect(outcome.output.contains(AllocationCounter.installCommand))
        }
    }

    /// git is installed, and says nothing of the folder.
    @Test func doctorTellsThatTheCommitIsUnknown() throws {
        let outcome = try Program.run(["doctor"], environment: ["GIT_DIR": "/nowhere"])
        let line = outcome.output.split(separator: "\n").first { $0.contains(" git ") }
        #expect(line?.hasPrefix("notice ") == true || line?.hasPrefix("missing") == true, "\(line ?? "")")
        #expect(line?.contains("results name no commit, 'ab' takes no revision") == true, "\(line ?? "")")
    }

    @Test func compareReportsIntervals() throws {
        let folder = try Folder()
        let outcome = try Program.run(
            ["compare", "full-array", "packed-rtree", "--path", folder.path + "/run.csv"] + Program.small)
        // So short a run may decide nothing.
        #expect([0, 7].contains(outcome.code), "\(outcome.error)")
        let all = try ResultFile.read(folder.path + "/run.csv")
        #expect(all.contains { $0.key.metric == "elements-tested" })
        let rows = all.filter { $0.key.metric == "time-ratio" }
        #expect(Set(rows.map(\.key.strategy)) == ["packed-rtree"])
        #expect(Set(rows.map(\.key.phase)) == ["prepare", "query", "update"])
        let times = all.filter { $0.key.metric == "wall-time" && $0.key.statistic == "median" }
        #expect(Set(times.map(\.key.strategy)) == ["full-array", "packed-rtree"])
        #expect(Set(times.map(\.key)).count == times.count)
        let medians = Results(all)
        for ratio in rows where ratio.key.statistic == "median" {
            var key = ratio.key
            (key.metric, key.strategy) = ("wall-time", "full-array")
            #expect(medians.value(key) != nil, "\(key.path)")
        }
        #expect(outcome.output.contains("vs full-array") && outcome.output.contains("× floor"))
        let floors = rows.filter { $0.key.statistic == "floor" }
        #expect(floors.map(\.key.phase) == ["prepare", "query", "query"] && floors.allSatisfy { $0.value ?? 0 > 0 })
    }

    @Test func dryRunPrintsPathsAndWritesNothing() throws {
        let folder = try Folder()
        let outcome = try Program.run(["--dry-run", "--dataset", "chat", "--path", folder.path + "/new"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("strategies/chat/1000000/incremental/update/resize\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
