import BenchmarkKit
import CollectionLayout
import Workloads

/// What a command line asks to measure.
struct Selection {
    var inputs: [Input]
    /// The numbers of items where an input has none of its own.
    var sizes: [Int]
    /// Whether the sizes were asked for: they then count for every input.
    var choosesSizes: Bool
    var strategies: [CacheStrategy]
    var scrolls: [Scroll]
    /// The traces with edits, for the command that plays them.
    var editTraces: [EditTrace]
    /// What contents are edited by.
    var edits: [Edit]
    /// Whether the edits were asked for: all of them are then timed.
    var choosesEdits: Bool
    var metrics: Set<String>
    var filter: NameFilter
    var seed: UInt64
    var budget: Duration
    /// When a run should end, even on a slow machine with less time spent on timing: one that was not told what to measure.
    var limit: Duration?
    var isQuick: Bool
    /// Whether items at random places are edited, too.
    var hasStorms = false
    /// Whether a case whose strategy drops a hit was asked for.
    var injectsLossy = false
    /// The part of the groups to measure; nil means all.
    var shard: Shard?
    /// Work added on purpose.
    var injection: Injection?
    /// The part of work added on purpose.
    var burden = 0.0
    /// The arguments that make a child process read the same inputs and select the same cases of them.
    var inputArguments: [String] = []

    static let options = options(.run)

    /// The options of a command with some defaults.
    ///
    /// - Parameter sizes: the default numbers of items, if they depend on other options.
    static func options(_ defaults: Defaults, sizes: String? = nil) -> [CommandOption] {
        [
            .repeatable("filter", "REGEX", "Measure only cases whose path matches (see --dry-run); repeatable."),
            .repeatable("skip", "REGEX", "Leave out cases whose path matches; repeatable."),
            .repeatable("strategy", "ID,…", "Cache strategies, 'all' or 'peers' (default: \(defaults.strategyText))."),
            .repeatable("dataset", "ID,…", "Datasets, 'all' or 'adversarial' (default: \(defaults.datasetText))."),
            .repeatable(
                "trace", "ID,…", "Scroll traces, or 'all' (default: \(defaultTraces.joined(separator: ", ")))."),
            .repeatable(
                "edit", "ID,…",
                "Edits, each with the query after it, or 'all' (default: \(timedEdits.map(\.id).joined(separator: ", ")); of "
                    + "\(countedEdits.map(\.id).joined(separator: " and ")), too, the items placed, where these are counted)."
            ),
            .repeatable("size", "N,…", "Numbers of items: 1e6, 100k (default: \(sizes ?? defaults.sizeText))."),
            .repeatable(
                "metric", "ID,…", "Metrics, 'all', 'exact' or 'default' (see list; default: \(defaults.metricText))."),
            .value("frames", "FILE.csv", "Measure frames of your own: section,item,kind,x,y,width,height."),
            .value("viewports", "FILE.csv", "Ask for viewports of your own: x,y,width,height, a row per frame."),
            .value("seed", "N", "The seed of datasets and traces (default: \(Dataset.defaultSeed))."),
            .value(
                "budget", "TIME",
                "Time to spend on timing, all cases together (default: 20s, less where a run without options would take "
                    + "over two minutes; with --quick 6s)."),
            .value(
                "shard", "I/N", "Measure the I-th of N parts of the datasets and sizes, for runs on several machines."),
            .flag("quick", "Small inputs and a short budget."),
            .flag("inject-lossy", "Self-check: add a strategy that drops a hit. The run must end with exit code 3."),
        ]
    }

    static let defaultTraces = ["fling", "jump"]
    /// The edits that are timed where none is asked for. Of a deletion and of a move what they do is counted: insertions are
    /// taken back by deletions, and a move is one of each.
    private static let timedEdits: [Edit] = [.resize, .insert]
    private static var countedEdits: [Edit] {
        Edit.standard.filter { edit in !timedEdits.contains { $0.id == edit.id } }
    }

    /// Whether an edit is timed, and not only what it does is counted.
    func times(_ edit: Edit) -> Bool {
        asksFor([Metric.wallTime.id, Metric.cpuTime.id])
            && (choosesEdits || Self.timedEdits.contains { $0.id == edit.id })
    }

    /// Whether an edit is timed, or what it does is counted.
    func measures(_ edit: Edit) -> Bool { times(edit) || asksFor([Metric.itemsPlaced.id]) }

    /// Whether any metric of some is wanted.
    func asksFor(_ some: Set<String>) -> Bool { !metrics.isDisjoint(with: some) }

    /// The numbers of items to measure of an input.
    func sizes(of input: Input) -> [Int] {
        if let count = input.fixedCount { return [count] }
        return choosesSizes ? sizes : input.sizes ?? sizes
    }

    /// Measures other sizes in place of each one: of those of the run, and of those that inputs have of their own.
    mutating func resize(_ size: (Int) -> Int) {
        sizes = sizes.map(size)
        for index in inputs.indices { inputs[index].sizes = inputs[index].sizes?.map(size) }
    }

    /// Keeps one size, with the inputs that a plan measures at it: others have other sizes, or are another shard's.
    mutating func keep(_ n: Int, of plan: Plan) {
        inputs = plan.groups.filter { $0.n == n }.map(\.input)
        sizes = [n]
        choosesSizes = true
        shard = nil
    }

    /// - Parameters:
    ///   - defaults: what the command measures where the options do not say, and what it always does.
    init(_ options: ParsedOptions, defaults: Defaults = .run) throws {
        isQuick = options.has("quick")
        seed = try options.value("seed", as: ArgumentValue.seed) ?? Dataset.defaultSeed
        let ownBudget =
            options.isDeclared("budget") ? try options.value("budget", as: ArgumentValue.duration) : nil
        budget = ownBudget ?? .seconds(isQuick ? 6 : 20)
        let choices = ["budget", "quick", "dataset", "size", "trace", "metric", "frames", "viewports", "edit"]
        if !choices.contains(where: options.isGiven) { limit = .seconds(110) }
        filter = try NameFilter(keep: options.values("filter"), skip: options.values("skip"))
        for option in ["filter", "skip"] {
            // A value may look like an option.
            inputArguments += options.values(option).map { "--\(option)=\($0)" }
        }
        injectsLossy = options.isGiven("inject-lossy")
        hasStorms = options.isGiven("storm")
        shard = try options.value("shard", as: ArgumentValue.shard)
        if options.isGiven("inject"), let name = options.value("inject") {
            guard let injection = Injection(rawValue: name) else {
                throw UsageError.unknown("injection", name, of: Injection.allCases.map(\.rawValue))
            }
            self.injection = injection
        }
        if options.isGiven("burden") {
            burden = try options.value("burden", as: ArgumentValue.number("part", from: 0...10)) ?? 0
        }
        strategies = try CacheStrategy.choose(
            options.isDeclared("strategy") ? options.list("strategy") : [], beside: injectsLossy ? [.lossy] : [],
            default: defaults.strategies)
        let names = options.isDeclared("edit") ? options.list("edit") : []
        edits = try Self.choose(
            names, "edit", from: Edit.all, id: \.id, groups: ["all": Edit.all], default: Edit.standard)
        choosesEdits = !names.isEmpty
        if choosesEdits { inputArguments += ["--edit", edits.map(\.id).joined(separator: ",")] }
        metrics = try defaults.fixedMetrics ?? Self.metrics(options.list("metric"), default: defaults.metrics)
        if hasStorms, !metrics.contains(Metric.latency.id) {
            throw UsageError("'--storm' times edits one by one: name 'latency' among the metrics, too")
        }
        sizes = try options.list("size").map(Self.size).uniqued()
        choosesSizes = !sizes.isEmpty
        if sizes.isEmpty { sizes = isQuick ? defaults.quickSizes : defaults.sizes }
        inputs = try Self.choose(
            options.list("dataset"), "dataset", from: Dataset.every, id: \.id,
            groups: ["all": Dataset.all, "adversarial": Dataset.adversarial], default: defaults.datasets
        ).map(Input.init)
        let traces = options.list("trace")
        let recorded = try options.value("viewports").map { (path: $0, viewports: try ViewportsFile.viewports($0)) }
        let viewport = try recorded.map { try ViewportsFile.size(of: $0.viewports, $0.path) } ?? Dataset.bounds
        let motions = try Self.traces(traces, playsEdits: defaults.playsEdits)
        scrolls = motions.compactMap(Trace.named).map { Scroll($0, viewport: viewport) }
        editTraces = motions.compactMap(EditTrace.named)
        if let path = options.value("frames") {
            guard options.list("dataset").isEmpty, options.list("size").isEmpty else {
                throw UsageError("'--frames' brings its own items: leave out '--dataset' and '--size'")
            }
            inputs = [try FramesFile.input(path)]
            inputArguments.append("--frames=\(path)")
        }
        if let (path, viewports) = recorded {
            if traces.isEmpty { (scrolls, editTraces) = ([], []) }
            scrolls.append(Scroll(id: ViewportsFile.traceID, viewports: viewports))
            inputArguments.append("--viewports=\(path)")
        }
    }

    /// Finds what is wrong with options, in a debug build: the release build finds it when it reads them for good.
    static func check(_ options: ParsedOptions, defaults: Defaults = .run) throws {
        #if DEBUG
            _ = try Plan(Selection(options, defaults: defaults))
        #endif
    }

    /// A number of items.
    static func size(_ text: String) throws(UsageError) -> Int {
        guard let size = try? ArgumentValue.size(text), (1...1_000_000_000).contains(size) else {
            throw UsageError("option '--size': got '\(text)', expected a number from 1 to 1e9, such as 1e6 or 100k")
        }
        return size
    }

    /// The ids of scrolls and of traces with edits.
    private static func traces(_ names: [String], playsEdits: Bool) throws(UsageError) -> [String] {
        let scrolls = Trace.all.map(\.id)
        guard playsEdits else {
            if let name = names.first(where: { EditTrace.named($0) != nil }) {
                throw UsageError("trace '\(name)' has edits: 'benchmarks hitches' plays it")
            }
            return try choose(
                names, "trace", from: scrolls, id: \.self, groups: ["all": scrolls], default: defaultTraces)
        }
        let edits = EditTrace.all.map(\.id)
        return try choose(
            names, "trace", from: scrolls + edits, id: \.self, groups: ["all": scrolls + edits, "edits": edits],
            default: defaultTraces.prefix(1) + edits)
    }

    private static func metrics(_ names: [String], default: Set<String>) throws(UsageError) -> Set<String> {
        let all = Metric.all.map(\.metric.id)
        return Set(
            try choose(
                names, "metric", from: all, id: \.self,
                groups: ["all": all, "exact": Metric.gated.sorted(), "default": Metric.byDefault.sorted()],
                default: `default`.sorted()))
    }

    /// The values that names stand for, each once, in the order of the names; the default where there are none.
    static func choose<T>(
        _ names: [String], _ kind: String, from all: [T], id: (T) -> String, groups: [String: [T]], default values: [T]
    ) throws(UsageError) -> [T] {
        guard !names.isEmpty else { return values }
        var chosen: [T] = []
        for name in names {
            if let group = groups[name] {
                chosen += group
            } else if let value = all.first(where: { id($0) == name }) {
                chosen.append(value)
            } else {
                throw .unknown(kind, name, of: all.map(id) + groups.keys.sorted())
            }
        }
        var seen: Set<String> = []
        return chosen.filter { seen.insert(id($0)).inserted }
    }
}
