import Testing

@testable import BenchmarkKit

@Suite struct ChangePointTests {
    /// Normal noise around levels, each of which lasts for some values: the sum of twelve uniform numbers.
    private func series(_ levels: [(level: Double, count: Int)], noise: Double, seed: UInt64) -> [Double] {
        var random = SplitMix64(seed: seed)
        return levels.flatMap { level, count in
            (0..<count).map { _ in
                level + noise * ((0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } - 6)
            }
        }
    }

    @Test func findsStepsWhereTheyAre() throws {
        for seed in UInt64(1)...50 {
            let values = series([(5, 10), (5.1, 8), (4.9, 12)], noise: 0.01, seed: seed)
            let changes = ChangePoint.find(in: values, alpha: 0.001)
            try #require(changes.map(\.index) == [10, 18], "seed \(seed)")
            #expect(abs(changes[0].shift - 0.1) < 0.02)
            #expect(abs(changes[1].shift + 0.2) < 0.02)
        }
    }

    /// A plain binary segmentation sees one mean before and after, and nothing else.
    @Test func findsALevelThatComesAndGoes() {
        for seed in UInt64(1)...50 {
            let values = series([(0, 10), (0.1, 4), (0, 10)], noise: 0.01, seed: seed)
            #expect(ChangePoint.find(in: values, alpha: 0.001).map(\.index) == [10, 14], "seed \(seed)")
        }
    }

    /// 600 series without a change: the share with a change is at most alpha; 5 % would be 30 of them.
    @Test(arguments: [4, 7, 20]) func noiseHasNoChanges(_ count: Int) {
        let alarms = (1...600).count { seed in
            !ChangePoint.find(in: series([(3, count)], noise: 0.2, seed: UInt64(seed)), alpha: 0.05).isEmpty
        }
        // A false-alarm rate of 5 % exceeds 46 of 600 in one case of a thousand.
        #expect(alarms <= 46)
    }

    @Test func anOutlierIsNoLevel() {
        var values = series([(0, 20)], noise: 0.01, seed: 3)
        values[9] = 2
        #expect(ChangePoint.find(in: values, alpha: 0.01).isEmpty)
        values[19] = 2
        #expect(ChangePoint.find(in: values, alpha: 0.01).isEmpty)
    }

    @Test func exactValuesChangeAtOnce() {
        let changes = ChangePoint.find(in: [7, 7, 9, 9, 9], alpha: 1e-6)
        #expect(changes.map(\.index) == [2] && changes.map(\.shift) == [2])
        #expect(ChangePoint.find(in: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1], alpha: 0.5).isEmpty)
    }

    @Test func smallChangesDoNotMatter() {
        let values = series([(0, 20), (0.015, 20)], noise: 0.001, seed: 1)
        #expect(ChangePoint.find(in: values, alpha: 0.01).map(\.index) == [20])
        #expect(ChangePoint.find(in: values, alpha: 0.01, smallest: 0.02).isEmpty)
    }

    @Test(arguments: [[], [1], [1, 2], [1, 1, 2]]) func fewValuesHaveNone(_ values: [Double]) {
        #expect(ChangePoint.find(in: values, alpha: 0.5).isEmpty)
    }
}
