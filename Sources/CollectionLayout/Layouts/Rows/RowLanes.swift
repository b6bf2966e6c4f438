/// Rows of four parts of a section at once, or of four sections, item by item.
///
/// Where a row begins is known when the row before it has ended: a processor waits for one row after the other. Parts that
/// lie apart wait for nothing that they share, and what an item does to its row is the same few instructions whether it fits
/// in or not, so each part has a lane of vectors. Lengths are Floats, of which four fit where two Doubles would: all that are
/// snapped and below ``mostLength`` are exact, and so is a sum that stays below it.
struct RowLanes<Sizes: PartSizes> {
    private typealias Four = SIMD4<Float>
    private typealias Mask = SIMD4<UInt32>

    /// What snapped lengths and their sums are exact below, in points: 2^14.
    static var mostLength: Double { 0x1p24 * Snapping.grainLength }
    /// How many items are taken before what their rows take is added up in Doubles: the more, the less time it takes. The fewer,
    /// the longer these may be.
    static var runLengths: [Int] { [32, 8] }

    private var sizes: Sizes
    private let room: Four
    private let itemSpacing: Four
    private let lineSpacing: Four
    /// The next item of each part.
    private(set) var item = 0
    /// Where it would begin in its row. Before the first row, where nothing fits in.
    private var x = Four(repeating: .infinity)
    /// The thickness of each row so far, with the spacing behind it.
    private var thickness = Four.zero
    /// What the rows before it take along the axis, with the spacing behind each: the sum of both.
    private var ends = SIMD4<Double>.zero
    private var lastEnds = Four.zero
    /// The most that rows of a block take across, with the spacing behind the last item.
    private var breadth = Four.zero

    /// - Parameters:
    ///   - room: How far the last item of a row may end behind the beginning of the first. With `itemSpacing` it is below
    ///     ``mostLength``.
    init(_ sizes: Sizes, room: Double, itemSpacing: Double, lineSpacing: Double) {
        self.sizes = sizes
        self.room = Four(repeating: Float(room))
        self.itemSpacing = Four(repeating: Float(itemSpacing))
        self.lineSpacing = Four(repeating: Float(lineSpacing))
    }

    /// Where rows begin.
    struct RowStarts {
        /// Their first items.
        let items: SIMD4<Int32>
        /// What the rows before them take along the axis, with the spacing behind each.
        let ends: SIMD4<Double>
        /// The most that those take across that have ended since the last rows that were told of, with the spacing behind the
        /// last item.
        let breadths: SIMD4<Float>
    }

    /// Takes items until a row has begun in each part, where the next block begins.
    ///
    /// - Parameter stop: The item that must not be reached.
    /// - Returns: Nil if it would be, or if a sum is not exact.
    @inline(__always)
    mutating func takeToRows(before stop: Int) -> RowStarts? {
        var items = SIMD4(repeating: Int32(truncatingIfNeeded: item))
        var (ends, breadths) = (Four.zero, breadth)
        var open = Mask(repeating: .max)
        breadth = .zero
        while open != .zero {
            guard item < stop else { return nil }
            let fits = takeItem()
            ends = ends.or(lastEnds.and(open & ~fits))
            open &= fits
            // A lane that is set counts as -1.
            items &-= unsafeBitCast(open, to: SIMD4<Int32>.self)
            breadths = larger(breadths, x.and(open))
            breadth = larger(breadth, x.and(~open))
        }
        guard isExact else { return nil }
        return RowStarts(items: items, ends: self.ends + SIMD4<Double>(ends), breadths: breadths)
    }

    /// Takes the items before one of each part.
    ///
    /// - Parameter runLength: One of ``runLengths``.
    /// - Returns: Whether all sums are exact.
    @inline(__always)
    mutating func take(before stop: Int, runLength: Int) -> Bool {
        while item < stop {
            let end = min(stop, item &+ runLength)
            while item < end {
                _ = takeItem()
                breadth = larger(breadth, x)
            }
            guard isExact else { return false }
            ends += SIMD4<Double>(lastEnds)
            lastEnds = .zero
        }
        return true
    }

    /// Takes the items before one of each part, and adds up what their rows take.
    ///
    /// - Parameter values: What is read later: a line of it for each item is loaded meanwhile.
    /// - Returns: Ones in the lanes where a sum is not exact.
    @inline(__always)
    mutating func takeAll(before stop: Int, loading values: inout UnsafePointer<Double>) -> SIMD4<Int32> {
        while item < stop {
            values.prefetch(1)
            values += 8
            _ = takeItem()
            breadth = larger(breadth, x)
        }
        let inexact = unsafeBitCast(lastEnds .>= Float(Self.mostLength), to: SIMD4<Int32>.self)
        ends += SIMD4<Double>(lastEnds)
        lastEnds = .zero
        return inexact
    }

    /// What all rows of four sections take.
    struct Sections {
        /// What they take along the axis, with the spacing behind each, and ones where that is exact.
        let lengths: SIMD4<Float>
        let areExact: SIMD4<UInt32>
        /// The most that one of them takes across, with the spacing behind the last item.
        let breadths: SIMD4<Float>
        /// Ones where the first row is known to have two to seven items, and others to follow it.
        let shares: SIMD4<UInt32>
    }

    /// Takes all items of four sections that have as many each.
    ///
    /// - Parameters:
    ///   - count: How many each has.
    ///   - values: Those of the items of each.
    ///   - later: What is read later: a line of it for each item is loaded meanwhile.
    @inline(__always)
    mutating func takeSections(
        _ count: Int, _ values: PartPairs.Parts, loading later: inout UnsafePointer<Double>
    ) -> Sections {
        sizes.values = PartPairs(values)
        (item, x, thickness, lastEnds, breadth) = (0, Four(repeating: .infinity), .zero, .zero, .zero)
        @inline(__always)
        func take() -> Mask {
            later.prefetch(1)
            later += 8
            let fits = takeItem()
            breadth = larger(breadth, x)
            return fits
        }
        var shares = Mask.zero
        if count > 7 {
            _ = take()
            let isSecond = take()
            var wraps = Mask.zero
            while item < 8 { wraps |= ~take() }
            shares = isSecond & wraps
        }
        while item < count { _ = take() }
        let lengths = lastEnds + thickness
        lastEnds = .zero
        return Sections(
            lengths: lengths, areExact: unsafeBitCast(lengths .< Float(Self.mostLength), to: Mask.self),
            breadths: breadth, shares: shares)
    }

    /// The row that is open in a lane.
    struct OpenRow {
        /// Where the next item would begin in it.
        let x: Double
        /// What the rows up to it take along the axis, with the spacing behind each, and whether its own length is exact.
        let end: Double
        let isExact: Bool
        /// The most that one of those takes across that have been taken since a block began, with the spacing behind the last item.
        let breadth: Double
    }

    /// The row that is open in a lane, after all sums have been added up.
    @inline(__always)
    func openRow(in lane: Int) -> OpenRow {
        let length = Double(thickness[lane])
        return OpenRow(
            x: Double(x[lane]), end: ends[lane] + length, isExact: length < Self.mostLength,
            breadth: Double(breadth[lane]))
    }

    /// Begins with other items in a lane.
    ///
    /// - Parameter values: Those of the first of them, which is the next item of the lane.
    @inline(__always)
    mutating func begin(_ lane: Int, with values: UnsafePointer<Double>) {
        sizes.values[lane] = values - 2 &* item
        x.replace(with: .infinity, where: .lane(lane))
        thickness.replace(with: 0, where: .lane(lane))
        breadth.replace(with: 0, where: .lane(lane))
        ends.replace(with: 0, where: SIMD4<Int64>(0, 1, 2, 3) .== Int64(truncatingIfNeeded: lane))
    }

    /// Lets a lane read the items that another one reads, where it has none of its own.
    @inline(__always)
    mutating func rest(_ lane: Int, like other: Int) { sizes.values[lane] = sizes.values[other] }

    /// Begins with the next block in a lane.
    @inline(__always)
    mutating func beginBlock(_ lane: Int) { breadth.replace(with: 0, where: .lane(lane)) }

    /// Takes the next item of each part.
    ///
    /// - Returns: A lane of ones where it does not begin a row.
    @inline(__always)
    private mutating func takeItem() -> Mask {
        let (widths, heights) = sizes.sizes(of: item)
        let fits = unsafeBitCast(x .<= room - widths, to: Mask.self)
        x = widths + itemSpacing + x.and(fits)
        lastEnds += thickness.and(~fits)
        thickness = larger(thickness.and(fits), heights + lineSpacing)
        item &+= 1
        return fits
    }

    /// Sums of lengths that are not negative grow: if the last one is small enough, all are.
    @inline(__always)
    private var isExact: Bool { all(lastEnds .< Float(Self.mostLength)) }
}

extension SIMD4<Float> {
    /// The lanes where a mask is all ones; 0 where it is 0.
    @inline(__always)
    fileprivate func and(_ mask: SIMD4<UInt32>) -> Self {
        unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & mask, to: Self.self)
    }

    /// The bits of both, of which in each lane one is 0.
    @inline(__always)
    fileprivate func or(_ other: Self) -> Self {
        unsafeBitCast(
            unsafeBitCast(self, to: SIMD4<UInt32>.self) | unsafeBitCast(other, to: SIMD4<UInt32>.self), to: Self.self)
    }
}

extension SIMDMask<SIMD4<Int32>> {
    /// One lane. A processor that reads all lanes from memory waits if one has just been written there; all that are written with a
    /// mask have not.
    @inline(__always)
    static func lane(_ lane: Int) -> Self { SIMD4<Int32>(0, 1, 2, 3) .== Int32(truncatingIfNeeded: lane) }
}
