import Testing
import Workloads

@testable import CollectionLayout

@Suite struct ReachTests {
    private func runs(_ count: Int, _ random: inout SplitMix64) -> [Reach] {
        (0..<count).map { _ in
            guard random.index(below: 5) > 0 else { return .none }
            let near = Double(random.index(below: 50))
            var reach = Reach.none
            reach.cover(near + 1, near + 2)
            reach.cover(near, near + Double(random.index(below: 20)))
            return reach
        }
    }

    @Test func monotonicRunsBoundAllThatFollowAndPrecede() {
        var random = SplitMix64(seed: 1)
        for count in 0...20 {
            let single = runs(count, &random)
            var array = FlatArray(single)
            array.writable.makeMonotonic()
            for index in 0..<count {
                #expect(array[index].near == single[index...].map(\.near).min())
                #expect(array[index].far == single[...index].map(\.far).max())
            }
        }
    }

    @Test func halvingFindsWhatAScanFinds() {
        var random = SplitMix64(seed: 2)
        for count in 0...40 {
            var array = FlatArray(runs(count, &random))
            array.writable.makeMonotonic()
            for _ in 0..<20 {
                let low = random.index(below: count + 1)
                let range = low..<low + random.index(below: count - low + 1)
                let edge = Double(random.index(below: 80) - 5)
                let offset = Double(random.index(below: 3)) * 10
                let expected = range.first { array[$0].far + offset > edge } ?? range.upperBound
                var counts = QueryCounts()
                // A guess is only a guess: it may lie anywhere, outside the range as well.
                let guess = random.index(below: count + 10) - 5
                let found = array.firstReaching(
                    beyond: edge, offset: offset, in: range, near: guess, counting: &counts)
                #expect(found == expected, "beyond \(edge) in \(range) near \(guess)")
                #expect(counts.nodesVisited <= 12)
                let second = random.index(below: count + 10) - 5
                let again = array.firstReaching(
                    beyond: edge, offset: offset, in: range, near: guess, or: { second }, counting: &counts)
                #expect(again == expected, "beyond \(edge) in \(range) near \(guess) or \(second)")
            }
        }
        var none = NoCounts()
        let array = FlatArray(repeating: Reach(near: 0, far: 1), count: 3)
        #expect(array.firstReaching(beyond: .nan, in: 0..<3, near: 0, counting: &none) == 3)
        #expect(array.firstReaching(beyond: -.infinity, in: 1..<3, near: 2, counting: &none) == 1)
        #expect(array.firstReaching(beyond: .infinity, in: 1..<3, near: 2, counting: &none) == 3)
    }
}
