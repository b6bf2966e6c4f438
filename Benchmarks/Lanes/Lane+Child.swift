import BenchmarkKit
import CollectionLayout
import Workloads

extension Lane {
    /// The process that measures.
    struct Child {
        /// What is laid out, with the strategies and queries that were asked for.
        let group: Plan.Group
        let selection: Selection
        let console: Console
        let content: Content

        /// - Parameter oracle: What answers are checked against, if not the usual one.
        init(_ selection: Selection, oracle: CacheStrategy? = nil, _ console: Console) throws {
            // Whoever starts a child has seen to it that what it measures fits in memory.
            var group = try Plan(selection, availableBytes: nil).groups[0]
            if let oracle { group.oracle = oracle }
            self.group = group
            content = try group.input.make(group.n, selection.seed)
            self.selection = selection
            self.console = console
        }

        /// The strategy of a process for one.
        var strategy: CacheStrategy { group.strategies[0] }

        /// Prints what was measured of a case, in the form that ``Lane/lines(_:n:environment:under:program:)`` reads.
        func tell(_ strategy: CacheStrategy, _ phase: String, trace: String = "", _ answer: Answer) {
            let key = [strategy.id, phase, trace.isEmpty ? "-" : trace]
            console.print((key + answer.fields).joined(separator: ",") + "\n")
        }
    }
}

extension Lane.Child {
    /// Queries that are counted as a whole.
    struct Queries {
        let query: Plan.Query
        /// How many there are.
        let count: Int
        /// Asks all of them.
        let ask: () -> Void
    }

    /// Viewports of a scroll that are enough for counts, which repeat.
    private static let countedViewports = 64
    /// What all of them may test and visit: linear scans get fewer viewports.
    private static let countedWork = 8_000_000
    private static let fewestViewports = 4

    /// The scrolls that a strategy answers, which its prepared subject has answered once: the caller's buffer has grown
    /// until it holds the largest result.
    ///
    /// - Throws: what the subject throws at queries.
    func queries(of strategy: CacheStrategy, _ subject: any Subject) throws -> [Queries] {
        try group.queries.filter { query in query.strategies.contains { $0.id == strategy.id } }.map { query in
            let viewports = try subject.affordable(
                query.scroll.make(subject.contentSize, Self.countedViewports, selection.seed),
                through: query.effects, work: Self.countedWork, fewest: Self.fewestViewports)
            let candidate = subject.queryCandidate(Replay(viewports: viewports), through: query.effects)
            let queries = Queries(query: query, count: viewports.count) { keep(candidate.run(0, viewports.count)) }
            queries.ask()
            return queries
        }
    }
}
