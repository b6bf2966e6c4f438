/// Returns its argument in a way the optimiser cannot see through.
///
/// Pass the inputs of a timed loop through it: `@inline(never)` alone does not stop a pure call from being hoisted out
/// of the loop. Costs a call of a few nanoseconds; pass one word, not a large structure.
@inline(never)
@_optimize(none)
public func opaque<T>(_ value: T) -> T {
    value
}

/// Takes a result, so that the optimiser must compute it. Costs a call of about a nanosecond.
@inline(never)
@_optimize(none)
public func keep(_ value: UInt64) {
}
