/// Writes what a `CheckpointCache` keeps of the blocks of a section, one after the other.
struct BlockWriter {
    /// That of the section's blocks.
    let size: Int
    /// The block whose end comes next; behind the last one, how many there are.
    private(set) var number: Int
    private let count: Int
    private let restCount: Int
    private let itemCount: Int
    private let starts: UnsafeMutablePointer<Int32>
    private let spans: UnsafeMutablePointer<ItemSpan>
    private let states: UnsafeMutablePointer<Double>

    /// A writer that goes on with a block; it is valid until the cache is copied or changed otherwise.
    init(_ cache: inout CheckpointCache, _ section: Int, _ layout: ResolvedLayout, from number: Int = 0) {
        let blocks = cache.blocks(of: section)
        size = CheckpointCache.blockSize(layout)
        self.number = number
        count = blocks.count
        restCount = layout.restCount
        itemCount = Int(cache.content.sections[section].count)
        starts = cache.starts.writable.baseAddress! + blocks.lowerBound
        spans = cache.spans.writable.baseAddress! + blocks.lowerBound
        states = cache.states.writable.baseAddress! + cache.places[section].state
    }

    /// Begins the first block.
    func begin(_ state: FoldState) { begin(0, at: 0, state) }

    private func begin(_ number: Int, at item: Int, _ state: FoldState) {
        if number < count { starts[number] = Int32(truncatingIfNeeded: item) }
        (states + number * restCount).update(from: state.base, count: restCount)
    }

    /// Ends a block at an item and begins the next one there. Where a block has items that would be further blocks', these
    /// have none.
    mutating func end(at item: Int, _ span: ItemSpan, _ state: FoldState) {
        spans[number] = span
        number += 1
        begin(number, at: item, state)
        while number < count, item >= (number + 1) * size || item == itemCount {
            spans[number] = ItemSpan()
            number += 1
            begin(number, at: item, state)
        }
    }
}
