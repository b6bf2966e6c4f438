import BenchmarkKit
import CollectionLayout
import Workloads

/// What the advisor is asked about.
struct Question {
    let subject: Advisor.Subject
    /// The same without what a free form hides: in the sections of the file. Nil for a dataset.
    var frames: Advisor.Subject?

    init(_ options: ParsedOptions, _ measurements: Measurements) throws {
        let viewport = try options.value("viewports").map { path in
            try ViewportsFile.size(of: ViewportsFile.viewports(path), path)
        }
        let size = viewport ?? Dataset.bounds
        var bytesPerItem = 0.0
        var subject: Advisor.Subject
        if let path = options.value("frames") {
            let input = try FramesFile.input(path)
            let n = input.largestCount
            let content = try input.make(n, Dataset.defaultSeed)
            bytesPerItem = input.bytesPerItem
            subject = Advisor.Subject(
                id: input.id, path: path, n: n, features: try ContentFeatures(content, viewport: size),
                work: ContentWork(frames: content, viewport: size))
            let sections = Dictionary(grouping: input.names, by: \.section).values.map(\.count)
            frames = Advisor.Subject(id: "", n: n, features: subject.features)
            frames?.features?.sectionSize = ContentFeatures.sectionSize(sections)
        } else {
            let id = options.value("dataset") ?? ""
            let n = try options.value("size").map(Selection.size) ?? 1_000_000
            let known = Dataset.every.map(\.id)
            guard known.contains(id) || measurements.datasets.contains(id) else {
                throw UsageError.unknown(
                    "dataset", id, of: known + measurements.datasets.filter { !known.contains($0) })
            }
            bytesPerItem = Dataset.named(id)?.bytesPerItem ?? 0
            subject = Advisor.Subject(id: id, n: n, features: try FeatureCatalogue().features(id, n: n))
        }
        let available = Memory.availableBytes.map { max(0.9 * $0 / Double(subject.n) - bytesPerItem, 0) }
        subject.bytesPerItem = try options.value("memory-per-item", as: Usage.rate) ?? available ?? .infinity
        frames?.bytesPerItem = subject.bytesPerItem
        self.subject = subject
    }
}

extension Usage {
    init(_ options: ParsedOptions) throws {
        self.init()
        if let rate = try options.value("edits", as: Self.rate) { edits = rate }
        if let share = try options.value("insertions", as: Self.share) { insertions = share }
        if let rate = try options.value("frame-rate", as: Self.rate) { frameRate = rate }
        if let rate = try options.value("prepares", as: Self.rate) { preparesPerHour = rate }
        if let path = options.value("viewports") { jumps = Self.jumps(try ViewportsFile.viewports(path)) }
        if let share = try options.value("jumps", as: Self.share) { jumps = share }
        guard !actions.isEmpty else {
            throw UsageError("nothing is done: '--edits', '--frame-rate' and '--prepares' are 0")
        }
    }

    /// The share of viewports that show nothing of what the one before showed.
    static func jumps(_ viewports: [Rect]) -> Double {
        let jumps = zip(viewports, viewports.dropFirst()).count { !$0.0.intersects($0.1) }
        return Double(jumps) / Double(max(viewports.count - 1, 1))
    }

    /// A number of times, or of bytes.
    static func rate(_ text: String) throws(UsageError) -> Double { try ArgumentValue.number(from: 0...1e9)(text) }

    private static func share(_ text: String) throws(UsageError) -> Double {
        try ArgumentValue.number("number of per cent", from: 0...100)(text) / 100
    }
}
