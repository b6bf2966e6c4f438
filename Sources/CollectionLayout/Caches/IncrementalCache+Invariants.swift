extension IncrementalCache {
    /// The trees have the items of the content, no marks, and spans around all that is below them; leaves without items
    /// have no block.
    public func checkInvariants() {
        for section in content.sections.indices {
            let tree = tree(of: section)
            let entry = entries[section]
            let counts = counts.elements + entry.firstNode
            let spans = spans.elements + entry.firstSpan
            precondition(!entry.isTouched, "edits of section \(section) are not laid out")
            precondition(tree.itemCount(counts) == content.sections[section].count, "items of section \(section)")
            for node in 0..<tree.nodeCount {
                precondition(!marks[entry.firstNode + node].isSet, "node \(node) of section \(section) is marked")
            }
            for slot in 0..<tree.count {
                let block = blocks[entry.firstSlot + slot]
                let count = Int(counts[slot])
                precondition((count == 0) == (block.capacity == 0) && count <= Int(block.capacity), "block \(slot)")
                for index in 0..<count {
                    let frame = frames.run(block.handle)[index]
                    let lane = tree.lanes > 1 ? Int(lanes.run(block.handle)[index]) : 0
                    let span = spans[slot * tree.lanes + lane]
                    precondition(
                        span.near <= frame.minY && frame.maxY <= span.far && frame.maxX <= span.breadth,
                        "frame \(index) of block \(slot) in section \(section)")
                }
            }
            tree.checkSums(spans, counts)
        }
    }
}

extension ShiftTree {
    /// What each node above the leaves says is what its children make of it.
    fileprivate func checkSums(_ spans: UnsafePointer<Span>, _ counts: UnsafePointer<Int32>) {
        for level in 1..<max(levels, 1) {
            for node in 0..<starts[level + 1] - starts[level] {
                let children = starts[level - 1] + node * Self.fanout
                let last = min(children + Self.fanout, starts[level])
                precondition(
                    counts[starts[level] + node] == (children..<last).reduce(0) { $0 + counts[$1] }, "count of a node")
                for lane in 0..<lanes {
                    let span = spans[(starts[level] + node) * lanes + lane]
                    for child in children..<last {
                        let below = spans[child * lanes + lane]
                        precondition(
                            span.near <= below.near + below.shift && below.far + below.shift <= span.far
                                && below.breadth <= span.breadth, "span of a node")
                    }
                }
            }
        }
    }
}
