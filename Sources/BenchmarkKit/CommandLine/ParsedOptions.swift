/// What a command line says.
///
/// Asking for an option that was not declared is a programming error.
public struct ParsedOptions: Sendable {
    /// The arguments that are not options, in order.
    public internal(set) var positionals: [String] = []

    let declared: Set<String>
    var flags: Set<String> = []
    var values: [String: [String]] = [:]

    init(declared: Set<String>) {
        self.declared = declared
    }

    /// The names of the options that were given. O(number of them).
    public var given: Set<String> { flags.union(values.keys) }

    /// Whether the option was given, be it a flag or one with a value. O(1).
    ///
    /// - Precondition: the option was declared.
    public func has(_ name: String) -> Bool {
        check(name)
        return flags.contains(name) || values[name] != nil
    }

    /// The last value given to the option, or nil. O(1).
    ///
    /// - Precondition: the option was declared.
    public func value(_ name: String) -> String? {
        check(name)
        return values[name]?.last
    }

    /// All values given to the option, in order. O(1).
    ///
    /// - Precondition: the option was declared.
    public func values(_ name: String) -> [String] {
        check(name)
        return values[name] ?? []
    }

    /// All values given to the option with the lists in them taken apart at commas: `--size 1k,10k` is two values.
    ///
    /// - Precondition: the option was declared.
    public func list(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// The last value given to the option, converted, or nil; an error in the value names the option.
    ///
    /// - Precondition: the option was declared.
    /// - Throws: `UsageError` where `convert` throws one.
    public func value<T>(_ name: String, as convert: (String) throws(UsageError) -> T) throws(UsageError) -> T? {
        guard let text = value(name) else { return nil }
        do {
            return try convert(text)
        } catch {
            throw UsageError("option '--\(name)': \(error.message)", suggestion: error.suggestion)
        }
    }

    /// Whether the command knows the option at all. O(1).
    public func isDeclared(_ name: String) -> Bool { declared.contains(name) }

    /// Whether the command knows the option, and it was given. O(1).
    public func isGiven(_ name: String) -> Bool { isDeclared(name) && has(name) }

    private func check(_ name: String) {
        precondition(declared.contains(name), "The option --\(name) was never declared.")
    }
}
