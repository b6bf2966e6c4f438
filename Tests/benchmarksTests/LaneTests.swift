import BenchmarkKit
import Foundation
import Testing

/// Lanes in processes of their own: what they count, or that it is unavailable.
@Suite struct LaneTests {
    private func values(_ metrics: String, _ options: [String] = []) throws -> (code: Int32, [ResultRow]) {
        let folder = try Folder()
        let outcome = try Program.run(
            ["run", "--metric", metrics, "--strategy", "packed-rtree", "--path", folder.path + "/a.csv"]
                + Program.small + options)
        return (outcome.code, try ResultFile.read(folder.path + "/a.csv"))
    }

    @Test func instructionsRepeatOrAreUnavailable() throws {
        let (code, rows) = try values("instructions")
        guard Tool.valgrind.path != nil else {
            #expect(code == 7 && rows.allSatisfy { $0.value == nil })
            return
        }
        #expect(code == 0)
        #expect(Set(rows.map(\.key.trace)) == ["", "fling", "jump"])
        #expect(rows.allSatisfy { $0.value ?? 0 > 100 })
        // Queries repeat to the instruction. Preparing allocates, and what the allocator does differs by a few.
        for (again, row) in zip(try values("instructions").1, rows) {
            let (value, former) = (try #require(again.value), try #require(row.value))
            let tolerance = row.key.phase == "prepare" ? 1e-5 * former : 0
            #expect(again.key == row.key && abs(value - former) <= tolerance, "\(row.key.path): \(value), \(former)")
        }
    }

    @Test func allocationsRepeatOrAreUnavailable() throws {
        let (code, rows) = try values("allocations,retained-bytes,peak-allocated")
        guard AllocationCounter.childEnvironment != nil else {
            #expect(code == 7 && rows.allSatisfy { $0.value == nil })
            return
        }
        #expect(rows.filter { $0.key.phase == "query" }.allSatisfy { $0.value == 0 })
        #expect(rows.contains { $0.key.metric == "retained-bytes" && $0.value ?? 0 > 0 })
    }

    @Test func residentMemoryIsMeasured() throws {
        let (code, rows) = try values("peak-resident", ["--size", "20000"])
        #expect(code == (PeakMemory.reset() ? 0 : 7))
        #expect(rows.map(\.key.n) == [300, 20_000] && rows.allSatisfy { $0.key.phase == "prepare" })
    }
}
