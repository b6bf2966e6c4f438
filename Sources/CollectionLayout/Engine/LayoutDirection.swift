/// The direction in which a language is written.
public enum LayoutDirection: String, Sendable, CaseIterable {
    /// As English is.
    case leftToRight
    /// As Arabic and Hebrew are.
    case rightToLeft
}
