import BenchmarkKit
import Testing

/// `compare` by the real executable: what it ends with, and what it prints for programs.
@Suite struct CompareCommandTests {
    private func compare(_ options: [String]) throws -> Program.Outcome {
        let folder = try Folder()
        return try Program.run(
            [
                "compare", "incremental", "tutorial-array", "--filter", "query/jump", "--quick", "--size", "3000",
                "--dataset", "chat", "--budget", "2s", "--path", folder.path + "/a.csv",
            ] + options)
    }

    /// A scan of three thousand objects is thirty times slower than a search: nothing but the flag decides what that means.
    @Test(arguments: [(true, 2 as Int32), (false, 0)])
    func aSlowerStrategyFailsOnRequest(_ isGate: Bool, _ code: Int32) throws {
        let outcome = try compare(isGate ? ["--fail-if-slower"] : [])
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.lastLine == "RESULT regressed=1 improved=0 ok=0 undecided=0 missing=0 exit=\(code)")
    }

    /// Programs read rows from standard output, and the verdict from the last line of the other stream.
    @Test(arguments: ["csv", "json"]) func formatsForPrograms(_ format: String) throws {
        let outcome = try compare(["--format", format])
        #expect(outcome.code == 0 && outcome.error.contains("RESULT regressed=1"), "\(outcome)")
        #expect(!outcome.output.contains("RESULT"))
        if format == "csv" {
            let rows = try ResultFile.rows(outcome.output, file: "output")
            #expect(rows.contains { $0.key.metric == "time-ratio" && $0.key.strategy == "tutorial-array" })
        } else {
            #expect(outcome.output.hasPrefix("[") && outcome.output.contains("\"time-ratio\""))
        }
    }
}
