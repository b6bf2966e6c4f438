import Testing

@testable import BenchmarkKit

@Suite struct ExitCodeTests {
    @Test func numbersAreTheContract() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 64])
    }

    @Test func mostSevereWins() {
        #expect(ExitCode.mostSevere([]) == .success)
        #expect(ExitCode.mostSevere([.success, .improvement]) == .improvement)
        #expect(ExitCode.mostSevere([.inconclusive, .regression, .improvement]) == .regression)
        #expect(ExitCode.mostSevere([.regression, .jobFailed, .missing]) == .jobFailed)
        for code in ExitCode.allCases where code != .success {
            #expect(ExitCode.mostSevere([.success, code, .success]) == code)
        }
    }
}
