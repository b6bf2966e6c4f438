/// Passes over the rows of several sections, four at a time: where one ends, its lane goes on with the next one.
extension RowFold {
    var skimsSections: Bool { takesRows }

    func skimSections(_ sections: UnsafeMutableBufferPointer<SkimmedSection>, of size: Int) {
        guard let room = laneRoom, let first = sections.first else { return }
        let pairs = PartPairs(first.values, distance: 0)
        @inline(__always)
        func skim<Sizes: PartSizes>(_ sizes: Sizes) {
            var lanes = SectionLanes(self, sizes, room, sections, size)
            lanes.skim()
        }
        switch measure {
        case .size(.vertical): skim(pairs)
        case .size: skim(TransposedSizes(values: pairs))
        case .fraction(let container, _, _):
            skim(MeasuredSizes(values: pairs, measure: measure, container: container))
        }
    }
}

/// Sections on their way through the lanes of rows.
private struct SectionLanes<Sizes: PartSizes> {
    /// A section on its way through a lane, and its block that is open.
    private struct Passage {
        /// The section, and the item of the lanes that its first one is.
        let section: UnsafeMutablePointer<SkimmedSection>
        let start: Int
        /// The number of the block and its first item.
        var block = 0
        var item = 0
        /// Where the rows before it end along the axis, and where its own begin.
        var end: Double
        var near: Double
        /// How far the blocks before it reach across.
        var breadth = 0.0
        /// Whether a row begins where its lane stops next, which begins the next block.
        var isBeforeRow = false
        /// Whether all that has been found is known.
        var isKnown = true
    }

    private let fold: RowFold
    private let room: Double
    private let sections: UnsafeMutableBufferPointer<SkimmedSection>
    private let size: Int
    private var lanes: RowLanes<Sizes>
    /// The item of the lanes at which each stops next; none where no section is left.
    private var stops = SIMD4<Int32>(repeating: .max)
    /// Ones where sums have not been exact.
    private var inexact = SIMD4<Int32>.zero
    /// The section that comes next.
    private var next = 0
    /// What stands behind the values of the section before it, and what of that is loaded next: sections that follow each other
    /// are four short streams, which a processor does not foresee.
    private var later: UnsafePointer<Double>
    private var ahead: UnsafePointer<Double>

    /// How many values are loaded ahead at most.
    private static var mostAhead: Int { 512 }
    /// How many items are taken before what their rows take is added up.
    private static var runLength: Int { 32 }

    init(
        _ fold: RowFold, _ sizes: Sizes, _ room: Double, _ sections: UnsafeMutableBufferPointer<SkimmedSection>,
        _ size: Int
    ) {
        self.fold = fold
        self.room = room
        self.sections = sections
        self.size = size
        (later, ahead) = (sections[0].values, sections[0].values)
        let rows = fold.rows
        lanes = RowLanes(sizes, room: room, itemSpacing: rows.itemSpacing, lineSpacing: rows.lineSpacing)
    }

    /// Passes over all sections.
    mutating func skim() {
        while skimFour() {}
        if next < sections.count { skimRest() }
    }

    /// Passes over the next four sections, if they are small and have as many items each.
    private mutating func skimFour() -> Bool {
        guard next &+ 4 <= sections.count else { return false }
        let four = sections.baseAddress! + next
        let count = four[0].count
        guard four[0].blockCount == 0, four[1].count == count, four[2].count == count, four[3].count == count else {
            return false
        }
        let (spacing, limit) = (fold.rows.lineSpacing, Float(room + fold.rows.itemSpacing))
        ahead = four[3].values + 2 &* count
        let found = lanes.takeSections(
            count, (four[0].values, four[1].values, four[2].values, four[3].values), loading: &ahead)
        let areShared = found.shares == SIMD4(repeating: .max) && all(found.breadths .<= limit)
        let commonReach = areShared ? fold.rows.commonReach : nil
        for lane in stops.indices where found.areExact[lane] != 0 {
            let section = four + lane
            guard
                let breadth = commonReach
                    ?? fold.breadth(
                        of: count, longest: Double(found.breadths[lane]), room, section.pointee.values, toEnd: true)
            else { continue }
            let top = section.pointee.top
            let far = top + Double(found.lengths[lane]) - spacing
            section.pointee.span = ItemSpan(near: top, far: far, breadth: breadth)
        }
        next &+= 4
        return true
    }

    /// Passes over the other sections, each in the next free lane.
    private mutating func skimRest() {
        withUnsafeTemporaryAllocation(of: Passage.self, capacity: stops.scalarCount) { memory in
            let passages = memory.baseAddress!
            for lane in stops.indices { enter(lane, passages + lane) }
            ahead = later
            while true {
                let stop = stops.min()
                guard stop < .max else { return }
                while lanes.item < stop {
                    let end = min(Int(stop), lanes.item &+ Self.runLength)
                    // No further ahead than that.
                    if ahead >= later + Self.mostAhead { ahead = later }
                    inexact |= lanes.takeAll(before: end, loading: &ahead)
                }
                // A bit for each lane.
                var stopped = SIMD4<Int32>(1, 2, 4, 8).replacing(with: 0, where: stops .!= stop).wrappedSum()
                while stopped != 0 {
                    let lane = stopped.trailingZeroBitCount
                    stopped &= stopped &- 1
                    pass(lane, passages + lane)
                }
            }
        }
    }

    /// Begins with the next section in a lane.
    @inline(__always)
    private mutating func enter(_ lane: Int, _ passage: UnsafeMutablePointer<Passage>) {
        guard next < sections.count else { return leave(lane) }
        let section = sections.baseAddress! + next
        let (values, count, top) = (section.pointee.values, section.pointee.count, section.pointee.top)
        passage.initialize(to: Passage(section: section, start: lanes.item, end: top, near: top))
        lanes.begin(lane, with: values)
        inexact.replace(with: 0, where: .lane(lane))
        stop(lane, at: min(size, count), passage)
        next &+= 1
        later = values + 2 &* count
        if ahead < values || ahead > later + Self.mostAhead { ahead = later }
    }

    /// Leaves a lane without a section: it reads what another one does.
    private mutating func leave(_ lane: Int) {
        stops[lane] = .max
        guard let other = stops.indices.first(where: { stops[$0] < .max }) else { return }
        for lane in stops.indices where stops[lane] == .max { lanes.rest(lane, like: other) }
    }

    @inline(__always)
    private mutating func stop(_ lane: Int, at item: Int, _ passage: UnsafeMutablePointer<Passage>) {
        let stop = Int32(truncatingIfNeeded: passage.pointee.start &+ item)
        stops.replace(with: stop, where: .lane(lane))
    }

    /// Does what is to be done where a lane has stopped.
    @inline(__always)
    private mutating func pass(_ lane: Int, _ passage: UnsafeMutablePointer<Passage>) {
        let item = lanes.item &- passage.pointee.start
        if item == passage.pointee.section.pointee.count { return end(lane, passage) }
        if !passage.pointee.isBeforeRow {
            let section = passage.pointee.section.pointee
            let row = nextRow(behind: item, of: section, at: lanes.openRow(in: lane).x)
            passage.pointee.isBeforeRow = row < section.count
            if row > item { return stop(lane, at: row, passage) }
        }
        beginBlock(lane, at: item, passage)
    }

    /// Ends the section of a lane, and begins with the next one.
    private mutating func end(_ lane: Int, _ passage: UnsafeMutablePointer<Passage>) {
        let section = passage.pointee.section
        let count = section.pointee.count
        let far = endBlock(lane, at: count, passage)
        if section.pointee.blockCount > 0 {
            writeBlocks(to: section.pointee.blockCount, at: count, far, passage)
            section.pointee.blocks.writeState(section.pointee.blockCount, SIMD2(far, 0))
        }
        if passage.pointee.isKnown && inexact[lane] == 0 {
            section.pointee.span = ItemSpan(near: section.pointee.top, far: far, breadth: passage.pointee.breadth)
        }
        enter(lane, passage)
    }

    /// Begins a block with a row.
    private mutating func beginBlock(_ lane: Int, at item: Int, _ passage: UnsafeMutablePointer<Passage>) {
        let end = endBlock(lane, at: item, passage)
        writeBlocks(to: item / size, at: item, end, passage)
        (passage.pointee.item, passage.pointee.end, passage.pointee.near) = (item, end, end + fold.rows.lineSpacing)
        passage.pointee.isBeforeRow = false
        lanes.beginBlock(lane)
        stop(lane, at: min((passage.pointee.block &+ 1) &* size, passage.pointee.section.pointee.count), passage)
    }

    /// Ends the open block before an item, if the section has blocks.
    ///
    /// - Returns: Where the rows up to there end.
    @inline(__always)
    private func endBlock(_ lane: Int, at item: Int, _ passage: UnsafeMutablePointer<Passage>) -> Double {
        let section = passage.pointee.section
        let first = passage.pointee.item
        let row = lanes.openRow(in: lane)
        let far = section.pointee.top + row.end - fold.rows.lineSpacing
        let breadth = fold.breadth(
            of: item &- first, longest: row.breadth, room, section.pointee.values + 2 &* first,
            toEnd: item == section.pointee.count)
        if !row.isExact || breadth == nil { passage.pointee.isKnown = false }
        let span = ItemSpan(near: passage.pointee.near, far: far, breadth: breadth ?? 0)
        passage.pointee.breadth = larger(passage.pointee.breadth, span.breadth)
        if section.pointee.blockCount > 0 {
            let rest = SkimmedBlocks.Rest(item: first, state: SIMD2(passage.pointee.end, 0))
            section.pointee.blocks.write(passage.pointee.block, rest, span)
            passage.pointee.block &+= 1
        }
        return far
    }

    /// Writes blocks without items up to another one, where those that would be theirs are in a row before them.
    @inline(__always)
    private func writeBlocks(to block: Int, at item: Int, _ end: Double, _ passage: UnsafeMutablePointer<Passage>) {
        while passage.pointee.block < block {
            passage.pointee.section.pointee.blocks.write(
                passage.pointee.block, .init(item: item, state: SIMD2(end, 0)), ItemSpan())
            passage.pointee.block &+= 1
        }
    }

    /// The first item from one on that does not fit into the row that it would stand in; the end of the section if none.
    ///
    /// - Parameter x: Where the item would begin in its row.
    private func nextRow(behind item: Int, of section: SkimmedSection, at x: Double) -> Int {
        var (item, x) = (item, x)
        while item < section.count {
            let breadth = fold.measure.breadth(of: section.values.pair(2 &* item))
            guard x <= room - breadth else { break }
            x += breadth + fold.rows.itemSpacing
            item &+= 1
        }
        return item
    }
}
