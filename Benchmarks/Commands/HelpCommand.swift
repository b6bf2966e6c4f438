import BenchmarkKit

extension Command {
    /// Changes with every release.
    static let version = "0.1.0"

    static let help = Command(
        "help", "Explains the program or a command.", synopsis: "[COMMAND]",
        options: [.flag("version", "Print the version.")] + Console.options,
        check: { options in
            guard options.positionals.count < 2 else {
                throw UsageError("'help' takes one command, got \(options.positionals.count)")
            }
        }
    ) { options, console in
        if options.has("version") {
            console.print("benchmarks \(version)\n")
            return .success
        }
        guard let name = options.positionals.first else {
            console.print(HelpText.program)
            return .success
        }
        let visible = Command.all.filter { !$0.isHidden }
        guard let command = visible.first(where: { $0.name == name }) else {
            throw UsageError.unknown("command", name, of: visible.map(\.name))
        }
        console.print(HelpText.text(of: command, width: console.width))
        return .success
    }
}

/// The texts of `help`.
enum HelpText {
    static var program: String {
        let commands = Command.all.filter { !$0.isHidden }
        let column = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            "  \(command.name)\(String(repeating: " ", count: column - command.name.count))  \(command.summary)\n"
        }
        let codes = ExitCode.allCases.map { code in
            let number = String(code.rawValue)
            return "  \(String(repeating: " ", count: 2 - number.count))\(number)  \(code.meaning)\n"
        }
        return """
            Measures cache strategies for collection-view layouts.

            Usage: swift run benchmarks [COMMAND] [OPTION…]

            Commands:
            \(lines.joined())
            'swift run benchmarks help COMMAND' explains a command and its options.

            Exit codes:
            \(codes.joined())
            A debug build starts the release build in its place, unless BENCHMARKS_STAY_IN_DEBUG is set: that is for
            tests, and needs --quick and --size or --frames.

            """
    }

    /// - Parameter width: Columns that there are; nil where nothing limits them.
    static func text(of command: Command, width: Int? = nil) -> String {
        let options =
            command.options.isEmpty
            ? "" : "\nOptions:\n" + OptionParser(command.options).helpText(width: min(width ?? 100, 100))
        return "Usage: swift run benchmarks \(command.name) \(command.synopsis)\n\n\(command.summary)\n" + options
    }
}
