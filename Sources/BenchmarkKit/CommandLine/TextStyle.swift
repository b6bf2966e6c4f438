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
