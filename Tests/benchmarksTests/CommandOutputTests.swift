import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// Where commands write, and what they say when they cannot begin.
@Suite struct CommandOutputTests {
    private static let scope = Program.small + ["--metric", "hits", "--strategy", "incremental"]

    /// Results and what must be read, and nothing else.
    @Test func quietLeavesOutNotes() throws {
        let folder = try Folder()
        let file = folder.path + "/a.csv"
        let run = ["run", "--quiet", "--path", file] + Self.scope
        #expect(try Program.run(run).error == "")
        let unavailable = ["--metric", "instructions", "--path", folder.path + "/b.csv"]
        for (options, isTold) in [(["--quiet"], false), ([], true)] {
            let outcome = try Program.run(
                ["run"] + Self.scope.filter { !["--metric", "hits"].contains($0) } + unavailable + options,
                environment: ["PATH": folder.path])
            #expect(outcome.code == 7 && outcome.error.contains("install valgrind") == isTold, "\(outcome)")
            try FileManager.default.removeItem(atPath: folder.path + "/b.csv")
        }
        let cut = try folder.write(String(try TextFile.read(file).dropLast(5)), to: "cut.csv")
        #expect(try Program.run(["report", cut, "--quiet", "--format", "csv"]).error.contains("warning: \(cut)"))
    }

    private static let endingEarly: [([String], Int32)] = {
        let counted = scope.filter { !["--budget", "10ms"].contains($0) }
        return [
            (["thresholds", "check", "--path", "none.csv"] + counted, 5),
            (["baseline", "compare", "none", "--path", "."] + scope, 5),
            (["baseline", "compare", "none", "other", "--path", "."], 5),
            (["run", "--path", "there.csv"] + scope, 6),
            (["ab", "--base", "no-such-build", "--path", "."] + Program.small, 5),
            (["thresholds", "check", "--path", "t.csv", "--frames", "there.csv"], 1),
        ]
    }()

    /// A gate that ends before it measures says so where programs and people look for it.
    @Test(arguments: endingEarly) func whatEndsEarlyEndsInAResult(_ arguments: [String], _ code: Int32) throws {
        let folder = try Folder()
        _ = try folder.write("", to: "there.csv")
        let summary = folder.path + "/summary.md"
        let outcome = try Program.run(arguments, environment: ["GITHUB_STEP_SUMMARY": summary], in: folder.path)
        let missing = code == 5 ? 1 : 0
        #expect(outcome.code == code, "\(outcome)")
        #expect(
            outcome.lastLine == "RESULT regressed=0 improved=0 ok=0 undecided=0 missing=\(missing) exit=\(code)")
        #expect(try TextFile.read(summary).contains("benchmarks \(arguments[0])"))
    }

    /// For programs it is in the other stream.
    @Test(arguments: [
        (["baseline", "compare", "none", "--path", "."], "missing=1 exit=5"),
        (["run", "--path", "there.csv"], "missing=0 exit=6"),
    ]) func forProgramsTheResultIsNoRow(_ arguments: [String], _ end: String) throws {
        let folder = try Folder()
        _ = try folder.write("", to: "there.csv")
        let outcome = try Program.run(arguments + ["--format", "csv"] + Self.scope, in: folder.path)
        #expect(outcome.output.isEmpty && outcome.error.contains(end), "\(outcome)")
    }

    /// What looks like a file of another kind would become a folder, and what stands beside a result file is none.
    @Test(arguments: ["a.txt", "a.json", "a.CSV", "a.samples.csv", "b/a.histograms.csv"])
    func resultsGoIntoResultFiles(_ path: String) throws {
        let folder = try Folder()
        let outcome = try Program.run(["run", "--path", path] + Self.scope, in: folder.path)
        #expect(outcome.code == 64 && outcome.error.contains("option '--path': got '\(path)'"), "\(outcome)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        // A point alone makes no file of it.
        #expect(try Program.run(["run", "--path", "v1.2"] + Self.scope, in: folder.path).code == 0)
    }
}
