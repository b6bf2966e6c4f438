import BenchmarkKit
import Foundation
import Testing
import Workloads

@testable import benchmarks

/// Verdicts and exit codes of comparisons, from estimates that are made up.
@Suite struct ComparisonReportTests {
    private func comparison(
        _ verdict: TimeVerdict, ratio: Double, noise: Double = 1.0005, isTripped: Bool = false, recurs: Bool = true
    ) throws -> Comparison {
        let selection = try Selection(OptionParser(Selection.options).parse(["--quick"]))
        let group = try Plan(selection, availableBytes: nil).groups[0]
        func estimate(_ ratio: Double) -> RatioEstimate {
            RatioEstimate(logRatio: log(ratio), lower: log(ratio) - 0.001, upper: log(ratio) + 0.001, count: 100)
        }
        let isDifference = verdict == .slower || verdict == .faster
        return Comparison(
            place: PairCase.all(group)[1].place("packed-rtree"),
            decision: SequentialComparison.Decision(
                verdict: recurs ? verdict : .undecided, estimate: estimate(ratio), looks: 1,
                confirmation: isDifference ? estimate(recurs ? ratio : 1) : nil),
            null: estimate(noise), tolerance: 0.01, median: 100 * ratio, cpuShare: 1, isNullTripped: isTripped)
    }

    private func line(_ comparisons: [Comparison], isGate: Bool = true) -> String {
        ComparisonReport(comparisons: comparisons, reference: "incremental").resultLine(isGate: isGate).text
    }

    @Test func verdictsAreCounted() throws {
        let slower = try comparison(.slower, ratio: 1.05)
        let same = try comparison(.same, ratio: 1.001)
        let faster = try comparison(.faster, ratio: 0.8)
        #expect(line([slower, same, faster]) == "RESULT regressed=1 improved=1 ok=1 undecided=0 missing=0 exit=2")
        #expect(line([slower], isGate: false).hasSuffix("exit=0"))
        #expect(line([same, faster]).hasSuffix("exit=0"))
    }

    @Test func whatCannotBeTrustedIsUndecided() throws {
        // A change of 5 % where the reference differs from itself by 3 %; one of 20 % counts.
        let advisory = try comparison(.slower, ratio: 1.05, noise: 1.03)
        #expect(advisory.text == "slower (advisory)")
        #expect(try comparison(.slower, ratio: 1.2, noise: 1.03).text == "slower")
        let tripped = try comparison(.slower, ratio: 1.05, noise: 1.03, isTripped: true)
        #expect(tripped.text == "undecided (null control)")
        let once = try comparison(.slower, ratio: 1.05, recurs: false)
        #expect(once.text == "undecided (did not recur)")
        #expect(line([advisory, tripped, once]) == "RESULT regressed=0 improved=0 ok=0 undecided=3 missing=0 exit=7")
    }

    /// Of a gate all rows are to be decided: one that is not may hide a regression.
    @Test func aGateDoesNotPassWhatIsUndecided() throws {
        let same = try comparison(.same, ratio: 1)
        let open = try comparison(.undecided, ratio: 1.02)
        #expect(line([same, open]) == "RESULT regressed=0 improved=0 ok=1 undecided=1 missing=0 exit=7")
        #expect(line([same, open], isGate: false).hasSuffix("exit=0"))
        #expect(try line([open, comparison(.slower, ratio: 1.05)]).hasSuffix("exit=2"))
    }

    @Test func theSummaryFoldsWhatIsTheSame() throws {
        let report = ComparisonReport(
            comparisons: [try comparison(.same, ratio: 1), try comparison(.slower, ratio: 1.05)],
            reference: "incremental")
        let parts = report.markdown.components(separatedBy: "<details><summary>1 the same</summary>")
        #expect(parts.count == 2 && parts[0].contains("| slower |") && parts[1].contains("| same |"))
        #expect(report.markdown.hasPrefix("**1 slower, 1 same**\n"))
        #expect(report.table.rows.count == 2)
        #expect(report.legend.contains("at most 0.05 % here"))
    }
}
