/// A fold that can pass over four parts of a section at once, faster than over one after the other.
protocol PartsFold: SkimmingFold {
    /// Whether ``skimParts(from:each:of:items:into:)`` may be called.
    var skimsParts: Bool { get }

    /// Passes over four parts of a section that follow each other, each as if the fold rested before its first item, with 0 as
    /// all of its state.
    ///
    /// - Parameters:
    ///   - first: The first item of the first part.
    ///   - count: How many blocks each part has.
    ///   - size: How many items lie between the items from which on two blocks begin: each does at the next rest.
    ///   - items: The values of all items of the section; behind the last part there are as many as a block has.
    ///   - blocks: Where to write the blocks of all parts, one part behind the other.
    /// - Returns: The first rests behind the parts; nil if these cannot be passed over at once, then blocks mean nothing.
    func skimParts(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into blocks: SkimmedBlocks
    ) -> [SkimmedBlocks.Rest]?
}

/// Room for blocks of items that a fold passes over, each from a rest to the next block's.
struct SkimmedBlocks {
    /// How many parts of a section are passed over at once.
    static let partCount = 4

    /// Where a fold rests.
    struct Rest {
        /// The item before which it rests.
        let item: Int
        /// What says all of its state: one number or two.
        let state: SIMD2<Double>
    }

    /// The first item of each block, the state before it, and what the items span.
    let items: UnsafeMutablePointer<Int32>
    let states: UnsafeMutablePointer<Double>
    let spans: UnsafeMutablePointer<ItemSpan>
    /// How many numbers say all of a state: one or two.
    let restCount: Int

    /// Writes a block.
    @inline(__always)
    func write(_ number: Int, _ rest: Rest, _ span: ItemSpan) {
        items[number] = Int32(truncatingIfNeeded: rest.item)
        writeState(number, rest.state)
        spans[number] = span
    }

    /// Writes the state before a block, or behind the last one.
    @inline(__always)
    func writeState(_ number: Int, _ state: SIMD2<Double>) {
        states[number &* restCount] = state.x
        if restCount > 1 { states[number &* restCount &+ 1] = state.y }
    }
}
