/// One column of rows: tables, chats, feeds.
///
/// Values of an item: its length along the scroll axis, and, unless rows are as broad as the list, its breadth; with
/// ``Alignment/each`` also where it stands. Rows that size themselves are changes of these values.
public struct ListLayout: SectionLayout, Hashable {
    /// Where the rows stand across the axis.
    public enum Alignment: String, Sendable, CaseIterable {
        /// Each row is as broad as the list. Values: length.
        case full
        /// At the leading edge. Values: length, breadth.
        case leading
        /// At the trailing edge. Values: length, breadth.
        case trailing
        /// Each row by itself, as in a chat. Values: length, breadth, and the part of the free room that lies before the
        /// row: 0 is the leading edge, 0.5 the centre, 1 the trailing edge.
        case each
    }

    /// `list`
    public static let id = "list"
    /// False: frames do not depend on the length of the viewport.
    public var dependsOnViewportLength: Bool { false }
    /// Distances between the rows and the edges of the section, in points and not transposed.
    public var insets: EdgeInsets
    /// Distance between two rows, in points.
    public var lineSpacing: Double
    /// Where the rows stand across the axis; a row broader than the list is cut to its breadth.
    public var alignment: Alignment

    /// Creates a list.
    public init(insets: EdgeInsets = .zero, lineSpacing: Double = 0, alignment: Alignment = .full) {
        self.insets = insets
        self.lineSpacing = lineSpacing
        self.alignment = alignment
    }

    /// Resolves the layout in a container.
    public func fold(in container: Container) throws(LayoutError) -> any SectionFold {
        let insets = try container.insetsAcross(insets)
        let list = ListFold(
            insets: insets, lineSpacing: try container.spacing(lineSpacing, "line spacing"),
            breadth: container.laneBreadth(count: 1, spacing: 0, insets: insets), canSkim: container.snapping != .none)
        return alignment == .full
            ? list : AlignedListFold(list: list, alignment: alignment, snapping: container.snapping)
    }
}

/// State: where the next row begins, where the last one ended.
private struct ListFold: PartsFold {
    let insets: EdgeInsets
    let lineSpacing: Double
    let breadth: Double
    let canSkim: Bool

    var valueNames: [String] { ["length"] }
    var hasValueRules: Bool { false }
    var stateCount: Int { 2 }
    var positionCount: Int { 2 }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        state[0] = top
        state[1] = top
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        if canSkim, let lengths = items.values(range, each: 1) {
            return place(lengths, range.count, state, into: frames)
        }
        var next = state[0]
        var end = state[1]
        for item in range {
            let length = items[item, 0]
            frames[item - range.lowerBound] = Rect(x: insets.left, y: next, width: breadth, height: length)
            end = next + length
            next = end + lineSpacing
        }
        state[0] = next
        state[1] = end
    }

    /// The same for lengths in memory whose sums are exact in any order: two rows wait for one sum, not for four.
    private func place(
        _ lengths: UnsafePointer<Double>, _ count: Int, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>
    ) {
        guard count > 0 else { return }
        var next = state[0]
        func put(_ row: Int, at top: Double) {
            frames.store(SIMD2(insets.left, top), SIMD2(breadth, lengths[row]), at: row)
        }
        var row = 0
        while row &+ 2 <= count {
            let one = lengths[row] + lineSpacing
            let both = one + (lengths[row &+ 1] + lineSpacing)
            put(row, at: next)
            put(row &+ 1, at: next + one)
            next += both
            row &+= 2
        }
        if row < count {
            put(row, at: next)
            next += lengths[row] + lineSpacing
        }
        state[0] = next
        state[1] = next - lineSpacing
    }

    func skim(_ range: Range<Int>, of items: ItemValues, _ state: FoldState) -> ItemSpan {
        let top = state[0]
        let next = top + items.sum(range) + Double(range.count) * lineSpacing
        state[0] = next
        state[1] = next - lineSpacing
        return ItemSpan(near: top, far: next - lineSpacing, breadth: insets.left + breadth)
    }

    var leastBlockSize: Int { canSkim ? 256 : 64 }
    var findsViewports: Bool { canSkim }
    var jumpsAlikeItems: Bool { canSkim }

    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, from near: Double, to far: Double, most: Int,
        into frames: UnsafeMutablePointer<Rect>
    ) -> Range<Int> {
        guard let lengths = items.values(range, each: 1) else {
            let run = (items.areAlike ? passAlikeRows(range, items, state, from: near, to: far) : range).prefix(most)
            place(run, of: items, state, into: frames)
            return run
        }
        let passed = 16
        var next = state[0]
        var row = 0
        while row &+ passed <= range.count {
            let behind = next + lengths.sum(row, passed) + Double(passed) * lineSpacing
            guard behind - lineSpacing <= near else { break }
            next = behind
            row &+= passed
        }
        while row < range.count, next + lengths[row] <= near {
            next += lengths[row] + lineSpacing
            row &+= 1
        }
        let first = row
        let end = min(first &+ most, range.count)
        while row < end, next < far {
            frames.store(SIMD2(insets.left, next), SIMD2(breadth, lengths[row]), at: row &- first)
            next += lengths[row] + lineSpacing
            row &+= 1
        }
        if row > 0 { (state[0], state[1]) = (next, next - lineSpacing) }
        return range.lowerBound &+ first..<range.lowerBound &+ row
    }

    /// Passes over rows of one length that end before a viewport. O(1).
    ///
    /// Not where the others are placed, which would have fewer registers.
    ///
    /// - Returns: The rows that can begin in the viewport.
    @inline(never)
    private func passAlikeRows(
        _ range: Range<Int>, _ items: ItemValues, _ state: FoldState, from near: Double, to far: Double
    ) -> Range<Int> {
        let length = items[range.lowerBound, 0]
        let rows = AlikeRows(
            near: state[0], far: state[0] + length, distance: length + lineSpacing, count: range.count)
        let passed = rows.count(endingBy: near)
        let end = max(rows.count(beginningBefore: far), passed)
        state[0] += Double(passed) * rows.distance
        if passed > 0 { state[1] = state[0] - lineSpacing }
        return range.lowerBound &+ passed..<range.lowerBound &+ end
    }

    var skimsParts: Bool { canSkim }

    /// One after the other: each takes as long as to read it.
    func skimParts(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into blocks: SkimmedBlocks
    ) -> [SkimmedBlocks.Rest]? {
        let parts = SkimmedBlocks.partCount
        guard items.values(first..<first + parts * count * size, each: 1) != nil else { return nil }
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: stateCount) { numbers in
            let state = FoldState(numbers.baseAddress!, count: stateCount)
            return (0..<parts).map { part in
                (state[0], state[1]) = (0, -lineSpacing)
                func rest(before number: Int) -> SkimmedBlocks.Rest {
                    .init(item: first + number * size, state: SIMD2(state[0], state[1]))
                }
                for number in part * count..<(part + 1) * count {
                    let rest = rest(before: number)
                    blocks.write(number, rest, skim(rest.item..<rest.item + size, of: items, state))
                }
                return rest(before: (part + 1) * count)
            }
        }
    }

    var skimsSections: Bool { canSkim }

    /// One after the other, none left out: a processor loads ahead what is read without gaps.
    func skimSections(_ sections: UnsafeMutableBufferPointer<SkimmedSection>, of size: Int) {
        for index in sections.indices {
            let (values, count) = (sections[index].values, sections[index].count)
            let (blocks, blockCount, top) = (sections[index].blocks, sections[index].blockCount, sections[index].top)
            var (item, state) = (0, SIMD2(top, top))
            while item < count {
                let block = blockCount > 0 ? min(size, count &- item) : count
                let next = state.x + values.sum(item, block) + Double(block) * lineSpacing
                if blockCount > 0 {
                    let span = ItemSpan(near: state.x, far: next - lineSpacing, breadth: insets.left + breadth)
                    blocks.write(item / size, .init(item: item, state: state), span)
                }
                (item, state) = (item &+ block, SIMD2(next, next - lineSpacing))
            }
            if blockCount > 0 { blocks.writeState(blockCount, state) }
            sections[index].span = ItemSpan(near: top, far: state.y, breadth: insets.left + breadth)
        }
    }

    var placesRows: Bool { true }
    func rowsEnd(_ state: FoldState) -> Double? { state[1] }
    func begin(behindRowsTo end: Double, _ state: FoldState) {
        state[0] = end + lineSpacing
        state[1] = end
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { state[1] }
    func nearest(behind state: FoldState) -> Double { state[0] }
}

/// The plain list, whose frames are then narrowed; a fold of its own so that plain lists do not pay for it.
private struct AlignedListFold: SectionFold {
    let list: ListFold
    let alignment: ListLayout.Alignment
    let snapping: Snapping

    var insets: EdgeInsets { list.insets }
    var valueNames: [String] { alignment == .each ? ["length", "breadth", "alignment"] : ["length", "breadth"] }
    var hasValueRules: Bool { alignment == .each }
    var stateCount: Int { list.stateCount }
    var positionCount: Int { list.positionCount }

    func isLength(value: Int) -> Bool { value < 2 }

    func problem(with value: ItemValue) -> (index: Int, expected: String)? {
        alignment == .each && value[2] > 1 ? (2, "a number from 0 to 1") : nil
    }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) {
        list.begin(at: top, items: items, state)
    }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        list.place(range, of: items, state, into: frames)
        for item in range {
            let breadth = min(items[item, 1], list.breadth)
            let free = list.breadth - breadth
            frames[item - range.lowerBound].width = breadth
            switch alignment {
            case .full, .leading: break
            case .trailing: frames[item - range.lowerBound].x += free
            case .each: frames[item - range.lowerBound].x += snapping.snap(free * items[item, 2])
            }
        }
    }

    var placesRows: Bool { true }
    func rowsEnd(_ state: FoldState) -> Double? { list.rowsEnd(state) }
    func begin(behindRowsTo end: Double, _ state: FoldState) { list.begin(behindRowsTo: end, state) }

    func end(_ state: FoldState, items: ItemValues) -> Double { list.end(state, items: items) }
    func nearest(behind state: FoldState) -> Double { list.nearest(behind: state) }
}
