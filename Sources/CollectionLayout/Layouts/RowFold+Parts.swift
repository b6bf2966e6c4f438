/// Passes over the rows of four parts of a section at once.
extension RowFold: PartsFold {
    var skimsParts: Bool { takesRows }

    func skimParts(
        from first: Int, each count: Int, of size: Int, items: ItemValues, into blocks: SkimmedBlocks
    ) -> [SkimmedBlocks.Rest]? {
        let parts = SkimmedBlocks.partCount
        let (distance, room) = (count * size, (rows.exactWrapEdge ?? -.infinity) - rows.insets.left)
        // The row that is open at the end of a part ends within a block.
        let whole = first..<first + parts * distance + size
        let ruler = RowRuler(measure, items)
        guard takesRows, room >= 0, max(room + rows.itemSpacing, rows.lineSpacing) < RowLanes.mostLength,
            let sizes = ruler.sizes(whole)?.first
        else { return nil }
        var lanes = RowLanes(
            sizes, distance: distance, room: room, itemSpacing: rows.itemSpacing, lineSpacing: rows.lineSpacing)
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
                    of: range, longest: Double(next.breadths[part]), room, sizes + 2 * (rest.item - first), ruler)
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
    ///   - sizes: Widths and heights of the first one and the next seven items, in turn.
    private func breadth(
        of range: Range<Int>, longest: Double, _ room: Double, _ sizes: UnsafePointer<Double>, _ ruler: RowRuler
    ) -> Double {
        guard longest <= room + rows.itemSpacing else { return breadth(of: range, ruler) }
        // Alone or not, the longest row reaches farthest, unless all that have several items share what they reach.
        guard let commonReach = rows.commonReach else {
            let lastMaxX = rows.insets.left + longest - rows.itemSpacing
            return rows.reach(of: RowExtent(count: 1, lastMaxX: lastMaxX))
        }
        // One row of two to seven items does.
        @inline(__always)
        func two(_ item: Int) -> Double { sizes[2 * item] + sizes[2 * item + 2] + 2 * rows.itemSpacing }
        let limit = room + rows.itemSpacing
        let first = two(0)
        if first <= limit, (first + two(2)) + (two(4) + two(6)) > limit { return commonReach }
        return breadth(of: range, ruler)
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
