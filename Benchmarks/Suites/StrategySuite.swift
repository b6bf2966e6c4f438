import BenchmarkKit
import CollectionLayout
import Workloads

/// Checks and measures every case of a plan, group by group.
struct StrategySuite {
    let plan: Plan
    let recorder: Recorder
    let progress: ProgressLine
    let console: Console

    var selection: Selection { plan.selection }

    /// The suite of the exact counters alone, which checks all answers on the way.
    func exact() throws -> StrategySuite {
        var selection = selection
        selection.metrics = Metric.gated
        var recorder = recorder
        recorder.metrics = Metric.gated
        return StrategySuite(plan: try Plan(selection), recorder: recorder, progress: progress, console: console)
    }

    /// Runs all groups; `emit` gets the rows of each.
    ///
    /// - Throws: ``WrongAnswer`` at the first answer that differs from the oracle's.
    func run(emit: ([ResultRow]) throws -> Void) throws {
        for group in plan.groups {
            for skipped in group.skipped {
                progress.clear()
                console.warn("skipped " + skipped.reason)
            }
            guard !group.strategies.isEmpty else {
                progress.advance(by: group.steps)
                continue
            }
            try GroupRun(suite: self, group: group).run(emit: emit)
        }
        progress.clear()
    }
}

/// One group while it is measured: all its strategies are prepared at the same time, so that samples can interleave.
struct GroupRun {
    let suite: StrategySuite
    let group: Plan.Group

    var recorder: Recorder { suite.recorder }
    var selection: Selection { suite.plan.selection }
    var metrics: Set<String> { selection.metrics }

    func run(emit: ([ResultRow]) throws -> Void) throws {
        step("cold prepare")
        try emit(ColdPrepare(self).rows())
        suite.progress.begin("\(group.input.id): laying out")
        let content = try group.input.make(group.n, selection.seed)
        let oracle = CacheStrategy.oracle.make()
        let prepared = try Prepared(self, content, oracle)
        suite.progress.advance()
        for query in group.queries {
            step("\(query.scroll.id)")
            try emit(QueryCase(self, prepared, query.scroll, query.strategies).rows())
            suite.progress.advance()
        }
        step("prepare")
        try emit(prepared.prepareRows())
        suite.progress.advance()
        step("resize")
        try emit(UpdateCase(self, prepared).rows())
        suite.progress.advance()
        step("allocations")
        try emit(AllocationLane(self).rows())
        suite.progress.advance()
        step("instructions")
        try emit(InstructionLane(self).rows())
        suite.progress.advance()
        step("resident memory")
        try emit(MemoryLane(self).rows())
        suite.progress.advance()
    }

    func step(_ label: String) {
        suite.progress.begin("\(group.input.id), n = \(group.n): \(label)")
    }

    /// A part of the group's time.
    func plan(share: Double) -> SamplingPlan {
        var plan = SamplingPlan()
        plan.budget = suite.plan.budgetPerGroup * share
        plan.seed = selection.seed
        return plan
    }

    func place(_ strategy: String, _ phase: String, trace: String = "") -> Recorder.Place {
        Recorder.Place(group: group, strategy: strategy, trace: trace, phase: phase)
    }
}
