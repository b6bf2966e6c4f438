import BenchmarkKit
import CollectionLayout
import Foundation
import Testing

@testable import benchmarks

/// Queries allocate nothing once the caller's buffer has grown: only the release build keeps that, and can show it.
@Suite struct QueryAllocationTests {
    /// Of all strategies but the one that makes objects, on layouts of every kind of fold.
    @Test(
        .enabled(if: AllocationCounter.childEnvironment != nil, "install with: \(AllocationCounter.installCommand)"),
        .enabled(if: Program.hasRelease, Program.buildRelease))
    func queriesAllocateNothing() throws {
        let folder = try Folder()
        let strategies = CacheStrategy.all.map(\.id).filter { $0 != "tutorial-array" }
        let datasets = ["photo-days", "pinterest", "chat", "giant-and-dust", "app-store", "table", "calendar"]
        let arguments = [
            "run", "--metric", "allocations", "--filter", "query", "--dataset", datasets.joined(separator: ","),
            "--size", "20000", "--strategy", strategies.joined(separator: ","), "--path", folder.path + "/a.csv",
        ]
        #expect(try ChildProcess(Program.releasePath, arguments).run().ending == .exited(0))
        let rows = try ResultFile.read(folder.path + "/a.csv").filter { $0.key.phase == "query" }
        #expect(rows.count == datasets.count * strategies.count * Selection.defaultTraces.count)
        for row in rows where row.value != 0 { Issue.record("\(row.key.path): \(row.value.map { "\($0)" } ?? "none")") }
    }
}
