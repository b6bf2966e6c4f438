import CollectionLayout
import Testing
import Workloads

@testable import benchmarks

@Suite struct BatchOracleTests {
    /// One pass gives what a linear scan a viewport gives.
    @Test(arguments: Dataset.every.map(\.id)) func equalsTheOracle(_ id: String) throws {
        let dataset = try #require(Dataset.named(id))
        for n in [0, 1, 7, 200] {
            var oracle = FullArrayCache()
            try oracle.prepare(try dataset.make(n, 3))
            for trace in Trace.all {
                var viewports = trace.make(oracle.contentSize, Dataset.bounds, 20, 5)
                // Viewports of other sizes, without extent, outside, and touching edges.
                viewports += viewports.prefix(3).map { Rect(x: $0.x, y: $0.y, width: 1, height: 5000) }
                viewports += [
                    .zero, Rect(x: -10, y: -10, width: 10, height: 10), Rect(x: 1, y: 1, width: 0, height: 0),
                ]
                viewports += [Rect(x: -1e9, y: -1e9, width: 4e12, height: 4e12)]
                let answers = try Replay(viewports: viewports).checksums(of: &oracle)
                let batch = BatchOracle(oracle, viewports: viewports)
                #expect(batch.checksums == answers.checksums)
            }
        }
    }
}
