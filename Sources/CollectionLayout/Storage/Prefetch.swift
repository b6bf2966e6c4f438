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

    /// The same of at least one element where dozens of lines are asked for at once: into the second level of the caches.
    ///
    /// A load into the first level keeps one of its few buffers until the line has come (24 on AMD's Zen 4): of 70 lines the
    /// last ones would wait three times as long as a miss takes.
    @inline(__always)
    func prefetchMany(_ count: Int) {
        let last = UnsafeRawPointer(self + count) - 1
        var line = UnsafeRawPointer(self)
        // Two at a time: the loop around them takes as long as they do.
        while line < last {
            cpr_prefetch_second(line)
            cpr_prefetch_second(line + 64)
            line += 128
        }
        // Where the elements do not begin with a line they end on one more.
        cpr_prefetch_second(last)
    }
}

extension FlatArray {
    /// The same from an element on; there need not be so many.
    @inline(__always)
    func prefetch(_ index: Int, _ count: Int) { (UnsafePointer(base) + index).prefetch(count) }
}
