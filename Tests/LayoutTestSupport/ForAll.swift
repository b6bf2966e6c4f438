import Workloads

/// A value that violates a property, made as simple as the shrinking rule can.
public struct Counterexample<Value: Sendable>: Error, CustomStringConvertible {
    /// The simplest violating value that was found.
    public let value: Value
    /// How it violates the property.
    public let error: any Error
    /// The seed that the original value was drawn from.
    public let seed: UInt64

    /// The value, the violation and the seed.
    public var description: String { "\(value), drawn from seed \(seed): \(error)" }
}

/// Checks a property of random values and simplifies the first one that violates it.
///
/// - Parameters:
///   - count: The number of values; their seeds are 0 ..< count.
///   - make: Draws a value.
///   - shrinks: Simpler variants of a value, the simplest first. They must get simpler in some measure that ends.
///   - check: Throws if the value violates the property.
/// - Throws: ``Counterexample``.
public func forAll<Value: Sendable>(
    count: Int, _ make: (inout SplitMix64) -> Value, shrinks: (Value) -> [Value], check: (Value) throws -> Void
) throws {
    for seed in 0..<UInt64(count) {
        var random = SplitMix64(seed: seed)
        var value = make(&random)
        guard var failure = error(of: value, check) else { continue }
        var isSimplest = false
        while !isSimplest {
            isSimplest = true
            for variant in shrinks(value) {
                guard let error = error(of: variant, check) else { continue }
                value = variant
                failure = error
                isSimplest = false
                break
            }
        }
        throw Counterexample(value: value, error: failure, seed: seed)
    }
}

private func error<Value>(of value: Value, _ check: (Value) throws -> Void) -> (any Error)? {
    do {
        try check(value)
        return nil
    } catch {
        return error
    }
}

/// Simpler variants of an array: without its halves, then without each of its elements.
public func shorter<Element>(_ array: [Element]) -> [[Element]] {
    guard array.count > 1 else { return array.isEmpty ? [] : [[]] }
    let half = array.count / 2
    return [Array(array[..<half]), Array(array[half...])]
        + array.indices.map { index in
            var rest = array
            rest.remove(at: index)
            return rest
        }
}

/// Simpler variants of a number of at least 0: 0, and a whole number.
public func simpler(_ number: Double) -> [Double] {
    [0, number.rounded(.down)].filter { $0 < number }
}
