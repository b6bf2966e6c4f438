/// The parameters of rows, resolved: shared by the layouts that wrap.
struct Rows: Sendable {
    let insets: EdgeInsets
    let lineSpacing: Double
    let itemSpacing: Double
    let alignment: FlowLayout.Alignment
    let centersLoneItem: Bool
    let uniformLastRow: Bool
    let snapping: Snapping
    /// What the room of a row is measured from: the container's breadth less the insets.
    let room: Double
    /// An item wraps if its far edge and the inset lie beyond this.
    let wrapEdge: Double
    /// The same less the inset, where sums of lengths are exact in any order; else nil.
    let exactWrapEdge: Double?
    /// One across the axis, nothing along it. A number in memory and not a constant: the compiler takes vectors apart of which
    /// it knows an element.
    let across = SIMD2(1.0, 0)

    init(_ layout: FlowLayout, in container: Container) throws(LayoutError) {
        insets = try container.insetsAcross(layout.insets)
        lineSpacing = try container.length(layout.lineSpacing, "line spacing")
        itemSpacing = try container.length(layout.itemSpacing, "item spacing")
        alignment = layout.alignment
        let isFaithful = container.fidelity == .faithful
        centersLoneItem = isFaithful || layout.loneItem == .center
        uniformLastRow = layout.uniformLastRow && !isFaithful
        snapping = container.snapping
        room = container.breadth - insets.left - insets.right
        // Without snapping, sums of equal lanes may exceed the breadth by some ulps and would wrap early: the corrected
        // mode leaves them half a grain. With snapping sums are exact.
        let slack = !isFaithful && snapping == .none ? Snapping.grainLength / 2 : 0
        wrapEdge = container.breadth + slack
        let isExact =
            snapping != .none && snapping.snap(container.breadth) == container.breadth
            && container.breadth <= Snapping.largestShortLength
        exactWrapEdge = isExact ? container.breadth - insets.right : nil
    }

    /// How the items of a row are aligned that is not the last one: what is added to all of them, and to each gap.
    ///
    /// An item broader than the row leaves negative room; it is aligned like any other, so it may begin before the inset when
    /// centred.
    @inline(__always)
    func align(_ row: RowExtent) -> (shift: Double, gap: Double) {
        let free = room - row.lastMaxX + insets.left
        switch alignment {
        case .start: return (0, 0)
        case .center: return (snapping.snap(free / 2), 0)
        case .end: return (free, 0)
        case .default where row.count > 1: return (0, free / Double(row.count &- 1))
        case .default: return (centersLoneItem ? snapping.snap(free / 2) : 0, 0)
        }
    }

    /// The far edge of the last item of any row that ``sharesReach(_:)`` and is not the last one of its section; nil if it
    /// depends on the row.
    var commonReach: Double? { alignment == .default && exactWrapEdge != nil ? insets.left + room : nil }

    /// Whether the gaps of a row of so many items, each a part of the free room, are all of it to the last bit.
    ///
    /// m / n * n = m for whole numbers m and n = 2^i + 2^j or 2^i (D. Goldberg, "What every computer scientist should know about
    /// floating-point arithmetic", theorem 7).
    @inline(__always)
    static func sharesReach(_ count: Int) -> Bool {
        let gaps = count &- 1
        let rest = gaps & (gaps &- 1)
        return gaps > 0 && rest & (rest &- 1) == 0
    }

    /// The far edge of the last item of a row that is not the last one of its section.
    @inline(__always)
    func reach(of row: RowExtent) -> Double {
        if let commonReach, Self.sharesReach(row.count) { return commonReach }
        let (shift, gap) = align(row)
        return reach(of: row, shift: shift, gap: gap)
    }

    /// The far edge of the last item of a row, with what is added to all its items and to each gap.
    @inline(__always)
    func reach(of row: RowExtent, shift: Double, gap: Double) -> Double {
        row.lastMaxX + shift + (gap != 0 ? snapping.snap(Double(row.count &- 1) * gap) : 0)
    }

    /// The room that a full row of items of a breadth adds to each gap.
    func fullRowGap(of breadth: Double) -> Double {
        guard breadth + itemSpacing > 0 else { return 0 }
        // As many as do not wrap: without snapping, sums of equal lanes may exceed the room by some ulps.
        let wrapRoom = wrapEdge - insets.left - insets.right
        let count = ((wrapRoom + itemSpacing) / (breadth + itemSpacing)).rounded(.down)
        guard count > 1 else { return 0 }
        return max(room - count * breadth - (count - 1) * itemSpacing, 0) / (count - 1)
    }
}

/// The sizes of items, one after the other; neighbours of the same values are measured once where that takes long.
struct RowRuler {
    let items: ItemValues
    private var value = SIMD2(repeating: Double.nan)
    private var size = Size.zero

    /// Every row but the last one, where all items are alike.
    var row: RowExtent?

    /// Whether the size is that of all items, and whether values are sizes in layout space.
    private let isMeasured: Bool
    let isPlain: Bool

    /// Whether all items in the window have one size.
    @inline(__always)
    var areAlike: Bool { isMeasured || items.areAlike }

    @inline(__always)
    init(_ measure: RowMeasure, _ items: ItemValues) {
        self.items = items
        isMeasured = items.isUniform && items.count > 0
        isPlain = measure.isPlain
        if isMeasured { size = measure.size(of: items.pair(of: 0)) }
    }

    /// The sizes of some items where they stand in memory; nil if they do not stand together or have to be measured.
    @inline(__always)
    func sizes(_ range: Range<Int>) -> Sizes? {
        guard isPlain, !isMeasured, let first = items.values(range, each: 2) else { return nil }
        return Sizes(first: first, item: range.lowerBound)
    }

    struct Sizes {
        let first: UnsafePointer<Double>
        let item: Int

        @inline(__always)
        subscript(item: Int) -> Size {
            let value = first + 2 &* (item &- self.item)
            return Size(width: value[0], height: value[1])
        }
    }

    @inline(__always)
    mutating func size(of item: Int, _ measure: RowMeasure) -> Size {
        if isMeasured { return size }
        let next = items.pair(of: item)
        if isPlain { return Size(width: next.x, height: next.y) }
        if next.x != value.x || next.y != value.y {
            // To find the breadth takes most of it, and neighbours have the same one more often than not.
            size = measure.size(of: next, width: next.x == value.x ? size.width : nil)
            value = next
        }
        return size
    }
}
