import BenchmarkKit
import Foundation
import Testing

@testable import benchmarks

@Suite struct BaselineCommandTests {
    private func run(_ action: [String], _ folder: Folder, _ options: [String] = []) throws -> Program.Outcome {
        try Program.run(
            ["baseline"] + action + ["--path", folder.path] + Program.small + options, in: folder.path)
    }

    @Test func aBaselineLivesAndDies() throws {
        let folder = try Folder()
        let saved = try run(["save", "main"], folder)
        #expect(saved.code == 0, "\(saved.error)")
        #expect(try run(["list"], folder).output.contains("main "))
        #expect(try run(["read", "main"], folder).output.contains("packed-rtree"))
        let compared = try run(["compare", "main"], folder)
        #expect(compared.code == 0, "\(compared.error)")
        #expect(compared.lastLine.hasPrefix("RESULT regressed=0 improved=0 ok="))
        #expect(try run(["compare", "main", "main"], folder).code == 0)
        #expect(try run(["save", "main"], folder).code == 6)
        #expect(try run(["delete", "main"], folder).code == 0)
        #expect(try run(["delete", "main"], folder).code == 5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("main") }.isEmpty)
    }

    @Test func tellsWhatChanged() throws {
        let folder = try Folder()
        _ = try run(["save", "old"], folder, ["--metric", "exact"])
        var rows = try ResultFile.read(folder.path + "/old.csv")
        let index = try #require(rows.firstIndex { $0.key.metric == "nodes-visited" && $0.value ?? 0 > 0 })
        rows[index].value! -= 0.5
        try TextFile.write(
            ([ResultRow.columns] + rows.map(\.fields)).map(CSV.line).joined(), to: folder.path + "/old.csv")
        let compared = try run(["compare", "old"], folder, ["--metric", "exact"])
        #expect(compared.code == 2)
        #expect(compared.output.contains("regressed: \(Plan.path(of: rows[index].key)): nodes-visited mean: got "))
        // Another set than the baseline's.
        #expect(try run(["compare", "old"], folder, ["--metric", "exact", "--trace", "jump"]).code == 5)
    }

    @Test func missingBaselinesAre5() throws {
        let folder = try Folder()
        let outcome = try run(["read", "none"], folder)
        #expect(outcome.code == 5)
        #expect(outcome.error.contains("there is no baseline 'none'"))
        #expect(try run(["read"], folder).code == 64)
        #expect(try run(["save", "A/B"], folder).code == 64)
    }
}
