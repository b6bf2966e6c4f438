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
        let parts = SkimmedBlocks.partCount
        let (distance, room) = (count * size, (rows.exactWrapEdge ?? -.infinity) - rows.insets.left)
        guard room >= 0, max(room + rows.itemSpacing, rows.lineSpacing) < RowLanes<Sizes>.mostLength else { return nil }
        let ruler = RowRuler(measure, items)
        var lanes = RowLanes(
            sizes, room: room, itemSpacing: rows.itemSpacing, lineSpacing: rows.lineSpacing, runLength: runLength)
        guard var starts = lanes.takeToRows(before: size) else { return nil }
        func rest(_ part: Int) -> SkimmedBlocks.Rest {
            .init(item: first + part * distance + Int(starts.items[part]), state: SIMD2(starts.ends[part], 0))
        }
        for number in 0..<count {
            let end = (number + 1) * size
            guard lanes.take(before: end), let next = lanes.takeToRows(before: end + size) else { return nil }
            for part in 0..<parts {
                let rest = rest(part)
                let range = rest.item..<first + part * distance + Int(next.items[part])
                let breadth = breadth(
                    of: range, longest: Double(next.breadths[part]), room, values + 2 * (rest.item - first), ruler)
                let near = starts.ends[part] + rows.lineSpacing
                let span = ItemSpan(near: near, far: next.ends[part], breadth: breadth)
                blocks.write(part * count + number, rest, span)
            }
            starts = next
        }
        return (0..<parts).map(rest)
    }

    /// How far across whole rows reach, none of them the last one of the section.
    ///
    /// - Parameters:
    ///   - range: Their items.
    ///   - longest: The most that one of them takes, with the spacing behind it.
    ///   - room: How far the last item of a row may end behind the beginning of the first.
    ///   - values: Those of the items, two each.
    private func breadth(
        of range: Range<Int>, longest: Double, _ room: Double, _ values: UnsafePointer<Double>, _ ruler: RowRuler
    ) -> Double {
        let limit = room + rows.itemSpacing
        guard longest <= limit else { return breadth(of: range, ruler) }
        // Alone or not, the longest row reaches farthest, unless all that have several items share what they reach.
        if let commonReach = rows.commonReach {
            switch isShared(in: range, limit, values) {
            case true?: return commonReach
            case false?: break
            case nil: return breadth(of: range, ruler)
            }
        }
        let lastMaxX = rows.insets.left + longest - rows.itemSpacing
        return rows.reach(of: RowExtent(count: 1, lastMaxX: lastMaxX))
    }

    /// Whether there is a row of several items that share what they reach, before any of others; nil if there is one of those.
    ///
    /// - Parameter limit: What the items of a row take at most, each with the spacing behind it.
    @inline(__always)
    private func isShared(in range: Range<Int>, _ limit: Double, _ values: UnsafePointer<Double>) -> Bool? {
        var last = (fraction: Double.nan, breadth: 0.0)
        @inline(__always)
        func breadth(_ item: Int) -> Double {
            let value = values.pair(2 &* item)
            guard case .fraction = measure else { return measure.breadth(of: value) + rows.itemSpacing }
            if value.x != last.fraction { last = (value.x, measure.breadth(of: value) + rows.itemSpacing) }
            return last.breadth
        }
        if measure.isPlain {
            // A row of two to seven items, whatever their number.
            @inline(__always)
            func two(_ item: Int) -> Double { breadth(item) + breadth(item &+ 1) }
            let first = two(0)
            if first <= limit, (first + two(2)) + (two(4) + two(6)) > limit { return true }
        }
        var item = 0
        while item < range.count {
            var (count, x) = (1, breadth(item))
            while item &+ count < range.count {
                x += breadth(item &+ count)
                if x > limit { break }
                count &+= 1
            }
            if count > 1 { return Rows.sharesReach(count) ? true : nil }
            item &+= 1
        }
        return false
    }

    /// The same, row by row.
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
