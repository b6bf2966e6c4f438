extension ShiftTree {
    /// Where a search in one lane stands in a level: in which group of siblings, which of them are still to be visited, what
    /// that group is shifted by, and how many items are in the leaves before one of them.
    private struct LaneStep: BitwiseCopyable {
        var group: Int
        var rest: UInt64
        var shift: Double
        var child = 0
        var item: Int
    }

    /// Calls `body` with each leaf of a tree of one lane that has something between two coordinates, with the number of items
    /// in the leaves before it, and with its shift.
    ///
    /// - Parameters:
    ///   - counts: The items in each node; without them they are not counted.
    ///   - expect: Is told of sibling leaves among which there may be some, then of those that there are: one bit for each.
    @inline(__always)
    func forEachLeafInLane<Counter: QueryCounter>(
        between near: Double, and far: Double, origin: Double, _ numbers: UnsafePointer<Double>,
        _ counts: UnsafePointer<Int32>? = nil, counting counter: inout Counter,
        expecting expect: (_ firstLeaf: Int, _ found: UInt64?) -> Void = { _, _ in },
        _ body: (_ leaf: Int, _ firstItem: Int, _ shift: Double, inout Counter) -> Void
    ) {
        assert(lanes == 1, "see forEachLeaf")
        withUnsafeTemporaryAllocation(of: LaneStep.self, capacity: 8) { path in
            var level = top
            var strip = numbers + self.strip(level, 0, 0)
            if level.number == 0 { expect(0, nil) }
            var step = LaneStep(group: 0, rest: meetingOnTop(near, far, strip, origin), shift: origin, item: 0)
            if level.number == 0 { expect(0, step.rest) }
            counter.visit(nodes: 1)
            while true {
                guard step.rest != 0 else {
                    if level.number == top.number { return }
                    level.rise()
                    step = path[level.number]
                    strip = numbers + self.strip(level, step.group, 0)
                    continue
                }
                let child = step.rest.trailingZeroBitCount
                step.rest &= step.rest &- 1
                let node = step.group &* Self.fanout &+ child
                if let counts {
                    let numbers = counts + (level.start &+ step.group &* Self.fanout)
                    while step.child < child {
                        step.item &+= Int(numbers[step.child])
                        step.child &+= 1
                    }
                }
                let shift = step.shift + strip[child]
                if level.number == 0 {
                    body(node, step.item, shift, &counter)
                    continue
                }
                path[level.number] = step
                level.sink()
                counter.visit(nodes: 1)
                strip = numbers + self.strip(level, node, 0)
                if level.number == 0 { expect(node &* Self.fanout, nil) }
                let meeting = meeting(near, far, strip, Self.fanout, shift)
                if level.number == 0 { expect(node &* Self.fanout, meeting.x | meeting.y) }
                step = LaneStep(group: node, rest: meeting.x | meeting.y, shift: shift, item: step.item)
            }
        }
    }

    @inline(__always)
    private func meetingOnTop(
        _ near: Double, _ far: Double, _ strip: UnsafePointer<Double>, _ above: Double
    ) -> UInt64 {
        let meeting = meeting(near, far, strip, top.width, above)
        return meeting.x | meeting.y
    }

    /// Where a search in several lanes stands in a level.
    private struct Step: BitwiseCopyable {
        var group: Int
        var rest: UInt64
        var child = 0
        var item: Int
    }

    /// The same in a tree of several lanes: calls `body` with each leaf that has something there in some lane, with the number
    /// of items before it, and with the shifts of the section's lanes, which are valid during the call.
    @inline(__always)
    func forEachLeaf<Counter: QueryCounter>(
        between near: Double, and far: Double, origin: Double, _ numbers: UnsafePointer<Double>,
        _ counts: UnsafePointer<Int32>? = nil, counting counter: inout Counter,
        expecting expect: (_ firstLeaf: Int, _ found: UInt64?) -> Void = { _, _ in },
        _ body: (_ leaf: Int, _ firstItem: Int, _ shifts: UnsafePointer<Double>, inout Counter) -> Void
    ) {
        // The shifts of the nodes on the path: one row of lanes a level, the last one for what is above the root.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (levels &+ 1) &* lanes) { shifts in
            withUnsafeTemporaryAllocation(of: Step.self, capacity: 8) { path in
                let shifts = shifts.baseAddress!
                var level = top
                var row = shifts + levels &* lanes
                for lane in 0..<lanes { row[lane] = origin }
                func enter(_ group: Int, behind items: Int) -> Step {
                    if level.number == 0 { expect(group &* Self.fanout, nil) }
                    let found = meeting(near, far, level, group, items, row, numbers, counts)
                    if level.number == 0 { expect(group &* Self.fanout, found) }
                    return Step(group: group, rest: found, item: items)
                }
                var step = enter(0, behind: 0)
                counter.visit(nodes: 1)
                while true {
                    guard step.rest != 0 else {
                        if level.number == top.number { return }
                        level.rise()
                        step = path[level.number]
                        continue
                    }
                    let child = step.rest.trailingZeroBitCount
                    step.rest &= step.rest &- 1
                    let node = step.group &* Self.fanout &+ child
                    if let counts {
                        let numbers = counts + (level.start &+ step.group &* Self.fanout)
                        while step.child < child {
                            step.item &+= Int(numbers[step.child])
                            step.child &+= 1
                        }
                    }
                    row = shifts + level.number &* lanes
                    for lane in 0..<lanes {
                        let own = turns ? self.lane(lane, from: step.item) : lane
                        row[lane] = row[lanes &+ lane] + numbers[strip(level, step.group, own) &+ child]
                    }
                    if level.number == 0 {
                        body(node, step.item, row, &counter)
                        continue
                    }
                    path[level.number] = step
                    level.sink()
                    counter.visit(nodes: 1)
                    step = enter(node, behind: step.item)
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
