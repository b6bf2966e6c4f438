/// Passing over a large section whose items choose the shortest lane: on several threads, and four parts at once.
///
/// Such lanes never forget where they began, but which lane an item chooses soon does not depend on it, see
/// ``LaneDistances``. So parts are passed over as if all their lanes began at 0; then each is followed from where the one
/// before it truly ends, block by block. Only blocks with an item that may choose another lane are passed over again, a
/// hundred of thousands; the others are those that were found, their lanes moved.
///
/// The blocks are bit by bit those of one run: only sums of snapped lengths are moved. Where items have few lengths, lanes
/// may end alike or nearly so again and again; then what is left is passed over in one run.
extension CheckpointCache {
    /// The fewest blocks of a part, and those of the parts that are tried first: the first dozens are mostly passed over again.
    private static let leastPartLength = 24
    private static let triedPartLength = 256
    /// The most blocks that are passed over again before lanes are compared.
    private static let mostPassedBlocks = 32

    /// Parts of a section that are passed over at the same time, as many blocks each.
    private struct Round {
        let section: Int
        let first: Int
        let length: Int
        /// The assumed state behind each part, then the true one, and the margin of each block.
        let ends: FlatArray<Double>
        let margins: FlatArray<Double>
        /// For each part, blocks whose lanes have to be moved alike.
        var runs: [[(blocks: Range<Int>, distances: LaneDistances)]]
        /// How many blocks have been passed over again of those that stand in the last quarter of a part.
        var lateCount = 0

        init(_ section: Int, from first: Int, parts: Int, of length: Int, laneCount: Int) {
            (self.section, self.first, self.length) = (section, first, length)
            ends = FlatArray(repeating: 0, count: parts * laneCount)
            margins = FlatArray(uninitialized: parts * length)
            runs = Array(repeating: [], count: parts)
        }

        /// The blocks of a part.
        func blocks(_ part: Int) -> Range<Int> { first + part * length..<first + (part + 1) * length }
    }

    /// Passes over all items of a section and writes its blocks, on up to so many threads. Afterwards the runner, which stands
    /// at the beginning of the section, stands behind the last item.
    func passLanes(
        _ section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout, _ fold: any LanesFold, _ threads: Int
    ) {
        let (count, size) = (blocks(of: section).count, Self.blockSize(layout))
        var number = 0
        // To try does not take as long as to start a thread.
        for (threads, most) in [(1, Self.triedPartLength), (threads, .max)] {
            let parts = threads * SkimmedBlocks.partCount
            // The last block may have fewer items.
            let length = min((count - 1 - number) / parts, most)
            guard length >= Self.leastPartLength else { break }
            var round = Round(section, from: number, parts: parts, of: length, laneCount: layout.restCount)
            assume(round, layout, threads)
            follow(&round, runner, layout)
            move(round, layout, fold, threads)
            number += parts * length
            // Of the blocks in the last quarters, a third.
            guard round.lateCount < parts * length / 12 else { break }
        }
        let starts = starts.shared.baseAddress! + blocks(of: section).lowerBound
        for number in 0..<number { starts[number] = Int32(truncatingIfNeeded: number * size) }
        var writer = BlockWriter(self, section, layout, number..<count)
        _ = pass(from: number * size, of: section, runner, layout, &writer)
    }

    /// The state before a block, or at the end of its part.
    private func state(before number: Int, ofPart part: Int, _ round: Round, _ layout: ResolvedLayout) -> FoldState {
        guard number == round.blocks(part).upperBound else { return rest(before: number, of: round.section, layout) }
        let laneCount = layout.restCount
        return FoldState(round.ends.shared.baseAddress! + part * laneCount, count: laneCount)
    }

    /// Passes over parts as if all lanes began at 0.
    private func assume(_ round: Round, _ layout: ResolvedLayout, _ threads: Int) {
        let size = Self.blockSize(layout)
        Threads.run(threads) { thread in
            var runner = FoldRunner(content)
            runner.begin(round.section, at: 0)
            let part = thread * SkimmedBlocks.partCount
            let first = round.blocks(part).lowerBound
            let margins = round.margins.shared.baseAddress! + part * round.length
            let assumed = AssumedLanes(
                states: state(before: first, ofPart: part, round, layout).base,
                ends: state(before: round.blocks(part).upperBound, ofPart: part, round, layout).base, margins: margins)
            if !runner.skimLanes(from: first * size, each: round.length, of: size, into: assumed) {
                margins.update(repeating: -.infinity, count: SkimmedBlocks.partCount * round.length)
            }
        }
    }

    /// Brings a runner from the beginning of the first part to the end of the last one: passes over blocks again where an item
    /// may choose another lane.
    private func follow(_ round: inout Round, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout) {
        let size = Self.blockSize(layout)
        let spans = spans.shared.baseAddress! + blocks(of: round.section).lowerBound
        let margins = round.margins.elements.baseAddress! - round.first
        for part in round.runs.indices {
            let all = round.blocks(part)
            var distances = LaneDistances(
                of: runner.state, from: state(before: all.lowerBound, ofPart: part, round, layout).base)
            var first = all.lowerBound
            var number = first
            var passed = 1
            while number < all.upperBound {
                while number < all.upperBound, distances.keepLanes(margin: margins[number]) { number += 1 }
                guard number < all.upperBound else { break }
                passed = number == first ? min(2 * passed, Self.mostPassedBlocks) : 1
                let end = min(number + passed, all.upperBound)
                if number > first {
                    round.runs[part].append((first..<number, distances))
                    distances.move(rest(before: number, of: round.section, layout).base, to: runner.state.base)
                }
                round.lateCount += max(end - max(number, all.upperBound - all.count / 4), 0)
                while number < end {
                    rest(before: number, of: round.section, layout).copy(runner.state)
                    spans[number] = runner.skim(number * size..<(number + 1) * size)
                    number += 1
                }
                first = number
                distances = LaneDistances(
                    of: runner.state, from: state(before: number, ofPart: part, round, layout).base)
            }
            let end = state(before: all.upperBound, ofPart: part, round, layout)
            if first < number {
                round.runs[part].append((first..<number, distances))
                distances.move(end.base, to: runner.state.base)
            }
            end.copy(runner.state)
        }
    }

    /// Moves the lanes of all blocks that have not been passed over again.
    private func move(_ round: Round, _ layout: ResolvedLayout, _ fold: any LanesFold, _ threads: Int) {
        let spans = spans.shared.baseAddress! + blocks(of: round.section).lowerBound
        Threads.run(threads) { thread in
            for part in thread * SkimmedBlocks.partCount..<(thread + 1) * SkimmedBlocks.partCount {
                for (blocks, distances) in round.runs[part] {
                    fold.move(
                        blocks.count, by: distances, rest(before: blocks.lowerBound, of: round.section, layout).base,
                        end: state(before: blocks.upperBound, ofPart: part, round, layout).base,
                        spans + blocks.lowerBound)
                }
            }
        }
    }
}
