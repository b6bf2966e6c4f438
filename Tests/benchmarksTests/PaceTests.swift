import Testing

@testable import benchmarks

/// Budgets of groups on machines that take a certain time for all else.
struct PaceTests {
    private static let budget = Duration.seconds(18)

    /// What each group is given, and how long the run takes, where groups take so long besides.
    private func run(_ besides: [Duration], limit: Duration?) -> (given: [Duration], length: Duration) {
        var pace = Pace(budget: Self.budget, limit: limit, groups: besides.count)
        var given: [Duration] = []
        var elapsed = Duration.zero
        for time in besides {
            given.append(pace.budget)
            elapsed += time + pace.budget
            pace.endGroup(after: elapsed)
        }
        return (given, elapsed)
    }

    @Test(arguments: [nil, Duration.seconds(110)])
    func eachGroupHasAnEqualShareWhereThereIsTime(limit: Duration?) {
        let (given, length) = run(Array(repeating: .seconds(8), count: 6), limit: limit)
        #expect(given == Array(repeating: .seconds(3), count: 6))
        #expect(length == .seconds(66))
    }

    @Test(arguments: [14.0, 16, 17])
    func aRunOnASlowMachineEndsInTime(besides: Double) {
        let (given, length) = run(Array(repeating: .seconds(besides), count: 6), limit: .seconds(110))
        let expected = Duration.seconds(min(6 * (besides + 3), 110))
        #expect(length <= expected && length > expected - .milliseconds(1))
        #expect(given.allSatisfy { $0 <= .seconds(3) })
    }

    @Test func groupsHaveWhatOneThatTookLongHasLeft() {
        let (given, length) = run([40, 4, 4, 4, 4, 4].map { .seconds($0) }, limit: .seconds(110))
        #expect(given[1] < .seconds(3) && given[5] == .seconds(3))
        #expect(length <= .seconds(110))
    }

    @Test func aRunThatCannotEndInTimeStillTimesEveryGroup() {
        let (given, _) = run(Array(repeating: .seconds(50), count: 3), limit: .seconds(110))
        #expect(given == [.seconds(6), .milliseconds(600), .milliseconds(600)])
    }

    @Test func withoutALimitTimeDoesNotMatter() {
        #expect(run([.seconds(500), .zero], limit: nil).given == [.seconds(9), .seconds(9)])
    }
}
