import BenchmarkKit
import Foundation
import Testing

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
        #expect(try Program.run(["run", "--shard", "1/99"] + Self.scope).code == 64)

        // The gate takes merged results in place of measuring.
        let thresholds = ["--path", folder.path + "/thresholds.csv"] + Self.scope.prefix(3)
        #expect(try Program.run(["thresholds", "update", "--results", merged] + thresholds).code == 0)
        #expect(try Program.run(["thresholds", "check", "--results", whole] + thresholds).code == 0)
        #expect(try Program.run(["thresholds", "check", "--results", parts[0]] + thresholds).code == 5)
    }

    @Test func aKilledRunGoesOn() throws {
        let folder = try Folder()
        let whole = folder.path + "/whole.csv"
        #expect(try Program.run(["run", "--path", whole] + Self.scope).code == 0)
        for milliseconds in [60, 250, 500] {
            let path = "\(folder.path)/killed\(milliseconds).csv"
            try kill(["run", "--path", path] + Self.scope, after: milliseconds)
            guard FileManager.default.fileExists(atPath: path) else { continue }
            _ = try ResultFile.read(path)
            guard FileManager.default.fileExists(atPath: RunJournal.path(besides: path)) else { continue }
            let resumed = try Program.run(["run", "--resume", path])
            #expect(resumed.code == 0, "\(resumed.error)")
            #expect(try keys(path) == keys(whole))
        }
        #expect(try Program.run(["run", "--resume", whole]).error.contains("nothing to resume"))
    }

    private func kill(_ arguments: [String], after milliseconds: Int) throws {
        let child = ChildProcess(
            Program.path, arguments, environment: ["BENCHMARKS_STAY_IN_DEBUG": "1"], isErrorSilenced: true)
        _ = try child.run(timeout: .milliseconds(milliseconds))
    }

    @Test func samplesAreKeptOnRequest() throws {
        let folder = try Folder()
        #expect(try Program.run(["run", "--samples", "--path", folder.path + "/a.csv"] + Program.small).code == 0)
        let lines = try CSVReader.lines(TextFile.read(folder.path + "/a.samples.csv"), file: "samples")
        #expect(lines[0].fields.prefix(3) == ["suite", "dataset", "n"] && lines[0].fields.last == "cpu_ns")
        #expect(Set(lines.dropFirst().map { $0.fields[6] }) == ["prepare", "query", "update"])
    }
}
