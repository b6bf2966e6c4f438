extension UnsafePointer<Rect> {
    /// One bit for each of up to 32 consecutive frames, moved along the axis, that intersects a rect.
    ///
    /// `usualCount` is the count that most runs have: a constant. Finding first and emitting afterwards keeps the tests
    /// free of branches and of stores.
    @inline(__always)
    func intersecting(_ rect: Rect, _ count: Int, movedBy shift: Double, usualCount: Int) -> UInt32 {
        assert(count <= 32, "a bit for each")
        // A loop of a constant count is unrolled, which saves a third of the instructions.
        return count == usualCount ? intersecting(rect, usualCount, shift) : intersecting(rect, count, shift)
    }

    /// The same where there are 32 frames of which only the first ones, most of them, mean anything.
    @inline(__always)
    func intersecting(_ rect: Rect, most count: Int, movedBy shift: Double) -> UInt32 {
        guard count > 16 else { return intersecting(rect, count, shift) }
        return intersecting(rect, 32, shift) & (.max >> UInt32(truncatingIfNeeded: 32 &- count))
    }

    @inline(__always)
    private func intersecting(_ rect: Rect, _ count: Int, _ shift: Double) -> UInt32 {
        var bits: UInt32 = 0
        var index: UInt32 = 0
        while index < UInt32(truncatingIfNeeded: count) {
            let frame = self[Int(index)].offset(x: 0, y: shift)
            bits |= UInt32(truncatingIfNeeded: Int(bit: frame.intersects(rect))) &<< index
            index &+= 1
        }
        return bits
    }
}

extension UnsafeMutablePointer<Rect> {
    /// Writes a rectangle as two pairs of numbers. One by one, the compiler would compute them one by one, too.
    @inline(__always)
    func store(_ origin: SIMD2<Double>, _ size: SIMD2<Double>, at index: Int) {
        let rect = UnsafeMutableRawPointer(self + index)
        rect.storeBytes(of: origin, as: SIMD2<Double>.self)
        rect.storeBytes(of: size, toByteOffset: 16, as: SIMD2<Double>.self)
    }
}
