/// The tree over the blocks of a section, with all that is known of its nodes side by side in one memory: of a short
/// section a search or an edit finds it on a few lines of the caches, and all of it on one page.
///
/// The tree over the sections is one, too, of blocks of one item each; and so is that over the pages of ``PagedValues``.
///
/// Owns no memory. Who only may read must not write through it.
struct SectionNodes {
    let tree: ShiftTree
    /// How many numbers the state of the layout's fold takes.
    let stateCount: Int
    /// The spans of the nodes.
    let spans: UnsafeMutablePointer<Double>
    /// The leaves' blocks.
    let blocks: UnsafeMutablePointer<Block>
    /// The state before each block, less the shifts of that block, then the state at the end.
    let states: UnsafeMutablePointer<Double>
    /// The items in each node, and what is marked among them.
    let counts: UnsafeMutablePointer<Int32>
    let marks: UnsafeMutablePointer<BlockMark>

    /// The nodes of a section.
    ///
    /// - Parameters:
    ///   - known: The tree over its blocks, if that is known.
    ///   - memory: That of the nodes of all sections.
    @inline(__always)
    init(
        _ entry: Entry, _ known: ShiftTree? = nil, in memory: UnsafeMutablePointer<Double>
    ) {
        let first = memory + entry.firstNumber
        tree = known ?? entry.tree
        stateCount = Int(entry.stateCount)
        spans = first
        var next = UnsafeMutableRawPointer(first + tree.numberCount)
        func take<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
            defer { next += count &* MemoryLayout<Element>.stride }
            return next.assumingMemoryBound(to: type)
        }
        blocks = take(tree.count, of: Block.self)
        counts = take(tree.nodeCount, of: Int32.self)
        marks = take(tree.nodeCount, of: BlockMark.self)
        next = next.alignedUp(for: Double.self)
        states = take((tree.count &+ 1) &* stateCount, of: Double.self)
    }

    /// How many numbers there must be room for.
    static func numberCount(_ entry: Entry) -> Int {
        let tree = entry.tree
        let nodeSize = MemoryLayout<Int32>.stride + MemoryLayout<BlockMark>.stride
        let numberSize = MemoryLayout<Double>.stride
        let blocks = tree.count * MemoryLayout<Block>.stride / numberSize
        let states = (tree.count + 1) * Int(entry.stateCount)
        return entry.numberCountBefore + tree.numberCount + blocks + states
            + (tree.nodeCount * nodeSize + numberSize - 1) / numberSize
    }

    /// Where the numbers of a section's nodes are.
    static func numbers(of entry: Entry) -> Range<Int> {
        let first = entry.firstNumber - entry.numberCountBefore
        return first..<first + numberCount(entry)
    }

    /// Makes all leaves empty.
    func clear() {
        tree.clear(spans)
        blocks.initialize(repeating: Block(), count: tree.count)
        states.initialize(repeating: 0, count: (tree.count + 1) * stateCount)
        counts.initialize(repeating: 0, count: tree.nodeCount)
        marks.initialize(repeating: .none, count: tree.nodeCount)
    }

    /// Makes a leaf one without items or a block; the levels above are not brought up to date.
    func empty(_ slot: Int) {
        blocks[slot] = Block()
        for lane in 0..<tree.lanes { tree.setExtent(slot, lane: lane, to: ShiftTree.Span(), spans) }
        if tree.isBroad { tree.setBegin(of: slot, to: .infinity, spans) }
        tree.unmark(slot, marks)
    }

    /// What is stored of the state before a leaf, or behind all of them.
    @inline(__always)
    func state(before slot: Int) -> FoldState { FoldState(states + slot &* stateCount, count: stateCount) }

    /// The number of items.
    var itemCount: Int { tree.itemCount(counts) }

    /// The leaf that an item is in, and the number of items before that leaf.
    ///
    /// - Precondition: the item exists.
    func find(_ item: Int) -> (leaf: Int, firstItem: Int) { tree.find(item, counts) }
}

/// The nodes of all sections side by side.
extension Arena<Double> {
    /// The nodes of a section, to be read.
    @inline(__always)
    func nodes(of entry: SectionNodes.Entry) -> SectionNodes {
        SectionNodes(entry, in: UnsafeMutablePointer(mutating: elements))
    }

    /// The nodes of a section, which may be written to until the arena is copied or nodes are allocated.
    @inline(__always)
    mutating func writableNodes(of entry: SectionNodes.Entry) -> SectionNodes { SectionNodes(entry, in: writable) }

    /// Takes new nodes for the leaves of a section: empty ones.
    mutating func allocateNodes(of entry: inout SectionNodes.Entry, from unused: inout UnusedRuns) {
        entry.firstNumber =
            allocate(SectionNodes.numberCount(entry), from: &unused) + entry.numberCountBefore
        writableNodes(of: entry).clear()
    }
}

extension UnusedRuns {
    /// Notes that nobody uses the nodes of a section any more.
    mutating func addNodes(of entry: SectionNodes.Entry) {
        add(SectionNodes.numbers(of: entry), of: Arena<Double>.self)
    }
}
