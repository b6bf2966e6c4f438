extension ShiftTree {
    /// Computes the spans of a leaf of several lanes whose frames have just been placed, and takes off the frames what moves
    /// them: the shifts of its lanes and, where these turn, their near edges.
    ///
    /// - Parameters:
    ///   - items: The items of the leaf.
    ///   - lanes: Receives the lane of each item; nil where lanes turn.
    ///   - shift: The shift of a lane.
    @inline(__always)
    func cover(
        _ leaf: Int, _ frames: UnsafeMutablePointer<Rect>, _ items: Range<Int>, _ lanes: UnsafeMutablePointer<UInt16>?,
        _ layout: ResolvedLayout, _ numbers: UnsafeMutablePointer<Double>, _ shift: (_ lane: Int) -> Double
    ) {
        for lane in 0..<self.lanes { setExtent(leaf, lane: lane, to: Span(), numbers) }
        let spans = numbers + place(leaves, leaf, 0)
        let width = leaves.width
        let distance = strip(leaves, 0, 1) &- strip(leaves, 0, 0)
        @inline(__always)
        func cover(_ frame: inout Rect, _ lane: Int) {
            frame.y -= shift(lane)
            let span = spans + lane &* distance
            span[width] = smaller(span[width], frame.minY)
            span[2 &* width] = larger(span[2 &* width], frame.maxY)
            span[3 &* width] = larger(span[3 &* width], frame.maxX)
        }
        if let lanes {
            layout.fold.findLanes(of: UnsafePointer(frames), count: items.count, into: lanes)
            for index in 0..<items.count { cover(&frames[index], Int(lanes[index])) }
            return
        }
        var lane = 0
        var turn = self.lane(0, behind: items.lowerBound)
        for index in 0..<items.count {
            frames[index].x -= layout.laneEdges[turn]
            cover(&frames[index], lane)
            lane = lane &+ 1 < self.lanes ? lane &+ 1 : 0
            turn = turn &+ 1 < self.lanes ? turn &+ 1 : 0
        }
    }
}
