/// Writes what a `CheckpointCache` keeps of some blocks of a section, one after the other.
struct BlockWriter {
    /// That of the section's blocks.
    private let size: Int
    /// The block whose end comes next; behind the last one, the one that would follow.
    private(set) var number: Int
    /// Behind the last block, and how many the section has.
    private let end: Int
    private let count: Int
    private let restCount: Int
    private let itemCount: Int
    private let starts: UnsafeMutablePointer<Int32>
    private let spans: UnsafeMutablePointer<ItemSpan>
    private let states: UnsafeMutablePointer<Double>

    /// A writer of a run of blocks. It is valid as long as the cache, whose memory must not be that of another one, see
    /// ``CheckpointCache/makeUnique()``; several may write different blocks at the same time.
    init(_ cache: borrowing CheckpointCache, _ section: Int, _ layout: ResolvedLayout, _ numbers: Range<Int>) {
        let blocks = cache.blocks(of: section)
        size = CheckpointCache.blockSize(layout)
        number = numbers.lowerBound
        count = blocks.count
        end = numbers.upperBound
        restCount = layout.restCount
        itemCount = Int(cache.content.sections[section].count)
        starts = cache.starts.shared.baseAddress! + blocks.lowerBound
        spans = cache.spans.shared.baseAddress! + blocks.lowerBound
        states = cache.states.shared.baseAddress! + cache.place(of: section).state
    }

    /// Whether all blocks have ended.
    var isDone: Bool { number >= end }

    /// The item from which on the fold may rest to end the block.
    private var stop: Int { (number &+ 1) &* size }

    /// Begins a block at an item. Where it has items that would be further blocks', these have none.
    mutating func begin(at item: Int, _ state: FoldState) {
        write(item, state)
        while number < end, item >= stop || item == itemCount {
            end(ItemSpan())
            write(item, state)
        }
    }

    /// The state at the end of the section is kept too, that at the end of other runs of blocks by who begins the next one.
    private func write(_ item: Int, _ state: FoldState) {
        guard number < end || end == count else { return }
        if number < end { starts[number] = Int32(truncatingIfNeeded: item) }
        FoldState(states + number * restCount, count: restCount).copy(state)
    }

    /// Ends a block.
    mutating func end(_ span: ItemSpan) {
        spans[number] = span
        number &+= 1
    }

    /// Ends a block at an item and begins the next one there.
    mutating func end(at item: Int, _ span: ItemSpan, _ state: FoldState) {
        end(span)
        begin(at: item, state)
    }
}
