/// A fold whose items choose the shortest of a few lanes, whose ends are all of its state, and that can pass over four parts of
/// a section at once.
protocol LanesFold: SkimmingFold {
    /// Whether the others may be called.
    var skimsLanes: Bool { get }

    /// What items add to the lanes in all: their lengths and the spacing behind each.
    func total(_ range: Range<Int>, of items: ItemValues) -> Double

    /// Passes over four parts of a section that follow each other, each as if its lanes began where they are assumed to.
    ///
    /// - Parameters:
    ///   - first: The first item of the first part.
    ///   - count: How many blocks each part has, and `size` how many items each block.
    ///   - items: The values of all items of the section.
    ///   - assumed: Where lanes are assumed before the first block of each part, and where to write the rest.
    /// - Returns: Whether that could be done; if not, what is written means nothing.
    func skimLanes(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into assumed: AssumedLanes
    ) -> Bool

    /// Moves the states before some blocks to where their lanes are, and finds what the blocks span.
    ///
    /// - Parameters:
    ///   - count: How many blocks there are, at least one.
    ///   - states: Where lanes are assumed before each block, and `end` where they are behind the last one.
    ///   - spans: Receives the spans.
    func move(
        _ count: Int, by distances: LaneDistances, _ states: UnsafeMutablePointer<Double>, end: UnsafePointer<Double>,
        _ spans: UnsafeMutablePointer<ItemSpan>
    )
}

/// Blocks of a section whose items choose the shortest lane, passed over from where the lanes of each part are assumed to begin.
struct AssumedLanes {
    /// Where the next item of each lane begins, before each block, one part behind the other, and behind each part.
    let states: UnsafeMutablePointer<Double>
    let ends: UnsafeMutablePointer<Double>
    /// The least margin by which an item of each block has chosen its lane, in points; -infinity where that is not known, or the
    /// states do not say what the block spans.
    let margins: UnsafeMutablePointer<Double>
}
