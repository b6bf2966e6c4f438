import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// The exit codes of `ab`, with programs that print made up times in place of builds.
@Suite struct ABCommandTests {
    private let scope = [
        "--quick", "--size", "300", "--budget", "10ms", "--dataset", "chat", "--strategy", "packed-rtree", "--trace",
        "fling", "--filter", "query",
    ]

    /// A program that measures one case; `time` is shell text.
    private func build(_ time: String, in folder: Folder, _ name: String) throws -> String {
        let path = try folder.write("#!/bin/sh\necho packed-rtree,query,fling,\(time)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private func ab(_ head: String, _ base: String, _ options: [String] = []) throws -> Program.Outcome {
        let folder = try Folder()
        return try Program.run(
            ["ab", "--head", build(head, in: folder, "head"), "--base", build(base, in: folder, "base")]
                + ["--path", folder.path + "/ab.csv"] + scope + options)
    }

    /// What is no more than was said not to matter is no regression.
    @Test func aToleranceOfOnesOwn() throws {
        let outcome = try ab("120", "100", ["--tolerance", "30"])
        #expect(outcome.code == 0 && outcome.lastLine.contains("regressed=0 improved=0 ok=1"), "\(outcome)")
    }

    @Test(arguments: [
        ("120", "100", 2, "RESULT regressed=1 improved=0 ok=0 undecided=0 missing=0 exit=2"),
        ("100", "100", 0, "RESULT regressed=0 improved=0 ok=1 undecided=0 missing=0 exit=0"),
        ("80", "100", 0, "RESULT regressed=0 improved=1 ok=0 undecided=0 missing=0 exit=0"),
    ]) func verdictsOfSteadyBuilds(_ head: String, _ base: String, _ code: Int32, _ line: String) throws {
        let outcome = try ab(head, base)
        #expect(outcome.code == code, "\(outcome.error)")
        #expect(outcome.lastLine == line)
        #expect(outcome.output.contains("vs base"))
        // The floor is this machine's.
        let row = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("chat ") })
        #expect(outcome.output.contains("× floor") && row.contains(/[0-9] ns +[0-9.]+ +[0-9.]+ +[0-9.]+ …/), "\(row)")
    }

    /// Nothing goes on with it, and nobody takes what it has measured for all.
    @Test func whatFailsIsNoWholeRun() throws {
        let folder = try Folder()
        let outcome = try Program.run(
            ["ab", "--head", build("0; exit 9", in: folder, "head"), "--base", build("100", in: folder, "base")]
                + ["--path", folder.path + "/ab.csv"] + scope)
        #expect(outcome.code == 3, "\(outcome)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["ab.csv", "ab.csv.steps", "ab.env.json", "base", "head"])
        let merged = try Program.run(["merge", folder.path + "/ab.csv", "--path", folder.path + "/merged.csv"])
        #expect(merged.code == 1 && merged.error.contains("got a file of an interrupted run"), "\(merged.error)")
        let resumed = try Program.run(["run", "--resume", folder.path + "/ab.csv"])
        #expect(resumed.code == 1 && resumed.error.contains("was begun by 'ab', which starts anew"), "\(resumed.error)")
    }

    /// Times are longer than they need be where others use the processor; builds that do not tell are taken as before.
    @Test func othersOnTheProcessorAreTold() throws {
        let busy = try ab("120,60", "100")
        #expect(busy.code == 2 && busy.error.contains("warning: others used the processor: 50 % of the time was ours"))
        for own in ["120", "120,119"] { #expect(try !ab(own, "100,99").error.contains("others used the processor")) }
        #expect(try ab("120,60,1", "100").code == 1)
    }

    private static let isRepository = SourceRevision.current(in: ReleaseBuild.packagePath) != nil

    /// However the program is ended while it builds a revision, the build ends with it, and nothing stays of either.
    @Test(
        .enabled(if: isRepository, "the package is no git repository"),
        arguments: [("INT", true, 130), ("INT", false, 130), ("TERM", false, 143), ("HUP", false, 129)])
    func whatIsCheckedOutGoesWithTheProgram(_ signal: String, _ isForAll: Bool, _ code: Int) throws {
        let ended = try EndedProgram(
            ["ab", "--base", "HEAD", "--path", "ab.csv"] + scope, waitingFor: "swift", signal, forAll: isForAll)
        #expect(ended.output == "\(code)\n" && ended.toolWasInterrupted, "\(ended)")
        let worktree = try #require(ended.toolArguments.firstMatch(of: /--package-path (.*)\n/)?.1)
        #expect(!FileManager.default.fileExists(atPath: String(worktree)))
        let list = try ChildProcess("/usr/bin/env", ["git", "-C", ReleaseBuild.packagePath, "worktree", "list"]).run()
        #expect(!list.output.contains(worktree.suffix(36)))
    }

    @Test func noiseIsUndecided() throws {
        // A clock that runs through times between 100 and 228, another one for each build, out of step.
        func clock(_ step: Int) -> String {
            "$(n=$(cat $0.n 2>/dev/null || echo 1); echo $((n + 1)) >$0.n; echo $((100 + n * \(step) % 128)))"
        }
        let outcome = try ab(clock(37), clock(53))
        #expect(outcome.code == 7, "\(outcome.output)")
        #expect(outcome.lastLine.contains("undecided=1"))
    }

    /// A change that adds a strategy is no regression; but nothing compares with what was asked for by name and is not there.
    @Test(arguments: [
        ([], 0, "warning: left out incremental, which"),
        (["--strategy", "incremental"], 5, "there is no strategy 'incremental'"),
    ])
    func whatABuildLacksIsLeftOut(_ strategies: [String], _ code: Int32, _ message: String) throws {
        let folder = try Folder()
        let base = try build(
            "100; case $1 in list) echo strategies; echo '  packed-rtree  a tree';; esac", in: folder, "base")
        let own = scope.filter { !["--strategy", "packed-rtree"].contains($0) } + strategies
        let outcome = try Program.run(
            ["ab", "--head", build("100", in: folder, "head"), "--base", base, "--path", folder.path + "/ab.csv"] + own)
        #expect(outcome.code == code && outcome.error.contains(message), "\(outcome)")
        #expect(outcome.lastLine.contains("ok=1") == (code == 0))
    }

    @Test func badBuildsAreErrors() throws {
        let gone = try Program.run(["ab", "--base", "no-such-revision"] + scope)
        #expect(gone.code == 5 && gone.error.contains("neither a file nor a folder nor a revision"))
        #expect(try ab("0; exit 9", "100").code == 3)
        let foreign = try ab("many", "100")
        #expect(foreign.code == 1 && foreign.error.contains("is it a build of this program?"))
        let other = try ab("100; echo", "100")
        #expect(other.code == 0)
        #expect(try Program.run(["ab"] + scope).code == 64)
    }

    /// This build against itself, in its debug configuration: the whole path once.
    @Test func realProcesses() throws {
        let folder = try Folder()
        let outcome = try Program.run(
            ["ab", "--base", Program.path, "--pairs", "2", "--path", folder.path + "/ab.csv"] + scope)
        #expect([0, 2, 7].contains(outcome.code), "\(outcome.error)")
        let rows = try ResultFile.read(folder.path + "/ab.csv")
        #expect(rows.contains { $0.key.metric == "time-ratio" && $0.key.statistic == "null" })
    }
}
