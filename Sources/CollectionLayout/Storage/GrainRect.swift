/// A rectangle in grains, the unit to which lengths snap, in half the bytes of a `Rect`: exact, where it fits.
///
/// Coordinates along the axis are relative to a base, which follows from where the rectangle's neighbours begin.
struct GrainRect: BitwiseCopyable {
    /// Least x and y, then greatest x and y with the opposite sign: one comparison tests all four.
    fileprivate var edges: SIMD4<Int32>

    /// Adding this rounds a Double of less than 51 bits to a whole number, which its last bits then are.
    fileprivate static let rounder = 0x1.8p52
    fileprivate static let grainsPerPoint = 1024.0
    /// Edges reach from −2^30 up to this: less than 32 bits have room for, so that bounds can lie beyond all of them.
    private static let reach: Int64 = 1 << 30
    /// Adding this rounds a coordinate to a whole multiple of 2^19 points: half of the reach, as rectangles begin within half
    /// of that.
    private static let baseRounder = rounder * 0x1p19

    /// What did not fit, of many rectangles: all zero if everything did.
    typealias Misfits = SIMD4<Int64>

    /// The base of rectangles that begin at a coordinate or not far behind it.
    @inline(__always)
    static func base(_ near: Double) -> Double {
        (near + baseRounder) - baseRounder
    }

    /// A rectangle; if it does not fit, it is another one, and `misfits` tells.
    @inline(__always)
    init(_ rect: Rect, from base: Double, misfits: inout Misfits) {
        let grains = SIMD4(rect.x, rect.y - base, rect.width, rect.height) * Self.grainsPerPoint
        let rounded = grains + Self.rounder
        let whole = unsafeBitCast(rounded, to: SIMD4<Int64>.self) &- Int64(bitPattern: Self.rounder.bitPattern)
        let far = whole.lowHalf &+ whole.highHalf
        let all = SIMD4(lowHalf: whole.lowHalf, highHalf: 0 &- far)
        misfits |= unsafeBitCast((rounded - Self.rounder) .!= grains, to: Misfits.self)
        misfits |= (all &+ Self.reach) & ~(2 * Self.reach - 1)
        edges = SIMD4<Int32>(truncatingIfNeeded: all)
    }

    /// The rectangle, in points.
    @inline(__always)
    func rect(from base: Double) -> Rect {
        let length = 1 / Self.grainsPerPoint
        let (x, y) = (Double(edges.x), Double(edges.y))
        return Rect(
            x: x * length, y: y * length + base, width: (-Double(edges.z) - x) * length,
            height: (-Double(edges.w) - y) * length)
    }
}

/// A rectangle that others are tested against, in grains: rounded outwards, so that whole numbers lie on the same side of
/// its edges.
struct GrainBounds {
    /// What least x, least y, and greatest x and y with the opposite sign have to be below.
    private let edges: SIMD4<Double>

    /// Beyond this, Doubles are not rounded to whole numbers as below.
    private static let limit = 0x1p50

    /// The bounds of a rectangle. If an edge is not a number, nothing meets it.
    @inline(__always)
    init(_ rect: Rect) {
        let grains = SIMD4(-rect.maxX, -rect.maxY, rect.minX, rect.minY) * GrainRect.grainsPerPoint
        // Beyond all content that is compared in grains.
        let near = Self.clamped(grains, -2 * Self.limit + 1, 2 * Self.limit - 1)
        let rounded = (near + GrainRect.rounder) - GrainRect.rounder
        let floor = rounded.replacing(with: rounded - 1, where: rounded .> near)
        edges = (0 - floor).replacing(with: -.infinity, where: grains .!= grains)
    }

    @inline(__always)
    private static func clamped(_ values: SIMD4<Double>, _ low: Double, _ high: Double) -> SIMD4<Double> {
        values.replacing(with: low, where: values .< low).replacing(with: high, where: values .> high)
    }

    /// The bounds for rectangles that are moved along the axis; nil if that is not by whole grains or too far.
    @inline(__always)
    func moved(by distance: Double) -> Moved? {
        let grains = distance * GrainRect.grainsPerPoint
        guard (grains + GrainRect.rounder) - GrainRect.rounder == grains, abs(grains) < Self.limit else { return nil }
        let moved = Self.clamped(edges + SIMD4(0, -grains, 0, grains), -0x1p31, 0x1p31 - 1)
        let whole = unsafeBitCast(moved + GrainRect.rounder, to: SIMD4<Int64>.self)
        return Moved(edges: SIMD4<Int32>(truncatingIfNeeded: whole))
    }

    /// Bounds for rectangles of one base.
    struct Moved {
        fileprivate let edges: SIMD4<Int32>

        /// Bounds that nothing meets.
        @inline(__always)
        static var none: Moved { Moved(edges: SIMD4(repeating: .min)) }
    }
}

extension FlatArray<GrainRect> {
    /// One bit for each of eight consecutive rectangles that meets some bounds.
    ///
    /// The comparisons are narrowed to bytes, four of which make up a rectangle, then to bits: no branch, and a third of the
    /// instructions of a test for each.
    @inline(__always)
    func meeting(_ bounds: GrainBounds.Moved, _ first: Int) -> UInt32 {
        assert(first >= 0 && first + 8 <= count, "range out of range")
        let first = elements.baseAddress! + first
        typealias Four = SIMD4<Int32>
        @inline(__always)
        func tests(_ index: Int) -> Four { unsafeBitCast(first[index].edges .< bounds.edges, to: Four.self) }
        @inline(__always)
        func four(_ index: Int) -> Four {
            let low = SIMD8<Int16>(
                truncatingIfNeeded: SIMD8<Int32>(lowHalf: tests(index), highHalf: tests(index + 1)))
            let high = SIMD8<Int16>(
                truncatingIfNeeded: SIMD8<Int32>(lowHalf: tests(index + 2), highHalf: tests(index + 3)))
            let bytes = SIMD16<Int8>(truncatingIfNeeded: SIMD16<Int16>(lowHalf: low, highHalf: high))
            return unsafeBitCast(unsafeBitCast(bytes, to: Four.self) .== -1, to: Four.self)
        }
        let words = SIMD8<Int16>(truncatingIfNeeded: SIMD8<Int32>(lowHalf: four(0), highHalf: four(4)))
        let bytes = unsafeBitCast(SIMD8<Int8>(truncatingIfNeeded: words), to: UInt64.self)
        // Byte i keeps bit i; a product with ones adds all bytes up in the highest one.
        return UInt32(truncatingIfNeeded: ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56)
    }
}
