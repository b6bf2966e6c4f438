import BenchmarkKit

/// Compares two builds on all cases of a plan.
struct BuildComparison {
    let plan: Plan
    /// The programs: what is judged, and what it is compared with.
    let head: String
    let base: String
    let tolerance: Double
    /// How many units the first look takes at least: more where the confidence of so many rows asks for more.
    var leastFirstCount = 8
    /// What the order of launches is drawn from.
    var seed: UInt64 = 1
    /// Arguments of the head's launches alone, for tests of the harness itself.
    var headArguments: [String] = []
    /// Whether the floors of the cases are measured as well.
    var includesFloors = false

    /// How long the samples of each row of a launch take at least.
    static let shortest = Duration.milliseconds(20)

    private func places(_ group: Plan.Group) -> [Recorder.Place] {
        PairCase.all(group).filter(\.isCompared).flatMap { item in item.strategies.map { item.place($0.id) } }
    }

    /// How many rows there will be.
    var count: Int { plan.groups.reduce(0) { $0 + places($1).count } }

    /// Measures all rows but of edits that a content has not what it takes for; `emit` gets each.
    func run(progress: ProgressLine? = nil, emit: (Comparison) throws -> Void) throws {
        let rule = TimeRule(tolerance: tolerance, rows: max(count, 1))
        let firstCount = max(leastFirstCount, rule.fewestUnits)
        let comparison = SequentialComparison(rule: rule, firstCount: firstCount)
        for (index, group) in plan.groups.enumerated() {
            let floors = includesFloors ? try floors(group) : [:]
            let streams = (0..<2).map { stream(group, firstCount, attempt: 2 * index + $0) }
            for place in places(group) {
                progress?.begin("\(group.input.id), n = \(group.n): \(place.strategy), \(place.title)")
                let key = Lane.Key(place)
                guard try streams[0].measures(key) else {
                    progress?.advance()
                    continue
                }
                let decision = try comparison.decide(streams[0].source(key), confirmedBy: streams[1].source(key))
                let null = RatioEstimate(try streams[0].null(key), confidence: rule.confidence)
                let verdict = rule.verdict(of: null)
                try emit(
                    Comparison(
                        place: place, decision: decision, null: null, tolerance: tolerance,
                        median: streams[0].median(key), cpuShare: streams[0].cpuShare(key),
                        isNullTripped: verdict.isDifference, floor: floors[key]))
                progress?.advance()
            }
        }
        progress?.clear()
    }

    /// The floors of the rows that have one: this program measures them, as they are the machine's and no build's.
    private func floors(_ group: Plan.Group) throws -> [Lane.Key: Double] {
        let content = try group.input.make(group.n, plan.selection.seed)
        var floors: [Lane.Key: Double] = [:]
        for item in PairCase.all(group) where item.floor != nil && !item.strategies.isEmpty {
            let bench = try PairBench(item, content: content, selection: plan.selection)
            guard let floor = try bench?.floor(item.strategies[0]) else { continue }
            for strategy in item.strategies { floors[Lane.Key(item.place(strategy.id))] = floor }
        }
        return floors
    }

    private func stream(_ group: Plan.Group, _ firstCount: Int, attempt: Int) -> LaunchStream {
        // A look and its confirmation take 3 launches a unit; most rows end at the first look.
        let share = plan.selection.budget / (6 * firstCount * plan.groups.count)
        let budget = max(share, Self.shortest * places(group).count)
        let strategies = group.strategies.map(\.id)
        var arguments = Lane.time.arguments(group, plan.selection, strategies: strategies)
        arguments += [
            "--budget",
            "\(budget.components.attoseconds / 1_000_000_000_000 + budget.components.seconds * 1_000_000)us",
        ]
        return LaunchStream(seed: seed << 16 &+ UInt64(attempt)) { role in
            let program = role == .head ? head : base
            let own = arguments + (role == .head ? headArguments : [])
            return try Lane.times(program, own, n: group.n, sampling: budget)
        }
    }
}
