import BenchmarkKit
import Foundation
import Testing

/// Files that cannot be written, and files that are not what they should be: the exit codes of the real executable.
@Suite struct BadFileTests {
    private func shell(_ script: String) throws -> (code: Int32, error: String) {
        let folder = try Folder()
        let error = folder.path + "/error"
        let child = ChildProcess(
            "/bin/sh", ["-c", "(\(script)) 2>'\(error)'"],
            // Where the thread sanitizer cannot make a file of its own, which no limit has room for, it goes without.
            environment: ["BENCHMARKS_STAY_IN_DEBUG": "1", "GITHUB_STEP_SUMMARY": "", "TEST_TMPDIR": "/dev/null"])
        guard case .exited(let code) = try child.run().ending else { return (-1, try TextFile.read(error)) }
        return (code, try TextFile.read(error))
    }

    /// A limit on the size of files, at which writes fail as they do on a full disk; what was written before is whole.
    @Test func aFullDiskIs6() throws {
        let folder = try Folder()
        let options = (Program.small + ["--path", folder.path + "/a.csv"]).joined(separator: " ")
        // Blocks of 512 bytes in the shell's `ulimit`, or of 1024.
        let outcome = try shell("trap '' XFSZ; ulimit -f 8; exec '\(Program.path)' run \(options)")
        #expect(outcome.code == 6 && outcome.error.contains("cannot write \(folder.path)/a"), "\(outcome)")
        #expect(try !ResultFile.read(folder.path + "/a.csv").isEmpty)
    }

    #if os(Linux)
        @Test func aFullStandardOutputIs6() throws {
            let outcome = try shell("exec '\(Program.path)' list >/dev/full")
            #expect(outcome.code == 6 && outcome.error.contains("cannot write to standard output"), "\(outcome)")
        }
    #endif

    @Test(arguments: ["merge", "report", "baseline"]) func filesThatAreNoResultsAre1(_ command: String) throws {
        let folder = try Folder()
        let header = CSV.line(ResultRow.columns)
        for (name, text, message) in [
            ("foreign", "name,value\na,1\n", "name"), ("short", header + "1,run\n", "2 fields"),
            ("schema", header + "99" + String(repeating: ",", count: ResultRow.columns.count - 1) + "\n", "'99'"),
            ("empty", "", "an empty file"),
            ("cut", String(header.prefix(20)), "column '2': got 'run_i', expected the header 'run_id'"),
        ] {
            let file = try folder.write(text, to: name + ".csv")
            let arguments =
                command == "merge"
                ? [file, "--path", folder.path + "/merged"]
                : command == "report" ? [file] : ["read", name, "--path", folder.path]
            let outcome = try Program.run([command] + arguments)
            #expect(outcome.code == 1, "\(name): \(outcome)")
            #expect(outcome.error.contains(file) && outcome.error.contains(message), "\(name): \(outcome.error)")
        }
    }

    /// A kill while a row was written, and nothing beside the file to tell of it: whoever reads the other rows hears of it.
    @Test func aRowThatWasCutOffIsTold() throws {
        let folder = try Folder()
        let results = folder.path + "/a.csv"
        #expect(try Program.run(["run", "--metric", "exact", "--path", results] + Program.small).code == 0)
        let rows = try ResultFile.read(results)
        let cut = CSV.line(try #require(rows.last).fields).dropLast(30)
        _ = try folder.write(String(TextFile.read(results).dropLast(30)), to: "a.csv")
        let place = "benchmarks: warning: \(results):\(rows.count + 1): got '\(cut)', expected a line with its end"
        for (arguments, code) in [
            (["merge", results, "--path", folder.path + "/merged.csv"], 0 as Int32),
            (["report", results, "--format", "csv"], 0), (["baseline", "read", "a", "--path", folder.path], 0),
            (["advise", "--dataset", "all", results], 7),
            (["thresholds", "update", "--results", results, "--path", folder.path + "/t.csv"] + Program.small, 0),
        ] {
            let outcome = try Program.run(arguments.filter { !["--budget", "10ms"].contains($0) })
            #expect(outcome.code == code && outcome.error.contains(place), "\(arguments): \(outcome.error)")
        }
        #expect(try ResultFile.read(folder.path + "/merged.csv") == rows.dropLast())
    }

    /// What nobody measured is joined to nothing, and gates nothing.
    @Test func filesWithoutRowsAre7() throws {
        let folder = try Folder()
        let empty = try folder.write(CSV.line(ResultRow.columns), to: "empty.csv")
        for command in [["merge", empty], ["thresholds", "update", "--quick", "--size", "300", "--results", empty]] {
            let outcome = try Program.run(command + ["--path", folder.path + "/new.csv"])
            #expect(outcome.code == 7, "\(outcome)")
            #expect(outcome.error.contains("nothing was measured: \(folder.path)/new.csv is not written"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["empty.csv"])
    }

    /// Numbers that no run writes: of items, of values of a histogram, and of rows that are done.
    @Test func numbersThatNoRunWritesAre1() throws {
        let folder = try Folder()
        let results = folder.path + "/a.csv"
        #expect(try Program.run(["run", "--metric", "exact", "--path", results] + Program.small).code == 0)
        let text = try TextFile.read(results)
        for count in ["0", "-5", "9223372036854775807", "-9223372036854775808", "1e3"] {
            let file = try folder.write(text.replacing(",300,", with: ",\(count),"), to: "n.csv")
            for arguments in [
                ["report", file, "--html", folder.path + "/n.html"], ["advise", "--dataset", "all", file],
                ["merge", file, "--path", folder.path + "/m.csv"],
            ] {
                let outcome = try Program.run(arguments)
                #expect(outcome.code == 1, "\(outcome)")
                #expect(outcome.error.contains("column 'n': got '\(count)', expected a whole number from 1 to 10^12"))
            }
        }
        for histogram in ["llh1 1 1 1:18446744073709551615", "llh1 1 2 1:9223372036854775807 2:1"] {
            #expect(LogLinearHistogram(text: histogram) == nil)
        }
        #expect(LogLinearHistogram(text: "llh1 1 2 1:9223372036854775806 2:1")?.count == UInt64(Int.max))
        for line in ["-5 0 chat/1000/counters", "2 0 b", "4 -1 c", "4 0"] {
            _ = try folder.write("3 0 a\n\(line)\n", to: "b.csv.steps")
            let error = #expect(throws: FileError.self) { try RunJournal(besides: folder.path + "/b.csv") }
            #expect(error?.exitCode == .harnessError && error?.reason.hasPrefix("got '\(line)', expected") == true)
        }
    }

    /// What could be meant otherwise is not guessed, and what does not apply is not left unread.
    @Test func optionsThatDoNotApplyAre64() throws {
        let folder = try Folder()
        let scope = ["--quick", "--size", "300"]
        let results = folder.path + "/a.csv"
        #expect(try Program.run(["run", "--metric", "exact", "--path", results] + Program.small).code == 0)
        for (arguments, message) in [
            (["baseline", "delete", "a", "--dry-run", "--path", folder.path], "leave out '--dry-run'"),
            (["thresholds", "read", "--dry-run"] + scope, "leave out '--dry-run'"),
            (["thresholds", "read", "--results", results], "judges nothing: leave out '--results'"),
            (["thresholds", "read", "--shard", "1/2", "--results", results], "leave out '--results'"),
            (["thresholds", "read", "--seed", "1"], "leave out '--seed'"),
            (["thresholds", "read", "--shard", "1/2"], "leave out '--shard'"),
            (["thresholds", "update", "--frames", results], "'--frames' takes '--path FILE.csv'"),
            (["thresholds", "read", "--strict-improvements"], "leave out '--strict-improvements'"),
            (["thresholds", "update", "--strict-improvements"] + scope, "leave out '--strict-improvements'"),
            (["thresholds", "check", "--results", results, "--seed=1"] + scope, "leave out '--seed'"),
            (["thresholds", "check", "--seed", "8"] + scope, "Benchmarks/Thresholds is of seed 7"),
            (["run", "--resume", results, "--dry-run"], "leave out '--dry-run'"),
            (["scaling", "--resume", results, "--size", "10"], "leave out '--size'"),
            (["selftest", "--resume", results, "--trials", "1"], "leave out '--trials'"),
            (["selftest", "--quick", "--size", "300", "--format", "csv"], "expected text or markdown"),
            (["run", "--path="] + Program.small, "'--path' needs a value"),
            (["run", "--dataset=,"] + Program.small, "'--dataset' needs a value"),
            (["thresholds", "check", "--metric", "wall-time,hits", "--quick", "--size", "300"], "got 'wall-time'"),
            (["hitches", "--count", "1e15", "--quick", "--size", "300"], "from 1 to 1,000,000"),
            (["hitches", "--count", "0", "--quick", "--size", "300"], "from 1 to 1,000,000"),
            (["advise", "--regret", "--memory-per-item", "0", results], "leave out '--memory-per-item'"),
            (["advise", "--dataset", "all", "--size", "10", results], "leave out '--size'"),
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 64 && outcome.error.contains(message), "\(arguments): \(outcome)")
        }
        #expect(FileManager.default.fileExists(atPath: results))
        for (arguments, message) in [
            (["report", results, folder.path + "/b.cvs"], "b.cvs: got no result file"),
            (["report", results, folder.path + "/./a.csv"], "given twice"),
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 1 && outcome.error.contains(message), "\(arguments): \(outcome)")
        }
    }

    /// What a comparison with a baseline measures is no baseline.
    @Test func comparisonsLeaveBaselinesAsTheyAre() throws {
        let folder = try Folder()
        let options = Program.small + ["--metric", "exact", "--path", folder.path + "/kept"]
        #expect(try Program.run(["baseline", "save", "a"] + options).code == 0)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept").sorted()
        #expect(before == ["a.csv", "a.env.json"])
        #expect(try Program.run(["baseline", "compare", "a"] + options, in: folder.path).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept").sorted() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/results").count == 2)
    }

    @Test func otherPathsThatCannotBeWrittenAre6() throws {
        let folder = try Folder()
        let blocked = try folder.write("", to: "file") + "/below"
        let results = folder.path + "/a.csv"
        #expect(try Program.run(["run", "--metric", "exact", "--path", results] + Program.small).code == 0)
        let selftest = [
            "selftest", "--quick", "--size", "300", "--trials", "1", "--detections", "0", "--ab-trials", "0",
        ]
        for arguments in [
            ["merge", results, "--path", blocked + ".csv"], selftest + ["--path", blocked],
            ["baseline", "save", "main", "--path", blocked] + Program.small,
            ["scaling", "--path", blocked] + Program.small + ["--size", "100"],
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.code == 6 && outcome.error.contains("cannot write"), "\(arguments[0]): \(outcome)")
            #expect(outcome.error.contains("/file is no folder"), "\(outcome.error)")
        }
    }

    /// What was measured is measured: programs get their line, which says that a file could not be written.
    @Test func aSummaryThatCannotBeWrittenIs6() throws {
        let folder = try Folder()
        let blocked = try folder.write("", to: "file") + "/summary.md"
        let arguments = ["run", "--metric", "hits", "--path", folder.path + "/a.csv"] + Program.small
        let outcome = try Program.run(arguments, environment: ["GITHUB_STEP_SUMMARY": blocked])
        #expect(outcome.code == 6 && outcome.error.contains("cannot write \(blocked)"), "\(outcome.error)")
        #expect(outcome.lastLine.hasPrefix("RESULT ") && outcome.lastLine.hasSuffix(" exit=6"), "\(outcome.lastLine)")
    }

    /// Pasted into a shell, the command of a summary is the one that was given.
    @Test func theCommandOfASummaryIsQuoted() throws {
        let folder = try Folder()
        let summary = folder.path + "/summary.md"
        let arguments = [
            "run", "--metric", "hits", "--filter", "full|tree", "--path", folder.path + "/a b.csv",
        ]
        let outcome = try Program.run(arguments + Program.small, environment: ["GITHUB_STEP_SUMMARY": summary])
        #expect(outcome.code == 0, "\(outcome.error)")
        let command = try #require(try TextFile.read(summary).firstMatch(of: /swift run benchmarks (.*)\n/)?.1)
        let shell = ChildProcess("/bin/sh", ["-c", "for word in \(command); do echo \"$word\"; done"])
        #expect(try shell.run().output.split(separator: "\n").map(String.init) == arguments + Program.small)
    }
}
