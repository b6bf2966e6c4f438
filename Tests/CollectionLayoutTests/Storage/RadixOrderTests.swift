import Testing
import Workloads

@testable import CollectionLayout

@Suite struct RadixOrderTests {
    /// The order of a stable comparison sort.
    private func stableOrder(_ keys: [UInt32]) -> [UInt32] {
        keys.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }.map(UInt32.init)
    }

    private func order(_ keys: [UInt32]) -> [UInt32] {
        radixOrder(count: keys.count) { keys[$0] }.array
    }

    @Test func isAStableSort() {
        var random = SplitMix64(seed: 1)
        for bits in [0, 1, 3, 11, 12, 22, 23, 31, 32] as [UInt64] {
            for count in [0, 1, 2, 3, 17, 500] {
                let keys = (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next() & (1 << bits - 1)) }
                #expect(order(keys) == stableOrder(keys), "\(count) keys of \(bits) bits")
            }
        }
    }

    @Test func digitsAtTheirBoundaries() {
        let edges: [UInt32] = [0, 1, 2046, 2047, 2048, 1 << 22 - 1, 1 << 22, 1 << 31, .max - 1, .max]
        let keys = edges.reversed() + edges + edges.reversed()
        #expect(order(keys) == stableOrder(keys))
    }

    @Test func stepsStayInRangeAndInOrder() {
        var random = SplitMix64(seed: 2)
        for values in [[0.0], [5, 5, 5], [-8e12, 8e12], (0..<100).map { _ in random.uniform(-1e6, 1e9) }] {
            let quantizer = Quantizer(values)
            let sorted = values.sorted().map { quantizer.step($0) }
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(sorted[0] == 0)
            if Set(values).count > 1 { #expect(sorted[sorted.count - 1] >= UInt32.max - 1) }
        }
    }
}
