/// The larger of two numbers. One instruction, where `max`, which orders equal ones too, takes four that wait for each other.
@inline(__always)
func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

/// The smaller of two numbers, in one instruction too.
@inline(__always)
func smaller(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

extension Int {
    /// 0 or 1, without the branch that the compiler makes of `condition ? 1 : 0`.
    ///
    /// What a query decides per element or per step of a search is a coin toss to the branch predictor.
    @inlinable
    @inline(__always)
    init(bit condition: Bool) {
        self.init(truncatingIfNeeded: unsafeBitCast(condition, to: UInt8.self))
    }
}

extension FixedWidthInteger {
    /// Calls `body` with the number of each set bit, the least first.
    @inlinable
    @inline(__always)
    func forEachBit(_ body: (Int) -> Void) {
        var rest = self
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}

extension UnsafePointer<Double> {
    /// Two neighbours.
    @inline(__always)
    func pair(_ index: Int) -> SIMD2<Double> {
        UnsafeRawPointer(self + index).loadUnaligned(as: SIMD2<Double>.self)
    }
}
