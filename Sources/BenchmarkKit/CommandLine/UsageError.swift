/// The command line cannot be understood. Ends the process with exit code 64.
public struct UsageError: ExitingError, Equatable {
    /// What is wrong, with what was got and what was expected.
    public let message: String
    /// The name that was probably meant, as it should be typed.
    public let suggestion: String?

    /// A usage error with its message and, where one is close enough, the name that was probably meant.
    public init(_ message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }

    /// A usage error for a name that is not in a list: suggests the closest one and otherwise lists them all.
    /// O(length × length) for each candidate.
    public static func unknown(_ kind: String, _ name: String, of names: [String]) -> UsageError {
        if let closest = Spelling.closest(to: name, in: names) {
            return UsageError("unknown \(kind) '\(name)'", suggestion: closest)
        }
        return UsageError("unknown \(kind) '\(name)'; expected one of: \(names.joined(separator: ", "))")
    }

    /// Always 64.
    public var exitCode: ExitCode { .usage }

    /// The message, followed by the suggestion where there is one.
    public var description: String {
        suggestion.map { "\(message); did you mean '\($0)'?" } ?? message
    }
}
