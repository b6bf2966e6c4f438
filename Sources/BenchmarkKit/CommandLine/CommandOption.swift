/// An option a command understands.
public struct CommandOption: Sendable, Equatable {
    /// What the option takes.
    public enum Kind: Sendable, Equatable {
        /// Nothing: it is given or not.
        case flag
        /// One value; the last one given counts.
        case value(placeholder: String)
        /// One value each time it is given; all of them count, in order.
        case repeatable(placeholder: String)
    }

    /// The long name, without dashes.
    public let name: String
    /// A one-letter name, without dash.
    public let short: Character?
    /// What the option takes.
    public let kind: Kind
    /// One sentence for the help text.
    public let help: String

    /// An option that takes nothing: it is given or not.
    public static func flag(_ name: String, short: Character? = nil, _ help: String) -> CommandOption {
        CommandOption(name: name, short: short, kind: .flag, help: help)
    }

    /// An option with one value, of which the last one given counts.
    public static func value(
        _ name: String, _ placeholder: String, short: Character? = nil, _ help: String
    ) -> CommandOption {
        CommandOption(name: name, short: short, kind: .value(placeholder: placeholder), help: help)
    }

    /// An option that can be given several times, with a value each time.
    public static func repeatable(
        _ name: String, _ placeholder: String, short: Character? = nil, _ help: String
    ) -> CommandOption {
        CommandOption(name: name, short: short, kind: .repeatable(placeholder: placeholder), help: help)
    }

    /// As shown in the help text's left column: `-f, --filter <regex>`.
    var synopsis: String {
        let names = (short.map { "-\($0), " } ?? "    ") + "--\(name)"
        switch kind {
        case .flag: return names
        case .value(let placeholder): return "\(names) <\(placeholder)>"
        case .repeatable(let placeholder): return "\(names) <\(placeholder)>…"
        }
    }
}
