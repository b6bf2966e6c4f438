import BenchmarkKit

extension Command {
    static let completions = Command(
        "completions", "Prints a script that completes commands, options and names in a shell.",
        synopsis: "bash|zsh|fish", options: [],
        check: { options in
            guard options.positionals.count == 1 else { throw UsageError("'completions' takes bash, zsh or fish") }
            _ = try ArgumentValue.choice(options.positionals[0], of: Completions.shells, kind: "shell")
        }
    ) { options, console in
        console.print(Completions.script(options.positionals[0]))
        return .success
    }
}
