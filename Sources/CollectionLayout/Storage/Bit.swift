private import CProcessor

/// The larger of two numbers. One instruction, where `max`, which orders equal ones too, takes four that wait for each other.
@inline(__always)
func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

/// The same lane by lane.
@inline(__always)
func larger(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a.replacing(with: b, where: b .> a) }

@inline(__always)
func larger(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { cpr_larger_float4(a, b) }

/// The smaller of two numbers, in one instruction too.
@inline(__always)
func smaller(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

extension SIMD4<Int32> {
    /// The least number that ``smaller(_:_:)`` and ``larger(_:_:)`` take, and how far the largest one is from the largest of all.
    static var leastComparable: Int32 { 1 << 23 }
}

/// Of such numbers: by their bits they are normal Floats, which are in the same order.
@inline(__always)
func smaller(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> { cpr_smaller_int4(a, b) }

@inline(__always)
func larger(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> { cpr_larger_int4(a, b) }

@inline(__always)
func smaller(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> { a.replacing(with: b, where: b .< a) }

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

extension UnsafeMutablePointer<Double> {
    /// Writes two neighbours.
    @inline(__always)
    func storePair(_ pair: SIMD2<Double>, at index: Int) {
        UnsafeMutableRawPointer(self + index).storeBytes(of: pair, as: SIMD2<Double>.self)
    }
}

extension UInt32 {
    /// One bit for each of 16 lanes that is negative.
    @inline(__always)
    init(signsOf low: SIMD8<Int16>, _ high: SIMD8<Int16>) { self = cpr_signs_short16(low, high) }

    /// One bit for each of 4 lanes.
    @inline(__always)
    init(bits mask: SIMDMask<SIMD4<Int32>>) { self = cpr_signs_int4(unsafeBitCast(mask, to: SIMD4<Int32>.self)) }

    /// One bit for each of 16 lanes.
    @inline(__always)
    init(
        bits first: SIMDMask<SIMD4<Int32>>, _ second: SIMDMask<SIMD4<Int32>>, _ third: SIMDMask<SIMD4<Int32>>,
        _ fourth: SIMDMask<SIMD4<Int32>>
    ) {
        @inline(__always)
        func pair(_ low: SIMDMask<SIMD4<Int32>>, _ high: SIMDMask<SIMD4<Int32>>) -> SIMD8<Int16> {
            SIMD8(
                narrowing: unsafeBitCast(low, to: SIMD4<Int32>.self), unsafeBitCast(high, to: SIMD4<Int32>.self))
        }
        self.init(signsOf: pair(first, second), pair(third, fourth))
    }
}

extension SIMD4<Int32> {
    /// The even lanes of two vectors.
    @inline(__always)
    init(evenOf low: SIMD4<Int32>, _ high: SIMD4<Int32>) { self = cpr_even_int4(low, high) }
}

extension SIMD8<Int16> {
    /// The lower halves of the lanes of two vectors. The conversion of the standard library is a call, at times.
    @inline(__always)
    init(narrowing low: SIMD4<Int32>, _ high: SIMD4<Int32>) {
        self.init(
            lowHalf: unsafeBitCast(low, to: SIMD8<Int16>.self).evenHalf,
            highHalf: unsafeBitCast(high, to: SIMD8<Int16>.self).evenHalf)
    }

    /// The lanes of two vectors, the nearest that there is for those that 16 bits are too few for.
    @inline(__always)
    init(clamping low: SIMD4<Int32>, _ high: SIMD4<Int32>) { self = cpr_narrow_int4(low, high) }
}

extension SIMD16<Int8> {
    /// The lower halves of the lanes of two vectors.
    @inline(__always)
    init(narrowing low: SIMD8<Int16>, _ high: SIMD8<Int16>) {
        self.init(
            lowHalf: unsafeBitCast(low, to: SIMD16<Int8>.self).evenHalf,
            highHalf: unsafeBitCast(high, to: SIMD16<Int8>.self).evenHalf)
    }
}
