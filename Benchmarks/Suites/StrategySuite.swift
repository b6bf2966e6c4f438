import BenchmarkKit
import CollectionLayout
import Workloads

/// Checks and measures every case of a plan, group by group.
struct StrategySuite {
    let plan: Plan
    let recorder: Recorder
    let progress: ProgressLine
    let console: Console
    /// The steps that were measured before the run was interrupted.
    var done: Set<String> = []
    /// The rows they made.
    var former: [ResultRow] = []

    var selection: Selection { plan.selection }

    /// The suite of other metrics and sizes. That of the exact counters alone checks all answers on the way.
    func part(_ metrics: Set<String>, resizing size: (Int) -> Int = { $0 }) throws -> StrategySuite {
        var selection = selection
        selection.metrics = metrics
        selection.resize(size)
        return try part(selection)
    }

    /// The suite of another selection.
    func part(_ selection: Selection) throws -> StrategySuite {
        var recorder = recorder
        recorder.metrics = selection.metrics
        return StrategySuite(
            plan: try Plan(selection), recorder: recorder, progress: progress, console: console, done: done)
    }

    /// What was measured at once: written at once, and not measured again where a run goes on.
    struct Step {
        /// `photo-days/1000000/fling`; nil for what is always measured again.
        let id: String?
        let rows: [ResultRow]
    }

    /// Runs all groups; `emit` gets the rows of each step.
    ///
    /// - Throws: ``WrongAnswer`` at the first answer that differs from the oracle's.
    func run(emit: (Step) throws -> Void) throws {
        var pace = plan.pace
        let start = ContinuousClock.now
        for group in plan.groups {
            if !group.skipped.isEmpty { progress.clear() }
            console.warnOfSkipped([group])
            if !group.fitsFrames, !group.strategies.isEmpty {
                progress.clear()
                console.warn(
                    "\(group.input.id) with \(Quantity.count(group.n)) items: nothing fits in memory "
                        + "beside \(CacheStrategy.oracle.id); answers are checked against \(group.oracle.id) instead, edits "
                        + "are left out")
            }
            guard !group.strategies.isEmpty else {
                progress.advance(by: group.steps)
                continue
            }
            try GroupRun(suite: self, group: group, budget: pace.budget).run(emit: emit)
            pace.endGroup(after: .now - start)
        }
        progress.clear()
        console.warnIfBusy(recorder.share.value, "on average")
    }
}

/// One group while it is measured: in lanes of their own, and in this process for times, so that samples can interleave.
struct GroupRun {
    let suite: StrategySuite
    let group: Plan.Group
    /// The time for timing all of its cases.
    let budget: Duration
    /// What a strategy does after others have filled the caches is of no interest: in an app there are no others.
    static let turnLength = Duration.milliseconds(30)

    var recorder: Recorder { suite.recorder }
    var selection: Selection { suite.plan.selection }
    var metrics: Set<String> { selection.metrics }

    func run(emit: (StrategySuite.Step) throws -> Void) throws {
        func step(_ name: String, _ rows: () throws -> [ResultRow]) throws {
            let id = group.stepID(name)
            if !suite.done.contains(id) {
                suite.progress.begin("\(group.input.id), n = \(group.n): \(name)")
                try emit(StrategySuite.Step(id: id, rows: rows()))
            }
            suite.progress.advance()
        }
        for lane in Lane.ofRuns { try step(lane.title) { try rows(of: lane) } }
        try runTimes(step)
    }

    /// The time lane, which needs all strategies prepared at the same time; it ends with edits.
    private func runTimes(_ step: (String, () throws -> [ResultRow]) throws -> Void) throws {
        let names =
            group.queries.map(\.name) + ["prepare", "first query"] + group.timedUpdates.map(\.edit.id)
            + group.storms.map(\.name)
        guard metrics.includesTime, names.contains(where: { !suite.done.contains(group.stepID($0)) }) else {
            return suite.progress.advance(by: names.count)
        }
        suite.progress.begin("\(group.input.id): laying out")
        let content = try group.input.make(group.n, selection.seed)
        let prepared = try Prepared(self, content)
        for query in group.queries {
            try step(query.name) { try QueryCase(prepared: prepared, query: query).rows() }
        }
        try step("prepare") { try prepared.prepareRows() }
        try step("first query") { try FirstQuery(prepared: prepared).rows() }
        var isEdited = false
        func prepareAgain(_ strategies: [CacheStrategy]) throws {
            // The edits before have left the caches with another content.
            if isEdited { for subject in prepared.subjects(strategies) { try subject.prepare(content) } }
            isEdited = true
        }
        for update in group.timedUpdates {
            try step(update.edit.id) {
                try prepareAgain(update.strategies)
                return try UpdateCase(prepared, update).rows()
            }
        }
        for storm in group.storms {
            try step(storm.name) {
                try prepareAgain(storm.strategies)
                return try StormCase(update: UpdateCase(prepared, storm)).rows()
            }
        }
    }

    /// A part of the group's time.
    func plan(share: Double) -> SamplingPlan {
        var plan = SamplingPlan()
        plan.budget = budget * share
        plan.turnLength = Self.turnLength
        plan.seed = selection.seed
        return plan
    }

    func place(_ strategy: String, _ phase: String, trace: String = "") -> Recorder.Place {
        Recorder.Place(group: group, strategy: strategy, trace: trace, phase: phase)
    }
}
