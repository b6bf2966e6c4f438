extension ShiftTree {
    /// Where a search stands in a level: in which group of siblings, which of them are still to be visited, and how many
    /// items are in the leaves before one of them.
    private struct Step: BitwiseCopyable {
        var group = 0
        var rest: UInt64 = 0
        var child = 0
        var item = 0
    }

    /// Calls `body` with each leaf that has something between two coordinates in some lane, with the number of items in
    /// the leaves before it, and with the shifts of the section's lanes, which are valid during the call.
    ///
    /// - Parameter counts: The items in each node; without them they are not counted, and lanes do not turn.
    @inline(__always)
    func forEachLeaf<Counter: QueryCounter>(
        between near: Double, and far: Double, origin: Double, _ numbers: UnsafePointer<Double>,
        _ counts: UnsafePointer<Int32>? = nil, counting counter: inout Counter,
        _ body: (_ leaf: Int, _ firstItem: Int, _ shifts: UnsafePointer<Double>, inout Counter) -> Void
    ) {
        // The shifts of the nodes on the path: one row of lanes a level, the last one for what is above the root.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (levels &+ 1) &* lanes) { shifts in
            withUnsafeTemporaryAllocation(of: Step.self, capacity: 9) { path in
                let shifts = shifts.baseAddress!
                for lane in 0..<lanes { shifts[levels &* lanes &+ lane] = origin }
                var level = top
                counter.visit(nodes: 1)
                path[level.number] = Step(
                    rest: meeting(near, far, level, 0, 0, shifts + levels &* lanes, numbers, counts))
                while true {
                    var step = path[level.number]
                    guard step.rest != 0 else {
                        if level.number == top.number { return }
                        level.rise()
                        continue
                    }
                    let child = step.rest.trailingZeroBitCount
                    step.rest &= step.rest &- 1
                    let first = step.group &* Self.fanout
                    if let counts {
                        while step.child < child {
                            step.item &+= Int(counts[level.start &+ first &+ step.child])
                            step.child &+= 1
                        }
                    }
                    path[level.number] = step
                    let row = shifts + level.number &* lanes
                    for lane in 0..<lanes {
                        let own = turns ? self.lane(lane, from: step.item) : lane
                        row[lane] = row[lanes &+ lane] + numbers[strip(level, step.group, own) &+ child]
                    }
                    if level.number == 0 {
                        body(first &+ child, step.item, row, &counter)
                    } else {
                        level.sink()
                        counter.visit(nodes: 1)
                        path[level.number] = Step(
                            group: first &+ child,
                            rest: meeting(near, far, level, first &+ child, step.item, row, numbers, counts),
                            child: 0, item: step.item)
                    }
                }
            }
        }
    }

    /// One bit for each of some siblings that has something between two coordinates in some lane.
    @inline(__always)
    private func meeting(
        _ near: Double, _ far: Double, _ level: Level, _ group: Int, _ firstItem: Int, _ shifts: UnsafePointer<Double>,
        _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>?
    ) -> UInt64 {
        if turns, let counts { return turnedMeeting(near, far, level, group, firstItem, shifts, numbers, counts) }
        var bits = SIMD2<UInt64>()
        let width = level.width
        for lane in 0..<lanes {
            let strip = numbers + strip(level, group, lane)
            bits |=
                width == Self.fanout
                ? meeting(near, far, strip, Self.fanout, shifts[lane]) : meeting(near, far, strip, width, shifts[lane])
        }
        return bits.x | bits.y
    }

    @inline(__always)
    private func meeting(
        _ near: Double, _ far: Double, _ strip: UnsafePointer<Double>, _ width: Int, _ above: Double
    ) -> SIMD2<UInt64> {
        var bits = SIMD2<UInt64>()
        var bit = SIMD2<UInt64>(1, 2)
        var child = 0
        while child < width {
            let shift = SIMD2(repeating: above) + strip.pair(child)
            let meets =
                (strip.pair(width &+ child) + shift .< SIMD2(repeating: far))
                .& (strip.pair(2 &* width &+ child) + shift .> SIMD2(repeating: near))
            bits |= unsafeBitCast(meets, to: SIMD2<UInt64>.self) & bit
            bit = bit &<< 2
            child &+= 2
        }
        return bits
    }
}
