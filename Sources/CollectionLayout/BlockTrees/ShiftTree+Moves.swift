/// Leaves are moved by adding to the shifts of a few nodes.
extension ShiftTree {
    /// Moves all leaves behind one, each lane by its distance, and brings the levels above that leaf up to date.
    ///
    /// - Parameter distance: The distance of a lane, in points.
    @inline(__always)
    func moveLeaves(behind leaf: Int, _ numbers: UnsafeMutablePointer<Double>, by distance: (_ lane: Int) -> Double) {
        assert(!turns, "see moveTurningLeaves")
        move(behind: leaf, on: leaves, numbers, distance)
        let moves = (0..<lanes).contains { distance($0) != 0 }
        ascend(from: leaf) { level, node, below in
            guard cover(node, on: level, below, numbers, nil) || moves else { return false }
            move(behind: node, on: level, numbers, distance)
            return true
        }
    }

    /// Moves the siblings behind a node.
    @inline(__always)
    private func move(
        behind node: Int, on level: Level, _ numbers: UnsafeMutablePointer<Double>, _ distance: (_ lane: Int) -> Double
    ) {
        for lane in 0..<lanes {
            let distance = distance(lane)
            guard distance != 0 else { continue }
            let shifts = numbers + strip(level, node / Self.fanout, lane)
            let width = level.width
            var sibling = node % Self.fanout &+ 1
            if sibling % 2 != 0 {
                shifts[sibling] += distance
                sibling &+= 1
            }
            while sibling < width {
                let pair = UnsafePointer(shifts).pair(sibling) + SIMD2(repeating: distance)
                shifts.storePair(pair, at: sibling)
                sibling &+= 2
            }
        }
    }
}
