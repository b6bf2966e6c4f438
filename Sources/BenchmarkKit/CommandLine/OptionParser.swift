/// Reads GNU-style options: `--name value`, `--name=value`, `-n value`, and `--` before what only looks like an option.
///
/// Options and positional arguments may be mixed. Names are never abbreviated: an unknown name is an error that suggests
/// the closest one.
public struct OptionParser: Sendable {
    /// The options the parser knows, in the order of the help text.
    public let options: [CommandOption]

    /// A parser of the given options.
    ///
    /// - Precondition: no two options share a name or a one-letter name.
    public init(_ options: [CommandOption]) {
        precondition(Set(options.map(\.name)).count == options.count, "Two options share a name.")
        let shorts = options.compactMap(\.short)
        precondition(Set(shorts).count == shorts.count, "Two options share a one-letter name.")
        self.options = options
    }

    /// Sorts arguments (without the program's name) into options and positional arguments. O(number of arguments).
    ///
    /// - Throws: `UsageError` for an unknown option, a missing value, or a value given to a flag.
    public func parse(_ arguments: [String]) throws(UsageError) -> ParsedOptions {
        var parsed = ParsedOptions(declared: Set(options.map(\.name)))
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                parsed.positionals += arguments[index...]
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                parsed.positionals.append(argument)
                continue
            }
            let (option, attached) = try lookUp(argument)
            if option.kind == .flag {
                if let attached {
                    throw UsageError("option '--\(option.name)' takes no value, got '\(attached)'")
                }
                parsed.flags.insert(option.name)
                continue
            }
            let value: String
            if let attached { value = attached } else { value = try next(arguments, &index, option) }
            // What an unset variable leaves of a value or of a list.
            guard value.contains(where: { $0 != "," }) else {
                throw UsageError("option '--\(option.name)' needs a value, got '\(value)'")
            }
            if case .repeatable = option.kind {
                parsed.values[option.name, default: []].append(value)
            } else {
                parsed.values[option.name] = [value]
            }
        }
        return parsed
    }

    /// The option an argument names, and the value after its equals sign.
    private func lookUp(_ argument: String) throws(UsageError) -> (CommandOption, String?) {
        if argument.hasPrefix("--") {
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if let option = options.first(where: { $0.name == name }) {
                return (option, parts.count > 1 ? String(parts[1]) : nil)
            }
            let closest = Spelling.closest(to: name, in: options.map(\.name))
            throw UsageError("unknown option '--\(name)'", suggestion: closest.map { "--\($0)" })
        }
        if argument.count == 2, let option = options.first(where: { $0.short == argument.last }) {
            return (option, nil)
        }
        let closest = Spelling.closest(to: String(argument.dropFirst()), in: options.map(\.name))
        throw UsageError("unknown option '\(argument)'", suggestion: closest.map { "--\($0)" })
    }

    private func next(_ arguments: [String], _ index: inout Int, _ option: CommandOption) throws(UsageError) -> String {
        guard index < arguments.count else {
            throw UsageError("option '--\(option.name)' needs a value")
        }
        let value = arguments[index]
        // Forgetting a value must not swallow the option that follows.
        if value.hasPrefix("--") {
            throw UsageError(
                "option '--\(option.name)' needs a value, got '\(value)'; "
                    + "write '--\(option.name)=\(value)' if that is the value"
            )
        }
        index += 1
        return value
    }
}
