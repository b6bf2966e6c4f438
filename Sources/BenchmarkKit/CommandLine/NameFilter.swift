/// Selects names by regular expressions that may match anywhere in the name.
///
/// A name is selected where one of the `keep` patterns matches, or there are none, and no `skip` pattern does. Matching
/// respects case. Patterns are Swift's `Regex` syntax, a superset of PCRE's.
public struct NameFilter {
    private let keep: [Regex<AnyRegexOutput>]
    private let skip: [Regex<AnyRegexOutput>]

    /// A filter of patterns to keep and patterns to skip.
    ///
    /// - Throws: `UsageError` for a pattern that is not a regular expression.
    public init(keep: [String] = [], skip: [String] = []) throws(UsageError) {
        self.keep = try Self.compile(keep, option: "--filter")
        self.skip = try Self.compile(skip, option: "--skip")
    }

    /// Whether the filter selects the name. O(patterns × length) for ordinary patterns.
    public func selects(_ name: String) -> Bool {
        if !keep.isEmpty, !keep.contains(where: { name.contains($0) }) { return false }
        return !skip.contains { name.contains($0) }
    }

    private static func compile(_ patterns: [String], option: String) throws(UsageError) -> [Regex<AnyRegexOutput>] {
        var compiled: [Regex<AnyRegexOutput>] = []
        for pattern in patterns {
            do {
                compiled.append(try Regex(pattern))
            } catch {
                throw UsageError("option '\(option)': '\(pattern)' is not a regular expression: \(error)")
            }
        }
        return compiled
    }
}
