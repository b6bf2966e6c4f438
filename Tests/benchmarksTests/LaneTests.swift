import BenchmarkKit
import Foundation
import Testing
import Workloads

@testable import benchmarks

/// Lanes in processes of their own: what they count, or that it is unavailable.
@Suite struct LaneTests {
    private func values(
        _ metrics: String, _ options: [String] = [], environment: [String: String] = [:]
    ) throws -> (code: Int32, [ResultRow]) {
        let folder = try Folder()
        let outcome = try Program.run(
            ["run", "--metric", metrics, "--strategy", "packed-rtree", "--path", folder.path + "/a.csv"]
                + Program.small + options, environment: environment)
        return (outcome.code, try ResultFile.read(folder.path + "/a.csv"))
    }

    @Test func instructionsRepeatOrAreUnavailable() throws {
        let (code, rows) = try values("instructions")
        guard Tool.valgrind.path != nil else {
            #expect(code == 7 && !rows.isEmpty && rows.allSatisfy { $0.value == nil })
            return
        }
        #expect(code == 0)
        #expect(Set(rows.map(\.key.trace)) == ["", "fling", "jump"])
        #expect(rows.allSatisfy { $0.value ?? 0 > 100 })
        // In a debug build allocator and runtime work by addresses: preparing differs by up to 300 of 1.3 million, and queries
        // by 9 once.
        let other = ["BENCHMARKS_TESTS_NAME": String(repeating: "a", count: 28)]
        let others = try values("instructions", environment: other).1
        #expect(others.count == rows.count)
        for (again, row) in zip(others, rows) {
            let (value, former) = (try #require(again.value), try #require(row.value))
            let tolerance = (row.key.phase == "prepare" ? 1e-3 : 1e-4) * former
            #expect(again.key == row.key && abs(value - former) <= tolerance, "\(row.key.path): \(value), \(former)")
        }
    }

    /// However many scrolls there are: all traces and a recorded one, without effects and through them.
    @Test(.enabled(if: Tool.valgrind.path != nil, "install valgrind with: \(Tool.valgrind.installCommand)"))
    func instructionsOfAnyNumberOfQueries() throws {
        let folder = try Folder()
        let scroll = try folder.write("x,y,width,height\n0,0,390,844\n0,10,390,844\n", to: "scroll.csv")
        let options = [
            "--quick", "--dataset", "sticky-headers", "--size", "20", "--trace", "all", "--viewports", scroll,
            "--strategy", "full-array", "--metric", "instructions", "--path", folder.path + "/a.csv",
        ]
        #expect(try Program.run(["run"] + options).code == 0)
        let rows = try ResultFile.read(folder.path + "/a.csv")
        #expect(rows.count == 1 + 2 * (Trace.all.count + 1) && rows.allSatisfy { $0.value ?? 0 > 0 })
        // A recorded scroll of two viewports is two queries.
        #expect(rows.filter { $0.key.trace == "viewports" }.map(\.samples) == [2, 2])
    }

    @Test func allocationsAreCountedOrUnavailable() throws {
        let (code, rows) = try values("allocations,retained-bytes,peak-allocated")
        guard AllocationCounter.childEnvironment != nil else {
            #expect(code == 7 && !rows.isEmpty && rows.allSatisfy { $0.value == nil })
            return
        }
        let queries = rows.filter { $0.key.phase == "query" }
        #expect(!queries.isEmpty && queries.allSatisfy { $0.value == 0 })
        func prepared(_ metric: String) -> Double? {
            rows.first { $0.key.metric == metric && $0.key.phase == "prepare" }?.value
        }
        // What is kept was there at once.
        let retained = try #require(prepared("retained-bytes"))
        #expect(retained > 0 && (prepared("peak-allocated") ?? .infinity) >= retained)
    }

    /// What a query allocates is counted to the byte: one block of 64 bytes more is that.
    @Test(.enabled(if: AllocationCounter.childEnvironment != nil, "install libjemalloc"))
    func aBlockMoreIsCounted() throws {
        func counts(_ options: [String]) throws -> [[Double]] {
            let environment = try #require(AllocationCounter.childEnvironment)
            let child = ChildProcess(
                Program.path, ["lane", "malloc", "--strategy", "packed-rtree"] + Program.small + options,
                environment: environment.merging(["BENCHMARKS_STAY_IN_DEBUG": "1"]) { $1 })
            return try child.run().output.split(separator: "\n").filter { $0.contains(",query,") }
                .map { line in line.split(separator: ",").dropFirst(3).compactMap { Double($0) } }
        }
        #expect(try counts([]) == [[0, 0], [0, 0]])
        #expect(try counts(["--inject", "allocation"]) == [[1, 64], [1, 64]])
    }

    /// Also where next to nothing is: a closed form is some hundred bytes.
    @Test(.enabled(if: AllocationCounter.childEnvironment != nil, "install libjemalloc"))
    func whatASmallCacheKeepsIsCounted() throws {
        let folder = try Folder()
        let path = folder.path + "/a.csv"
        let outcome = try Program.run([
            "run", "--quick", "--size", "300", "--dataset", "photo-grid,pinterest", "--strategy",
            "closed-form,checkpoints", "--metric", "retained-bytes,peak-allocated,bytes-per-item", "--path", path,
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(path)
        // Of equal photos the checkpoints keep less than a cache of nothing does.
        for (strategy, dataset) in [("closed-form", "photo-grid"), ("checkpoints", "pinterest")] {
            func value(_ metric: String) throws -> Double {
                let row = rows.first {
                    $0.key.strategy == strategy && $0.key.dataset == dataset && $0.key.metric == metric
                }
                return try #require(row?.value)
            }
            // The allocator rounds up what the cache says of itself.
            #expect(
                try value("retained-bytes") > 0 && value("peak-allocated") >= value("retained-bytes"), "\(strategy)")
        }
    }

    @Test func residentMemoryIsMeasured() throws {
        let (code, rows) = try values("peak-resident", ["--size", "400000"])
        #expect(rows.map(\.key.n) == [300, 400_000] && rows.allSatisfy { $0.key.phase == "prepare" })
        try #require((code == 0) == PeakMemory.reset())
        guard code == 0 else {
            #expect(code == 7 && rows.allSatisfy { $0.value == nil })
            return
        }
        // The frames alone take 32 bytes an item; of three hundred there is hardly anything beside the pages of the program.
        let bytes = try rows.map { try #require($0.value) }
        #expect(bytes[0] < 4e6 && (12.8e6...128e6).contains(bytes[1]), "\(bytes)")
    }

    /// What the counters' process tells is what a run records.
    @Test func countersAreThoseOfTheirProcess() throws {
        let folder = try Folder()
        let scope = Program.small.filter { $0 != "--budget" && $0 != "10ms" }
        // All that a cache tells of itself comes from the same process, whatever a run asks for.
        let metrics = Metric.gated.union(CacheMetric.all.map(\.metric.id)).sorted().joined(separator: ",")
        let child = ChildProcess(
            Program.path, ["lane", "counters", "--metric", metrics] + scope,
            environment: ["BENCHMARKS_STAY_IN_DEBUG": "1"])
        let told = try child.run().output.split(separator: "\n").map(String.init).sorted()
        #expect(try Program.run(["run", "--metric", metrics, "--path", folder.path + "/a.csv"] + scope).code == 0)
        var lines: [Lane.Key: Lane.Answer] = [:]
        for row in try ResultFile.read(folder.path + "/a.csv") {
            let key = Lane.Key(strategy: row.key.strategy, phase: row.key.phase, trace: row.key.trace)
            let former = lines[key]?.values ?? []
            lines[key] = Lane.Answer(
                former + [row.value], samples: row.samples, checksum: UInt64(row.checksum, radix: 16))
        }
        let recorded = lines.map { key, answer in
            ([key.strategy, key.phase, key.trace.isEmpty ? "-" : key.trace] + answer.fields).joined(separator: ",")
        }
        #expect(recorded.sorted() == told && !told.isEmpty)
    }

    @Test func answersAreReadAsTheyAreTold() {
        for answer in [
            Lane.Answer([1.5, nil]), Lane.Answer([0.1 + 0.2], samples: 64), Lane.Answer([], checksum: .max),
        ] {
            #expect(Lane.Answer(fields: answer.fields.map { Substring($0) }) == answer)
        }
        for field in ["many", "samples=x", "checksum=-1", ""] {
            #expect(Lane.Answer(fields: ["1", Substring(field)]) == nil)
        }
    }

    /// A value that begins like an option is one in the command line of a child, too.
    @Test func valuesLikeOptionsReachTheChildren() throws {
        let (code, rows) = try values("hits", ["--skip=--jump|/jump"])
        #expect(code == 0 && Set(rows.map(\.key.trace)) == ["fling"] && rows.allSatisfy { $0.value != nil })
    }

    @Test func filtersReachTheChildren() throws {
        let folder = try Folder()
        let options = ["--filter", "incremental/query/jump", "--path", folder.path + "/a.csv"]
        #expect(try Program.run(["run", "--metric", "exact"] + Program.small + options).code == 0)
        let rows = try ResultFile.read(folder.path + "/a.csv")
        #expect(Set(rows.map { "\($0.key.strategy) \($0.key.phase) \($0.key.trace)" }) == ["incremental query jump"])
        #expect(rows.count == 3 && rows.allSatisfy { $0.value != nil })
    }
}
