/// What the row takes that an item begins.
public struct FoundRow: Sendable {
    /// The number of its items.
    public var count: Int
    /// How far it ends behind the rows before it along the axis, or behind where the items begin.
    public var length: Double
    /// The farthest edge of its items across the axis.
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
                    let room = item..<min(item + most, items.count)
                    let end = place(room, of: items, state, into: frames, until: ItemSet(~1, from: item))
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
        let window = range.lowerBound..<min(range.upperBound + most, items.count)
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * window.count) { memory in
            let sizes = memory.baseAddress! - 2 * window.lowerBound
            var ruler = RowRuler(measure, items)
            for item in window {
                let size = ruler.size(of: item, measure)
                (sizes + 2 * item).initialize(to: size.width)
                (sizes + 2 * item + 1).initialize(to: size.height)
            }
            let plain = RowFold(rows: self.rows, measure: .size(.vertical))
            let values = ItemValues(
                base: sizes, stride: 2, count: window.upperBound, window: window, pages: nil)
            return plain.findRows(range, values, most: most, into: rows)
        }
    }

    private func findRows(
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
