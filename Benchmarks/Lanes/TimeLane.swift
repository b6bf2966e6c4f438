import BenchmarkKit

extension Lane {
    /// The times of all cases of a group, which `ab` takes from two builds in turns; a run measures its own.
    static let time = Lane(name: "time", title: "times", values: { _ in [] }) { child in
        let selection = child.selection
        let benches = try PairCase.all(child.group).filter { $0.isCompared && !$0.strategies.isEmpty }.compactMap {
            try PairBench($0, content: child.content, selection: selection)?.adding(selection.burden)
        }
        var sampling = SamplingPlan()
        sampling.budget = selection.budget / max(benches.count, 1)
        sampling.turnLength = GroupRun.turnLength
        sampling.seed = selection.seed
        for bench in benches {
            let item = bench.item
            let report = InterleavedSampler(plan: sampling).sample(try item.strategies.map { try bench.candidate($0) })
            for strategy in item.strategies {
                guard let summary = report.summary(of: strategy.id) else { continue }
                child.tell(strategy, item.phase, trace: item.trace, Answer([summary.median, summary.cpuMedian]))
            }
        }
    }

    /// Nanoseconds an operation, as medians.
    struct Time {
        let wall: Double
        /// Of the processor; nil where a build does not tell.
        let cpu: Double?
    }

    /// Launches a program and returns the nanoseconds it measured.
    ///
    /// - Throws: ``InputError`` where it fails, or prints anything but times.
    static func times(
        _ program: String, _ arguments: [String], n: Int, sampling budget: Duration
    ) throws -> [Key: Time] {
        try start(arguments, n: n, program: program, sampling: budget).mapValues { answer in
            guard (1...2).contains(answer.values.count), let wall = answer.values[0], wall > 0 else {
                throw InputError(
                    "\(program): got '\(answer.fields.joined(separator: ","))', expected nanoseconds; "
                        + "is it a build of this program?")
            }
            return Time(wall: wall, cpu: answer.values.dropFirst().first ?? nil)
        }
    }
}
