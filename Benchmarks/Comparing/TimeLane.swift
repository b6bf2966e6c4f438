import BenchmarkKit
import CollectionLayout
import Workloads

/// The times of all cases of a group in a process of its own: what `ab` launches in turns from two builds.
///
/// The child's arguments and the lines it prints are understood across revisions: `strategy,phase,trace,nanoseconds`,
/// the trace `-` where there is none.
enum TimeLane {
    /// What identifies a time.
    struct Key: Hashable {
        let strategy: String
        let phase: String
        let trace: String

        init(_ place: Recorder.Place) {
            strategy = place.strategy
            phase = place.phase
            trace = place.trace.isEmpty ? "-" : place.trace
        }

        init(_ fields: [String]) {
            strategy = fields[0]
            phase = fields[1]
            trace = fields[2]
        }
    }

    /// Launches a program and returns what it measured.
    ///
    /// - Throws: ``InputError`` where it fails, or prints anything but times.
    static func launch(_ program: String, _ arguments: [String], n: Int) throws -> [Key: Double] {
        let lines = try ChildLane.run(arguments, n: n, program: program)
        var times: [Key: Double] = [:]
        for fields in lines {
            guard fields.count == 4, let time = Double(fields[3]), time > 0 else {
                throw InputError(
                    "\(program): got '\(fields.joined(separator: ","))', expected strategy,phase,trace,nanoseconds; "
                        + "is it a build of this program?")
            }
            times[Key(fields)] = time
        }
        return times
    }

    /// The child: times all strategies of each case in shared rounds.
    static func child(_ selection: Selection, _ console: Console) throws {
        let plan = try Plan(selection, availableBytes: nil)
        guard let group = plan.groups.first else { return }
        let content = try group.input.make(group.n, selection.seed)
        let cases = PairCase.all(group).filter { !$0.strategies.isEmpty }
        var sampling = SamplingPlan()
        sampling.budget = selection.budget / max(cases.count, 1)
        sampling.seed = selection.seed
        for item in cases {
            let bench = try PairBench(item, content: content, selection: selection, burden: selection.burden)
            let candidates = try item.strategies.map { try bench.candidate($0) }
            let report = InterleavedSampler(plan: sampling).sample(candidates)
            for strategy in item.strategies {
                guard let summary = report.summary(of: strategy.id) else { continue }
                let trace = item.trace.isEmpty ? "-" : item.trace
                console.print("\(strategy.id),\(item.phase),\(trace),\(summary.median)\n")
            }
        }
    }
}
