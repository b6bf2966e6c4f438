/// A fold that can pass over items without emitting their frames, several times as fast as placing them: for strategies
/// that keep states instead of frames.
///
/// Only where lengths snap: sums are then exact in any order.
protocol SkimmingFold: SectionFold {
    /// Whether the fold passes over items by itself; if not, ``PlacingFold`` places them in its stead.
    var canSkim: Bool { get }

    /// Advances the state past some items, to bit by bit that which ``SectionFold/place(_:of:_:into:)`` leaves.
    ///
    /// - Parameters:
    ///   - range: The items, not none, all of them in the window; it starts where the state stands.
    ///   - items: The values of all items of the section: a fold may look ahead.
    /// - Returns: What the items span, in section coordinates.
    func skim(_ range: Range<Int>, of items: ItemValues, _ state: FoldState) -> ItemSpan

    /// How many of the state's first Doubles say all where the fold rests: the others then mean nothing. It rests where nothing
    /// is open that it has begun, such as a row.
    var restCount: Int { get }

    /// The same, and tells of rests on the way.
    ///
    /// - Parameters:
    ///   - stop: Of the first rest before this item or a later one is told, if it lies before the end of the range.
    ///   - rest: Gets the item that the state rests before, and what the items span since the rest that it was told of
    ///     before. Returns the item from which on it is told of the next rest; nil to stay there.
    /// - Returns: What the items span since the last rest that was told of; nothing, if the state stays there.
    func skim(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, restingFrom stop: Int,
        _ rest: (_ item: Int, _ span: ItemSpan) -> Int?
    ) -> ItemSpan

    /// How many items at least are worth a stored state: those that are passed over as fast as they are read are worth few.
    var leastBlockSize: Int { get }

    /// Whether to place what a viewport can show takes less time than to place all of a run.
    var findsViewports: Bool { get }

    /// Whether that takes no longer the more items there are if all of a section have the same values, and to pass over them too:
    /// then states on the way are worth nothing.
    var jumpsAlikeItems: Bool { get }

    /// Places those items of a range that a viewport can show: passes over the first ones that lie before it, and ends with
    /// those that can begin in it.
    ///
    /// - Parameters:
    ///   - range: The items, not none, all of them in the window of values; it starts where the state stands.
    ///   - near: Where the viewport begins along the axis, and `far` where it ends, in section coordinates.
    ///   - most: How many frames there is room for.
    ///   - frames: Receives the frames of the items that are placed.
    /// - Returns: The items that are placed, in one run; behind them the state stands. None, if no further one can begin in
    ///   the viewport.
    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, from near: Double, to far: Double, most: Int,
        into frames: UnsafeMutablePointer<Rect>
    ) -> Range<Int>

    /// Whether ``skimSections(_:of:)`` finds any spans.
    var skimsSections: Bool { get }

    /// Passes over all items of some sections, whose items have values of their own, faster than over one after the other.
    ///
    /// - Parameters:
    ///   - sections: Receives what is found. Where that is not the span of a section, it has to be passed over by itself.
    ///   - size: How many items lie between the items from which on two blocks begin: each does at the next rest.
    func skimSections(_ sections: UnsafeMutableBufferPointer<SkimmedSection>, of size: Int)
}

extension SkimmingFold {
    /// What is said of folds that rest before every item.
    var restCount: Int { stateCount }

    func skim(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, restingFrom stop: Int,
        _ rest: (_ item: Int, _ span: ItemSpan) -> Int?
    ) -> ItemSpan {
        var first = range.lowerBound
        var stop = stop
        while stop < range.upperBound {
            let span = first < stop ? skim(first..<stop, of: items, state) : ItemSpan()
            first = max(first, stop)
            guard let next = rest(first, span) else { return ItemSpan() }
            stop = next
        }
        return skim(first..<range.upperBound, of: items, state)
    }

    /// As many as are placed in less time than a search takes.
    var leastBlockSize: Int { 64 }

    /// They do not.
    var findsViewports: Bool { false }

    /// They place them all.
    var jumpsAlikeItems: Bool { false }

    /// They know no way.
    var skimsSections: Bool { false }
    func skimSections(_ sections: UnsafeMutableBufferPointer<SkimmedSection>, of size: Int) {}

    /// Passes over none.
    func place(
        _ range: Range<Int>, of items: ItemValues, _ state: FoldState, from near: Double, to far: Double, most: Int,
        into frames: UnsafeMutablePointer<Rect>
    ) -> Range<Int> {
        let run = range.prefix(most)
        place(run, of: items, state, into: frames)
        return run
    }

    /// Places some items, 32 at a time, for parts that are not worth skimming.
    func placeAndCover(_ range: Range<Int>, of items: ItemValues, _ state: FoldState) -> ItemSpan {
        withUnsafeTemporaryAllocation(of: Rect.self, capacity: 32) { frames in
            var span = ItemSpan()
            var first = range.lowerBound
            while first < range.upperBound {
                let run = first..<min(first + 32, range.upperBound)
                place(run, of: items, state, into: frames.baseAddress!)
                for index in 0..<run.count { span.cover(frames[index]) }
                first = run.upperBound
            }
            return span
        }
    }
}

/// Passes over items by placing them, where a fold cannot do better.
struct PlacingFold: SkimmingFold {
    let base: any SectionFold

    var canSkim: Bool { false }
    var valueNames: [String] { base.valueNames }
    var stateCount: Int { base.stateCount }
    var positionCount: Int { base.positionCount }
    var insets: EdgeInsets { base.insets }

    func begin(at top: Double, items: ItemValues, _ state: FoldState) { base.begin(at: top, items: items, state) }

    func place(_ range: Range<Int>, of items: ItemValues, _ state: FoldState, into frames: UnsafeMutablePointer<Rect>) {
        base.place(range, of: items, state, into: frames)
    }

    func skim(_ range: Range<Int>, of items: ItemValues, _ state: FoldState) -> ItemSpan {
        placeAndCover(range, of: items, state)
    }

    func end(_ state: FoldState, items: ItemValues) -> Double { base.end(state, items: items) }
}

extension ItemValues {
    /// The sum of the first numbers of some items in the window, each of which has only one. Exact if they are snapped.
    func sum(_ range: Range<Int>) -> Double {
        guard !areAlike else { return base[0] * Double(range.count) }
        return (base + range.lowerBound).sum(0, range.count)
    }
}

extension UnsafePointer<Double> {
    /// The sum of some numbers, in any order.
    @inline(__always)
    func sum(_ first: Int, _ count: Int) -> Double {
        typealias Four = SIMD4<Double>
        let values = UnsafeRawPointer(self + first)
        var sums = (Four(), Four(), Four(), Four())
        var index = 0
        while index &+ 16 <= count {
            let next = values + index &* 8
            sums.0 += next.loadUnaligned(as: Four.self)
            sums.1 += next.loadUnaligned(fromByteOffset: 32, as: Four.self)
            sums.2 += next.loadUnaligned(fromByteOffset: 64, as: Four.self)
            sums.3 += next.loadUnaligned(fromByteOffset: 96, as: Four.self)
            index &+= 16
        }
        var four = sums.0 + sums.1 + sums.2 + sums.3
        while index &+ 4 <= count {
            four += (values + index &* 8).loadUnaligned(as: Four.self)
            index &+= 4
        }
        var sum = four.sum()
        while index < count {
            sum += self[first &+ index]
            index &+= 1
        }
        return sum
    }
}
