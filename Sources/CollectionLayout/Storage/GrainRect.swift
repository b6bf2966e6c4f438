/// A rectangle in grains, the unit to which lengths snap, in half the bytes of a `Rect`: exact, where it fits.
///
/// Coordinates along the axis are relative to a base, which follows from where the rectangle's neighbours begin.
struct GrainRect: BitwiseCopyable {
    /// Least x and y, then greatest x and y with the opposite sign: one comparison tests all four.
    fileprivate var edges: SIMD4<Int32>

    /// Adding this rounds a coordinate to a whole multiple of 2^19 points: half of the reach, as rectangles begin within half
    /// of that.
    private static let baseRounder = 0x1.8p52 * 0x1p19

    /// Whether a rectangle that begins at a coordinate is so near to its base that it fits, if it is not half as long as
    /// rectangles reach.
    @inline(__always)
    static func isNear(_ near: Double, to base: Double) -> Bool { abs(near - base) <= 0x1p19 }

    /// The base of rectangles that begin at a coordinate or not far behind it.
    @inline(__always)
    static func base(_ near: Double) -> Double {
        (near + baseRounder) - baseRounder
    }

    @inline(__always)
    fileprivate init(edges: SIMD4<Int32>) { self.edges = edges }

    /// A rectangle that has not been placed: it only says where it is to begin across the axis, a whole number of grains that
    /// fits; or NaN, for nowhere.
    init(x: Double) {
        edges = SIMD4(x.isNaN ? .min : Int32(x / Snapping.grainLength), 0, 0, 0)
    }

    /// Where the rectangle begins across the axis, in points.
    var x: Double { edges.x == .min ? .nan : Double(edges.x) * Snapping.grainLength }

    /// The rectangle, in points.
    @inline(__always)
    func rect(from base: Double) -> Rect {
        let length = Snapping.grainLength
        let (x, y) = (Double(edges.x), Double(edges.y))
        // A sum is taken from 0, as a number with the opposite sign would be -0 for no length.
        return Rect(
            x: x * length, y: y * length + base, width: (0 - (Double(edges.z) + x)) * length,
            height: (0 - (Double(edges.w) + y)) * length)
    }
}

/// Rows of rectangles of one base.
extension GrainRect {
    /// Where the rectangle ends along the axis, in points from the base.
    @inline(__always)
    var far: Double { -Double(edges.w) * Snapping.grainLength }

    /// Whether an edge can be moved by a distance, in points; the distance is a whole number of grains.
    @inline(__always)
    static func reaches(_ edge: Double, movedBy distance: Double) -> Bool {
        abs(edge + distance) <= GrainPacker.reach && abs(distance) <= GrainPacker.reach
    }
}

extension UnsafePointer<GrainRect> {
    /// One bit for each of up to 64 rectangles that begins a row behind the one before it: at or behind its far edge, if that
    /// one is longer than two grains. Items of a row that are centred overlap by more than what they are rounded by.
    ///
    /// - Parameter count: At least one. They are read in fours.
    @inline(__always)
    func rowStarts(_ count: Int) -> UInt64 {
        assert((1...64).contains(count), "a bit for each")
        var bits: UInt64 = 0
        var first = 1
        while first < count {
            let four = UInt32(bits: (self + first).beginRows(behind: self + (first - 1)))
            bits |= UInt64(four) &<< UInt64(truncatingIfNeeded: first)
            first &+= 4
        }
        return bits & (.max &>> UInt64(truncatingIfNeeded: 64 &- count))
    }

    /// Which of four rectangles begin a row behind the one of the other four.
    @inline(__always)
    private func beginRows(behind former: UnsafePointer<GrainRect>) -> SIMDMask<SIMD4<Int32>> {
        let (own, others) = (along, former.along)
        // Far edges have the opposite sign.
        let lengths = others.evenHalf &+ others.oddHalf
        return (own.evenHalf &+ others.oddHalf .>= 0) .& (lengths .< -2)
    }

    /// The edges along the axis of four rectangles: the near one and, with the opposite sign, the far one of each.
    @inline(__always)
    private var along: SIMD8<Int32> {
        SIMD8(
            lowHalf: SIMD4(lowHalf: self[0].edges.oddHalf, highHalf: self[1].edges.oddHalf),
            highHalf: SIMD4(lowHalf: self[2].edges.oddHalf, highHalf: self[3].edges.oddHalf))
    }

    /// The far edge of some rectangles along the axis, in points from the base.
    @inline(__always)
    func far(_ range: Range<Int>) -> Double {
        var far = self[range.lowerBound].far
        for position in range.dropFirst() { far = larger(far, self[position].far) }
        return far
    }

    /// The far edge of some rectangles across the axis, in points; not less than 0.
    func breadth(_ count: Int) -> Double {
        var least: Int32 = 0
        for position in 0..<count { least = min(least, self[position].edges.z) }
        return (0 - Double(least)) * Snapping.grainLength
    }
}

extension UnsafeMutablePointer<GrainRect> {
    /// Moves some rectangles along the axis by a whole number of grains, given in points, which all of them can be.
    @inline(__always)
    func move(_ range: Range<Int>, by distance: Double) {
        let grains = Int32(distance / Snapping.grainLength)
        let move = SIMD4(0, grains, 0, 0 &- grains)
        for position in range { self[position].edges &+= move }
    }
}

/// Packs rectangles of one base into grains; finds out what they reach, and whether all of them fit.
struct GrainPacker {
    /// Edges reach as far as this on both sides of the base, in points: 2^30 grains. 32 bits have room for more, so that bounds
    /// can lie beyond all of them.
    fileprivate static let reach = 0x1p20

    private let origin: SIMD2<Double>
    /// Added to an edge, rounds it to whole grains from the base.
    private let rounder: SIMD2<Double>
    /// An edge taken from this is rounded so, too, and has the opposite sign.
    private let negativeRounder: SIMD2<Double>
    /// Not zero where a length or a coordinate is not a whole number of grains.
    private var fractions = SIMD2<Int64>()
    /// The least and the greatest of the near and of the far edges, across and along the axis; the least near ones since the
    /// last call of ``divide()``.
    private(set) var leastNear = SIMD2(repeating: Double.infinity)
    private var leastFormerNear = SIMD2(repeating: Double.infinity)
    private(set) var greatestNear = SIMD2(repeating: -Double.infinity)
    private(set) var leastFar = SIMD2(repeating: Double.infinity)
    private(set) var greatestFar = SIMD2(repeating: -Double.infinity)
    /// The sums of breadths and of lengths.
    private(set) var sizes = SIMD2<Double>()

    /// Packs from a base: a whole number of grains.
    @inline(__always)
    init(from base: Double) {
        // A product, as the compiler takes vectors apart of which it knows an element.
        origin = SIMD2(repeating: base) * SIMD2(0, 1)
        rounder = Snapping.rounder - origin
        negativeRounder = Snapping.rounder + origin
    }

    /// Packs a rectangle; if it does not fit, it is another one, and ``allFit`` tells.
    @inline(__always)
    mutating func pack(_ rect: Rect) -> GrainRect {
        let near = SIMD2(rect.x, rect.y)
        let size = SIMD2(rect.width, rect.height)
        let far = near + size
        sizes += size
        // One instruction each: the new edge is where the comparison leaves the old one.
        leastNear = near.replacing(with: leastNear, where: leastNear .< near)
        greatestNear = near.replacing(with: greatestNear, where: greatestNear .> near)
        leastFar = far.replacing(with: leastFar, where: leastFar .< far)
        greatestFar = far.replacing(with: greatestFar, where: greatestFar .> far)
        let first = near + rounder
        fractions |= unsafeBitCast(first - rounder .!= near, to: SIMD2<Int64>.self)
        fractions |= unsafeBitCast(Snapping.nearest(size) .!= size, to: SIMD2<Int64>.self)
        return GrainRect(
            edges: SIMD4(
                lowHalf: unsafeBitCast(first, to: SIMD4<Int32>.self).evenHalf,
                highHalf: unsafeBitCast(negativeRounder - far, to: SIMD4<Int32>.self).evenHalf))
    }

    /// Begins anew with what is told of some rectangles only.
    @inline(__always)
    mutating func divide() {
        leastFormerNear = leastNear.replacing(with: leastFormerNear, where: leastFormerNear .< leastNear)
        leastNear = SIMD2(repeating: .infinity)
    }

    /// Whether all rectangles fitted.
    @inline(__always)
    var allFit: Bool {
        // A base so far off that there is no room to round may be part of a grain off.
        guard fractions == .zero, negativeRounder.y - origin.y == Snapping.rounder else { return false }
        let leastNear = leastNear.replacing(with: leastFormerNear, where: leastFormerNear .< leastNear)
        let least = leastNear.replacing(with: leastFar, where: leastFar .< leastNear) - origin
        let greatest = greatestFar.replacing(with: greatestNear, where: greatestNear .> greatestFar) - origin
        return all((least .>= -Self.reach) .& (greatest .<= Self.reach))
    }
}

/// A rectangle that others are tested against, in grains: rounded outwards, so that whole numbers lie on the same side of
/// its edges.
struct GrainBounds {
    /// What near edges have to lie before and far ones behind, in points.
    private let far: SIMD2<Double>
    private let near: SIMD2<Double>

    /// Rectangles that are moved farther, in points, are not compared in grains: beyond twice of it, Doubles are not rounded to
    /// whole grains as below.
    private static let limit = 0x1p40

    /// The bounds of a rectangle. If an edge is not a number, nothing meets it.
    @inline(__always)
    init(_ rect: Rect) {
        let (start, end) = (SIMD2(rect.minX, rect.minY), SIMD2(rect.maxX, rect.maxY))
        near = Snapping.snapShort(start)
        far = 0 - Snapping.snapShort(0 - end)
    }

    /// The bounds for rectangles that are moved along the axis, and across it; nil if that is not by whole grains or too far.
    @inline(__always)
    func moved(by distance: Double, across: Double = 0) -> Moved? {
        let distances = SIMD2(across, distance)
        guard Snapping.nearest(distances) == distances, abs(distance) < Self.limit,
            abs(across) < Self.limit
        else { return nil }
        return Moved(
            edges: SIMD4(
                lowHalf: Self.grains(far - distances).evenHalf, highHalf: Self.grains(distances - near).evenHalf))
    }

    /// How many grains two lengths are, in the even lanes; what 32 bits have no room for is farther than rectangles reach.
    @inline(__always)
    private static func grains(_ lengths: SIMD2<Double>) -> SIMD4<Int32> {
        let most = SIMD2(repeating: 0x1p21 - Snapping.grainLength)
        let (least, greatest) = (Snapping.rounder - most, Snapping.rounder + most)
        // Not a number is below everything. Rounded first: a comparison is then the last that is done with a constant.
        let rounded = lengths + Snapping.rounder
        let upper = least.replacing(with: rounded, where: rounded .> least)
        return unsafeBitCast(
            greatest.replacing(with: upper, where: upper .< greatest), to: SIMD4<Int32>.self)
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
    @inline(__always)
    func meeting(_ bounds: GrainBounds.Moved, _ first: Int) -> UInt32 {
        assert(first >= 0 && first + 8 <= count, "range out of range")
        let first = UnsafePointer(base) + first
        return first.four { _ in bounds } | (first + 4).four { _ in bounds } &<< 4
    }
}

extension UnsafePointer<Rect> {
    /// Packs some rectangles.
    ///
    /// - Returns: What they span, less the base; nil if not all of them fit.
    @inline(__always)
    func pack(_ count: Int, from base: Double, into grains: UnsafeMutablePointer<GrainRect>) -> ItemSpan? {
        var packer = GrainPacker(from: base)
        for index in 0..<count { grains[index] = packer.pack(self[index]) }
        guard packer.allFit else { return nil }
        return ItemSpan(
            near: packer.leastNear.y - base, far: packer.greatestFar.y - base, breadth: larger(packer.greatestFar.x, 0))
    }
}

extension UnsafePointer<GrainRect> {
    /// One bit for each of up to 32 consecutive rectangles, at least one, that meets its bounds; they are read in fours.
    @inline(__always)
    func meeting(_ count: Int, _ bounds: (_ index: Int) -> GrainBounds.Moved) -> UInt32 {
        assert((1...32).contains(count), "a bit for each")
        var bits: UInt32 = 0
        var first = 0
        while first < count {
            bits |= (self + first).four { bounds(first &+ $0) } &<< UInt32(truncatingIfNeeded: first)
            first &+= 4
        }
        return bits & (.max &>> UInt32(truncatingIfNeeded: 32 &- count))
    }

    /// One bit for each of four consecutive rectangles that meets its bounds.
    ///
    /// All four edges of a rectangle have to lie below its bounds. The comparisons are narrowed to bytes, four of which make up a
    /// rectangle, then to bits: no branch, and a third of the instructions of a test for each.
    @inline(__always)
    fileprivate func four(_ bounds: (_ index: Int) -> GrainBounds.Moved) -> UInt32 {
        typealias Four = SIMD4<Int32>
        @inline(__always)
        func tests(_ index: Int) -> Four { unsafeBitCast(self[index].edges .< bounds(index).edges, to: Four.self) }
        let (low, high) = (SIMD8(narrowing: tests(0), tests(1)), SIMD8(narrowing: tests(2), tests(3)))
        return UInt32(bits: unsafeBitCast(SIMD16(narrowing: low, high), to: Four.self) .== -1)
    }
}
