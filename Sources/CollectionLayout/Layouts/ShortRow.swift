/// What the items of a row take without alignment.
struct RowExtent {
    var count = 0
    /// The far edge of the last item, and the length of the longest one along the axis.
    var lastMaxX: Double
    var thickness = 0.0
}

/// A row of few items, found without a branch: how many items a row holds is what a processor predicts worst.
///
/// Only where sums of lengths are exact, so that they can be taken in any order.
struct ShortRow {
    typealias Two = SIMD2<Double>

    /// How many items are looked at, and how many of them a row may hold that is found: one less, for the next must not fit.
    static let items = 7
    static let most = items - 1

    /// What the row takes; with more items than ``most`` it holds more than were looked at.
    let extent: RowExtent
    /// Widths and heights of its items, in turn.
    let sizes: UnsafePointer<Double>
    /// Where its items stand without alignment, less what ``shift`` says.
    let places: UnsafePointer<Double>
    let shift: Double

    /// - Parameters:
    ///   - sizes: Widths and heights of the items, in turn.
    ///   - places: Where the items would stand if all stood in one row, and where one behind the last would.
    ///   - near: Where the first item stands.
    ///   - edge: What no far edge but the first may lie beyond.
    @inline(__always)
    init(
        _ sizes: UnsafePointer<Double>, _ places: UnsafePointer<Double>, from near: Double, spacing: Double,
        within edge: Double
    ) {
        self.sizes = sizes
        self.places = places
        shift = near - places[0]
        // An item ends where the next one begins, less the spacing.
        let limit = places[0] + (edge + spacing - near)
        let edges = (places.pair(2), places.pair(4), places.pair(6))
        let fits = (edges.0 .<= limit, edges.1 .<= limit, edges.2 .<= limit)
        // A lane that is set counts as -1.
        let counts =
            unsafeBitCast(fits.0, to: SIMD2<Int64>.self) &+ unsafeBitCast(fits.1, to: SIMD2<Int64>.self)
            &+ unsafeBitCast(fits.2, to: SIMD2<Int64>.self)
        let count = 1 &- Int(counts.x &+ counts.y)
        @inline(__always)
        func lengths(_ item: Int, _ fits: SIMDMask<SIMD2<Int64>>) -> Two {
            Two.zero.replacing(with: Two(sizes.size(item).y, sizes.size(item &+ 1).y), where: fits)
        }
        let length = larger(lengths(1, fits.0), larger(lengths(3, fits.1), lengths(5, fits.2)))
        extent = RowExtent(
            count: count, lastMaxX: places[count] + shift - spacing,
            thickness: larger(sizes[1], larger(length.x, length.y)))
    }

    /// Writes the frames of the first six items, those included that are not in the row.
    @inline(__always)
    func place(at top: Double, shift: Double, gap: Double, into frames: UnsafeMutablePointer<Rect>) {
        @inline(__always)
        func placePair(_ item: Int) {
            let (one, other) = (sizes.size(item), sizes.size(item &+ 1))
            var x = places.pair(item) + (self.shift + shift)
            if gap != 0 { x += Snapping.snapShort(Two(Double(item), Double(item &+ 1)) * gap) }
            let room = larger(extent.thickness - Two(one.y, other.y), .zero)
            let y = top + Snapping.snapShort(room * 0.5)
            frames[item] = Rect(x: x.x, y: y.x, width: one.x, height: one.y)
            frames[item &+ 1] = Rect(x: x.y, y: y.y, width: other.x, height: other.y)
        }
        placePair(0)
        placePair(2)
        if extent.count > 4 { placePair(4) }
    }
}

extension UnsafePointer<Double> {
    /// Width and height of an item.
    @inline(__always)
    fileprivate func size(_ item: Int) -> SIMD2<Double> { pair(2 &* item) }
}

/// The larger of two numbers, lane by lane.
@inline(__always)
private func larger(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a.replacing(with: b, where: b .> a) }
