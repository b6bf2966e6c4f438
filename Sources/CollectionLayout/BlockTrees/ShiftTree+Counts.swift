/// Items are found by their number: every node, a leaf included, has the number of items in it. A leaf may be empty.
extension ShiftTree {
    /// Adds up all levels above the leaves.
    func buildCounts(_ counts: UnsafeMutablePointer<Int32>) {
        forEachUpperLevel { level, below in
            for node in 0..<level.size { countChildren(node, on: level, below, counts) }
        }
    }

    func countChildren(_ node: Int, on level: Level, _ below: Level, _ counts: UnsafeMutablePointer<Int32>) {
        var sum: Int32 = 0
        for child in below.group(node) { sum &+= counts[below.start &+ child] }
        counts[level.start &+ node] = sum
    }

    /// The items in the whole tree.
    func itemCount(_ counts: UnsafePointer<Int32>) -> Int {
        var sum = 0
        for node in top.start..<top.start + top.size { sum += Int(counts[node]) }
        return sum
    }

    /// Changes the number of items of a leaf.
    func add(_ items: Int, to leaf: Int, _ counts: UnsafeMutablePointer<Int32>) {
        counts[leaf] += Int32(items)
        forEachNode(above: leaf) { level, node, _ in counts[level.start &+ node] += Int32(items) }
    }

    /// The leaf that an item is in, and the number of items before that leaf.
    ///
    /// - Precondition: the item exists.
    func find(_ item: Int, _ counts: UnsafePointer<Int32>) -> (leaf: Int, firstItem: Int) {
        var node = 0
        var left = item
        var level = top
        while true {
            while left >= Int(counts[level.start &+ node]) {
                left &-= Int(counts[level.start &+ node])
                node &+= 1
            }
            if level.number == 0 { return (node, item &- left) }
            level.sink()
            node &*= Self.fanout
        }
    }

    /// The same, if it is probably a certain leaf.
    @inline(__always)
    func find(_ item: Int, guessing leaf: Int, _ counts: UnsafePointer<Int32>) -> (leaf: Int, firstItem: Int) {
        let first = firstItem(of: leaf, counts)
        return item >= first && item &- first < Int(counts[leaf]) ? (leaf, first) : find(item, counts)
    }

    /// The number of items before a leaf.
    func firstItem(of leaf: Int, _ counts: UnsafePointer<Int32>) -> Int {
        var sum = 0
        var node = leaf
        forEachLevel { level in
            sum &+= level.itemsBefore(node, counts)
            node /= Self.fanout
        }
        return sum
    }

    /// The next leaf with items behind a leaf, or nil.
    func next(after leaf: Int, _ counts: UnsafePointer<Int32>) -> Int? { next(after: leaf) { counts[$0] != 0 } }

    /// The next leaf behind a leaf of which something holds, or nil.
    ///
    /// - Parameter holds: Says of a node, by its number among all, whether it holds of a leaf below it.
    @inline(__always)
    func next(after leaf: Int, where holds: (_ node: Int) -> Bool) -> Int? {
        var node = leaf
        var level = leaves
        // Up, until a node follows among the siblings; then down to its first leaf.
        while true {
            let end = level.group(node / Self.fanout).upperBound
            node &+= 1
            while node < end && !holds(level.start &+ node) { node &+= 1 }
            if node < end { break }
            if level.number == top.number { return nil }
            node = (node &- 1) / Self.fanout
            level.rise()
        }
        while level.number > 0 {
            level.sink()
            node &*= Self.fanout
            while !holds(level.start &+ node) { node &+= 1 }
        }
        return node
    }

    /// The last leaf with items before a leaf, or nil.
    func previous(before leaf: Int, _ counts: UnsafePointer<Int32>) -> Int? {
        var node = leaf
        var level = leaves
        while true {
            let first = level.group(node / Self.fanout).lowerBound
            while node > first && counts[level.start + node - 1] == 0 { node -= 1 }
            if node > first {
                node -= 1
                break
            }
            if level.number == top.number { return nil }
            node /= Self.fanout
            level.rise()
        }
        while level.number > 0 {
            level.sink()
            node = level.group(node).upperBound - 1
            while counts[level.start + node] == 0 { node -= 1 }
        }
        return node
    }
}

extension ShiftTree.Level {
    /// The number of items in the siblings before a node.
    @inline(__always)
    func itemsBefore(_ node: Int, _ counts: UnsafePointer<Int32>) -> Int {
        let count = node & (ShiftTree.fanout &- 1)
        let first = node &- count
        let numbers = counts + (start &+ first)
        // How many siblings there are before a node is a coin toss to the branch predictor.
        guard first &+ ShiftTree.fanout > size else { return numbers.sum(ofFirst: count) }
        var sum = 0
        for sibling in 0..<count { sum &+= Int(numbers[sibling]) }
        return sum
    }
}

extension UnsafePointer<Int32> {
    /// The sum of the first of 16 numbers, without a branch.
    @inline(__always)
    fileprivate func sum(ofFirst count: Int) -> Int {
        typealias Four = SIMD4<Int32>
        let numbers = UnsafeRawPointer(self)
        let count = Four(repeating: Int32(truncatingIfNeeded: count))
        @inline(__always)
        func four(_ first: Int32) -> Four {
            let isCounted = count .> Four(first, first + 1, first + 2, first + 3)
            return numbers.loadUnaligned(fromByteOffset: 4 * Int(first), as: Four.self)
                & unsafeBitCast(isCounted, to: Four.self)
        }
        let sums = four(0) &+ four(4) &+ (four(8) &+ four(12))
        let halves = sums.lowHalf &+ sums.highHalf
        return Int(halves.x &+ halves.y)
    }
}
