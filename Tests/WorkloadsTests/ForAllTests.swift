import LayoutTestSupport
import Testing

@Suite struct ForAllTests {
    /// The search for a simplest counterexample finds it.
    @Test func failuresShrink() throws {
        let failure = #expect(throws: Counterexample<[Double]>.self) {
            try forAll(count: 50) { random in
                (0..<random.index(below: 30)).map { _ in random.uniform(0, 100) }
            } shrinks: { array in
                shorter(array)
                    + array.indices.flatMap { index in
                        simpler(array[index]).map { number in
                            var variant = array
                            variant[index] = number
                            return variant
                        }
                    }
            } check: { array in
                try check(array.count { $0 >= 50 } < 2, "two large numbers")
            }
        }
        #expect(failure?.value.count == 2)
        #expect(failure?.value.allSatisfy { $0 == $0.rounded() && $0 >= 50 } == true)
        #expect(failure?.description.contains("two large numbers") == true)
        try forAll(count: 20, { $0.unit() }, shrinks: { _ in [] }, check: { try check($0 < 1, "not below 1") })
    }
}
