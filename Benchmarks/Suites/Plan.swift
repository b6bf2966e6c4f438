import BenchmarkKit
import CollectionLayout
import Workloads

/// The cases of a run, in order.
struct Plan {
    /// A dataset of one size, with what is measured on it.
    struct Group {
        let input: Input
        let n: Int
        /// What answers are checked against: the oracle; where nothing fits in memory beside its frames, the strategy that
        /// places all items without keeping them.
        var oracle: CacheStrategy
        /// Whether the frames of all items fit in memory.
        var fitsFrames: Bool { oracle.id == CacheStrategy.oracle.id }
        /// All strategies of the group, in order.
        let strategies: [CacheStrategy]
        /// The strategies of which prepare is measured.
        let prepare: [CacheStrategy]
        /// The scrolls, each with the strategies that answer it.
        let queries: [Query]
        /// The edits, each with the strategies that take it.
        let updates: [Update]
        /// The edits of which there are storms, each with the strategies that take it.
        let storms: [Update]
        /// The traces with edits, each with the strategies that play it.
        let replays: [Replayed]
        /// The strategies that do not fit in memory, with the reason.
        let skipped: [(strategy: CacheStrategy, reason: String)]

        /// The edits that are timed; of the others what they do is counted.
        var timedUpdates: [Update] { updates.filter(\.isTimed) }

        /// The lanes, and the times of each scroll, of prepare, of the first query and of each edit.
        var steps: Int { Lane.ofRuns.count + queries.count + 2 + timedUpdates.count + storms.count }

        /// What a journal calls one of them: `photo-days/1000000/fling`.
        func stepID(_ name: String) -> String { "\(input.id)/\(n)/\(name)" }
    }

    /// What some strategies are measured by.
    private protocol Case {
        var strategies: [CacheStrategy] { get set }
        /// What follows a strategy in the path of a case.
        var path: String { get }
    }

    /// An edit of a dataset and the query that follows.
    struct Update: Case {
        let edit: Edit
        /// Whether it is timed, and not only what it does is counted.
        let isTimed: Bool
        /// What results call it: a storm of an edit is another one.
        let name: String
        var strategies: [CacheStrategy] = []
        var path: String { "update/\(name)" }
    }

    /// A trace with edits on one of its datasets.
    struct Replayed: Case {
        let trace: EditTrace
        let dataset: Dataset
        var strategies: [CacheStrategy] = []
        var path: String { "update/\(trace.id)" }
    }

    /// A scroll over a dataset.
    struct Query: Case {
        let scroll: Scroll
        /// What the elements are seen through; nil asks the caches themselves.
        let effects: EffectLayer?
        /// The strategies that answer it.
        var strategies: [CacheStrategy] = []

        /// `fling`, or `fling, effects`.
        var name: String { effects == nil ? scroll.id : "\(scroll.id), effects" }
        /// The phase in results.
        var phase: String { Self.phase(effects) }
        var path: String { "\(phase)/\(scroll.id)" }
        static func phase(_ effects: EffectLayer?) -> String { effects == nil ? "query" : "effects" }
    }

    /// The name of the suite in results.
    static let suite = "strategies"

    let groups: [Group]
    let selection: Selection
    /// What was chosen and does not exist: sizes above a dataset's largest, with the reason.
    let omitted: [String]

    /// - Throws: `UsageError` where nothing is selected, ``InputError`` with exit code 7 where nothing fits in memory.
    init(_ selection: Selection, availableBytes: Double? = Memory.availableBytes) throws {
        self.selection = selection
        var groups: [Group] = []
        var omitted: [String] = []
        for input in selection.inputs {
            for n in selection.sizes(of: input) {
                guard n <= input.largestCount else {
                    omitted.append(
                        "\(input.id) with \(Self.items(n)): there are at most \(Self.items(input.largestCount))")
                    continue
                }
                let group = Self.group(input, n, selection, availableBytes)
                if !group.strategies.isEmpty || !group.skipped.isEmpty { groups.append(group) }
            }
        }
        if let shard = selection.shard {
            guard shard.count <= groups.count else {
                throw UsageError(
                    "option '--shard': there are \(groups.count) datasets and sizes to share among \(shard.count)")
            }
            // In order of size, as those of one cost alike: by dataset every other one would be large.
            let bySize = groups.indices.sorted { (groups[$0].n, $0) < (groups[$1].n, $1) }
            let own = bySize.indices.filter { shard.contains(position: $0) }.map { bySize[$0] }
            groups = own.sorted().map { groups[$0] }
        }
        self.groups = groups
        self.omitted = omitted
        if groups.allSatisfy(\.strategies.isEmpty) {
            if let skipped = groups.flatMap(\.skipped).min(by: { $0.strategy.bytesPerItem < $1.strategy.bytesPerItem })
            {
                throw InputError("nothing fits in memory: \(skipped.reason)", exitCode: .inconclusive)
            }
            throw UsageError(reasonForNothing)
        }
    }

    private static func items(_ n: Int) -> String { "\(Quantity.count(n)) items" }

    /// Why the options select no case.
    private var reasonForNothing: String {
        if !omitted.isEmpty { return "the options select no case: " + omitted.joined(separator: "; ") }
        let traces = selection.editTraces
        let isPlayed = selection.inputs.contains { input in
            traces.contains { $0.datasets.contains { $0.id == input.id } }
        }
        if selection.scrolls.isEmpty, !traces.isEmpty, !isPlayed {
            return "no trace chosen is played on a dataset chosen; 'benchmarks list traces' names theirs"
        }
        var all = selection
        all.metrics = Set(Metric.all.map(\.metric.id)).union(Metric.ofFrames)
        if all.metrics != selection.metrics, let other = try? Plan(all, availableBytes: nil).paths.first {
            let names = selection.metrics.sorted().joined(separator: ", ")
            return "the options select no case: of what they match, such as '\(other)', nothing is measured by \(names)"
        }
        return "the options select no case; 'benchmarks --dry-run' prints the paths they match against"
    }

    private static func group(_ input: Input, _ n: Int, _ selection: Selection, _ available: Double?) -> Group {
        var candidates = selection.strategies
        if selection.injectsLossy, !candidates.contains(where: { $0.id == CacheStrategy.lossy.id }) {
            candidates.append(.lossy)
        }
        func selects(_ strategy: CacheStrategy, _ rest: String) -> Bool {
            selection.filter.selects(path(input, n, strategy, rest))
        }
        let layers: [EffectLayer?] = [nil] + (input.effects.isEmpty ? [] : [input.effects])
        let queries = layers.flatMap { effects in
            let scrolls = selection.asksFor(Metric.measured(of: Query.phase(effects))) ? selection.scrolls : []
            return scrolls.map { Query(scroll: $0, effects: effects) }
        }
        let edits = n <= UpdateCase.largestCount ? selection.edits.filter(selection.measures) : []
        var updates = edits.map { Update(edit: $0, isTimed: selection.times($0), name: $0.id) }
        var storms = (selection.hasStorms ? StormCase.edits : []).map {
            Update(edit: $0, isTimed: true, name: StormCase.name($0))
        }
        let replays = selection.editTraces.compactMap { trace in
            trace.datasets.first { $0.id == input.id }.map { Replayed(trace: trace, dataset: $0) }
        }
        let preparing = Metric.measured(of: "prepare").union(Metric.measured(of: "first-query"))
        func isPrepared(_ strategy: CacheStrategy) -> Bool {
            selection.asksFor(preparing) && selects(strategy, "prepare")
        }
        // An edit copies the values that contents share.
        let isEdited = selection.metrics.includesTime || selection.asksFor([Metric.itemsPlaced.id])
        var isTimed = isEdited && n <= UpdateCase.largestCount || !storms.isEmpty || !replays.isEmpty
        func fit(beside oracle: CacheStrategy) -> (
            kept: [CacheStrategy], skipped: [(strategy: CacheStrategy, reason: String)]
        ) {
            let paths = ((updates + storms) as [any Case] + queries + replays).map(\.path)
            let measured = candidates.filter { strategy in
                isPrepared(strategy) || paths.contains { selects(strategy, $0) }
            }
            return Memory.fit(measured, beside: oracle, input: input, n: n, isTimed: isTimed, available: available)
        }
        var oracle = CacheStrategy.oracle
        var fitting = fit(beside: oracle)
        if fitting.kept.isEmpty, let frugal = CacheStrategy.named("checkpoints") {
            let skipped = fitting.skipped
            oracle = frugal
            (updates, storms) = ([], [])
            isTimed = !replays.isEmpty
            fitting = fit(beside: oracle)
            // Those that only edits are asked of.
            fitting.skipped += skipped.filter { one in
                !(fitting.kept + fitting.skipped.map(\.strategy)).contains { $0.id == one.strategy.id }
            }
        }
        func chosen<C: Case>(_ cases: [C]) -> [C] {
            cases.map { item in
                var item = item
                item.strategies = fitting.kept.filter { selects($0, item.path) }
                return item
            }.filter { !$0.strategies.isEmpty }
        }
        return Group(
            input: input, n: n, oracle: oracle, strategies: fitting.kept, prepare: fitting.kept.filter(isPrepared),
            queries: chosen(queries), updates: chosen(updates), storms: chosen(storms), replays: chosen(replays),
            skipped: fitting.skipped)
    }

    /// The path of a case.
    private static func path(_ input: Input, _ n: Int, _ strategy: CacheStrategy, _ rest: String) -> String {
        "\(suite)/\(input.id)/\(n)/\(strategy.id)/\(rest)"
    }

    /// The path of the case that a value is of, as ``paths`` has it.
    static func path(of key: CaseKey) -> String {
        let parts = [key.suite, key.dataset, String(key.n), key.strategy, phase(of: key), key.trace]
        return parts.filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// What is measured of that case: `items-placed mean`, and of which part of it, where that has no path of its own.
    static func quality(of key: CaseKey) -> String {
        (phase(of: key) == key.phase ? "" : key.phase + " ") + key.metric + " " + key.statistic
    }

    /// The first query is chosen together with prepare.
    private static func phase(of key: CaseKey) -> String { key.phase == "first-query" ? "prepare" : key.phase }

    /// The paths of all cases, which `--filter` and `--skip` match against.
    var paths: [String] {
        groups.flatMap { group in
            let cases = group.queries as [any Case] + group.updates + group.storms + group.replays
            let rest = [("prepare", group.prepare)] + cases.map { ($0.path, $0.strategies) }
            return rest.flatMap { rest, strategies in
                strategies.map { Self.path(group.input, group.n, $0, rest) }
            }
        }
    }

    /// How many steps the progress line counts.
    var steps: Int { groups.reduce(0) { $0 + $1.steps } }

    /// The groups of which something is measured share the time for timing.
    var pace: Pace {
        Pace(budget: selection.budget, limit: selection.limit, groups: groups.count { !$0.strategies.isEmpty })
    }
}
