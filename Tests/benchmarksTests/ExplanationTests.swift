import BenchmarkKit
import Testing

@testable import benchmarks

@Suite struct ExplanationTests {
    private typealias Change = Explanation.Change

    /// A query of 1000 ns that became slower by 500 ns, with nothing else changed.
    private func explanation(
        _ verdict: TimeVerdict = .slower, ratio: Double = 1.5, instructions: Double? = 5000, misses: Double? = 1,
        allocations: Double? = 0, work: Double? = 100, exponent: Double? = 0.1
    ) -> Explanation {
        func change(_ from: Double, _ to: Double?) -> Change { Change(from: to == nil ? nil : from, to: to) }
        return Explanation(
            verdict: verdict, timeRatio: ratio, nanoseconds: 1000 * (ratio - 1),
            instructions: change(5000, instructions), misses: change(1, misses), allocations: change(0, allocations),
            work: change(100, work), exponent: change(0.1, exponent))
    }

    @Test func eachCauseHasItsSign() {
        #expect(explanation().cause == .layout)
        #expect(explanation(instructions: 7400).cause == .code)
        #expect(explanation(misses: 7).cause == .locality)
        #expect(explanation(instructions: 6000, allocations: 10).cause == .allocation)
        #expect(explanation(instructions: 7500, work: 140).cause == .algorithm)
        #expect(explanation(exponent: 0.9).cause == .algorithm)
        #expect(explanation(.same, ratio: 1, instructions: 7400).cause == .none)
        #expect(explanation(.undecided, instructions: 7400).cause == .none)
        #expect(
            explanation(instructions: nil, misses: nil, allocations: nil, work: nil, exponent: nil).cause == .unknown)
    }

    @Test func whatGoesTheOtherWayExplainsNothing() {
        #expect(explanation(instructions: 3000, misses: 0, work: 50, exponent: -0.9).cause == .layout)
        // Faster, with fewer instructions; more allocations are no reason for that.
        #expect(explanation(.faster, ratio: 0.6, instructions: 3000, allocations: 20).cause == .code)
        #expect(explanation(.faster, ratio: 0.6, misses: 0, work: 30).cause == .algorithm)
    }

    @Test func smallChangesExplainLittle() {
        // Two allocations of 40 ns are not what 500 ns come from; 3 % more instructions not what 50 % come from.
        #expect(explanation(instructions: 5150, allocations: 2).cause == .layout)
    }

    /// Of edits and queries what is counted is not the same.
    @Test(arguments: [
        ("update", "resize", [Metric.itemsPlaced]), ("query", "fling", [.elementsTested, .nodesVisited]),
    ])
    func theWorkIsWhatIsCountedOfThePhase(_ phase: String, _ trace: String, _ metrics: [Metric]) throws {
        let selection = try Selection(
            OptionParser(Selection.options).parse(["--quick", "--dataset", "chat", "--size", "1000"]))
        let group = try #require(try Plan(selection, availableBytes: nil).groups.first)
        let estimate = RatioEstimate(logRatio: -1, lower: -1.1, upper: -0.9, count: 100)
        let comparison = Comparison(
            place: Recorder.Place(group: group, strategy: "incremental", trace: trace, phase: phase),
            decision: SequentialComparison.Decision(
                verdict: .faster, estimate: estimate, looks: 1, confirmation: estimate),
            null: RatioEstimate(logRatio: 0, lower: 0, upper: 0, count: 100), tolerance: 0.01, median: 1000,
            cpuShare: 1, isNullTripped: false)
        let rows = metrics.flatMap { metric in
            [("section-buckets", 1000.0), ("incremental", 50)].map {
                MadeUp.row($0, phase, metric, "mean", $1, trace: trace)
            }
        }
        let report = ExplanationReport(comparisons: [comparison], rows: rows, reference: "section-buckets")
        #expect(report.table.rows[0].suffix(3) == ["× 0.05", "–", "algorithm"])
    }

    private func row(_ n: Int, _ metric: Metric, _ value: Double) -> ResultRow {
        ResultRow(
            runID: "r", commit: "c", environment: "e",
            key: CaseKey(
                suite: "s", dataset: "d", n: n, layout: "l", strategy: "x", trace: "t", phase: "query",
                metric: metric.id, statistic: metric == .wallTime ? "median" : "mean"),
            unit: metric.unit, metricClass: metric.metricClass, value: value, samples: 1, checksum: "ab", seed: 1)
    }

    @Test func exponentsAreRowsOfTheGate() {
        let rows = [
            row(1000, .elementsTested, 50), row(10_000, .elementsTested, 52), row(100_000, .elementsTested, 5200),
            row(1000, .wallTime, 10), row(10_000, .wallTime, 100),
        ]
        let exponents = Scaling(rows: rows).exponents
        #expect(exponents.map(\.value) == [0, 2])
        #expect(exponents.map(\.key.n) == [10_000, 100_000])
        #expect(
            exponents.allSatisfy { $0.key.statistic == "exponent" && $0.metricClass == .exact && $0.unit == .ratio })
        #expect(exponents.map { Scaling.sizes(of: $0.key) } == [[10_000, 1000], [100_000, 10_000]])
        let laws = Scaling(rows: rows).laws
        #expect(laws.count == 2 && abs(laws[1].law.exponent - 1) < 1e-9)
        #expect(ScalingReport(laws: laws).table.rows == [["d", "x", "1.00", "1.01"]])
    }

    /// Over four decades one exponent is fitted, in which what grows slowly everywhere adds up.
    @Test func fourDecadesHaveAFittedExponent() {
        let values = [10, 14, 20, 28, 40.0]
        let rows = zip([1000, 10_000, 100_000, 1_000_000, 10_000_000], values).map { row($0, .nodesVisited, $1) }
        func fitted(_ rows: [ResultRow]) -> [ResultRow] {
            Scaling(rows: rows).exponents.filter { $0.key.statistic == "fitted-exponent" }
        }
        // A factor of the square root of two a decade, the last digits aside.
        #expect(fitted(rows.shuffled()).map(\.value) == [0.15])
        #expect(fitted(rows).map(\.key.n) == [10_000_000])
        #expect(Scaling.sizes(of: fitted(rows)[0].key) == rows.map(\.key.n).reversed())
        // What is below one is no growth, and a size that is missing leaves a gap.
        #expect(fitted(rows.map { row($0.key.n, .nodesVisited, ($0.value ?? 0) / 100) }).map(\.value) == [0])
        #expect(fitted(Array(rows.dropFirst())).isEmpty && fitted([rows[0], rows[1], rows[3], rows[4]]).isEmpty)
    }
}
