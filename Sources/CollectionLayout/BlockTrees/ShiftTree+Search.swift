extension ShiftTree {
    /// Where a search stands in a level: in which group of siblings, which of them are still to be visited, and how many items
    /// are in the leaves before one of them.
    private struct Step: BitwiseCopyable {
        let group: Int
        private var rest: UInt64
        private var child = 0
        private(set) var item: Int

        @inline(__always)
        init(_ group: Int, _ rest: UInt64, behind item: Int) {
            self.group = group
            self.rest = rest
            self.item = item
        }

        /// Whether none of the siblings is left to be visited.
        @inline(__always)
        var isAtEnd: Bool { rest == 0 }

        /// Goes to the next of the siblings to be visited.
        ///
        /// - Returns: Its number among all siblings; nil if there is none left.
        @inline(__always)
        mutating func next(on level: Level, _ counts: UnsafePointer<Int32>?) -> Int? {
            guard !isAtEnd else { return nil }
            let next = rest.trailingZeroBitCount
            rest &= rest &- 1
            guard let counts else { return next }
            let first = group &* ShiftTree.fanout
            if child == 0 {
                item &+= level.itemsBefore(first &+ next, counts)
                child = next
            }
            let numbers = counts + (level.start &+ first)
            while child < next {
                item &+= Int(numbers[child])
                child &+= 1
            }
            return next
        }
    }

    /// Which parts of something long are likely to have something between two coordinates, before any of them is looked at:
    /// those that would have if all were equally long.
    struct Guess: BitwiseCopyable {
        private var near = 0.0
        private var far = 0.0
        private var length = 0.0

        /// None.
        init() {}

        /// - Parameter near: The coordinates, counted from where it begins; `length` is how long it is.
        @inline(__always)
        init(between near: Double, and far: Double, length: Double) {
            (self.near, self.far, self.length) = (near, far, length)
        }

        /// The children of a node.
        ///
        /// - Parameters:
        ///   - near: The coordinates, less the shift of the node.
        ///   - span: Where the span of the node begins; its other numbers follow at distances of `width`.
        @inline(__always)
        fileprivate init(between near: Double, and far: Double, _ span: UnsafePointer<Double>, _ width: Int) {
            let begin = span[width]
            self.init(between: near - begin, and: far - begin, length: span[2 &* width] - begin)
        }

        /// Their numbers, with a quarter of one to spare.
        @inline(__always)
        var children: Range<Int> { parts(ShiftTree.fanout, sparing: 0.25) }

        /// The numbers of those of some parts.
        @inline(__always)
        func parts(_ count: Int, sparing spare: Double) -> Range<Int> {
            guard length > 0, count > 0 else { return 0..<0 }
            let scale = Double(count) / length
            let most = Double(count &- 1)
            let first = Int(smaller(larger(near * scale - spare, 0), most))
            let last = Int(smaller(larger(far * scale + spare, 0), most))
            // A rect may end before it begins.
            return Range(uncheckedBounds: (first, max(last, first) &+ 1))
        }
    }

    /// Calls `body` with each leaf of a tree of one lane that has something between two coordinates, with the number of items
    /// in the leaves before it, and with its shift.
    ///
    /// - Parameters:
    ///   - across: Coordinates across the axis between which a leaf of a broad tree must have something, too.
    ///   - counts: The items in each node; without them they are not counted.
    ///   - approach: Is told of sibling leaves before they are looked at; can ask which of them are likely to be such leaves.
    ///   - expect: Is told of those that are among some siblings, one bit for each, and what each of them is shifted by.
    @inline(__always)
    func forEachLeafInLane<Counter: QueryCounter>(
        between near: Double, and far: Double, across: (near: Double, far: Double)? = nil, origin: Double,
        _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>? = nil, counting counter: inout Counter,
        approaching approach: (_ firstLeaf: Int, _ guess: Guess) -> Void = { _, _ in },
        expecting expect: (
            _ firstLeaf: Int, _ found: UInt64, _ shift: (_ child: Int) -> Double
        ) -> Void = { _, _, _ in },
        _ body: (_ leaf: Int, _ firstItem: Int, _ shift: Double, inout Counter) -> Void
    ) {
        assert(lanes == 1, "see forEachLeaf")
        // Levels on which there are further siblings to visit: the step there and what its siblings are shifted by.
        withUnsafeTemporaryAllocation(of: (Level, Step, Double).self, capacity: 8) { path in
            var depth = 0
            var level = top
            var strip = numbers
            func enter(
                _ group: Int, _ width: Int, shiftedBy shift: Double, behind items: Int, guess: Guess
            ) -> Step {
                strip = numbers + self.strip(level, group, 0)
                if level.number == 0 { approach(group &* Self.fanout, guess) }
                let along = meeting(near, far, strip, width, shift)
                var found = along.x | along.y
                if let across { found &= meetingAcross(across.near, across.far, level, group, numbers) }
                if level.number == 0 {
                    expect(group &* Self.fanout, found) { [strip] in shift + strip[$0] }
                }
                counter.visit(nodes: 1)
                return Step(group, found, behind: items)
            }
            var above = origin
            var step = enter(0, top.width, shiftedBy: above, behind: 0, guess: Guess())
            while true {
                guard let child = step.next(on: level, counts) else {
                    if depth == 0 { return }
                    depth &-= 1
                    (level, step, above) = path[depth]
                    strip = numbers + self.strip(level, step.group, 0)
                    continue
                }
                let node = step.group &* Self.fanout &+ child
                let shift = above + strip[child]
                if level.number == 0 {
                    body(node, step.item, shift, &counter)
                    continue
                }
                if !step.isAtEnd {
                    path[depth] = (level, step, above)
                    depth &+= 1
                }
                let guess = Guess(between: near - shift, and: far - shift, strip + child, level.width)
                level.sink()
                step = enter(node, Self.fanout, shiftedBy: shift, behind: step.item, guess: guess)
                above = shift
            }
        }
    }

    /// The same in a tree of several lanes: calls `body` with each leaf that has something there in some lane, with the number
    /// of items before it, and with the shifts of the section's lanes, which are valid during the call.
    @inline(__always)
    func forEachLeaf<Counter: QueryCounter>(
        between near: Double, and far: Double, origin: Double, _ numbers: UnsafePointer<Double>,
        _ counts: UnsafePointer<Int32>? = nil, counting counter: inout Counter,
        approaching approach: (_ firstLeaf: Int, _ guess: Guess) -> Void = { _, _ in },
        expecting expect: (_ firstLeaf: Int, _ found: UInt64) -> Void = { _, _ in },
        _ body: (_ leaf: Int, _ firstItem: Int, _ shifts: UnsafePointer<Double>, inout Counter) -> Void
    ) {
        // The shifts of the nodes on the path: one row of lanes a level, the last one for what is above the root.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (levels &+ 1) &* lanes) { shifts in
            withUnsafeTemporaryAllocation(of: (Level, Step).self, capacity: 8) { path in
                var depth = 0
                let shifts = shifts.baseAddress!
                var level = top
                var row = shifts + levels &* lanes
                for lane in 0..<lanes { row[lane] = origin }
                func enter(_ group: Int, behind items: Int, guess: Guess) -> Step {
                    if level.number == 0 { approach(group &* Self.fanout, guess) }
                    let found = meeting(near, far, level, group, items, row, numbers, counts)
                    if level.number == 0 { expect(group &* Self.fanout, found) }
                    return Step(group, found, behind: items)
                }
                var step = enter(0, behind: 0, guess: Guess())
                counter.visit(nodes: 1)
                while true {
                    guard let child = step.next(on: level, counts) else {
                        if depth == 0 { return }
                        depth &-= 1
                        (level, step) = path[depth]
                        continue
                    }
                    let node = step.group &* Self.fanout &+ child
                    row = shifts + level.number &* lanes
                    for lane in 0..<lanes {
                        let own = turns ? self.lane(lane, from: step.item) : lane
                        row[lane] = row[lanes &+ lane] + numbers[strip(level, step.group, own) &+ child]
                    }
                    if level.number == 0 {
                        body(node, step.item, row, &counter)
                        continue
                    }
                    if !step.isAtEnd {
                        path[depth] = (level, step)
                        depth &+= 1
                    }
                    // The lanes of a node span nearly the same.
                    let guess = Guess(
                        between: near - row[0], and: far - row[0], numbers + (strip(level, step.group, 0) &+ child),
                        level.width)
                    level.sink()
                    counter.visit(nodes: 1)
                    step = enter(node, behind: step.item, guess: guess)
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
        Self.bits(of: width) { child in
            let shift = SIMD2(repeating: above) + strip.pair(child)
            return (strip.pair(width &+ child) + shift .< SIMD2(repeating: far))
                .& (strip.pair(2 &* width &+ child) + shift .> SIMD2(repeating: near))
        }
    }

    /// One bit for each of some siblings of which something holds; two are asked for at a time, and the bits are in two parts.
    @inline(__always)
    static func bits(
        of width: Int, where holds: (_ firstChild: Int) -> SIMDMask<SIMD2<Int64>>
    ) -> SIMD2<UInt64> {
        var bits = SIMD2<UInt64>()
        var bit = SIMD2<UInt64>(1, 2)
        var child = 0
        while child < width {
            bits |= unsafeBitCast(holds(child), to: SIMD2<UInt64>.self) & bit
            bit = bit &<< 2
            child &+= 2
        }
        return bits
    }
}
