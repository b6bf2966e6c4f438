import BenchmarkKit
import CollectionLayout
import Workloads

/// Scripts for shells, made of the lists that the program itself reads.
enum Completions {
    static let shells = ["bash", "zsh", "fish"]

    static func script(_ shell: String) -> String { shell == "fish" ? fish : shell == "zsh" ? zsh : bash }

    private static var commands: [Command] { Command.all.filter { !$0.isHidden } }

    /// The names that an option of a command takes; none where it takes other values, such as numbers and files.
    private static func names(_ option: CommandOption, of command: Command) -> [String] {
        let strategies = (CacheStrategy.all + CacheStrategy.peers).map(\.id)
        let datasets = Dataset.every.map(\.id)
        let scrolls = Trace.all.map(\.id)
        return switch (command.name, option.name) {
        case ("frames", "strategy"), ("render", "strategy"): CacheStrategy.all.map(\.id)
        case ("selftest", "strategy"): strategies
        case (_, "strategy"): strategies + ["all", "peers"]
        case ("selftest", "dataset"): datasets
        case ("advise", "dataset"): datasets + ["all"]
        case (_, "dataset"): datasets + ["all", "adversarial"]
        case ("hitches", "trace"): scrolls + EditTrace.all.map(\.id) + ["all", "edits"]
        case (_, "trace"): scrolls + ["all"]
        case (_, "edit"): Edit.all.map(\.id) + ["all"]
        case (_, "metric"): Metric.all.map(\.metric.id) + ["all", "exact", "default"]
        case ("selftest", "format"): ["text", "markdown"]
        case (_, "format"): OutputFormat.allCases.map(\.rawValue)
        case (_, "color"): ColorMode.allCases.map(\.rawValue)
        case (_, "snapping"): Snapping.allCases.map(\.rawValue)
        default: []
        }
    }

    /// The names that a command takes without an option.
    private static func names(of command: Command) -> [String] {
        switch command.name {
        case "compare": (CacheStrategy.all + CacheStrategy.peers).map(\.id) + ["peers"]
        case "baseline": ["save", "list", "read", "compare", "delete"]
        case "thresholds": ["check", "update", "read"]
        case "list": Listing.all.map(\.title)
        case "completions": shells
        case "help": commands.map(\.name)
        default: []
        }
    }

    /// Whether a command takes files without an option.
    private static func takesFiles(_ command: Command) -> Bool {
        ["CSV", "CASES"].contains(where: command.synopsis.contains)
    }

    private static func options(_ command: Command) -> [String] { command.options.map { "--" + $0.name } + ["--help"] }

    /// Whether only the first word behind the command is one of its names.
    private static func takesOneName(_ command: Command) -> Bool {
        ["baseline", "thresholds", "completions", "help"].contains(command.name)
    }

    private static var bash: String {
        let values = commands.flatMap { command in
            command.options.filter(\.takesValue).map { option in
                let names = names(option, of: command).joined(separator: " ")
                return (
                    pattern: "\"\(command.name) --\(option.name)\"",
                    action: names.isEmpty ? "return" : "names=\"\(names)\"" + (option.isList ? " list=1" : "")
                )
            }
        }.grouped(by: \.action).map { action, group in
            "    \(group.map(\.pattern).joined(separator: "|"))) \(action) ;;\n"
        }
        func cases(_ words: (Command) -> [String]) -> String {
            commands.map { ($0, words($0).joined(separator: " ")) }.filter { !$0.1.isEmpty }.map { command, words in
                "        \(command.name)) names=\"\(words)\" ;;\n"
            }.joined()
        }
        return """
            # bash: source <(benchmarks completions bash)
            _benchmarks() {
                local word="${COMP_WORDS[COMP_CWORD]}" option="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
                local names="" list="" head=""
                # Options alone are of the default command.
                case "$command" in -*) command=\(Command.all[0].name) ;; esac
                # What has a value that is no name is left to the shell, which knows the files.
                COMPREPLY=()
                case "$command $option" in
            \(values.joined())    esac
                if [ -n "$names" ]; then
                    # Of a list the last name is completed.
                    case "$list$word" in 1*,*) head="${word%,*}," ;; esac
                elif [ "${word#-}" != "$word" ]; then
                    case "$command" in
            \(cases(options))        esac
                elif [ "$COMP_CWORD" -eq 1 ]; then
                    names="\(commands.map(\.name).joined(separator: " "))"
                else
                    # Of some commands only the first word is a name.
                    case "$COMP_CWORD$command" in
                    2*) ;;
                    \(commands.filter(takesOneName).map { "*\($0.name)" }.joined(separator: "|"))) return ;;
                    esac
                    case "$command" in
            \(cases { takesFiles($0) ? [] : names(of: $0).isEmpty ? options($0) : names(of: $0) })        esac
                fi
                COMPREPLY=($(compgen -P "$head" -W "$names" -- "${word#"$head"}"))
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
            // Options alone are of the default command.
            let isDefault = command.name == Command.all[0].name
            let place =
                "complete -c benchmarks -n '" + (isDefault ? "__fish_use_subcommand; or " : "")
                + "__fish_seen_subcommand_from \(command.name)'"
            let words = names(of: command)
            if takesFiles(command) { text += "\(place) -F\n" }
            if !words.isEmpty { text += "\(place) -a '\(words.joined(separator: " "))'\n" }
            for option in command.options {
                let names = names(option, of: command)
                text += "\(place) -l \(option.name) -d '\(quoted(option.help))'"
                if option.takesValue { text += option.isFile ? " -r -F" : " -x" }
                if !names.isEmpty { text += " -a '\(names.joined(separator: " "))'" }
                text += "\n"
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String { text.replacing("'", with: "\\'") }
}

extension CommandOption {
    private var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder), .repeatable(let placeholder): placeholder
        }
    }

    fileprivate var takesValue: Bool { placeholder != nil }
    /// Whether its value can be several, between commas.
    fileprivate var isList: Bool { placeholder?.hasSuffix(",…") == true }
    /// Whether its value is a file or a folder.
    fileprivate var isFile: Bool { ["FILE", "FOLDER", "PATH", ".csv"].contains { placeholder?.contains($0) == true } }
}
