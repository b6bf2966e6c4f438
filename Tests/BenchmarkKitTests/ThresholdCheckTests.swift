import Testing

@testable import BenchmarkKit

@Suite struct ThresholdCheckTests {
    func threshold(
        _ key: CaseKey, _ value: Double, _ metricClass: MetricClass = .exact, tolerance: Double = 0,
        checksum: String = ""
    ) -> Threshold {
        Threshold(
            key: key, unit: .count, metricClass: metricClass, value: value, tolerance: tolerance, checksum: checksum
        )
    }

    struct Case: Sendable {
        var metric = "nodes"
        var metricClass = MetricClass.exact
        var base = 100.0
        var tolerance = 0.0
        var measured: Double?
        var baseChecksum = ""
        var checksum = ""
        var verdict: Verdict
        var exit: Int32
        var strictExit: Int32?
    }

    /// What there was no room for is told, and does not pass.
    @Test func skippedThresholdsAreUnavailable() {
        let file = ThresholdFile([threshold(key(), 1), threshold(key(metric: "other"), 1)])
        let check = file.check(
            [row(key(), 1)], isInScope: { _ in false }, isSkipped: { $0.metric == "other" || $0 == key() })
        #expect(check.verdicts.map(\.verdict).sorted { $0.rawValue < $1.rawValue } == [.ok, .unavailable])
        #expect(check.exitCode == .inconclusive && check.resultLine.undecided == 1)
    }

    @Test(arguments: [
        Case(measured: 100, verdict: .ok, exit: 0),
        Case(measured: 101, verdict: .regressed, exit: 2),
        Case(measured: 99, verdict: .improved, exit: 0, strictExit: 4),
        // Exact values have no slack, whatever the tolerance says.
        Case(tolerance: 0.25, measured: 101, verdict: .regressed, exit: 2),
        Case(tolerance: 0.25, measured: 99, verdict: .improved, exit: 0, strictExit: 4),
        Case(base: 0, measured: 0, verdict: .ok, exit: 0),
        Case(base: 0, measured: 1, verdict: .regressed, exit: 2),
        Case(measured: nil, verdict: .unavailable, exit: 7),
        Case(metric: "hits", measured: 100, verdict: .ok, exit: 0),
        Case(metric: "hits", measured: 101, verdict: .changed, exit: 3),
        Case(metric: "hits", measured: 99, verdict: .changed, exit: 3),
        Case(measured: 100, baseChecksum: "aa", checksum: "aa", verdict: .ok, exit: 0),
        Case(measured: 100, baseChecksum: "aa", checksum: "ab", verdict: .changed, exit: 3),
        Case(measured: 100, baseChecksum: "aa", checksum: "", verdict: .changed, exit: 3),
        Case(measured: 100, baseChecksum: "", checksum: "ab", verdict: .ok, exit: 0),
        Case(metricClass: .time, tolerance: 0.25, measured: 125, verdict: .ok, exit: 0),
        Case(metricClass: .time, tolerance: 0.25, measured: 125.5, verdict: .regressed, exit: 2),
        Case(metricClass: .time, tolerance: 0.25, measured: 75, verdict: .ok, exit: 0),
        Case(metricClass: .time, tolerance: 0.25, measured: 74.5, verdict: .improved, exit: 0, strictExit: 4),
        Case(metricClass: .memory, base: 0, tolerance: 16, measured: 16, verdict: .ok, exit: 0),
        Case(metricClass: .memory, base: 0, tolerance: 16, measured: 17, verdict: .regressed, exit: 2),
        Case(metricClass: .memory, base: -100, tolerance: 0.5, measured: -50, verdict: .ok, exit: 0),
        Case(metricClass: .memory, base: -100, tolerance: 0.5, measured: -49, verdict: .regressed, exit: 2),
    ])
    func truthTable(_ item: Case) {
        let key = key(metric: item.metric)
        let base = threshold(
            key, item.base, item.metricClass, tolerance: item.tolerance, checksum: item.baseChecksum
        )
        let rows = [row(key, item.measured, item.metricClass, checksum: item.checksum)]
        for isStrict in [false, true] {
            let check = ThresholdFile([base]).check(rows, isStrictAboutImprovements: isStrict)
            #expect(check.verdicts.map(\.verdict) == [item.verdict])
            #expect(check.exitCode.rawValue == (isStrict ? item.strictExit ?? item.exit : item.exit))
        }
    }

    /// One answer that is the expected one shows that the same was asked; what has no checksum or no value shows nothing.
    @Test(arguments: [
        (1.0, "aa", 1.0, "bb", false), (1, "aa", 1, "xx", false), (1, "xx", 1, "xx", true), (1, "xx", nil, "bb", true),
        (nil, "aa", nil, "bb", false),
    ])
    func answersMayAllDiffer(_ one: Double?, _ first: String, _ other: Double?, _ second: String, _ differ: Bool) {
        let file = ThresholdFile([
            threshold(key("a"), 1, checksum: "aa"), threshold(key("b"), 1, checksum: "bb"), threshold(key("c"), 1),
        ])
        let rows = [
            row(key("a"), one, checksum: first), row(key("b"), other, checksum: second),
            row(key("c"), 1, checksum: "cc"),
        ]
        #expect(file.check(rows).answersDiffer == differ)
    }

    @Test func setsMustAgree() {
        let file = ThresholdFile([threshold(key("a"), 1), threshold(key("b"), 1)])
        let check = file.check([row(key("b"), 1), row(key("c"), 1)])
        #expect(check.verdicts.map(\.key.strategy) == ["a", "b", "c"])
        #expect(check.verdicts.map(\.verdict) == [.notMeasured, .ok, .noThreshold])
        #expect(check.exitCode == .missing)
        #expect(check.resultLine.text == "RESULT regressed=0 improved=0 ok=1 undecided=0 missing=2 exit=5")
    }

    @Test func aPartialRunLeavesTheRestOut() {
        let file = ThresholdFile([threshold(key("a"), 1), threshold(key("b"), 1)])
        let check = file.check([row(key("b"), 1)], isInScope: { $0.strategy != "a" })
        #expect(check.verdicts.map(\.verdict) == [.ok])
        #expect(check.exitCode == .success)
    }

    @Test func nothingIsNeverSuccess() {
        #expect(ThresholdFile().check([]).exitCode == .missing)
        #expect(ThresholdFile([threshold(key(), 1)]).check([], isInScope: { _ in false }).exitCode == .missing)
    }

    @Test func anotherUnitOrClassIsAMismatch() {
        let file = ThresholdFile([threshold(key(), 1)])
        for other in [row(key(), 1, unit: .bytes), row(key(), 1, .time)] {
            let check = file.check([other])
            #expect(check.verdicts.map(\.verdict) == [.mismatched])
            #expect(check.exitCode == .missing)
        }
    }

    @Test func oneUnavailableRowCoversAllStatistics() {
        let p50 = key(metric: "latency", statistic: "p50")
        let p95 = key(metric: "latency", statistic: "p95")
        let file = ThresholdFile([threshold(p50, 1, .time), threshold(p95, 2, .time)])
        let check = file.check([row(p50, nil, .time)])
        #expect(check.verdicts.map(\.verdict) == [.unavailable, .unavailable])
        let without = ThresholdFile().check([row(p50, nil, .time)])
        #expect(without.verdicts.map(\.verdict) == [.unavailable])
        #expect(without.exitCode == .inconclusive)
    }

    @Test func theLastRowOfAKeyCountsAndRatiosAreGiven() {
        let check = ThresholdFile([threshold(key(metric: "nodes"), 4)]).check([
            row(key(metric: "nodes"), 9), row(key(metric: "nodes"), 5),
        ])
        #expect(check.verdicts.map(\.ratio) == [1.25])
    }

    @Test func regressionOutranksTheRest() {
        let file = ThresholdFile([threshold(key("a", metric: "nodes"), 1), threshold(key("b", metric: "nodes"), 5)])
        let check = file.check(
            [row(key("a", metric: "nodes"), 2), row(key("b", metric: "nodes"), 4), row(key("c"), 1)],
            isStrictAboutImprovements: true
        )
        #expect(check.exitCode == .regression)
        #expect(check.resultLine.text == "RESULT regressed=1 improved=1 ok=0 undecided=0 missing=1 exit=2")
    }
}
