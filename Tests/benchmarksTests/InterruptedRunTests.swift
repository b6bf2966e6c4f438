import BenchmarkKit
import Foundation
import Testing
import Workloads

@testable import benchmarks

@Suite struct InterruptedRunTests {
    private static let scope = ["--quick", "--size", "300", "--budget", "10ms", "--metric", "exact"]

    private func keys(_ path: String) throws -> [String] { try ResultFile.read(path).map(\.key.path).sorted() }

    @Test func shardsMergeToTheWhole() throws {
        let folder = try Folder()
        let whole = folder.path + "/whole.csv"
        #expect(try Program.run(["run", "--path", whole] + Self.scope).code == 0)
        let parts = (1...3).map { "\(folder.path)/part\($0).csv" }
        for (index, part) in parts.enumerated() {
            #expect(try Program.run(["run", "--path", part, "--shard", "\(index + 1)/3"] + Self.scope).code == 0)
        }
        let merged = folder.path + "/merged.csv"
        let outcome = try Program.run(["merge"] + parts + ["--path", merged])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(try keys(merged) == keys(whole))
        #expect(try Program.run(["report", merged]).output.contains("packed-rtree"))
        #expect(try Program.run(["merge", parts[0], parts[0], "--path", merged]).code == 1)

        // What stands beside a file that was there before is none of the new one's.
        try FileManager.default.removeItem(atPath: Environment.path(besides: parts[0]))
        for (part, hasEnvironment) in [(parts[1], true), (parts[0], false)] {
            try TextFile.write("", to: RunJournal.path(besides: merged))
            #expect(try Program.run(["merge", part, "--path", merged]).code == 0)
            #expect(FileManager.default.fileExists(atPath: folder.path + "/merged.env.json") == hasEnvironment)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/merged.csv.steps"))
        }
        _ = try Program.run(["merge"] + parts + ["--path", merged])
        // Standard output has nothing beside it.
        let stream = folder.path + "/stream"
        try FileManager.default.createSymbolicLink(atPath: stream, withDestinationPath: "/dev/stdout")
        #expect(try Program.run(["merge", parts[1], "--path", stream]).output == TextFile.read(parts[1]))
        #expect(!FileManager.default.fileExists(atPath: Environment.path(besides: stream)))
        // A part that was interrupted is no part of a whole.
        _ = try folder.write("", to: "part2.csv.steps")
        let part = try Program.run(["merge"] + parts + ["--path", merged])
        #expect(part.code == 1 && part.error.contains("\(parts[1]): got a file of an interrupted run"), "\(part)")
        // Nor is one that was killed before it measured anything, or one of another build.
        try FileManager.default.removeItem(atPath: RunJournal.path(besides: parts[1]))
        let empty = try folder.write(CSV.line(ResultRow.columns), to: "empty.csv")
        let none = try Program.run(["merge", parts[1], empty, "--path", merged])
        #expect(none.code == 1 && none.error.contains("\(empty): got no rows, expected some"), "\(none)")
        var environment = try Environment(besides: parts[1])
        environment.changes = "other"
        try environment.write(besides: parts[1])
        let other = try Program.run(["merge", parts[2], parts[1], "--path", merged])
        #expect(other.code == 1 && other.error.contains("got the changes to the commit 'other'"), "\(other)")
        #expect(try Program.run(["run", "--shard", "1/99"] + Self.scope).code == 64)

        // The gate takes merged results in place of measuring.
        let thresholds = ["--path", folder.path + "/thresholds.csv"] + Self.scope.prefix(3)
        #expect(try Program.run(["thresholds", "update", "--results", merged] + thresholds).code == 0)
        #expect(try Program.run(["thresholds", "check", "--results", whole] + thresholds).code == 0)
        #expect(try Program.run(["thresholds", "check", "--results", parts[0]] + thresholds).code == 5)
    }

    @Test func aKilledRunGoesOn() throws {
        try killAndResume(["run"] + Self.scope, resuming: "run")
    }

    /// However a run is ended while something is counted, what counts ends with it, and none of its files stay.
    @Test(
        .enabled(if: Tool.valgrind.path != nil, "install valgrind with: \(Tool.valgrind.installCommand)"),
        arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func whatCountsEndsWithTheRun(_ signal: String, _ code: Int) throws {
        let ended = try EndedProgram(
            ["run", "--metric", "instructions", "--path", "a.csv"] + Program.small, waitingFor: "valgrind", signal)
        #expect(ended.output == "\(code)\n" && ended.toolWasInterrupted, "\(ended)")
        let profile = try #require(ended.toolArguments.firstMatch(of: /--callgrind-out-file=(\S+)/)?.1)
        #expect(!FileManager.default.fileExists(atPath: profile + ".program"))
    }

    @Test func aKilledScalingGoesOn() throws {
        let scope = ["--quick", "--size", "100,1000", "--budget", "10ms", "--dataset", "chat", "--skip", "/update/"]
        try killAndResume(["scaling"] + scope, resuming: "scaling")
    }

    /// Kills a command at random points of its run, and goes on with what it left: the rows are those of a whole run.
    private func killAndResume(_ arguments: [String], resuming command: String) throws {
        let folder = try Folder()
        let whole = folder.path + "/whole.csv"
        let clock = ContinuousClock()
        let length = try clock.measure {
            let outcome = try Program.run(arguments + ["--path", whole])
            #expect(outcome.code == 0, "\(outcome.error)")
        }
        func resume(_ path: String, _ when: String) throws {
            let resumed = try Program.run([command, "--resume", path])
            #expect(resumed.code == 0, "killed \(when): \(resumed.error)")
            #expect(try keys(path) == keys(whole), "killed \(when)")
        }
        var random = SplitMix64(seed: 9)
        for number in 0..<4 {
            let path = "\(folder.path)/killed\(number).csv"
            let time = length * Double.random(in: 0.1..<0.95, using: &random)
            let child = ChildProcess(
                Program.path, arguments + ["--path", path], environment: ["BENCHMARKS_STAY_IN_DEBUG": "1"],
                isErrorSilenced: true)
            _ = try child.run(timeout: time)
            guard FileManager.default.fileExists(atPath: path) else { continue }
            _ = try ResultFile.read(path)
            guard FileManager.default.fileExists(atPath: RunJournal.path(besides: path)) else { continue }
            try resume(path, "after \(time)")
        }
        // However long these took: once as soon as a step is done.
        let path = folder.path + "/begun.csv"
        let child = Process()
        child.executableURL = URL(fileURLWithPath: Program.path)
        child.arguments = arguments + ["--path", path]
        child.environment = ProcessInfo.processInfo.environment.merging(["BENCHMARKS_STAY_IN_DEBUG": "1"]) { $1 }
        child.standardOutput = FileHandle.nullDevice
        child.standardError = FileHandle.nullDevice
        try child.run()
        while child.isRunning, (try? TextFile.read(RunJournal.path(besides: path)))?.contains("\n") != true {
            usleep(1000)
        }
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        try #require(RunJournal.exists(besides: path), "the run had ended before it was killed")
        try resume(path, "after its first step")
        #expect(try Program.run([command, "--resume", whole]).error.contains("nothing to resume"))
    }

    /// Whatever was cut off, the trials of a self-test are those that were asked for, each once.
    @Test func aKilledSelfTestGoesOn() throws {
        let folder = try Folder()
        let trials = ["--trials", "2", "--detections", "0", "--ab-trials", "0"]
        let begun = try Program.run(
            ["selftest", "--quick", "--size", "300", "--path", folder.path] + trials,
            environment: ["BENCHMARKS_WITHOUT_TOOLS": "1"])
        #expect([0, 7].contains(begun.code), "\(begun.error)")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".csv") })
        let file = folder.path + "/" + name
        func outcomes() throws -> [String] {
            try SelfTestReport.read(file).outcomes.map { "\($0.gate), \($0.injected), \($0.trial)" }
        }
        let whole = try outcomes()
        let text = try TextFile.read(file)
        // Within the second trial of 'compare', and within the row of the first one as a whole.
        for cut in ["compare fling,0 %,1", "compare all,0 %,0"] {
            let end = try #require(text.range(of: cut)).upperBound
            try TextFile.write(text[..<end] + ",qui", to: file)
            let resumed = try Program.run(
                ["selftest", "--resume", file], environment: ["BENCHMARKS_WITHOUT_TOOLS": "1"])
            #expect([0, 7].contains(resumed.code), "\(resumed.error)")
            #expect(try outcomes() == whole, "cut off after '\(cut)'")
        }
    }

    private static let timed =
        Program.small + ["--samples", "--strategy", "packed-rtree,incremental", "--skip", "/update/"]

    /// Runs the debug build: the other one times so many queries in 10 ms that some runs tell a farther percentile, and others not.
    private func runTimed(_ arguments: [String]) throws -> Program.Outcome {
        try Program.run(["run"] + arguments, program: Program.debugPath)
    }

    /// The places and rounds of the single samples beside a result file.
    private func samples(_ path: String) throws -> [String] {
        try CSVReader.lines(TextFile.read(SampleFile.path(besides: path)), file: "samples").map {
            $0.fields.prefix(8).joined(separator: ",")
        }
    }

    /// A run whose file was removed begins anew, whatever it left beside it.
    @Test func aNewRunMeasuresAll() throws {
        let folder = try Folder()
        let (whole, path) = (folder.path + "/whole.csv", folder.path + "/a.csv")
        for file in [whole, path] { #expect(try runTimed(["--path", file] + Self.timed).code == 0) }
        try FileManager.default.removeItem(atPath: path)
        let done = Lane.ofRuns.map(\.title) + ["fling", "jump"]
        try TextFile.write(
            done.map { "0 0 photo-days/300/\($0)\n" }.joined(), to: RunJournal.path(besides: path))
        #expect(try runTimed(["--path", path] + Self.timed).code == 0)
        #expect(try keys(path) == keys(whole))
        let taken = try samples(path)
        #expect(taken.count > 1 && Set(taken).count == taken.count)
        #expect(try HistogramFile.read(besides: path).count == HistogramFile.read(besides: whole).count)
    }

    /// An interrupted step is measured again, and its samples are in the file once; those of steps that are done stay.
    @Test func samplesAreThereOnce() throws {
        let folder = try Folder()
        let path = folder.path + "/a.csv"
        #expect(try runTimed(["--path", path] + Self.timed).code == 0)
        func places() throws -> Set<ArraySlice<Substring>> {
            Set(try samples(path).map { $0.split(separator: ",").dropLast() })
        }
        let whole = (keys: try keys(path), places: try places())
        let rows = try ResultFile.read(path)
        let last = try #require(rows.lastIndex { $0.key.trace == "fling" && $0.metricClass == .time })
        let text = try TextFile.read(SampleFile.path(besides: path))
        let next = try #require(text.firstRange(of: /\n[^\n]*,jump,/))
        let done = text[...next.lowerBound]
        let steps = Lane.ofRuns.map(\.title) + ["fling"]
        try TextFile.write(
            steps.map { "\(last + 1) \(done.utf8.count) photo-days/300/\($0)\n" }.joined(),
            to: RunJournal.path(besides: path))
        #expect(try runTimed(["--resume", path]).code == 0)
        #expect(try keys(path) == whole.keys)
        #expect(try TextFile.read(SampleFile.path(besides: path)).hasPrefix(done))
        let taken = try samples(path)
        #expect(Set(taken).count == taken.count)
        #expect(try places() == whole.places)
    }

    /// What has changed since a run began is told, and its file stays as it is.
    @Test func whatARunGoesOnWithMustBeThere() throws {
        let folder = try Folder()
        let path = folder.path + "/a.csv"
        func frames(_ count: Int, height: Int = 100) throws -> String {
            try folder.write(
                "section,item,kind,x,y,width,height\n"
                    + (0..<count).map { "0,\($0),cell,0,\($0 * 100),390,\(height)\n" }.joined(), to: "app.csv")
        }
        let begun = try Program.run(
            ["run", "--path", path, "--frames", frames(40), "--quick", "--metric", "exact"])
        try #require(begun.code == 0, "\(begun.error)")
        let (text, environment) = (try TextFile.read(path), try Environment(besides: path))
        let rows = try ResultFile.read(path).count
        func resume(_ message: String) throws {
            let before = try TextFile.read(path)
            let outcome = try Program.run(["run", "--resume", path])
            #expect(outcome.code == 1 && outcome.error.contains(message), "\(outcome)")
            #expect(try TextFile.read(path) == before)
        }
        _ = try folder.write("\(rows) 0 app.csv/40/\(Lane.counters.title)\n", to: "a.csv.steps")

        _ = try folder.write(text.split(separator: "\n").prefix(5).joined(separator: "\n") + "\n", to: "a.csv")
        try resume("got the file's end after 4 rows, expected \(rows) rows, as many as its run had written")
        _ = try folder.write(text, to: "a.csv")

        for (message, change) in [
            (
                "got the environment '\(environment.id)', expected "
                    + "'\(environment.id.replacing(environment.architecture, with: "vax"))', with which the run began",
                { $0.architecture = "vax" }
            ),
            ("got the commit '\(environment.commit)', expected 'abc', with", { $0.commit = "abc" }),
            (
                "got the changes to the commit '\(environment.changes ?? "none")', expected 'abc'",
                { $0.changes = "abc" }
            ),
            ("got the configuration '\(environment.configuration)', expected 'fast'", { $0.configuration = "fast" }),
            ("got the allocator 'system', expected 'buddy'", { $0.allocator = "buddy" }),
            ("got the processor '\(environment.cpuModel)', expected '6502'", { $0.cpuModel = "6502" }),
            ("got the number of processors '\(environment.cores)', expected '0'", { $0.cores = 0 }),
        ] as [(String, (inout Environment) -> Void)] {
            var other = environment
            change(&other)
            try other.write(besides: path)
            try resume(message)
        }
        try environment.write(besides: path)

        // As many frames, but others.
        _ = try frames(40, height: 99)
        try resume("\(path): got another content of \(folder.path)/app.csv, expected the one with which the run began")
        _ = try frames(41)
        try resume("got another content of \(folder.path)/app.csv")
        var former = environment
        former.inputs = nil
        try former.write(besides: path)
        try resume("got 'app.csv/40/\(Lane.counters.title)' as done, expected a step of app.csv/41/")
        try environment.write(besides: path)
        _ = try frames(40)
        #expect(try Program.run(["run", "--resume", path]).code == 0)
    }

    @Test func onlyTheCommandThatBeganARunGoesOnWithIt() throws {
        let folder = try Folder()
        let file = folder.path + "/a.csv"
        #expect(try Program.run(["run", "--path", file] + Self.scope + ["--dataset", "chat"]).code == 0)
        let scaling = try Program.run(["scaling", "--resume", file])
        #expect(scaling.code == 1 && scaling.error.contains("begun by 'run', which goes on with it by the same option"))
        let gone = try Program.run(["run", "--resume", file + "x"])
        #expect(gone.code == 1 && gone.error.contains("cannot read"), "\(gone.error)")
    }

    /// A last line that was cut off does not stay in the file of samples.
    @Test func rowsAreAddedAfterWholeLines() throws {
        let folder = try Folder()
        let path = try folder.write("a,b\n1,2\n3,", to: "rows.csv")
        try RowFile(path: path, columns: ["a", "b"]).append([["5", "6"]])
        #expect(try TextFile.read(path) == "a,b\n1,2\n5,6\n")
    }

    @Test func samplesAreKeptOnRequest() throws {
        let folder = try Folder()
        #expect(try Program.run(["run", "--samples", "--path", folder.path + "/a.csv"] + Program.small).code == 0)
        let lines = try CSVReader.lines(TextFile.read(folder.path + "/a.samples.csv"), file: "samples")
        #expect(lines[0].fields.prefix(3) == ["suite", "dataset", "n"] && lines[0].fields.last == "cpu_ns")
        #expect(Set(lines.dropFirst().map { $0.fields[6] }) == ["prepare", "first-query", "query", "update"])
    }
}
