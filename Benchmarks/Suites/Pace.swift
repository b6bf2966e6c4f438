/// Shares the time for timing among the groups of a run.
///
/// What else a group takes, to lay out and to check all answers, grows where the machine is slow. A run that is to end in a
/// certain time then spends less on timing: as much as is left if the groups to come take as long besides as those before.
struct Pace {
    /// A group gets no less than this part of its share, in however much time.
    private static let least = 0.1

    /// A group's equal share of the budget.
    private let share: Duration
    /// When the run should end, after its beginning; nil if it may take any time.
    private let limit: Duration?
    private let groups: Int
    private var ended = 0
    /// What the groups so far were given.
    private var given = Duration.zero
    /// The time of the next group.
    private(set) var budget: Duration

    init(budget: Duration, limit: Duration?, groups: Int) {
        self.limit = limit
        self.groups = max(groups, 1)
        share = budget / self.groups
        self.budget = share
    }

    /// Notes the end of a group, and how long the run has taken until then.
    mutating func endGroup(after elapsed: Duration) {
        ended += 1
        given += budget
        guard let limit, ended < groups else { return }
        let besides = (elapsed - given) / ended
        let affordable = (limit - elapsed) / (groups - ended) - besides
        budget = min(max(affordable, share * Self.least), share)
    }
}
