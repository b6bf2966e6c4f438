import BenchmarkKit
import Foundation
import Testing

/// The exit codes that scripts rely on, of the real executable.
@Suite struct ExitCodeTests {
    @Test func successWritesWhatItMeasured() throws {
        let folder = try Folder()
        let file = folder.path + "/run.csv"
        let outcome = try Program.run(["run"] + Program.small + ["--path", file])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.lastLine.hasPrefix("RESULT regressed=0 improved=0 ok="))
        #expect(outcome.lastLine.hasSuffix("exit=0"))
        let rows = try ResultFile.read(file)
        #expect(Set(rows.map(\.key.phase)) == ["prepare", "first-query", "query", "update"])
        #expect(Set(rows.map(\.key.dataset)) == ["photo-days"])
        #expect(rows.contains { $0.key.metric == "latency" && $0.key.statistic == "p99" && ($0.value ?? 0) > 1 })
        let prepared = rows.filter {
            $0.key.strategy == "incremental" && $0.key.phase == "prepare" && $0.metricClass == .time
        }
        let times = Dictionary(
            uniqueKeysWithValues: prepared.map { ("\($0.key.metric) \($0.key.statistic)", $0.value) })
        #expect(
            Set(times.keys)
                == [
                    "wall-time median", "wall-time lower", "wall-time upper", "wall-time p95", "wall-time first",
                    "wall-time parallel", "cpu-time median", "cpu-time first",
                ])
        func time(_ name: String) throws -> Double { try #require(times["wall-time \(name)"] ?? nil) }
        #expect(try time("lower") <= time("median") && time("median") <= time("upper"))
        #expect(try time("lower") > 0 && time("median") <= time("p95"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/run.env.json"))
        let measured = rows.filter { $0.key.suite == "strategies" }
        for strategy in Set(measured.map(\.key.strategy)) { #expect(outcome.output.contains(strategy)) }
    }

    @Test func commandIsOptional() throws {
        let folder = try Folder()
        let outcome = try Program.run(
            Program.small + [
                "--metric", "exact", "--format", "csv", "--path", folder.path, "--strategy", "incremental",
            ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.rows(outcome.output, file: "output")
        #expect(!rows.isEmpty && rows.allSatisfy { $0.key.strategy == "incremental" && $0.metricClass == .exact })
        #expect(outcome.error.contains("RESULT "))
    }

    @Test func wrongAnswerIs3AndNamesThePlace() throws {
        let folder = try Folder()
        let outcome = try Program.run(["run", "--inject-lossy", "--path", folder.path] + Program.small)
        #expect(outcome.code == 3)
        #expect(outcome.lastLine.hasSuffix("exit=3"))
        for part in [
            "strategy 'lossy'", "dataset 'photo-days'", "query 0, rect (", "missing cell [", "ended with exit code 3",
        ] {
            #expect(outcome.error.contains(part))
        }
    }

    /// Whatever measures tells so in the last line, and in the summary of a step on GitHub.
    @Test(
        .enabled(if: Tool.valgrind.path != nil, "install valgrind with: \(Tool.valgrind.installCommand)"),
        arguments: [["run", "--path"], ["thresholds", "check", "--path"], ["thresholds", "update", "--path"]])
    func aJobThatFailsIs3(_ command: [String]) throws {
        let folder = try Folder()
        // What counts instructions breaks down.
        let tool = try folder.write("#!/bin/sh\nexit 9\n", to: "valgrind")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        let file = folder.path + "/a.csv"
        if command[0] == "thresholds" { try ThresholdFile().write(to: file) }
        let summary = folder.path + "/summary.md"
        let outcome = try Program.run(
            command + [file, "--metric", "instructions", "--strategy", "incremental"]
                + Program.small.filter { command[0] == "run" || !["--budget", "10ms"].contains($0) },
            environment: ["PATH": folder.path, "GITHUB_STEP_SUMMARY": summary])
        #expect(outcome.code == 3)
        #expect(outcome.lastLine == "RESULT regressed=1 improved=0 ok=0 undecided=0 missing=0 exit=3", "\(outcome)")
        let text = try TextFile.read(summary)
        #expect(text.hasPrefix("**a job failed") && text.contains("ended with exit code 9"), "\(text)")
    }

    @Test func wrongAnswerThroughEffectsIs3() throws {
        let folder = try Folder()
        let outcome = try Program.run([
            "run", "--inject-lossy", "--path", folder.path, "--quick", "--size", "300", "--budget", "10ms", "--dataset",
            "sticky-headers", "--filter", "/effects/",
        ])
        #expect(outcome.code == 3)
        #expect(
            outcome.error.contains("strategy 'lossy' on dataset 'sticky-headers' (n = 300), effects, trace 'fling'"))
    }

    @Test(arguments: [
        (["run", "--strategy", "packed-tree"], "did you mean 'packed-rtree'?"),
        (["run", "--datast", "chat"], "unknown option '--datast'; did you mean '--dataset'?"),
        (["rnu"], "unknown command 'rnu'; did you mean 'run'?"),
        (["a"], "unknown command 'a'; expected one of: run, "),
        (["run", "--d", "chat"], "unknown option '--d'\n"),
        (["run", "-x"], "unknown option '-x'\n"),
        (["run", "--dataset", "c"], "unknown dataset 'c'; expected one of: "),
        (["selftest", "--strategy", "a"], "unknown strategy 'a'; expected one of: "),
        (["run", "--filter", "no such case"], "the options select no case"),
        (["run", "--size", "many"], "option '--size'"),
        (["run", "--size", "2e9"], "expected a number from 1 to 1e9"),
        (["run", "--filter", "("], "is not a regular expression"),
        (["compare", "full-array"], "two or more"),
        (["thresholds"], "'check', 'update' or 'read'"),
        (["frames"], "takes one file"),
    ]) func usageErrorIs64(_ arguments: [String], _ message: String) throws {
        let outcome = try Program.run(arguments + (arguments[0] == "run" ? ["--dry-run"] : []))
        #expect(outcome.code == 64)
        #expect(outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func unwritablePathIs6() throws {
        let folder = try Folder()
        let file = try folder.write("", to: "file")
        let outcome = try Program.run(["run", "--path", file + "/results"] + Program.small)
        #expect(outcome.code == 6)
        #expect(outcome.error.contains("cannot write"))
    }

    /// A file that is opened does not take the place of a stream that was closed.
    @Test(arguments: [("2>&-", 0), (">&-", 6), ("<&- 2>&-", 0)])
    func whatIsSaidGoesIntoNoFile(_ closing: String, _ code: Int32) throws {
        let folder = try Folder()
        let file = folder.path + "/a.csv"
        let command = [Program.path, "run", "--path", file, "--strategy", "incremental"] + Program.small
        let result = try ChildProcess(
            "/bin/sh", ["-c", command.map { "'\($0)'" }.joined(separator: " ") + " " + closing],
            environment: ["BENCHMARKS_STAY_IN_DEBUG": "1", "GITHUB_STEP_SUMMARY": ""]
        ).run()
        #expect(result.ending == .exited(code))
        #expect(try TextFile.read(file).split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("1,") })
        #expect(try !ResultFile.read(file).isEmpty)
    }

    @Test func nothingMeasuredIsNever0() throws {
        let folder = try Folder()
        let outcome = try Program.run(
            ["run", "--metric", "allocations", "--path", folder.path] + Program.small,
            environment: ["BENCHMARKS_WITHOUT_TOOLS": "1"])
        #expect(outcome.code == 7)
        #expect(outcome.error.contains("install libjemalloc"))
        let rows = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }
            .flatMap { try ResultFile.read(folder.path + "/" + $0) }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.value == nil && $0.key.statistic == "unavailable" })
    }

    @Test func debugBuildMeasuresNothingLarge() throws {
        let outcome = try Program.run(["run", "--size", "1e6"], program: Program.debugPath)
        #expect(outcome.code == 1)
        #expect(outcome.error.contains("a debug build measures nothing"))
    }
}
