import Synchronization

/// Passing over a large section in several parts: on several threads, and four parts at once where a fold can do that.
///
/// Where an item stands depends on all before it, but most layouts forget where they began: a few rows later the same
/// items begin rows, and what follows is the same, moved along the axis. So each part begins in the middle of the section, as
/// if only a row were before it. Then each part is passed over again from where the one before it truly ends, but no
/// further than to where the fold rests as it did before, moved: so is all that follows.
///
/// The blocks are bit by bit those of one run: only sums of snapped lengths are moved. One part is tried first; where that
/// does not fall in step, as in rows of hundreds, what is left is passed over in one run.
extension CheckpointCache {
    /// The most blocks of the part that is tried, and of any other one.
    private static let mostTriedBlocks = 32
    private static let mostBlocks = 1000
    /// Parts for each thread, so that all threads end at about the same time.
    private static let partsOfThread = 8
    /// The fewest blocks of a section for which one thread divides it.
    private static let fewestBlocks = 256

    /// Whether to pass over a section in parts.
    func passesParts(_ section: Int, _ layout: ResolvedLayout, _ threads: Int) -> Bool {
        threads > 1 || (layout.skimsParts && blocks(of: section).count >= Self.fewestBlocks)
    }

    /// What a part begins and ends with.
    private struct Rest {
        /// The item before which the fold rests.
        let item: Int
        /// What says all of its state.
        private let numbers: FlatArray<Double>
        private var state: FoldState { FoldState(numbers.shared.baseAddress!, count: numbers.count) }

        init(_ item: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout) {
            self.item = item
            numbers = FlatArray(uninitialized: layout.restCount)
            state.copy(runner.state)
        }

        init(_ rest: SkimmedBlocks.Rest, _ layout: ResolvedLayout) {
            item = rest.item
            numbers = FlatArray((0..<layout.restCount).map { rest.state[$0] })
        }

        func restore(_ runner: borrowing FoldRunner, _ layout: ResolvedLayout) {
            layout.set(runner.state, toRest: state)
        }
    }

    /// Passes over all items of a section and writes its blocks, on up to so many threads. Afterwards the runner, which stands
    /// at the beginning of the section, stands behind the last item.
    ///
    /// - Returns: Whether it was done in parts.
    @discardableResult
    func passParts(
        _ section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout, _ threads: Int
    ) -> Bool {
        if let fold = layout.lanesFold {
            passLanes(section, runner, layout, fold, threads)
            return true
        }
        let count = blocks(of: section).count
        let offset = runner.offset
        let row = firstRow(of: section, at: offset, layout)
        // Where all rows have as many items, parts begin with a row.
        let step = row.item <= Self.mostTriedBlocks ? row.item : 1
        let tried = min(Self.mostTriedBlocks, count / 4) / step * step
        var item = 0
        func passOn(to end: Int, from number: Int) {
            var writer = BlockWriter(self, section, layout, number..<end)
            item = pass(from: item, of: section, runner, layout, &writer)
        }
        passOn(to: tried, from: 0)
        let isForgetful =
            tried > 0
            && join(
                tried..<2 * tried, of: section, runner, layout, from: &item,
                passApart(tried..<2 * tried, of: section, at: offset, layout, row))
        guard isForgetful else {
            passOn(to: count, from: 2 * tried)
            return false
        }

        // How many parts are passed over at once: all but the last one, which ends with the section, and is short.
        let width = layout.partsFold == nil ? 1 : SkimmedBlocks.partCount
        let rest = count - 2 * tried
        let fewest = max(threads * Self.partsOfThread, rest / Self.mostBlocks + 1)
        let length = max((rest - 1) / ((fewest + width - 1) / width * width) / step * step, 1)
        let parts = stride(from: 2 * tried, to: count, by: length).map { $0..<min($0 + length, count) }
        let next = Atomic(0)
        let ends = Mutex([Rest?](repeating: nil, count: parts.count))
        Threads.run(min(threads, (parts.count + width - 1) / width)) { _ in
            while true {
                let first = next.add(width, ordering: .relaxed).oldValue
                guard first < parts.count else { return }
                let own = first..<min(first + width, parts.count)
                let found =
                    own.count == width && own.upperBound < parts.count
                    ? passAtOnce(parts[own], of: section, at: offset, layout) : nil
                let rests = found ?? own.map { passApart(parts[$0], of: section, at: offset, layout, row) }
                ends.withLock { for (part, end) in zip(own, rests) { $0[part] = end } }
            }
        }
        for (numbers, end) in zip(parts, ends.withLock { $0 }) {
            _ = join(numbers, of: section, runner, layout, from: &item, end!)
        }
        return true
    }

    /// Where the first row of a section ends, or its first item.
    private func firstRow(of section: Int, at offset: Double, _ layout: ResolvedLayout) -> Rest {
        var runner = FoldRunner(content)
        runner.begin(section, at: offset)
        return rest(from: 0, to: 1, of: section, runner, layout)
    }

    /// Brings a runner from an item to the first rest from another one on, or to the end of the section.
    private func rest(
        from first: Int, to stop: Int, of section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout
    ) -> Rest {
        let count = Int(content.sections[section].count)
        var item = count
        _ = runner.skim(first..<count, restingFrom: stop) { rest, _ in
            item = rest
            return nil
        }
        return Rest(item, runner, layout)
    }

    /// Passes over a part as if the items before it were the first row, and writes its blocks.
    ///
    /// - Returns: Where it ends.
    private func passApart(
        _ numbers: Range<Int>, of section: Int, at offset: Double, _ layout: ResolvedLayout, _ row: Rest
    ) -> Rest {
        var runner = FoldRunner(content)
        runner.begin(section, at: offset)
        row.restore(runner, layout)
        let size = Self.blockSize(layout)
        let first = numbers.lowerBound * size
        // Where all rows have as many items, with a row.
        let begin = row.item <= size ? first / row.item * row.item : first
        let item = rest(from: begin, to: first, of: section, runner, layout).item
        var writer = BlockWriter(self, section, layout, numbers)
        let end = pass(from: item, of: section, runner, layout, &writer)
        return Rest(end, runner, layout)
    }

    /// Passes over parts of as many blocks at once, and writes these.
    ///
    /// - Returns: Where the parts end; nil if they have to be passed over one by one.
    private func passAtOnce(
        _ parts: ArraySlice<Range<Int>>, of section: Int, at offset: Double, _ layout: ResolvedLayout
    ) -> [Rest]? {
        var runner = FoldRunner(content)
        runner.begin(section, at: offset)
        let (number, count) = (parts.first!.lowerBound, parts.first!.count)
        let block = blocks(of: section).lowerBound + number
        let blocks = SkimmedBlocks(
            items: starts.shared.baseAddress! + block, states: rest(before: number, of: section, layout).base,
            spans: spans.shared.baseAddress! + block, restCount: layout.restCount)
        let size = Self.blockSize(layout)
        return runner.skimParts(from: number * size, each: count, of: size, into: blocks)?.map { Rest($0, layout) }
    }

    /// Brings a runner from a rest to the end of a part that has been passed over apart, and moves the blocks from where
    /// the fold falls in step.
    ///
    /// - Parameters:
    ///   - item: The item that the runner stands before.
    ///   - end: Where the part ended.
    /// - Returns: Whether the fold fell in step before the part's end.
    private func join(
        _ numbers: Range<Int>, of section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout,
        from item: inout Int, _ end: Rest
    ) -> Bool {
        var writer = BlockWriter(self, section, layout, numbers)
        var distance: Double?
        item = pass(from: item, of: section, runner, layout, &writer) { number, item in
            distance = self.distance(of: runner.state, before: item, from: number, of: section, layout)
            return distance != nil
        }
        guard let distance else { return false }
        move(writer.number..<numbers.upperBound, of: section, by: distance)
        item = end.item
        end.restore(runner, layout)
        layout.move(runner.state, by: distance)
        return true
    }

    /// Passes over items from where a runner rests, and writes blocks until all have ended.
    ///
    /// - Parameter isKnown: Asked at the beginning of each block, before that is written, whether to stop there.
    /// - Returns: The item that the runner stands before.
    func pass(
        from item: Int, of section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout,
        _ writer: inout BlockWriter, until isKnown: (_ number: Int, _ item: Int) -> Bool = { _, _ in false }
    ) -> Int {
        if writer.isDone || isKnown(writer.number, item) { return item }
        writer.begin(at: item, runner.state)
        if writer.isDone { return item }
        var item = item
        var lanes: KeptLanes?
        let range = item..<Int(content.sections[section].count)
        Self.pass(range, blockSize: Self.blockSize(layout), runner, layout, &lanes) { end, span in
            item = end
            writer.end(span)
            if !writer.isDone, isKnown(writer.number, end) { return false }
            writer.begin(at: end, runner.state)
            return !writer.isDone
        }
        return item
    }
}
