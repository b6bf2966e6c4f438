/// Passes over the rows of four parts of a section at once.
extension RowFold: PartsFold {
    var skimsParts: Bool { takesRows }

    func skimParts(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into blocks: SkimmedBlocks
    ) -> [SkimmedBlocks.Rest]? {
        let distance = count * size
        // The row that is open at the end of a part ends within a block.
        let whole = first..<first + SkimmedBlocks.partCount * distance + size
        guard let values = items.values(whole, each: 2), !items.areAlike else { return nil }
        let pairs = PartPairs(values, distance: 2 * distance)
        @inline(__always)
        func skim<Sizes: PartSizes>(_ sizes: Sizes) -> [SkimmedBlocks.Rest]? {
            for runLength in RowLanes<Sizes>.runLengths {
                let rests = skimParts(from: first, each: count, of: size, sizes, runLength, values, items, into: blocks)
                if let rests { return rests }
            }
            return nil
        }
        switch measure {
        case .size(.vertical): return skim(pairs)
        case .size: return skim(TransposedSizes(values: pairs))
        case .fraction(let container, _, _):
            return skim(MeasuredSizes(values: pairs, measure: measure, container: container))
        }
    }

    /// The same.
    ///
    /// - Parameter values: Those of the first part.
    private func skimParts<Sizes: PartSizes>(
        from first: Int, each count: Int, of size: Int, _ sizes: Sizes, _ runLength: Int,
        _ values: UnsafePointer<Double>, _ items: ItemValues, into blocks: SkimmedBlocks
    ) -> [SkimmedBlocks.Rest]? {
        guard let room = laneRoom else { return nil }
        let (parts, distance) = (SkimmedBlocks.partCount, count * size)
        let ruler = RowRuler(measure, items)
        var lanes = RowLanes(sizes, room: room, itemSpacing: rows.itemSpacing, lineSpacing: rows.lineSpacing)
        guard var starts = lanes.takeToRows(before: size) else { return nil }
        func rest(_ part: Int) -> SkimmedBlocks.Rest {
            .init(item: first + part * distance + Int(starts.items[part]), state: SIMD2(starts.ends[part], 0))
        }
        for number in 0..<count {
            let end = (number + 1) * size
            guard lanes.take(before: end, runLength: runLength), let next = lanes.takeToRows(before: end + size)
            else { return nil }
            for part in 0..<parts {
                let rest = rest(part)
                let range = rest.item..<first + part * distance + Int(next.items[part])
                let breadth =
                    breadth(
                        of: range.count, longest: Double(next.breadths[part]), room, values + 2 * (rest.item - first),
                        toEnd: false) ?? breadth(of: range, ruler)
                let near = starts.ends[part] + rows.lineSpacing
                let span = ItemSpan(near: near, far: next.ends[part], breadth: breadth)
                blocks.write(part * count + number, rest, span)
            }
            starts = next
        }
        return (0..<parts).map(rest)
    }

    /// What all lengths that lanes add up lie below.
    private var laneLimit: Double { RowLanes<PartPairs>.mostLength }

    /// How far the last item of a row may end behind the beginning of the first; nil if lanes cannot add that up.
    var laneRoom: Double? {
        let room = (rows.exactWrapEdge ?? -.infinity) - rows.insets.left
        return room >= 0 && max(room + rows.itemSpacing, rows.lineSpacing) < laneLimit ? room : nil
    }

    /// How far across whole rows reach; nil if it takes a look at each of them to know it.
    ///
    /// - Parameters:
    ///   - count: How many items they have.
    ///   - longest: The most that one of them takes, with the spacing behind it.
    ///   - room: How far the last item of a row may end behind the beginning of the first.
    ///   - values: Those of the items, two each.
    ///   - isEnd: Whether the section ends with them.
    func breadth(
        of count: Int, longest: Double, _ room: Double, _ values: UnsafePointer<Double>, toEnd isEnd: Bool
    ) -> Double? {
        let limit = room + rows.itemSpacing
        guard longest <= limit else { return nil }
        // Alone or not, the longest row reaches farthest, unless all that have several items share what they reach.
        if let commonReach = rows.commonReach {
            switch isShared(in: count, limit, values, toEnd: isEnd) {
            case true?: return commonReach
            // All are lone items, but perhaps the last row of the section, which is aligned otherwise.
            case false?: if isEnd && (rows.centersLoneItem || rows.uniformLastRow) { return nil }
            case nil: return nil
            }
        }
        let lastMaxX = rows.insets.left + longest - rows.itemSpacing
        return rows.reach(of: RowExtent(count: 1, lastMaxX: lastMaxX))
    }

    /// Whether there is a row of several items that share what they reach, before any of others; nil if there is one of those.
    ///
    /// - Parameters:
    ///   - all: How many items there are.
    ///   - limit: What the items of a row take at most, each with the spacing behind it.
    ///   - values: Those of the items, two each.
    ///   - isEnd: Whether the section ends behind them, whose last row shares nothing.
    @inline(__always)
    private func isShared(
        in all: Int, _ limit: Double, _ values: UnsafePointer<Double>, toEnd isEnd: Bool
    ) -> Bool? {
        var last = (fraction: Double.nan, breadth: 0.0)
        @inline(__always)
        func breadth(_ item: Int) -> Double {
            let value = values.pair(2 &* item)
            guard case .fraction = measure else { return measure.breadth(of: value) + rows.itemSpacing }
            if value.x != last.fraction { last = (value.x, measure.breadth(of: value) + rows.itemSpacing) }
            return last.breadth
        }
        if measure.isPlain, all >= 8 {
            // A row of two to seven items, whatever their number.
            @inline(__always)
            func two(_ item: Int) -> Double { breadth(item) + breadth(item &+ 1) }
            let first = two(0)
            if first <= limit, (first + two(2)) + (two(4) + two(6)) > limit { return true }
        }
        var item = 0
        while item < all {
            var (count, x) = (1, breadth(item))
            while item &+ count < all {
                x += breadth(item &+ count)
                if x > limit { break }
                count &+= 1
            }
            if isEnd && item &+ count == all { return false }
            if count > 1 { return Rows.sharesReach(count) ? true : nil }
            item &+= 1
        }
        return false
    }

    /// The same of whole rows before the last one, row by row.
    @inline(never)
    private func breadth(of range: Range<Int>, _ ruler: RowRuler) -> Double {
        var ruler = ruler
        var reach = 0.0
        var item = range.lowerBound
        while item < range.upperBound {
            let row = row(from: item, &ruler)
            reach = larger(reach, rows.reach(of: row))
            item += row.count
        }
        return reach
    }
}
