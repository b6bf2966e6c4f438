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
        #expect(try values("instructions").1.map(\.value) == rows.map(\.value))
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
