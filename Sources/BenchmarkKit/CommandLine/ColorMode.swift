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
                isColored: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
            )
        }
    }
}

/// Wraps text in ANSI escapes, or leaves it alone.
public struct TextStyle: Sendable, Equatable {
    /// Whether escapes are added.
    public let isColored: Bool

    /// A style that adds escapes or does not.
    public init(isColored: Bool) {
        self.isColored = isColored
    }

    /// Bold text, for headings.
    public func bold(_ text: String) -> String { wrap(text, "1") }
    /// Red text, for regressions and errors.
    public func red(_ text: String) -> String { wrap(text, "31") }
    /// Green text, for improvements.
    public func green(_ text: String) -> String { wrap(text, "32") }
    /// Yellow text, for warnings and what is undecided.
    public func yellow(_ text: String) -> String { wrap(text, "33") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
