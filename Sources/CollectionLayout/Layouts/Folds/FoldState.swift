/// The state of a fold: a window onto a few Doubles that the caller owns.
public struct FoldState {
    @usableFromInline let base: UnsafeMutablePointer<Double>
    /// The number of Doubles.
    public let count: Int

    /// A window onto the first `count` Doubles of a buffer.
    @inlinable
    public init(_ base: UnsafeMutablePointer<Double>, count: Int) {
        self.base = base
        self.count = count
    }

    /// One Double of the state.
    @inlinable
    public subscript(index: Int) -> Double {
        get {
            assert(index >= 0 && index < count, "state index out of range")
            return base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "state index out of range")
            base[index] = newValue
        }
    }

    /// Takes over the numbers of another state, of as many.
    @inline(__always)
    func copy(_ other: FoldState) {
        // A few of them: a call would take longer.
        for index in 0..<count { base[index] = other.base[index] }
    }
}
