import BenchmarkKit
import CollectionLayout
import Workloads

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

/// Scripts for shells, made of the lists that the program itself reads.
enum Completions {
    static let shells = ["bash", "zsh", "fish"]

    static func script(_ shell: String) -> String { shell == "fish" ? fish : shell == "zsh" ? zsh : bash }

    private static var commands: [Command] { Command.all.filter { !$0.isHidden } }

    /// The names that an option takes.
    private static let values: [String: [String]] = [
        "strategy": (CacheStrategy.all + CacheStrategy.peers).map(\.id) + ["all", "peers"],
        "dataset": (Dataset.all + Dataset.adversarial).map(\.id) + ["all", "adversarial"],
        "trace": Trace.all.map(\.id) + EditTrace.all.map(\.id) + ["all", "edits"],
        "edit": Edit.all.map(\.id) + ["all"],
        "metric": Metric.all.map(\.metric.id) + ["all", "exact", "default"],
        "format": OutputFormat.allCases.map(\.rawValue),
        "color": ["auto", "always", "never"],
    ]

    private static var bash: String {
        let options = commands.map { command in
            "        \(command.name)) words=\"\(command.options.map { "--" + $0.name }.joined(separator: " "))\" ;;\n"
        }
        let names = values.sorted { $0.key < $1.key }.map { option, names in
            "        --\(option)) COMPREPLY=($(compgen -W \"\(names.joined(separator: " "))\" -- \"$word\")); return ;;\n"
        }
        return """
            # bash: source <(benchmarks completions bash)
            _benchmarks() {
                local word="${COMP_WORDS[COMP_CWORD]}" words=""
                case "${COMP_WORDS[COMP_CWORD-1]}" in
            \(names.joined())    esac
                case "${COMP_WORDS[1]}" in
            \(options.joined())    esac
                [ "$COMP_CWORD" -eq 1 ] && words="\(commands.map(\.name).joined(separator: " "))"
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            complete -o default -F _benchmarks benchmarks

            """
    }

    private static var zsh: String {
        bash.replacing(
            "# bash: source <(benchmarks completions bash)",
            with: "# zsh: source <(benchmarks completions zsh)\nautoload -U +X bashcompinit && bashcompinit")
    }

    private static var fish: String {
        var text = "# fish: benchmarks completions fish | source\ncomplete -c benchmarks -f\n"
        for command in commands {
            text +=
                "complete -c benchmarks -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'\n"
            for option in command.options {
                let names = values[option.name].map { " -x -a '\($0.joined(separator: " "))'" } ?? ""
                text +=
                    "complete -c benchmarks -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
                    + " -d '\(quoted(option.help))'\(names)\n"
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String { text.replacing("'", with: "\\'") }
}
