import BenchmarkKit
import CollectionLayout
import Synchronization
import Testing
import Workloads

@testable import benchmarks

/// Pairs that are set up anew for each observation of a comparison.
@Suite struct SetUpStreamTests {
    /// Counts how many caches are made.
    private final class Counter: Sendable {
        let made = Atomic(0)

        var strategy: CacheStrategy {
            CacheStrategy("counted", "", bytesPerItem: 0) { [self] in
                made.add(1, ordering: .relaxed)
                return SectionBucketCache()
            }
        }
    }

    @Test func rowsShareSetUpsUntilTheyAreDecided() throws {
        let selection = try Selection(
            OptionParser(Selection.options).parse(
                ["--quick", "--size", "300", "--dataset", "chat", "--strategy", "section-buckets"]))
        let group = try Plan(selection, availableBytes: nil).groups[0]
        let content = try group.input.make(group.n, selection.seed)
        let items = PairCase.all(group).filter(\.isCompared)
        let benches = try items.map { try #require(try PairBench($0, content: content, selection: selection)) }
        #expect(items.count == 5)
        let counter = Counter()
        let stream = SetUpStream(
            benches, of: content, .oracle, counter.strategy, budget: .microseconds(1), seed: 1)
        func made() -> Int { counter.made.load(ordering: .relaxed) }
        let sources = items.map(stream.source)
        let ratios = try sources.map { try $0(3) }
        #expect(made() == 3 && ratios.allSatisfy { $0.count == 3 })
        #expect(ratios.allSatisfy { $0.allSatisfy(\.isFinite) })
        // A block each, of two samples of either.
        #expect(items.allSatisfy { stream.sampler($0).wall.map(\.count) == [6, 6] })
        for item in items.dropLast() { stream.end(item) }
        #expect(try sources.last!(2).count == 2 && made() == 5)
        #expect(items.map { stream.sampler($0).wall[1].count } == [6, 6, 6, 6, 10])
    }
}
