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

    /// A gate that ends before it measures says so where programs and people look for it.
    @Test(arguments: [
        (["thresholds", "check", "--path", "none.csv"], 5, "missing=1 exit=5"),
        (["baseline", "compare", "none", "--path", "."], 5, "missing=1 exit=5"),
        (["baseline", "compare", "none", "other", "--path", "."], 5, "missing=1 exit=5"),
        (["run", "--path", "there.csv"], 6, "missing=0 exit=6"),
        (["ab", "--base", "no-such-build", "--path", "."], 5, "missing=1 exit=5"),
        (["thresholds", "check", "--path", "t.csv", "--frames", "there.csv"], 1, "missing=0 exit=1"),
    ]) func whatEndsEarlyEndsInAResult(_ arguments: [String], _ code: Int32, _ end: String) throws {
        let folder = try Folder()
        _ = try folder.write("", to: "there.csv")
        let summary = folder.path + "/summary.md"
        let hasFrames = arguments.contains("--frames")
        let isPair = arguments.prefix(2) == ["baseline", "compare"] && arguments.count == 6
        let scope =
            arguments[0] == "thresholds" ? Self.scope.filter { !["--budget", "10ms"].contains($0) } : Self.scope
        let outcome = try Program.run(
            arguments + (isPair || hasFrames ? [] : arguments[0] == "ab" ? Program.small : scope),
            environment: ["GITHUB_STEP_SUMMARY": summary], in: folder.path)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.lastLine.hasPrefix("RESULT regressed=0 improved=0 ok=0 ") && outcome.lastLine.hasSuffix(end))
        #expect(try TextFile.read(summary).contains("benchmarks \(arguments[0])"))
        // For programs it is in the other stream.
        guard ["run", "baseline"].contains(arguments[0]), !isPair else { return }
        let rows = try Program.run(arguments + ["--format", "csv"] + scope, in: folder.path)
        #expect(rows.output.isEmpty && rows.error.contains(end), "\(rows)")
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
