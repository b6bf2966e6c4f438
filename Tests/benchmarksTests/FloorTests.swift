import BenchmarkKit
import CollectionLayout
import Testing

@testable import benchmarks

/// What no strategy can be faster than.
@Suite struct FloorTests {
    @Test(arguments: [0, 1, 7, 8, 37, 1000]) func queriesWriteAsManyIds(_ hitCount: Int) {
        let viewports = [Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 0, y: 2e9, width: 1, height: 1)]
        for length in [0.0, 1e9] {
            let floors = QueryFloors(viewports, length: length, itemCount: 100, hitCount: hitCount)
            #expect(floors.candidates.map(\.name) == [Floor.emit.id, Floor.miss.id])
            for candidate in floors.candidates { #expect(candidate.run(5, 3) == UInt64(3 * hitCount)) }
        }
    }

    @Test func preparesWriteAllFrames() {
        let floors = MemoryFloors(count: 1000)
        #expect(floors.candidates.map(\.name) == [Floor.fill.id, Floor.touch.id])
        for candidate in floors.candidates { #expect(candidate.run(3, 2) == 3 + 4) }
    }

    @Test func aRunMeasuresThem() throws {
        let folder = try Folder()
        let path = folder.path + "/run.csv"
        let outcome = try Program.run(["--strategy", "incremental", "--path", path] + Program.small)
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try ResultFile.read(path).filter { $0.key.suite == Floor.suite }
        #expect(rows.allSatisfy { $0.metricClass == .time && $0.value ?? 0 > 0 })
        let medians = rows.filter { $0.key.metric == "wall-time" && $0.key.statistic == "median" }
        let places = medians.map { "\($0.key.strategy)/\($0.key.phase)/\($0.key.trace)" }
        #expect(
            places.sorted() == [
                "floor-emit/query/fling", "floor-emit/query/jump", "floor-fill/prepare/", "floor-miss/query/fling",
                "floor-miss/query/jump", "floor-touch/prepare/",
            ])
        for text in ["× floor", "floor, warm", "floor, cold"] { #expect(outcome.output.contains(text)) }
    }
}
