/// What the row takes that an item begins.
public struct FoundRow: Sendable {
    /// The most items of a row that are asked for; see ``SectionFold/findRows(_:of:most:into:)``.
    public static let mostItems = 512

    /// The number of its items.
    public var count: Int
    /// How far it ends behind the rows before it along the axis, or behind where the items begin, in points.
    public var length: Double
    /// The farthest edge of its items across the axis, in points.
    public var reach: Double

    /// Creates what a row takes.
    public init(count: Int, length: Double, reach: Double) {
        self.count = count
        self.length = length
        self.reach = reach
    }
}

extension SectionFold {
    /// Places each row.
    public func findRows(
        _ range: Range<Int>, of items: ItemValues, most: Int, into rows: UnsafeMutablePointer<FoundRow>
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: Rect.self, capacity: most) { frames in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: max(stateCount, 1)) { numbers in
                let (frames, state) = (frames.baseAddress!, FoldState(numbers.baseAddress!, count: stateCount))
                for item in range {
                    if item == 0 { begin(at: 0, items: items, state) } else { begin(behindRowsTo: 0, state) }
                    let room = min(item + most, items.count)
                    var end = item
                    // As many as a set tells of at once.
                    repeat {
                        let part = end..<min(end + ItemSet.capacity, room)
                        end = place(
                            part, of: items, state, into: frames + (end - item),
                            until: ItemSet(end == item ? ~1 : ~0, from: end))
                    } while end < room && rowsEnd(state) == nil
                    guard let length = rowsEnd(state) else { return false }
                    var row = FoundRow(count: end - item, length: length, reach: 0)
                    for index in 0..<row.count { row.reach = max(row.reach, frames[index].maxX) }
                    (rows + (item - range.lowerBound)).initialize(to: row)
                }
                return true
            }
        }
    }
}

/// Rows of items that have been measured once: each of them is in as many rows as a row holds.
extension RowFold {
    func findRows(
        _ range: Range<Int>, of items: ItemValues, most: Int, into rows: UnsafeMutablePointer<FoundRow>
    ) -> Bool {
        // Those that rows may hold, and the one behind: a row that ends with this one is too long.
        let window = range.lowerBound..<min(range.upperBound + max(most, ShortRow.items) + 1, items.count)
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * window.count) { memory in
            let sizes = memory.baseAddress!
            let own = items.values(window, each: 2)
            if own == nil { items.copyPairs(of: window, into: sizes) }
            measure.measure(window.count, own ?? UnsafePointer(sizes), into: sizes)
            let found = findExactRows(range, window.count, sizes, most: most, into: rows)
            for index in 0..<found where rows[index].count > most { return false }
            let first = range.lowerBound
            let values = ItemValues(
                base: sizes - 2 * first, stride: 2, count: window.upperBound, window: window, pages: nil)
            let plain = RowFold(rows: self.rows, measure: .size(.vertical))
            return plain.openRows(first + found..<range.upperBound, values, most: most, into: rows + found)
        }
    }

    /// Finds rows where sums of lengths are exact, but for those that may not end among the items whose sizes are known.
    ///
    /// - Parameters:
    ///   - range: The items that begin them.
    ///   - count: How many sizes are known, from the first of these items on.
    /// - Returns: How many have been found.
    private func findExactRows(
        _ range: Range<Int>, _ count: Int, _ sizes: UnsafePointer<Double>, most: Int,
        into rows: UnsafeMutablePointer<FoundRow>
    ) -> Int {
        guard let edge = self.rows.exactWrapEdge else { return 0 }
        let count = count & ~1
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: count + 2) { memory in
            let places = memory.baseAddress!
            sumUp(sizes, count, into: places)
            // Places grow: if the last one is exact, all are.
            guard places[count] <= Snapping.largestShortLength else { return 0 }
            var item = 0
            @inline(__always)
            func take(_ row: RowExtent) -> Bool {
                guard row.count < count &- item else { return false }
                let top = range.lowerBound &+ item == 0 ? 0 : self.rows.lineSpacing
                (rows + item).initialize(
                    to: FoundRow(count: row.count, length: top + row.thickness, reach: self.rows.reach(of: row)))
                item &+= 1
                return true
            }
            if most > Self.mostOfShortRows {
                findLongRows(range.count, count, sizes, places, within: edge, take)
            } else {
                while item < range.count && item &+ ShortRow.items < count {
                    // Without a branch, if the row is short.
                    let row = ShortRow(
                        sizes + 2 &* item, places + item, most: count &- item, from: self.rows.insets.left,
                        spacing: self.rows.itemSpacing, within: edge)
                    guard take(row.extent) else { break }
                }
            }
            return item
        }
    }

    /// Rows of more items than that are found together.
    private static let mostOfShortRows = 32

    /// Finds rows of items that stand one behind the other, each from where the one before it ends: no row ends before one does
    /// that begins farther ahead. O(count), but for rows that end among the items which begin one.
    ///
    /// - Parameters:
    ///   - begins: How many items begin one.
    ///   - count: How many sizes are known.
    ///   - places: Where the items would stand if all stood in one row, and where one behind the last would.
    ///   - take: Takes the rows in order, and says whether to go on.
    private func findLongRows(
        _ begins: Int, _ count: Int, _ sizes: UnsafePointer<Double>, _ places: UnsafePointer<Double>,
        within edge: Double, _ take: (RowExtent) -> Bool
    ) {
        let limit = edge + rows.itemSpacing - rows.insets.left
        func thickness(_ item: Int) -> Double { sizes[2 &* item &+ 1] }
        var thickest = MovingMaximum(0..<begins, of: thickness)
        var end = 0
        for item in 0..<begins {
            end = max(end, item &+ 1)
            while end < count && places[end &+ 1] <= places[item] + limit { end &+= 1 }
            let row = RowExtent(
                count: end &- item,
                lastMaxX: places[end] - places[item] + rows.insets.left - rows.itemSpacing,
                thickness: thickest(in: item..<end, of: thickness))
            guard take(row) else { return }
        }
    }

    /// Finds rows of items whose values are sizes, one by one.
    private func openRows(
        _ range: Range<Int>, _ sizes: ItemValues, most: Int, into rows: UnsafeMutablePointer<FoundRow>
    ) -> Bool {
        var ruler = RowRuler(measure, sizes)
        var cursor = Cursor(bottom: 0)
        for item in range {
            cursor.bottom = 0
            let row = openRow(at: item, &ruler, &cursor)
            guard row.count <= most else { return false }
            let reach = self.rows.reach(of: row, shift: cursor.shift, gap: cursor.gap)
            (rows + (item - range.lowerBound)).initialize(
                to: FoundRow(count: row.count, length: cursor.bottom, reach: reach))
        }
        return true
    }
}
