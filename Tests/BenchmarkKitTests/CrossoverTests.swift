import BenchmarkKit
import Testing

@Suite struct CrossoverTests {
    private func curve(_ name: String, _ costs: [(Double, Double)], spread: Double = 0) -> Crossover.Curve {
        Crossover.Curve(
            name: name,
            points: costs.map { size, cost in
                Crossover.Point(size: size, cost: cost, lower: cost * (1 - spread), upper: cost * (1 + spread))
            })
    }

    private func spans(_ curves: Crossover.Curve...) -> [String] {
        Crossover.spans(curves).map { "\($0.name) \(($0.end * 1000).rounded() / 1000)" }
    }

    /// n / 10 and 10 are equal at n = 100; on log-log paper both are straight lines.
    @Test func linesCrossWhereTheyAreEqual() {
        let linear = curve("scan", [(10, 1), (1000, 100)])
        let constant = curve("tree", [(10, 10), (1000, 10)])
        #expect(spans(linear, constant) == ["scan 100.0", "tree 1000.0"])
        #expect(spans(constant, linear) == ["scan 100.0", "tree 1000.0"])
    }

    /// n², 100 n and 10,000 are equal in pairs at 100.
    @Test func threeTakeOverInTurn() {
        let sizes = [1.0, 10, 1000, 100_000]
        let a = curve("square", sizes.map { ($0, $0 * $0) })
        let b = curve("line", sizes.map { ($0, 10 * $0) })
        let c = curve("flat", sizes.map { ($0, 50_000) })
        // n² = 10 n at 10, which is measured; 10 n = 50,000 at 5,000.
        #expect(spans(a, b, c) == ["square 10.0", "line 5000.0", "flat 100000.0"])
    }

    /// Costs of 1.00 and 0.99 with intervals of 5 %: no reason to change.
    @Test func overlappingIntervalsChangeNothing() {
        let a = curve("a", [(10, 1), (100, 1), (1000, 1)], spread: 0.05)
        let b = curve("b", [(10, 2), (100, 0.99), (1000, 0.99)], spread: 0.05)
        #expect(spans(a, b) == ["a 1000.0"])
        // Beyond doubt from 1000 on, below already at 100: it takes over there.
        let c = curve("c", [(10, 2), (100, 0.99), (1000, 0.5)], spread: 0.05)
        #expect(spans(a, c) == ["a 100.0", "c 1000.0"])
    }

    @Test func oneThatIsNotMeasuredFurtherEndsThere() {
        let a = curve("a", [(10, 1), (100, 5)])
        let b = curve("b", [(10, 2), (100, 8), (1000, 9)])
        #expect(spans(a, b) == ["a 100.0", "b 1000.0"])
        let late = curve("late", [(1000, 3)])
        #expect(spans(b, late) == ["b 100.0", "late 1000.0"])
    }

    @Test func nothingHasNoSpans() {
        #expect(spans().isEmpty)
        #expect(spans(curve("a", [])).isEmpty)
        #expect(spans(curve("a", [(5, 1)])) == ["a 5.0"])
    }
}
