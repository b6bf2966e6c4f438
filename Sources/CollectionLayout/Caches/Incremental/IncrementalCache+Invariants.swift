extension IncrementalCache {
    /// The trees have the items of the content, no marks, and spans around all that is below them, or chains of its rows;
    /// leaves without items have no block. Nodes lie side by side.
    public func checkInvariants() {
        checkSections()
        checkRoom()
        for section in content.sections.indices {
            let nodes = nodes(of: section)
            let (tree, counts, spans) = (nodes.tree, nodes.counts, nodes.spans)
            precondition(!entry(of: section).isTouched, "edits of section \(section) are not laid out")
            precondition(nodes.itemCount == content.sections[section].count, "items of section \(section)")
            for node in 0..<tree.nodeCount {
                precondition(!nodes.marks[node].isSet, "node \(node) of section \(section) is marked")
            }
            for slot in 0..<tree.count {
                let block = nodes.blocks[slot]
                let count = Int(counts[slot])
                precondition((count == 0) == (block.capacity == 0) && count <= Int(block.capacity), "block \(slot)")
                // Where chains are known, frames mean nothing.
                if tree.isChained { continue }
                for index in 0..<count {
                    let frame = frames.frame(block.handle, index)
                    let lane =
                        tree.turns ? index % tree.lanes : tree.lanes > 1 ? Int(lanes.run(block.handle)[index]) : 0
                    let span = tree.span(slot, lane: lane, spans)
                    precondition(
                        span.near <= frame.minY && frame.maxY <= span.far && frame.maxX <= span.breadth,
                        "frame \(index) of block \(slot) in section \(section)")
                    precondition(
                        !tree.isBroad || tree.begin(of: slot, on: tree.leaves, spans) <= frame.minX,
                        "where block \(slot) of section \(section) begins")
                }
            }
            if tree.isChained {
                checkChains(of: section)
            } else {
                tree.checkSums(spans, counts)
            }
        }
    }

    /// What there is of numbers are those of the nodes of one section, of the tree over the sections, or unused.
    private func checkRoom() {
        let used = (content.sections.indices.map(entry(of:)) + [root]).map(SectionNodes.numbers(of:))
            .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        for (run, next) in zip(used, used.dropFirst()) {
            precondition(run.upperBound <= next.lowerBound, "nodes at \(run) and \(next)")
        }
        let count = used.reduce(unused.numberCount) { $0 + $1.count }
        precondition(count == nodes.count, "\(count) of \(nodes.count) numbers")
    }

    /// The tree over the sections has each of them once, in their order and one behind the other.
    private func checkSections() {
        let nodes = sectionNodes
        precondition(nodes.itemCount == content.sections.count, "number of sections")
        var seen: Set<Int> = []
        var end = 0.0
        for section in content.sections.indices {
            let (slot, index) = place(of: section)
            let entry = entries[index]
            precondition(nodes.counts[slot] == 1 && nodes.find(section).leaf == slot, "leaf of section \(section)")
            precondition(seen.insert(index).inserted, "section \(section) has the entry of another one")
            precondition(entry.layout == content.sections[section].layout && !entry.isRenewed, "section \(section)")
            precondition(
                entry.supplementaries.count == content.supplementaryCount(ofSection: section), "section \(section)")
            if content.container.snapping == .grain {
                precondition(offset(of: section) == end, "section \(section) begins at \(offset(of: section))")
            }
            end += entry.extent
        }
        precondition(content.container.snapping != .grain || length == end, "length of all sections")
        for node in 0..<sectionTree.nodeCount { precondition(!nodes.marks[node].isSet, "node \(node) is marked") }
        sectionTree.checkSums(nodes.spans, nodes.counts)
    }

    /// What each leaf says of rows is where they lead, and what each node above says follows from that.
    private func checkChains(of section: Int) {
        let nodes = nodes(of: section)
        let tree = nodes.tree
        let layout = content.layout(ofSection: section)
        var page = PagedValues.Place()
        var first = 0
        for slot in 0..<tree.count where nodes.counts[slot] > 0 {
            let end = first + Int(nodes.counts[slot])
            let areShort = forEachChain(of: first..<end, section, layout, most: tree.chains, near: &page) {
                position, chain in
                guard position < tree.lanes else { return }
                let known = ShiftTree.Chain(tree.span(slot, lane: position, nodes.spans))
                precondition(chain == known, "chain \(position) of block \(slot)")
            }
            precondition(areShort, "rows of block \(slot) in section \(section)")
            first = end
        }
        tree.forEachUpperLevel { level, below in
            for node in 0..<level.size {
                for item in 0..<min(tree.chains, Int(nodes.counts[level.start + node])) {
                    precondition(
                        tree.chain(of: node, on: level, from: item, nodes.spans)
                            == tree.chain(below, node, from: item, nodes.spans, nodes.counts), "chain of a node")
                }
            }
        }
    }
}
