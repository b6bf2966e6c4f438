/// Rows of items that are alike, which an edit before them has brought out of step.
extension IncrementalCache {
    /// How many items have to be alike for their rows to be brought into step: to place them takes less otherwise.
    private static let leastRun = 4 * blockSize
    /// How many times each change of a transaction may bring rows into step, at one run of alike items after the other, before
    /// chains of rows are known: so often takes about half a millisecond.
    static let mostSteps = 64

    /// Brings rows into step with former ones, if the items behind one are alike.
    ///
    /// Where a cell of a grid becomes broader, each row behind it begins with another item than before, and none is ever
    /// again what it was. But an item that is like the one in whose place it comes can have its frame. So frames are taken
    /// out in front of a former row for it to begin with the item that a new one begins with, and as many put in where
    /// items are different again: as if so many of the items had been deleted here and inserted there, which comes to the
    /// same content, whatever else is marked. O(B + log n).
    ///
    /// - Parameters:
    ///   - item: The first item that has not been placed.
    ///   - next: Its leaf; `slot` is the one before that.
    ///   - now: The state before it, which is stored.
    /// - Returns: Whether it has; blocks to be placed are then marked, and leaves may have moved.
    mutating func bringIntoStep(
        _ section: Int, _ refold: Refold, _ layout: ResolvedLayout, from item: Int, at next: Int, behind slot: Int,
        _ now: FoldState
    ) -> Bool {
        guard layout.placesRows, !content.sections[section].isUniform else { return false }
        let end = content.alikeEnd(of: item, atLeast: Self.leastRun, ofSection: section, layout)
        // The open row ends before the item that did not fit.
        let begin = item + max(layout.fold.lookahead(now) - 1, 0)
        guard end - begin >= Self.leastRun, let former = formerRow(refold, at: next, item, from: begin), former > begin,
            end - former >= Self.leastRun / 2
        else { return false }
        refold.tree.leafChanged(slot, refold.spans, refold.counts)
        mark(next, of: section, at: 0)
        var log = EditLog()
        deleteItems(begin..<former, in: section, &log)
        insertItems(former - begin, in: section, at: end - (former - begin), &log)
        for block in log.unused { recycle(block) }
        stepsLeft -= 1
        return true
    }

    /// The first item from one on that began a row, if there is one nearby.
    ///
    /// - Parameters:
    ///   - slot: A leaf whose items and those behind have the frames they had, and its first item.
    private func formerRow(_ refold: Refold, at slot: Int, _ first: Int, from item: Int) -> Int? {
        var (slot, first) = (slot, first)
        while first < item + Self.leastRun {
            let count = Int(refold.counts[slot])
            guard let former = frames.grains(refold.blocks[slot].handle) else { return nil }
            if item - first < count, let row = former.rowStarts(count).first(from: max(item - first, 0)) {
                return first + row
            }
            guard let next = refold.tree.next(after: slot, refold.counts) else { return nil }
            (slot, first) = (next, first + count)
        }
        return nil
    }
}
