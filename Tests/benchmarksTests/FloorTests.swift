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
        let floors = MemoryFloors(count: 1000, valueCount: 0)
        #expect(floors.candidates.map(\.name) == [Floor.fill.id, Floor.touch.id])
        for candidate in floors.candidates { #expect(candidate.run(3, 2) == 3 + 4) }
    }

    @Test(arguments: [1, 15, 16, 17, 1000]) func readingReadsAllValues(_ valueCount: Int) throws {
        let floors = MemoryFloors(count: 1, valueCount: valueCount)
        let read = try #require(floors.candidates.first { $0.name == Floor.read.id })
        #expect(read.run(3, 2) == UInt64(2 * valueCount))
    }

    @Test func valuesAreThoseOfItemsThatHaveTheirOwn() throws {
        var content = try Content(bounds: Size(width: 100, height: 100))
        let flow = try content.addLayout(FlowLayout())
        let list = try content.addLayout(ListLayout())
        try content.appendSection(layout: flow, values: [10, 20, 30, 40, 50, 60])
        try content.appendUniformSection(layout: flow, count: 1000, value: [10, 20])
        try content.appendSection(layout: list, values: [10, 20])
        #expect(MemoryFloors.valueCount(of: content) == 6 + 2 + 2)
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
                "floor-miss/query/jump", "floor-read/prepare/", "floor-touch/prepare/",
            ])
        for text in ["× floor", "floor, warm", "floor, cold", "values read"] { #expect(outcome.output.contains(text)) }
    }
}
