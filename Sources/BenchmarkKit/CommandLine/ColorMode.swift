/// Whether output is coloured.
public enum ColorMode: String, Sendable, CaseIterable {
    /// On a terminal, unless the environment has a non-empty `NO_COLOR` (no-color.org) or `TERM=dumb`.
    case auto
    /// Everywhere.
    case always
    /// Nowhere.
    case never

    /// The mode of that name.
    ///
    /// - Throws: `UsageError` for any other name.
    public init(argument: String) throws(UsageError) {
        guard let mode = ColorMode(rawValue: argument) else {
            throw UsageError.unknown("colour mode", argument, of: Self.allCases.map(\.rawValue))
        }
        self = mode
    }

    /// The style for an output stream.
    public func style(isTerminal: Bool, environment: [String: String]) -> TextStyle {
        switch self {
        case .always: TextStyle(isColored: true)
        case .never: TextStyle(isColored: false)
        case .auto:
            TextStyle(
                isColored: StandardStream.takesEscapes(isTerminal: isTerminal, environment: environment)
                    && (environment["NO_COLOR"] ?? "").isEmpty)
        }
    }
}
