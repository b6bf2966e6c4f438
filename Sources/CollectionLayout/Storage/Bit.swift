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

extension UInt32 {
    /// One bit for each of 16 lanes.
    @inline(__always)
    init(bits low: SIMDMask<SIMD8<Int16>>, _ high: SIMDMask<SIMD8<Int16>>) {
        let lanes =
            unsafeBitCast(low, to: SIMD8<UInt16>.self) & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
            | unsafeBitCast(high, to: SIMD8<UInt16>.self) & SIMD8(256, 512, 1024, 2048, 4096, 8192, 16384, 32768)
        let pairs = Self(anyQuarterOf: unsafeBitCast(lanes, to: SIMD2<UInt64>.self))
        self = (pairs | pairs >> 16) & 0xFFFF
    }

    /// One bit for each of 8 lanes.
    @inline(__always)
    init(bits low: SIMDMask<SIMD4<Int32>>, _ high: SIMDMask<SIMD4<Int32>>) {
        // The bits are one place too high: of the lowest one the compiler makes something longer.
        let lanes =
            unsafeBitCast(low, to: SIMD4<UInt32>.self) & SIMD4(2, 4, 8, 16)
            | unsafeBitCast(high, to: SIMD4<UInt32>.self) & SIMD4(32, 64, 128, 256)
        self = Self(anyQuarterOf: unsafeBitCast(lanes, to: SIMD2<UInt64>.self)) &>> 1
    }

    /// The bits that are set in any quarter of a vector.
    @inline(__always)
    private init(anyQuarterOf vector: SIMD2<UInt64>) {
        let both = vector.x | vector.y
        self.init(truncatingIfNeeded: both | both >> 32)
    }

    /// One bit for each of 16 lanes.
    @inline(__always)
    init(
        bits first: SIMDMask<SIMD4<Int32>>, _ second: SIMDMask<SIMD4<Int32>>, _ third: SIMDMask<SIMD4<Int32>>,
        _ fourth: SIMDMask<SIMD4<Int32>>
    ) {
        @inline(__always)
        func pair(_ low: SIMDMask<SIMD4<Int32>>, _ high: SIMDMask<SIMD4<Int32>>) -> SIMDMask<SIMD8<Int16>> {
            let lanes = SIMD8(
                narrowing: unsafeBitCast(low, to: SIMD4<Int32>.self), unsafeBitCast(high, to: SIMD4<Int32>.self))
            return unsafeBitCast(lanes, to: SIMDMask<SIMD8<Int16>>.self)
        }
        self.init(bits: pair(first, second), pair(third, fourth))
    }
}

extension SIMD8<Int16> {
    /// The lower halves of the lanes of two vectors. The conversion of the standard library is a call, at times.
    @inline(__always)
    init(narrowing low: SIMD4<Int32>, _ high: SIMD4<Int32>) {
        self.init(
            lowHalf: unsafeBitCast(low, to: SIMD8<Int16>.self).evenHalf,
            highHalf: unsafeBitCast(high, to: SIMD8<Int16>.self).evenHalf)
    }
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
