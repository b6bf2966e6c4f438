import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

/// The workflow for GitHub Actions runs what can be typed at a desk, and its gate gets what it checks.
@Suite struct WorkflowTests {
    /// The arguments of every `benchmarks` command, each in one line.
    private func commands() throws -> [[String]] {
        let text = try TextFile.read(ReleaseBuild.packagePath + "/.github/workflows/benchmarks.yml")
            .replacing(/\$\{\{ matrix\.shard \}\}/, with: "1").replacing(/\$\{\{ .*? \}\}/, with: "main")
            .replacing(/\n +(--|\|\|)/) { " \($0.output.1)" }
        return text.matches(of: /swift run -c release benchmarks ([^|\n]+)/)
            .map { $0.output.1.split(separator: " ").map(String.init) }
    }

    @Test func everyCommandIsUnderstood() throws {
        let commands = try commands()
        #expect(commands.map { $0[0] } == ["doctor", "run", "merge", "thresholds", "ab"])
        for arguments in commands {
            let invocation = try Invocation(arguments)
            try invocation.command.check(invocation.options)
        }
    }

    /// All shards together measure what has thresholds.
    @Test func shardsMeasureWhatTheGateChecks() throws {
        let commands = try commands()
        let run = try #require(commands.first { $0[0] == "run" })
        let shard = try #require(run.firstIndex(of: "--shard"))
        #expect(run[shard...].dropFirst(2).first == "--path")
        let measured = try Program.run(Array(run[..<shard]) + ["--dry-run"])
        let gate = try #require(commands.first { $0[0] == "thresholds" })
        let checked = try Program.run(gate.filter { $0 != "--results" && $0 != "merged.csv" } + ["--dry-run"])
        #expect(measured.code == 0 && measured.output == checked.output)
    }
}
