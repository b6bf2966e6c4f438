import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

@Suite struct GuideTableTests {
    /// Sections of some runs of 10 pt each, one behind the other.
    private func guide(_ runs: [Int]) -> (table: GuideTable, first: [Int]) {
        let first = runs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let sections = runs.indices.map { Reach(near: Double(first[$0]) * 10, far: Double(first[$0 + 1]) * 10) }
        let reaches = runs.flatMap { (0..<$0).map { Reach(near: Double($0) * 10, far: Double($0 + 1) * 10) } }
        return (
            GuideTable(FlatArray(sections), FlatArray(reaches), firstRun: FlatArray(first)) { Double(first[$0]) * 10 },
            first
        )
    }

    @Test func guessesAreOffByAStep() {
        for runs in [[1], [1000], [7, 0, 1, 300, 0, 2], [Int](repeating: 3, count: 200)] {
            let (table, first) = guide(runs)
            for run in 0..<first[runs.count] {
                let post = table.post(at: Double(run) * 10 + 5)
                #expect((run - 1...run + 1).contains(Int(post.run)), "run \(run) of \(runs)")
                let section = first.lastIndex { $0 <= run }!
                #expect(abs(section - Int(post.section)) <= 5, "section \(section) of \(runs)")
            }
        }
    }

    @Test func everyCoordinateHasAPost() {
        let (table, _) = guide([5, 100])
        for coordinate in [-Double.infinity, -1e300, -1, 0, 1, 1049, 1050, 1051, 1e300, .infinity, .nan] {
            let post = table.post(at: coordinate)
            #expect((0...2).contains(post.section) && (0...105).contains(post.run), "\(coordinate)")
        }
        let none = GuideTable().post(at: 3)
        #expect(none.section == 0 && none.run == 0)
    }

    /// After a jump a search visits as much of a hundred thousand items as of a thousand, and of a few long ones too.
    @Test(arguments: ["photo-grid", "photo-days", "pinterest", "chat"])
    func jumpsTakeNoMoreStepsInMoreItems(_ name: String) throws {
        func steps(_ count: Int) throws -> Double {
            var cache = SectionBucketCache()
            try cache.prepare(try Dataset.named(name)!.make(count, 1))
            let replay = Replay(Trace.named("jump")!, content: cache.contentSize, frames: 200)
            return Double(try replay.checksums(of: &cache).counts.nodesVisited) / 200
        }
        let (few, many) = (try steps(1000), try steps(100_000))
        #expect(many < few + 3, "\(few) nodes a query of 1,000 items, \(many) of 100,000")
    }
}
