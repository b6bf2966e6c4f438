import BenchmarkKit
import CollectionLayout
import Workloads

/// The viewports of a scroll and the oracle's answers to them, which all strategies must give.
struct QueryCheck {
    let truth: Truth
    let query: Plan.Query
    let viewports: [Rect]
    private let checksums: [UInt64]

    /// Enough viewports that random jumps over a large content find nothing in the processor's caches.
    static let frames = 16384
    static let quickFrames = 2048
    /// What all queries of a strategy may test and visit in the check: linear scans get fewer viewports.
    static let largestWork = 8_000_000
    /// What all viewports may hit.
    static let largestHitCount = 100_000_000
    static let fewestFrames = 8

    /// - Parameter isShort: whether so many viewports are enough as counters need, which repeat.
    init(_ truth: Truth, _ query: Plan.Query, isShort: Bool = false) throws {
        self.truth = truth
        self.query = query
        let viewports = try Self.viewports(truth, query, isShort)
        self.viewports = viewports
        checksums = try Self.checksums(truth, Replay(viewports: viewports), through: query.effects)
    }

    /// The oracle's answers.
    private static func checksums(
        _ truth: Truth, _ replay: Replay, through effects: EffectLayer?
    ) throws -> [UInt64] {
        if let effects { return replay.checksums(of: truth.oracle, through: effects).checksums }
        // A linear scan answers all viewports at once; where its frames do not fit in memory, each one is asked for.
        guard !truth.group.fitsFrames else {
            return BatchOracle(truth.oracle, viewports: replay.viewports).checksums
        }
        var oracle = truth.oracle
        return try replay.checksums(of: &oracle, counting: false).checksums
    }

    /// Fewer viewports where each one hits very many elements.
    private static func viewports(_ truth: Truth, _ query: Plan.Query, _ isShort: Bool) throws -> [Rect] {
        // Through effects the oracle answers each viewport by a scan of its own.
        let isShort = isShort || truth.selection.isQuick || query.effects != nil
        let frames = isShort ? min(quickFrames, max(truth.group.n, 64)) : frames
        let viewports = query.scroll.make(truth.oracle.contentSize, frames, truth.selection.seed)
        var hits = HitBuffer()
        for viewport in viewports.prefix(4) { truth.oracle.query(viewport, into: &hits) }
        let perViewport = hits.count / min(viewports.count, 4) + 1
        return Array(viewports.prefix(max(largestHitCount / perViewport, fewestFrames)))
    }

    /// A strategy with the viewports it answers, and its right answers to them.
    struct Passed {
        let subject: any Subject
        let replay: Replay
        let answers: Replay.Answers
    }

    /// Compares a strategy's answers with the oracle's.
    ///
    /// - Parameter counting: whether what the queries do is counted.
    /// - Throws: ``WrongAnswer`` at the first answer that differs.
    func check(_ subject: any Subject, counting: Bool) throws -> Passed {
        let replay = Replay(
            viewports: try subject.affordable(
                viewports, through: query.effects, work: Self.largestWork, fewest: Self.fewestFrames))
        let answers = try subject.answers(to: replay, through: query.effects, counting: counting)
        for index in replay.viewports.indices where answers.checksums[index] != checksums[index] {
            throw WrongAnswer(
                truth.group, subject.id,
                at: "\(query.phase), trace '\(query.scroll.id)'", detail(subject, index))
        }
        return Passed(subject: subject, replay: replay, answers: answers)
    }

    private func detail(_ subject: any Subject, _ index: Int) -> String {
        let difference = subject.difference(from: truth.oracle, in: viewports[index])
        if query.effects != nil && difference == nil {
            return "query \(index): other elements or frames after the effects; without effects the answer is right"
        }
        return WrongAnswer.detail(
            difference, query: index, viewport: viewports[index], oracle: truth.oracle, input: truth.group.input)
    }
}
