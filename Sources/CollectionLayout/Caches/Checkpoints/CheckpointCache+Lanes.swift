/// Passing over a large section whose items choose the shortest lane: on several threads, and four parts at once.
///
/// Such lanes never forget where they began, but which lane an item chooses soon does not depend on it, see
/// ``LaneDistances``. So parts are passed over as if all their lanes began at 0; then each is followed from where the one
/// before it truly ends, block by block. Only blocks with an item that may choose another lane are passed over again, a
/// hundred of thousands; the others are those that were found, their lanes moved.
///
/// Where lengths are whole points or otherwise few, lanes end alike again and again, and lanes that begin at 0 may stay some
/// points apart from the true ones forever: their sum differs by what cannot be shared equally. So there the lanes of a part
/// begin where they are level and consist of the items before the part, in whatever order; soon they are the true ones.
///
/// The blocks are bit by bit those of one run: only sums of snapped lengths are moved. If most blocks have to be passed over
/// again nevertheless, what is left is passed over in one run.
extension CheckpointCache {
    /// The fewest blocks of a part, and those of the parts that are tried first: the first dozens are mostly passed over again.
    private static let leastPartLength = 24
    private static let triedPartLength = 256
    /// The most blocks that are passed over again before lanes are compared.
    private static let mostPassedBlocks = 32

    /// How far lanes end up from those that have been assumed: in no part by more than little; in one or the other not at all,
    /// but that all are moved alike; in one or the other so far that most blocks have to be passed over again.
    private enum Outcome { case close, alike, apart }

    /// Parts of a section that are passed over at the same time, as many blocks each.
    private struct Round {
        let section: Int
        let first: Int
        let length: Int
        let threads: Int
        /// The assumed state behind each part, then the true one, and the margin of each block.
        let ends: FlatArray<Double>
        let margins: FlatArray<Double>
        /// For each part, blocks whose lanes have to be moved alike.
        var runs: [[(blocks: Range<Int>, distances: LaneDistances)]]
        /// How many blocks have been passed over again.
        var passedCount = 0
        /// How far the lanes of parts are from those that have been assumed, when they have had time to forget where they began.
        var outcome = Outcome.close

        init(_ section: Int, from first: Int, partsOf length: Int, on threads: Int, laneCount: Int) {
            (self.section, self.first, self.length, self.threads) = (section, first, length, threads)
            let count = threads * SkimmedBlocks.partCount
            ends = FlatArray(repeating: 0, count: count * laneCount)
            margins = FlatArray(uninitialized: count * length)
            runs = Array(repeating: [], count: count)
        }

        /// The parts that a thread passes over.
        func parts(_ thread: Int) -> Range<Int> {
            thread * SkimmedBlocks.partCount..<(thread + 1) * SkimmedBlocks.partCount
        }

        /// The blocks of a part.
        func blocks(_ part: Int) -> Range<Int> { first + part * length..<first + (part + 1) * length }

        /// The block behind the last part.
        var end: Int { first + runs.count * length }
    }

    /// Passes over all items of a section and writes its blocks, on up to so many threads. Afterwards the runner, which stands
    /// at the beginning of the section, stands behind the last item.
    ///
    /// - Returns: How many blocks were passed over one after the other.
    @discardableResult
    func passLanes(
        _ section: Int, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout, _ fold: any LanesFold, _ threads: Int
    ) -> Int {
        let (count, size) = (blocks(of: section).count, Self.blockSize(layout))
        var (number, passedCount) = (0, 0)
        /// Passes over the next blocks, parts of at most so many; does nothing and returns nil if there are too few.
        func passParts(_ most: Int, on threads: Int, areLevel: Bool) -> Outcome? {
            // The last block may have fewer items.
            let length = min((count - 1 - number) / (threads * SkimmedBlocks.partCount), most)
            guard length >= Self.leastPartLength else { return nil }
            var round = Round(section, from: number, partsOf: length, on: threads, laneCount: layout.restCount)
            begin(round, runner, layout, areLevel: areLevel)
            assume(round, layout)
            follow(&round, runner, layout)
            move(round, layout, fold)
            number = round.end
            passedCount += round.passedCount
            return round.outcome
        }
        // To try does not take as long as to start a thread.
        let outcome = passParts(Self.triedPartLength, on: 1, areLevel: false)
        // Only lanes that end at the same place again and again become the same as others.
        let areLevel = outcome != .close
        if !areLevel || passParts(Self.triedPartLength, on: 1, areLevel: true) != .apart {
            _ = passParts(.max, on: threads, areLevel: areLevel)
        }
        let starts = starts.shared.baseAddress! + blocks(of: section).lowerBound
        for number in 0..<number { starts[number] = Int32(truncatingIfNeeded: number * size) }
        var writer = BlockWriter(self, section, layout, number..<count)
        _ = pass(from: number * size, of: section, runner, layout, &writer)
        return passedCount + count - number
    }

    /// The state before a block, or at the end of its part.
    private func state(before number: Int, ofPart part: Int, _ round: Round, _ layout: ResolvedLayout) -> FoldState {
        guard number == round.blocks(part).upperBound else { return rest(before: number, of: round.section, layout) }
        let laneCount = layout.restCount
        return FoldState(round.ends.shared.baseAddress! + part * laneCount, count: laneCount)
    }

    /// Stores where the lanes of each part are assumed to begin: of the first part where they do.
    private func begin(
        _ round: Round, _ runner: borrowing FoldRunner, _ layout: ResolvedLayout, areLevel: Bool
    ) {
        let laneCount = layout.restCount
        let totals = areLevel ? totals(round, layout) : FlatArray()
        var lanes = (0..<laneCount).map { runner.state[$0] }
        for part in round.runs.indices {
            let state = state(before: round.blocks(part).lowerBound, ofPart: part, round, layout)
            for lane in 0..<laneCount { state[lane] = areLevel || part == 0 ? lanes[lane] : 0 }
            guard areLevel, part < round.runs.count - 1 else { continue }
            // The shortest lane gets most.
            let order = lanes.indices.sorted { lanes[$0] < lanes[$1] }
            let added = totals.elements[part * laneCount..<(part + 1) * laneCount].sorted(by: >)
            for (lane, total) in zip(order, added) { lanes[lane] += total }
        }
    }

    /// What the items of each part but the last take in all, about as many for each lane; one part behind the other.
    private func totals(_ round: Round, _ layout: ResolvedLayout) -> FlatArray<Double> {
        let (size, laneCount) = (Self.blockSize(layout), layout.restCount)
        let totals = FlatArray<Double>(repeating: 0, count: (round.runs.count - 1) * laneCount)
        Threads.run(over: totals.count, step: 1, threads: round.threads) { numbers in
            var runner = FoldRunner(content)
            runner.begin(round.section, at: 0)
            for number in numbers {
                let (part, lane) = number.quotientAndRemainder(dividingBy: laneCount)
                let all = round.blocks(part)
                let first = all.lowerBound + all.count * lane / laneCount
                let end = all.lowerBound + all.count * (lane + 1) / laneCount
                totals.shared[number] = runner.total(first * size..<end * size)
            }
        }
        return totals
    }

    /// Passes over parts as if their lanes began as they are assumed to.
    private func assume(_ round: Round, _ layout: ResolvedLayout) {
        let size = Self.blockSize(layout)
        Threads.run(round.threads) { thread in
            var runner = FoldRunner(content)
            runner.begin(round.section, at: 0)
            let parts = round.parts(thread)
            let first = round.blocks(parts.lowerBound).lowerBound
            let margins = round.margins.shared.baseAddress! + parts.lowerBound * round.length
            let assumed = AssumedLanes(
                states: state(before: first, ofPart: parts.lowerBound, round, layout).base,
                ends: round.ends.shared.baseAddress! + parts.lowerBound * layout.restCount, margins: margins)
            if !runner.skimLanes(from: first * size, each: round.length, of: size, into: assumed) {
                margins.update(repeating: -.infinity, count: parts.count * round.length)
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
            var (passed, lateCount) = (1, 0)
            while number < all.upperBound {
                while number < all.upperBound, distances.keepLanes(margin: margins[number]) { number += 1 }
                guard number < all.upperBound else { break }
                passed = number == first ? min(2 * passed, Self.mostPassedBlocks) : 1
                let end = min(number + passed, all.upperBound)
                if number > first {
                    round.runs[part].append((first..<number, distances))
                    distances.move(rest(before: number, of: round.section, layout).base, to: runner.state.base)
                }
                round.passedCount += end - number
                lateCount += max(end - max(number, all.upperBound - all.count / 4), 0)
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
            if lateCount > all.count / 8 {
                round.outcome = .apart
            } else if part > 0, distances.areEqual, round.outcome == .close {
                round.outcome = .alike
            }
        }
    }

    /// Moves the lanes of all blocks that have not been passed over again.
    private func move(_ round: Round, _ layout: ResolvedLayout, _ fold: any LanesFold) {
        let spans = spans.shared.baseAddress! + blocks(of: round.section).lowerBound
        Threads.run(round.threads) { thread in
            for part in round.parts(thread) {
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
