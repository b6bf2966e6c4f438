/// Whether lengths are rounded down to a grain before they enter a layout.
///
/// With a power-of-two grain of 1/1024 pt every sum of lengths is exact up to 2^53/1024 ≈ 8.8e12 pt, so frames do not
/// depend on the order of additions: every cache strategy and every order of edits gives bit-identical frames.
public enum Snapping: String, Sendable, CaseIterable {
    /// Lengths snap down to multiples of 1/1024 pt.
    case grain
    /// Lengths are used as given; strategies may then differ in the last bit of a coordinate, and so may what one of them searches by
    /// and the frame that it tells. Where such a bit decides, as between two lanes that are equally long but for it, or whether a row
    /// is full, they differ in where items stand.
    case none

    /// The grain: 1/1024 pt.
    public static let grainLength = 1.0 / 1024

    /// The largest coordinate that the engine accepts, in points; below it sums of snapped lengths are exact.
    public static let largestCoordinate = 8e12

    /// The largest length, in points, that may be added to coordinates of content that is not too long: sums are exact nevertheless.
    static let largestSpacing = 1e11

    /// A length or coordinate, rounded towards negative infinity to the grain.
    ///
    /// - Precondition: the magnitude is at most ``largestCoordinate``.
    @inlinable
    public func snap(_ value: Double) -> Double {
        guard self == .grain else { return value }
        // A conversion instead of floor(), which is a library call on baseline x86-64.
        let scaled = value * 1024
        let truncated = Double(Int64(scaled))
        return (truncated > scaled ? truncated - 1 : truncated) / 1024
    }
}

extension Snapping {
    /// Lengths and coordinates up to this, in points, are snapped and counted by ``rounder``.
    static let largestShortLength = 0x1p40
    /// A number so large that its last bit is a grain: it rounds what is added to it, whose grains its last bits then count.
    static let rounder = 0x1.8p52 * grainLength

    /// Two lengths or coordinates of at most ``largestShortLength``, rounded to the nearest grain.
    @inline(__always)
    static func nearest(_ lengths: SIMD2<Double>) -> SIMD2<Double> { lengths + rounder - rounder }

    /// Does to two lengths or coordinates of at most ``largestShortLength`` as ``snap(_:)`` does, to the grain.
    @inline(__always)
    static func snapShort(_ lengths: SIMD2<Double>) -> SIMD2<Double> {
        let nearest = nearest(lengths)
        // Bits of a grain, or none: a choice between two vectors takes five times as many instructions.
        let grain = unsafeBitCast(SIMD2(repeating: grainLength), to: SIMD2<Int64>.self)
        let excess = unsafeBitCast(nearest .> lengths, to: SIMD2<Int64>.self) & grain
        return nearest - unsafeBitCast(excess, to: SIMD2<Double>.self)
    }

    /// How many grains a snapped length of at most ``largestShortLength`` is.
    @inline(__always)
    static func grains(ofShort length: Double) -> Int {
        Int(truncatingIfNeeded: (length + rounder).bitPattern &- rounder.bitPattern)
    }

    /// The same of two lengths.
    @inline(__always)
    static func grains(ofShort lengths: SIMD2<Double>) -> SIMD2<Int> {
        unsafeBitCast(lengths + rounder, to: SIMD2<Int>.self) &- Int(truncatingIfNeeded: rounder.bitPattern)
    }
}
