/// What the items of a row take without alignment.
struct RowExtent {
    var count = 0
    /// The far edge of the last item, and the length of the longest one along the axis.
    var lastMaxX: Double
    var thickness = 0.0
}

/// A row whose first items are found without a branch: how many items a row holds is what a processor predicts worst.
///
/// Only where sums of lengths are exact, so that they can be taken in any order.
struct ShortRow {
    typealias Two = SIMD2<Double>

    /// How many items are looked at, whether the row holds them or not.
    static let items = 7
    /// How many frames are written at most of a row that does not have them.
    static let frames = items - 1

    /// What the row takes; if it holds as many items as there are, it may not end there.
    let extent: RowExtent
    /// Widths and heights of its items, in turn.
    let sizes: UnsafePointer<Double>
    /// Where its items stand without alignment, less what ``shift`` says.
    let places: UnsafePointer<Double>
    let shift: Double

    /// - Parameters:
    ///   - sizes: Widths and heights of the items, in turn.
    ///   - places: Where the items would stand if all stood in one row, and where one behind the last would.
    ///   - most: How many items there are; at least ``items``.
    ///   - near: Where the first item stands.
    ///   - edge: What no far edge but the first may lie beyond.
    @inline(__always)
    init(
        _ sizes: UnsafePointer<Double>, _ places: UnsafePointer<Double>, most: Int, from near: Double, spacing: Double,
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
        var count = 1 &- Int(counts.x &+ counts.y)
        @inline(__always)
        func lengths(_ item: Int, _ fits: SIMDMask<SIMD2<Int64>>) -> Two {
            Two.zero.replacing(with: Two(sizes.size(item).y, sizes.size(item &+ 1).y), where: fits)
        }
        let length = larger(lengths(1, fits.0), larger(lengths(3, fits.1), lengths(5, fits.2)))
        var thickness = larger(sizes[1], larger(length.x, length.y))
        if count == Self.items {
            while count < most && places[count &+ 1] <= limit {
                thickness = larger(sizes.size(count).y, thickness)
                count &+= 1
            }
        }
        extent = RowExtent(count: count, lastMaxX: places[count] + shift - spacing, thickness: thickness)
    }

    /// Writes the frames of the items; where there is room, of six or four in any case, those included that are not in the row.
    ///
    /// - Parameters:
    ///   - top: Where the row begins along the axis.
    ///   - shift: What is added to all items across the axis, and `gap` what to each gap.
    ///   - across: See ``Rows/across``.
    ///   - room: How many frames there is room for.
    @inline(__always)
    func place(
        at top: Double, shift: Double, gap: Double, across: Two, into frames: UnsafeMutablePointer<Rect>, room: Int
    ) {
        let along = (1 - across) * 0.5
        let origin = Two(self.shift + shift, top)
        let gap = gap * across
        let thickness = extent.thickness * along
        @inline(__always)
        func placeItem(_ item: Int) {
            let size = sizes.size(item)
            // The item's gaps, and half of what it leaves of the row's thickness.
            let free = Double(item) * gap + thickness - size * along
            frames.store(origin + places[item] * across + Snapping.snapShort(free), size, at: item)
        }
        var item = 0
        if room >= Self.frames {
            placeItem(0)
            placeItem(1)
            if extent.count > 2 {
                placeItem(2)
                placeItem(3)
            }
            if extent.count > 4 {
                placeItem(4)
                placeItem(5)
            }
            item = Self.frames
        }
        let end = min(extent.count, room)
        while item < end {
            placeItem(item)
            item &+= 1
        }
    }
}

extension UnsafePointer<Double> {
    /// Width and height of an item.
    @inline(__always)
    fileprivate func size(_ item: Int) -> SIMD2<Double> { pair(2 &* item) }
}
