import LayoutTestSupport
import Testing
import Workloads

@testable import CollectionLayout

@Suite struct GuideTableTests {
    /// Sections of some buckets of 10 pt each, one behind the other; of the last bucket of a section 5 items are missing.
    private func guide(_ buckets: [Int]) -> (table: GuideTable, first: [Int], sections: [BucketSection]) {
        let first = buckets.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        var items = 0
        let sections = buckets.enumerated().map { number, count in
            var section = BucketSection(
                firstItem: items, itemCount: Int32(max(count * 8 - 5, 0)), firstBucket: Int32(first[number]))
            section.offset = Double(first[number]) * 10
            section.near = section.offset
            section.far = Double(first[number + 1]) * 10
            items = section.items.upperBound
            return section
        }
        let reaches = buckets.flatMap { (0..<$0).map { Reach(near: Double($0) * 10, far: Double($0 + 1) * 10) } }
        return (GuideTable(FlatArray(sections), FlatArray(reaches)), first, sections)
    }

    @Test func sectionsKnowTheirBuckets() {
        let (_, first, sections) = guide([7, 0, 1, 300])
        for (number, section) in sections.enumerated() {
            #expect(section.buckets == first[number]..<first[number + 1])
        }
    }

    @Test func guessesAreOffByAStep() {
        for buckets in [[1], [1000], [7, 0, 1, 300, 0, 2], [Int](repeating: 3, count: 200)] {
            let (table, first, sections) = guide(buckets)
            for bucket in 0..<first[buckets.count] {
                let post = table.post(at: Double(bucket) * 10 + 5)
                #expect((bucket - 1...bucket + 1).contains(Int(post.bucket)), "bucket \(bucket) of \(buckets)")
                let number = first.lastIndex { $0 <= bucket }!
                #expect(abs(number - Int(post.section)) <= 5, "section \(number) of \(buckets)")
                let item = sections[number].firstItem + (bucket - first[number]) * 8
                #expect(abs(item - Int(post.item)) <= 12, "item \(item) of \(buckets), got \(post.item)")
            }
        }
    }

    @Test func everyCoordinateHasAPost() {
        let (table, _, _) = guide([5, 100])
        for coordinate in [-Double.infinity, -1e300, -1, 0, 1, 1049, 1050, 1051, 1e300, .infinity, .nan] {
            let post = table.post(at: coordinate)
            #expect((0...2).contains(post.section) && (0...105).contains(post.bucket), "\(coordinate)")
        }
        let none = GuideTable().post(at: 3)
        #expect(none.section == 0 && none.bucket == 0)
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
