extension FlatArray<Rect> {
    /// One bit for each of up to 32 consecutive frames, moved along the axis, that intersects a rect.
    ///
    /// `usualCount` is the count that most ranges have: a constant. Finding first and emitting afterwards keeps the tests free of branches and of stores.
    @inline(__always)
    func intersecting(_ rect: Rect, _ range: Range<Int>, movedBy shift: Double = 0, usualCount: Int) -> UInt32 {
        assert(range.count <= 32 && range.lowerBound >= 0 && range.upperBound <= count, "range out of range")
        let frames = base + range.lowerBound
        // A loop of a constant count is unrolled, which saves a third of the instructions.
        return range.count == usualCount
            ? Self.intersecting(rect, frames, usualCount, shift) : Self.intersecting(rect, frames, range.count, shift)
    }

    /// Those bits, each for one of the 32 frames from `first` on, whose frame intersects a rect.
    @inline(__always)
    func intersecting(_ rect: Rect, _ first: Int, among bits: UInt32) -> UInt32 {
        var hits: UInt32 = 0
        var rest = bits
        while rest != 0 {
            let bit = rest.trailingZeroBitCount
            if self[first &+ bit].intersects(rect) { hits |= 1 &<< UInt32(bit) }
            rest &= rest &- 1
        }
        return hits
    }

    @inline(__always)
    private static func intersecting(
        _ rect: Rect, _ frames: UnsafePointer<Rect>, _ count: Int, _ shift: Double
    ) -> UInt32 {
        var bits: UInt32 = 0
        var index: UInt32 = 0
        while index < UInt32(truncatingIfNeeded: count) {
            let frame = frames[Int(index)].offset(x: 0, y: shift)
            bits |= UInt32(truncatingIfNeeded: Int(bit: frame.intersects(rect))) &<< index
            index &+= 1
        }
        return bits
    }
}
