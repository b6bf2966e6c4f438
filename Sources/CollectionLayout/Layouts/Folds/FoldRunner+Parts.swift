import Synchronization

extension FoldRunner {
    /// The most items that are placed or passed over before a thread looks at what the others have done.
    private static let longestStep = 4096
    /// How often a thread looks at least.
    private static let fewestSteps = 8

    /// Has all items of the section placed, which has been begun: of a large one by several of the ``threadCount`` threads.
    ///
    /// One thread places the items from the first one on. The others pass over items, which takes a fraction of the time,
    /// until they have got so far ahead that the items behind them are their share; these they place. No number says how
    /// much faster they pass, or how fast their processors are; frames do not depend on where the parts begin.
    /// Afterwards the runner stands behind the last item.
    ///
    /// - Parameters:
    ///   - count: How many items the section has.
    ///   - step: Ranges begin at multiples of it.
    ///   - place: Places a range of items with a runner that stands before it. Called once for all of them, or for
    ///     ranges that follow each other, several at the same time.
    ///   - join: Adds what came of the range behind to what came of others.
    @inline(__always)
    func placeAll<Outcome>(
        _ count: Int, step: Int, _ place: (_ range: Range<Int>, _ runner: borrowing FoldRunner) -> Outcome,
        joining join: (inout Outcome, Outcome) -> Void
    ) -> Outcome {
        let threads = threadCount > 1 ? content.threadCount(ofSection: section, of: threadCount) : 1
        return threads > 1 ? placeParts(count, step, threads, place, join) : place(0..<count, self)
    }

    @inline(never)
    private func placeParts<Outcome>(
        _ count: Int, _ step: Int, _ threads: Int, _ place: (Range<Int>, borrowing FoldRunner) -> Outcome,
        _ join: (inout Outcome, Outcome) -> Void
    ) -> Outcome {
        let length = max(min(Self.longestStep, count / (threads * Self.fewestSteps)) / step, 1) * step
        let outcomes = UnsafeMutablePointer<Outcome?>.allocate(capacity: threads)
        outcomes.initialize(repeating: nil, count: threads)
        defer {
            outcomes.deinitialize(count: threads)
            outcomes.deallocate()
        }
        let division = Mutex(ItemDivision(count: count, step: length, threads: threads))
        Threads.run(threads) { number in
            var runner = FoldRunner(content)
            runner.begin(section, at: offset)
            var part = 0
            if number > 0 {
                var item = 0
                var answer = ItemDivision.Answer.tooEarly
                while answer == .tooEarly, item + length < count {
                    _ = runner.skim(item..<item + length)
                    item += length
                    answer = division.withLock { $0.claim(from: item) }
                }
                guard case .part(let own) = answer else { return }
                part = own
            }
            while let range = division.withLock({ $0.take(part) }) {
                let outcome = place(range, runner)
                if outcomes[part] == nil { outcomes[part] = outcome } else { join(&outcomes[part]!, outcome) }
                if range.upperBound == count { state.copy(runner.state) }
            }
        }
        var whole = outcomes[0]!
        for part in 1..<threads { if let outcome = outcomes[part] { join(&whole, outcome) } }
        return whole
    }
}
