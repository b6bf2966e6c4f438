/// Items are found by their number: every node, a leaf included, has the number of items in it. A leaf may be empty.
extension ShiftTree {
    /// Adds up all levels above the leaves.
    func buildCounts(_ counts: UnsafeMutablePointer<Int32>) {
        for level in 1..<max(levels, 1) {
            for node in 0..<starts[level + 1] - starts[level] { countChildren(level, node, counts) }
        }
    }

    func countChildren(_ level: Int, _ node: Int, _ counts: UnsafeMutablePointer<Int32>) {
        let first = starts[level - 1] + node * Self.fanout
        var sum: Int32 = 0
        for child in first..<min(first + Self.fanout, starts[level]) { sum &+= counts[child] }
        counts[starts[level] + node] = sum
    }

    /// The items in the whole tree.
    func itemCount(_ counts: UnsafePointer<Int32>) -> Int {
        var sum = 0
        for node in starts[levels - 1]..<starts[levels] { sum += Int(counts[node]) }
        return sum
    }

    /// Changes the number of items of a leaf.
    func add(_ items: Int, to leaf: Int, _ counts: UnsafeMutablePointer<Int32>) {
        var node = leaf
        for level in 0..<levels {
            counts[starts[level] + node] += Int32(items)
            node /= Self.fanout
        }
    }

    /// The leaf that an item is in, and the number of items before that leaf.
    ///
    /// - Precondition: the item exists.
    func find(_ item: Int, _ counts: UnsafePointer<Int32>) -> (leaf: Int, firstItem: Int) {
        var node = 0
        var left = item
        for level in stride(from: levels - 1, through: 0, by: -1) {
            while left >= Int(counts[starts[level] + node]) {
                left -= Int(counts[starts[level] + node])
                node += 1
            }
            if level > 0 { node *= Self.fanout }
        }
        return (node, item - left)
    }

    /// The number of items before a leaf.
    func firstItem(of leaf: Int, _ counts: UnsafePointer<Int32>) -> Int {
        var sum = 0
        var node = leaf
        for level in 0..<levels {
            let first = level == levels - 1 ? 0 : node / Self.fanout * Self.fanout
            for sibling in first..<node { sum += Int(counts[starts[level] + sibling]) }
            node /= Self.fanout
        }
        return sum
    }

    /// The next leaf with items behind a leaf, or nil. Behind −1 it is the first one.
    func next(after leaf: Int, _ counts: UnsafePointer<Int32>) -> Int? {
        next(after: leaf) { counts[$0] != 0 }
    }

    /// The next leaf behind a leaf for which, as for all nodes above it, something holds; behind −1 it is the first one.
    @inline(__always)
    func next(after leaf: Int, where holds: (_ index: Int) -> Bool) -> Int? {
        var node = leaf
        var level = 0
        // Up, until a node follows among the siblings; then down to its first leaf.
        while true {
            let group = max(node, 0) / Self.fanout
            let size = starts[level + 1] - starts[level]
            let end = level == levels - 1 ? size : min((group + 1) * Self.fanout, size)
            node += 1
            while node < end && !holds(starts[level] + node) { node += 1 }
            if node < end { break }
            if level == levels - 1 { return nil }
            node = group
            level += 1
        }
        while level > 0 {
            level -= 1
            node *= Self.fanout
            while !holds(starts[level] + node) { node += 1 }
        }
        return node
    }

    /// The last leaf with items before a leaf, or nil.
    func previous(before leaf: Int, _ counts: UnsafePointer<Int32>) -> Int? {
        var node = leaf
        var level = 0
        while true {
            let first = level == levels - 1 ? 0 : node / Self.fanout * Self.fanout
            while node > first && counts[starts[level] + node - 1] == 0 { node -= 1 }
            if node > first {
                node -= 1
                break
            }
            if level == levels - 1 { return nil }
            node /= Self.fanout
            level += 1
        }
        while level > 0 {
            level -= 1
            node = min((node + 1) * Self.fanout, starts[level + 1] - starts[level]) - 1
            while counts[starts[level] + node] == 0 { node -= 1 }
        }
        return node
    }
}
