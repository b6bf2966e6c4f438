/// The values of the loops around a check; for messages.
public enum Combination {
    /// Such as `count = 3, seed = 7`; empty outside ``withEvery(_:in:_:)``.
    @TaskLocal public static var current = ""
}

/// An error of a check, and the combination in which it happened.
public struct CombinationFailure: Error, CustomStringConvertible {
    /// The values of the loops.
    public let combination: String
    /// What went wrong.
    public let error: any Error

    /// Both.
    public var description: String { "with \(combination): \(error)" }
}

/// What ``check(_:_:)`` throws.
public struct CheckFailure: Error, CustomStringConvertible {
    /// What was expected.
    public let description: String

    /// Says what was expected.
    public init(_ description: String) {
        self.description = description
    }
}

/// Calls `body` with every value and stops at the first error, which it reports with the values of all loops around it.
///
/// For exhausting small worlds without a test case for each. Expectations that record instead of throwing can name
/// ``Combination/current`` in their message.
///
/// - Throws: ``CombinationFailure``.
public func withEvery<Values: Sequence>(
    _ name: String, in values: Values, _ body: (Values.Element) throws -> Void
) throws {
    let outer = Combination.current
    for value in values {
        let combination = "\(outer)\(outer.isEmpty ? "" : ", ")\(name) = \(value)"
        do {
            try Combination.$current.withValue(combination) { try body(value) }
        } catch let failure as CombinationFailure {
            throw failure
        } catch {
            throw CombinationFailure(combination: combination, error: error)
        }
    }
}

/// Throws unless a condition holds.
///
/// - Throws: ``CheckFailure`` with the message.
public func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw CheckFailure(message()) }
}
