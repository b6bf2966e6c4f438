/// Lanes that items fill in turn.
///
/// The lanes of a node are counted from its first item: that is in lane 0 of the node, whatever its lane in the section.
/// When items come or go before a node, all its items change lanes together, and nothing in the node has to know: they are
/// only moved, each lane by a distance of its own. The shifts of a node apply to its lanes, so those above a leaf must be
/// handed down to their children before its number of items changes; see ``handDownShifts(above:_:_:)``.
extension ShiftTree {
    /// The lane of a node that a lane of its child is, or the lane of a section that a lane of a node is.
    ///
    /// - Parameter items: The number of items before the child in the node, or before the node in the section.
    @inline(__always)
    func lane(_ lane: Int, behind items: Int) -> Int { (lane &+ items) % lanes }

    /// The inverse of ``lane(_:behind:)``.
    @inline(__always)
    func lane(_ lane: Int, from items: Int) -> Int {
        let difference = lane &- items % lanes
        return difference < 0 ? difference &+ lanes : difference
    }

    /// What siblings cover together in a lane of their parent.
    func turnedWhole(
        _ level: Level, _ group: Int, _ lane: Int, _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>
    ) -> Span {
        var whole = Span()
        var before = 0
        for child in level.group(group) {
            let part = span(child, on: level, lane: self.lane(lane, from: before), numbers)
            whole.near = min(whole.near, part.near + part.shift)
            whole.far = max(whole.far, part.far + part.shift)
            whole.breadth = max(whole.breadth, part.breadth)
            before &+= Int(counts[level.start &+ child])
        }
        return whole
    }

    /// Does as ``moveLeaves(behind:_:by:)`` does.
    ///
    /// - Parameters:
    ///   - firstItem: The number of items before the leaf.
    ///   - distance: The distance of a lane of the section, in points.
    func moveTurningLeaves(
        behind leaf: Int, _ firstItem: Int, _ numbers: UnsafeMutablePointer<Double>, _ counts: UnsafePointer<Int32>,
        by distance: (_ lane: Int) -> Double
    ) {
        var node = leaf
        var first = firstItem
        var level = leaves
        while true {
            var item = first
            for sibling in node..<level.group(node / Self.fanout).upperBound {
                for lane in 0..<lanes where sibling > node {
                    numbers[place(level, sibling, self.lane(lane, from: item))] += distance(lane)
                }
                item &+= Int(counts[level.start &+ sibling])
            }
            if level.number == top.number { return }
            first &-= level.itemsBefore(node, counts)
            node /= Self.fanout
            let below = level
            level.rise()
            cover(node, on: level, below, numbers, counts)
        }
    }

    /// Moves the shifts of all nodes above a leaf to their children: nothing moves when afterwards the lanes of these are
    /// counted anew.
    func handDownShifts(above leaf: Int, _ numbers: UnsafeMutablePointer<Double>, _ counts: UnsafePointer<Int32>) {
        guard turns else { return }
        var level = top
        while level.number > 0 {
            let node = leaf &>> (4 &* level.number)
            var below = level
            below.sink()
            for lane in 0..<lanes {
                let place = place(level, node, lane)
                let shift = numbers[place]
                guard shift != 0 else { continue }
                var before = 0
                for child in below.group(node) {
                    numbers[self.place(below, child, self.lane(lane, from: before))] += shift
                    before &+= Int(counts[below.start &+ child])
                }
                numbers[place] = 0
                numbers[place &+ level.width] += shift
                numbers[place &+ 2 &* level.width] += shift
            }
            level = below
        }
    }

    /// One bit for each of some siblings that has something between two coordinates in some lane.
    ///
    /// - Parameters:
    ///   - firstItem: The number of items before these siblings.
    ///   - shifts: For each lane of the section the sum of the shifts above.
    func turnedMeeting(
        _ near: Double, _ far: Double, _ level: Level, _ group: Int, _ firstItem: Int, _ shifts: UnsafePointer<Double>,
        _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>
    ) -> UInt64 {
        var bits: UInt64 = 0
        var item = firstItem
        for child in level.group(group) {
            for lane in 0..<lanes {
                let span = span(child, on: level, lane: self.lane(lane, from: item), numbers)
                let shift = shifts[lane] + span.shift
                guard span.near + shift < far && near < span.far + shift else { continue }
                bits |= 1 &<< UInt64(child % Self.fanout)
                break
            }
            item &+= Int(counts[level.start &+ child])
        }
        return bits
    }
}
