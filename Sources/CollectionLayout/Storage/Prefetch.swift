private import CProcessor

extension UnsafePointer {
    /// Begins to load some elements, the lines they lie on one by one: what will be needed soon and is not asked for yet
    /// because something else has to be waited for first.
    ///
    /// A miss beyond the caches takes as long as a thousand instructions; misses that wait for each other add up, and those
    /// that do not take the time of one.
    @inline(__always)
    func prefetch(_ count: Int) {
        let first = UnsafeRawPointer(self)
        var offset = 0
        while offset < count &* MemoryLayout<Pointee>.stride {
            cpr_prefetch(first + offset)
            offset &+= 64
        }
    }
}

extension FlatArray {
    /// The same from an element on; there need not be so many.
    @inline(__always)
    func prefetch(_ index: Int, _ count: Int) { (UnsafePointer(base) + index).prefetch(count) }
}
