/// Which leaves have blocks as long as no blocks have come or gone.
extension SectionNodes {
    /// The leaf of a block as prepared: of long sections every eighth leaf is left empty, for blocks to come.
    ///
    /// - Parameter blocks: How many there are, or how many leaves.
    @inline(__always)
    static func slot(ofBlock block: Int, _ blocks: Int) -> Int {
        // Without a sign the division is a product: each edit waits for it.
        blocks <= ShiftTree.fanout ? block : block &+ Int(UInt32(truncatingIfNeeded: block) / 7)
    }

    /// The block at a leaf as prepared.
    @inline(__always)
    static func block(at slot: Int, _ slots: Int) -> Int { slots <= ShiftTree.fanout ? slot : slot &- slot &>> 3 }

    /// The leaves for so many blocks.
    static func slotCount(forBlocks blocks: Int) -> Int {
        blocks == 0 ? 0 : slot(ofBlock: blocks - 1, blocks) + 1
    }
}
