import BenchmarkKit
import CollectionLayout

extension Lane {
    /// Arguments that make a child lay the same content out, for some strategies of a group.
    func arguments(_ group: Plan.Group, _ selection: Selection, strategies: [String]) -> [String] {
        var arguments = ["lane", name] + selection.inputArguments
        if group.input.fixedCount == nil {
            arguments += ["--dataset", group.input.id, "--size", String(group.n)]
        }
        let traces = group.queries.map(\.scroll.id).filter { $0 != ViewportsFile.traceID }
        if !traces.isEmpty { arguments += ["--trace", traces.joined(separator: ",")] }
        arguments += ["--strategy", strategies.joined(separator: ","), "--seed", String(selection.seed)]
        if strategies.contains(CacheStrategy.lossy.id) { arguments.append("--inject-lossy") }
        if !group.fitsFrames { arguments += ["--oracle", group.oracle.id] }
        // What takes longer is only told if it was asked for.
        if selection.metrics.contains(Metric.itemsPlaced.id) { arguments += ["--metric", "exact"] }
        if let injection = selection.injection { arguments += ["--inject", injection.rawValue] }
        return arguments + (selection.isQuick ? ["--quick"] : [])
    }

    /// Runs a child to its end and returns what it told, in its order. Each line is `strategy,phase,trace,value,…`, the
    /// trace `-` where there is none; children of other revisions print the same.
    ///
    /// - Throws: ``InputError`` with exit code 3 where the child crashed, failed or took too long, with exit code 1 where
    ///   it printed anything else.
    /// - Parameters:
    ///   - n: the number of items, by which the child may take longer.
    ///   - wrapper: a program, with arguments, that the child runs under.
    ///   - program: this program, or another build of it.
    ///   - budget: the time for sampling that the child was given.
    static func lines(
        _ arguments: [String], n: Int, environment: [String: String] = [:], under wrapper: [String] = [],
        program: String = Executable.path, sampling budget: Duration = .zero
    ) throws -> [(key: Key, answer: Answer)] {
        let command = wrapper + [program] + arguments
        let child = ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
        let timeout = Duration.seconds(120 + n / 50_000) + budget * 2
        Leftovers.endWithTheProgram()
        let result = try child.run(timeout: timeout)
        guard result.ending == .exited(0) else {
            Leftovers.waitIfASignalEndsTheProgram()
            throw InputError(
                "'benchmarks \(arguments.joined(separator: " "))' ended with \(result.ending)", exitCode: .jobFailed)
        }
        return try result.output.split(separator: "\n").map { line in
            let fields = line.split(separator: ",")
            guard fields.count > 3, let answer = Answer(fields: fields[3...]) else {
                throw InputError(
                    "\(program): got '\(line)', expected strategy,phase,trace,value,…; is it a build of this program?")
            }
            let trace = fields[2] == "-" ? "" : String(fields[2])
            return (Key(strategy: String(fields[0]), phase: String(fields[1]), trace: trace), answer)
        }
    }

    /// The same by case.
    static func start(
        _ arguments: [String], n: Int, environment: [String: String] = [:], program: String = Executable.path,
        sampling budget: Duration = .zero
    ) throws -> Answers {
        let lines = try lines(arguments, n: n, environment: environment, program: program, sampling: budget)
        return Dictionary(lines.map { ($0.key, $0.answer) }) { $1 }
    }
}
