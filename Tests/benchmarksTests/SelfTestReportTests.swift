import BenchmarkKit
import Testing

@testable import benchmarks

@Suite struct SelfTestReportTests {
    private func outcomes(_ gate: String, _ added: String, alarms: Int, undecided: Int, of count: Int)
        -> [SelfTest.Outcome]
    {
        (0..<count).map { trial in
            SelfTest.Outcome(
                gate: gate, injected: added, trial: trial,
                answer: trial < alarms ? .alarm : trial < alarms + undecided ? .undecided : .quiet, ratio: 1)
        }
    }

    private func line(_ outcomes: [SelfTest.Outcome]) -> String { SelfTestReport(outcomes: outcomes).resultLine.text }

    @Test func ratesHaveBounds() throws {
        let report = SelfTestReport(
            outcomes: outcomes("compare all", "0 %", alarms: 1, undecided: 9, of: 300)
                + outcomes("compare all", "5 %", alarms: 40, undecided: 0, of: 40))
        #expect(report.lines.map(\.trials) == [300, 40] && report.lines.map(\.undecided) == [9, 0])
        // The upper bound for 1 of 300, from SciPy.
        #expect(abs(report.lines[0].bounds.upper - 0.018432) < 1e-5)
        #expect(report.table.rows[1][4] == "100.0 %")
        #expect(report.resultLine.text == "RESULT regressed=1 improved=0 ok=330 undecided=9 missing=0 exit=0")
    }

    @Test func aBadGateIsTold() {
        // 10 of 300 are more than 1 % beyond doubt.
        #expect(line(outcomes("compare all", "0 %", alarms: 10, undecided: 0, of: 300)).hasSuffix("exit=7"))
        #expect(line(outcomes("exact", "1 node a query", alarms: 4, undecided: 0, of: 5)).hasSuffix("exit=3"))
        #expect(line(outcomes("exact", "1 node a query", alarms: 0, undecided: 5, of: 5)).hasSuffix("exit=0"))
    }
}
