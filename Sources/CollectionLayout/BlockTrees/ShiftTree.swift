/// A tree of lazily added offsets over a sequence of leaves, 16 children a node.
///
/// Every node, a leaf included, has one ``Span`` a lane: what lies in it along the axis, in its own coordinates, and how
/// far it is shifted within its parent. Moving all that follows a leaf touches at most 15 siblings a level, so it is
/// O(lanes · log n); a search adds shifts up as it descends.
///
/// The tree owns no memory: it is a shape over numbers in an array that many trees share. They lie level by level, the
/// leaves first; in a level sibling by sibling; among siblings lane by lane; and there field by field, so that one pass
/// of vector operations treats the same field of all siblings.
struct ShiftTree {
    /// Children of a node.
    static let fanout = 16

    /// What a node covers in one lane.
    struct Span: Equatable {
        /// How far the node is moved along the axis, beside the shifts of the nodes above.
        var shift = 0.0
        /// The nearest and the farthest edge of its elements, without any shift.
        var near = Double.infinity
        var far = -Double.infinity
        /// The farthest edge across the axis.
        var breadth = 0.0
    }

    /// The number of leaves.
    let count: Int
    /// Spans of a node.
    let lanes: Int
    /// Whether items fill the lanes in turn; see ``lane(_:behind:)``.
    let turns: Bool
    /// How many chains of rows are known of a node above the leaves, of which its lanes are the first; 0 if lanes are something
    /// else, see ``chain(_:_:from:_:_:)``; ``broad`` if there is one lane and it is known where nodes begin across the axis.
    /// Both are brought up to date where counts are given, too.
    let chains: Int
    /// The level of at most 16 nodes, which are the children of no node.
    let top: Level

    /// See ``chains``: what is asked of most trees is only whether they are neither.
    static let broad = -1

    /// The shape of a tree.
    init(count: Int, lanes: Int, turns: Bool = false, chains: Int = 0) {
        self.count = count
        self.lanes = lanes
        self.turns = turns
        self.chains = chains
        var level = Level(leaves: count)
        while level.size > Self.fanout { level.rise() }
        top = level
    }

    /// The nodes of a level, which stand one after the other; the leaves are level 0. 2^31 leaves make 8 levels.
    struct Level {
        private(set) var number = 0
        /// The first of its nodes among all.
        private(set) var start = 0
        /// The number of its nodes.
        private(set) var size: Int
        private let leaves: Int

        init(leaves: Int) {
            self.leaves = leaves
            size = leaves
        }

        /// Goes on to the level above.
        @inline(__always)
        mutating func rise() {
            start &+= size
            size = (size &+ ShiftTree.fanout &- 1) / ShiftTree.fanout
            number &+= 1
        }

        /// Goes on to the level below.
        @inline(__always)
        mutating func sink() {
            number &-= 1
            let span = 1 &<< (4 &* number)
            size = (leaves &+ span &- 1) &>> (4 &* number)
            start &-= size
        }

        /// The children of the node of a number on the level above.
        @inline(__always)
        func group(_ number: Int) -> Range<Int> {
            let first = number &* ShiftTree.fanout
            return Range(uncheckedBounds: (first, min(first &+ ShiftTree.fanout, size)))
        }

        /// For how many siblings there is room: 16, but on the top level, where it is an even number.
        @inline(__always)
        var width: Int { size > ShiftTree.fanout ? ShiftTree.fanout : (size &+ 1) & ~1 }

        /// How many groups of siblings there are on the levels below.
        @inline(__always)
        var groupsBelow: Int { start &+ size &- leaves }
    }

    /// The first of the children of the node above a leaf.
    @inline(__always)
    static func firstSibling(of leaf: Int) -> Int { leaf & ~(fanout &- 1) }

    /// Whether two leaves are children of one node.
    @inline(__always)
    static func areSiblings(_ leaf: Int, _ other: Int) -> Bool { leaf / fanout == other / fanout }

    /// The level of the leaves.
    var leaves: Level { Level(leaves: count) }

    /// How many levels there are, that of the leaves included.
    var levels: Int { top.number &+ 1 }

    /// How many nodes the tree has, leaves included.
    var nodeCount: Int { top.start &+ top.size }

    static var fieldCount: Int { 4 }

    /// How many numbers the spans of the tree take, beside those before them.
    var numberCount: Int { strip(top, 0, 0) + top.width * Self.fieldCount * lanes }

    /// How many numbers stand before the spans: chains that are not lanes, or where nodes begin across the axis.
    var numberCountBefore: Int { chains == 0 ? 0 : isBroad ? beginNumberCount : longChainNumberCount }

    /// Where the spans of siblings in a lane begin: their shifts, then their near edges, far edges and breadths.
    @inline(__always)
    func strip(_ level: Level, _ group: Int, _ lane: Int) -> Int {
        (level.groupsBelow &* lanes &* Self.fanout &+ (group &* lanes &+ lane) &* level.width) &* Self.fieldCount
    }

    /// Where the shift of a node stands; its other numbers follow at distances of a width.
    @inline(__always)
    func place(_ level: Level, _ node: Int, _ lane: Int) -> Int {
        strip(level, node / Self.fanout, lane) &+ node % Self.fanout
    }

    /// Begins to load the spans of siblings in all lanes, on the two lowest levels, of which there are too many to be at hand.
    @inline(__always)
    func prefetch(_ level: Level, _ group: Int, _ numbers: UnsafePointer<Double>) {
        guard level.number < 2 else { return }
        (numbers + strip(level, group, 0)).prefetchMany(Self.fieldCount &* level.width &* lanes)
    }

    /// The same of the siblings of a leaf and of those of the node above it.
    func prefetch(_ leaf: Int, _ numbers: UnsafePointer<Double>) {
        var level = leaves
        prefetch(level, leaf / Self.fanout, numbers)
        guard level.number < top.number else { return }
        level.rise()
        prefetch(level, leaf / (Self.fanout * Self.fanout), numbers)
    }

    /// The span of a node.
    func span(_ node: Int, on level: Level? = nil, lane: Int, _ numbers: UnsafePointer<Double>) -> Span {
        let level = level ?? leaves
        return span(at: numbers + place(level, node, lane), level.width)
    }

    /// The span at a place where one stands, in a strip of a width.
    @inline(__always)
    func span(at place: UnsafePointer<Double>, _ width: Int) -> Span {
        Span(shift: place[0], near: place[width], far: place[2 &* width], breadth: place[3 &* width])
    }

    /// Sets the span of a leaf.
    @inline(__always)
    func set(_ leaf: Int, lane: Int, to span: Span, _ numbers: UnsafeMutablePointer<Double>) {
        numbers[place(leaves, leaf, lane)] = span.shift
        setExtent(leaf, lane: lane, to: span, numbers)
    }

    /// Sets what a node covers; its shift stays.
    @inline(__always)
    func setExtent(
        _ node: Int, on level: Level? = nil, lane: Int, to span: Span, _ numbers: UnsafeMutablePointer<Double>
    ) {
        let level = level ?? leaves
        setExtent(at: numbers + place(level, node, lane), level.width, to: span)
    }

    /// The same at a place where a span stands, in a strip of a width.
    @inline(__always)
    func setExtent(at place: UnsafeMutablePointer<Double>, _ width: Int, to span: Span) {
        place[width] = span.near
        place[2 &* width] = span.far
        place[3 &* width] = span.breadth
    }

    /// Moves a leaf, which is not shifted, in all its lanes.
    @inline(__always)
    func setShift(_ leaf: Int, to shift: Double, _ numbers: UnsafeMutablePointer<Double>) {
        for lane in 0..<lanes { numbers[place(leaves, leaf, lane)] = shift }
    }

    /// Takes the shift off a node in a lane.
    func clearShift(_ node: Int, on level: Level, lane: Int, _ numbers: UnsafeMutablePointer<Double>) {
        numbers[place(level, node, lane)] = 0
    }

    /// Makes all nodes cover nothing.
    func clear(_ numbers: UnsafeMutablePointer<Double>) {
        var next = numbers
        forEachLevel { level in
            let width = level.width
            for _ in 0..<(level.size + Self.fanout - 1) / Self.fanout * lanes {
                next.initialize(repeating: 0, count: width)
                (next + width).initialize(repeating: .infinity, count: width)
                (next + 2 * width).initialize(repeating: -.infinity, count: width)
                (next + 3 * width).initialize(repeating: 0, count: width)
                next += Self.fieldCount * width
            }
        }
        let before = numberCountBefore
        (numbers - before).initialize(repeating: isBroad ? .infinity : 0, count: before)
    }

    /// Calls `body` with each level, the leaves first.
    @inline(__always)
    func forEachLevel(_ body: (Level) -> Void) {
        var level = leaves
        while true {
            body(level)
            if level.number == top.number { return }
            level.rise()
        }
    }

    /// Calls `body` with each level above the leaves, the lowest first, and with the level below it.
    @inline(__always)
    func forEachUpperLevel(_ body: (_ level: Level, _ below: Level) -> Void) {
        forEachNode(above: 0) { level, _, below in body(level, below) }
    }

    /// Calls `body` with the level of each node above a leaf, the lowest first, with the node, and with the level below, until
    /// it returns false.
    @inline(__always)
    func ascend(from leaf: Int, while body: (_ level: Level, _ node: Int, _ below: Level) -> Bool) {
        var node = leaf
        var below = leaves
        while below.number < top.number {
            var level = below
            level.rise()
            node /= Self.fanout
            guard body(level, node, below) else { return }
            below = level
        }
    }

    /// The same with all of them.
    @inline(__always)
    func forEachNode(above leaf: Int, _ body: (_ level: Level, _ node: Int, _ below: Level) -> Void) {
        ascend(from: leaf) { level, node, below in
            body(level, node, below)
            return true
        }
    }

    /// Computes all levels above the leaves.
    func build(_ numbers: UnsafeMutablePointer<Double>, _ counts: UnsafePointer<Int32>? = nil) {
        forEachUpperLevel { level, below in
            for node in 0..<level.size { cover(node, on: level, below, numbers, counts) }
        }
    }

    /// Computes the spans of a node from its children's; keeps its shift.
    ///
    /// - Returns: Whether they have changed.
    @discardableResult
    @inline(__always)
    func cover(
        _ node: Int, on level: Level, _ below: Level, _ numbers: UnsafeMutablePointer<Double>,
        _ counts: UnsafePointer<Int32>?
    ) -> Bool {
        var hasChanged = false
        for lane in 0..<lanes {
            let span = whole(below, node, lane, numbers, counts)
            let former = self.span(node, on: level, lane: lane, numbers)
            guard span.near != former.near || span.far != former.far || span.breadth != former.breadth else { continue }
            setExtent(node, on: level, lane: lane, to: span, numbers)
            hasChanged = true
        }
        if chains != 0, let counts, coverBefore(node, on: level, below, numbers, counts) { hasChanged = true }
        return hasChanged
    }

    /// Computes what is known of a node before the spans.
    ///
    /// - Returns: Whether it has changed.
    @inline(never)
    private func coverBefore(
        _ node: Int, on level: Level, _ below: Level, _ numbers: UnsafeMutablePointer<Double>,
        _ counts: UnsafePointer<Int32>
    ) -> Bool {
        if isBroad { return coverBegins(node, on: level, below, numbers) }
        return chains > lanes && coverLongChains(node, on: level, below, numbers, counts)
    }

    /// What siblings cover together in a lane.
    @inline(__always)
    private func whole(
        _ level: Level, _ group: Int, _ lane: Int, _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>?
    ) -> Span {
        if turns, let counts { return turnedWhole(level, group, lane, numbers, counts) }
        if chains > 0, let counts { return Span(chain(level, group, from: lane, numbers, counts)) }
        let strip = numbers + strip(level, group, lane)
        let width = level.width
        return width == Self.fanout ? Self.whole(strip) : Self.whole(strip, width)
    }

    /// What 16 siblings cover together. By itself and without a loop it compiles to one instruction for each operation.
    @inline(never)
    private static func whole(_ strip: UnsafePointer<Double>) -> Span {
        typealias Pair = SIMD2<Double>
        @inline(__always)
        func fold(_ value: (_ child: Int) -> Pair, _ choose: (Pair, Pair) -> Pair) -> Pair {
            choose(
                choose(choose(value(0), value(2)), choose(value(4), value(6))),
                choose(choose(value(8), value(10)), choose(value(12), value(14))))
        }
        let near = fold {
            strip.pair(fanout &+ $0) + strip.pair($0)
        } _: {
            $0.replacing(with: $1, where: $1 .< $0)
        }
        let far = fold {
            strip.pair(2 &* fanout &+ $0) + strip.pair($0)
        } _: {
            $0.replacing(with: $1, where: $1 .> $0)
        }
        let breadth = fold {
            strip.pair(3 &* fanout &+ $0)
        } _: {
            $0.replacing(with: $1, where: $1 .> $0)
        }
        return Span(near: min(near.x, near.y), far: max(far.x, far.y), breadth: max(breadth.x, breadth.y))
    }

    private static func whole(_ strip: UnsafePointer<Double>, _ width: Int) -> Span {
        var near = SIMD2(repeating: Double.infinity)
        var far = SIMD2(repeating: -Double.infinity)
        var breadth = SIMD2(repeating: 0.0)
        var child = 0
        while child < width {
            let shift = strip.pair(child)
            let nearer = strip.pair(width &+ child) + shift
            let farther = strip.pair(2 &* width &+ child) + shift
            let broader = strip.pair(3 &* width &+ child)
            near.replace(with: nearer, where: nearer .< near)
            far.replace(with: farther, where: far .< farther)
            breadth.replace(with: broader, where: breadth .< broader)
            child &+= 2
        }
        return Span(
            near: min(near.x, near.y), far: max(far.x, far.y), breadth: max(breadth.x, breadth.y))
    }

    /// Brings the levels above up to date after the spans of a leaf have changed.
    func leafChanged(_ leaf: Int, _ numbers: UnsafeMutablePointer<Double>, _ counts: UnsafePointer<Int32>? = nil) {
        forEachNode(above: leaf) { level, node, below in cover(node, on: level, below, numbers, counts) }
    }

    /// How far a leaf is moved in a lane by its own shift and those of the nodes above it.
    ///
    /// - Parameter number: The level at which to stop; without it all shifts are added up.
    func shift(
        of leaf: Int, lane: Int, _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>? = nil,
        below number: Int = .max
    ) -> Double {
        var sum = 0.0
        var node = leaf
        var lane = lane
        var level = leaves
        while level.number < number {
            sum += numbers[place(level, node, lane)]
            if level.number == top.number { break }
            if turns, let counts { lane = self.lane(lane, behind: level.itemsBefore(node, counts)) }
            node /= Self.fanout
            level.rise()
        }
        return sum
    }

    /// The spans of the whole tree in one lane.
    func whole(lane: Int, _ numbers: UnsafePointer<Double>, _ counts: UnsafePointer<Int32>? = nil) -> Span {
        whole(top, 0, lane, numbers, counts)
    }
}

extension ShiftTree.Span {
    /// Covers what items span.
    @inline(__always)
    init(_ items: ItemSpan) { self.init(near: items.near, far: items.far, breadth: items.breadth) }
}
