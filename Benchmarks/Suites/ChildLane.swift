import BenchmarkKit

/// A measurement that needs a process of its own: the program starts itself with the hidden command `lane`.
enum ChildLane {
    /// Arguments that make the child lay out the same content.
    static func arguments(_ lane: String, _ run: GroupRun, strategies: [String]) -> [String] {
        arguments(lane, run.group, run.selection, strategies: strategies)
    }

    static func arguments(
        _ lane: String, _ group: Plan.Group, _ selection: Selection, strategies: [String]
    ) -> [String] {
        var arguments = ["lane", lane] + selection.inputArguments
        if group.input.fixedCount == nil {
            arguments += ["--dataset", group.input.id, "--size", String(group.n)]
        }
        let traces = group.queries.map(\.scroll.id).filter { $0 != ViewportsFile.traceID }
        if !traces.isEmpty { arguments += ["--trace", traces.joined(separator: ",")] }
        arguments += ["--strategy", strategies.joined(separator: ","), "--seed", String(selection.seed)]
        if let injection = selection.injection { arguments += ["--inject", injection.rawValue] }
        return arguments + (selection.isQuick ? ["--quick"] : [])
    }

    /// What the child printed: lines of fields separated by commas.
    ///
    /// - Throws: ``InputError`` with exit code 3 where the child crashed, failed or took too long.
    /// - Parameters:
    ///   - wrapper: a program, with arguments, that the child runs under.
    ///   - program: this program, or a copy of it.
    static func run(
        _ arguments: [String], n: Int, environment: [String: String] = [:], under wrapper: [String] = [],
        program: String = Executable.path
    ) throws -> [[String]] {
        let command = wrapper + [program] + arguments
        let child = ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
        let result = try child.run(timeout: .seconds(120 + n / 50_000))
        guard result.ending == .exited(0) else {
            throw InputError(
                "'benchmarks \(arguments.joined(separator: " "))' ended with \(result.ending)", exitCode: .jobFailed)
        }
        return result.output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    }
}
